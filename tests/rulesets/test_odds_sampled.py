"""Odds are what happens: real attacks, by the dice, again and again."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import Any

import pytest
from long_run import LONG

from gmtrack.odds.amounts import margin_of_error
from gmtrack.odds.chances import NOT_FIRED, Chances, Harm, Odds
from gmtrack.odds.engine import attack_results
from gmtrack.odds.sampling import sample_odds

from .odds_play import (
    FOLDERS,
    Attacked,
    Sample,
    attacked,
    core,
    encounter,
    one_of_each,
    samples,
    search,
)  # fmt: skip

ATTACKS = 100_000 if LONG else 400
SIGMAS = 5
FAR = 3 * margin_of_error(ATTACKS)
"""Three margins: what chances may be off, and twice as many standard deviations a mean, for the
margin is that of a chance of a half, which has a deviation of a half."""

Told = tuple[object, ...]


@pytest.mark.parametrize("sample", [*one_of_each("large"), *samples("risky")], ids=str)
def test_real_attacks_fall_as_the_odds_say(sample: Sample) -> None:
    fight = encounter(sample)
    odds = search(sample, fight, sample.line).odds()
    expected = {
        (place, *told): chance
        for place, block in enumerate(odds.blocks)
        for told, chance in foretold(block.chances).items()
    }
    for side, harm in (("target", odds.total), ("attacker", odds.total.risk)):
        expected |= {(side, "down"): harm.down, (side, "dead"): harm.dead}
    found: Counter[Told] = Counter()
    argv, of_file = sample.line.split(), dict[str, Any]()
    for seed in range(ATTACKS):
        real = attacked(sample.folder, fight, argv, seed, of_file)
        found.update(happened(real, len(odds.blocks)))
    assert found.keys() <= expected.keys()
    wrong = {told: found[told] for told in expected if far_off(found[told], expected[told])}
    assert not wrong, {told: (n, float(expected[told] * ATTACKS)) for told, n in wrong.items()}


def foretold(chances: Chances) -> Mapping[Told, Fraction]:
    """All chances of one attack under one key each."""
    parts = {
        "outcome": chances.outcomes, "damage": chances.damage, "effect": chances.effects,
        "suffered": chances.risk.damage, "own": chances.risk.effects,
    }  # fmt: skip
    return {(part, key): p for part, told in parts.items() for key, p in told.items()}


def happened(real: Attacked, attacks: int) -> Iterator[Told]:
    """What of it came true, of so many attacks, made or not."""
    for place, upshot in enumerate(real.upshots):
        yield place, "outcome", upshot.outcome
        yield place, "damage", upshot.damage
        yield place, "suffered", upshot.suffered
        yield from ((place, "effect", effect) for effect in dict.fromkeys(upshot.effects))
        yield from ((place, "own", effect) for effect in dict.fromkeys(upshot.own))
    for place in range(len(real.upshots), attacks):
        yield from ((place, "outcome", NOT_FIRED), (place, "damage", 0), (place, "suffered", 0))
    for side, ends in (("target", real.ends), ("attacker", real.attackers)):
        come = {"down": [end.out for end in ends], "dead": [end.dead for end in ends]}
        yield from ((side, end) for end, found in come.items() if any(found))


@pytest.mark.parametrize("sample", one_of_each("risky"), ids=str)
def test_what_is_risked_is_the_same_by_trial(sample: Sample) -> None:
    """One attack of each ruleset, and all in the long run: what each can come to is tried above."""
    fight, play = encounter(sample), core(sample.folder)
    exact = search(sample, fight, sample.line).odds()
    intent = play.intent(play.parsed(sample.line.split()), fight)
    known = partial(attack_results, play.ruleset)
    found = sample_odds(play.ruleset, fight, [intent], lambda dice: dice, known, most=ATTACKS)
    assert found.trials == ATTACKS
    for mine, yours in zip(everything(found), everything(exact), strict=True):
        assert abs(mine.mean - yours.mean) <= FAR * 2 * deviation(yours)
        chances = {"down": yours.down, "dead": yours.dead, "any": yours.any, **yours.effects}
        other = {"down": mine.down, "dead": mine.dead, "any": mine.any, **mine.effects}
        assert other.keys() <= chances.keys()
        far = {name for name, p in chances.items() if abs((p or 0) - (other.get(name) or 0)) > FAR}
        assert not far, {name: (other.get(name), chances[name]) for name in far}


def everything(odds: Odds) -> list[Harm]:
    """What is risked in each attack, and in all."""
    return [odds.total.risk, *(block.chances.risk for block in odds.blocks)]


def deviation(harm: Harm) -> float:
    """The standard deviation of the damage."""
    return sqrt(sum((n - harm.mean) ** 2 * chance for n, chance in harm.damage.items()))


def test_something_is_risked_in_every_ruleset() -> None:
    assert {sample.folder for sample in samples("risky")} == {*FOLDERS}
    for sample in samples("risky"):
        risk = search(sample, encounter(sample), sample.line).odds().total.risk
        assert risk.any or risk.down, sample


def far_off(count: int, chance: Fraction) -> bool:
    """Whether so many of all attacks cannot be chance; one of something rare can."""
    sigma = sqrt(ATTACKS * chance * (1 - chance))
    return abs(count - ATTACKS * chance) > max(SIGMAS * sigma, 1)
