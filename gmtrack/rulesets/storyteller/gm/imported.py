"""Characters of other programs: those of Chronicles of Darkness, the parent game."""

from collections.abc import Mapping

from gmtrack.core.encounter import Data
from gmtrack.core.foreign import Foreign, Imported, Thing, Value
from gmtrack.rulesets.kit.foreign import Placing, between, limited
from gmtrack.rulesets.storyteller.sheet.sheet import Sheet

ATTRIBUTES = ("strength", "dexterity", "stamina", "wits", "resolve", "composure")
"""Those that rules here ask for."""
SKILLS = ("brawl", "weaponry", "firearms", "athletics", "stealth")
KINDS: Mapping[str, str] = {
    "firearm": "firearm",
    "melee": "melee",
    "unarmed": "unarmed",
    "thrown": "thrown",
}
SIDEARM = (20, 40, 80)
"""The ranges of a pistol, as the sample sheet has them, for a firearm that names none."""
AUTOMATIC = ("autofire", "automatic", "full auto", "medium burst")
"""Traits of a firearm that fires bursts."""
LEAST = 1
MOST_PIERCING = 10
"""ST-R33"""

SYSTEMS = ("chronicles",)
HUMAN = 5
"""Size of a grown human."""


def imported(foreign: Foreign) -> Imported:
    """The sheet of somebody of Chronicles of Darkness."""
    placing = Placing(foreign, Sheet)
    attributes(placing, foreign)
    placing.numbers({name: name for name in SKILLS}, foreign.skills, "skills.")
    why = "no rule of this ruleset uses this skill"
    placing.lose_others("skill", why, foreign.skills, SKILLS)
    derived(placing, foreign)
    worn = [thing for thing in foreign.armor if thing.is_so("equipped")]
    for thing in foreign.armor:
        armor(placing, thing, is_worn=thing in worn or not worn)
    for thing in sorted(foreign.weapons, key=lambda one: not one.is_so("equipped")):
        weapon(placing, thing)
    return placing.done()


def attributes(placing: Placing, foreign: Foreign) -> None:
    """Those of the body, and those that derived values are made of."""
    placing.attributes(ATTRIBUTES, foreign, LEAST)
    placing.suppose("control", "Composure stands in for it (ST-R04)")
    why = "no rule of this ruleset asks for it"
    placing.lose_others("attribute", why, foreign.attributes, ATTRIBUTES)


def derived(placing: Placing, foreign: Foreign) -> None:
    """Derived values where something is added to what follows from the attributes."""
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
            both = Value(number + value.number, value.at, why, value.parts)
            placing.number(field, limited(both, total))
    for name in ("armor", "ballistic"):
        if value := others.get(name):
            rating = max(0, value.number)
            kind = "general" if name == "armor" else "ballistic"
            placing.piece(Thing(f"natural {name}", "", value.at), {"name": name, kind: rating})


def armor(placing: Placing, thing: Thing, *, is_worn: bool) -> None:
    """ST-R31: of several pieces the best values count, so only what is worn is taken."""
    if not is_worn:
        placing.lose(f"armor {thing.name}", "other armor is equipped", thing.at)
        return
    ratings = {name: thing.number(name) or 0 for name in ("ballistic", "general")}
    placing.piece(thing, {"name": thing.name, **ratings})
    for name in ("defense", "speed"):
        if number := thing.number(name):
            placing.lose_part(thing, f"{name} {number:+}", "armor changes no other value here")


def weapon(placing: Placing, thing: Thing) -> None:
    """One weapon; explosives have no rules here."""
    kind = KINDS.get(thing.kind)
    if kind is None:
        placing.lose_weapon(thing, f"there are no rules here for the kind '{thing.kind}'")
        return
    data: Data = {"kind": kind, "damage": between(thing.number("damage") or 0, -5, 20)}
    slowed = thing.number("initiative") or 0
    if slowed < 0:
        data["initiative"] = max(slowed, -20)
    elif slowed:
        placing.lose_part(thing, f"initiative {slowed:+}", "weapons only slow here")
    for name, field in (("strength", "strength_req"), ("size", "size")):
        if number := thing.number(name):
            data[field] = max(0, number)
    if piercing := thing.number("penetration"):
        data["armor_piercing"] = between(piercing, 0, MOST_PIERCING)
    if kind == "firearm":
        data |= firearm(placing, thing)
    placing.weapon(thing, data)


def firearm(placing: Placing, thing: Thing) -> Data:
    """Ranges, bullets and bursts."""
    ranges = [int(one) for one in thing.words("ranges")]
    if len(ranges) != len(SIDEARM) or sorted(ranges) != ranges or ranges[0] < 0:
        ranges = [*SIDEARM]
        placing.suppose(f"ranges of {thing.name}", "those of a pistol: the file has none")
    data: Data = {"ranges": ranges, "capacity": max(0, thing.number("capacity") or 0)}
    traits = [word.lower() for word in thing.words("traits")]
    if any(trait.startswith(AUTOMATIC) for trait in traits):
        data["autofire"] = True
    return data
