"""Chances of numbers: mean, spread, and how likely each of them is."""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

from gmtrack.core.encounter import Data

Amounts = dict[int, Fraction]
"""The chance of each number; all of them add up to 1."""
CERTAIN = 1.96
"""Standard deviations within which nineteen of twenty answers by trial lie."""


class TooManyRuns(Exception):
    """An exact answer takes more runs of the rules than it may."""


def mean_of(amounts: Mapping[int, Fraction]) -> Fraction:
    return sum(
        (number * chance for number, chance in amounts.items()), Fraction()
    )


def chance_of_at_least(
    amounts: Mapping[int, Fraction], number: int
) -> Fraction:
    return sum(
        (chance for n, chance in amounts.items() if n >= number), Fraction()
    )


def margin_of_error(trials: int) -> float:
    """How far an answer by trial may be off, in nineteen of twenty."""
    return CERTAIN * sqrt(0.25 / trials)


def amounts_to_json(amounts: Mapping[int, Fraction]) -> Data:
    """As floats, lowest number first; the spread is the standard deviation."""
    mean = mean_of(amounts)
    squares = sum(
        ((n - mean) ** 2 * chance for n, chance in amounts.items()), Fraction()
    )
    distribution = {
        str(number): float(amounts[number]) for number in sorted(amounts)
    }
    return {
        "mean": float(mean),
        "spread": sqrt(squares),
        "distribution": distribution,
    }
