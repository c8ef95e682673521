"""Magic of an actor of Foundry's system `shadowrun5e`: spells, adept powers and foci."""

from collections.abc import Iterator
from typing import Any

from gmtrack.characters.foundry_actor import name_of, system_of
from gmtrack.characters.magic import (
    is_focus,
    make_focus,
    make_power,
    make_spell,
)
from gmtrack.characters.places import Places
from gmtrack.characters.plain import NO_RULE, clean_text, value_under
from gmtrack.core.foreign import ForeignThing

SPELL, POWER = "spell", "adept_power"
FOCUS_TYPES = ("equipment", "device", "focus")
"""Types of items that a focus may have."""
WORDS = {
    "category": "category of the spell",
    "type": "kind of the spell",
    "range": "range of the spell",
    "duration": "duration of the spell",
}
"""The values of a spell, each with its row in the table of places."""
COMBAT = "combat"
COMBAT_WORDS = {
    "damage": "damage of the spell",
    "descriptors": "way of a combat spell",
}
"""The values that combat spells have besides."""


def is_magic_item(item: dict[str, Any]) -> bool:
    """Whether an item is a spell, an adept power or a focus."""
    kind = item.get("type")
    if kind in (SPELL, POWER):
        return True
    return kind in FOCUS_TYPES and is_focus(name_of(item, ""))


def read_magic_things(
    items: list[dict[str, Any]], places: Places, in_the_numbers: str
) -> Iterator[ForeignThing]:
    """Yield the spells, adept powers and foci among the items. `in_the_numbers`: the reason why a
    power has no place besides the numbers that it adds to."""
    for number, item in enumerate(items):
        at, system = f"items[{number}]", system_of(item)
        if not is_magic_item(item):
            continue
        kind = item["type"]
        if kind == SPELL:
            yield _read_spell(system, name_of(item, SPELL), at, places)
        elif kind == POWER:
            name = name_of(item, "adept power")
            rating = places.number("level of the power", system, name, at)
            yield make_power(name, max(0, rating or 0), at, in_the_numbers)
        else:
            name = name_of(item, "")
            rating = places.number("rating of the focus", system, name, at)
            worn = value_under(system, "technology", "equipped") is not False
            yield make_focus(
                name, max(0, rating or 0), at, NO_RULE, bonded=worn
            )


def _read_spell(
    system: dict[str, Any], name: str, at: str, places: Places
) -> ForeignThing:
    """Return a spell from its system data. What combat spells alone have is missed in no other."""
    words = {
        word: places.find(what, system, name, at, _text) or ""
        for word, what in WORDS.items()
    }
    find = places.find if words["category"].lower() == COMBAT else None
    for word, what in COMBAT_WORDS.items():
        found = (
            find(what, system, name, at, _text)
            if find
            else places.peek(what, system, _text)
        )
        words[word] = found or ""
    return make_spell(name, at, NO_RULE, words)


def _text(found: object) -> str | None:
    """Return a text on one line, which may be empty; None for anything else."""
    return clean_text(found) if isinstance(found, str) else None
