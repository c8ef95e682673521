"""The target number of a shot, one row a modifier (8.2, SR-044 to SR-132)."""

from collections.abc import Callable
from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.kit.words import number
from gmtrack.rulesets.sr3.attack.distance import base_tn, spread
from gmtrack.rulesets.sr3.attack.plan import Strike, several
from gmtrack.rulesets.sr3.attack.recoil import steadied
from gmtrack.rulesets.sr3.attack.targeting import aim_worth, targeting, two_firearms
from gmtrack.rulesets.sr3.attack.visibility import hidden_from, sight
from gmtrack.rulesets.sr3.sheet.game import WORDS
from gmtrack.rulesets.sr3.tables import modifiers as worth
from gmtrack.rulesets.sr3.tables.visibility import BLIND_FIRE, RANGED
from gmtrack.rulesets.sr3.wounds.engagement import opponents_of

MOST = 99


class Modifier(NamedTuple):
    """One row: the word that is also the part's label, ledger ids, what it is worth."""

    label: str
    id: str
    help: str
    amount: Callable[[Strike], int]


def _told(s: Strike, name: str, known: int, plain: int | None = None) -> int:
    """What is known, or what was told instead; `plain`: what the bare word is worth."""
    word = s.word(name)
    if word is None:
        return known
    if word.value is None and plain is not None:
        return plain
    return number(word.value, name, WORDS.value, -MOST, MOST)


def _recoil(s: Strike) -> int:
    return _told(s, "recoil", steadied(s).recoil)


def _second_firearm(s: Strike) -> int:
    return _told(s, "second-firearm", worth.SECOND_FIREARM * two_firearms(s), worth.SECOND_FIREARM)


def _aim(s: Strike) -> int:
    told = s.count("aim", most=MOST)
    return aim_worth(s.attacker, s.weapon_id, aimed(s) if told is None else told)


def aimed(s: Strike) -> int:
    """SR-126: actions of aiming at this one with this weapon; the first shot uses them up."""
    aim = s.attacker.live_aim()
    if aim is None or s.time > 1:
        return 0
    return aim.actions if (aim.target, aim.weapon) == (s.target.id, s.weapon_id) else 0


def _called(s: Strike) -> int:
    return worth.CALLED if s.called else 0


def _partial_cover(s: Strike) -> int:
    plain = worth.PARTIAL_COVER
    return _told(s, "partial-cover", plain * s.target.partial_cover, plain)


def _blind_fire(s: Strike) -> int:
    return BLIND_FIRE if s.has("blind-fire") else 0


def _visibility(s: Strike) -> int:
    seen = sight(s)
    if s.has("blind-fire"):
        return 0
    return _told(s, "visibility", hidden_from(s.attacker, seen, RANGED))


def _target_running(s: Strike) -> int:
    plain = worth.TARGET_RUNNING
    return _told(s, "target-running", plain * (s.target.running != "none"), plain)


def _stationary(s: Strike) -> int:
    plain = worth.STATIONARY
    return _told(s, "stationary", plain * s.target.stationary, plain)


def _several_targets(s: Strike) -> int:
    if s.shot:
        return _told(s, "several-targets", 0)
    order = list(dict.fromkeys([*s.fired.targets, s.target.id]))
    whole = len({*order, *s.targets})
    nth = order.index(s.target.id) + 1
    return _told(s, "several-targets", several(s.game.house, nth, whole))


def _in_melee(s: Strike) -> int:
    told = s.count("in-melee", most=MOST)
    count = len(opponents_of(s.game, s.attacker)) if told is None else told
    return worth.IN_MELEE * count


def _running(s: Strike) -> int:
    return steadied(s).running


def _strength_min(s: Strike) -> int:
    short = max(0, s.weapon.strength_min - s.attacker.sheet.strength)
    return _told(s, "strength-min", short if s.weapon.kind == "bow" else 0)


def _spread(s: Strike) -> int:
    return _told(s, "spread", -spread(s))


def _cornered(s: Strike) -> int:
    plain = worth.CORNERED
    return _told(s, "cornered", plain * s.attacker.cornered, plain)


def _wounds(s: Strike) -> int:
    return _told(s, "wounds", s.attacker.wound_modifier)


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


def ranged_tn(s: Strike) -> tuple[Part, ...]:
    """SR-047: the parts of the target number; the rows that are switched off are left out."""
    rows = [row for row in RANGED_MODIFIERS if not s.off(row.label)]
    parts = [Part(row.label, row.amount(s)) for row in rows]
    return (Part("base", base_tn(s)), *parts, *targeting(s), *s.mods)
