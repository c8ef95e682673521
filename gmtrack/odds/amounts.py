"""Chances of numbers: mean, spread, and how likely each of them is."""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

from gmtrack.core.encounter import Data

Amounts = dict[int, Fraction]
"""The chance of each number; all of them add up to 1."""
CERTAIN = 1.96
"""The number of standard deviations within which 19 of 20 sampled answers lie."""


class TooManyRuns(Exception):
    """Raised where an exact answer would take more runs of the rules than the caller allows."""


def mean_of(amounts: Mapping[int, Fraction]) -> Fraction:
    """Return the expected number."""
    return sum(
        (number * chance for number, chance in amounts.items()), Fraction()
    )


def chance_of_at_least(
    amounts: Mapping[int, Fraction], number: int
) -> Fraction:
    """Return the chance of `number` or more."""
    return sum(
        (chance for n, chance in amounts.items() if n >= number), Fraction()
    )


def margin_of_error(trials: int) -> float:
    """Return the margin of error of a chance that was found by this many trials: 19 of 20 such
    answers are off by less."""
    return CERTAIN * sqrt(0.25 / trials)


def amounts_to_json(amounts: Mapping[int, Fraction]) -> Data:
    """Return the mean, the standard deviation (`spread`) and the chance of each number as
    floats, lowest number first."""
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
