"""Shot from a shotgun: one attack at everybody in the cone (SR-109 to SR-112, SR-R25)."""

from dataclasses import replace

from gmtrack.core.report import Block
from gmtrack.rulesets.kit.blocks import within
from gmtrack.rulesets.sr3.attack.plan import Strike
from gmtrack.rulesets.sr3.attack.recoil import steadied, tell_recoil
from gmtrack.rulesets.sr3.attack.rounds_fired import count, count_target, fire
from gmtrack.rulesets.sr3.attack.shooting import attack_test, head, settle
from gmtrack.rulesets.sr3.dice.rolls import Result, record, spend_pool, throw_together

NOT_HIT = ("miss", "dodged")
"""SR-112, SR-R25: what is no hit for those behind."""


def blast(strikes: list[Strike], blocks: list[Block]) -> None:
    """One throw, read against each one's own target number; nearest first."""
    first = strikes[0]
    steady = [steadied(s) for s in strikes]
    # Dice that are thrown once are typed once: for the attacker, not for a target.
    thrown = [replace(s, block=None) for s in strikes]
    tests = [attack_test(s, one) for s, one in zip(thrown, steady, strict=True)]
    if first.game.house.shot_tn == "first_target":
        tests = [test._replace(tn=tests[0].tn) for test in tests]
    fire(first)
    for s in strikes:
        count_target(s)
    count(first, first.rounds)
    spend_pool(first.attacker, first.pool)
    answers = throw_together(first.game, tests)
    hit = 0
    for s, test, answer, block in zip(strikes, tests, answers, blocks, strict=True):
        with within(s.game, block):
            s.tell_target()
            head(s, block.body)
            near = s.range is not None and s.range.too_near
            told = s is not first
            if not told:
                tell_recoil(s, steady[0])
            result = Result(0) if near else record(s.game, test, answer, again=told)
            block.body["outcome"] = settle(s, result, block.body, hit)
        hit += block.body["outcome"] not in NOT_HIT
