"""Numbers that are not known yet: what dice came to, as far as the rules have looked at it.

A rule adds, subtracts and compares them like any number. Only where it must know (an `if`, a key of
a table, a text) the way forks, and the rest of the run holds for that part of the results alone.
What was never looked at stays together, however many results it has.
"""

import operator
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple, NoReturn

Key = Hashable
"""What a number is made of, whatever run it is in."""
Keep = frozenset[tuple[Key, Key]]
"""Numbers, each with one that is put together later: what is not summed away for its sake."""
Looks = tuple[Any, ...]
"""What a run saw wherever it looked, in this order."""


ASIDE = "aside"
"""For the sake of this a number is lost that was left out of account from the beginning."""


class Again(Exception):
    """A number is looked at that was summed away: the run must start over and `keep` it, where it
    was lost: the number, and the one for which it was summed away."""

    def __init__(self, keep: tuple[Key, Key]) -> None:
        self.keep = keep


class Entangled(Exception):
    """A number is needed that belongs to the past of the run, before the pause `at`."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self.at = 0


class Results:
    """Results that hang together, each with its weight: a whole number of `of`. `known` are the
    numbers that each of them means; `key` is the one that they were put together for, if they
    were, and `into` the results in which these are counted now."""

    __slots__ = ("apart", "into", "key", "known", "of", "weights")

    def __init__(
        self, weights: list[int], of: int, known: dict[Key, list[Any]], key: Key = None
    ) -> None:
        self.weights = weights
        self.of = of
        self.known = known
        self.key = key
        self.apart = False
        """Whether they tell single dice too, and are too many to be put together with others."""
        self.into: Results | None = None


class _Aside(NamedTuple):
    """A look that the rules did not ask for."""

    seen: Any


class Way:
    """One run: what it saw at each look, and what it left to other runs to see.

    A run that takes up from a pause goes the way there again, on which it is known what every look
    shows: nothing is calculated until `begin`.
    """

    def __init__(self, looks: Looks = (), keep: Keep = frozenset(), past: int = 0) -> None:
        self.keep = keep
        self.others: list[Looks] = []
        self.results: list[Results] = []
        self.live = True
        self._looks = list(looks)
        self._past = past
        self._taken = 0
        self.blank = Unknown(self, None, None, [])
        """Any number of the past."""

    def go_back(self) -> None:
        """What comes until `begin` is the past."""
        self.live = False

    def begin(self) -> None:
        """From here on it is not known what looks show."""
        self.live = True
        self._taken = self._past

    def numbers(
        self, weights: list[int], of: int, known: dict[Any, list[Any]], *, apart: bool = False
    ) -> list[Any]:
        """New numbers that the same dice tell, by what they are; independent of all others.
        `apart`: where one meets others it is looked at."""
        if not self.live:
            return [self.blank] * len(known)
        results = Results(weights, of, known)
        results.apart = apart
        self.results.append(results)
        return [Unknown(self, results, key, values) for key, values in known.items()]

    def aside(self, key: Key, beside: Any) -> Any:
        """A number that comes of the same dice as another one, and is left out of account until it
        is looked at."""
        if not self.live:
            return self.blank
        results, nowhere = Results([], 1, {}), Results([], 1, {}, ASIDE)
        results.into = nowhere
        nowhere.into = beside.results if type(beside) is Unknown else Results([1], 1, {})
        return Unknown(self, results, key, [])

    # --- looks ---

    def fork(self, results: Results, values: list[Any], *, aside: bool = False) -> Any:
        """The value in this run; the other ones are left to other runs."""
        weights = results.weights
        if self._taken < len(self._looks):
            taken = self.seen(aside=aside)
        else:
            found = dict.fromkeys(v for v, weight in zip(values, weights, strict=True) if weight)
            taken, *others = found
            self.note(taken, others, aside=aside)
            if not others:
                return taken
        results.weights = [
            weight if value == taken else 0 for value, weight in zip(values, weights, strict=True)
        ]
        return taken

    def note(self, taken: Any, others: list[Any], *, aside: bool = False) -> None:
        """It was looked, for the first time."""
        done = tuple(self._looks)
        self.others += [(*done, _Aside(other) if aside else other) for other in others]
        self._looks.append(_Aside(taken) if aside else taken)
        self._taken += 1

    def certain(self, value: Any) -> Any:
        """A look at what can be nothing else."""
        if self._taken < len(self._looks):
            return self.seen()
        self.note(value, [])
        return value

    def seen(self, *, aside: bool = False) -> Any:
        """What this look shows, as it is known before."""
        look = self._looks[self._taken]
        while type(look) is _Aside and not aside:
            self._taken += 1
            look = self._looks[self._taken]
        self._taken += 1
        return look.seen if aside else look

    def gone(self) -> Looks:
        """What was seen so far."""
        return tuple(self._looks[: self._taken])

    # --- what is left ---

    def join(
        self, one: "Unknown", other: "Unknown", key: Key, calc: Callable[[Any, Any], Any]
    ) -> "Unknown":
        """The number that two independent ones make. Both are counted in it from now on, and what
        is not to be kept of them is summed away."""
        mine, yours = self._column(one, key), self._column(other, key)
        rows: dict[tuple[Any, ...], int] = {}
        for (a, *kept_a), weight_a in mine.rows.items():
            for (b, *kept_b), weight_b in yours.rows.items():
                row = (calc(a, b), *kept_a, *kept_b)
                rows[row] = rows.get(row, 0) + weight_a * weight_b
        keys = [key, *mine.kept, *yours.kept]
        known = {
            key: list(column) for key, column in zip(keys, zip(*rows, strict=True), strict=True)
        }
        results = Results(list(rows.values()), mine.results.of * yours.results.of, known, key)
        self.results.append(results)
        mine.results.into = yours.results.into = results
        return Unknown(self, results, key, known[key])

    def _column(self, number: "Unknown", made: Key) -> "_Column":
        results, values = number.place()
        kept = [key for key in results.known if (key, made) in self.keep]
        rows: dict[tuple[Any, ...], int] = {}
        columns = zip(values, *(results.known[key] for key in kept), strict=True)
        for row, weight in zip(columns, results.weights, strict=True):
            if weight:
                rows[row] = rows.get(row, 0) + weight
        return _Column(results, kept, rows)

    def weight(self) -> Fraction:
        """How likely this run is: of what is counted nowhere else, as much as it has left."""
        counted = [results for results in self.results if results.into is None]
        return Fraction(
            prod(sum(results.weights) for results in counted),
            prod(results.of for results in counted),
        )


class _Column(NamedTuple):
    results: Results
    kept: list[Key]
    rows: dict[tuple[Any, ...], int]


_NUMBERS = (int, float)


class Unknown:
    """A whole number, or a yes or no, that the dice decide. One without results belongs to the
    past: it cannot be calculated with any more."""

    __slots__ = ("key", "results", "values", "way")

    def __init__(self, way: Way, results: Results | None, key: Key, values: list[Any]) -> None:
        self.way = way
        self.results = results
        self.key = key
        self.values = values

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """Rules may ask whether it is a number: it is one."""
        return int

    # --- where it is counted ---

    def place(self) -> tuple[Results, list[Any]]:
        """Where it is counted by now. Raises Again if it was summed away, Entangled if it belongs
        to the past."""
        found = self._place()
        if found is None:
            raise Again(self._lost())
        return found

    def _place(self) -> tuple[Results, list[Any]] | None:
        """None if it was summed away."""
        results = self.results
        if results is None:
            raise Entangled(self.key)
        while results.into is not None:
            results = results.into
        if results is not self.results:
            if self.key not in results.known:
                return None
            self.results, self.values = results, results.known[self.key]
        return results, self.values

    def _last(self) -> Results:
        """The last results that tell it."""
        results = self.results
        assert results is not None
        while results.into is not None and self.key in results.into.known:
            results = results.into
        return results

    def _lost(self) -> tuple[Key, Key]:
        into = self._last().into
        assert into is not None
        return self.key, into.key

    def _certain(self, make: Callable[[Any], Any]) -> Any:
        """What can be made of it though it was summed away, because it is always the same. Raises
        Again if it is not."""
        last = self._last()
        values = zip(last.known.get(self.key, ()), last.weights, strict=False)
        found = {make(value) for value, weight in values if weight}
        if len(found) != 1:
            raise Again(self._lost())
        return found.pop()

    # --- looks ---

    def known(self) -> Any:
        """Its value in this run, from now on."""
        return self._look(_itself)

    def looked_up(self, table: Mapping[int, Any]) -> Any:
        """What stands in a table at this place, in this run."""
        return self._look(table.__getitem__)

    def __bool__(self) -> bool:
        return bool(self._look(bool))

    def _look(self, make: Callable[[Any], Any], *, aside: bool = False) -> Any:
        if not self.way.live:
            return self.way.seen()
        found = self._place()
        if found is None:
            return self.way.certain(self._certain(make))
        results, values = found
        weighed = zip(values, results.weights, strict=True)
        seen = [make(value) if weight else None for value, weight in weighed]
        return self.way.fork(results, seen, aside=aside)

    # --- what is made of it ---

    def translated(self, table: Mapping[int, int]) -> "Unknown":
        """The number that a table has for each, without a look."""
        return self.made(("table", *sorted(table.items()), self.key), table.__getitem__)

    def made(self, key: Key, make: Callable[[Any], Any]) -> "Unknown":
        """What is made of each, without a look; `key` tells what it is."""
        if not self.way.live:
            return self.way.blank
        found = self._place()
        if found is None:
            values = [self._certain(make)]
            return Unknown(self.way, Results([1], 1, {key: values}, key), key, values)
        results, values = found
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
            return self.made((name, self.key, other), lambda value: calc(value, other))
        if not self.way.live:
            return self.way.blank
        mine, values = self.place()
        yours, others = other.place()
        if mine is not yours:
            return self._joined(name, other, calc)
        key = (name, self.key, other.key)
        if key not in mine.known:
            mine.known[key] = [
                calc(a, b) if weight else None
                for a, b, weight in zip(values, others, mine.weights, strict=True)
            ]
        return Unknown(self.way, mine, key, mine.known[key])

    def _joined(self, name: str, other: "Unknown", calc: Callable[[Any, Any], Any]) -> "Unknown":
        """Of two independent numbers; one that is to stay apart is looked at instead."""
        if other.place()[0].apart:
            seen = other._look(_itself, aside=True)
            return self.made((name, self.key, seen), lambda value: calc(value, seen))
        if self.place()[0].apart:
            seen = self._look(_itself, aside=True)
            return other.made(("of", name, seen, other.key), lambda value: calc(seen, value))
        return self.way.join(self, other, (name, self.key, other.key), calc)

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
        turned = self._found(("-", other.key, self.key))
        if turned is not None:
            return -turned
        done = self._found(("-", self.key, other.key))
        return done if done is not None else self._with("-", other, operator.sub)

    def _found(self, key: Key) -> "Unknown | None":
        """A number that was made of both before, where it can still be told."""
        results = self.results
        while results is not None:
            if key in results.known:
                return Unknown(self.way, results, key, results.known[key])
            results = results.into
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
        return self.made(("neg", self.key), operator.neg)

    def __pos__(self) -> Any:
        return self + 0

    def __abs__(self) -> "Unknown":
        return self.made(("abs", self.key), abs)

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


def _itself(value: Any) -> Any:
    return value
