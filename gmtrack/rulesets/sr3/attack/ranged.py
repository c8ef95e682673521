"""Shots: rounds, attack test, barrier, resistance, misfire; one at everybody in the cone of a
shotgun."""

from collections.abc import Mapping
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.report import Block, Part, Roll
from gmtrack.core.values import replace
from gmtrack.dice.port import Answer, Ask, Reading
from gmtrack.rulesets.kit.blocks import within
from gmtrack.rulesets.kit.words import format_count
from gmtrack.rulesets.sr3.attack.aim import (
    metres_apart,
    saves_rounds,
    scoped_category,
)
from gmtrack.rulesets.sr3.attack.damage_code import (
    armor_against,
    bare_code,
    barrier_rating,
    fired_code,
    mode_code,
    rating_against,
    wear_barrier,
)
from gmtrack.rulesets.sr3.attack.plan import Outcome, Strike
from gmtrack.rulesets.sr3.attack.target_number import (
    Steadied,
    ranged_tn,
    steady_recoil,
    tell_recoil,
)
from gmtrack.rulesets.sr3.dice import (
    SIDES,
    Result,
    Test,
    note_test,
    pool_part,
    result_of,
    roll,
    roll_request,
    spend_pool,
)
from gmtrack.rulesets.sr3.karma import buy_dice, deny_after_shared_roll
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.tables import AMMUNITION, FULL_AUTO_LEAST, MODES, Mode
from gmtrack.rulesets.sr3.wounds.hits import (
    Blow,
    Code,
    damage_document,
    dodge_parts,
    halve_for_vehicle,
    is_dodged,
    is_stopped_by_vehicle,
    ranged_step,
    roll_body,
    roll_resistance,
    take_hit,
    write_dodge,
    write_stopped,
)


def rounds_fired_at(s: Strike) -> int:
    """Return the rounds fired at one target, by the mode. A burst shrinks to the rounds left, at
    least one; full auto without a typed number gets the least that the rules allow."""
    rounds = MODES[s.mode].rounds
    if rounds is None:
        told = s.count("rounds")
        return FULL_AUTO_LEAST if told is None else told
    left = s.attacker.weapon_state(s.weapon_id).ammo
    return min(rounds, max(1, left)) if s.weapon.capacity else rounds


def rounds_lost_before(s: Strike, before: Fighter | None) -> int:
    """Return the rounds lost on the way from the target `before`: the number typed, else one for
    each metre. 0 for the first target (None), and if a smartlink holds fire."""
    if before is None or saves_rounds(s):
        return 0
    told = s.count("walk")
    return (metres_apart(before, s.target) or 0) if told is None else told


FIRED: Mapping[Mode, str] = {
    "ss": "SR-054",
    "sa": "SR-055",
    "bf": "SR-056",
    "fa": "SR-060, SR-066",
}
"""Rules by which rounds leave the weapon, by the mode of fire."""


def fire_rounds(s: Strike) -> None:
    """Take the rounds out of the weapon, those lost on the way to the target included. A weapon
    without a capacity loses none."""
    who, name = s.attacker, s.weapon_id
    if s.weapon.capacity:
        with s.game.draft.by(FIRED[s.mode]):
            who.weapon_state(name).ammo = max(
                0, who.weapon_state(name).ammo - s.walked - s.rounds
            )


def count_target(s: Strike) -> None:
    """Count the target among those of this phase, each of them once."""
    if s.target.id not in s.fired.targets:
        s.fired.targets.append(s.target.id)


def count_rounds(s: Strike, rounds: int) -> None:
    """Count rounds as fired in this phase, in all and by this weapon."""
    s.fired.rounds += rounds
    s.fired.own += rounds


def remember_rounds(s: Strike) -> None:
    """Tell the rounds that are left of a weapon with a magazine. During a combat turn also write
    the counts of the phase to the live state: rounds, targets, and one more shot in this mode.
    Depends on the house rule `second_firearm_recoil`."""
    game, who = s.game, s.attacker
    if s.weapon.capacity:
        game.tell_rounds(who, s.weapon_id)
    if not game.fight.running:
        return
    with game.draft.by("SR-068, SR-R21"):
        who.rounds_this_phase = s.fired.rounds
        if game.house.second_firearm_recoil == "own":
            who.weapon_state(s.weapon_id).rounds_by_weapon = s.fired.own
    with game.draft.by("SR-121"):
        who.targets_this_phase = list(s.fired.targets)
    if MODES[s.mode].limit is not None:
        with game.draft.by("SR-054 to SR-056"):
            who.weapon_state(s.weapon_id).shots += 1


NOT_HIT = ("miss", "dodged")
"""Outcomes that do not count as a hit for targets further behind."""


class SharedThrow(NamedTuple):
    """The one throw of a shotgun as it is told for each target: test, faces and recoil."""

    test: Test
    faces: Answer
    steady: Steadied


class AttackResult(NamedTuple):
    """The result of an attack test that was made before anybody resists. `thrown` is the shared
    throw that is still to be told for the target; None if the test has been told."""

    result: Result
    thrown: SharedThrow | None


def roll_all_attacks(
    strikes: list[Strike], blocks: list[Block]
) -> list[AttackResult]:
    """Make all attack tests before anybody resists, by house rule, and return their results in
    order."""
    results = []
    for s, block in zip(strikes, blocks, strict=True):
        with within(s.game, block):
            s.tell_target()
            tell_shot(s, block.body)
            results.append(AttackResult(roll_attack(s), None))
    return results


def roll_shotgun_blast(strikes: list[Strike]) -> list[AttackResult]:
    """Attack everybody in the cone of a shotgun with one throw of dice, nearest first, and
    return a result for each. The throw is read against each target's own number. Depends on the
    house rule `shot_tn`."""
    first = strikes[0]
    steady = [steady_recoil(s) for s in strikes]
    # Dice that are thrown once are typed once: for the attacker, not for a target.
    thrown = [replace(s, block=None) for s in strikes]
    tests = [
        attack_test(s, one, "SR-111, SR-R25")
        for s, one in zip(thrown, steady, strict=True)
    ]
    if first.game.house.shot_tn == "first_target":
        tests = [test._replace(tn=tests[0].tn) for test in tests]
    deny_after_shared_roll(first.game, "attack", len(tests))
    paid = buy_dice(first.game, tests[0])
    tests = [
        test._replace(dice=paid.dice, bought=paid.bought) for test in tests
    ]
    fire_rounds(first)
    for s in strikes:
        count_target(s)
    count_rounds(first, first.rounds)
    spend_pool(first.attacker, first.pool)
    # The dice of the first test, once; each test reads them against its own number.
    ask = roll_request(
        first.game, tests[0], tuple(test.number for test in tests)
    )
    answer = first.game.dice.roll(ask)
    read = [answer._replace(also=(hits,)) for hits in answer.also]
    return [
        AttackResult(
            Result(0) if is_too_near(s) else result_of(test, one),
            # What is told of a throw, without what is read from it.
            SharedThrow(
                test, one._replace(hits=None, ones=None, also=()), steady[0]
            ),
        )
        for s, test, one in zip(strikes, tests, read, strict=True)
    ]


def is_too_near(s: Strike) -> bool:
    """Whether the target is closer than the weapon's minimum range, so that nothing is rolled."""
    return s.range is not None and s.range.too_near


def tell_again(s: Strike, hit: AttackResult, doc: Data) -> None:
    """Tell the shotgun's one throw again against this target's number; do nothing if the test
    was told already."""
    if hit.thrown is None:
        return
    s.tell_target()
    tell_shot(s, doc)
    told = s.number > 1
    if not told:
        tell_recoil(s, hit.thrown.steady)
    if not is_too_near(s):
        note_test(
            s.game, hit.thrown.test, hit.thrown.faces, hit.result, again=told
        )


def attack_test(s: Strike, steady: Steadied, rules: str = "") -> Test:
    """Return the attacker's ranged test, not yet rolled. `rules` are its rows, if not the usual
    ones."""
    skill = s.attacker.trait_parts(s.weapon.skill, "SR-047", "skill")
    tn, dice = ranged_tn(s, steady), (*skill, pool_part(s.pool))
    offer, using = s.attack_offer, s.weapon_id
    return Test("attack", s.attacker, dice, tn, s.block, offer, using, rules)


def roll_attack(s: Strike) -> Result:
    """Take the rounds out of the weapon, roll the attack test and return its result. Nothing is
    rolled at a target that is too near: no successes. Spends the pool dice and counts target and
    rounds. Depends on the house rule `walk_recoil`."""
    if s.game.house.walk_recoil:
        count_rounds(s, s.walked)
    steady = steady_recoil(s)
    tell_recoil(s, steady)
    test = attack_test(s, steady)
    fire_rounds(s)
    count_target(s)
    count_rounds(s, s.rounds)
    if is_too_near(s):
        return Result(0)
    spend_pool(s.attacker, s.pool)
    return roll(s.game, test)


def tell_shot(s: Strike, doc: Data) -> None:
    """Write mode, rounds and range of the shot into `doc` and into the story."""
    where: Data = {
        "metres": s.range.metres if s.range else None,
        "category": scoped_category(s),
    }
    if s.range and s.range.known:
        where["known"] = s.range.known
    doc |= {"mode": s.mode, "rounds": s.rounds, "range": where}
    s.game.report.tell(
        "range.walked" if s.walked else "range",
        "note",
        metres="" if where["metres"] is None else f"{where['metres']} m, ",
        category=where["category"],
        rounds=format_count(s.rounds, "round"),
        walked=s.walked,
    )
    if s.range is not None and s.range.known:
        s.game.report.tell(f"range.{s.range.known}", "note")


def settle_shot(
    s: Strike, result: Result, doc: Data, before: int = 0
) -> Outcome:
    """Apply the result of an attack test to one target: misfire, miss, barrier, dodge or damage.
    Returns the outcome. `before`: how many targets the same shot has hit already. Depends on the
    house rule `barrier_rule`."""
    if result.botch and s.ammunition == "explosive":
        return settle_misfire(s, doc)
    if not result.successes:
        doc["net_hits"] = 0
        s.game.report.tell("miss", "note", who=s.attacker.name)
        return "miss"
    b = ranged_blow(s, before)
    adds = s.game.house.barrier_rule == "add_to_armor"
    if b.barrier and not adds and b.code.power <= b.barrier:
        doc |= {
            "net_hits": result.successes,
            "damage": damage_document(b, None),
        }
        s.game.report.tell("barrier.stops", "note", rating=b.barrier)
        wear_barrier(s, b.code.power, doc)
        return "blocked"
    wear_barrier(s, b.code.power, doc)
    b = halve_for_vehicle(b)
    if is_stopped_by_vehicle(b):
        return write_stopped(b, result.successes, doc)
    # The resistance, which may be a dodge.
    successes = result.successes
    resisted = roll_resistance(b)
    net = successes - resisted.successes
    doc["net_hits"] = net
    if is_dodged(s.game, resisted, successes):
        return write_dodge(b, doc, "SR-049")
    return (
        "hit" if take_hit(b, ranged_step(b, net), doc, "SR-050") else "blocked"
    )


def ranged_blow(s: Strike, before: int) -> Blow:
    """Return the hit of this shot on its target before the resistance: damage code, armor,
    barrier, knockdown. `before`: how many targets the same shot has hit already."""
    code, barrier = (
        fired_code(s, before),
        rating_against(
            s.game.house, barrier_rating(s), AMMUNITION[s.ammunition].things
        ),
    )
    return Blow(
        s.game,
        s.target,
        s.attacker,
        bare_code(s.attacker, s.weapon),
        code,
        armor_against(s),
        (knockdown_part(s, code, barrier),),
        "SR-048",
        barrier=barrier,
        pool=s.dice("resist-pool"),
        dodge=dodge_parts(s.game, s.target, s.rounds, s.off),
        mods=s.defense_mods,
        block=s.block,
        shot=True,
        offer=s.resistance_offer,
        about=s.roll_context(s.weapon_id, s.weapon, s.attacker),
    )


def knockdown_part(s: Strike, code: Code, barrier: int) -> Part:
    """Return the power against knockdown: half of what comes through the barrier, of gel the
    whole. Depends on the house rule `barrier_rule`."""
    house = s.game.house
    power = code.power - (
        0 if house.barrier_rule == "add_to_armor" else barrier
    )
    if AMMUNITION[s.ammunition].whole_knockdown:
        return Part("power", power, "SR-083, SR-084")
    return half_power(house, power)


def half_power(house: House, power: int) -> Part:
    """Return half the power, rounded by house rule, as the part that counts against knockdown."""
    return Part("half-power", house.half(power), "SR-082, SR-083")


MISFIRE = "SR-098, SR-099"


def settle_misfire(s: Strike, doc: Data) -> Outcome:
    """Let an explosive round hurt the shooter, who resists with Body dice alone; return the
    outcome `misfire`. Depends on the house rule `misfire_mode`."""
    game, who = s.game, s.attacker
    game.report.tell("misfire", "bad", who=who.name, weapon=s.weapon_id)
    code = base = bare_code(who, s.weapon)
    # Without the explosive bonus; by house rule with that of the mode.
    if game.house.misfire_mode == "with_mode":
        code = mode_code(s, base)
    armor, knock = (
        Part("armor", -who.armor("ballistic"), MISFIRE),
        half_power(game.house, code.power),
    )
    b = Blow(
        game,
        who,
        who,
        base,
        code,
        armor,
        (knock,),
        MISFIRE,
        block=s.block,
        shot=True,
    )
    successes = roll_misfire(s)
    b = halve_for_vehicle(b)
    if is_stopped_by_vehicle(b):
        write_stopped(b, successes, doc)
        return "misfire"
    net = successes - roll_body(b)
    doc["net_hits"] = net
    take_hit(b, ranged_step(b, net), doc, MISFIRE)
    return "misfire"


def roll_misfire(s: Strike) -> int:
    """Roll one die for a misfire and return its face, which counts as the successes of the
    attack."""
    game, who = s.game, s.attacker
    answer = game.dice.roll(
        Ask("misfire", who.id, 1, SIDES, Reading(sum=True), block=s.block)
    )
    successes = answer.sum or 0
    body = {"total": successes}
    game.report.rolled(
        Roll("misfire", who.id, (), answer.dice, answer.given, body)
    )
    return successes
