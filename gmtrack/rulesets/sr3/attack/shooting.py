"""Shots: attack test, barrier, resistance, misfire; one at everybody in the cone of a shotgun."""

from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.report import Block, Part, Roll
from gmtrack.core.values import replace
from gmtrack.dice.port import Answer, Ask, Reading
from gmtrack.rulesets.kit.blocks import within
from gmtrack.rulesets.sr3.attack.barriers import barrier_against, wear
from gmtrack.rulesets.sr3.attack.damage_code import (
    armor_against,
    bare_code,
    fired_code,
    misfire_code,
)
from gmtrack.rulesets.sr3.attack.distance import range_doc
from gmtrack.rulesets.sr3.attack.expect import against_damage
from gmtrack.rulesets.sr3.attack.plan import Outcome, Strike
from gmtrack.rulesets.sr3.attack.recoil import Steadied, steadied, tell_recoil
from gmtrack.rulesets.sr3.attack.rounds_fired import count, count_target, fire
from gmtrack.rulesets.sr3.attack.shooting_target_number import ranged_tn
from gmtrack.rulesets.sr3.dice.rolls import (
    SIDES,
    Result,
    Test,
    note_test,
    pool_part,
    result_of,
    roll,
    spend_pool,
    throw_together,
)
from gmtrack.rulesets.sr3.rulings.house import House
from gmtrack.rulesets.sr3.sheet.game import amount
from gmtrack.rulesets.sr3.tables.ammunition import AMMUNITION
from gmtrack.rulesets.sr3.wounds.resistance import (
    Blow,
    Code,
    dodged,
    evaded,
    ranged_step,
    resist_shot,
    roll_body,
    take,
    written,
)

NOT_HIT = ("miss", "dodged")
"""What is no hit for those behind."""


def shoot(s: Strike, doc: Data) -> None:
    """One shot at one target; writes the keys of its block."""
    head(s, doc)
    doc["outcome"] = settle(s, roll_attack(s), doc)


class Thrown(NamedTuple):
    """The one throw of a shotgun as it is told of each target: the test, the faces, the recoil."""

    test: Test
    faces: Answer
    steady: Steadied


class Hitting(NamedTuple):
    """An attack test that is made before anybody resists; `thrown` where it is told later on."""

    result: Result
    thrown: Thrown | None


def volley(strikes: list[Strike], blocks: list[Block]) -> list[Result]:
    """By house rule: all attack tests first."""
    results = []
    for s, block in zip(strikes, blocks, strict=True):
        with within(s.game, block):
            s.tell_target()
            head(s, block.body)
            results.append(roll_attack(s))
    return results


def blast(strikes: list[Strike]) -> list[Hitting]:
    """One attack at everybody in the cone of a shotgun, nearest first; one throw is read against
    each one's own target number."""
    first = strikes[0]
    steady = [steadied(s) for s in strikes]
    # Dice that are thrown once are typed once: for the attacker, not for a target.
    thrown = [replace(s, block=None) for s in strikes]
    tests = [attack_test(s, one, "SR-111, SR-R25") for s, one in zip(thrown, steady, strict=True)]
    if first.game.house.shot_tn == "first_target":
        tests = [test._replace(tn=tests[0].tn) for test in tests]
    fire(first)
    for s in strikes:
        count_target(s)
    count(first, first.rounds)
    spend_pool(first.attacker, first.pool)
    answers = throw_together(first.game, tests)
    return [
        Hitting(
            Result(0) if too_near(s) else result_of(test, answer),
            Thrown(test, only_faces(answer), steady[0]),
        )
        for s, test, answer in zip(strikes, tests, answers, strict=True)
    ]


def too_near(s: Strike) -> bool:
    """Nothing is rolled."""
    return s.range is not None and s.range.too_near


def only_faces(answer: Answer) -> Answer:
    """What is told of a throw, without what is read from it."""
    return answer._replace(hits=None, ones=None, also=())


def tell_again(s: Strike, hit: Hitting, doc: Data) -> None:
    """The one throw against the number of this target."""
    if hit.thrown is None:
        return
    s.tell_target()
    head(s, doc)
    told = s.number > 1
    if not told:
        tell_recoil(s, hit.thrown.steady)
    if not too_near(s):
        note_test(s.game, hit.thrown.test, hit.thrown.faces, hit.result, again=told)


def attack_test(s: Strike, steady: Steadied, rules: str = "") -> Test:
    skill = Part("skill", s.attacker.trait(s.weapon.skill), "SR-047")
    tn, dice = ranged_tn(s, steady), (skill, pool_part(s.pool))
    return Test("attack", s.attacker, dice, tn, s.block, using=s.weapon_id, rules=rules)


def roll_attack(s: Strike) -> Result:
    """The rounds leave the weapon, and the attack test is made; too near, nothing is rolled."""
    if s.game.house.walk_recoil:
        count(s, s.walked)
    steady = steadied(s)
    tell_recoil(s, steady)
    test = attack_test(s, steady)
    fire(s)
    count_target(s)
    count(s, s.rounds)
    if too_near(s):
        return Result(0)
    spend_pool(s.attacker, s.pool)
    return roll(s.game, test)


def head(s: Strike, doc: Data) -> None:
    """What was fired how far."""
    where = range_doc(s)
    doc |= {"mode": s.mode, "rounds": s.rounds, "range": where}
    s.game.report.tell(
        "range.walked" if s.walked else "range", "note",
        metres="" if where["metres"] is None else f"{where['metres']} m, ",
        category=where["category"], rounds=amount(s.rounds, "round"), walked=s.walked,
    )  # fmt: skip
    if s.range is not None and s.range.known:
        s.game.report.tell(f"range.{s.range.known}", "note")


def settle(s: Strike, result: Result, doc: Data, before: int = 0) -> Outcome:
    """What the attack test brings about; gives the outcome. `before`: how many the same shot has
    hit already."""
    if result.botch and s.ammunition == "explosive":
        return misfire(s, doc)
    if not result.successes:
        doc["net_hits"] = 0
        s.game.report.tell("miss", "note", who=s.attacker.name)
        return "miss"
    b = on_its_way(s, before)
    if stopped(b):
        doc |= {"net_hits": result.successes, "damage": written(b, None)}
        s.game.report.tell("barrier.stops", "note", rating=b.barrier)
        wear(s, b.code.power, doc)
        return "blocked"
    wear(s, b.code.power, doc)
    return resolve(s, b, result.successes, doc)


def resolve(s: Strike, b: Blow, successes: int, doc: Data) -> Outcome:
    """The resistance, which may be a dodge."""
    resisted = resist_shot(b)
    net = successes - resisted.whole
    doc["net_hits"] = net
    if dodged(s.game, resisted, successes):
        return evaded(b, doc, "SR-049")
    return "hit" if take(b, ranged_step(b, net), doc, "SR-050") else "blocked"


def on_its_way(s: Strike, before: int) -> Blow:
    """Code, armor and barrier of this shot at this target."""
    code, barrier = fired_code(s, before), barrier_against(s)
    return Blow(
        s.game, s.target, s.attacker, bare_code(s.attacker, s.weapon), code, armor_against(s),
        (knock_part(s, code, barrier),), "SR-048", barrier=barrier, pool=s.dice("resist-pool"),
        mods=s.defense_mods, block=s.block, shot=True, offer=against_damage(s),
    )  # fmt: skip


def stopped(b: Blow) -> bool:
    """The power is not above the rating of the barrier."""
    if not b.barrier or b.game.house.barrier_rule == "add_to_armor":
        return False
    return b.code.power <= b.barrier


def knock_part(s: Strike, code: Code, barrier: int) -> Part:
    """By the power that comes through the barrier: half of it, of gel the whole."""
    house = s.game.house
    power = code.power - (0 if house.barrier_rule == "add_to_armor" else barrier)
    if AMMUNITION[s.ammunition].whole_knockdown:
        return Part("power", power, "SR-083, SR-084")
    return half_power(house, power)


def half_power(house: House, power: int) -> Part:
    return Part("half-power", house.half(power), "SR-082, SR-083")


MISFIRE = "SR-098, SR-099"


def misfire(s: Strike, doc: Data) -> Outcome:
    """The shooter takes it, with Body dice alone."""
    game, who = s.game, s.attacker
    game.report.tell("misfire", "bad", who=who.name, weapon=s.weapon_id)
    code = misfire_code(s)
    armor, knock = (
        Part("armor", -who.armor("ballistic"), MISFIRE),
        half_power(game.house, code.power),
    )
    b = Blow(
        game, who, who, bare_code(who, s.weapon), code, armor, (knock,), MISFIRE,
        block=s.block, shot=True,
    )  # fmt: skip
    successes = roll_misfire(s)
    net = successes - roll_body(b)
    doc["net_hits"] = net
    take(b, ranged_step(b, net), doc, MISFIRE)
    return "misfire"


def roll_misfire(s: Strike) -> int:
    """One die is the successes of the attack."""
    game, who = s.game, s.attacker
    answer = game.dice.roll(Ask("misfire", who.id, 1, SIDES, Reading(sum=True), block=s.block))
    successes = answer.sum or 0
    body = {"total": successes}
    game.report.rolled(Roll("misfire", who.id, (), answer.dice, answer.given, body))
    return successes
