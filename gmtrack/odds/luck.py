"""Luck: the hits that fell, placed exactly among all that could have fallen."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from gmtrack.odds.roll_distribution import distribution_of_roll
from gmtrack.rulesets.port import SuccessCount

HitChances = list[float]
"""The chance of each number of hits from `HitSum.least` on."""
SMALL = 1e-18
"""Chances below this are dropped at both ends of a distribution."""


class Luck(NamedTuple):
    """The hits that fell, the expected hits, and the percentile: the chance of fewer hits plus
    half the chance of as many, from 0 to 1."""

    hits: int
    expected: float
    percentile: float


class HitSum(NamedTuple):
    """A distribution of hits: the chance of each number from `least` on."""

    least: int
    chances: HitChances


NOTHING = HitSum(0, [1.0])


def luck_of_rolls(rolls: Iterable[SuccessCount]) -> Luck:
    """Return the luck of these rolls together: hits, expected hits and percentile. Without
    rolls: 0, 0.0 and 0.5."""
    kinds = sorted(rolls, key=_kind_of_dice)
    hits = sum(roll.fell for roll in kinds)
    expected = Fraction(0)
    distribution = NOTHING
    for _, group in groupby(kinds, key=_kind_of_dice):
        alike = list(group)
        count = sum(roll.dice for roll in alike)
        mean, one_die = chances_of_die(alike[0])
        expected += count * mean
        distribution = add_independent(
            distribution, sum_of_dice(one_die, count)
        )
    percentile = percentile_of(distribution, hits)
    return Luck(hits, float(expected), percentile)


def _kind_of_dice(roll: SuccessCount) -> tuple[int, int, int, bool]:
    """Return a sort key that is equal for dice that are read alike."""
    reading = roll.reading
    return roll.sides, reading.hit or 0, reading.again or 0, reading.adds


def chances_of_die(roll: SuccessCount) -> tuple[Fraction, HitSum]:
    """Return the expected hits of one die of a roll, and the chance of each number of hits."""
    reading = roll.reading
    hits_only = reading._replace(ones=False, sum=False, marked=0)
    found = distribution_of_roll(1, roll.sides, hits_only)
    weights = {row[0]: weight for row, weight in found.weights.items()}
    weighted = sum(hits * weight for hits, weight in weights.items())
    mean = Fraction(weighted, found.denominator)
    chances = [
        weights.get(hits, 0) / found.denominator
        for hits in range(max(weights) + 1)
    ]
    return mean, HitSum(0, chances)


def sum_of_dice(one: HitSum, count: int) -> HitSum:
    """Return the distribution of the hits of `count` dice of one kind, by repeated squaring."""
    found = NOTHING
    while count:
        if count % 2:
            found = add_independent(found, one)
        count //= 2
        if count:
            one = add_independent(one, one)
    return found


def add_independent(one: HitSum, other: HitSum) -> HitSum:
    """Return the distribution of the sum of two independent ones, without its negligible ends."""
    chances = [0.0] * (len(one.chances) + len(other.chances) - 1)
    for place, mine in enumerate(one.chances):
        if mine:
            for beside, theirs in enumerate(other.chances):
                chances[place + beside] += mine * theirs
    likely = [place for place, chance in enumerate(chances) if chance > SMALL]
    first = likely[0]
    last = likely[-1]
    least = one.least + other.least + first
    return HitSum(least, chances[first : last + 1])


def percentile_of(found: HitSum, hits: int) -> float:
    """Return the chance of fewer hits plus half the chance of as many."""
    place = hits - found.least
    fewer = sum(found.chances[: max(0, place)])
    as_many = 0.0
    if 0 <= place < len(found.chances):
        as_many = found.chances[place]
    return min(1.0, fewer + as_many / 2)
