"""The target number of a shot, one row a modifier."""

from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.kit.modifiers import Modifier
from gmtrack.rulesets.sr3.attack.distance import base_tn, spread
from gmtrack.rulesets.sr3.attack.plan import Strike, several
from gmtrack.rulesets.sr3.attack.recoil import Steadied
from gmtrack.rulesets.sr3.attack.targeting import aim_worth
from gmtrack.rulesets.sr3.attack.values import as_told
from gmtrack.rulesets.sr3.attack.visibility import hidden_from
from gmtrack.rulesets.sr3.rulings.house import House
from gmtrack.rulesets.sr3.tables import modifiers as worth
from gmtrack.rulesets.sr3.tables.visibility import BLIND_FIRE, RANGED
from gmtrack.rulesets.sr3.wounds.engagement import opponents_of


class Firing(NamedTuple):
    """A shot about to be fired, and what is left of recoil and movement."""

    strike: Strike
    steady: Steadied

    def told(self, name: str, known: int) -> int:
        """What was told, else what is known."""
        told = self.strike.count(name)
        return known if told is None else told


def _aim(f: Firing) -> int:
    s = f.strike
    return aim_worth(s.attacker, s.weapon_id, f.told("aim", aimed(s)))


def aimed(s: Strike) -> int:
    """Actions of aiming at this one with this weapon; the first shot uses them up."""
    aim = s.attacker.live_aim()
    if aim is None or s.time > 1:
        return 0
    return aim.actions if (aim.target, aim.weapon) == (s.target.id, s.weapon_id) else 0


def _visibility(f: Firing) -> int:
    s = f.strike
    if s.has("blind-fire"):
        return 0
    return f.told("visibility", hidden_from(s.attacker, s.sight, RANGED))


def _several_targets(f: Firing) -> int:
    s = f.strike
    if s.shot:
        return 0
    order = list(dict.fromkeys([*s.fired.targets, s.target.id]))
    whole = len({*order, *s.targets})
    return several(s.game.house, order.index(s.target.id) + 1, whole)


def _in_melee(f: Firing) -> int:
    s = f.strike
    return f.told("in-melee", len(opponents_of(s.game, s.attacker)))


def _strength_min(f: Firing) -> int:
    weapon, strength = f.strike.weapon, f.strike.attacker.sheet.strength
    return max(0, weapon.strength_min - strength) if weapon.kind == "bow" else 0


RANGED_MODIFIERS: tuple[Modifier[Firing, House], ...] = (
    Modifier("recoil", "SR-068 to SR-071", "recoil that is not compensated",
             1, lambda f: f.steady.recoil, told=True, off=True),
    Modifier("second-firearm", "SR-081, SR-125", "+2, and no targeting gear",
             worth.SECOND_FIREARM, lambda f: f.strike.gear.two_firearms, told=True, off=True),
    Modifier("aim", "SR-126, SR-R26", "-1 for each Simple Action of aiming",
             1, _aim, told=True, off=True),
    Modifier("called", "SR-075", "+4 on a called shot",
             worth.CALLED, lambda f: f.strike.called is not None),
    Modifier("partial-cover", "SR-117", "+4, target in partial cover",
             worth.PARTIAL_COVER, lambda f: f.strike.target.partial_cover, told=True, off=True),
    Modifier("blind-fire", "SR-118, SR-132", "+8 instead of visibility",
             BLIND_FIRE, lambda f: f.strike.has("blind-fire"), told=True),
    Modifier("visibility", "SR-127, SR-131", "by light, haze and vision",
             1, _visibility, told=True, off=True),
    Modifier("target-running", "SR-119", "+2, target running", worth.TARGET_RUNNING,
             lambda f: f.strike.target.running != "none", told=True, off=True),
    Modifier("stationary", "SR-120", "-1, target stationary",
             worth.STATIONARY, lambda f: f.strike.target.stationary, told=True, off=True),
    Modifier("several-targets", "SR-064, SR-121, SR-R14", "+2 for each target before",
             1, _several_targets, told=True, off=True),
    Modifier("in-melee", "SR-122", "+2 for each opponent in the melee",
             worth.IN_MELEE, _in_melee, told=True, off=True),
    Modifier("running", "SR-070, SR-123, SR-124", "+4, attacker running; =difficult: +6",
             1, lambda f: f.steady.running, told=True, off=True),
    Modifier("strength-min", "SR-115", "bow: +1 for each point of strength short",
             1, _strength_min, told=True, off=True),
    Modifier("spread", "SR-109, SR-110", "shot: -1 for each metre of spread",
             1, lambda f: -spread(f.strike), told=True, off=True),
    Modifier("cornered", "SR-033", "+2 while unable to move away",
             worth.CORNERED, lambda f: f.strike.attacker.cornered, told=True, off=True),
    Modifier("wounds", "SR-006, SR-141", "the wound modifier",
             1, lambda f: f.strike.attacker.wound_modifier, told=True, off=True),
)  # fmt: skip
"""The targeting systems stand in a table of their own: the best one counts alone."""
COUNTED = ("aim", "visibility", "in-melee", "running")
"""A number that is told of these is not what they are worth: it is looked at by the row."""


def ranged_tn(s: Strike, steady: Steadied) -> tuple[Part, ...]:
    """The parts of the target number; the rows that are switched off are left out."""
    firing, house = Firing(s, steady), s.game.house
    parts = [
        as_told(row, firing, house, None if row.label in COUNTED else s.count(row.label))
        for row in RANGED_MODIFIERS
        if not (row.off and s.off(row.label))
    ]
    # By the range, which a scope brings nearer.
    base = Part("base", base_tn(s), "SR-044, SR-046")
    return (base, *parts, *s.gear.best, *s.mods)
