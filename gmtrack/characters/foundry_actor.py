"""Helpers for actors of Foundry VTT of any system."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from gmtrack.characters.plain import (
    NO_RULE,
    as_list,
    clean_text,
    comparison_key,
    value_under,
)
from gmtrack.core.foreign import Lost


def system_name(actor: dict[str, Any]) -> str:
    """Return what the file calls its system; empty if it does not say."""
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
    """Return what the system keeps of an actor or an item; before Foundry 10 it was called
    `data`."""
    found = actor.get("system", actor.get("data"))
    return found if isinstance(found, dict) else {}


def items_of(actor: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        item for item in as_list(actor.get("items")) if isinstance(item, dict)
    ]


def name_of(thing: dict[str, Any], otherwise: str) -> str:
    return clean_text(thing.get("name")) or otherwise


def lost_items(
    items: list[dict[str, Any]], taken: Collection[str], why: Mapping[str, str]
) -> Iterator[Lost]:
    """Yield items of other types than those that are taken, and `why` they have no place, by
    their type."""
    for number, item in enumerate(items):
        kind = comparison_key(item.get("type"))
        if kind not in taken:
            what = f"{kind.replace('_', ' ') or 'item'} {name_of(item, '')}".strip()
            yield Lost(what, why.get(kind, NO_RULE), f"items[{number}]")


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
    return sum(amount for _, amount in parts)


def parts_in_words(parts: Parts) -> str:
    return "".join(f" {amount:+} ({source})" for source, amount in parts)
