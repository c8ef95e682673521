"""Integers that the dice decide, and the branch of the rules on which they are observed.

A rule adds, subtracts and compares random variables like any number. Only where Python must know
one (an `if`, a key of a table, a text) is it observed, and the branch forks: this run goes on with
the value that is taken first, and the others are left to later runs. Only as much is observed as
the rule asks for: after `if hits >= 3` it is known whether there are three, and no more. What is
never observed stays a distribution to the end, however many values it has.
"""

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
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

Observations = tuple[Any, ...]
"""What a run observed, in order. The rules depend on nothing else, so it identifies the branch."""


class _Implied(NamedTuple):
    """An observation that no rule asked for, made to spare a join."""

    value: Any


class Branch:
    """One run over the rules: what it observed, and the alternatives that it leaves to other runs.

    A run that starts at a checkpoint replays the rules from the beginning to get there. All
    observations up to then are known, and nothing is calculated until `resume`.
    """

    def __init__(
        self, observations: Observations = (), keep: Kept = frozenset(), past: int = 0
    ) -> None:
        """`past`: so many of the observations were made before the checkpoint."""
        self.keep = keep
        self.alternatives: list[Observations] = []
        self.joints: list[JointDistribution] = []
        self.live = True
        self._observations = list(observations)
        self._past = past
        self._made = 0
        self.past_variable = RandomVariable(self, None, None, [])
        """Any variable while the past is replayed."""

    def replay(self) -> None:
        """What comes until `resume` is the past."""
        self.live = False

    def resume(self) -> None:
        """The checkpoint is reached: from here on there are distributions."""
        self.live = True
        self._made = self._past

    def variables(
        self, weights: list[int], denominator: int, columns: dict[Any, list[Any]],
        *, observe_to_join: bool = False,
    ) -> list[Any]:  # fmt: skip
        """New random variables, independent of all before: one for each column of their table."""
        if not self.live:
            return [self.past_variable] * len(columns)
        joint = JointDistribution(weights, denominator, columns)
        joint.observe_to_join = observe_to_join
        self.joints.append(joint)
        return [RandomVariable(self, joint, key, values) for key, values in columns.items()]

    def deferred(self, key: Key, beside: Any) -> Any:
        """A variable of the same dice as `beside` that is left out of their table as if it were
        summed out already: it is seldom observed, and the table is smaller without it."""
        if not self.live:
            return self.past_variable
        own, join = JointDistribution([], 1, {}), JointDistribution([], 1, {}, DEFERRED)
        own.joined_into = join
        among_variables = type(beside) is RandomVariable
        join.joined_into = beside.joint if among_variables else JointDistribution([1], 1, {})
        return RandomVariable(self, own, key, [])

    # --- observations ---

    def fork(self, joint: JointDistribution, values: list[Any], *, implied: bool = False) -> Any:
        """Observe which of the values it is: the one of this run, on the rows that are left; the
        others are alternatives."""
        weights = joint.weights
        if self._made < len(self._observations):
            taken = self.replayed(implied=implied)
        else:
            found = dict.fromkeys(v for v, weight in zip(values, weights, strict=True) if weight)
            taken, *others = found
            self._record(taken, others, implied=implied)
            if not others:
                return taken
        joint.weights = [
            weight if value == taken else 0 for value, weight in zip(values, weights, strict=True)
        ]
        return taken

    def constant(self, value: Any) -> Any:
        """Observe what cannot be anything else."""
        if self._made < len(self._observations):
            return self.replayed()
        self._record(value, [])
        return value

    def replayed(self, *, implied: bool = False) -> Any:
        """The next observation, which is given. Implied ones are passed over where nothing is
        calculated, as they are not made there."""
        found = self._observations[self._made]
        while type(found) is _Implied and not implied:
            self._made += 1
            found = self._observations[self._made]
        self._made += 1
        return found.value if implied else found

    def _record(self, taken: Any, others: list[Any], *, implied: bool = False) -> None:
        """An observation that no run has made before."""
        done = tuple(self._observations)
        self.alternatives += [(*done, _Implied(other) if implied else other) for other in others]
        self._observations.append(_Implied(taken) if implied else taken)
        self._made += 1

    def observed(self) -> Observations:
        """All observations so far."""
        return tuple(self._observations[: self._made])

    # --- distributions ---

    def join(
        self, one: "RandomVariable", other: "RandomVariable", key: Key,
        calc: Callable[[Any, Any], Any],
    ) -> "RandomVariable":  # fmt: skip
        """The variable that two independent ones make: their tables become one, in which all
        columns but the new one, and those to be kept, are summed out."""
        mine, yours = self._marginal(one, key), self._marginal(other, key)
        rows: dict[tuple[Any, ...], int] = {}
        for (a, *kept_a), weight_a in mine.rows.items():
            for (b, *kept_b), weight_b in yours.rows.items():
                row = (calc(a, b), *kept_a, *kept_b)
                rows[row] = rows.get(row, 0) + weight_a * weight_b
        keys = [key, *mine.kept, *yours.kept]
        columns = {
            key: list(column) for key, column in zip(keys, zip(*rows, strict=True), strict=True)
        }
        denominator = mine.joint.denominator * yours.joint.denominator
        joint = JointDistribution(list(rows.values()), denominator, columns, key)
        self.joints.append(joint)
        mine.joint.joined_into = yours.joint.joined_into = joint
        return RandomVariable(self, joint, key, columns[key])

    def _marginal(self, variable: "RandomVariable", made: Key) -> "_Marginal":
        """Of a variable and the columns to be kept beside it where `made` is made of it."""
        joint, values = variable.located()
        kept = [key for key in joint.columns if (key, made) in self.keep]
        rows: dict[tuple[Any, ...], int] = {}
        columns = zip(values, *(joint.columns[key] for key in kept), strict=True)
        for row, weight in zip(columns, joint.weights, strict=True):
            if weight:
                rows[row] = rows.get(row, 0) + weight
        return _Marginal(joint, kept, rows)

    def probability(self) -> Fraction:
        """Of this branch: the weight that its observations have left in each table, multiplied. A
        table that was joined into another is counted there."""
        last = [joint for joint in self.joints if joint.joined_into is None]
        return Fraction(
            prod(sum(joint.weights) for joint in last),
            prod(joint.denominator for joint in last),
        )


class _Marginal(NamedTuple):
    joint: JointDistribution
    kept: list[Key]
    rows: dict[tuple[Any, ...], int]


_NUMBERS = (int, float)


class RandomVariable:
    """A whole number, or a truth value, that the dice decide: `values` are its column in `joint`.
    One without a table belongs to the past before a checkpoint: it can be passed on, but not
    calculated with."""

    __slots__ = ("branch", "joint", "key", "values")

    def __init__(
        self, branch: Branch, joint: JointDistribution | None, key: Key, values: list[Any]
    ) -> None:
        self.branch = branch
        self.joint = joint
        self.key = key
        self.values = values

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """Rules may ask whether it is a number: it is one."""
        return int

    # --- its table ---

    def located(self) -> tuple[JointDistribution, list[Any]]:
        """The table in which it is counted by now, and its column there. Raises MarginalizedOut,
        and NeededFromPast."""
        found = self._located()
        if found is None:
            raise MarginalizedOut(self._lost_at())
        return found

    def _located(self) -> tuple[JointDistribution, list[Any]] | None:
        """None if it was summed out."""
        joint = self.joint
        if joint is None:
            raise NeededFromPast(self.key)
        while joint.joined_into is not None:
            joint = joint.joined_into
        if joint is not self.joint:
            if self.key not in joint.columns:
                return None
            self.joint, self.values = joint, joint.columns[self.key]
        return joint, self.values

    def _last_joint(self) -> JointDistribution:
        """The last table that has it."""
        joint = self.joint
        assert joint is not None
        while joint.joined_into is not None and self.key in joint.joined_into.columns:
            joint = joint.joined_into
        return joint

    def _lost_at(self) -> tuple[Key, Key]:
        """Itself, and what the join that summed it out was made for."""
        join = self._last_joint().joined_into
        assert join is not None
        return self.key, join.made_for

    def _constant(self, function: Callable[[Any], Any]) -> Any:
        """A function of it though it was summed out, as it has one value only. Raises
        MarginalizedOut if it has not."""
        last = self._last_joint()
        values = zip(last.columns.get(self.key, ()), last.weights, strict=False)
        found = {function(value) for value, weight in values if weight}
        if len(found) != 1:
            raise MarginalizedOut(self._lost_at())
        return found.pop()

    # --- observations ---

    def observe(self) -> Any:
        """Its value on this branch."""
        return self._observe(_itself)

    def looked_up(self, table: Mapping[int, Any]) -> Any:
        """What stands in a table at its value on this branch; values with the same entry are not
        told apart."""
        return self._observe(table.__getitem__)

    def __bool__(self) -> bool:
        return bool(self._observe(bool))

    def _observe(self, function: Callable[[Any], Any], *, implied: bool = False) -> Any:
        """A function of it on this branch, and no more of it than that."""
        if not self.branch.live:
            return self.branch.replayed()
        found = self._located()
        if found is None:
            return self.branch.constant(self._constant(function))
        joint, values = found
        weighed = zip(values, joint.weights, strict=True)
        seen = [function(value) if weight else None for value, weight in weighed]
        return self.branch.fork(joint, seen, implied=implied)

    # --- functions of it: nothing is observed ---

    def translated(self, table: Mapping[int, int]) -> "RandomVariable":
        """The variable whose values a table gives for those of this one."""
        return self.derived(("table", *sorted(table.items()), self.key), table.__getitem__)

    def derived(self, key: Key, function: Callable[[Any], Any]) -> "RandomVariable":
        """A function of it: one column more. `key` names the function and this variable."""
        if not self.branch.live:
            return self.branch.past_variable
        found = self._located()
        if found is None:
            values = [self._constant(function)]
            return RandomVariable(
                self.branch, JointDistribution([1], 1, {key: values}, key), key, values
            )
        joint, values = found
        if key not in joint.columns:
            # Nothing is calculated for rows that were ruled out: there may be a 0 to divide by.
            joint.columns[key] = [
                function(value) if weight else None
                for value, weight in zip(values, joint.weights, strict=True)
            ]
        return RandomVariable(self.branch, joint, key, joint.columns[key])

    def _with(self, name: str, other: Any, calc: Callable[[Any, Any], Any]) -> Any:
        """Arithmetic with a number, or with another variable."""
        if type(other) is not RandomVariable:
            if not isinstance(other, _NUMBERS):
                return NotImplemented
            return self.derived((name, self.key, other), lambda value: calc(value, other))
        if not self.branch.live:
            return self.branch.past_variable
        mine, values = self.located()
        yours, others = other.located()
        if mine is not yours:
            return self._joined(name, other, calc)
        key = (name, self.key, other.key)
        if key not in mine.columns:
            mine.columns[key] = [
                calc(a, b) if weight else None
                for a, b, weight in zip(values, others, mine.weights, strict=True)
            ]
        return RandomVariable(self.branch, mine, key, mine.columns[key])

    def _joined(
        self, name: str, other: "RandomVariable", calc: Callable[[Any, Any], Any]
    ) -> "RandomVariable":
        """Of two independent variables; one of a table with too many rows is observed instead."""
        if other.located()[0].observe_to_join:
            seen = other._observe(_itself, implied=True)
            return self.derived((name, self.key, seen), lambda value: calc(value, seen))
        if self.located()[0].observe_to_join:
            seen = self._observe(_itself, implied=True)
            return other.derived(("of", name, seen, other.key), lambda value: calc(seen, value))
        return self.branch.join(self, other, (name, self.key, other.key), calc)

    def _compared(self, name: str, other: Any, calc: Callable[[Any, Any], Any]) -> Any:
        """Two variables are compared by their difference, which is what rules go on with."""
        if type(other) is RandomVariable:
            return (self - other)._compared(name, 0, calc)
        return self._with(name, other, calc)

    def __add__(self, other: Any) -> Any:
        if type(other) is not RandomVariable and other == 0 and bool not in map(type, self.values):
            return self
        return self._with("+", other, operator.add)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if type(other) is not RandomVariable:
            return self + -other
        turned = self._found(("-", other.key, self.key))
        if turned is not None:
            return -turned
        done = self._found(("-", self.key, other.key))
        return done if done is not None else self._with("-", other, operator.sub)

    def _found(self, key: Key) -> "RandomVariable | None":
        """A variable that was made of this one before, where a table still has it."""
        joint = self.joint
        while joint is not None:
            if key in joint.columns:
                return RandomVariable(self.branch, joint, key, joint.columns[key])
            joint = joint.joined_into
        return None

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        return self._with("*", other, operator.mul)

    __rmul__ = __mul__

    def __floordiv__(self, other: Any) -> Any:
        return self._with("//", other, operator.floordiv)

    def __mod__(self, other: Any) -> Any:
        return self._with("%", other, operator.mod)

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
        return self._with("&", other, operator.and_)

    __rand__ = __and__

    def __or__(self, other: Any) -> Any:
        return self._with("|", other, operator.or_)

    __ror__ = __or__

    def __xor__(self, other: Any) -> Any:
        return self._with("^", other, operator.xor)

    __rxor__ = __xor__

    def __lshift__(self, other: Any) -> Any:
        return self._with("<<", other, operator.lshift)

    def __rshift__(self, other: Any) -> Any:
        return self._with(">>", other, operator.rshift)

    def __rlshift__(self, other: Any) -> Any:
        return other << self.observe()

    def __rrshift__(self, other: Any) -> Any:
        return other >> self.observe()

    def __invert__(self) -> "RandomVariable":
        return self.derived(("~", self.key), operator.invert)

    def __round__(self, digits: int | None = None) -> Any:
        if digits is None or digits >= 0:
            return self + 0
        return self.derived(("round", digits, self.key), lambda value: round(value, digits))

    def __trunc__(self) -> Any:
        return self + 0

    __floor__ = __ceil__ = __trunc__

    def lesser(self, other: Any) -> Any:
        """The smaller of the two; neither is observed."""
        return self._with("lesser", other, min)

    def greater(self, other: Any) -> Any:
        """The larger of the two; neither is observed."""
        return self._with("greater", other, max)

    def __neg__(self) -> "RandomVariable":
        return self.derived(("neg", self.key), operator.neg)

    def __pos__(self) -> Any:
        return self + 0

    def __abs__(self) -> "RandomVariable":
        return self.derived(("abs", self.key), abs)

    def __lt__(self, other: Any) -> Any:
        return self._compared("<", other, operator.lt)

    def __le__(self, other: Any) -> Any:
        return self._compared("<=", other, operator.le)

    def __gt__(self, other: Any) -> Any:
        return self._compared(">", other, operator.gt)

    def __ge__(self, other: Any) -> Any:
        return self._compared(">=", other, operator.ge)

    def __eq__(self, other: Any) -> Any:
        return self._compared("==", other, operator.eq)

    def __ne__(self, other: Any) -> Any:
        return self._compared("!=", other, operator.ne)

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


def _itself(value: Any) -> Any:
    return value
