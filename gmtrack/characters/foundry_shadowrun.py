"""Actors of Foundry's system `shadowrun5e`. What is saved are the numbers that people typed
(`base`); totals are worked out when the program runs, so what effects add is added here."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from gmtrack.characters.file import File, refuse
from gmtrack.characters.foundry_actor import (
    Change,
    Parts,
    besides,
    changes,
    items_of,
    name_of,
    system_of,
    told,
    total,
    version_of,
)
from gmtrack.characters.plain import boxes, key, listed, under, whole, words
from gmtrack.characters.shadowrun import ATTRIBUTES, SYSTEM, category, damage
from gmtrack.core.foreign import Foreign, Lost, Plain, Thing, Value, Word

NO_PEOPLE = ("vehicle", "sprite", "ic")
MODES = (("single_shot", "SS"), ("semi_auto", "SA"), ("burst_fire", "BF"), ("full_auto", "FA"))
BANDS = ("short", "medium", "long", "extreme")
TRACKS = {"physical": "P", "stun": "S"}
ELEMENTS = {"electricity": "(e)", "fire": "(fire)", "acid": "(acid)", "cold": "(cold)"}
LOADED = {
    "removable_clip": "c",
    "break_action": "b",
    "belt_fed": "belt",
    "internal_magazin": "m",
    "cylinder": "cy",
    "drum": "d",
}
"""How Chummer writes what Foundry calls so."""
TAKEN = ("weapon", "armor", "skill")
BESIDES: Mapping[str, str] = {
    "cyberware": "what its effects add counts; nothing else",
    "bioware": "what its effects add counts; nothing else",
    "quality": "what its effects add counts; nothing else",
    "adept_power": "what its effects add counts; nothing else",
    "contact": "no part of a fight",
    "lifestyle": "no part of a fight",
    "sin": "no part of a fight",
    "ammo": "only weapons and armor are taken",
    "device": "only weapons and armor are taken",
    "equipment": "only weapons and armor are taken",
}
"""Why items have no place, by their type."""
_ATTRIBUTE = re.compile(r"(?:system|data)\.attributes\.(\w+)(?:\.(?:mod|value|base|temp))?")
_DICE = re.compile(
    r"(?:system|data)\.(?:modifiers\.meat_initiative_dice|initiative\.meatspace\.dice(?:\.\w+)?)"
)
_BONUS = re.compile(
    r"(?:system|data)\.(?:modifiers\.meat_initiative|initiative\.meatspace\.base(?:\.\w+)?)"
)


def actor(file: File, found: dict[str, Any], at: str) -> Foreign:
    """One actor. Raises BadFile for what is nobody."""
    kind, system = key(found.get("type")), system_of(found)
    if kind in NO_PEOPLE:
        refuse(file, f"{name_of(found, file.stem)} is of the type '{kind}', which is nobody", at)
    known = [*changes(found)]
    attributes = dict(_attributes(system, known))
    if not attributes:
        refuse(file, "no attribute was found in it", at or "system.attributes")
    edge = whole(under(system, "attributes", "edge", "base"))
    edge = edge or whole(under(system, "attributes", "edge", "value"))
    metatype = words(system.get("metatype")).lower()
    others = {"edge": Value(edge, "system.attributes.edge")} if edge else {}
    items = items_of(found)
    smart = any("smartlink" in name_of(item, "").lower() for item in items)
    return Foreign(
        program=version_of(found),
        system=SYSTEM,
        name=name_of(found, file.stem),
        player=kind == "character" and under(system, "is_npc") is not True,
        kind=kind or "actor",
        metatype=Word(metatype, "system.metatype") if metatype else None,
        attributes=attributes,
        skills=dict(_skills(system, items)),
        others=others | dict(_derived(system, known, attributes)),
        weapons=tuple(_weapons(items, attributes)),
        armor=tuple(_armor(items)),
        traits=("smartlink",) if smart else (),
        lost=(
            *besides(items, TAKEN, BESIDES),
            *_not_applied(known),
            *_grunt(system, metatype),
            *_damage(system),
        ),
    )


# --- what somebody is ---


def _best(node: object) -> int | None:
    """The larger of what was typed and what the file keeps as the total; a plain number."""
    numbers = [whole(under(node, "base")), whole(under(node, "value")), whole(node)]
    known = [number for number in numbers if number is not None]
    return max(known) if known else None


def _typed(node: object) -> int | None:
    """What was typed; where that is nothing, what the file keeps as the total."""
    base, total = whole(under(node, "base")), whole(under(node, "value"))
    return base or total or base or whole(node)


def _attributes(system: dict[str, Any], known: list[Change]) -> Iterator[tuple[str, Value]]:
    for name in ATTRIBUTES.values():
        number = _best(under(system, "attributes", name))
        if number is not None:
            at = f"system.attributes.{name}"
            parts = _added(known, lambda key, name=name: _of(_ATTRIBUTE, key) == name)
            why = f"{number}{told(parts)}" if parts else ""
            yield name, Value(number + total(parts), at, why, parts)


def _of(pattern: "re.Pattern[str]", key: str) -> str | None:
    """What a key of an effect is about; None where it is none of these."""
    found = pattern.fullmatch(key)
    return (found[1] if found.groups() else "") if found else None


def _added(known: list[Change], is_meant: Any) -> Parts:
    return tuple((one.source, one.amount) for one in known if one.amount and is_meant(one.key))


def _skills(system: dict[str, Any], items: list[dict[str, Any]]) -> Iterator[tuple[str, Value]]:
    """The active skills, which newer versions keep as items."""
    active = under(system, "skills", "active")
    known: set[str] = set()
    for name, node in active.items() if isinstance(active, dict) else ():
        number = _best(node)
        called = key(under(node, "name")) or key(name)
        if called and number is not None and number > 0:
            known.add(called)
            yield called, Value(number, f"system.skills.active.{words(name)}")
    groups = dict(_groups(items))
    for number, item in enumerate(items):
        value, name = _skill_item(item, groups), key(item.get("name"))
        if value and name and name not in known:
            known.add(name)
            yield name, Value(value, f"items[{number}]")


def _groups(items: list[dict[str, Any]]) -> Iterator[tuple[str, int]]:
    for item in items:
        rating = whole(under(system_of(item), "group", "rating"))
        if item.get("type") == "skill" and rating:
            yield key(item.get("name")), rating


def _skill_item(item: dict[str, Any], groups: Mapping[str, int]) -> int | None:
    system = system_of(item)
    if item.get("type") != "skill" or system.get("type", "skill") != "skill":
        return None
    if words(under(system, "skill", "category")) not in ("", "active"):
        return None
    own = whole(under(system, "skill", "rating")) or 0
    return max(own, groups.get(key(under(system, "skill", "group")), 0))


def _derived(
    system: dict[str, Any], known: list[Change], attributes: Mapping[str, Value]
) -> Iterator[tuple[str, Value]]:
    """Initiative, and the condition monitors where something makes them longer."""
    modifiers = under(system, "modifiers")
    parts = _added(known, lambda key: _of(_DICE, key) is not None)
    own = whole(under(modifiers, "meat_initiative_dice")) or 0
    if own or parts:
        why = f"1{f' {own:+} (modifier)' if own else ''}{told(parts)}"
        yield "initiative_dice", Value(1 + own + total(parts), "system.modifiers", why, parts)
    parts = _added(known, lambda key: _of(_BONUS, key) is not None)
    bonus = (whole(under(modifiers, "meat_initiative")) or 0) + total(parts)
    if bonus:
        why = told(parts).strip()
        yield "initiative_bonus", Value(bonus, "system.modifiers", why, parts)
    for track, attribute in (("physical", "body"), ("stun", "willpower")):
        longer = whole(under(modifiers, f"{track}_track"))
        if longer and attribute in attributes:
            number = 8 + (attributes[attribute].number + 1) // 2 + longer
            why = f"8 + half of {attribute} {longer:+} (modifier)"
            yield f"{track}_boxes", Value(number, "system.modifiers", why)


# --- what somebody has ---


def _weapons(items: list[dict[str, Any]], attributes: Mapping[str, Value]) -> Iterator[Thing]:
    for number, item in enumerate(items):
        if item.get("type") == "weapon":
            yield _weapon(item, f"items[{number}]", attributes)


def _weapon(item: dict[str, Any], at: str, attributes: Mapping[str, Value]) -> Thing:
    system = system_of(item)
    action = under(system, "action")
    form = words(system.get("category")).lower()
    form = form if form in ("melee", "ranged", "thrown") else "ranged"
    values: dict[str, Plain] = {
        "form": form,
        "damage": _damage_code(action),
        "ap": _typed(under(action, "damage", "ap")) or 0,
        "reach": whole(under(system, "melee", "reach")) or 0,
        "modes": tuple(
            mode for name, mode in MODES if under(system, "range", "modes", name) is True
        ),
        "ammo": _ammo(system),
        "skill": key(under(action, "skill")),
        "accessories": tuple(name_of(mod, "").lower() for mod in _mods(item)),
    }
    more = sum(whole(under(system_of(mod), "accuracy")) or 0 for mod in _mods(item))
    values |= {"accuracy_bonus": more} if more else {}
    limit = under(action, "limit")
    accuracy = _typed(limit)
    by_limit = words(under(limit, "attribute")).lower() == "physical"
    if accuracy or by_limit:
        values["accuracy"] = "Physical" if by_limit else accuracy or 0
    ranges = _ranges(under(system, "thrown" if form == "thrown" else "range", "ranges"), attributes)
    if all(ranges):
        values["ranges"] = ranges
    return Thing(name_of(item, "weapon"), _kind(system), at, values)


def _ranges(node: object, attributes: Mapping[str, Value]) -> tuple[int, ...]:
    """Where the four bands end; of bows and what is thrown the file has them for one point of an
    attribute."""
    attribute = words(under(node, "attribute")).lower()
    factor = attributes[attribute].number if attribute in attributes else int(not attribute)
    return tuple((whole(under(node, band)) or 0) * factor for band in BANDS)


def _kind(system: dict[str, Any]) -> str:
    places = (
        ("subcategory",),
        ("importFlags", "subType"),
        ("range", "ranges", "category"),
        ("range", "category"),
    )
    found = (category(words(under(system, *place))) for place in places)
    return next((one for one in found if one not in ("", "manuals", "melees", "rangeds")), "")


def _damage_code(action: object) -> str:
    node = under(action, "damage")
    number = _typed(node)
    letter = TRACKS.get(words(_base(under(node, "type"))).lower())
    if number is None or letter is None:
        return ""
    attribute = words(under(node, "attribute")).lower()
    short = next((code for code, name in ATTRIBUTES.items() if name == attribute), "")
    code = f"{short}{number:+}" if short and number else short or str(number)
    note = ELEMENTS.get(words(_base(under(node, "element"))).lower(), "")
    return damage(f"{code}{letter}{note}")


def _base(node: object) -> object:
    return under(node, "base") or under(node, "value")


def _ammo(system: dict[str, Any]) -> str:
    rounds = whole(under(system, "ammo", "current", "max"))
    how = LOADED.get(words(under(system, "ammo", "clip_type")), "c")
    return f"{rounds}({how})" if rounds else ""


def _mods(item: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What is built onto a weapon and not taken off, which older versions keep under a flag."""
    flags = under(item, "flags", "shadowrun5e", "embeddedItems")
    for one in listed(flags):
        if not isinstance(one, dict) or one.get("type") != "modification":
            continue
        if under(system_of(one), "technology", "equipped") is not False:
            yield one


def _armor(items: list[dict[str, Any]]) -> Iterator[Thing]:
    for number, item in enumerate(items):
        if item.get("type") == "armor":
            node = under(system_of(item), "armor")
            worn = under(system_of(item), "technology", "equipped")
            values: dict[str, Plain] = {
                "rating": max(0, _typed(node) or 0),
                "adds": under(node, "mod") is True,
                "equipped": worn is not False,
            }
            yield Thing(name_of(item, "armor"), "", f"items[{number}]", values)


# --- what is left over ---


def _not_applied(known: list[Change]) -> Iterator[Lost]:
    patterns = (_ATTRIBUTE, _DICE, _BONUS)
    for one in known:
        meant = any(_of(pattern, one.key) is not None for pattern in patterns)
        if not meant or one.amount is None:
            what = f"effect of {one.source} on {one.key}"
            yield Lost(what, "not a plain number on an attribute or initiative", one.at)


def _grunt(system: dict[str, Any], metatype: str) -> Iterator[Lost]:
    if under(system, "npc", "is_grunt") is True and metatype not in ("", "human"):
        why = "the program adds it when it runs, the file does not have it"
        yield Lost(f"what a grunt's attributes have more as {metatype}", why, "system.npc.is_grunt")


def _damage(system: dict[str, Any]) -> Iterator[Lost]:
    for track in ("physical", "stun"):
        filled = whole(under(system, "track", track, "value"))
        if filled:
            yield Lost(boxes(filled, track), "newcomers come unhurt", f"system.track.{track}")
