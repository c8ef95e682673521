"""Numbers that are not known yet: what dice came to, as far as the rules have looked at it.

A rule adds, subtracts and compares them like any number. Only where it must know (an `if`, a key of
a table, a text) the way forks, and the rest of the run holds for that part of the results alone.
What was never looked at stays together, however many results it has.
"""

import operator
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from math import prod
from typing import Any, NoReturn

Key = Hashable
"""What a number is made of, whatever run it is in."""


class Again(Exception):
    """A number is looked at that was summed away: the run must start over and `keep` it."""

    def __init__(self, keep: Key) -> None:
        self.keep = keep


class Results:
    """Results that hang together, each with its weight: a whole number of `of`. `known` are the
    numbers that each of them means. `into`: the results in which these are counted now."""

    __slots__ = ("into", "known", "of", "weights")

    def __init__(self, weights: list[int], of: int, known: dict[Key, list[Any]]) -> None:
        self.weights = weights
        self.of = of
        self.known = known
        self.into: Results | None = None


class Way:
    """One run: where it turned at each fork, and the turns that it left to others."""

    def __init__(self, turns: tuple[int, ...] = (), keep: frozenset[Key] = frozenset()) -> None:
        self.turns = list(turns)
        self.keep = keep
        self.others: list[tuple[int, ...]] = []
        self.results: list[Results] = []
        self._taken = 0

    def numbers(self, weights: list[int], of: int, known: dict[Any, list[Any]]) -> list[Any]:
        """New numbers that the same dice tell, by what they are; independent of all others."""
        results = Results(weights, of, known)
        self.results.append(results)
        return [Unknown(self, results, key, values) for key, values in known.items()]

    def aside(self, key: Key, beside: Any) -> Any:
        """A number that comes of the same dice as another one, and is left out of account until it
        is looked at."""
        results = Results([], 1, {})
        results.into = beside.results if type(beside) is Unknown else Results([1], 1, {})
        return Unknown(self, results, key, [])

    def fork(self, results: Results, values: list[Any]) -> Any:
        """The value in this run; the other ones are left to other runs."""
        weights = results.weights
        found = dict.fromkeys(
            value for value, weight in zip(values, weights, strict=True) if weight
        )
        classes = list(found)
        if len(classes) == 1:
            return classes[0]
        taken = classes[self._turn(len(classes))]
        results.weights = [
            weight if value == taken else 0 for value, weight in zip(values, weights, strict=True)
        ]
        return taken

    def _turn(self, ways: int) -> int:
        if self._taken == len(self.turns):
            done = tuple(self.turns)
            self.others += [(*done, other) for other in range(1, ways)]
            self.turns.append(0)
        self._taken += 1
        return self.turns[self._taken - 1]

    def join(
        self, one: "Unknown", other: "Unknown", key: Key, calc: Callable[[Any, Any], Any]
    ) -> "Unknown":
        """The number that two independent ones make. Both are counted in it from now on, and what
        is not to be kept of them is summed away."""
        mine, yours = self._column(one), self._column(other)
        rows: dict[tuple[Any, ...], int] = {}
        for (a, *kept_a), weight_a in mine.rows.items():
            for (b, *kept_b), weight_b in yours.rows.items():
                row = (calc(a, b), *kept_a, *kept_b)
                rows[row] = rows.get(row, 0) + weight_a * weight_b
        keys = [key, *mine.kept, *yours.kept]
        known = {
            key: list(column) for key, column in zip(keys, zip(*rows, strict=True), strict=True)
        }
        results = Results(list(rows.values()), mine.results.of * yours.results.of, known)
        self.results.append(results)
        mine.results.into = yours.results.into = results
        return Unknown(self, results, key, known[key])

    def _column(self, number: "Unknown") -> "_Column":
        results, values = number.place()
        kept = [key for key in results.known if key in self.keep]
        rows: dict[tuple[Any, ...], int] = {}
        columns = zip(values, *(results.known[key] for key in kept), strict=True)
        for row, weight in zip(columns, results.weights, strict=True):
            if weight:
                rows[row] = rows.get(row, 0) + weight
        return _Column(results, kept, rows)

    def gone(self) -> tuple[int, ...]:
        """The turns so far."""
        return tuple(self.turns[: self._taken])

    def weight(self) -> Fraction:
        """How likely this run is: of what is counted nowhere else, as much as it has left."""
        open_results = self.open_results()
        return Fraction(
            prod(sum(results.weights) for results in open_results),
            prod(results.of for results in open_results),
        )

    def open_results(self) -> list[Results]:
        """What is counted nowhere else: the weights of this run are their product."""
        return [results for results in self.results if results.into is None]


class _Column:
    __slots__ = ("kept", "results", "rows")

    def __init__(self, results: Results, kept: list[Key], rows: dict[tuple[Any, ...], int]) -> None:
        self.results = results
        self.kept = kept
        self.rows = rows


_NUMBERS = (int, float)


class Unknown:
    """A whole number, or a yes or no, that the dice decide."""

    __slots__ = ("key", "results", "values", "way")

    def __init__(self, way: Way, results: Results, key: Key, values: list[Any]) -> None:
        self.way = way
        self.results = results
        self.key = key
        self.values = values

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """Rules may ask whether it is a number: it is one."""
        return int

    def place(self) -> tuple[Results, list[Any]]:
        """Where it is counted by now. Raises Again if it was summed away."""
        results = self.results
        while results.into is not None:
            results = results.into
        if results is not self.results:
            if self.key not in results.known:
                raise Again(self.key)
            self.results, self.values = results, results.known[self.key]
        return self.results, self.values

    def known(self) -> Any:
        """Its value in this run, from now on."""
        results, values = self.place()
        return self.way.fork(results, values)

    def looked_up(self, table: Mapping[int, Any]) -> Any:
        """What stands in a table at this place, in this run."""
        results, values = self.place()
        weighed = zip(values, results.weights, strict=True)
        return self.way.fork(results, [table[v] if weight else None for v, weight in weighed])

    def translated(self, table: Mapping[int, int]) -> "Unknown":
        """The number that a table has for each, without a look."""
        return self._made(("table", *sorted(table.items()), self.key), table.__getitem__)

    def _made(self, key: Key, make: Callable[[Any], Any]) -> "Unknown":
        results, values = self.place()
        if key not in results.known:
            # What cannot be any more must not be calculated with: it may be a 0 to divide by.
            results.known[key] = [
                make(value) if weight else None
                for value, weight in zip(values, results.weights, strict=True)
            ]
        return Unknown(self.way, results, key, results.known[key])

    def _with(self, name: str, other: Any, calc: Callable[[Any, Any], Any]) -> Any:
        if type(other) is not Unknown:
            if not isinstance(other, _NUMBERS):
                return NotImplemented
            return self._made((name, self.key, other), lambda value: calc(value, other))
        key = (name, self.key, other.key)
        mine, values = self.place()
        yours, others = other.place()
        if mine is not yours:
            return self.way.join(self, other, key, calc)
        if key not in mine.known:
            mine.known[key] = [
                calc(a, b) if weight else None
                for a, b, weight in zip(values, others, mine.weights, strict=True)
            ]
        return Unknown(self.way, mine, key, mine.known[key])

    def _against(self, name: str, other: Any, calc: Callable[[Any, Any], Any]) -> Any:
        """A comparison: of two unknown numbers it looks at their difference alone, which is what
        rules go on with."""
        if type(other) is Unknown:
            return (self - other)._against(name, 0, calc)
        return self._with(name, other, calc)

    def __add__(self, other: Any) -> Any:
        if type(other) is not Unknown and other == 0 and bool not in map(type, self.values):
            return self
        return self._with("+", other, operator.add)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if type(other) is not Unknown:
            return self + -other
        turned = self._found(("-", other.key, self.key), other)
        if turned is not None:
            return -turned
        done = self._found(("-", self.key, other.key), other)
        return done if done is not None else self._with("-", other, operator.sub)

    def _found(self, key: Key, other: "Unknown") -> "Unknown | None":
        """A number that was made of both before, where it can still be told."""
        results = self.results
        while results is not None:
            if key in results.known:
                return Unknown(self.way, results, key, results.known[key])
            results = results.into  # type: ignore[assignment]
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

    def lesser(self, other: Any) -> Any:
        """The smaller of the two, without a look at either."""
        return self._with("lesser", other, min)

    def greater(self, other: Any) -> Any:
        """The larger of the two, without a look at either."""
        return self._with("greater", other, max)

    def __neg__(self) -> "Unknown":
        return self._made(("neg", self.key), operator.neg)

    def __pos__(self) -> Any:
        return self + 0

    def __abs__(self) -> "Unknown":
        return self._made(("abs", self.key), abs)

    def __lt__(self, other: Any) -> Any:
        return self._against("<", other, operator.lt)

    def __le__(self, other: Any) -> Any:
        return self._against("<=", other, operator.le)

    def __gt__(self, other: Any) -> Any:
        return self._against(">", other, operator.gt)

    def __ge__(self, other: Any) -> Any:
        return self._against(">=", other, operator.ge)

    def __eq__(self, other: Any) -> Any:
        return self._against("==", other, operator.eq)

    def __ne__(self, other: Any) -> Any:
        return self._against("!=", other, operator.ne)

    def __bool__(self) -> bool:
        results, values = self.place()
        return bool(self.way.fork(results, [bool(value) for value in values]))

    def __index__(self) -> int:
        return int(self.known())

    __int__ = __index__

    def __float__(self) -> float:
        return float(self.known())

    def __truediv__(self, other: Any) -> Any:
        return self.known() / other

    def __rtruediv__(self, other: Any) -> Any:
        return other / self.known()

    def __rfloordiv__(self, other: Any) -> Any:
        return other // self.known()

    def __rmod__(self, other: Any) -> Any:
        return other % self.known()

    def __hash__(self) -> int:
        return hash(self.known())

    def __str__(self) -> str:
        return str(self.known())

    def __format__(self, spec: str) -> str:
        return format(self.known(), spec)

    def __deepcopy__(self, memo: object) -> "Unknown":
        return self

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"what dice decide has no '{name}'")
