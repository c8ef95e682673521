"""Targeting gear and aiming: smartlink, goggles, laser, a second firearm (SR-077 to SR-081, SR-113,
SR-125, SR-126, SR-130, SR-R23)."""

from collections.abc import Mapping

from gmtrack.core.report import Part
from gmtrack.rulesets.kit.words import number
from gmtrack.rulesets.sr3.attack.plan import Strike
from gmtrack.rulesets.sr3.attack.visibility import sight
from gmtrack.rulesets.sr3.sheet.game import WORDS
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.tables import modifiers as worth
from gmtrack.rulesets.sr3.tables.ranges import LASER_METRES

SYSTEMS: Mapping[str, int] = {
    "smartlink": worth.SMARTLINK,
    "smart-goggles": worth.SMART_GOGGLES,
    "laser": worth.LASER,
}


def two_firearms(s: Strike) -> bool:
    """SR-125: one in each hand."""
    who = s.attacker
    if s.off("second-firearm"):
        return False
    if s.has("second-firearm"):
        return True
    held = [name for name in (who.in_hand, who.in_other_hand) if name]
    guns = [name for name in held if who.weapon(name).is_ranged]
    return len(guns) > 1 and s.weapon_id in guns


def works(s: Strike, system: str) -> bool:
    """Whether one of the systems helps this shot."""
    if s.off(system) or two_firearms(s) or (s.shot and system != "smartlink"):
        return False
    seen = sight(s)
    dark = seen.light == "full_darkness" and not s.game.house.gear_in_dark
    if dark or not (s.has(system) or has_system(s, system)):
        return False
    metres = s.range.metres if s.range else None
    return system != "laser" or (seen.haze is None and (metres or 0) <= LASER_METRES)


def has_system(s: Strike, system: str) -> bool:
    """What he and the weapon have."""
    sheet, weapon = s.attacker.sheet, s.weapon
    if system == "laser":
        return weapon.laser
    return weapon.smartgun and (sheet.smartlink if system == "smartlink" else sheet.smart_goggles)


def value_of(s: Strike, system: str) -> int:
    """What it is worth here. Raises Refusal (`option`)."""
    told = s.value(system)
    if told is not None:
        return number(told, system, WORDS.value, -99, 99)
    return -s.game.house.shot_smartlink if s.shot else SYSTEMS[system]


def targeting(s: Strike) -> list[Part]:
    """SR-080: the best one alone. Raises Refusal (`weapon`, by house rule)."""
    working = [Part(system, value_of(s, system)) for system in SYSTEMS if works(s, system)]
    if len(working) > 1 and s.game.house.targeting_stack == "error":
        names = ", ".join(part.label for part in working)
        s.game.refuse("weapon", f"{names}: leave all but one out by --without")
    return sorted(working, key=lambda part: part.value)[:1]


def aim_worth(who: Fighter, name: str, actions: int) -> int:
    """SR-126, SR-R26: what so many actions of aiming take off."""
    if who.house.aim_limit == "none":
        return -actions
    return -min(actions, max(1, who.trait(who.weapon(name).skill) // 2))


def saves_rounds(s: Strike) -> bool:
    """SR-067, SR-R20: the link that holds the fire between two targets."""
    goggles = s.game.house.goggles_walk
    return works(s, "smartlink") or (goggles and works(s, "smart-goggles"))
