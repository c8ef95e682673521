"""Characters of other programs: those of Shadowrun 5, a later edition, and of this one."""

import re

from gmtrack.core.encounter import Data
from gmtrack.core.foreign import (
    ForeignCharacter,
    ForeignThing,
    ForeignValue,
    ImportedSheet,
)
from gmtrack.rulesets.kit.foreign import (
    BARE_HANDS,
    HARDENED,
    NO_AMMO,
    UNARMED,
    USUAL,
    Placing,
    clamp,
    parse_magazine,
    replace_number,
)
from gmtrack.rulesets.sr3.gm.imported_magic import place_magic
from gmtrack.rulesets.sr3.gm.imported_third import place_third
from gmtrack.rulesets.sr3.gm.shadowrun5 import (
    ATTRIBUTES,
    BALLISTIC,
    BLOWS,
    EYES,
    GRENADE,
    GRENADES,
    GUNS,
    IMPACT,
    JACKET,
    LAUNCHER,
    LOADING,
    LONG_LIMBS,
    LONGEST,
    LONGEST_LIMBS,
    MIND,
    MODES,
    PLAIN_BLAST,
    PROPORTION,
    SKILLS,
    STUNNING,
)
from gmtrack.rulesets.sr3.sheet.sheet import Sheet

THIRD = "shadowrun3"
SYSTEMS = ("shadowrun5", THIRD)
MOST_DICE = 6
LEAST = 1
NO_ACCESSORY = "an accessory without a rule here"
NO_CODE = "damage codes of the two editions cannot be turned into each other"
TRACKS = {"P": "physical", "S": "stun"}
BOW, BANDS = "bow", 4
_TRACK = re.compile(r"(?:.*\d|[A-Z]{3})([PS])(?:\(\w+\))?")
SMARTGUN, LASER, GAS_VENT, SHOCK_PAD = (
    "smartgun",
    "laser sight",
    "gas-vent",
    "shock pad",
)


def imported(foreign: ForeignCharacter) -> ImportedSheet:
    """Return the sheet of somebody of Shadowrun 5, or of this edition."""
    placing = Placing(foreign, Sheet)
    if foreign.system == THIRD:
        place_third(placing, foreign)
        place_metatype(placing, foreign)
        return placing.finish()
    place_attributes(placing, foreign)
    place_metatype(placing, foreign)
    place_skills(placing, foreign)
    place_derived(placing, foreign)
    for thing in foreign.armor:
        place_armor(placing, thing)
    for thing in foreign.weapons:
        place_weapon(placing, thing)
    place_magic(placing, foreign)
    return placing.finish()


def place_attributes(placing: Placing, foreign: ForeignCharacter) -> None:
    """Place five attributes and Reaction; those that the file lacks get the least value.
    Intelligence is the mean of Logic and Intuition."""
    placing.set_numbers(ATTRIBUTES, foreign.attributes)
    if "agility" in foreign.attributes:
        placing.note_assumption("quickness", "Agility of Shadowrun 5")
    for name, field in ATTRIBUTES.items():
        if name not in foreign.attributes and field != "reaction":
            placing.assume(field, LEAST, "the file does not have it")
    mind = [
        foreign.attributes[name].number
        for name in MIND
        if name in foreign.attributes
    ]
    mean = -(-sum(mind) // len(mind)) if mind else LEAST
    placing.assume("intelligence", mean, explain_intelligence(foreign))
    left = (*ATTRIBUTES, *MIND)
    placing.note_lost_values(
        "attribute",
        "this edition has no such attribute",
        foreign.attributes,
        left,
    )


def explain_intelligence(foreign: ForeignCharacter) -> str:
    """Return in words what Intelligence was made of."""
    known = [name.title() for name in MIND if name in foreign.attributes]
    missing = [name.title() for name in MIND if name not in foreign.attributes]
    if not missing:
        return "the mean of Logic and Intuition, rounded up"
    if not known:
        return "the file has neither Logic nor Intuition"
    return f"{known[0]} alone: the file does not have {missing[0]}"


def place_metatype(placing: Placing, foreign: ForeignCharacter) -> None:
    """Place eyes and reach, which come with the metatype; other traits of it are noted as lost."""
    metatype, reach = foreign.metatype, foreign.others.get("reach")
    if metatype and metatype.text in EYES:
        why = f"the natural eyes of the metatype {metatype.text}; ware in them is not looked at"
        placing.assume("vision", EYES[metatype.text], why)
    elif metatype:
        why = "nothing is known here that comes with it"
        placing.note_lost(f"metatype {metatype.text}", why, metatype.at)
    if reach:
        placing.set_number(
            "natural_reach",
            replace_number(reach, clamp(reach.number, 0, LONGEST_LIMBS)),
        )
    elif metatype and metatype.text == LONG_LIMBS:
        why = "the file has no number for it: `set` natural_reach"
        placing.note_lost(f"reach of a {LONG_LIMBS}", why, metatype.at)


def place_skills(placing: Placing, foreign: ForeignCharacter) -> None:
    """Place the skills of a fight; some of them are two here."""
    for name, fields in SKILLS.items():
        if value := foreign.skills.get(name):
            for field in fields:
                placing.set_number(f"skills.{field}", value)
            if fields != (name,):
                called = name.replace("_", " ").title()
                placing.note_assumption(
                    ", ".join(fields), f"{called} of Shadowrun 5"
                )
    why = "no rule and no weapon of this edition uses this skill"
    placing.note_lost_values("skill", why, foreign.skills, SKILLS)


def place_derived(placing: Placing, foreign: ForeignCharacter) -> None:
    """Place initiative dice, armor that is not worn and cyberware for aiming. Monitors have ten
    boxes here, and there is no Edge."""
    others = foreign.others
    if dice := others.get("initiative_dice"):
        placing.set_number(
            "initiative_dice",
            replace_number(dice, clamp(dice.number, 1, MOST_DICE)),
        )
    bonus, reaction = (
        others.get("initiative_bonus"),
        foreign.attributes.get("reaction"),
    )
    if bonus and reaction:
        both = ForeignValue(
            reaction.number + bonus.number,
            "assumed",
            parts=(*reaction.parts, *bonus.parts),
        )
        both = replace_number(both, max(0, both.number))
        placing.set_number("reaction", both)
        why = f"Reaction {reaction.number} {bonus.number:+} initiative"
        placing.note_assumption(f"reaction {both.number}", why)
    if armor := others.get("armor"):
        place_armor_of_body(placing, armor)
    if "smartlink" in foreign.traits:
        placing.set_value("smartlink", True, "improvements")
    for name, why in (
        ("edge", "this edition has no Edge"),
        ("physical_boxes", "every monitor has ten boxes (SR-133)"),
        ("stun_boxes", "every monitor has ten boxes (SR-133)"),
    ):
        if value := others.get(name):
            placing.note_lost(
                f"{name.replace('_', ' ')} {value.number}", why, value.at
            )


def place_armor(placing: Placing, thing: ForeignThing) -> None:
    """Place a piece of armor: its one rating becomes two, as that of an armor jacket does
    (SR-R39)."""
    rating = thing.number("rating") or 0
    if not thing.is_so("equipped"):
        placing.note_lost(f"armor {thing.name}", "it is not worn", thing.at)
        return
    if thing.is_so("hardened"):
        placing.note_assumption(f"armor {thing.name}", HARDENED)
    if thing.is_so("adds"):
        half = -(-rating // 2)
        data: Data = {
            "name": thing.name,
            "ballistic": half,
            "impact": half,
            "adds": True,
        }
        placing.note_assumption(
            "armor that adds", "half of its rating, rounded up, against both"
        )
    else:
        ballistic, impact = (
            convert_rating(rating, BALLISTIC),
            convert_rating(rating, IMPACT),
        )
        data = {"name": thing.name, "ballistic": ballistic, "impact": impact}
        placing.note_assumption("ballistic and impact", PROPORTION)
    placing.add_armor(thing, data)


def convert_rating(rating: int, of_jacket: int) -> int:
    """Return an armor rating of Shadowrun 5 as it is here, where an armor jacket's is
    `of_jacket`; halves are rounded up."""
    return (2 * rating * of_jacket + JACKET) // (2 * JACKET)


def place_armor_of_body(placing: Placing, armor: ForeignValue) -> None:
    """Let ware, powers and modifiers add to both ratings. Each share is rounded so that all of them
    together are in proportion."""
    whole = 0
    for name, by in armor.parts:
        before, whole = whole, whole + by
        shares = {
            field: convert_rating(whole, of_jacket)
            - convert_rating(before, of_jacket)
            for field, of_jacket in (
                ("ballistic", BALLISTIC),
                ("impact", IMPACT),
            )
        }
        for field, more in shares.items():
            placing.add_parts(f"armor.{field}", [(name, more)])
        if not any(shares.values()):
            placing.note_lost(
                f"armor {by:+} of {name}",
                "too little to count in proportion",
                armor.at,
            )
    placing.note_assumption("ballistic and impact", PROPORTION)


# --- weapons ---


def place_weapon(placing: Placing, thing: ForeignThing) -> None:
    """Place a weapon with the numbers that its category has here, and tell what of it is lost."""
    if thing.kind == UNARMED and thing.text("damage") == BARE_HANDS:
        placing.note_lost_weapon(thing, "everybody has bare hands")
        return
    kind = weapon_category(placing, thing)
    made = melee_fields if thing.text("form") == "melee" else ranged_fields
    if kind in (GRENADE, LAUNCHER):
        made = explosive_fields
    data = made(placing, kind, thing)
    if data is None:
        placing.note_lost_weapon(
            thing,
            f"there are no numbers here for the kind '{kind or 'unknown'}'",
        )
        return
    skill = data["skill"]
    if made is explosive_fields and skill not in placing.sheet.get(
        "skills", {}
    ):
        why = f"the file has no skill for {thing.name}"
        placing.assume(f"skills.{skill}", 0, why)
    usual = data["damage_type"]
    own = damage_track(thing) or usual
    if own != usual:
        why = f"as in the file; weapons of its category here are {usual}"
        placing.note_assumption(f"damage_type {own} of {thing.name}", why)
    data["damage_type"] = own
    placing.add_weapon(thing, data)
    placing.note_assumption(
        "damage of weapons", f"that of their category here: {NO_CODE}"
    )
    # What a weapon has that nothing here asks for.
    skill = data["skill"]
    used = thing.text("skill")
    if used and skill not in SKILLS.get(used, ()):
        told = f"here it is used with {skill.replace('_', ' ')}"
        placing.note_lost_part(thing, f"skill {used.replace('_', ' ')}", told)
    code, piercing = thing.text("damage"), thing.values.get("ap")
    given = [f"damage {code}"] if code else []
    given += [f"AP {piercing}"] if piercing else []
    given += (
        [f"accuracy {thing.values['accuracy']}"]
        if thing.values.get("accuracy")
        else []
    )
    placing.note_lost_part(thing, ", ".join(given) or "its values", NO_CODE)


def weapon_category(placing: Placing, thing: ForeignThing) -> str:
    """Return the category of a weapon; where the file has none, a usual one of its skill."""
    if thing.kind:
        return thing.kind
    skill = thing.text("skill")
    stunning = STUNNING.get(skill, "") if damage_track(thing) == "stun" else ""
    found = stunning or USUAL.get(skill, "")
    if found:
        why = f"the file names {'only its skill, and it stuns' if stunning else 'its skill alone'}"
        placing.note_assumption(f"{thing.name} is one of the {found}", why)
    return found


def damage_track(thing: ForeignThing) -> str:
    """Return the damage type that the weapon's damage code says, physical or stun; empty if it
    is no code."""
    found = _TRACK.fullmatch(thing.text("damage"))
    return TRACKS[found[1]] if found else ""


def melee_fields(
    placing: Placing, kind: str, thing: ForeignThing
) -> Data | None:
    """Return the fields of a melee weapon by its category and reach: `skill`, `power_bonus`,
    `level`, `damage_type` and, unless it is 0, `reach`. None if there are no numbers for it.
    What does not count here is noted as lost."""
    length = thing.number("reach") or 0
    reach = clamp(length, 0, LONGEST)
    row = BLOWS.get((kind, reach)) or BLOWS.get((kind, 0))
    if row is None:
        return None
    if reach != length:
        placing.note_lost_part(
            thing, f"reach {length}", f"reach is 0 to {LONGEST} here"
        )
    if (ammo := thing.text("ammo")) not in NO_AMMO:
        placing.note_lost_part(
            thing, f"ammunition {ammo}", "only ranged weapons hold any here"
        )
    for name in filter(None, thing.words("accessories")):
        placing.note_lost_part(thing, name, NO_ACCESSORY)
    data: Data = {
        "skill": row.skill,
        "power_bonus": row.power_bonus,
        "level": row.level,
    }
    data["damage_type"] = row.damage_type
    return data | ({"reach": reach} if reach else {})


def explosive_fields(
    placing: Placing, kind: str, thing: ForeignThing
) -> Data | None:
    """Return the fields of a grenade by its name, or of a launcher, with the numbers of common
    play. Never None: what a grenade does that nothing is known of is the GM's."""
    usual: Data = {"damage_type": "physical"}
    if kind == LAUNCHER:
        data: Data = {"skill": "launch_weapons", "delivery": "launched"}
        modes = [MODES[word] for word in thing.words("modes") if word in MODES]
        data |= {"modes": modes} if modes else {}
        data |= usual | PLAIN_BLAST | loading_fields(placing, thing)
        return data | accessory_fields(placing, thing)
    name = thing.name.lower()
    known = next((GRENADES[word] for word in GRENADES if word in name), None)
    found = PLAIN_BLAST if known is None else known
    data = {"skill": "throwing_weapons", "delivery": "thrown"}
    return data | usual | dict(found)


def ranged_fields(
    placing: Placing, kind: str, thing: ForeignThing
) -> Data | None:
    """Return the fields of a ranged weapon by its category, with its own modes, ammunition and
    accessories; None if there are no numbers for it."""
    row = GUNS.get(kind)
    if row is None:
        return None
    data: Data = {
        "skill": row.skill,
        "class": row.class_,
        "power": row.power,
        "level": row.level,
    }
    data |= {
        "damage_type": row.damage_type,
        "ranges": parse_ranges(placing, thing) or [*row.ranges],
    }
    modes = [MODES[word] for word in thing.words("modes") if word in MODES]
    data |= {"modes": modes} if modes else {}
    if row.class_ == BOW and (rating := thing.number("rating")):
        data["strength_min"] = max(0, rating)
    return (
        data | loading_fields(placing, thing) | accessory_fields(placing, thing)
    )


def parse_ranges(placing: Placing, thing: ForeignThing) -> list[int]:
    """Return the ranges of the file if they are four ascending numbers; else an empty list, and
    a note."""
    found = [int(one) for one in thing.words("ranges")]
    if not found:
        placing.note_assumption(
            f"ranges of {thing.name}",
            "those of its category: the file has none",
        )
    elif len(found) != BANDS or found != sorted(found) or found[0] < 0:
        told = "not four ascending numbers; it has those of its category"
        placing.note_lost_part(
            thing, f"ranges {'/'.join(map(str, found))}", told
        )
        return []
    return found


def loading_fields(placing: Placing, thing: ForeignThing) -> Data:
    """Return how many rounds a weapon holds (`capacity`) and how they are loaded (`loading`).
    Empty if that is not said as a number; other text is noted as lost."""
    text = thing.text("ammo")
    capacity, how = parse_magazine(text), re.search(r"\((\w+)\)", text)
    if not capacity:
        if text not in NO_AMMO:
            placing.note_lost_part(
                thing, f"ammunition {text}", "that is no number of rounds"
            )
        return {}
    return {
        "capacity": capacity,
        "loading": LOADING.get(how[1].lower() if how else "c", "clip"),
    }


def accessory_fields(placing: Placing, thing: ForeignThing) -> Data:
    """Return the fields of accessories that have a rule here: `smartgun`, `laser`, `gas_vent`
    and `shock_pad`. Others are noted as lost."""
    data: Data = {}
    for name in thing.words("accessories"):
        if name.startswith(SMARTGUN):
            data["smartgun"] = True
        elif name.startswith(LASER):
            data["laser"] = True
        elif name.startswith((GAS_VENT, SHOCK_PAD)):
            rating = re.search(r"\d", name)
            field = "gas_vent" if name.startswith(GAS_VENT) else "shock_pad"
            data[field] = int(rating[0]) if rating else 1
        elif name:
            placing.note_lost_part(thing, name, NO_ACCESSORY)
    return data
