"""Merging the branches that have arrived at a checkpoint.

Branches are merged if they differ only in values, or in state that nobody reads any more. They go
on as one branch, whose values are random variables: the table of each branch, weighted with its
probability, added up to one table of them all.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Any, NamedTuple

from gmtrack.core.draft import MISSING, Path
from gmtrack.odds.checkpoint import (
    PLACEHOLDER,
    STATE,
    Arrival,
    JointTable,
    Mixture,
    ReadLater,
    Slot,
    is_past,
)
from gmtrack.odds.joint_distribution import NeededFromPast
from gmtrack.odds.random_variable import Observations

MOST_ROWS = 20_000
"""More rows than this take longer than anybody waits."""


class TooManyRows(Exception):
    """The table of a merge would have too many rows."""


ABSENT = (type(MISSING), MISSING)
"""The shape of what is not there."""


class Merged(NamedTuple):
    """Branches that go on as one: `weight` is their probability together."""

    weight: Fraction
    mixture: Mixture
    observations: Observations
    mixtures: tuple[Mixture, ...]
    """Those of the checkpoints before, and this one."""


def merged(arrivals: list[tuple[Fraction, Arrival]], read_later: ReadLater) -> Iterator[Merged]:
    """The branches, each with its probability, that have arrived at one stage. Raises
    NeededFromPast and TooManyRows."""
    alike: dict[Any, list[tuple[Fraction, Arrival]]] = {}
    for weight, one in arrivals:
        alike.setdefault(one.group, []).append((weight, one))
    for several in alike.values():
        for group in _of_one_shape(several, read_later):
            yield _merge(group, read_later)


def _of_one_shape(
    several: list[tuple[Fraction, Arrival]], read_later: ReadLater
) -> Iterator[list[tuple[Fraction, Arrival]]]:
    """Parted by their shape, as far as it is read."""
    paths = {path: None for _, one in several for path in one.state}
    with_value = {
        path for _, one in several for path, shape in one.state.items() if shape is PLACEHOLDER
    }
    read = [path for path in paths if read_later.includes(path, value=path in with_value)]
    groups: dict[Any, list[tuple[Fraction, Arrival]]] = {}
    for weight, one in several:
        whole = _filled(one, with_value)
        shape = tuple(whole.state.get(path, ABSENT) for path in read)
        groups.setdefault(shape, []).append((weight, whole))
    yield from groups.values()


def _filled(one: Arrival, with_value: set[Path]) -> Arrival:
    """What other branches have written has on this one the value that is read there."""
    as_read = {path: one.reached.as_read[path] for path in with_value & one.reached.as_read.keys()}
    fill = {path: n for path, n in as_read.items() if one.state.get(path, ABSENT) == ABSENT}
    values = {(STATE, path): value for path, value in fill.items()}
    return one._replace(
        state=one.state | dict.fromkeys(fill, PLACEHOLDER), values=one.values | values
    )


def _merge(group: list[tuple[Fraction, Arrival]], read_later: ReadLater) -> Merged:
    """Branches that have the same shape where it is read."""
    first = group[0][1]
    differing = _differing([one for _, one in group])
    values: dict[Slot, int] = {}
    random: list[Slot] = []
    past: set[Slot] = set()
    for slot, value in first.values.items():
        alone = slot[0] == STATE and slot[1] in differing
        found = [value] if alone else [one.values[slot] for _, one in group]
        if all(type(other) is int for other in found) and len(set(found)) == 1:
            values[slot] = value
        elif all(map(is_past, found)):
            past.add(slot)
        elif read_later.needs(slot):
            random.append(slot)
    whole = sum((weight for weight, _ in group), Fraction())
    tables = first.tables if len(group) == 1 else (_sum(group, random, whole),)
    state = {
        path: shape for path, shape in first.state.items() if _is_random(path, first, values, past)
    }
    hidden = differing.union(*(one.hidden for _, one in group))
    mixture = Mixture(first.reached.number, tables, values, state, hidden)
    return Merged(whole, mixture, first.reached.observations, (*first.mixtures, mixture))


def _differing(group: list[Arrival]) -> frozenset[Path]:
    """Paths where the branches differ in more than values."""
    paths = {path for one in group for path in one.state}
    shapes = {path: {one.state.get(path, ABSENT) for one in group} for path in paths}
    return frozenset(path for path, found in shapes.items() if len(found) > 1)


def _sum(group: list[tuple[Fraction, Arrival]], random: list[Slot], whole: Fraction) -> JointTable:
    """The same slots of many branches, each with its part of the `whole` weight. Raises
    TooManyRows."""
    if sum(prod(len(table.weights) for table in one.tables) for _, one in group) > MOST_ROWS:
        raise TooManyRows
    rows: dict[tuple[int, ...], Fraction] = {}
    for weight, one in group:
        for row, share in _product(one, random):
            rows[row] = rows.get(row, Fraction()) + share * weight / whole
    denominator = lcm(*(weight.denominator for weight in rows.values()))
    weights = {row: int(weight * denominator) for row, weight in rows.items()}
    return JointTable(tuple(random), weights, denominator)


def _product(one: Arrival, random: list[Slot]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """The independent tables of one branch as one, with the slots in this order."""
    places = {slot: place for place, slot in enumerate(random)}
    row = [0] * len(random)
    in_tables = {slot for table in one.tables for slot in table.slots}
    for slot in places.keys() - in_tables:
        if is_past(one.values[slot]):
            raise NeededFromPast(one.values[slot].key)
        row[places[slot]] = int(one.values[slot])
    denominator = prod(table.denominator for table in one.tables)
    for rows in product(*(table.weights.items() for table in one.tables)):
        weight = 1
        for table, (values, share) in zip(one.tables, rows, strict=True):
            weight *= share
            for slot, value in zip(table.slots, values, strict=True):
                row[places[slot]] = value
        yield tuple(row), Fraction(weight, denominator)


def _is_random(path: Path, one: Arrival, values: Mapping[Slot, int], past: set[Slot]) -> bool:
    """Whether a path holds a value that the mixture must write."""
    mine = [slot for slot in one.values if slot[:2] == (STATE, path)]
    return any(slot not in values and slot not in past for slot in mine)
