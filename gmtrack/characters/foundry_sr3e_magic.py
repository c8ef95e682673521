"""Spells, foci and adept powers of actors of Foundry's system `sr3e`."""

from collections.abc import Iterator
from typing import Any

from gmtrack.characters.foundry_actor import name_of, system_of
from gmtrack.characters.foundry_sr3e_places import (
    finder,
    read_map,
    read_text,
)
from gmtrack.characters.places import Places
from gmtrack.characters.plain import NO_RULE, clean_text, parse_whole_number
from gmtrack.core.foreign import ForeignThing, Plain

SPELL, FOCUS, POWER = "spell", "focus", "adeptpower"
EFFECTS_ADD = "what its effects add counts; nothing else"


def read_magic(
    items: list[dict[str, Any]], places: Places
) -> Iterator[ForeignThing]:
    """Yield spells, foci and adept powers."""
    for number, item in enumerate(items):
        system, at = system_of(item), f"items[{number}]"
        kind = item.get("type")
        if kind == SPELL:
            yield _read_spell(item, system, at, places)
        elif kind == FOCUS:
            yield _read_focus(item, system, at, places)
        elif kind == POWER:
            name = name_of(item, "adept power")
            rating = places.number("rating of the power", system, name, at)
            values: dict[str, Plain] = {
                "rating": max(0, rating or 0),
                "why": EFFECTS_ADD,
            }
            yield ForeignThing(name, "adept power", at, values)


def _read_spell(
    item: dict[str, Any], system: dict[str, Any], at: str, places: Places
) -> ForeignThing:
    """Return a spell."""
    name = name_of(item, SPELL)
    find = finder(places, system, name, at)
    drain = places.find("drain of the spell", system, name, at, read_map) or {}
    target = (
        places.find("target of the spell", system, name, at, read_map) or {}
    )
    category = find("category of the spell")
    is_elemental = (
        category == "manipulation"
        and places.peek("kind of the manipulation", system, read_text)
        == "elemental"
    )
    values: dict[str, Plain] = {
        "id": clean_text(item.get("_id")),
        "force": places.number("force of the spell", system, name, at) or 0,
        "category": "elemental" if is_elemental else category,
        "kind": find("kind of the spell"),
        "range": find("range of the spell"),
        "duration": find("duration of the spell"),
        "target": clean_text(target.get("kind")),
        "attribute": clean_text(target.get("attribute")),
        "number": parse_whole_number(target.get("staticTargetNumber")) or 0,
        "drain_power": parse_whole_number(drain.get("powerModifier")) or 0,
        "drain_level": clean_text(drain.get("damageLevel")),
        "drain_steps": parse_whole_number(drain.get("damageLevelModifier"))
        or 0,
        "why": NO_RULE,
    }
    return ForeignThing(name, SPELL, at, values)


def _read_focus(
    item: dict[str, Any], system: dict[str, Any], at: str, places: Places
) -> ForeignThing:
    """Return a focus."""
    name = name_of(item, FOCUS)
    scope = places.find("scope of the focus", system, name, at, read_map) or {}
    values: dict[str, Plain] = {
        "rating": places.number("force of the focus", system, name, at) or 0,
        "use": places.find("kind of the focus", system, name, at, read_text)
        or "",
        "fits": clean_text(scope.get("category")),
        "spell": clean_text(scope.get("spellItemId")),
        "bonded": system.get("bonded") is True,
        "why": NO_RULE,
    }
    return ForeignThing(name, FOCUS, at, values)
