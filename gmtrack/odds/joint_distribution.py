"""Joint distributions of random variables, and what is asked of one too late.

A joint distribution is a table: a row for each result that the dice can have, with its weight, and
a column for each random variable, with its value in that row. When two independent tables are
joined, columns that nobody seems to need are summed out (marginalized), so that the rows stay few.
Where a column turns out to be needed after all, an exception says which one, and the run is
repeated with it.
"""

from collections.abc import Hashable
from itertools import compress
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
    """A variable of a mixture is needed that a merge has summed out; its key begins with
    `mixture`, where it was merged, and its slot."""

    def __init__(self, key: Any) -> None:
        self.key = key


class JointDistribution:
    """Random variables that depend on each other: `weights` of the rows, as parts of
    `denominator`, and the columns by their keys.

    `made_for` is the variable that a join was made for; `joined_into` the table that this one was
    joined into, or what an observation has left of it: there it is counted from then on."""

    __slots__ = (
        "columns", "denominator", "joined_into", "left_by", "made_for", "observe_to_join",
        "of", "weights",
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
        self.of: JointDistribution | None = None
        """The table of which it is what an observation has left: the rows `left_by` it."""
        self.left_by: list[bool] = []

    def column(self, key: Key) -> list[Any] | None:
        """The values of a variable, row by row; None where it has none of the key."""
        found = self.columns.get(key)
        if found is None and self.of is not None:
            whole = self.of.column(key)
            if whole is not None:
                found = self.columns[key] = list(compress(whole, self.left_by))
        return found

    def restricted_to(self, rows: list[bool]) -> "JointDistribution":
        """What is left of it where only these rows can still be."""
        left = JointDistribution(
            list(compress(self.weights, rows)),
            self.denominator,
            {},
            self.made_for,
        )
        left.observe_to_join = self.observe_to_join
        left.of, left.left_by = self, rows
        return left

    def copy_for_run(self) -> "JointDistribution":
        """The same for another run, which goes on with it in its own way."""
        same = JointDistribution(
            self.weights, self.denominator, self.columns, self.made_for
        )
        same.observe_to_join = self.observe_to_join
        same.of, same.left_by = self.of, self.left_by
        return same
