"""Helpers for actors of Foundry VTT of any system."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from gmtrack.characters.plain import (
    NO_RULE,
    as_list,
    clean_text,
    comparison_key,
    value_under,
)
from gmtrack.core.foreign import LostPart


def system_name(actor: dict[str, Any]) -> str:
    """Return the id that the file gives for its system, in lower case; empty if it gives none."""
    places = (
        ("_stats", "systemId"),
        ("flags", "exportSource", "system"),
        ("systemId",),
    )
    return next(
        filter(
            None, (clean_text(value_under(actor, *place)) for place in places)
        ),
        "",
    ).lower()


def system_version(actor: dict[str, Any]) -> str:
    """Return the version of the system that wrote the file; empty if the file does not say."""
    places = (
        ("_stats", "systemVersion"),
        ("flags", "exportSource", "systemVersion"),
    )
    return next(
        filter(
            None, (clean_text(value_under(actor, *place)) for place in places)
        ),
        "",
    )


def system_of(actor: dict[str, Any]) -> dict[str, Any]:
    """Return the map that the system keeps of an actor or an item (before Foundry 10 it was
    called `data`); empty if there is none."""
    found = actor.get("system", actor.get("data"))
    return found if isinstance(found, dict) else {}


def items_of(actor: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the items of an actor, without anything that is no map."""
    return [
        item for item in as_list(actor.get("items")) if isinstance(item, dict)
    ]


def name_of(thing: dict[str, Any], otherwise: str) -> str:
    """Return the name of an actor or item; `otherwise` if it has none."""
    return clean_text(thing.get("name")) or otherwise


def lost_items(
    items: list[dict[str, Any]],
    taken: Collection[str],
    why: Mapping[str, str],
    is_taken: Callable[[dict[str, Any]], bool] = lambda item: False,
) -> Iterator[LostPart]:
    """Yield the items that are not taken, neither by their type nor by `is_taken`, each with the
    reason that `why` has for its type, or else NO_RULE."""
    for number, item in enumerate(items):
        kind = comparison_key(item.get("type"))
        if kind not in taken and not is_taken(item):
            what = f"{kind.replace('_', ' ') or 'item'} {name_of(item, '')}".strip()
            yield LostPart(what, why.get(kind, NO_RULE), f"items[{number}]")


def version_of(actor: dict[str, Any]) -> str:
    """Return the program and its version: `Foundry VTT 11.315`."""
    version = clean_text(value_under(actor, "_stats", "coreVersion"))
    version = version or clean_text(
        value_under(actor, "flags", "exportSource", "coreVersion")
    )
    return f"Foundry VTT {version}".strip()


Parts = tuple[tuple[str, int], ...]
"""Sources that add to a value, each with its amount."""


def sum_of_parts(parts: Parts) -> int:
    """Return the sum of the amounts."""
    return sum(amount for _, amount in parts)


def parts_in_words(parts: Parts) -> str:
    """Return the parts as text to append to a number: ` +2 (Wired Reflexes)`."""
    return "".join(f" {amount:+} ({source})" for source, amount in parts)
