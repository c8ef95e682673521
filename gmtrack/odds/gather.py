"""Ways that differ in numbers alone are gathered where they pause, and go on as one: the numbers
are not known then, with as much weight for each as the ways had that came with it. What nobody
reads any more may differ in any way."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Any, NamedTuple

from gmtrack.core.draft import MISSING, Path
from gmtrack.odds.arrivals import HOLE, STATE, Arrival, Learned, Mix, Rows, Where, belongs_to_past
from gmtrack.odds.unknown import Entangled, Looks

MOST_ROWS = 20_000
"""More than so many rows of numbers take longer than anybody waits."""


class TooMany(Exception):
    """There are too many rows."""


GONE = (type(MISSING), MISSING)
"""The shape of what is not there."""


class Gathered(NamedTuple):
    """Ways that go on as one: how likely they are together."""

    weight: Fraction
    mix: Mix
    looks: Looks
    mixes: tuple[Mix, ...]
    """Those that were gathered before, and this one."""


def gathered(arrivals: list[tuple[Fraction, Arrival]], learned: Learned) -> Iterator[Gathered]:
    """The ways that have come to one stage. Raises Entangled where a number is needed that belongs
    to the past of all of them, and TooMany."""
    alike: dict[Any, list[tuple[Fraction, Arrival]]] = {}
    for weight, one in arrivals:
        alike.setdefault(one.group, []).append((weight, one))
    for several in alike.values():
        for group in _of_one_shape(several, learned):
            yield _mixed(group, learned)


def _of_one_shape(
    several: list[tuple[Fraction, Arrival]], learned: Learned
) -> Iterator[list[tuple[Fraction, Arrival]]]:
    """Parted by what differs, besides numbers, where the state is read."""
    paths = {path: None for _, one in several for path in one.state}
    numbers = {path for _, one in several for path, shape in one.state.items() if shape is HOLE}
    read = [path for path in paths if learned.knows(path, number=path in numbers)]
    groups: dict[Any, list[tuple[Fraction, Arrival]]] = {}
    for weight, one in several:
        whole = _filled(one, numbers)
        shape = tuple(whole.state.get(path, GONE) for path in read)
        groups.setdefault(shape, []).append((weight, whole))
    yield from groups.values()


def _filled(one: Arrival, numbers: set[Path]) -> Arrival:
    """What other ways have written is on this one as it was read there."""
    as_read = {path: one.pause.as_read[path] for path in numbers & one.pause.as_read.keys()}
    fill = {path: n for path, n in as_read.items() if one.state.get(path, GONE) == GONE}
    told = {(STATE, path): number for path, number in fill.items()}
    return one._replace(state=one.state | dict.fromkeys(fill, HOLE), numbers=one.numbers | told)


def _mixed(group: list[tuple[Fraction, Arrival]], learned: Learned) -> Gathered:
    """One mix of ways that have the same shape where it is read."""
    first = group[0][1]
    differing = _differing([one for _, one in group])
    values: dict[Where, int] = {}
    open_: list[Where] = []
    kept: set[Where] = set()
    for where, number in first.numbers.items():
        alone = where[0] == STATE and where[1] in differing
        told = [number] if alone else [one.numbers[where] for _, one in group]
        if all(type(other) is int for other in told) and len(set(told)) == 1:
            values[where] = number
        elif all(map(belongs_to_past, told)):
            kept.add(where)
        elif learned.needs(where):
            open_.append(where)
    whole = sum((weight for weight, _ in group), Fraction())
    tables = first.tables if len(group) == 1 else (_sum(group, open_, whole),)
    state = {
        path: shape for path, shape in first.state.items() if _differs(path, first, values, kept)
    }
    hidden = differing.union(*(one.hidden for _, one in group))
    mix = Mix(first.pause.number, tables, values, state, hidden)
    return Gathered(whole, mix, first.pause.looks, (*first.mixes, mix))


def _differing(group: list[Arrival]) -> frozenset[Path]:
    """Where ways differ in more than numbers."""
    paths = {path for one in group for path in one.state}
    shapes = {path: {one.state.get(path, GONE) for one in group} for path in paths}
    return frozenset(path for path, found in shapes.items() if len(found) > 1)


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
