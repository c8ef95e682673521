"""Ways that differ in numbers alone are gathered where they pause, and go on as one: the numbers
are not known then, with as much weight for each as the ways had that came with it."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Any, NamedTuple

from gmtrack.core.draft import MISSING, Path
from gmtrack.odds.arrivals import HOLE, STATE, Arrival, Rows, Shape, Where, belongs_to_past
from gmtrack.odds.unknown import Entangled, Looks

MOST_ROWS = 20_000
"""More than so many rows of numbers take longer than anybody waits."""


class TooMany(Exception):
    """There are too many rows."""


GONE = (type(MISSING), MISSING)
"""The shape of what is not there."""


class Mix(NamedTuple):
    """What many ways have come to at the pause `number`: numbers that are not known, independent
    `tables` of them, and `values` that are. One that is in neither is not needed. The `written`
    paths were written on all of the ways."""

    number: int
    tables: tuple[Rows, ...]
    values: Mapping[Where, int]
    state: Mapping[Path, Shape]
    written: frozenset[Path]

    def told(self, make: Callable[[Where], Any]) -> "Told":
        """All its numbers. `make` gives those that are not known."""
        return Told(self.values, make)


class Told(NamedTuple):
    """The numbers of a mix."""

    values: Mapping[Where, int]
    make: Callable[[Where], Any]

    def at(self, where: Where) -> Any:
        return self.values[where] if where in self.values else self.make(where)

    def fill(self, shape: Shape, where: Where) -> Any:
        """A value with its holes filled."""
        if shape is HOLE:
            return self.at(where)
        kind, parts = shape
        if kind is dict:
            return {key: self.fill(part, (*where, key)) for key, part in parts}
        if kind in (list, tuple):
            return kind(self.fill(part, (*where, n)) for n, part in enumerate(parts))
        return parts


class Gathered(NamedTuple):
    """Ways that go on as one: how likely they are together."""

    weight: Fraction
    mix: Mix
    looks: Looks
    mixes: tuple[Mix, ...]
    """Those that were gathered before, and this one."""


def gathered(
    arrivals: list[tuple[Fraction, Arrival]], needed: Callable[[Where], bool]
) -> Iterator[Gathered]:
    """The ways that have come to one stage. Raises Entangled where a number is needed that belongs
    to the past of all of them."""
    alike: dict[Any, list[tuple[Fraction, Arrival]]] = {}
    for weight, one in arrivals:
        alike.setdefault(one.group, []).append((weight, one))
    for several in alike.values():
        for group in _of_one_shape(several):
            yield _mixed(group, needed)


def _of_one_shape(
    several: list[tuple[Fraction, Arrival]],
) -> Iterator[list[tuple[Fraction, Arrival]]]:
    """Parted by what differs in the state besides numbers."""
    paths = {path: None for _, one in several for path in one.state}
    numbers = {path for _, one in several for path, shape in one.state.items() if shape is HOLE}
    groups: dict[Any, list[tuple[Fraction, Arrival]]] = {}
    for weight, one in several:
        # What one way has written is on others as it was read there.
        as_read = {path: one.pause.as_read[path] for path in numbers & one.pause.as_read.keys()}
        fill = {path: n for path, n in as_read.items() if one.state.get(path, GONE) == GONE}
        state = one.state | dict.fromkeys(fill, HOLE)
        told = one.numbers | {(STATE, path): number for path, number in fill.items()}
        shape = tuple(state.get(path, GONE) for path in paths)
        whole = one._replace(state=state, numbers=told)
        groups.setdefault(shape, []).append((weight, whole))
    yield from groups.values()


def _mixed(group: list[tuple[Fraction, Arrival]], needed: Callable[[Where], bool]) -> Gathered:
    """One mix of ways that have the same shape."""
    first = group[0][1]
    values: dict[Where, int] = {}
    open_: list[Where] = []
    kept: set[Where] = set()
    for where, number in first.numbers.items():
        told = [one.numbers[where] for _, one in group]
        if all(type(other) is int for other in told) and len(set(told)) == 1:
            values[where] = number
        elif all(map(belongs_to_past, told)):
            kept.add(where)
        elif needed(where):
            open_.append(where)
    whole = sum((weight for weight, _ in group), Fraction())
    tables = first.tables if len(group) == 1 else (_sum(group, open_, whole),)
    state = {
        path: shape for path, shape in first.state.items() if _differs(path, first, values, kept)
    }
    written = frozenset.intersection(*(one.written for _, one in group))
    mix = Mix(first.pause.number, tables, values, state, written)
    return Gathered(whole, mix, first.pause.looks, (*first.mixes, mix))


def _sum(group: list[tuple[Fraction, Arrival]], open_: list[Where], whole: Fraction) -> Rows:
    """The same numbers of many ways, each way with its weight of the `whole`. Raises TooMany."""
    if sum(prod(len(table.weights) for table in one.tables) for _, one in group) > MOST_ROWS:
        raise TooMany
    rows: dict[tuple[int, ...], Fraction] = {}
    for weight, one in group:
        for row, share in _crossed(one, open_):
            rows[row] = rows.get(row, Fraction()) + share * weight / whole
    of = lcm(*(weight.denominator for weight in rows.values()))
    return Rows(tuple(open_), {row: int(weight * of) for row, weight in rows.items()}, of)


def _crossed(one: Arrival, open_: list[Where]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """The open numbers of one way in one table."""
    places = {where: place for place, where in enumerate(open_)}
    fixed = [0] * len(open_)
    told = {where for table in one.tables for where in table.wheres}
    for where in places.keys() - told:
        if belongs_to_past(one.numbers[where]):
            raise Entangled(one.numbers[where].key)
        fixed[places[where]] = int(one.numbers[where])
    of = prod(table.of for table in one.tables)
    for rows in product(*(table.weights.items() for table in one.tables)):
        weight = 1
        for table, (values, share) in zip(one.tables, rows, strict=True):
            weight *= share
            for where, value in zip(table.wheres, values, strict=True):
                fixed[places[where]] = value
        yield tuple(fixed), Fraction(weight, of)


def _differs(path: Path, one: Arrival, values: Mapping[Where, int], kept: set[Where]) -> bool:
    """Whether a path holds a number that must be written anew."""
    mine = [where for where in one.numbers if where[:2] == (STATE, path)]
    return any(where not in values and where not in kept for where in mine)
