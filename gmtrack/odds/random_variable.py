"""Integers that the dice decide, and the branch of the rules on which they are observed.

A rule adds, subtracts and compares random variables like any number. Only where Python must know
one (an `if`, a key of a table, a text) is it observed, and the branch forks: this run goes on
with the value that is taken first, and the others are left to later runs. Only as much is
observed as the rule asks for: after `if hits >= 3` it is known whether there are three, and no
more. What is never observed stays a distribution to the end, however many values it has."""

import operator
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import repeat
from math import prod
from typing import Any, NamedTuple

from gmtrack.odds.joint_distribution import (
    DEFERRED,
    JointDistribution,
    Kept,
    Key,
    MarginalizedOut,
    NeededFromPast,
)
from gmtrack.odds.work import WorkLimit

ROWS_A_STEP = 8
"""A column of so many rows is made in the time in which a join goes through one pair of rows."""
Observations = tuple[Any, ...]
"""The observations of a run, in order. The rules depend on nothing else, so they identify the
branch."""


Shared = dict[tuple[Observations, int], JointDistribution]
"""The tables of runs from one start, by the observations and the number of tables before: a run
that repeats what another one has done reuses its tables."""


class Branch:
    """A run of the rules: its observations, and the alternatives that it leaves to other runs.
    `shared` holds the tables of all runs that begin alike and keep the same columns, and `work` is
    the limit of all runs together; all calculations raise TooMuchWork beyond it."""

    def __init__(
        self,
        observations: Observations = (),
        keep: Kept = frozenset(),
        shared: Shared | None = None,
        work: WorkLimit | None = None,
    ) -> None:
        self.keep = keep
        self.work = WorkLimit() if work is None else work
        """What is left of the work that the search may take."""
        self._shared: Shared = {} if shared is None else shared
        self.alternatives: list[Observations] = []
        self.joints: list[JointDistribution] = []
        self.differences: set[tuple[Key, Key]] = set()
        """The pairs of variables whose difference was calculated."""
        self._kept: dict[Key, list[Key]] | None = None
        self._observations = list(observations)
        self._replayed = 0

    @property
    def is_untouched(self) -> bool:
        """Whether nothing random has come up yet."""
        return not self.joints

    def add_variables(
        self, weights: list[int], denominator: int, columns: dict[Any, list[Any]],
        *, observe_to_join: bool = False,
    ) -> list[Any]:  # fmt: skip
        """Add a table and return its random variables, one for each column; they are independent
        of all variables before."""

        self.work.take(len(weights) * len(columns) // 2)

        def make_table() -> JointDistribution:
            joint = JointDistribution(weights, denominator, dict(columns))
            joint.observe_to_join = observe_to_join
            return joint

        joint = self._next_table(make_table)
        return [
            RandomVariable(self, joint, key, joint.columns[key])
            for key in columns
        ]

    def _next_table(
        self, make: Callable[[], JointDistribution]
    ) -> JointDistribution:
        """Return the next table of this run, made by `make` or reused from a run with the same
        observations."""
        place = (
            tuple(self._observations[: self._replayed]),
            len(self.joints),
        )
        if place not in self._shared:
            self._shared[place] = make()
        joint = self._shared[place].copy_for_run()
        self.joints.append(joint)
        return joint

    def defer_variable(self, key: Key, beside: Any) -> Any:
        """Return a variable of the same dice as `beside` that is left out of their table, as if
        it were summed out already. It is seldom observed, and the table is smaller without it;
        observing it repeats the run with it."""
        own = JointDistribution([], 1, {})
        join = JointDistribution([], 1, {}, DEFERRED)
        own.joined_into = join
        if type(beside) is RandomVariable:
            join.joined_into = beside.joint
        else:
            join.joined_into = JointDistribution([1], 1, {})
        return RandomVariable(self, own, key, [])

    # --- observations ---

    def observe_one_of(
        self, joint: JointDistribution, values: list[Any]
    ) -> Any:
        """Observe which of `values` (one for each row of `joint`) it is, and return that value.

        The rows with another value are dropped; other values that can be become alternatives of
        the branch."""
        self.work.take(len(values) // ROWS_A_STEP)
        if self._replayed < len(self._observations):
            taken = self._observations[self._replayed]
            self._replayed += 1
            if values.count(taken) == len(values):
                return taken
        else:
            taken, *others = dict.fromkeys(values)
            self._record(taken, others)
            if not others:
                return taken
        left = self._next_table(
            lambda: joint.restricted_to([value == taken for value in values])
        )
        left.of, joint.joined_into = joint, left
        return taken

    def observe_constant(self, value: Any) -> Any:
        """Record an observation that has only one possible value, and return it."""
        if self._replayed == len(self._observations):
            self._observations.append(value)
        self._replayed += 1
        return value

    def _record(self, value: Any, others: list[Any]) -> None:
        """Record an observation that no run has made before, and its alternatives."""
        done = tuple(self._observations)
        self.alternatives += [(*done, other) for other in others]
        self._observations.append(value)
        self._replayed += 1

    # --- distributions ---

    def join(
        self, one: "RandomVariable", other: "RandomVariable", key: Key,
        calc: Callable[[Any, Any], Any],
    ) -> "RandomVariable":  # fmt: skip
        """Return the variable that `calc` makes of two independent ones. Their tables become
        one, in which all columns are summed out except the new one and those to keep."""

        def make_joined() -> JointDistribution:
            mine, yours = (
                self._marginalize(one, key),
                self._marginalize(other, key),
            )
            self.work.take(len(mine.rows) * len(yours.rows))
            combine = combine_rows
            if calc in SUMS and not mine.kept and not yours.kept:
                combine = combine_rows_once
            weights, values, *kept = combine(
                tuple(mine.rows.items()), tuple(yours.rows.items()), calc
            )
            columns = {key: values}
            columns.update(zip([*mine.kept, *yours.kept], kept, strict=True))
            denominator = mine.joint.denominator * yours.joint.denominator
            return JointDistribution(weights, denominator, columns, key)

        joint = self._next_table(make_joined)
        for before in (one, other):
            before.locate()[0].joined_into = joint
        return RandomVariable(self, joint, key, joint.columns[key])

    def _marginalize(
        self, variable: "RandomVariable", made: Key
    ) -> "_Marginal":
        """Return the distribution of a variable together with the columns that must be kept when
        the variable `made` is made of it."""
        joint, values = variable.locate()
        kept: dict[Key, list[Any]] = {}
        for key in self._columns_to_keep(made):
            column = joint.column(key)
            if column:
                kept[key] = column
        beside = zip(*kept.values(), strict=True) if kept else repeat(())
        rows: dict[tuple[Any, tuple[Any, ...]], int] = {}
        pairs = zip(values, beside, strict=False)
        for row, weight in zip(pairs, joint.weights, strict=True):
            rows[row] = rows.get(row, 0) + weight
        return _Marginal(joint, list(kept), rows)

    def _columns_to_keep(self, made: Key) -> list[Key]:
        """Return the keys of the columns to keep when the variable `made` is made."""
        if self._kept is None:
            self._kept = {}
            for key, join in self.keep:
                self._kept.setdefault(join, []).append(key)
        return self._kept.get(made, [])

    def weight(self) -> tuple[int, int]:
        """Return the weight of this branch and its denominator: the product of the rows that its
        observations have left in each table. A table that was joined into another is counted
        there."""
        last = [joint for joint in self.joints if joint.joined_into is None]
        weight = prod(sum(joint.weights) for joint in last)
        denominator = prod(joint.denominator for joint in last)
        return weight, denominator

    def release_tables(self) -> None:
        """Cut the references between the tables when the run is over, so that they are freed at
        once."""
        for joint in self.joints:
            joint.joined_into = None


Rows = tuple[tuple[tuple[Any, tuple[Any, ...]], int], ...]
"""The rows of a marginal distribution: value and kept values, and the weight."""


def combine_rows(
    mine: Rows, yours: Rows, calc: Callable[[Any, Any], Any]
) -> list[list[Any]]:
    """Return the columns of the table of two independent distributions: the weights, what `calc`
    makes of both values, and the kept values of both."""
    rows: dict[tuple[Any, tuple[Any, ...]], int] = defaultdict(int)
    others = [(b, kept_b, weight) for (b, kept_b), weight in yours]
    for (a, kept_a), weight_a in mine:
        for b, kept_b, weight_b in others:
            rows[calc(a, b), kept_a + kept_b] += weight_a * weight_b
    kept = zip(*(beside for _, beside in rows), strict=True)
    values = [value for value, _ in rows]
    return [list(rows.values()), values, *map(list, kept)]


SUMS = (operator.add, operator.sub)
"""The calculations whose tables are cached. A truth value counts as a number in them, so equal keys
have equal results."""
MOST_COMBINED = 32
"""The tables that are cached: what simulated people weigh throws the same dice again and again."""
combine_rows_once = lru_cache(MOST_COMBINED)(combine_rows)
"""`combine_rows` with a cache. Nobody changes the lists that it returns."""


class _Marginal(NamedTuple):
    """The distribution of a variable with the columns kept beside it: the weight of each value
    and tuple of kept values."""

    joint: JointDistribution
    kept: list[Key]
    rows: dict[tuple[Any, tuple[Any, ...]], int]


_NUMBERS = (int, float)


class RandomVariable:
    """A whole number, or a truth value, that the dice decide; `values` is its column in `joint`.

    A variable without a table was summed out where branches met: it can be passed on, but not
    calculated with."""

    __slots__ = ("branch", "joint", "key", "values")

    def __init__(
        self,
        branch: Branch,
        joint: JointDistribution | None,
        key: Key,
        values: list[Any],
    ) -> None:
        self.branch = branch
        self.joint = joint
        self.key = key
        self.values = values

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """The type `int`, since rules may check whether a value is a number."""
        return int

    # --- its table ---

    def locate(self) -> tuple[JointDistribution, list[Any]]:
        """Return the table in which the variable is counted by now, and its column there. Raises
        MarginalizedOut and NeededFromPast where it was summed out."""
        found = self._locate_or_none()
        if found is None:
            raise MarginalizedOut(self._lost_at())
        return found

    def _locate_or_none(self) -> tuple[JointDistribution, list[Any]] | None:
        """Return the variable's table and column, or None if a join has summed it out. Raises
        NeededFromPast."""
        joint = self.joint
        if joint is None:
            raise NeededFromPast(self.key)
        if joint.joined_into is None:
            return joint, self.values
        while joint.joined_into is not None:
            joint = joint.joined_into
        values = joint.column(self.key)
        if values is None:
            return None
        self.joint, self.values = joint, values
        return joint, values

    def _last_joint(self) -> JointDistribution:
        """Return the last table, of those that it was joined into, that has the variable's
        column."""
        joint = self.joint
        assert joint is not None
        while (
            joint.joined_into is not None
            and joint.joined_into.column(self.key) is not None
        ):
            joint = joint.joined_into
        return joint

    def _lost_at(self) -> tuple[Key, Key]:
        """Return the variable's key and that of the variable whose join summed it out."""
        join = self._last_joint().joined_into
        assert join is not None
        return self.key, join.made_for

    def _constant_value(self, function: Callable[[Any], Any]) -> Any:
        """Return a function of the variable although a join has summed it out, provided that all
        its values give the same. Raises MarginalizedOut otherwise."""
        found = {
            function(value)
            for value in self._last_joint().column(self.key) or ()
        }
        if len(found) != 1:
            raise MarginalizedOut(self._lost_at())
        return found.pop()

    # --- observations ---

    def observe(self) -> Any:
        """Observe the variable and return its value on this branch; other runs get the other
        values."""
        return self._observe(_itself)

    def looked_up(self, table: Mapping[int, Any]) -> Any:
        """Observe which entry of `table` belongs to the value and return it. Values with the
        same entry stay undistinguished."""
        return self._observe(table.__getitem__)

    def judged(self, rule: Callable[[int], Any]) -> Any:
        """Observe what `rule` returns for the value. Values with the same answer stay
        undistinguished."""
        return self._observe(rule)

    def __bool__(self) -> bool:
        return bool(self._observe(bool))

    def _observe(self, function: Callable[[Any], Any]) -> Any:
        """Observe a function of the variable, and no more of it than that."""
        found = self._locate_or_none()
        if found is None:
            return self.branch.observe_constant(self._constant_value(function))
        joint, values = found
        if function is _itself:
            return self.branch.observe_one_of(joint, values)
        if function is not bool:
            return self.branch.observe_one_of(
                joint, _map_once(function, values)
            )
        # What most ifs ask for is found once for all runs that have the table.
        key = ("bool", self.key)
        seen = joint.column(key)
        if seen is None:
            seen = joint.columns[key] = list(map(bool, values))
        return self.branch.observe_one_of(joint, seen)

    # --- functions of it: nothing is observed ---

    def translated(self, table: Mapping[int, int]) -> "RandomVariable":
        """Return the variable whose values `table` gives for those of this one; nothing is
        observed."""
        return self.derived(
            ("table", *sorted(table.items()), self.key), table.__getitem__
        )

    def derived(
        self, key: Key, function: Callable[[Any], Any]
    ) -> "RandomVariable":
        """Return a function of the variable as a new variable; nothing is observed. `key` names
        the function and this variable."""
        found = self._locate_or_none()
        if found is None:
            values = [self._constant_value(function)]
            return RandomVariable(
                self.branch,
                JointDistribution([1], 1, {key: values}, key),
                key,
                values,
            )
        joint, values = found
        made = joint.column(key)
        if made is None:
            self.branch.work.take(len(values) // ROWS_A_STEP)
            made = joint.columns[key] = _map_once(function, values)
        return RandomVariable(self.branch, joint, key, made)

    def _calculate(
        self, name: str, other: Any, calc: Callable[[Any, Any], Any]
    ) -> Any:
        """Return the result of an operation with a number or another variable. `name` identifies
        the operation."""
        if type(other) is not RandomVariable:
            if not isinstance(other, _NUMBERS):
                return NotImplemented
            return self._calculated_column(
                ("with", name, self.key, other), calc, repeat(other)
            )
        mine, _ = self.locate()
        yours, others = other.locate()
        if mine is not yours:
            return self._join_with(name, other, calc)
        return self._calculated_column(
            (name, self.key, other.key), calc, others
        )

    def _calculated_column(
        self, key: Key, calc: Callable[[Any, Any], Any], others: Iterable[Any]
    ) -> "RandomVariable":
        """Return the variable that `calc` makes of this column and `others`, row by row; a
        column of the same key is reused."""
        found = self._locate_or_none()
        if found is None:
            return self.derived(
                key, lambda value: calc(value, next(iter(others)))
            )
        joint, values = found
        made = joint.column(key)
        if made is None:
            self.branch.work.take(len(values) // ROWS_A_STEP)
            made = joint.columns[key] = list(map(calc, values, others))
        return RandomVariable(self.branch, joint, key, made)

    def _join_with(
        self,
        name: str,
        other: "RandomVariable",
        calc: Callable[[Any, Any], Any],
    ) -> "RandomVariable":
        """Return the result of an operation with an independent variable. Where one of the two
        has a table with too many rows, that one is observed instead."""
        if other.locate()[0].observe_to_join:
            seen = other._observe(_itself)
            return self.derived(
                (name, self.key, seen), lambda value: calc(value, seen)
            )
        if self.locate()[0].observe_to_join:
            seen = self._observe(_itself)
            return other.derived(
                ("of", name, seen, other.key), lambda value: calc(seen, value)
            )
        return self.branch.join(self, other, (name, self.key, other.key), calc)

    def _compare(
        self, name: str, other: Any, calc: Callable[[Any, Any], Any]
    ) -> Any:
        """Compare with a number or another variable. Two variables are compared by their
        difference, which is what rules go on with."""
        if type(other) is RandomVariable:
            return (self - other)._compare(name, 0, calc)
        return self._calculate(name, other, calc)

    def __add__(self, other: Any) -> Any:
        if (
            type(other) is not RandomVariable
            and other == 0
            and bool not in map(type, self.values)
        ):
            return self
        return self._calculate("+", other, operator.add)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if type(other) is not RandomVariable:
            return self + -other
        turned = self._earlier_difference(other.key, self.key)
        if turned is not None:
            return -turned
        done = self._earlier_difference(self.key, other.key)
        if done is not None:
            return done
        self.branch.differences.add((self.key, other.key))
        return self._calculate("-", other, operator.sub)

    def _earlier_difference(
        self, one: Key, other: Key
    ) -> "RandomVariable | None":
        """Return the difference of two variables if this run has calculated it before and a
        table still has it, or None."""
        joint = self.joint if (one, other) in self.branch.differences else None
        while joint is not None:
            made = joint.column(("-", one, other))
            if made is not None:
                return RandomVariable(
                    self.branch, joint, ("-", one, other), made
                )
            joint = joint.joined_into
        return None

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        # Rules multiply by a sign. A number times 1 is itself, also after it was summed out.
        if (
            type(other) is int
            and other == 1
            and bool not in map(type, self.values)
        ):
            return self
        return self._calculate("*", other, operator.mul)

    __rmul__ = __mul__

    def __floordiv__(self, other: Any) -> Any:
        return self._calculate("//", other, operator.floordiv)

    def __mod__(self, other: Any) -> Any:
        return self._calculate("%", other, operator.mod)

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> Any:
        return divmod(other, self.observe())

    def __pow__(self, other: Any) -> Any:
        # A power below 0 is no whole number, and only the value tells.
        return self.observe() ** other

    def __rpow__(self, other: Any) -> Any:
        return other ** self.observe()

    def __and__(self, other: Any) -> Any:
        return self._calculate("&", other, operator.and_)

    __rand__ = __and__

    def __or__(self, other: Any) -> Any:
        return self._calculate("|", other, operator.or_)

    __ror__ = __or__

    def __xor__(self, other: Any) -> Any:
        return self._calculate("^", other, operator.xor)

    __rxor__ = __xor__

    def __lshift__(self, other: Any) -> Any:
        return self._calculate("<<", other, operator.lshift)

    def __rshift__(self, other: Any) -> Any:
        return self._calculate(">>", other, operator.rshift)

    def __rlshift__(self, other: Any) -> Any:
        return other << self.observe()

    def __rrshift__(self, other: Any) -> Any:
        return other >> self.observe()

    def __invert__(self) -> "RandomVariable":
        return self.derived(("~", self.key), operator.invert)

    def __round__(self, digits: int | None = None) -> Any:
        if digits is None or digits >= 0:
            return self + 0
        return self.derived(
            ("round", digits, self.key), lambda value: round(value, digits)
        )

    def __trunc__(self) -> Any:
        return self + 0

    __floor__ = __ceil__ = __trunc__

    def lesser(self, other: Any) -> Any:
        """Return the smaller of the two as a variable; neither is observed."""
        return self._calculate("lesser", other, min)

    def greater(self, other: Any) -> Any:
        """Return the larger of the two as a variable; neither is observed."""
        return self._calculate("greater", other, max)

    def __neg__(self) -> "RandomVariable":
        return self.derived(("neg", self.key), operator.neg)

    def __pos__(self) -> Any:
        return self + 0

    def __abs__(self) -> "RandomVariable":
        return self.derived(("abs", self.key), abs)

    def __lt__(self, other: Any) -> Any:
        return self._compare("<", other, operator.lt)

    def __le__(self, other: Any) -> Any:
        return self._compare("<=", other, operator.le)

    def __gt__(self, other: Any) -> Any:
        return self._compare(">", other, operator.gt)

    def __ge__(self, other: Any) -> Any:
        return self._compare(">=", other, operator.ge)

    def __eq__(self, other: Any) -> Any:
        return self._compare("==", other, operator.eq)

    def __ne__(self, other: Any) -> Any:
        return self._compare("!=", other, operator.ne)

    def __index__(self) -> int:
        return int(self.observe())

    __int__ = __index__

    def __float__(self) -> float:
        return float(self.observe())

    def __truediv__(self, other: Any) -> Any:
        return self.observe() / other

    def __rtruediv__(self, other: Any) -> Any:
        return other / self.observe()

    def __rfloordiv__(self, other: Any) -> Any:
        return other // self.observe()

    def __rmod__(self, other: Any) -> Any:
        return other % self.observe()

    def __hash__(self) -> int:
        return hash(self.observe())

    def __str__(self) -> str:
        return str(self.observe())

    def __format__(self, spec: str) -> str:
        return format(self.observe(), spec)

    def __deepcopy__(self, memo: object) -> "RandomVariable":
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or not hasattr(int, name):
            raise AttributeError(f"a number that dice decide has no '{name}'")
        return getattr(self.observe(), name)


def _map_once(function: Callable[[Any], Any], values: list[Any]) -> list[Any]:
    """Return what `function` returns for each value, calling it only once for equal values."""
    known = {value: function(value) for value in set(values)}
    return [known[value] for value in values]


def _itself(value: Any) -> Any:
    """Return the value unchanged."""
    return value
