"""The target number of a shot, one row a modifier (SR-044 to SR-132)."""

from collections.abc import Callable
from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.sr3.attack.distance import base_tn, spread
from gmtrack.rulesets.sr3.attack.plan import Strike, several
from gmtrack.rulesets.sr3.attack.recoil import Steadied
from gmtrack.rulesets.sr3.attack.targeting import aim_worth
from gmtrack.rulesets.sr3.attack.visibility import hidden_from
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


class Modifier(NamedTuple):
    """One row: the word that is also the part's label, the rows of RULES.md, what it is worth."""

    label: str
    id: str
    help: str
    amount: Callable[[Firing], int]


def _recoil(f: Firing) -> int:
    return f.told("recoil", f.steady.recoil)


def _second_firearm(f: Firing) -> int:
    return f.told("second-firearm", worth.SECOND_FIREARM * f.strike.gear.two_firearms)


def _aim(f: Firing) -> int:
    s = f.strike
    return aim_worth(s.attacker, s.weapon_id, f.told("aim", aimed(s)))


def aimed(s: Strike) -> int:
    """SR-126: actions of aiming at this one with this weapon; the first shot uses them up."""
    aim = s.attacker.live_aim()
    if aim is None or s.time > 1:
        return 0
    return aim.actions if (aim.target, aim.weapon) == (s.target.id, s.weapon_id) else 0


def _called(f: Firing) -> int:
    return worth.CALLED if f.strike.called else 0


def _partial_cover(f: Firing) -> int:
    return f.told("partial-cover", worth.PARTIAL_COVER * f.strike.target.partial_cover)


def _blind_fire(f: Firing) -> int:
    return BLIND_FIRE if f.strike.has("blind-fire") else 0


def _visibility(f: Firing) -> int:
    s = f.strike
    if s.has("blind-fire"):
        return 0
    return f.told("visibility", hidden_from(s.attacker, s.sight, RANGED))


def _target_running(f: Firing) -> int:
    return f.told("target-running", worth.TARGET_RUNNING * (f.strike.target.running != "none"))


def _stationary(f: Firing) -> int:
    return f.told("stationary", worth.STATIONARY * f.strike.target.stationary)


def _several_targets(f: Firing) -> int:
    s = f.strike
    if s.shot:
        return f.told("several-targets", 0)
    order = list(dict.fromkeys([*s.fired.targets, s.target.id]))
    whole = len({*order, *s.targets})
    nth = order.index(s.target.id) + 1
    return f.told("several-targets", several(s.game.house, nth, whole))


def _in_melee(f: Firing) -> int:
    s = f.strike
    return worth.IN_MELEE * f.told("in-melee", len(opponents_of(s.game, s.attacker)))


def _running(f: Firing) -> int:
    return f.steady.running


def _strength_min(f: Firing) -> int:
    s = f.strike
    short = max(0, s.weapon.strength_min - s.attacker.sheet.strength)
    return f.told("strength-min", short if s.weapon.kind == "bow" else 0)


def _spread(f: Firing) -> int:
    return f.told("spread", -spread(f.strike))


def _cornered(f: Firing) -> int:
    return f.told("cornered", worth.CORNERED * f.strike.attacker.cornered)


def _wounds(f: Firing) -> int:
    return f.told("wounds", f.strike.attacker.wound_modifier)


RANGED_MODIFIERS: tuple[Modifier, ...] = (
    Modifier("recoil", "SR-055..SR-072", "earlier rounds of the phase, uncompensated", _recoil),
    Modifier("second-firearm", "SR-081, SR-125", "+2, no targeting gear", _second_firearm),
    Modifier("aim", "SR-126", "-1 for each action of aiming", _aim),
    Modifier("called", "SR-075", "+4", _called),
    Modifier("partial-cover", "SR-117", "+4", _partial_cover),
    Modifier("blind-fire", "SR-118, SR-132", "+8 instead of visibility", _blind_fire),
    Modifier("visibility", "SR-127..SR-131", "by light, haze and eyes", _visibility),
    Modifier("target-running", "SR-119", "+2", _target_running),
    Modifier("stationary", "SR-120", "-1 for a target that stays", _stationary),
    Modifier("several-targets", "SR-064, SR-121", "+2 for each one before", _several_targets),
    Modifier("in-melee", "SR-122", "+2 for each opponent of the shooter", _in_melee),
    Modifier("running", "SR-070, SR-123, SR-124", "+4, on difficult ground +6", _running),
    Modifier("strength-min", "SR-115", "+1 for each point short, bow", _strength_min),
    Modifier("spread", "SR-109, SR-110", "shot: -1 for each metre to either side", _spread),
    Modifier("cornered", "SR-033", "+2", _cornered),
    Modifier("wounds", "SR-006, SR-141", "the wound modifier", _wounds),
)
"""The targeting systems stand in a table of their own: the best one counts alone."""


def ranged_tn(s: Strike, steady: Steadied) -> tuple[Part, ...]:
    """SR-047: the parts of the target number; the rows that are switched off are left out."""
    firing = Firing(s, steady)
    rows = [row for row in RANGED_MODIFIERS if not s.off(row.label)]
    parts = [Part(row.label, row.amount(firing)) for row in rows]
    return (Part("base", base_tn(s)), *parts, *s.gear.best, *s.mods)
