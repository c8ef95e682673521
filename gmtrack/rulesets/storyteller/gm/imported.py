"""Import of foreign characters: those of Chronicles of Darkness, the parent game."""

from collections.abc import Mapping

from gmtrack.core.encounter import Data
from gmtrack.core.foreign import (
    ForeignCharacter,
    ForeignThing,
    ForeignValue,
    ImportedSheet,
)
from gmtrack.rulesets.kit.foreign import Placing, clamp, replace_number
from gmtrack.rulesets.storyteller.sheet.sheet import Sheet
from gmtrack.rulesets.storyteller.tables import Attribute, Place, Skill

ATTRIBUTES = (
    "strength",
    "dexterity",
    "stamina",
    "wits",
    "resolve",
    "composure",
)
"""The attributes that rules here ask for."""
SKILLS = ("brawl", "weaponry", "firearms", "athletics", "stealth")
KINDS: Mapping[str, str] = {
    "firearm": "firearm",
    "melee": "melee",
    "unarmed": "unarmed",
    "thrown": "thrown",
}
SIDEARM = (20, 40, 80)
"""The ranges of a firearm that names none: a pistol's, as the sample sheet has them."""
AUTOMATIC = ("autofire", "automatic", "full auto", "medium burst")
"""Traits of a firearm that fires bursts."""
LEAST = 1
MOST_PIERCING = 10
"""The most armor piercing (ST-R33)."""

COVERS: Mapping[str, tuple[Place, ...]] = {
    "torso": ("critical", "heart"),
    "chest": ("critical", "heart"),
    "body": ("critical", "heart"),
    "arm": ("arm",),
    "leg": ("leg",),
    "head": ("head",),
    "hand": ("hand",),
    "face": ("eye",),
    "eye": ("eye",),
}
"""The called-shot places that armor over a part of the body covers (ST-R28)."""
BODY: tuple[Place, ...] = ("arm", "leg", "head", "critical", "heart", "hand")
"""The places that armor covers with which somebody was born."""
POOL = "pool"
"""The kind of a weapon of which only the number of dice is known."""
POOL_SKILLS: tuple[Skill, ...] = (
    "brawl",
    "weaponry",
    "firearms",
    "stealth",
    "medicine",
)
"""Skills that can make up a pool of dice and change no other derived value."""
POOL_ATTRIBUTES: tuple[Attribute, ...] = (
    "strength",
    "dexterity",
    "stamina",
    "wits",
    "resolve",
)
MOST_DOTS = 10

SYSTEMS = ("chronicles",)
HUMAN = 5
"""The size of a grown human."""


def imported(foreign: ForeignCharacter) -> ImportedSheet:
    """Turn a foreign character into a sheet, with notes on what is assumed and what is lost."""
    placing = Placing(foreign, Sheet)
    place_attributes(placing, foreign)
    placing.set_numbers(
        {name: name for name in SKILLS}, foreign.skills, "skills."
    )
    why = "no rule of this ruleset uses this skill"
    placing.note_lost_values("skill", why, foreign.skills, SKILLS)
    place_derived(placing, foreign)
    worn = [thing for thing in foreign.armor if thing.is_so("equipped")]
    for thing in foreign.armor:
        place_armor(placing, thing, is_worn=thing in worn or not worn)
    for thing in sorted(
        foreign.weapons, key=lambda one: not one.is_so("equipped")
    ):
        place_weapon(placing, thing)
    return placing.finish()


def place_attributes(placing: Placing, foreign: ForeignCharacter) -> None:
    """Place the attributes that rules here ask for; Composure stands for Control (ST-R04)."""
    placing.set_attributes(ATTRIBUTES, foreign, LEAST)
    placing.note_assumption("control", "Composure stands in for it (ST-R04)")
    why = "no rule of this ruleset asks for it"
    placing.note_lost_values("attribute", why, foreign.attributes, ATTRIBUTES)


def place_derived(placing: Placing, foreign: ForeignCharacter) -> None:
    """Place derived values that differ from what follows from the attributes, and armor without
    a piece."""
    now, others = placing.now, foreign.others
    size = HUMAN + (others["size"].number if "size" in others else 0)
    athletics = now.get("skills.athletics", 0)
    usual = {
        "size": HUMAN,
        "speed": now["strength"] + now["dexterity"] + HUMAN,
        "defense": min(now["wits"], now["dexterity"]) + athletics,
        "initiative": now["dexterity"] + now["wits"],
        "health": size + now["stamina"],
        "willpower": now["resolve"] + now["composure"],
    }
    least = {"size": 1, "health": 1, "initiative": -1_000_000}
    for name, number in usual.items():
        if value := others.get(name):
            field = "initiative_mod" if name == "initiative" else name
            total = max(least.get(name, 0), number + value.number)
            why = f"{number} {value.number:+}"
            both = ForeignValue(
                number + value.number, value.at, why, value.parts
            )
            placing.set_number(field, replace_number(both, total))
    for name in ("armor", "ballistic"):
        if value := others.get(name):
            rating = max(0, value.number)
            kind = "general" if name == "armor" else "ballistic"
            data: Data = {"name": name, kind: rating, "covers": list(BODY)}
            placing.add_armor(
                ForeignThing(f"natural {name}", "", value.at), data
            )
            placing.note_assumption(
                f"{name} without a piece",
                "it covers the whole body but the eyes",
            )


def place_armor(
    placing: Placing, thing: ForeignThing, *, is_worn: bool
) -> None:
    """Place a piece of armor, or note it as lost unless `is_worn`; of several the best values
    count (ST-R31)."""
    if not is_worn:
        placing.note_lost(
            f"armor {thing.name}", "other armor is equipped", thing.at
        )
        return
    ratings = {
        name: thing.number(name) or 0 for name in ("ballistic", "general")
    }
    covers = covered_places(placing, thing)
    data: Data = {"name": thing.name, **ratings}
    placing.add_armor(thing, data | ({"covers": covers} if covers else {}))
    for name in ("defense", "speed"):
        if number := thing.number(name):
            placing.note_lost_part(
                thing, f"{name} {number:+}", "armor changes no other value here"
            )


def covered_places(placing: Placing, thing: ForeignThing) -> list[Place]:
    """Return the called-shot places that a piece covers, and note the parts that are no such
    place."""
    if "covers" not in thing.values:
        why = "the file does not say what it covers: a called shot gets past it"
        placing.note_assumption(f"covers of {thing.name}", why)
    found: dict[Place, None] = {}
    for part in thing.words("covers"):
        # `left_arm` and `arms` are an arm.
        limb = part.rpartition("_")[2].removesuffix("s")
        if limb not in COVERS:
            placing.note_lost_part(
                thing, f"covers {part}", "no called shot is aimed there"
            )
        found |= dict.fromkeys(COVERS.get(limb, ()))
    return list(found)


def place_weapon(placing: Placing, thing: ForeignThing) -> None:
    """Place one weapon, or note why it is lost: explosives have no rules here."""
    is_pool = thing.kind == POOL
    kind = KINDS.get(thing.kind)
    if is_pool:
        kind = "melee" if thing.is_so("defense") else "firearm"
    if kind is None:
        placing.note_lost_weapon(
            thing, f"there are no rules here for the kind '{thing.kind}'"
        )
        return
    data: Data = {
        "kind": kind,
        "damage": clamp(thing.number("damage") or 0, -5, 20),
    }
    data |= attribute_and_skill(placing, thing) if is_pool else {}
    data |= handling_fields(placing, thing)
    data |= firearm_fields(placing, thing) if kind == "firearm" else {}
    placing.add_weapon(thing, data)
    for trait in filter(None, thing.words("traits")):
        if kind != "firearm" or not trait.lower().startswith(AUTOMATIC):
            placing.note_lost_part(
                thing, trait, "weapons have no such trait here"
            )


def handling_fields(placing: Placing, thing: ForeignThing) -> Data:
    """Return initiative, strength, size and armor piercing of a weapon, as far as it has them."""
    data: Data = {}
    slowed = thing.number("initiative") or 0
    if slowed < 0:
        data["initiative"] = max(slowed, -20)
    elif slowed:
        placing.note_lost_part(
            thing, f"initiative {slowed:+}", "weapons only slow here"
        )
    for name, field in (("strength", "strength_req"), ("size", "size")):
        if number := thing.number(name):
            data[field] = max(0, number)
    if piercing := thing.number("penetration"):
        data["armor_piercing"] = clamp(piercing, 0, MOST_PIERCING)
    return data


def firearm_fields(placing: Placing, thing: ForeignThing) -> Data:
    """Return the fields of a firearm: `ranges`, `capacity` and, for an automatic one,
    `autofire`. Ranges that are no three rising numbers become those of a pistol, which is noted
    as assumed."""
    ranges = [int(one) for one in thing.words("ranges")]
    if len(ranges) != len(SIDEARM) or sorted(ranges) != ranges or ranges[0] < 0:
        ranges = [*SIDEARM]
        placing.note_assumption(
            f"ranges of {thing.name}", "those of a pistol: the file has none"
        )
    data: Data = {
        "ranges": ranges,
        "capacity": max(0, thing.number("capacity") or 0),
    }
    traits = [word.lower() for word in thing.words("traits")]
    if any(trait.startswith(AUTOMATIC) for trait in traits):
        data["autofire"] = True
    return data


def attribute_and_skill(placing: Placing, thing: ForeignThing) -> Data:
    """Return the attribute and the skill that make up the pool of a weapon which has nothing but
    the pool.

    They are those of the sheet that fit, else one skill is given the dots that are missing.
    Returns an empty document if none fit."""
    pool, now = thing.number("pool") or 0, placing.now
    for attribute in POOL_ATTRIBUTES:
        for skill in POOL_SKILLS:
            if (
                now.get(f"skills.{skill}")
                and now[attribute] + now[f"skills.{skill}"] == pool
            ):
                return {"attribute": attribute, "skill": skill}
    free = [skill for skill in POOL_SKILLS if not now.get(f"skills.{skill}")]
    able = [one for one in POOL_ATTRIBUTES if 0 < pool - now[one] <= MOST_DOTS]
    if not able or not free:
        placing.note_lost_part(
            thing, f"pool of {pool} dice", "no attribute and skill come to it"
        )
        return {}
    attribute, skill = able[0], free[0]
    why = f"with {attribute} {now[attribute]} it is the pool of {thing.name}, {pool} dice"
    placing.assume(f"skills.{skill}", pool - now[attribute], why)
    return {"attribute": attribute, "skill": skill}
