"""Merging the branches that have come to a stage.

Branches that have the same stage before them go on as one branch, whose values are random
variables: the table of each branch, weighted with its probability, added up to one table of them
all.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import gcd, lcm, prod
from typing import Any

from gmtrack.core.course import Checkpoint
from gmtrack.core.draft import Path
from gmtrack.odds.checkpoint import (
    SHAPE,
    STATE,
    Arrival,
    JointTable,
    Mixture,
    ReadLater,
    Shapes,
    Slot,
    StillRandom,
    SummedOut,
    take_apart,
)
from gmtrack.odds.joint_distribution import NeededFromPast

MOST_ROWS = 40_000
"""More rows than this take longer than anybody waits."""
COST_OF_A_START = 400
"""To begin anew takes as long as so many rows do."""
Original = Callable[[Path], Any]
"""What stands at a path of the state before the action; MISSING where nothing does."""
Weighted = tuple[Fraction, Arrival]
"""A branch with its probability."""


class TooManyRows(Exception):
    """The table of a merge would have too many rows."""


def count_rows(rows: dict[Checkpoint, int], one: Arrival) -> None:
    """One more branch has come to a stage: the rows that a merge there would have at the most.
    Raises TooManyRows."""
    at = one.merge_key.at
    rows[at] = rows.get(at, 0) + _joint_row_count(one)
    if rows[at] > MOST_ROWS:
        raise TooManyRows


def merge_arrivals(
    arrivals: list[Weighted],
    read_later: ReadLater,
    shapes: Shapes,
    original: Original,
) -> Iterator[tuple[Fraction, Mixture]]:
    """The branches that have come to one milestone, as few as they can be. `original` says what
    stands where a branch has written nothing. Raises NeededFromPast."""
    alike: dict[Any, list[Weighted]] = {}
    for weight, one in arrivals:
        alike.setdefault(one.merge_key, []).append((weight, one))
    for several in alike.values():
        for group in _group_for_merge(_combine_twins(several)):
            whole = (
                group
                if len(group) == 1
                else _fill_in_unwritten(group, shapes, original)
            )
            yield _merge_group(whole, read_later)


def _combine_twins(several: list[Weighted]) -> list[Weighted]:
    """Those that are the same but for their probability, as one."""
    found: dict[Any, Weighted] = {}
    for weight, one in several:
        twin = one.tables, frozenset(one.values.items())
        before = found[twin][0] if twin in found else Fraction()
        found[twin] = weight + before, one
    return list(found.values())


def _group_for_merge(several: list[Weighted]) -> Iterator[list[Weighted]]:
    """Branches parted so that it pays: independent tables of one branch stay apart as long as it is
    not merged with another one, where they are multiplied."""
    group: list[Weighted] = []
    for one in sorted(several, key=lambda entry: _joint_row_count(entry[1])):
        if group and _cost_of_group([*group, one]) > _cost_of_group(
            group
        ) + _cost_of_group([one]):
            yield group
            group = []
        group.append(one)
    yield group


def _cost_of_group(group: list[Weighted]) -> int:
    """What it takes to go on from there, in rows."""
    if len(group) == 1:
        return COST_OF_A_START + sum(
            len(table.rows) for table in group[0][1].tables
        )
    return COST_OF_A_START + sum(_joint_row_count(one) for _, one in group)


def _joint_row_count(one: Arrival) -> int:
    """Of its tables as one."""
    return prod(len(table.rows) for table in one.tables)


def _fill_in_unwritten(
    group: list[Weighted], shapes: Shapes, original: Original
) -> list[Weighted]:
    """What some branches have written is on the others as it was before, or as it is read there."""
    known = _numbers_read(group)
    paths = {path: None for _, one in group for path in one.paths}
    values = {
        path for path in paths.keys() & known.keys()
        if all(one.values.get((SHAPE, path), shapes.value) == shapes.value for _, one in group)
    }  # fmt: skip

    def filled(one: Arrival) -> Arrival:
        more: dict[Slot, int | SummedOut | StillRandom] = {}
        for path in paths.keys() - set(one.paths):
            slots: dict[Slot, int] = {}
            shape = shapes.number_of(
                take_apart(original(path), (STATE, path), slots)
            )
            if (
                shape == shapes.absent
                and path in values
                and not _is_inside_written(one, path)
            ):
                shape, slots = shapes.value, {(STATE, path): known[path]}
            more[SHAPE, path] = shape
            more |= slots
        return one._replace(paths=tuple(paths), values={**one.values, **more})

    return [(weight, filled(one)) for weight, one in group]


def _numbers_read(group: list[Weighted]) -> dict[Path, int]:
    """The numbers that were read, on whichever branch, before something was written there."""
    found: dict[Path, set[int]] = {}
    for _, one in group:
        for path, number in one.as_read.items():
            found.setdefault(path, set()).add(number)
    return {
        path: min(numbers)
        for path, numbers in found.items()
        if len(numbers) == 1
    }


def _is_inside_written(one: Arrival, path: Path) -> bool:
    """Whether the branch has written a map or list that the path leads through."""
    return any(path[:depth] in one.paths for depth in range(1, len(path)))


def _merge_group(
    group: list[Weighted], read_later: ReadLater
) -> tuple[Fraction, Mixture]:
    first = group[0][1]
    values: list[tuple[Slot, int]] = []
    random: list[Slot] = []
    for slot in {slot: None for _, one in group for slot in one.values}:
        # Where a branch has no such slot, its shape is another one, and nobody asks for it.
        found = {one.values[slot] for _, one in group if slot in one.values}
        value = next(iter(found))
        if len(found) == 1 and type(value) is int:
            values.append((slot, value))
        elif read_later.must_keep(slot) and not all(
            isinstance(other, SummedOut) for other in found
        ):
            random.append(slot)
    whole = sum((weight for weight, _ in group), Fraction())
    tables = first.tables
    if len(group) > 1:
        tables = (_merge_tables(group, random, whole),) if random else ()
    as_read = tuple(_numbers_read(group).items())
    return whole, Mixture(
        first.merge_key, tables, tuple(values), first.paths, as_read
    )


def _merge_tables(
    group: list[Weighted], random: list[Slot], whole: Fraction
) -> JointTable:
    """The same slots of many branches, each with its part of the `whole` weight. Raises
    NeededFromPast."""
    shares = [
        weight / whole / prod(table.denominator for table in one.tables)
        for weight, one in group
    ]
    denominator = lcm(*(share.denominator for share in shares))
    rows: dict[tuple[int, ...], int] = {}
    for (_, one), share in zip(group, shares, strict=True):
        factor = share.numerator * (denominator // share.denominator)
        for row, weight in _product_rows(one, random):
            rows[row] = rows.get(row, 0) + factor * weight
    common = gcd(denominator, *rows.values())
    reduced = tuple((row, weight // common) for row, weight in rows.items())
    return JointTable(tuple(random), reduced, denominator // common)


def _product_rows(
    one: Arrival, random: list[Slot]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """The independent tables of one branch as one, with the slots in this order."""
    places = {slot: place for place, slot in enumerate(random)}
    row = [0] * len(random)
    in_tables = {slot for table in one.tables for slot in table.slots}
    for slot in places.keys() - in_tables:
        value = one.values.get(slot, 0)
        if isinstance(value, SummedOut):
            raise NeededFromPast(value.key)
        assert isinstance(value, int)
        row[places[slot]] = value
    wanted = [
        [
            (place, places[slot])
            for place, slot in enumerate(table.slots)
            if slot in places
        ]
        for table in one.tables
    ]
    for found in product(*(table.rows for table in one.tables)):
        weight = 1
        for (values, share), columns in zip(found, wanted, strict=True):
            weight *= share
            for place, target in columns:
                row[target] = values[place]
        yield tuple(row), weight
