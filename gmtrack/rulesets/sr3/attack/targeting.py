"""Targeting gear and aiming: smartlink, goggles, laser, a second firearm (SR-077 to SR-081, SR-113,
SR-125, SR-126, SR-130, SR-R23)."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.sr3.attack.plan import Gear, Strike
from gmtrack.rulesets.sr3.attack.values import AttackWord, auto, maybe_amount
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.tables import modifiers as worth
from gmtrack.rulesets.sr3.tables.ranges import LASER_METRES


class System(NamedTuple):
    """One row: the word, and its part where the system works, labelled by the word's name."""

    word: AttackWord
    part: Callable[[str, Strike], Part]


def _smartlink(name: str, s: Strike) -> Part:
    """SR-077"""
    return _smartlink_of_shot(name, s) if s.shot else Part(name, told(s, name, worth.SMARTLINK))


def _smartlink_of_shot(name: str, s: Strike) -> Part:
    """SR-113, SR-R25"""
    return Part(name, told(s, name, -s.game.house.shot_smartlink))


def _smart_goggles(name: str, s: Strike) -> Part:
    """SR-078"""
    return Part(name, told(s, name, worth.SMART_GOGGLES))


def _laser(name: str, s: Strike) -> Part:
    """SR-079"""
    return Part(name, told(s, name, worth.LASER))


def told(s: Strike, name: str, known: int) -> int:
    """What was told, else what it is worth here."""
    count = s.count(name)
    return known if count is None else count


_ROWS = (
    System(auto("smartlink", "-2 with a smartgun", "ranged", "SR-077", maybe_amount), _smartlink),
    System(auto("smart-goggles", "-1 with a smartgun", "ranged", "SR-078", maybe_amount),
           _smart_goggles),
    System(auto("laser", "-1 up to 50 metres, with no haze", "ranged",
                "SR-079, SR-130", maybe_amount), _laser),
)  # fmt: skip
SYSTEMS: Mapping[str, System] = {row.word.name: row for row in _ROWS}


def gear_in_use(s: Strike) -> Gear:
    """SR-077 to SR-081: what works in this shot; with a second firearm none of it."""
    if two_firearms(s):
        return Gear(two_firearms=True)
    working = [(name, row) for name, row in SYSTEMS.items() if works(s, name)]
    return Gear(tuple(row.part(name, s) for name, row in working))


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
    if s.off(system) or (s.shot and system != "smartlink"):
        return False
    dark = s.sight.light == "full_darkness" and not s.game.house.gear_in_dark
    if dark or not (s.has(system) or has_system(s, system)):
        return False
    metres = s.range.metres if s.range else None
    return system != "laser" or (s.sight.haze is None and (metres or 0) <= LASER_METRES)


def has_system(s: Strike, system: str) -> bool:
    """What the shooter and the weapon have."""
    sheet, weapon = s.attacker.sheet, s.weapon
    if system == "laser":
        return weapon.laser
    return weapon.smartgun and (sheet.smartlink if system == "smartlink" else sheet.smart_goggles)


def aim_worth(who: Fighter, name: str, actions: int) -> int:
    """SR-126, SR-R26: what so many actions of aiming take off."""
    if who.house.aim_limit == "none":
        return -actions
    return -min(actions, max(1, who.trait(who.weapon(name).skill) // 2))


def saves_rounds(s: Strike) -> bool:
    """SR-067, SR-R20: the link that holds the fire between two targets."""
    goggles = s.game.house.goggles_walk and s.gear.has("smart-goggles")
    return s.gear.has("smartlink") or goggles
