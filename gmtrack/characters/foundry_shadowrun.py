"""Actors of Foundry's system `shadowrun5e`. What is saved are the numbers that people typed
(`base`); totals are worked out when the program runs, so what effects add is added here."""

from collections.abc import Iterator, Mapping
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
from gmtrack.characters.foundry_shadowrun_gear import (
    ARMOR,
    MODIFICATION,
    WEAPON,
    is_built_on,
    read_armor,
    read_ware_armor,
    read_weapons,
)
from gmtrack.characters.foundry_shadowrun_magic import (
    is_magic_item,
    read_magic_things,
)
from gmtrack.characters.foundry_shadowrun_places import (
    ON_ARMOR,
    ON_ATTRIBUTE,
    ON_BONUS,
    ON_DICE,
    SHADOWRUN,
    subject_of_key,
)
from gmtrack.characters.places import Places
from gmtrack.characters.plain import (
    as_list,
    boxes_of_damage,
    clean_text,
    comparison_key,
    parse_whole_number,
    value_under,
)
from gmtrack.characters.shadowrun import ATTRIBUTES, NATURAL_ARMOR, SYSTEM
from gmtrack.core.foreign import (
    ForeignCharacter,
    ForeignThing,
    ForeignValue,
    ForeignWord,
    LostPart,
)

NO_PEOPLE = ("vehicle", "sprite", "ic")
SPIRIT, MAGIC = "spirit", "magic"
TAKEN = (WEAPON, ARMOR, "skill")
EFFECTS_ADD = "what its effects add counts; nothing else"
ADDS = "what its effects and its armor add counts; nothing else"
BESIDES: Mapping[str, str] = {
    "cyberware": ADDS,
    "bioware": ADDS,
    "quality": EFFECTS_ADD,
    "contact": "no part of a fight",
    "lifestyle": "no part of a fight",
    "sin": "no part of a fight",
    "ammo": "only weapons and armor are taken",
    "device": "only weapons and armor are taken",
    "equipment": "only weapons and armor are taken",
}
"""Reasons why items have no place, by their type."""
USUAL_INITIATIVE = ("reaction", "intuition")
MODIFIER = "armor modifier"


def read_actor(
    file: ForeignFile, actor: dict[str, Any], at: str
) -> ForeignCharacter:
    """Return one actor; `at` is the place in the file. Raises BadFile for an actor that is
    nobody (a vehicle), or has no attributes."""
    kind, system = comparison_key(actor.get("type")), system_of(actor)
    if kind in NO_PEOPLE:
        refuse_file(
            file,
            f"{name_of(actor, file.stem)} is of the type '{kind}', which is nobody",
            at,
        )
    places = Places(SHADOWRUN, system_version(actor) or _likely_version(system))
    name = name_of(actor, file.stem)
    changes = [*active_changes(actor, places)]
    force = _force_of_spirit(kind, system)
    attributes = dict(_read_attributes(system, changes, places, name, force))
    if not attributes:
        told = [
            f": {one.why}"
            for one in places.missing
            if one.what.startswith("attributes of ")
        ]
        refuse_file(
            file,
            f"no attribute was found in it{''.join(told)}",
            at or "system.attributes",
        )
    edge = parse_whole_number(value_under(system, "attributes", "edge", "base"))
    edge = edge or parse_whole_number(
        value_under(system, "attributes", "edge", "value")
    )
    metatype = clean_text(system.get("metatype")).lower()
    others = (
        {"edge": ForeignValue(edge, "system.attributes.edge")} if edge else {}
    )
    others |= _read_magic(system)
    items = items_of(actor)
    smart = any("smartlink" in name_of(item, "").lower() for item in items)
    pieces = (
        *read_armor(items, places),
        *_natural_armor(system, items, places, name),
    )
    derived = dict(
        _read_derived_values(system, changes, attributes, places, name)
    )
    skills = dict(_read_skills(system, items, places, name))
    if kind == SPIRIT and _builds_on_force(system):
        skills = _skills_by_force(skills, system, force)
    armed = tuple(read_weapons(items, attributes, places))
    more_armor = _more_armor(system, changes, items, places, name)
    return ForeignCharacter(
        program=version_of(actor),
        system=SYSTEM,
        name=name,
        player=kind == "character"
        and value_under(system, "is_npc") is not True,
        kind=kind or "actor",
        metatype=ForeignWord(metatype, "system.metatype") if metatype else None,
        attributes=attributes,
        skills=skills,
        others=others
        | derived
        | ({"armor": more_armor} if more_armor.parts else {}),
        weapons=armed,
        armor=pieces,
        magic=tuple(read_magic_things(items, places, EFFECTS_ADD)),
        traits=("smartlink",) if smart else (),
        lost=(
            *lost_items(
                items, TAKEN, BESIDES, lambda one: _is_taken(one, items, places)
            ),
            *_lost_effects(changes),
            *_lost_grunt_bonus(system, metatype),
            *_lost_damage(system),
            *_lost_spirit_attributes(kind, system),
            *places.missing,
        ),
    )


def _likely_version(system: dict[str, Any]) -> str:
    """Return a version for a file that does not say its own: by a place that only new ones have."""
    has_constant = (
        value_under(system, "initiative", "meatspace", "constant") is not None
    )
    return SHADOWRUN.newest if has_constant else ""


def _is_taken(
    item: dict[str, Any], items: list[dict[str, Any]], places: Places
) -> bool:
    """Whether an item is one of magic, or a modification that is built onto another of the
    items."""
    if item.get("type") == MODIFICATION:
        return any(is_built_on(item, other, places) for other in items)
    return is_magic_item(item)


# --- what somebody is ---


def _best_number(node: object) -> int | None:
    """Return the larger of the number that was typed and the total that the file keeps, or a
    plain number; None if there is none."""
    numbers = [
        parse_whole_number(value_under(node, "base")),
        parse_whole_number(value_under(node, "value")),
        parse_whole_number(node),
    ]
    known = [number for number in numbers if number is not None]
    return max(known) if known else None


def _force_of_spirit(kind: str, system: dict[str, Any]) -> int:
    """Return the Force of a spirit; 0 for an actor of another `kind`."""
    if kind != SPIRIT:
        return 0
    return (
        _best_number(value_under(system, "attributes", "force"))
        or parse_whole_number(system.get("force"))
        or 0
    )


def _builds_on_force(system: dict[str, Any]) -> bool:
    """Whether the file has a spirit's attributes as differences from its Force."""
    nodes = value_under(system, "attributes")
    nodes = nodes.values() if isinstance(nodes, dict) else ()
    return any(value_under(node, "applies_special") is True for node in nodes)


def _read_attributes(
    system: dict[str, Any],
    changes: list[EffectChange],
    places: Places,
    name: str,
    force: int,
) -> Iterator[tuple[str, ForeignValue]]:
    """Yield each attribute with what effects add; those of a spirit with its `force`, if they
    are built on it."""
    node = places.find("attributes", system, name, "system", _map_or_none) or {}
    for attribute in ATTRIBUTES.values():
        own = node.get(attribute)
        number = _best_number(own)
        if number is None:
            continue
        at = f"system.attributes.{attribute}"
        parts = _parts_from_effects(changes, ON_ATTRIBUTE, attribute)
        why = f"{number}{parts_in_words(parts)}" if parts else ""
        if force and value_under(own, "applies_special") is True:
            number, why = (
                number + force,
                f"Force {force} {number:+}{parts_in_words(parts)}",
            )
        yield (
            attribute,
            ForeignValue(number + sum_of_parts(parts), at, why, parts),
        )


def _some_skills(found: object) -> object:
    """Return a map of skills, or a list of items with a skill among them, as it is; None for
    anything else."""
    if isinstance(found, dict):
        return found or None
    is_there = any(
        value_under(one, "type") == "skill" for one in as_list(found)
    )
    return found if is_there else None


def _map_or_none(found: object) -> dict[str, Any] | None:
    """Return a map as it is; None for anything else."""
    return found if isinstance(found, dict) else None


def _parts_from_effects(
    changes: list[EffectChange], what: str, attribute: str = ""
) -> Parts:
    """Return source and amount of each change of a value: `what`, and the `attribute` if it is
    about one."""
    meant = (
        one for one in changes if subject_of_key(one.key) == (what, attribute)
    )
    return tuple((one.source, one.amount) for one in meant if one.amount)


def _read_skills(
    system: dict[str, Any],
    items: list[dict[str, Any]],
    places: Places,
    name: str,
) -> Iterator[tuple[str, ForeignValue]]:
    """Yield the active skills by name, from the map of older versions, then from the items of
    newer ones."""
    whole_actor = {"system": system, "items": items}
    places.find("skills", whole_actor, name, "", _some_skills)
    active = places.peek("skills", whole_actor, _map_or_none) or {}
    known: set[str] = set()
    for word, node in active.items():
        number = _best_number(node)
        called = comparison_key(value_under(node, "name")) or comparison_key(
            word
        )
        if called and number is not None and number > 0:
            known.add(called)
            yield (
                called,
                ForeignValue(
                    number, f"system.skills.active.{clean_text(word)}"
                ),
            )
    groups = dict(_read_groups(items))
    for number, item in enumerate(items):
        value, called = (
            _read_skill_item(item, groups, places, f"items[{number}]"),
            comparison_key(item.get("name")),
        )
        if value and called and called not in known:
            known.add(called)
            yield called, ForeignValue(value, f"items[{number}]")


def _skills_by_force(
    skills: Mapping[str, ForeignValue], system: dict[str, Any], force: int
) -> dict[str, ForeignValue]:
    """Return the skills of a spirit, each at its Force, or at half of it, rounded up, if the
    file says so."""
    rank = -(-force // 2) if system.get("half_value_skill") is True else force
    return {
        name: one._replace(number=rank, why=f"by Force {force}")
        for name, one in skills.items()
    }


def _read_groups(items: list[dict[str, Any]]) -> Iterator[tuple[str, int]]:
    """Yield the rating of each skill group among the items."""
    for item in items:
        rating = parse_whole_number(
            value_under(system_of(item), "group", "rating")
        )
        if item.get("type") == "skill" and rating:
            yield comparison_key(item.get("name")), rating


def _read_skill_item(
    item: dict[str, Any], groups: Mapping[str, int], places: Places, at: str
) -> int | None:
    """Return the rating of an active skill, its own or its group's; None for any other item."""
    system = system_of(item)
    if item.get("type") != "skill" or system.get("type", "skill") != "skill":
        return None
    if clean_text(value_under(system, "skill", "category")) not in (
        "",
        "active",
    ):
        return None
    own = (
        places.number("rating of the skill", system, name_of(item, "skill"), at)
        or 0
    )
    return max(
        own,
        groups.get(comparison_key(value_under(system, "skill", "group")), 0),
    )


def _read_derived_values(
    system: dict[str, Any],
    changes: list[EffectChange],
    attributes: Mapping[str, ForeignValue],
    places: Places,
    name: str,
) -> Iterator[tuple[str, ForeignValue]]:
    """Yield initiative dice, initiative bonus and condition monitors, each only if it differs
    from the usual."""
    parts = _parts_from_effects(changes, ON_DICE)
    dice = max(1, places.number("initiative dice", system, name, "system") or 1)
    if dice > 1 or parts:
        why = f"{dice}{parts_in_words(parts)}"
        yield (
            "initiative_dice",
            ForeignValue(
                dice + sum_of_parts(parts),
                places.where("initiative dice", system),
                why,
                parts,
            ),
        )
    parts = _parts_from_effects(changes, ON_BONUS)
    own = places.number("initiative bonus", system, name, "system") or 0
    other = _other_initiative(system, attributes, places, name)
    if bonus := own + other + sum_of_parts(parts):
        why = f"{own + other}{parts_in_words(parts)}" if parts else ""
        at = places.where("initiative bonus", system)
        yield "initiative_bonus", ForeignValue(bonus, at, why, parts)
    for track, attribute in (("physical", "body"), ("stun", "willpower")):
        longer = places.number(f"{track} track", system, name, "system")
        if longer and attribute in attributes:
            number = 8 + (attributes[attribute].number + 1) // 2 + longer
            why = f"8 + half of {attribute} {longer:+} (modifier)"
            yield (
                f"{track}_boxes",
                ForeignValue(number, "system.modifiers", why),
            )


def _other_initiative(
    system: dict[str, Any],
    attributes: Mapping[str, ForeignValue],
    places: Places,
    name: str,
) -> int:
    """Return by how much the attributes that the file names for initiative exceed Reaction and
    Intuition; 0 if it names none."""
    named = [
        places.find(
            f"{which} attribute of the initiative",
            system,
            name,
            "system",
            _lower_case_word,
        )
        for which in ("first", "second")
    ]
    if not any(named):
        return 0
    values = {one: value.number for one, value in attributes.items()}
    values["force"] = _force_of_spirit(SPIRIT, system)
    usual = sum(values.get(one, 0) for one in USUAL_INITIATIVE)
    return sum(values.get(one or "", 0) for one in named) - usual


def _lower_case_word(found: object) -> str | None:
    """Return a text in lower case, on one line; None for anything else."""
    return clean_text(found).lower() if isinstance(found, str) else None


def _read_magic(system: dict[str, Any]) -> dict[str, ForeignValue]:
    """Return Magic by its name; empty for those without. Essence is worked out when the program
    runs, so that the file does not have it."""
    magic = _best_number(value_under(system, "attributes", "magic"))
    if not magic or magic < 0 or system.get("special", MAGIC) != MAGIC:
        return {}
    return {MAGIC: ForeignValue(magic, "system.attributes.magic")}


# --- armor that is not worn ---


def _natural_armor(
    system: dict[str, Any],
    items: list[dict[str, Any]],
    places: Places,
    name: str,
) -> Iterator[ForeignThing]:
    """Yield armor of the body, which counts instead of worn armor if it is better."""
    rating = places.number("natural armor", system, name, "system")
    if rating and rating > 0:
        at = "system.armor.rating.base"
        yield ForeignThing(
            NATURAL_ARMOR, "", at, {"rating": rating, "equipped": True}
        )
    yield from (
        piece
        for piece in read_ware_armor(items, places)
        if not piece.is_so("adds")
    )


def _more_armor(
    system: dict[str, Any],
    changes: list[EffectChange],
    items: list[dict[str, Any]],
    places: Places,
    name: str,
) -> ForeignValue:
    """Return what is added to all armor: by ware, by effects, and by the modifier of the actor."""
    ware = tuple(
        (piece.name, piece.number("rating") or 0)
        for piece in read_ware_armor(items, places)
        if piece.is_so("adds")
    )
    own = places.number(MODIFIER, system, name, "system") or 0
    modifier = ((MODIFIER, own),) if own else ()
    parts = (*ware, *_parts_from_effects(changes, ON_ARMOR), *modifier)
    return ForeignValue(
        sum_of_parts(parts),
        "system.armor",
        parts_in_words(parts).strip(),
        parts,
    )


# --- what is left over ---


def _lost_effects(changes: list[EffectChange]) -> Iterator[LostPart]:
    """Yield the changes that are not applied: no plain number, or about something that is not
    imported."""
    for one in changes:
        if subject_of_key(one.key) is None or one.amount is None:
            what = f"effect of {one.source} on {one.key}"
            yield LostPart(
                what,
                "not a plain number on an attribute, initiative or armor",
                one.at,
            )


def _lost_grunt_bonus(
    system: dict[str, Any], metatype: str
) -> Iterator[LostPart]:
    """Yield what a grunt's metatype adds when the program runs, unless the grunt is human."""
    if value_under(system, "npc", "is_grunt") is True and metatype not in (
        "",
        "human",
    ):
        why = "the program adds it when it runs, the file does not have it"
        yield LostPart(
            f"what a grunt's attributes have more as {metatype}",
            why,
            "system.npc.is_grunt",
        )


def _lost_spirit_attributes(
    kind: str, system: dict[str, Any]
) -> Iterator[LostPart]:
    """Yield that a spirit's attributes are missing, if the file does not build them on Force."""
    if kind == SPIRIT and not _builds_on_force(system):
        why = "the program works them out when it runs, the file does not have them"
        yield LostPart(
            "attributes of a spirit by its Force", why, "system.attributes"
        )


def _lost_damage(system: dict[str, Any]) -> Iterator[LostPart]:
    """Yield the filled boxes of damage, which are not imported."""
    for track in ("physical", "stun"):
        filled = parse_whole_number(
            value_under(system, "track", track, "value")
        )
        if filled:
            yield LostPart(
                boxes_of_damage(filled, track),
                "newcomers come unhurt",
                f"system.track.{track}",
            )
