"""Weapons and armor of an actor of Foundry's system `shadowrun5e`."""

from collections.abc import Iterator, Mapping
from typing import Any

from gmtrack.characters.foundry_actor import name_of, system_of
from gmtrack.characters.places import Places
from gmtrack.characters.plain import (
    as_list,
    clean_text,
    comparison_key,
    parse_whole_number,
    value_under,
)
from gmtrack.characters.shadowrun import (
    ATTRIBUTES,
    GRENADES,
    damage_code,
    thrown_category,
    weapon_category,
)
from gmtrack.core.foreign import ForeignThing, ForeignValue, Plain

MODES = (
    ("single_shot", "SS"),
    ("semi_auto", "SA"),
    ("burst_fire", "BF"),
    ("full_auto", "FA"),
)
BANDS = ("short", "medium", "long", "extreme")
TRACKS = {"physical": "P", "stun": "S"}
ELEMENTS = {
    "electricity": "(e)",
    "fire": "(fire)",
    "acid": "(acid)",
    "cold": "(cold)",
}
LOADED = {
    "removable_clip": "c",
    "break_action": "b",
    "belt_fed": "belt",
    "internal_magazin": "m",
    "cylinder": "cy",
    "drum": "d",
}
"""Chummer's code for each of Foundry's ways to load a weapon."""
WEAPON, ARMOR, MODIFICATION = "weapon", "armor", "modification"
WARE = ("cyberware", "bioware")
MELEE, RANGED, THROWN = "melee", "ranged", "thrown"
Item = dict[str, Any]


def typed_number(node: object) -> int | None:
    """Return the number that was typed, or the total that the file keeps if nothing was typed;
    None if there is no number."""
    numbers = [
        parse_whole_number(value_under(node, "base")),
        parse_whole_number(value_under(node, "value")),
        parse_whole_number(node),
    ]
    known = [number for number in numbers if number is not None]
    return next(filter(None, known), known[0] if known else None)


def modifications(item: Item, items: list[Item], places: Places) -> list[Item]:
    """Return the modifications that are built onto an item and not taken off: kept inside the
    item, or beside it with the item's id."""
    inside = [
        one
        for one in places.peek("what is built on", item, as_list) or ()
        if isinstance(one, dict) and one.get("type") == MODIFICATION
    ]
    beside = [one for one in items if is_built_on(one, item, places)]
    return [one for one in (*inside, *beside) if _is_equipped(one)]


def is_built_on(item: Item, other: Item, places: Places) -> bool:
    """Whether `item` is a modification that names `other` as the item that it is built onto."""
    if item.get("type") != MODIFICATION or not clean_text(other.get("_id")):
        return False
    return places.peek("what it is built on", item, clean_text) == clean_text(
        other.get("_id")
    )


def _is_equipped(item: Item) -> bool:
    """Whether an item is equipped; True if the file does not say."""
    return value_under(system_of(item), "technology", "equipped") is not False


# --- weapons ---


def read_weapons(
    items: list[Item], attributes: Mapping[str, ForeignValue], places: Places
) -> Iterator[ForeignThing]:
    """Yield the weapons among the items, with what is built onto them. `attributes` give the
    ranges of bows and throws."""
    for number, item in enumerate(items):
        if item.get("type") == WEAPON:
            built_on = modifications(item, items, places)
            yield _read_weapon(
                item, f"items[{number}]", built_on, attributes, places
            )


def _read_weapon(
    item: Item,
    at: str,
    built_on: list[Item],
    attributes: Mapping[str, ForeignValue],
    places: Places,
) -> ForeignThing:
    """Return the weapon in an item; `at` is its place in the file."""
    system, name = system_of(item), name_of(item, WEAPON)

    def find_value(what: str) -> Any:
        """Return the value that is called `what`, as it is; None if there is none."""
        return places.find(what, system, name, at, lambda one: one)

    form = clean_text(system.get("category")).lower()
    form = form if form in (MELEE, RANGED, THROWN) else RANGED
    dealt = find_value("damage")
    values: dict[str, Plain] = {
        "form": form,
        "damage": _damage_code(dealt),
        "ap": typed_number(value_under(dealt, "ap")) or 0,
        "reach": 0,
        "modes": (),
        "ammo": "",
        "skill": comparison_key(find_value("skill")),
        "accessories": tuple(name_of(one, "").lower() for one in built_on),
    }
    if form == MELEE:
        values["reach"] = parse_whole_number(find_value("reach")) or 0
    if form == RANGED:
        modes = find_value("firing modes")
        values["modes"] = tuple(
            mode for name, mode in MODES if value_under(modes, name) is True
        )
        values["ammo"] = _ammo_of_weapon(
            system, parse_whole_number(find_value("ammunition"))
        )
    more = sum(
        places.number(
            "accuracy of a modification", system_of(one), name_of(one, ""), at
        )
        or 0
        for one in built_on
    )
    values |= {"accuracy_bonus": more} if more else {}
    limit = find_value("accuracy")
    accuracy = typed_number(limit)
    by_limit = clean_text(value_under(limit, "attribute")).lower() == "physical"
    if accuracy or by_limit:
        values["accuracy"] = "Physical" if by_limit else accuracy or 0
    kind = _category_of_weapon(system)
    if form != MELEE:
        ranges = _range_bands(
            find_value("ranges of a throw" if form == THROWN else "ranges"),
            attributes,
        )
        values |= {"ranges": ranges} if all(ranges) else {}
    if form == THROWN:
        blast = find_value("blast")
        kind = thrown_category(kind, name, "", _blast_of_weapon(blast))
        values |= {"area": kind == GRENADES, "blast": _blast_of_weapon(blast)}
    return ForeignThing(name, kind, at, values)


def _blast_of_weapon(node: object) -> str:
    """Return the radius of a blast and its loss on each metre, in words; empty if there is no
    blast."""
    radius, loss = (
        parse_whole_number(value_under(node, "radius")),
        parse_whole_number(value_under(node, "dropoff")),
    )
    told = [f"{radius} m"] if radius else []
    return ", ".join([*told, *([f"{loss:+} each metre"] if loss else [])])


def _range_bands(
    node: object, attributes: Mapping[str, ForeignValue]
) -> tuple[int, ...]:
    """Return where the four bands end, in metres, 0 for a missing one. For bows and throws the
    file has metres for each point of an attribute."""
    attribute = clean_text(value_under(node, "attribute")).lower()
    factor = (
        attributes[attribute].number
        if attribute in attributes
        else int(not attribute)
    )
    return tuple(
        (parse_whole_number(value_under(node, band)) or 0) * factor
        for band in BANDS
    )


def _category_of_weapon(system: dict[str, Any]) -> str:
    """Return the category of a weapon, from the first place that has one; empty if none does."""
    places = (
        ("subcategory",),
        ("importFlags", "subType"),
        ("range", "ranges", "category"),
        ("range", "category"),
    )
    found = (
        weapon_category(clean_text(value_under(system, *place)))
        for place in places
    )
    return next(
        (
            one
            for one in found
            if one not in ("", "manuals", "melees", "rangeds")
        ),
        "",
    )


def _damage_code(node: object) -> str:
    """Return the damage of a weapon as a code (`STR+2P`); empty if the file has no number or no
    type of damage."""
    number = typed_number(node)
    letter = TRACKS.get(
        clean_text(_base_value(value_under(node, "type"))).lower()
    )
    if number is None or letter is None:
        return ""
    attribute = clean_text(value_under(node, "attribute")).lower()
    short = next(
        (code for code, name in ATTRIBUTES.items() if name == attribute), ""
    )
    code = f"{short}{number:+}" if short and number else short or str(number)
    note = ELEMENTS.get(
        clean_text(_base_value(value_under(node, "element"))).lower(), ""
    )
    return damage_code(f"{code}{letter}{note}")


def _base_value(node: object) -> object:
    """Return what stands under `base`, or else under `value`."""
    return value_under(node, "base") or value_under(node, "value")


def _ammo_of_weapon(system: dict[str, Any], rounds: int | None) -> str:
    """Return rounds and way of loading as Chummer has them: `15(c)`; empty without rounds."""
    how = LOADED.get(clean_text(value_under(system, "ammo", "clip_type")), "c")
    return f"{rounds}({how})" if rounds else ""


# --- armor ---


def read_armor(items: list[Item], places: Places) -> Iterator[ForeignThing]:
    """Yield the pieces of armor among the items, each with what is built in."""
    for number, item in enumerate(items):
        if item.get("type") == ARMOR:
            yield _read_armor_piece(item, f"items[{number}]", items, places)


def read_ware_armor(
    items: list[Item], places: Places
) -> Iterator[ForeignThing]:
    """Yield the armor of ware that is switched on."""
    for number, item in enumerate(items):
        if item.get("type") in WARE and typed_number(
            value_under(system_of(item), "armor")
        ):
            piece = _read_armor_piece(item, f"items[{number}]", items, places)
            if piece.is_so("equipped"):
                yield piece


def _read_armor_piece(
    item: Item, at: str, items: list[Item], places: Places
) -> ForeignThing:
    """Return the armor in an item, with what its modifications add; `at` is its place in the
    file."""
    system, name = system_of(item), name_of(item, ARMOR)
    rating = places.find("armor rating", system, name, at, typed_number) or 0
    for one in modifications(item, items, places):
        what = "armor of a modification"
        rating += (
            places.number(what, system_of(one), name_of(one, MODIFICATION), at)
            or 0
        )
    values: dict[str, Plain] = {
        "rating": max(0, rating),
        "adds": places.find("being an accessory", system, name, at, _read_flag)
        is True,
        "hardened": bool(
            places.find("being hardened", system, name, at, _read_flag)
        ),
        "equipped": _is_equipped(item),
    }
    return ForeignThing(name, "", at, values)


def _read_flag(found: object) -> bool | None:
    """Return a switch as a truth value; older versions have a number in its place. None for
    anything else."""
    if isinstance(found, bool):
        return found
    number = parse_whole_number(found)
    return None if number is None else bool(number)
