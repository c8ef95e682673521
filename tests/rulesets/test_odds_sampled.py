"""Odds are what happens: real attacks, by the dice, again and again."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import sqrt

import pytest
from long_run import LONG

from gmtrack.odds.chances import NOT_FIRED, Chances

from .odds_play import Attacked, Sample, attacked, encounter, one_of_each, search

ATTACKS = 100_000 if LONG else 1_000
SIGMAS = 5

Told = tuple[object, ...]


@pytest.mark.parametrize("sample", one_of_each("large"), ids=str)
def test_real_attacks_fall_as_the_odds_say(sample: Sample) -> None:
    fight = encounter(sample)
    odds = search(sample, fight, sample.line).odds()
    expected = {
        (place, *told): chance
        for place, block in enumerate(odds.blocks)
        for told, chance in foretold(block.chances).items()
    } | {("down",): odds.total.down, ("dead",): odds.total.dead}
    found: Counter[Told] = Counter()
    argv = sample.line.split()
    for seed in range(ATTACKS):
        real = attacked(sample.folder, fight, argv, seed)
        found.update(happened(real, len(odds.blocks)))
    assert found.keys() <= expected.keys()
    wrong = {told: found[told] for told in expected if far_off(found[told], expected[told])}
    assert not wrong, {told: (n, float(expected[told] * ATTACKS)) for told, n in wrong.items()}


def foretold(chances: Chances) -> Mapping[Told, Fraction]:
    """All chances of one attack under one key each."""
    parts = {"outcome": chances.outcomes, "damage": chances.damage, "effect": chances.effects}
    return {(part, key): p for part, told in parts.items() for key, p in told.items()}


def happened(real: Attacked, attacks: int) -> Iterator[Told]:
    """What of it came true, of so many attacks, made or not."""
    for place, upshot in enumerate(real.upshots):
        yield place, "outcome", upshot.outcome
        yield place, "damage", upshot.damage
        yield from ((place, "effect", effect) for effect in dict.fromkeys(upshot.effects))
    for place in range(len(real.upshots), attacks):
        yield from ((place, "outcome", NOT_FIRED), (place, "damage", 0))
    ends = {"down": [end.out for end in real.ends], "dead": [end.dead for end in real.ends]}
    yield from ((end,) for end, come in ends.items() if any(come))


def far_off(count: int, chance: Fraction) -> bool:
    """Whether so many of all attacks cannot be chance; one of something rare can."""
    sigma = sqrt(ATTACKS * chance * (1 - chance))
    return abs(count - ATTACKS * chance) > max(SIGMAS * sigma, 1)
