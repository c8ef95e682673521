"""Actors of Foundry's system `sr3e` (Shadowrun, third edition). What is saved are the numbers that
people typed; what effects add is added here."""

import re
from collections.abc import Iterator
from typing import Any

from gmtrack.characters.file import ForeignFile, refuse_file
from gmtrack.characters.foundry_actor import (
    Parts,
    items_of,
    lost_items,
    name_of,
    parts_in_words,
    sum_of_parts,
    system_of,
    system_version,
    version_of,
)
from gmtrack.characters.foundry_effects import EffectChange, active_changes
from gmtrack.characters.foundry_sr3e_magic import (
    FOCUS,
    POWER,
    SPELL,
    read_magic,
)
from gmtrack.characters.foundry_sr3e_places import (
    SR3E,
    finder,
    read_map,
    read_stat,
    read_text,
)
from gmtrack.characters.places import Places
from gmtrack.characters.plain import (
    boxes_of_damage,
    clean_text,
    comparison_key,
    parse_whole_number,
    value_under,
)
from gmtrack.core.foreign import (
    ForeignCharacter,
    ForeignThing,
    ForeignValue,
    ForeignWord,
    LostPart,
    Plain,
)

SYSTEM = "shadowrun3"
PEOPLE = ("character", "")
"""Types of actors that are somebody."""
ATTRIBUTES = (
    "body", "quickness", "strength", "charisma", "intelligence", "willpower", "reaction",
)  # fmt: skip
BANDS = ("short", "medium", "long", "extreme")
SKILL, WEAPON, ARMOR, AMMUNITION = "skill", "weapon", "wearable", "ammunition"
TAKEN = (SKILL, WEAPON, ARMOR, AMMUNITION, SPELL, FOCUS, POWER)
BESIDES = {
    "magic": "Magic and Sorcery say what somebody can cast",
    "metatype": "what it adds to attributes is in the numbers",
    "metahuman": "what it adds to attributes is in the numbers",
    "gadget": "only weapons and armor are taken",
    "medical": "only weapons and armor are taken",
}
"""Reasons why items have no place, by their type."""
_ATTRIBUTE_KEY = re.compile(r"system\.attributes\.(\w+)\.(?:mod|value)")


def read_actor(
    file: ForeignFile, actor: dict[str, Any], at: str
) -> ForeignCharacter:
    """Return one actor; `at` is the place in the file. Raises BadFile for an actor that is nobody
    (a vehicle, a screen), or has no attributes."""
    kind, system = comparison_key(actor.get("type")), system_of(actor)
    name = name_of(actor, file.stem)
    if kind not in PEOPLE:
        refuse_file(
            file, f"{name} is of the type '{kind}', which is nobody", at
        )
    places = Places(SR3E, system_version(actor))
    changes = [*active_changes(actor, places)]
    numbers = dict(_read_numbers(system, changes, places, name))
    attributes = {name: numbers[name] for name in ATTRIBUTES if name in numbers}
    if not attributes:
        refuse_file(
            file, "no attribute was found in it", at or "system.attributes"
        )
    items = items_of(actor)
    metatype = places.peek("metatype", system, read_text) or ""
    return ForeignCharacter(
        program=version_of(actor),
        system=SYSTEM,
        name=name,
        player=True,
        kind=kind or "actor",
        metatype=ForeignWord(metatype.lower(), "system.profile.metaType")
        if metatype
        else None,
        attributes=attributes,
        skills=dict(_read_skills(items, places)),
        others=dict(_read_others(system, numbers, places)),
        weapons=tuple(_read_weapons(items, places)),
        armor=tuple(_read_armor(items, places)),
        magic=tuple(read_magic(items, places)),
        lost=(
            *lost_items(items, TAKEN, BESIDES),
            *_lost_effects(changes),
            *_lost_specializations(items),
            *_lost_damage(system),
            *places.missing,
        ),
    )


# --- what somebody is ---


def _read_numbers(
    system: dict[str, Any],
    changes: list[EffectChange],
    places: Places,
    name: str,
) -> Iterator[tuple[str, ForeignValue]]:
    """Yield each number among the attributes by its name, with what effects add. Essence, which has
    a fraction, counts in whole points."""
    nodes = places.find("attributes", system, name, "system", read_map) or {}
    for key in (*ATTRIBUTES, "magic", "essence", "initiative"):
        node = nodes.get(key)
        number = _whole_essence(node) if key == "essence" else read_stat(node)
        if number is None:
            continue
        parts: Parts = tuple(
            (one.source, one.amount)
            for one in changes
            if one.amount and _attribute_of(one) == key
        )
        why = f"{number}{parts_in_words(parts)}" if parts else ""
        total = number + sum_of_parts(parts)
        at = f"system.attributes.{key}"
        yield key, ForeignValue(total, at, why, parts)


def _whole_essence(node: object) -> int | None:
    """Return the whole points of an essence; None if there is no number."""
    shares = [value_under(node, key) for key in ("value", "mod")]
    known = [
        one
        for one in shares
        if isinstance(one, int | float)
        and not isinstance(one, bool)
        and abs(one) <= 100  # and no infinity
    ]
    return int(max(0, sum(known))) if known and shares[0] in known else None


def _attribute_of(change: EffectChange) -> str:
    """Return the attribute that a change of an effect is about; empty for any other change."""
    found = _ATTRIBUTE_KEY.fullmatch(change.key)
    return found[1] if found else ""


def _read_skills(
    items: list[dict[str, Any]], places: Places
) -> Iterator[tuple[str, ForeignValue]]:
    """Yield the active skills by name."""
    for number, item in enumerate(items):
        system, name = system_of(item), comparison_key(item.get("name"))
        is_active = system.get("skillType", "active") == "active"
        if item.get("type") != SKILL or not is_active or not name:
            continue
        at = f"items[{number}]"
        rating = places.number("rating of the skill", system, name, at)
        if rating and rating > 0:
            yield name, ForeignValue(rating, at)


def _read_others(
    system: dict[str, Any], numbers: dict[str, ForeignValue], places: Places
) -> Iterator[tuple[str, ForeignValue]]:
    """Yield initiative dice, Karma pool and, for the Awakened, Magic and essence."""
    dice = numbers.get("initiative")
    if dice and dice.number > 1:
        yield "initiative_dice", dice
    karma = places.peek("Karma pool", system, read_stat)
    if karma and karma > 0:
        yield "karma_pool", ForeignValue(karma, "system.karma.karmaPool")
    magic = numbers.get("magic")
    if magic and magic.number > 0:
        yield "magic", magic
        if "essence" in numbers:
            yield "essence", numbers["essence"]


# --- what somebody has ---


def _read_weapons(
    items: list[dict[str, Any]], places: Places
) -> Iterator[ForeignThing]:
    """Yield the weapons, each with the skill that it is linked to and what its ammunition holds."""
    by_id = {clean_text(item.get("_id")): item for item in items}
    for number, item in enumerate(items):
        if item.get("type") != WEAPON:
            continue
        system, name = system_of(item), name_of(item, "weapon")
        at = f"items[{number}]"
        find = finder(places, system, name, at)
        ranges = places.find("ranges", system, name, at, read_map) or {}
        link = find("skill of the weapon").partition("::")[0]
        skill = comparison_key(by_id.get(link, {}).get("name")) if link else ""
        clip = system_of(by_id.get(find("ammunition"), {}))
        held = places.peek("capacity", clip, parse_whole_number) or 0
        values: dict[str, Plain] = {
            "power": places.find("damage", system, name, at, read_stat) or 0,
            "level": find("damage level"),
            "mode": find("fire mode"),
            "loading": find("reload mechanism"),
            "recoil": places.peek("recoil compensation", system, read_stat)
            or 0,
            "reach": places.peek("reach", system, read_stat) or 0,
            "ranges": tuple(read_stat(ranges.get(band)) or 0 for band in BANDS),
            "skill": skill,
            "capacity": held,
            "ammo_type": clean_text(clip.get("type")),
        }
        yield ForeignThing(name, find("weapon class"), at, values)


def _read_armor(
    items: list[dict[str, Any]], places: Places
) -> Iterator[ForeignThing]:
    """Yield the pieces of armor. The file does not say which are worn."""
    for number, item in enumerate(items):
        if item.get("type") == ARMOR:
            system, name = system_of(item), name_of(item, "armor")
            at = f"items[{number}]"
            ratings: dict[str, Plain] = {
                key: places.number(f"{key} rating", system, name, at) or 0
                for key in ("ballistic", "impact")
            }
            yield ForeignThing(name, "", at, ratings)


# --- what is left over ---


def _lost_effects(changes: list[EffectChange]) -> Iterator[LostPart]:
    """Yield the changes of effects that are not applied: no plain number, or about something else
    than an attribute."""
    for one in changes:
        if not _attribute_of(one) or one.amount is None:
            what = f"effect of {one.source} on {one.key}"
            yield LostPart(what, "not a plain number on an attribute", one.at)


def _lost_specializations(
    items: list[dict[str, Any]],
) -> Iterator[LostPart]:
    """Yield the specializations of active skills."""
    for number, item in enumerate(items):
        nodes = value_under(system_of(item), "activeSkill", "specializations")
        for node in nodes if isinstance(nodes, list) else ():
            name = clean_text(value_under(node, "name"))
            if item.get("type") == SKILL and name:
                what = f"specialization {name_of(item, SKILL)}: {name}"
                why = "make it a skill of its own for the weapons it is for"
                yield LostPart(what, why, f"items[{number}]")


def _lost_damage(system: dict[str, Any]) -> Iterator[LostPart]:
    """Yield the filled boxes of damage, which are not imported."""
    for track in ("physical", "stun"):
        boxes = value_under(system, "health", track)
        filled = (
            sum(one is True for one in boxes)
            if isinstance(boxes, list)
            else read_stat(boxes) or 0
        )
        if filled > 0:
            what = boxes_of_damage(filled, track)
            where = f"system.health.{track}"
            yield LostPart(what, "newcomers come unhurt", where)
