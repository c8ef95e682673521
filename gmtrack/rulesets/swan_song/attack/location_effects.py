"""The effects of a hit at a called place (SS-CALL-10 to -25, SS-CALL-30 to -35, SS-EFF-01 to
-19)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from gmtrack.core.report import Part
from gmtrack.rulesets.kit.words import format_count
from gmtrack.rulesets.swan_song.attack.plan import Strike
from gmtrack.rulesets.swan_song.dice import (
    ROLLS,
    TestResult,
    TestSpec,
    attributes_parts,
    composure_parts,
    roll_test,
)
from gmtrack.rulesets.swan_song.sheet.game import (
    initiative_follows,
    shift_score,
)
from gmtrack.rulesets.swan_song.sheet.sheet import Attribute
from gmtrack.rulesets.swan_song.sheet.state import EffectRecord
from gmtrack.rulesets.swan_song.tables import (
    KNOCKDOWN_OVER,
    NAUSEA_THRESHOLD,
    SPEECHLESS_ROUNDS,
    Location,
    StunTest,
)
from gmtrack.rulesets.swan_song.wounds.conditions import (
    add_effect,
    break_grip,
    find_cause,
    prolong_with_cause,
    settle_status,
    weak_side_value,
)
from gmtrack.rulesets.swan_song.wounds.damage import apply_strain
from gmtrack.rulesets.swan_song.wounds.events import knock_prone

PAIRED = MappingProxyType({"ear": "deafened", "eye": "blinded"})
"""The places of which there are two, each with the effect of losing one."""


def roll_effect_test(
    s: Strike, name: str, attributes: tuple[Attribute, ...], threshold: int
) -> TestResult:
    """Roll a test of the target against an effect, with these attributes; the fresh wound
    counts."""
    parts = attributes_parts(s.target, attributes, ROLLS[name])
    return roll_effect(s, name, parts + wound_parts(s), threshold)


def roll_effect(
    s: Strike, name: str, parts: list[Part], threshold: int | None
) -> TestResult:
    """Roll the target's pool `parts` against an effect, with what the GM's numbers and own
    effects add. `threshold` None: successes alone count."""
    everything = parts + s.game.collect_gm_parts(
        s.target, name, about=s.roll_context(defends=True)
    )
    test = TestSpec(
        s.roll_name(name), s.target.id, everything, threshold=threshold
    )
    return roll_test(s.game, test)


def wound_parts(s: Strike) -> list[Part]:
    """Return the target's wound modifier as a list of parts: this hit's wounds count too
    (R-WND-2, R-WND-4).

    The list is empty without wounds, or if a house rule leaves them out."""
    wounds = (
        s.target.wound_modifier if s.game.house.wound_on_effect_tests else 0
    )
    return [Part("wounds", wounds, "SS-WND-04")] if wounds else []


def _slow(s: Strike, place: str, odv: int, ldv: int) -> None:
    """Slow the target until healed, or by house rule for `odv` rounds."""
    rounds = odv if s.game.house.slowed_duration == "odv_rounds" else None
    add_effect(
        s.game,
        s.target,
        EffectRecord("slowed", s.attacker.id, place, rounds=rounds, ldv=ldv),
    )


def _hurt_sense(s: Strike, place: str, odv: int, ldv: int) -> None:
    """Deafen or blind one ear or eye; each has a timer of its own. Depends on the house rule
    `one_side_duration`."""
    key = PAIRED[place.partition("-")[2]]
    rounds = None if s.game.house.one_side_duration == "until_healed" else odv
    add_effect(
        s.game,
        s.target,
        EffectRecord(key, s.attacker.id, place, rounds=rounds, odv=odv),
    )


def _add_timed(
    s: Strike,
    key: str,
    place: str,
    rounds: int,
    *,
    odv: int | None = None,
    ldv: int | None = None,
) -> None:
    """Put an effect on the target for so many rounds, with the damage values `odv` and `ldv`
    that it keeps (None: none); nothing for 0 or fewer rounds."""
    if rounds > 0:
        record = EffectRecord(
            key, s.attacker.id, place, rounds=rounds, odv=odv, ldv=ldv
        )
        add_effect(s.game, s.target, record)


def _add_lasting(s: Strike, key: str, place: str) -> None:
    """Put an effect on the target that no rounds end."""
    add_effect(s.game, s.target, EffectRecord(key, s.attacker.id, place))


def _break_grip(s: Strike, place: str, odv: int, ldv: int) -> None:
    """Break the grip of the limb for `ldv` rounds; what it holds falls."""
    _add_timed(s, "broken_grip", place, ldv, ldv=ldv)
    break_grip(s.game, s.target, place)


def _weaken_side(s: Strike, place: str, odv: int, ldv: int) -> None:
    """Weaken the side, if the broken grip or the ineffective arm that it comes from is on."""
    cause = find_cause(s.target, "weak_side", place)
    if cause is None or ldv <= 0:
        return
    if any(e.location == place for e in s.target.find_effects("weak_side")):
        prolong_with_cause(s.game, s.target, cause)
        return
    value = weak_side_value(place)
    add_effect(
        s.game, s.target, EffectRecord("weak_side", s.attacker.id, place, value)
    )


def _nauseate(s: Strike, place: str, odv: int, ldv: int) -> None:
    """Roll against nausea; it lasts for the rounds by which the hits miss 4. No roll if the
    target is nauseous from another place."""
    if any(e.location != place for e in s.target.find_effects("nauseous")):
        return
    result = roll_effect_test(
        s, "nausea", ("body", "willpower"), NAUSEA_THRESHOLD
    )
    _add_timed(s, "nauseous", place, NAUSEA_THRESHOLD - result.counted)


def _buckle(s: Strike, place: str, odv: int, ldv: int) -> None:
    """Roll against buckling; a failure knocks the target down for the rounds by which the hits
    miss `ldv`."""
    result = roll_effect_test(s, "buckle", ("body",), ldv)
    if result.success:
        return
    knock_prone(s.game, s.target)
    s.target.cannot_stand_rounds += ldv - result.counted
    left = s.target.cannot_stand_rounds
    s.game.report_effect(
        s.target, "buckled", location=place, rounds=left, until="rounds"
    )
    if s.game.narrated:
        rounds = format_count(left, "round")
        s.game.report.tell("buckles", "bad", who=s.target.name, rounds=rounds)


def _begin_slow_death(s: Strike, place: str, odv: int, ldv: int) -> None:
    """Begin slow death, if the damage is health damage of a piercing weapon."""
    if s.weapon.dealt_to == "health" and s.weapon.is_piercing:
        _add_lasting(s, "slow_death", place)


def _knock_down(s: Strike, place: str, odv: int, ldv: int) -> None:
    """Roll against the knockdown of the place; a failure lays the target prone. No roll if it is
    prone already."""
    if s.target.prone:
        return
    result = roll_effect_test(
        s, "knockdown", ("strength", "agility"), ldv + KNOCKDOWN_OVER
    )
    if not result.success:
        s.game.report_effect(s.target, "knockdown", location=place)
        knock_prone(s.game, s.target)


def _disable_arm(s: Strike, place: str, odv: int, ldv: int) -> None:
    """Disable the arm for `ldv` rounds, with a penalty until it is healed."""
    _add_timed(s, "one_armed", place, ldv, ldv=ldv)
    _add_lasting(s, "one_armed_penalty", place)


def _fatigue(s: Strike, place: str, odv: int, ldv: int) -> None:
    """Add half of `odv` as strain, less the hits of a roll with Body (by house rule half of it),
    tell it, and settle the status."""
    t, game = s.target, s.game
    strain = game.house.div(odv, 2)
    body = t.attribute("body")
    half = game.house.fatigued_pool == "half_body"
    label, dice = (
        ("half-body", game.house.div(body, 2)) if half else ("body", body)
    )
    part = Part(label, dice, ROLLS["fatigue"])
    result = roll_effect(s, "fatigue", [part], None)
    rest = max(0, strain - result.counted)
    game.report_effect(t, "fatigued", location=place, value=rest)
    game.report.tell("fatigued", "bad", who=t.name, strain=strain, rest=rest)
    if rest:
        with initiative_follows(game, t):
            applied = apply_strain(game, t, rest)
        if applied.exceeded or t.strain == t.strain_threshold:
            settle_status(game, t, applied.exceeded)


Handler = Callable[[Strike, str, int, int], None]
HANDLERS: Mapping[str, tuple[str, Handler]] = {
    "slowed": ("SS-EFF-01, R-EFF-5", _slow),
    "winded": (
        "SS-EFF-02, R-CALL-4",
        lambda s, place, odv, _: _add_timed(s, "winded", place, odv, odv=odv),
    ),
    "deafened": ("SS-EFF-03, SS-EFF-04, R-EFF-6", _hurt_sense),
    "blinded": ("SS-EFF-05, SS-EFF-06, R-EFF-6", _hurt_sense),
    "broken_grip": ("SS-EFF-08", _break_grip),
    "weak_side": ("SS-EFF-09, SS-EFF-10", _weaken_side),
    "nauseous": ("SS-EFF-11", _nauseate),
    "buckled": ("SS-EFF-12, R-EFF-14", _buckle),
    "slow_death": ("SS-EFF-13, R-EFF-11", _begin_slow_death),
    "knockdown": ("SS-EFF-14, R-KD-2", _knock_down),
    "unable_to_speak": (
        "SS-EFF-15, R-CALL-5",
        lambda s, place, _, ldv: _add_timed(
            s, "unable_to_speak", place, SPEECHLESS_ROUNDS * ldv, ldv=ldv
        ),
    ),
    "bleedout": (
        "SS-EFF-16",
        lambda s, place, _, __: _add_lasting(s, "bleedout", place),
    ),
    "one_armed": ("SS-EFF-17, SS-EFF-18, R-EFF-8", _disable_arm),
    "fatigued": ("SS-EFF-19, R-EFF-12", _fatigue),
}
"""The function that brings about each effect of a place, with its rules."""


def apply_location_effects(s: Strike, odv: int, ldv: int) -> None:
    """Roll the Stunned test of the called place and bring about its effects, in the table's
    order.

    `odv` is the damage value before soak and limit (R-CALL-4), `ldv` the damage applied
    (R-CALL-5). Nothing happens where both ears or eyes are gone already. Depends on the house
    rule `knee_knockdown`."""
    if s.place is None or not isinstance(s.place.row, Location):
        return
    row, name = s.place.row, s.place.name
    if (
        row.key in PAIRED
        and len({e.location for e in s.target.find_effects(PAIRED[row.key])})
        > 1
    ):
        return
    if row.stun and may_stun(s, row, name):
        with s.game.draft.by("SS-EFF-07"):
            stun(s, row.stun, name)
    for key in row.effects:
        # R-CALL-2: the knee's Knockdown stands in its entry only.
        left_out = (row.key, key) == (
            "knee",
            "knockdown",
        ) and not s.game.house.knee_knockdown
        if key not in s.target.immune_effects and not left_out:
            rules, bring_about = HANDLERS[key]
            with s.game.draft.by(rules):
                bring_about(s, name, odv, ldv)


def may_stun(s: Strike, row: Location, name: str) -> bool:
    """Whether the place may stun now: once a round, but each ear and eye once (R-EFF-4). Depends
    on the house rule `stun_repeat`."""
    rule = s.game.house.stun_repeat
    spent = (
        s.target.stun_spent
        if rule == "once_per_scene"
        else s.target.has_effect("stunned")
    )
    if rule == "always" or not spent:
        return True
    if row.key not in PAIRED:
        return False
    hit = {e.location for e in s.target.find_effects(PAIRED[row.key])}
    return bool(hit) and name not in hit


def stun(s: Strike, test: StunTest, place: str) -> None:
    """Roll the target's test against being stunned. If it fails, put the effect on and lower the
    Score by the loss that the test has."""
    t = s.target
    if test.pool == "composure":
        parts = [*composure_parts(t), *wound_parts(s)]
        result = roll_effect(s, "stun", parts, test.threshold)
    else:
        result = roll_effect_test(
            s, "stun", ("body", "willpower"), test.threshold
        )
    if result.success:
        s.game.report.tell("stun.resisted", "good", who=t.name)
        return
    t.stun_spent = True
    marker = EffectRecord("stunned", s.attacker.id, place, value=test.loss)
    record = add_effect(s.game, t, marker)
    if record is None:
        s.game.report_effect(t, "stunned", location=place, until="round-end")
    s.game.report.effects[-1]["value"] = test.loss
    shift_score(s.game, t, test.loss, "SS-EFF-07, R-INIT-8")


def apply_vehicle_effects(s: Strike, uncapped: int, dealt: int) -> None:
    """Bring about the effects of a called place of a vehicle, if the hit did damage before the
    limit. Depends on the house rule `vehicle_effect_damage`."""
    applied = s.game.house.vehicle_effect_damage == "applied"
    if (
        s.place is None
        or s.place.row is None
        or (dealt if applied else uncapped) < 1
    ):
        return
    with s.game.draft.by("SS-CALL-08, SS-EFF-24, R-CALL-11"):
        for key in s.place.row.effects:
            add_effect(
                s.game, s.target, EffectRecord(key, s.attacker.id, s.place.name)
            )
            if key == "speed_1":
                s.target.speed = min(1, s.target.speed)


def apply_called_knockdown(s: Strike, net: int) -> None:
    """Knock the target down by a called shot with more net hits than Strength; only by house
    rule."""
    wanted = s.place is not None and s.place.name == "knockdown"
    if not wanted or s.game.house.called_knockdown != "net_hits_vs_str":
        return
    if net > s.target.attribute("strength") and not s.target.prone:
        s.game.report_effect(s.target, "knockdown")
        with s.game.draft.by("SS-KD-05, R-KD-3"):
            knock_prone(s.game, s.target)
