"""What actors of Foundry VTT have in common, whatever their system; what active effects add to
their numbers."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from gmtrack.characters.plain import NO_RULE, key, listed, under, whole, words
from gmtrack.core.foreign import Lost


def system_name(actor: dict[str, Any]) -> str:
    """What the file calls its system; empty where it does not say."""
    places = (("_stats", "systemId"), ("flags", "exportSource", "system"), ("systemId",))
    return next(filter(None, (words(under(actor, *place)) for place in places)), "").lower()


def system_of(actor: dict[str, Any]) -> dict[str, Any]:
    """What the system keeps of an actor or an item; before Foundry 10 it was called `data`."""
    found = actor.get("system", actor.get("data"))
    return found if isinstance(found, dict) else {}


def items_of(actor: dict[str, Any]) -> list[dict[str, Any]]:
    return [item for item in listed(actor.get("items")) if isinstance(item, dict)]


def name_of(thing: dict[str, Any], otherwise: str) -> str:
    return words(thing.get("name")) or otherwise


def besides(
    items: list[dict[str, Any]], taken: Collection[str], why: Mapping[str, str]
) -> Iterator[Lost]:
    """Items of other types than those that are taken, and `why` they have no place, by their
    type."""
    for number, item in enumerate(items):
        kind = key(item.get("type"))
        if kind not in taken:
            what = f"{kind.replace('_', ' ') or 'item'} {name_of(item, '')}".strip()
            yield Lost(what, why.get(kind, NO_RULE), f"items[{number}]")


def version_of(actor: dict[str, Any]) -> str:
    """`Foundry VTT 11.315`."""
    version = words(under(actor, "_stats", "coreVersion"))
    version = version or words(under(actor, "flags", "exportSource", "coreVersion"))
    return f"Foundry VTT {version}".strip()


ADDING = ("2", "0", "")
"""Modes in which a number is added; the system's own mode is one of them."""


Parts = tuple[tuple[str, int], ...]
"""What adds how much to a value."""


class Change(NamedTuple):
    """What one effect does to one value: to which, how much (None: no plain number), whose it is,
    where it stands."""

    key: str
    amount: int | None
    source: str
    at: str


def total(parts: Parts) -> int:
    return sum(amount for _, amount in parts)


def told(parts: Parts) -> str:
    return "".join(f" {amount:+} ({source})" for source, amount in parts)


def changes(actor: dict[str, Any]) -> Iterator[Change]:
    """What is switched on: effects on the actor, and those of what is worn or built in."""
    yield from _of(actor, "", "effects")
    for number, item in enumerate(items_of(actor)):
        worn = under(system_of(item), "technology", "equipped")
        if worn is not False:
            yield from _of(item, name_of(item, "item"), f"items[{number}].effects")


def _of(holder: dict[str, Any], source: str, at: str) -> Iterator[Change]:
    for number, effect in enumerate(listed(holder.get("effects"))):
        if not isinstance(effect, dict) or not _applies(effect):
            continue
        called = source or words(effect.get("name")) or words(effect.get("label")) or "effect"
        found = listed(effect.get("changes")) or listed(under(effect, "system", "changes"))
        for change in found:
            if isinstance(change, dict) and (key := words(change.get("key"))):
                mode = str(change.get("mode", change.get("type", "")))
                adds = mode in ADDING or mode == "add"
                amount = whole(change.get("value")) if adds else None
                yield Change(key, amount, called, f"{at}[{number}]")


def _applies(effect: dict[str, Any]) -> bool:
    """Whether it is on, and for the actor: some are for the dice of a test only."""
    targets = (
        under(effect, "system", "applyTo"),
        under(effect, "flags", "shadowrun5e", "applyTo"),
    )
    to = next(filter(None, map(words, targets)), "actor")
    return effect.get("disabled") is not True and to == "actor"
