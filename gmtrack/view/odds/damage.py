"""The damage of an answer: in rows, and in one number."""

from collections.abc import Iterator, Mapping
from math import sqrt
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.view.percentages import NEGLIGIBLE

MOST_ROWS = 14
"""More amounts than these are told in steps of several."""
TAIL = 0.01
"""Amounts beyond which all together are less likely do not make the others rougher."""
LEAST = 0.05
"""A mean that is less has no number."""


class Amount(NamedTuple):
    """One row of the damage: how likely these amounts are."""

    low: int
    high: int | None
    chance: float

    @property
    def label(self) -> str:
        if self.high is None:
            return f"{self.low}+"
        return f"{self.low}-{self.high}" if self.high > self.low else str(self.low)


def harm(damage: Data) -> float:
    """The chance of any damage at all."""
    chances: Mapping[str, float] = damage["distribution"]
    return sum(chance for amount, chance in chances.items() if amount != "0")


def average(damage: Data) -> str:
    """The mean as told: `3.8`, `<0.1` for what is next to nothing."""
    return "<0.1" if 0 < damage["mean"] < LEAST else f"{damage['mean']:.1f}"


def spread(damage: Data) -> float:
    """The standard deviation."""
    mean = damage["mean"]
    squares = ((int(n) - mean) ** 2 * chance for n, chance in damage["distribution"].items())
    return sqrt(sum(squares))


def amounts(distribution: Mapping[str, float]) -> list[Amount]:
    """The amounts that matter, in as many rows as one takes in: the rare ones above the rest are
    told together, and many in steps; how long these are the tail does not decide."""
    found = sorted((int(n), chance) for n, chance in distribution.items())
    left = sum(chance for _, chance in found)
    most = found[-1][0]
    step = max(1, -(-(_last_of_weight(found) - found[0][0]) // MOST_ROWS))
    rows: list[Amount] = []
    for low, high, chance in _steps(found, step):
        rare = left < (TAIL if chance < NEGLIGIBLE else NEGLIGIBLE * 2)
        if rows and high < most and (rare or len(rows) == MOST_ROWS):
            rows.append(Amount(low, None, left))
            break
        rows.append(Amount(low, high, chance))
        left -= chance
    return rows


def _last_of_weight(found: list[tuple[int, float]]) -> int:
    """The first amount beyond which hardly anything lies."""
    beyond = 0.0
    for amount, chance in reversed(found):
        beyond += chance
        if beyond >= TAIL:
            return amount
    return found[0][0]


def _steps(found: list[tuple[int, float]], step: int) -> Iterator[tuple[int, int, float]]:
    """Amounts in steps; nothing at all stands alone."""
    chances = dict(found)
    low = found[0][0]
    while low <= found[-1][0]:
        high = low if low == 0 else min(low + step - 1, found[-1][0])
        inside = [chances[n] for n in range(low, high + 1) if n in chances]
        if inside:
            yield low, high, sum(inside)
        low = high + 1
