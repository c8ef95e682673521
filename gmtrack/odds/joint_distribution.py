"""Joint distributions of random variables, and what is asked of one too late.

A joint distribution is a table: a row for each result that the dice can have, with its weight, and
a column for each random variable, with its value in that row. When two independent tables are
joined, columns that nobody seems to need are summed out (marginalized), so that the rows stay few.
Where a column turns out to be needed after all, an exception says which one, and the run is
repeated with it.
"""

from collections.abc import Hashable
from typing import Any

Key = Hashable
"""What a random variable is made of; the same in every run."""
Kept = frozenset[tuple[Key, Key]]
"""Columns that a join must keep: the key of each, and that of the variable the join is made for."""

DEFERRED = "deferred"
"""Stands for the join in `Kept` where a variable must not be deferred (`Branch.deferred`)."""


class MarginalizedOut(Exception):
    """A variable is needed that a join has summed out: repeat the run and `keep` it there."""

    def __init__(self, keep: tuple[Key, Key]) -> None:
        self.keep = keep


class NeededFromPast(Exception):
    """A variable is needed that the merge at the checkpoint `at` has summed out."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self.at = 0


class JointDistribution:
    """Random variables that depend on each other: `weights` of the rows, as parts of
    `denominator`, and the `columns` by their keys. What was observed in this run leaves rows
    without weight.

    `made_for` is the variable that a join was made for; `joined_into` the table that this one was
    joined into, and is counted in from then on."""

    __slots__ = (
        "columns", "denominator", "joined_into", "made_for", "observe_to_join", "weights",
    )  # fmt: skip

    def __init__(
        self, weights: list[int], denominator: int, columns: dict[Key, list[Any]],
        made_for: Key = None,
    ) -> None:  # fmt: skip
        self.weights = weights
        self.denominator = denominator
        self.columns = columns
        self.made_for = made_for
        self.observe_to_join = False
        """Whether it has so many rows that its variables are observed instead of joined: single
        dice."""
        self.joined_into: JointDistribution | None = None
