"""Merging the branches that have come to a stage.

Branches are merged if they differ only in values, or in state that nobody reads any more. They go
on as one branch, whose values are random variables: the table of each branch, weighted with its
probability, added up to one table of them all.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import gcd, lcm, prod
from typing import Any

from gmtrack.core.draft import Path
from gmtrack.odds.checkpoint import (
    ABSENT,
    PLACEHOLDER,
    STATE,
    Arrival,
    JointTable,
    Mixture,
    Past,
    ReadLater,
    Shape,
    Slot,
)
from gmtrack.odds.joint_distribution import NeededFromPast

MOST_ROWS = 20_000
"""More rows than this take longer than anybody waits."""
Weighted = tuple[Fraction, Arrival]
"""A branch with its probability."""


class TooManyRows(Exception):
    """The table of a merge would have too many rows."""


def merged(arrivals: list[Weighted], read_later: ReadLater) -> Iterator[tuple[Fraction, Mixture]]:
    """The branches that have come to one milestone, as few as they can be. Raises NeededFromPast
    and TooManyRows."""
    alike: dict[Any, list[Weighted]] = {}
    for weight, one in arrivals:
        alike.setdefault(one.beyond, []).append((weight, one))
    for several in alike.values():
        for group in _of_one_shape(several, read_later):
            yield _merge(group, read_later)


def _of_one_shape(several: list[Weighted], read_later: ReadLater) -> Iterator[list[Weighted]]:
    """Parted by their shape, as far as it is read."""
    if len(several) == 1:
        yield several
        return
    paths = {path: None for _, one in several for path in one.state}
    with_value = {
        path for _, one in several for path, shape in one.state.items() if shape is PLACEHOLDER
    }
    read = [path for path in paths if read_later.includes(path, value=path in with_value)]
    known = _as_read(several)
    groups: dict[Any, list[Weighted]] = {}
    for weight, one in several:
        whole = _filled(one, {path: known[path] for path in with_value & known.keys()})
        shape = tuple(whole.state.get(path, ABSENT) for path in read)
        groups.setdefault(shape, []).append((weight, whole))
    yield from groups.values()


def _as_read(several: list[Weighted]) -> dict[Path, int]:
    """The numbers that were read, on whichever branch, before something was written there."""
    found: dict[Path, set[int]] = {}
    for _, one in several:
        for path, number in one.as_read.items():
            found.setdefault(path, set()).add(number)
    return {path: min(numbers) for path, numbers in found.items() if len(numbers) == 1}


def _filled(one: Arrival, known: Mapping[Path, int]) -> Arrival:
    """What other branches have written has on this one the value that is read there."""
    fill = {path: n for path, n in known.items() if path not in one.state and not _in(one, path)}
    if not fill:
        return one
    values = {(STATE, path): value for path, value in fill.items()}
    state: Mapping[Path, Shape] = {**one.state, **dict.fromkeys(fill, PLACEHOLDER)}
    return one._replace(state=state, values={**one.values, **values})


def _in(one: Arrival, path: Path) -> bool:
    """Whether the branch has written a map or list that the path leads through."""
    return any(path[:depth] in one.state for depth in range(1, len(path)))


def _merge(group: list[Weighted], read_later: ReadLater) -> tuple[Fraction, Mixture]:
    """Branches that have the same shape where it is read."""
    first = group[0][1]
    differing = _differing([one for _, one in group])
    values: list[tuple[Slot, int]] = []
    random: list[Slot] = []
    for slot, value in first.values.items():
        alone = slot[0] == STATE and slot[1] in differing
        found = [value] if alone else [one.values[slot] for _, one in group]
        if type(value) is int and all(type(other) is int and other == value for other in found):
            values.append((slot, value))
        elif read_later.needs(slot) and not all(isinstance(other, Past) for other in found):
            random.append(slot)
    whole = sum((weight for weight, _ in group), Fraction())
    tables = first.tables if len(group) == 1 else (_sum(group, random, whole),)
    hidden = differing.union(*(one.hidden for _, one in group))
    mixture = Mixture(
        first.beyond, tables, tuple(values), tuple(first.state.items()), hidden,
        tuple(_as_read(group).items()),
    )  # fmt: skip
    return whole, mixture


def _differing(group: list[Arrival]) -> frozenset[Path]:
    """Paths where the branches differ in more than values."""
    first, *others = (one.state for one in group)
    found = {path for state in others for path in state.keys() ^ first.keys()}
    return frozenset(
        found.union(
            path
            for path, shape in first.items()
            for state in others
            if state.get(path, ABSENT) != shape
        )
    )


def _sum(group: list[Weighted], random: list[Slot], whole: Fraction) -> JointTable:
    """The same slots of many branches, each with its part of the `whole` weight. Raises
    NeededFromPast and TooManyRows."""
    sizes = (prod(len(table.rows) for table in one.tables) for _, one in group)
    if sum(sizes) > MOST_ROWS:
        raise TooManyRows
    shares = [
        weight / whole / prod(table.denominator for table in one.tables) for weight, one in group
    ]
    denominator = lcm(*(share.denominator for share in shares))
    rows: dict[tuple[int, ...], int] = {}
    for (_, one), share in zip(group, shares, strict=True):
        factor = share.numerator * (denominator // share.denominator)
        for row, weight in _product(one, random):
            rows[row] = rows.get(row, 0) + factor * weight
    common = gcd(denominator, *rows.values())
    reduced = tuple((row, weight // common) for row, weight in rows.items())
    return JointTable(tuple(random), reduced, denominator // common)


def _product(one: Arrival, random: list[Slot]) -> Iterator[tuple[tuple[int, ...], int]]:
    """The independent tables of one branch as one, with the slots in this order."""
    places = {slot: place for place, slot in enumerate(random)}
    row = [0] * len(random)
    in_tables = {slot for table in one.tables for slot in table.slots}
    for slot in places.keys() - in_tables:
        value = one.values[slot]
        if isinstance(value, Past):
            raise NeededFromPast(value.key)
        assert isinstance(value, int)
        row[places[slot]] = value
    wanted = [
        [(place, places[slot]) for place, slot in enumerate(table.slots) if slot in places]
        for table in one.tables
    ]
    for found in product(*(table.rows for table in one.tables)):
        weight = 1
        for (values, share), columns in zip(found, wanted, strict=True):
            weight *= share
            for place, target in columns:
                row[target] = values[place]
        yield tuple(row), weight
