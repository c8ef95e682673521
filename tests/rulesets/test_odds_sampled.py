"""Odds are what happens: real attacks, by the dice, again and again."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import sqrt
from pathlib import Path

import pytest

from gmtrack.odds.chances import Chances

from .odds_play import LONG, Attacked, Sample, attacked, encounter, samples, search

ATTACKS = 100_000 if LONG else 2_000
SIGMAS = 5

Told = tuple[object, ...]


def one_of_each() -> Iterator[Sample]:
    """The first large one of each ruleset; all of them where there is time."""
    seen: set[str] = set()
    for sample in samples("large"):
        if LONG or sample.folder not in seen:
            yield sample
        seen.add(sample.folder)


@pytest.mark.parametrize("sample", list(one_of_each()), ids=str)
def test_real_attacks_fall_as_the_odds_say(sample: Sample, tmp_path: Path) -> None:
    fight = encounter(sample, tmp_path)
    odds = search(sample, fight, sample.line).odds()
    expected = {
        (place, *told): chance
        for place, block in enumerate(odds.blocks)
        for told, chance in foretold(block.chances).items()
    }
    found: Counter[Told] = Counter()
    argv = sample.line.split()
    for seed in range(ATTACKS):
        found.update(happened(attacked(sample.folder, fight, argv, seed)))
    assert found.keys() <= expected.keys()
    wrong = {told: found[told] for told in expected if far_off(found[told], expected[told])}
    assert not wrong, {told: (n, float(expected[told] * ATTACKS)) for told, n in wrong.items()}


def foretold(chances: Chances) -> Mapping[Told, Fraction]:
    """All chances of one attack under one key each."""
    parts = {"outcome": chances.outcomes, "damage": chances.damage, "effect": chances.effects}
    found = {(part, key): p for part, told in parts.items() for key, p in told.items()}
    return {**found, ("down",): chances.down, ("dead",): chances.dead}


def happened(real: Attacked) -> Iterator[Told]:
    """What of it came true."""
    for place, (upshot, fate) in enumerate(zip(real.upshots, real.fates, strict=True)):
        yield place, "outcome", upshot.outcome
        yield place, "damage", upshot.damage
        yield from ((place, "effect", effect) for effect in dict.fromkeys(upshot.effects))
        if fate.down:
            yield place, "down"
        if fate.dead:
            yield place, "dead"


def far_off(count: int, chance: Fraction) -> bool:
    """Whether so many of all attacks cannot be chance; one of something rare can."""
    sigma = sqrt(ATTACKS * chance * (1 - chance))
    return abs(count - ATTACKS * chance) > max(SIGMAS * sigma, 1)
