"""The target number of a shot, one row a modifier (SR-044 to SR-132)."""

from collections.abc import Callable
from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.sr3.attack.distance import base_tn, spread
from gmtrack.rulesets.sr3.attack.plan import Strike, several
from gmtrack.rulesets.sr3.attack.recoil import Steadied
from gmtrack.rulesets.sr3.attack.targeting import aim_worth
from gmtrack.rulesets.sr3.attack.values import (
    CALLED,
    CORNERED,
    VISIBILITY,
    WOUNDS,
    AttackWord,
    Value,
    amount,
    auto,
    count,
)
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
    """One row: the word, and its part, labelled by the word's name."""

    word: AttackWord
    part: Callable[[str, Firing], Part]


def _recoil(name: str, f: Firing) -> Part:
    """SR-068 to SR-071"""
    return Part(name, f.told(name, f.steady.recoil))


def _second_firearm(name: str, f: Firing) -> Part:
    """SR-125"""
    return Part(name, f.told(name, worth.SECOND_FIREARM * f.strike.gear.two_firearms))


def _aim(name: str, f: Firing) -> Part:
    """SR-126, SR-R26"""
    s = f.strike
    return Part(name, aim_worth(s.attacker, s.weapon_id, f.told(name, aimed(s))))


def aimed(s: Strike) -> int:
    """SR-126: actions of aiming at this one with this weapon; the first shot uses them up."""
    aim = s.attacker.live_aim()
    if aim is None or s.time > 1:
        return 0
    return aim.actions if (aim.target, aim.weapon) == (s.target.id, s.weapon_id) else 0


def _called(name: str, f: Firing) -> Part:
    """SR-075"""
    return Part(name, worth.CALLED if f.strike.called else 0)


def _partial_cover(name: str, f: Firing) -> Part:
    """SR-117"""
    return Part(name, f.told(name, worth.PARTIAL_COVER * f.strike.target.partial_cover))


def _blind_fire(name: str, f: Firing) -> Part:
    """SR-118, SR-132"""
    return Part(name, BLIND_FIRE if f.strike.has(name) else 0)


def _visibility(name: str, f: Firing) -> Part:
    """SR-127, SR-131"""
    s = f.strike
    if s.has("blind-fire"):
        return Part(name, 0)
    return Part(name, f.told(name, hidden_from(s.attacker, s.sight, RANGED)))


def _target_running(name: str, f: Firing) -> Part:
    """SR-119"""
    return Part(name, f.told(name, worth.TARGET_RUNNING * (f.strike.target.running != "none")))


def _stationary(name: str, f: Firing) -> Part:
    """SR-120"""
    return Part(name, f.told(name, worth.STATIONARY * f.strike.target.stationary))


def _several_targets(name: str, f: Firing) -> Part:
    """SR-064, SR-121, SR-R14"""
    s = f.strike
    if s.shot:
        return Part(name, f.told(name, 0))
    order = list(dict.fromkeys([*s.fired.targets, s.target.id]))
    whole = len({*order, *s.targets})
    nth = order.index(s.target.id) + 1
    return Part(name, f.told(name, several(s.game.house, nth, whole)))


def _in_melee(name: str, f: Firing) -> Part:
    """SR-122"""
    s = f.strike
    return Part(name, worth.IN_MELEE * f.told(name, len(opponents_of(s.game, s.attacker))))


def _running(name: str, f: Firing) -> Part:
    """SR-070, SR-123, SR-124"""
    return Part(name, f.steady.running)


def _strength_min(name: str, f: Firing) -> Part:
    """SR-115"""
    s = f.strike
    short = max(0, s.weapon.strength_min - s.attacker.sheet.strength)
    return Part(name, f.told(name, short if s.weapon.kind == "bow" else 0))


def _spread(name: str, f: Firing) -> Part:
    """SR-110"""
    return Part(name, f.told(name, -spread(f.strike)))


def _cornered(name: str, f: Firing) -> Part:
    """SR-033"""
    return Part(name, f.told(name, worth.CORNERED * f.strike.attacker.cornered))


def _wounds(name: str, f: Firing) -> Part:
    """SR-006, SR-141"""
    return Part(name, f.told(name, f.strike.attacker.wound_modifier))


def _gait(name: str, text: str | None) -> Value:
    """SR-123, SR-124: a gait, or what it is worth; the bare word is plain running."""
    typed = text or "running"
    return worth.GAITS[typed] if typed in worth.GAITS else count(name, text)


RANGED_MODIFIERS: tuple[Modifier, ...] = (
    Modifier(auto("recoil", "recoil that is not compensated", "ranged",
                  "SR-055..SR-072"), _recoil),
    Modifier(auto("second-firearm", "+2, and no targeting gear", "ranged", "SR-081, SR-125",
                  amount(worth.SECOND_FIREARM)), _second_firearm),
    Modifier(auto("aim", "-1 for each Simple Action of aiming", "ranged", "SR-126", count), _aim),
    Modifier(CALLED, _called),
    Modifier(auto("partial-cover", "+4, target in partial cover", "ranged", "SR-117",
                  amount(worth.PARTIAL_COVER)), _partial_cover),
    Modifier(AttackWord("blind-fire", "+8 instead of visibility", "ranged", "SR-118, SR-132"),
             _blind_fire),
    Modifier(VISIBILITY, _visibility),
    Modifier(auto("target-running", "+2, target running", "ranged", "SR-119",
                  amount(worth.TARGET_RUNNING)), _target_running),
    Modifier(auto("stationary", "-1, target stationary", "ranged", "SR-120",
                  amount(worth.STATIONARY)), _stationary),
    Modifier(auto("several-targets", "+2 for each target before", "ranged",
                  "SR-064, SR-121"), _several_targets),
    Modifier(auto("in-melee", "+2 for each opponent in the melee", "ranged",
                  "SR-122", count), _in_melee),
    Modifier(auto("running", "+4, attacker running; =difficult: +6",
                  "ranged", "SR-070, SR-123, SR-124", _gait, ("difficult",)), _running),
    Modifier(auto("strength-min", "bow: +1 for each point of strength short", "ranged",
                  "SR-115"), _strength_min),
    Modifier(auto("spread", "shot: -1 for each metre of spread", "ranged", "SR-109, SR-110"),
             _spread),
    Modifier(CORNERED, _cornered),
    Modifier(WOUNDS, _wounds),
)  # fmt: skip
"""The targeting systems stand in a table of their own: the best one counts alone."""


def ranged_tn(s: Strike, steady: Steadied) -> tuple[Part, ...]:
    """SR-047: the parts of the target number; the rows that are switched off are left out."""
    firing = Firing(s, steady)
    rows = [row for row in RANGED_MODIFIERS if not s.off(row.word.name)]
    parts = [row.part(row.word.name, firing) for row in rows]
    return (base_part(s), *parts, *s.gear.best, *s.mods)


def base_part(s: Strike) -> Part:
    """SR-044, SR-046: by the range, which a scope brings nearer."""
    return Part("base", base_tn(s))
