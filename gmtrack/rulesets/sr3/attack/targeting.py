"""Targeting gear and aiming: smartlink, goggles, laser, a second firearm."""

from gmtrack.rulesets.kit.modifiers import Modifier
from gmtrack.rulesets.sr3.attack.plan import Gear, Strike
from gmtrack.rulesets.sr3.attack.values import as_told
from gmtrack.rulesets.sr3.rulings.house import House
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.tables import modifiers as worth
from gmtrack.rulesets.sr3.tables.ranges import LASER_METRES


def gear_in_use(s: Strike) -> Gear:
    """What works in this shot; with a second firearm none of it."""
    if two_firearms(s):
        return Gear(two_firearms=True)
    working = [row for row in SYSTEMS if row.holds(s)]
    return Gear(tuple(as_told(row, s, s.game.house, s.count(row.label)) for row in working))


def two_firearms(s: Strike) -> bool:
    """One in each hand."""
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
    """What so many actions of aiming take off."""
    if who.house.aim_limit == "none":
        return -actions
    return -min(actions, max(1, who.trait(who.weapon(name).skill) // 2))


def saves_rounds(s: Strike) -> bool:
    """The link that holds the fire between two targets."""
    goggles = s.game.house.goggles_walk and s.gear.has("smart-goggles")
    return s.gear.has("smartlink") or goggles


SYSTEMS: tuple[Modifier[Strike, House], ...] = (
    Modifier("smartlink", "SR-077", "-2 with a smartgun", worth.SMARTLINK,
             lambda s: not s.shot and works(s, "smartlink"), told=True, off=True),
    Modifier("smartlink", "SR-113, SR-R25", "-1 with a smartgun and shot",
             lambda house: -house.shot_smartlink,
             lambda s: s.shot and works(s, "smartlink"), off=True),
    Modifier("smart-goggles", "SR-078", "-1 with a smartgun", worth.SMART_GOGGLES,
             lambda s: works(s, "smart-goggles"), told=True, off=True),
    Modifier("laser", "SR-079, SR-130", "-1 up to 50 metres, with no haze", worth.LASER,
             lambda s: works(s, "laser"), told=True, off=True),
)  # fmt: skip
