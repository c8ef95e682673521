"""Joint distributions of random variables, and the errors for variables that were summed out too
early.

A joint distribution is a table: a row for each result that the dice can have, with its weight,
and a column for each random variable, with its value in that row. When two independent tables
are joined, columns that nobody seems to need are summed out (marginalized), so that the rows
stay few. Where a column turns out to be needed after all, an exception says which one, and the
run is repeated with it."""

from collections.abc import Hashable
from itertools import compress
from typing import Any

Key = Hashable
"""A key that identifies a random variable by the roll or the calculation that it comes from. It
is equal in every run."""
Kept = frozenset[tuple[Key, Key]]
"""Columns that a join must keep: pairs of the column's key and the key of the variable that the
join makes."""

DEFERRED = "deferred"
"""The second key of a pair in `Kept` for a variable that must not be deferred
(`Branch.defer_variable`)."""


class MarginalizedOut(Exception):
    """Raised where a variable is needed that a join has summed out: repeat the run and `keep`
    that column."""

    def __init__(self, keep: tuple[Key, Key]) -> None:
        self.keep = keep


class NeededFromPast(Exception):
    """Raised where a variable of a mixture is needed that a merge has summed out. `key` is
    `mixture`, the checkpoint of the merge and the slot."""

    def __init__(self, key: Any) -> None:
        self.key = key


class JointDistribution:
    """A joint distribution of random variables: the `weights` of its rows, as parts of
    `denominator`, and its columns by their keys.

    `made_for` is the key of the variable that a join was made for; `joined_into` is the table
    that this one was joined into, or what an observation has left of it: its weight is counted
    there from then on."""

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
        """Whether the table has so many rows that its variables are observed instead of joined:
        that of single dice."""
        self.joined_into: JointDistribution | None = None
        self.of: JointDistribution | None = None
        """The table that this one is a restriction of, by the rows marked in `left_by`; None for
        a table of its own."""
        self.left_by: list[bool] = []

    def column(self, key: Key) -> list[Any] | None:
        """Return the values of a variable, row by row, or None if the table does not have that
        key."""
        found = self.columns.get(key)
        if found is None and self.of is not None:
            whole = self.of.column(key)
            if whole is not None:
                found = self.columns[key] = list(compress(whole, self.left_by))
        return found

    def restricted_to(self, rows: list[bool]) -> "JointDistribution":
        """Return a new table with only the rows marked True."""
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
        """Return a copy for another run, which can be joined and observed on its own; the
        columns are shared."""
        same = JointDistribution(
            self.weights, self.denominator, self.columns, self.made_for
        )
        same.observe_to_join = self.observe_to_join
        same.of, same.left_by = self.of, self.left_by
        return same
