"""Actors of Foundry's system `mta` (Chronicles of Darkness, second edition)."""

from collections.abc import Iterator, Mapping
from typing import Any

from gmtrack.characters.file import File, refuse
from gmtrack.characters.foundry_actor import (
    Parts,
    besides,
    items_of,
    name_of,
    system_of,
    told,
    total,
    version_of,
)
from gmtrack.characters.plain import boxes, key, listed, under, whole, words
from gmtrack.core.foreign import Foreign, Lost, Plain, Thing, Value

SYSTEM = "chronicles"
PARTS = ("physical", "social", "mental")
DERIVED = {
    "size": "size",
    "speed": "speed",
    "defense": "defense",
    "initiativeMod": "initiative",
    "health": "health",
    "willpower": "willpower",
    "armor": "armor",
    "ballistic": "ballistic",
}
"""Derived traits, and what is added to them."""
KINDS = {"firearm": "firearm", "melee": "melee", "explosive": "explosive"}
TYPES = {"unarmed": "unarmed", "thrown": "thrown"}
BANDS = ("short", "medium", "long")
BESIDES = {
    "merit": "what its active effects add counts; nothing else",
    "equipment": "only weapons and armor are taken",
    "container": "only weapons and armor are taken",
    "ammo": "only weapons and armor are taken",
    "service": "no part of a fight",
    "relationship": "no part of a fight",
}
"""Why items have no place, by their type."""
Added = Mapping[str, Parts]


def actor(file: File, found: dict[str, Any], at: str) -> Foreign:
    """One actor. Raises BadFile for what has no attributes."""
    kind, system, items = key(found.get("type")), system_of(found), items_of(found)
    added = _effects(items)
    attributes = dict(_numbers(system, "attributes", added))
    if not any(one.at.startswith("system.attributes_physical") for one in attributes.values()):
        message = (
            f"{name_of(found, file.stem)} ({kind or 'actor'}) has no Strength and no Dexterity"
        )
        refuse(file, f"{message}: only those with physical attributes are read", at)
    return Foreign(
        program=version_of(found),
        system=SYSTEM,
        name=name_of(found, file.stem),
        player=kind == "character",
        kind=words(system.get("characterType")) or kind or "actor",
        attributes=attributes,
        skills=dict(_numbers(system, "skills", added)),
        others=dict(_derived(system, added)),
        weapons=tuple(_weapons(items)),
        armor=tuple(_armor(items)),
        lost=(*besides(items, (*KINDS, "armor"), BESIDES), *_damage(system)),
    )


def _numbers(system: dict[str, Any], what: str, added: Added) -> Iterator[tuple[str, Value]]:
    for part in PARTS:
        nodes = under(system, f"{what}_{part}")
        for name, node in nodes.items() if isinstance(nodes, dict) else ():
            number, called = whole(under(node, "value")), key(_parted(name))
            if number is None or not called:
                continue
            more = added.get(f"{what}_{part}.{name}", ())
            number, why = number + total(more), f"{number}{told(more)}" if more else ""
            if number or what == "attributes":
                yield called, Value(number, f"system.{what}_{part}.{words(name)}", why, more)


def _parted(name: str) -> str:
    """`animal_ken` for `animalKen`."""
    return "".join(f"_{c}" if c.isupper() else c for c in name)


def _effects(items: list[dict[str, Any]]) -> Added:
    """What active effects of what somebody has add, by the value they are for."""
    found: dict[str, Parts] = {}
    for item in items:
        system = system_of(item)
        if system.get("effectsActive") is not True or system.get("equipped") is False:
            continue
        for effect in listed(system.get("effects")):
            amount, name = whole(under(effect, "value")), words(under(effect, "name"))
            if amount and name:
                found[name] = (*found.get(name, ()), (name_of(item, "item"), amount))
    return found


def _derived(system: dict[str, Any], added: Added) -> Iterator[tuple[str, Value]]:
    for name, called in DERIVED.items():
        more = added.get(f"derivedTraits.{name}", ())
        own = whole(under(system, "derivedTraits", name, "mod")) or 0
        if number := own + total(more):
            why = told(more).strip()
            yield called, Value(number, f"system.derivedTraits.{name}", why, more)


def _weapons(items: list[dict[str, Any]]) -> Iterator[Thing]:
    for number, item in enumerate(items):
        kind, system = KINDS.get(key(item.get("type"))), system_of(item)
        if kind is None:
            continue
        values: dict[str, Plain] = {}
        for name, called in (
            ("damage", "damage"),
            ("initiativeMod", "initiative"),
            ("penetration", "penetration"),
            ("strengthReq", "strength"),
            ("size", "size"),
            ("capacity", "capacity"),
        ):
            amount = whole(system.get(name))
            if amount is not None:
                values[called] = amount
        ranges = [whole(under(system, "ranges", band)) for band in BANDS]
        if all(ranges):
            values["ranges"] = tuple(one or 0 for one in ranges)
        values["traits"] = tuple(map(words, listed(system.get("traits"))))
        values["equipped"] = system.get("equipped") is True
        meant = TYPES.get(key(system.get("weaponType")), kind) if kind == "melee" else kind
        yield Thing(name_of(item, "weapon"), meant, f"items[{number}]", values)


def _armor(items: list[dict[str, Any]]) -> Iterator[Thing]:
    for number, item in enumerate(items):
        if key(item.get("type")) == "armor":
            system = system_of(item)
            values: dict[str, Plain] = {
                "general": max(0, whole(system.get("rating")) or 0),
                "ballistic": max(0, whole(system.get("ballistic")) or 0),
                "defense": whole(system.get("defenseMod")) or 0,
                "speed": whole(system.get("speedMod")) or 0,
                "equipped": system.get("equipped") is True,
            }
            yield Thing(name_of(item, "armor"), "", f"items[{number}]", values)


def _damage(system: dict[str, Any]) -> Iterator[Lost]:
    """`value` is what is free of any damage, of `max` boxes."""
    most, left = (whole(under(system, "health", one)) for one in ("max", "value"))
    if most and left is not None and 0 <= left < most:
        yield Lost(boxes(most - left), "newcomers come unhurt", "system.health")
