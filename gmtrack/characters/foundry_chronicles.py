"""Actors of Foundry's system `mta` (Chronicles of Darkness, second edition)."""

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
from gmtrack.characters.places import ForeignSystem, Places, VersionedPlace
from gmtrack.characters.plain import (
    as_list,
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
    LostPart,
    Plain,
)

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
"""Names for the modifiers of derived traits, by the names that the file has."""
POOL, GENERAL_POOL, ARMOR = "combat_dice_pool", "general_dice_pool", "armor"
KINDS = {
    "firearm": "firearm",
    "melee": "melee",
    "explosive": "explosive",
    POOL: "pool",
}
TYPES = {"unarmed": "unarmed", "thrown": "thrown"}
BANDS = ("short", "medium", "long")
MTA = ForeignSystem(
    "mta",
    "0.16",
    {
        # Below `system` of an actor.
        "physical attributes": (VersionedPlace("", ("attributes_physical",)),),
        "derived traits": (VersionedPlace("", ("derivedTraits",)),),
        # Below `system` of an item.
        "damage": (VersionedPlace("", ("damage",)),),
        "dice": (
            VersionedPlace("", ("value",)),
            VersionedPlace("", ("dicePool", "value")),
        ),
        "ranges": (VersionedPlace("", ("ranges",)),),
        "armor rating": (VersionedPlace("", ("rating",)),),
        "ballistic rating": (VersionedPlace("", ("ballistic",)),),
        "coverage": (VersionedPlace("", ("coverage",)),),
    },
)
"""Places in which the system `mta` keeps values that have moved or may move."""
BESIDES = {
    "merit": "what its active effects add counts; nothing else",
    "equipment": "only weapons and armor are taken",
    "container": "only weapons and armor are taken",
    "ammo": "only weapons and armor are taken",
    GENERAL_POOL: "a pool of dice alone: `roll 6d10>=8` rolls one",
    "service": "no part of a fight",
    "relationship": "no part of a fight",
}
"""Reasons why items have no place, by their type."""
Added = Mapping[str, Parts]


def read_actor(
    file: ForeignFile, actor: dict[str, Any], at: str
) -> ForeignCharacter:
    """Return one actor; `at` is the place in the file. Raises BadFile for an actor without
    physical attributes."""
    kind, system, items = (
        comparison_key(actor.get("type")),
        system_of(actor),
        items_of(actor),
    )
    places, name = Places(MTA, system_version(actor)), name_of(actor, file.stem)
    added = _added_by_effects(items)
    attributes = dict(_read_numbers(system, "attributes", added))
    if not any(
        one.at.startswith("system.attributes_physical")
        for one in attributes.values()
    ):
        message = f"{name} ({kind or 'actor'}) has no Strength and no Dexterity"
        refuse_file(
            file, f"{message}: only those with physical attributes are read", at
        )
    armed, armor = (
        tuple(_read_weapons(items, places)),
        tuple(_read_armor(items, places)),
    )
    for what in ("physical attributes", "derived traits"):
        places.find(what, system, name, "system", _map_or_none)
    return ForeignCharacter(
        program=version_of(actor),
        system=SYSTEM,
        name=name,
        player=kind == "character",
        kind=clean_text(system.get("characterType")) or kind or "actor",
        attributes=attributes,
        skills=dict(_read_numbers(system, "skills", added)),
        others=dict(_read_derived_values(system, added)),
        weapons=armed,
        armor=armor,
        lost=(
            *lost_items(items, (*KINDS, ARMOR), BESIDES),
            *_lost_damage(system),
            *places.missing,
        ),
    )


def _map_or_none(found: object) -> dict[str, Any] | None:
    """Return a map as it is; None for anything else."""
    return found if isinstance(found, dict) else None


def _read_numbers(
    system: dict[str, Any], what: str, added: Added
) -> Iterator[tuple[str, ForeignValue]]:
    """Yield the attributes or skills (`what`) with what effects add, by their names; a skill
    only if it is not 0."""
    for part in PARTS:
        nodes = value_under(system, f"{what}_{part}")
        for name, node in nodes.items() if isinstance(nodes, dict) else ():
            number, called = (
                parse_whole_number(value_under(node, "value")),
                comparison_key(_split_words(name)),
            )
            if number is None or not called:
                continue
            more = added.get(f"{what}_{part}.{name}", ())
            number, why = (
                number + sum_of_parts(more),
                f"{number}{parts_in_words(more)}" if more else "",
            )
            if number or what == "attributes":
                yield (
                    called,
                    ForeignValue(
                        number,
                        f"system.{what}_{part}.{clean_text(name)}",
                        why,
                        more,
                    ),
                )


def _split_words(name: str) -> str:
    """Return a name with `_` between its words: `animal_ken` for `animalKen`; capitals stay."""
    return "".join(f"_{c}" if c.isupper() else c for c in name)


def _added_by_effects(items: list[dict[str, Any]]) -> Added:
    """Return what active effects of things add, by the key of the value that they change. Things
    that are not equipped add nothing."""
    found: dict[str, Parts] = {}
    for item in items:
        system = system_of(item)
        if (
            system.get("effectsActive") is not True
            or system.get("equipped") is False
        ):
            continue
        for effect in as_list(system.get("effects")):
            amount, name = (
                parse_whole_number(value_under(effect, "value")),
                clean_text(value_under(effect, "name")),
            )
            if amount and name:
                found[name] = (
                    *found.get(name, ()),
                    (name_of(item, "item"), amount),
                )
    return found


def _read_derived_values(
    system: dict[str, Any], added: Added
) -> Iterator[tuple[str, ForeignValue]]:
    """Yield the modifiers of derived traits with what effects add, by name; only those that are
    not 0."""
    for name, called in DERIVED.items():
        more = added.get(f"derivedTraits.{name}", ())
        own = (
            parse_whole_number(
                value_under(system, "derivedTraits", name, "mod")
            )
            or 0
        )
        if number := own + sum_of_parts(more):
            why = parts_in_words(more).strip()
            yield (
                called,
                ForeignValue(number, f"system.derivedTraits.{name}", why, more),
            )


def _read_weapons(
    items: list[dict[str, Any]], places: Places
) -> Iterator[ForeignThing]:
    """Yield the weapons and the pools of dice among the items."""
    for number, item in enumerate(items):
        kind, system = (
            KINDS.get(comparison_key(item.get("type"))),
            system_of(item),
        )
        if kind is None:
            continue
        values: dict[str, Plain] = {}
        name, at = name_of(item, "weapon"), f"items[{number}]"
        values["damage"] = places.number("damage", system, name, at) or 0
        for place, called in (
            ("initiativeMod", "initiative"),
            ("penetration", "penetration"),
            ("strengthReq", "strength"),
            ("size", "size"),
            ("capacity", "capacity"),
        ):
            amount = parse_whole_number(system.get(place))
            if amount is not None:
                values[called] = amount
        if kind == "firearm":
            bands = places.find("ranges", system, name, at, _map_or_none)
            ranges = [
                parse_whole_number(value_under(bands, band)) for band in BANDS
            ]
            if all(ranges):
                values["ranges"] = tuple(one or 0 for one in ranges)
        if kind == "pool":
            values["pool"] = places.number("dice", system, name, at) or 0
            values["defense"] = system.get("applyDefense") is not False
        values["traits"] = tuple(map(clean_text, as_list(system.get("traits"))))
        values["equipped"] = system.get("equipped") is True
        meant = (
            TYPES.get(comparison_key(system.get("weaponType")), kind)
            if kind == "melee"
            else kind
        )
        yield ForeignThing(name, meant, at, values)


def _read_armor(
    items: list[dict[str, Any]], places: Places
) -> Iterator[ForeignThing]:
    """Yield the pieces of armor among the items."""
    for number, item in enumerate(items):
        if comparison_key(item.get("type")) != ARMOR:
            continue
        system, name, at = (
            system_of(item),
            name_of(item, ARMOR),
            f"items[{number}]",
        )
        values: dict[str, Plain] = {
            "general": max(
                0, places.number("armor rating", system, name, at) or 0
            ),
            "ballistic": max(
                0, places.number("ballistic rating", system, name, at) or 0
            ),
            "defense": parse_whole_number(system.get("defenseMod")) or 0,
            "speed": parse_whole_number(system.get("speedMod")) or 0,
            "equipped": system.get("equipped") is True,
        }
        covers = places.find("coverage", system, name, at, _parts_of_body)
        values |= {} if covers is None else {"covers": covers}
        yield ForeignThing(name, "", at, values)


def _parts_of_body(found: object) -> tuple[str, ...] | None:
    """Return the parts of the body that are covered, which the file has as switches by part, a
    list, or a text with commas; None for anything else."""
    if isinstance(found, dict):
        return tuple(
            comparison_key(part)
            for part, is_covered in found.items()
            if is_covered is True
        )
    if isinstance(found, str):
        found = found.replace(";", ",").split(",")
    if isinstance(found, list):
        return tuple(filter(None, map(comparison_key, found)))
    return None


def _lost_damage(system: dict[str, Any]) -> Iterator[LostPart]:
    """Yield the boxes that are marked, which are not imported. `value` in the file is how many
    of `max` are free of any damage."""
    most, left = (
        parse_whole_number(value_under(system, "health", one))
        for one in ("max", "value")
    )
    if most and left is not None and 0 <= left < most:
        yield LostPart(
            boxes_of_damage(most - left),
            "newcomers come unhurt",
            "system.health",
        )
