"""SS-EFF-01..19: what each effect of a called place does, one handler for each."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from gmtrack.core.report import Part
from gmtrack.rulesets.swan_song.attack.strike import Strike
from gmtrack.rulesets.swan_song.dice.pools import attribute_part, wound_part
from gmtrack.rulesets.swan_song.dice.rolls import TestResult, roll_test
from gmtrack.rulesets.swan_song.sheet.records import EffectRecord
from gmtrack.rulesets.swan_song.sheet.sheet import Attribute
from gmtrack.rulesets.swan_song.tables.effects import (
    KNOCKDOWN_OVER,
    NAUSEA_THRESHOLD,
    SPEECHLESS_ROUNDS,
)
from gmtrack.rulesets.swan_song.wounds.damage import apply_strain
from gmtrack.rulesets.swan_song.wounds.effects import (
    add_effect,
    break_grip,
    cause_of,
    last_as_long,
    weak_side_value,
)
from gmtrack.rulesets.swan_song.wounds.position import fall
from gmtrack.rulesets.swan_song.wounds.score import initiative_follows
from gmtrack.rulesets.swan_song.wounds.status import settle_status


def effect_test(
    s: Strike, name: str, attributes: tuple[Attribute, ...], threshold: int, *, wounds: bool = True
) -> TestResult:
    """A test of the one who was hit; the fresh wound counts (R-WND-2, R-WND-4)."""
    parts = [attribute_part(s.target, a) for a in attributes]
    if wounds and s.game.house.on("wound_on_effect_tests"):
        parts += wound_part(s.target)
    return roll_test(s.game, s.roll_name(name), s.target.id, parts, threshold=threshold)


def _slowed(s: Strike, place: str, odv: int, ldv: int) -> None:
    rounds = odv if s.game.house.choice("slowed_duration", "odv_rounds") else None
    add_effect(
        s.game, s.target, EffectRecord("slowed", s.attacker.id, place, rounds=rounds, ldv=ldv)
    )


def _winded(s: Strike, place: str, odv: int, ldv: int) -> None:
    _timed(s, "winded", place, odv, odv=odv)


def _deafened(s: Strike, place: str, odv: int, ldv: int) -> None:
    _one_side(s, "deafened", place, odv)


def _blinded(s: Strike, place: str, odv: int, ldv: int) -> None:
    _one_side(s, "blinded", place, odv)


def _one_side(s: Strike, key: str, place: str, odv: int) -> None:
    """R-EFF-6: a timer for each ear and eye."""
    rounds = None if s.game.house.choice("one_side_duration", "until_healed") else odv
    add_effect(s.game, s.target, EffectRecord(key, s.attacker.id, place, rounds=rounds, odv=odv))


def _timed(
    s: Strike, key: str, place: str, rounds: int, *, odv: int | None = None, ldv: int | None = None
) -> None:
    if rounds > 0:
        record = EffectRecord(key, s.attacker.id, place, rounds=rounds, odv=odv, ldv=ldv)
        add_effect(s.game, s.target, record)


def _broken_grip(s: Strike, place: str, odv: int, ldv: int) -> None:
    _timed(s, "broken_grip", place, ldv, ldv=ldv)
    break_grip(s.game, s.target, place)


def _weak_side(s: Strike, place: str, odv: int, ldv: int) -> None:
    """SS-EFF-09, -10: only with the Broken Grip or the ineffective arm that it comes from."""
    cause = cause_of(s.target, "weak_side", place)
    if cause is None or ldv <= 0:
        return
    if any(e.location == place for e in s.target.find_effects("weak_side")):
        last_as_long(s.game, s.target, cause)
        return
    value = weak_side_value(place)
    add_effect(s.game, s.target, EffectRecord("weak_side", s.attacker.id, place, value))


def _nauseous(s: Strike, place: str, odv: int, ldv: int) -> None:
    """SS-EFF-11"""
    if any(e.location != place for e in s.target.find_effects("nauseous")):
        return
    result = effect_test(s, "nausea", ("body", "willpower"), NAUSEA_THRESHOLD)
    _timed(s, "nauseous", place, NAUSEA_THRESHOLD - result.counted)


def _buckled(s: Strike, place: str, odv: int, ldv: int) -> None:
    """SS-EFF-12, R-EFF-14"""
    result = effect_test(s, "buckle", ("body",), ldv)
    if result.success:
        return
    fall(s.game, s.target)
    s.target.cannot_stand_rounds += ldv - result.counted
    left = s.target.cannot_stand_rounds
    s.game.effect(s.target, "buckled", location=place, rounds=left, until="rounds")
    s.game.report.tell("buckled", "bad", who=s.target.name, rounds=left)


def _slow_death(s: Strike, place: str, odv: int, ldv: int) -> None:
    """SS-EFF-13, R-EFF-11"""
    if s.track() == "health" and s.weapon.is_piercing:
        add_effect(s.game, s.target, EffectRecord("slow_death", s.attacker.id, place))


def _knockdown(s: Strike, place: str, odv: int, ldv: int) -> None:
    """SS-EFF-14, R-KD-2"""
    if s.target.prone:
        return
    result = effect_test(s, "knockdown", ("strength", "agility"), ldv + KNOCKDOWN_OVER)
    if not result.success:
        s.game.effect(s.target, "knockdown", location=place)
        fall(s.game, s.target)


def _unable_to_speak(s: Strike, place: str, odv: int, ldv: int) -> None:
    _timed(s, "unable_to_speak", place, SPEECHLESS_ROUNDS * ldv, ldv=ldv)


def _bleedout(s: Strike, place: str, odv: int, ldv: int) -> None:
    add_effect(s.game, s.target, EffectRecord("bleedout", s.attacker.id, place))


def _one_armed(s: Strike, place: str, odv: int, ldv: int) -> None:
    """SS-EFF-17, -18, R-EFF-8"""
    _timed(s, "one_armed", place, ldv, ldv=ldv)
    add_effect(s.game, s.target, EffectRecord("one_armed_penalty", s.attacker.id, place))


def _fatigued(s: Strike, place: str, odv: int, ldv: int) -> None:
    """SS-EFF-19, R-EFF-12"""
    t, game = s.target, s.game
    strain = game.house.div(odv, 2)
    body = t.attribute("body")
    half = game.house.choice("fatigued_pool", "half_body")
    part = Part("half-body", game.house.div(body, 2)) if half else Part("body", body)
    result = roll_test(game, s.roll_name("fatigue"), t.id, [part])
    rest = max(0, strain - result.counted)
    game.effect(t, "fatigued", location=place, value=rest)
    game.report.tell("fatigued", "bad", who=t.name, strain=strain, rest=rest)
    if rest:
        with initiative_follows(game, t):
            applied = apply_strain(game, t, rest)
        if applied.exceeded or t.strain == t.strain_threshold:
            settle_status(game, t, applied.exceeded)


Handler = Callable[[Strike, str, int, int], None]
HANDLERS: Mapping[str, Handler] = MappingProxyType(
    {
        "slowed": _slowed,
        "winded": _winded,
        "deafened": _deafened,
        "blinded": _blinded,
        "broken_grip": _broken_grip,
        "weak_side": _weak_side,
        "nauseous": _nauseous,
        "buckled": _buckled,
        "slow_death": _slow_death,
        "knockdown": _knockdown,
        "unable_to_speak": _unable_to_speak,
        "bleedout": _bleedout,
        "one_armed": _one_armed,
        "fatigued": _fatigued,
    }
)
