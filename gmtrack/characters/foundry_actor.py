"""What actors of Foundry VTT have in common, whatever their system."""

from typing import Any

from gmtrack.characters.plain import listed, under, words


def system_name(actor: dict[str, Any]) -> str:
    """What the file calls its system; empty where it does not say."""
    places = (("_stats", "systemId"), ("flags", "exportSource", "system"), ("systemId",))
    return next(filter(None, (words(under(actor, *place)) for place in places)), "").lower()


def system_of(actor: dict[str, Any]) -> dict[str, Any]:
    """What the system keeps of an actor or an item; before Foundry 10 it was called `data`."""
    found = actor.get("system", actor.get("data"))
    return found if isinstance(found, dict) else {}


def items_of(actor: dict[str, Any]) -> list[dict[str, Any]]:
    """What an actor has."""
    return [item for item in listed(actor.get("items")) if isinstance(item, dict)]


def name_of(thing: dict[str, Any], otherwise: str) -> str:
    """What an actor or an item is called."""
    return words(thing.get("name")) or otherwise


def version_of(actor: dict[str, Any]) -> str:
    """`Foundry VTT 11.315`."""
    version = words(under(actor, "_stats", "coreVersion"))
    version = version or words(under(actor, "flags", "exportSource", "coreVersion"))
    return f"Foundry VTT {version}".strip()
