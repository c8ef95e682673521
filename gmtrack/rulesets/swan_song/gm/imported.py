"""Import of foreign characters: those of Shadowrun 5, the parent game."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.foreign import ForeignCharacter, ForeignThing, ImportedSheet
from gmtrack.rulesets.kit.foreign import (
    BARE_HANDS,
    HARDENED,
    NO_AMMO,
    UNARMED,
    USUAL,
    Placing,
    clamp,
    replace_number,
)
from gmtrack.rulesets.swan_song.sheet.fighter import dv_terms
from gmtrack.rulesets.swan_song.sheet.sheet import DV_FORM, MELEE_KINDS, Sheet

KINDS = ("critter", "spirit")
"""The kinds of foreign characters that keep their name here."""
SKILLS: Mapping[str, str] = {
    "blades": "blades",
    "clubs": "clubs",
    "unarmed_combat": "unarmed_combat",
    "pistols": "pistols",
    "automatics": "automatics",
    "longarms": "longarms",
    "heavy_weapons": "heavy_weapons",
    "throwing_weapons": "throwing",
    "gymnastics": "acrobatics",
    "running": "running",
    "perception": "perception",
    "first_aid": "first_aid",
    "medicine": "medicine",
    "demolitions": "demolitions",
    "archery": "archery",
}
"""The skills that rules or weapons use, by their names in the parent game."""
ATTRIBUTES = (
    "body", "agility", "reaction", "strength", "willpower", "logic", "intuition", "charisma",
)  # fmt: skip


class WeaponCategory(NamedTuple):
    """The kind, skill and number of hands of weapons of a foreign category."""

    kind: str
    skill: str
    hands: int = 1


CATEGORIES: Mapping[str, WeaponCategory] = {
    "blades": WeaponCategory("melee", "blades"),
    "clubs": WeaponCategory("melee", "clubs"),
    "unarmed": WeaponCategory("unarmed", "unarmed_combat"),
    "cyberweapons": WeaponCategory("unarmed", "unarmed_combat"),
    "holdouts": WeaponCategory("ranged", "pistols"),
    "light pistols": WeaponCategory("ranged", "pistols"),
    "heavy pistols": WeaponCategory("ranged", "pistols"),
    "tasers": WeaponCategory("ranged", "pistols"),
    "machine pistols": WeaponCategory("ranged", "automatics"),
    "submachine guns": WeaponCategory("ranged", "automatics"),
    "assault rifles": WeaponCategory("ranged", "automatics", 2),
    "carbines": WeaponCategory("ranged", "automatics", 2),
    "sporting rifles": WeaponCategory("ranged", "longarms", 2),
    "sniper rifles": WeaponCategory("ranged", "longarms", 2),
    "shotguns": WeaponCategory("ranged", "shotguns", 2),
    "light machine guns": WeaponCategory("ranged", "heavy_weapons", 2),
    "medium machine guns": WeaponCategory("ranged", "heavy_weapons", 2),
    "heavy machine guns": WeaponCategory("ranged", "heavy_weapons", 2),
    "assault cannons": WeaponCategory("ranged", "heavy_weapons", 2),
    "grenade launchers": WeaponCategory("ranged", "heavy_weapons", 2),
    "missile launchers": WeaponCategory("rocket", "heavy_weapons", 2),
    "bows": WeaponCategory("ranged", "archery", 2),
    "crossbows": WeaponCategory("ranged", "archery", 2),
    "throwing weapons": WeaponCategory("thrown", "throwing"),
    "grenades": WeaponCategory("thrown", "throwing"),
}
SHOTGUNS, LONGARMS = "shotguns", "longarms"
GRENADES, BLADES = "grenades", "blades"
MODES: Mapping[str, tuple[str, ...]] = {
    "SS": ("single",),
    "SA": ("single", "sa_burst"),
    "BF": ("burst", "long_burst"),
    "FA": ("fa_simple", "fa_complex"),
}
"""The firing modes that each of the parent game allows (SS-ATK-21 to -24)."""
DAMAGE: Mapping[str, str] = {
    "e": "shock",
    "fire": "fire",
    "acid": "corrosive",
    "cold": "cryo",
    "radiation": "radiation",
}
"""Types of damage by the mark in a damage code."""
FLECHETTE = "f"
EDGE = "the text has no Edge; Karma buys here what Edge buys in the parent game"
"""The note on Edge, which Karma stands for: initiative dice, dice, a re-roll, a last chance
(SS-KAR)."""


SYSTEMS = ("shadowrun5",)
LEAST = 1
"""The value of an attribute that a file does not have."""
MOST_DICE = 5
MOST_DV, LONGEST_DV, MOST_ACCURACY = 200, 30, 20
_CODE = re.compile(r"(.+?)([PS])?(?:\((\w+)\))?")


def imported(foreign: ForeignCharacter) -> ImportedSheet:
    """Turn a foreign character into a sheet, with notes on what is assumed and what is lost."""
    placing = Placing(foreign, Sheet)
    placing.set_attributes(ATTRIBUTES, foreign, LEAST)
    place_kind(placing, foreign)
    placing.set_numbers(SKILLS, foreign.skills, "skills.")
    if "gymnastics" in foreign.skills:
        placing.note_assumption(
            "skills.acrobatics", "Gymnastics of Shadowrun 5"
        )
    why = "no rule and no weapon of Swan Song uses this skill"
    placing.note_lost_values("skill", why, foreign.skills, SKILLS)
    place_derived(placing, foreign)
    for thing in foreign.armor:
        # SS-ARM-06, -07: the highest counts, and what is worn over it.
        data: Data = {
            "name": thing.name,
            "rating": clamp(thing.number("rating") or 0, 0, 1000),
        }
        if thing.is_so("adds"):
            data["accessory"] = True
        if not thing.is_so("equipped"):
            data["worn"] = False
        if thing.is_so("hardened"):
            placing.note_assumption(f"armor {thing.name}", HARDENED)
        placing.add_armor(thing, data)
    for thing in foreign.weapons:
        place_weapon(placing, thing)
    place_shotgun_skill(placing, foreign)
    return placing.finish()


def place_kind(placing: Placing, foreign: ForeignCharacter) -> None:
    """Place the kind of a character; metatype and reach are lost."""
    if foreign.kind in KINDS:
        placing.assume("kind", foreign.kind, "the program calls it so")
    if one := foreign.metatype:
        why = (
            "what it adds to attributes is in the numbers; no rule asks for it"
        )
        placing.note_lost(f"metatype {one.text}", why, one.at)
    if reach := foreign.others.get("reach"):
        placing.note_lost(
            f"reach {reach.number}", "only weapons have reach here", reach.at
        )


def place_derived(placing: Placing, foreign: ForeignCharacter) -> None:
    """Place initiative, armor that is not worn, Karma, and condition monitors that do not follow
    from the attributes."""
    others = foreign.others
    if dice := others.get("initiative_dice"):
        number = clamp(dice.number, 1, MOST_DICE)
        placing.set_number("initiative_dice", replace_number(dice, number))
        if number != dice.number:
            placing.note_assumption(
                f"initiative_dice {number}",
                f"{dice.number} are more than there can be",
            )
    if bonus := others.get("initiative_bonus"):
        placing.set_number(
            "initiative_mod",
            replace_number(bonus, clamp(bonus.number, -20, 20)),
        )
    if armor := others.get("armor"):
        placing.add_parts("armor", armor.parts)
    monitors = (
        ("physical_boxes", "flesh_max", "body"),
        ("stun_boxes", "strain_threshold", "willpower"),
    )
    for name, field, attribute in monitors:
        boxes = others.get(name)
        if boxes and boxes.number != 8 + (placing.now[attribute] + 1) // 2:
            placing.set_value(field, boxes.number, boxes.at, boxes.why)
    magic = {
        name: value
        for name in ("magic", "essence")
        if (value := others.get(name))
    }
    placing.note_lost_values("attribute", "this game has no magic", magic, ())
    if edge := others.get("edge"):
        placing.assume("karma", edge.number, f"Edge {edge.number}: {EDGE}")


def place_weapon(placing: Placing, thing: ForeignThing) -> None:
    """Place one weapon, or note why it is lost: unknown kind, bare hands, damage that is no
    number."""
    usual = USUAL.get(thing.text("skill"), "")
    category = CATEGORIES.get(thing.kind) or CATEGORIES.get(usual)
    if category is None:
        kind = thing.kind or thing.text("skill") or "unknown"
        placing.note_lost_weapon(
            thing, f"weapons of the kind '{kind}' are not known"
        )
        return
    if category.kind == UNARMED and thing.text("damage") == BARE_HANDS:
        placing.note_lost_weapon(thing, "everybody has bare hands")
        return
    dealt = parse_damage(thing.text("damage"))
    if dealt is None:
        placing.note_lost_weapon(
            thing, f"its damage '{thing.text('damage')}' is no number"
        )
        return
    own = weapon_skill(placing, thing, category)
    data: Data = {"name": thing.name, "kind": category.kind, "skill": own}
    data |= (
        dealt | weapon_accuracy(placing, thing) | firing_fields(thing, category)
    )
    placing.add_weapon(thing, data | handling_fields(placing, thing, category))
    note_not_counted(placing, thing)


def weapon_skill(
    placing: Placing, thing: ForeignThing, category: WeaponCategory
) -> str:
    """Return the skill that the weapon itself names, else that of its category."""
    used = thing.text("skill")
    if used and used not in SKILLS:
        told = f"here it is used with {category.skill.replace('_', ' ')}"
        placing.note_lost_part(thing, f"skill {used.replace('_', ' ')}", told)
    own = SKILLS.get(thing.text("skill"), category.skill)
    return (
        category.skill if (own, category.skill) == (LONGARMS, SHOTGUNS) else own
    )


def parse_damage(code: str) -> Data | None:
    """Return the fields of a damage code such as `6P(f)`: `dv` and, if the code says so,
    `damage_type` and `flechette`. None for a text that is no code."""
    found = _CODE.fullmatch(code)
    if not found or not is_damage_value(found[1]):
        return None
    text, track, note = found[1], found[2] or "", found[3] or ""
    data: Data = {
        "dv": int(text) if text.isdecimal() and not track else f"{text}{track}"
    }
    if note in DAMAGE:
        data["damage_type"] = DAMAGE[note]
    if note == FLECHETTE:
        data["flechette"] = True
    return data


def is_damage_value(text: str) -> bool:
    """Whether a text is a sum of numbers and attributes, as damage values of sheets are."""
    try:
        terms = dv_terms(text)
    except ValueError:
        return False
    if text.isdecimal():
        return int(text) <= MOST_DV
    form = (
        re.compile(DV_FORM.regex) if terms and len(text) <= LONGEST_DV else None
    )
    return bool(form and form.fullmatch(text))


def weapon_accuracy(placing: Placing, thing: ForeignThing) -> Data:
    """Return the accuracy with what accessories add to it; an empty document if the usual one
    counts."""
    number, text = thing.number("accuracy"), thing.text("accuracy").lower()
    more = thing.number("accuracy_bonus") or 0
    if number is not None and number + more > 0:
        return {"accuracy": min(number + more, MOST_ACCURACY)}
    if text.startswith("physical"):
        rest = text.removeprefix("physical").strip() or (
            f"{more:+}" if more else ""
        )
        if rest:
            placing.note_lost_part(
                thing,
                f"accuracy {rest}",
                "nothing is added to the Physical Limit",
            )
        return {"accuracy": "physical"}
    placing.note_assumption(
        f"accuracy of {thing.name}", "the usual one of its kind (R-ACC-2)"
    )
    return {}


def firing_fields(thing: ForeignThing, category: WeaponCategory) -> Data:
    """Return armor penetration, reach and firing modes of a weapon, as far as it has them."""
    data: Data = {}
    if piercing := thing.number("ap"):
        data["arp"] = clamp(-piercing, -20, 20)
    is_melee = category.kind in MELEE_KINDS
    if is_melee and (reach := thing.number("reach")):
        data["reach"] = clamp(reach, 0, 5)
    modes = [
        mode for word in thing.words("modes") for mode in MODES.get(word, ())
    ]
    if not is_melee and modes:
        data["modes"] = list(dict.fromkeys(modes))
    return data


def handling_fields(
    placing: Placing, thing: ForeignThing, category: WeaponCategory
) -> Data:
    """Return hands, piercing and area of a weapon by its category, which the parent game does
    not say."""
    data: Data = {}
    if category.hands > 1:
        data["hands"] = category.hands
        placing.note_assumption(
            "hands 2",
            "rifles, shotguns, bows and heavy weapons take both hands",
        )
    if thing.kind == BLADES:
        data["piercing"] = True
        placing.note_assumption("piercing", "blades are pointed")
    if thing.kind == GRENADES:
        data["area"] = True
    return data


def note_not_counted(placing: Placing, thing: ForeignThing) -> None:
    """Note what a weapon has that no rule here uses."""
    if piercing := thing.text("ap"):
        placing.note_lost_part(thing, f"AP {piercing}", "it is no number")
    if (ammo := thing.text("ammo")) not in NO_AMMO:
        placing.note_lost_part(
            thing, f"ammunition {ammo}", "Swan Song counts no rounds"
        )
    if blast := thing.text("blast"):
        why = "in the blast everybody is hit alike: add it with --mod"
        placing.note_lost_part(thing, f"blast {blast}", why)
    if names := [*filter(None, thing.words("accessories"))]:
        why = "of accessories nothing but accuracy and AP counts"
        placing.note_lost_part(thing, ", ".join(names), why)
    if ranges := thing.words("ranges"):
        placing.note_lost_part(
            thing, f"ranges {'/'.join(ranges)}", "ranges are entered with --mod"
        )


def place_shotgun_skill(placing: Placing, foreign: ForeignCharacter) -> None:
    """Give somebody with a shotgun the skill for it, from Longarms."""
    used = any(
        one.get("skill") == SHOTGUNS
        for one in placing.sheet.get("weapons", {}).values()
    )
    rank = foreign.skills.get(LONGARMS)
    if used and rank and rank.number:
        placing.set_number(
            f"skills.{SHOTGUNS}", rank._replace(at="assumed", why="")
        )
        why = "Longarms are for shotguns in Shadowrun 5"
        placing.note_assumption(f"skills.{SHOTGUNS} {rank.number}", why)
