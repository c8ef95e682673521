"""Merges branches that have come to the same stage.

Branches with the same merge key go on as one branch whose values are random variables: the
tables of all branches, weighted with their probabilities, are added up to one table."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import gcd, lcm, prod
from typing import Any

from gmtrack.core.draft import Path
from gmtrack.core.stages import Checkpoint
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
    TableRow,
    take_apart,
)
from gmtrack.odds.joint_distribution import NeededFromPast

MOST_ROWS = 40_000
"""The most rows of a merged table; more take longer than anybody waits."""
COST_OF_A_START = 400
"""The cost of starting a run, in rows that could be gone through in the same time."""
Original = Callable[[Path], Any]
"""A callback that returns what stood at a path of the state before the action, or MISSING."""
Weighted = tuple[Fraction, Arrival]
"""A branch with its probability."""


class TooManyRows(Exception):
    """Raised where the table of a merge would have too many rows."""


def count_rows(rows: dict[Checkpoint, int], one: Arrival) -> None:
    """Add the rows of a branch that has come to a stage to the count for that stage. Raises
    TooManyRows when a merge there might have more than MOST_ROWS."""
    at = one.merge_key.checkpoint
    rows[at] = rows.get(at, 0) + _joint_row_count(one)
    if rows[at] > MOST_ROWS:
        raise TooManyRows


def merge_arrivals(
    arrivals: list[Weighted],
    read_later: ReadLater,
    shapes: Shapes,
    original: Original,
) -> Iterator[tuple[Fraction, Mixture]]:
    """Merge the branches that have come to one checkpoint into as few mixtures as pays, and
    yield each with its probability.

    `original` returns what stands where a branch has written nothing. Raises NeededFromPast
    where a value is needed that an earlier merge has summed out."""
    alike: dict[Any, list[Weighted]] = {}
    for weight, one in arrivals:
        alike.setdefault(one.merge_key, []).append((weight, one))
    for several in alike.values():
        for group in _group_for_merge(_combine_twins(several)):
            whole = group
            if len(group) > 1:
                whole = _fill_in_unwritten(group, shapes, original)
            yield _merge_group(whole, read_later)


def _combine_twins(several: list[Weighted]) -> list[Weighted]:
    """Combine branches that are equal except for their probability, and add those up."""
    found: dict[Any, Weighted] = {}
    for weight, one in several:
        content = one.tables, frozenset(one.values.items())
        before = Fraction()
        if content in found:
            before, _ = found[content]
        found[content] = weight + before, one
    return list(found.values())


def _group_for_merge(several: list[Weighted]) -> Iterator[list[Weighted]]:
    """Yield groups of branches that are cheaper to run merged than apart. Independent tables of
    a branch stay apart as long as it is alone; a merge multiplies them out."""
    group: list[Weighted] = []
    for one in sorted(several, key=lambda entry: _joint_row_count(entry[1])):
        if group:
            merged_cost = _cost_of_group([*group, one])
            separate_cost = _cost_of_group(group) + _cost_of_group([one])
            if merged_cost > separate_cost:
                yield group
                group = []
        group.append(one)
    yield group


def _cost_of_group(group: list[Weighted]) -> int:
    """Return the cost of the runs from this group, in rows."""
    if len(group) == 1:
        _, alone = group[0]
        rows = sum(len(table.rows) for table in alone.tables)
    else:
        rows = sum(_joint_row_count(one) for _, one in group)
    return COST_OF_A_START + rows


def _joint_row_count(one: Arrival) -> int:
    """Return how many rows the tables of a branch have when multiplied out."""
    return prod(len(table.rows) for table in one.tables)


def _fill_in_unwritten(
    group: list[Weighted], shapes: Shapes, original: Original
) -> list[Weighted]:
    """Give every branch of a group a shape and values at each path that any of them wrote: what
    stood there before the action, or the number that is read there where nothing stands."""
    numbers_read = _numbers_read(group)
    paths = {path: None for _, one in group for path in one.paths}

    def is_number_on_all(path: Path) -> bool:
        key = (SHAPE, path)
        return all(
            one.values.get(key, shapes.value) == shapes.value
            for _, one in group
        )

    number_paths = {
        path
        for path in paths.keys() & numbers_read.keys()
        if is_number_on_all(path)
    }

    def fill(one: Arrival) -> Arrival:
        more: dict[Slot, int | SummedOut | StillRandom] = {}
        for path in paths.keys() - set(one.paths):
            slot = (STATE, path)
            values: dict[Slot, int] = {}
            shape = shapes.number_of(take_apart(original(path), slot, values))
            is_absent = shape == shapes.absent and path in number_paths
            if is_absent and not _is_inside_written(one, path):
                # The rules read this number where nothing stands.
                shape = shapes.value
                values = {slot: numbers_read[path]}
            more[SHAPE, path] = shape
            more |= values
        return one._replace(paths=tuple(paths), values={**one.values, **more})

    return [(weight, fill(one)) for weight, one in group]


def _numbers_read(group: list[Weighted]) -> dict[Path, int]:
    """Return by path the number that branches read before something was written there; paths
    where branches read different numbers are left out."""
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
    """Whether a path leads through a map or list that the branch has written."""
    leading = (path[:depth] for depth in range(1, len(path)))
    return any(start in one.paths for start in leading)


def _merge_group(
    group: list[Weighted], read_later: ReadLater
) -> tuple[Fraction, Mixture]:
    """Merge a group of branches into one mixture, and return it with their summed probability.
    Raises NeededFromPast."""
    _, first = group[0]
    values: list[tuple[Slot, int]] = []
    random: list[Slot] = []
    all_slots = {slot: None for _, one in group for slot in one.values}
    for slot in all_slots:
        # Where a branch has no such slot, its shape is another one, and nobody asks for it.
        found = {one.values[slot] for _, one in group if slot in one.values}
        value = next(iter(found))
        if len(found) == 1 and type(value) is int:
            values.append((slot, value))
        elif read_later.must_keep(slot) and not _are_summed_out(found):
            random.append(slot)
    whole = sum((weight for weight, _ in group), Fraction())
    tables = first.tables
    if len(group) > 1:
        tables = ()
        if random:
            tables = (_merge_tables(group, random, whole),)
    as_read = tuple(_numbers_read(group).items())
    return whole, Mixture(
        first.merge_key, tables, tuple(values), first.paths, as_read
    )


def _are_summed_out(values: set[int | SummedOut | StillRandom]) -> bool:
    """Whether an earlier merge has summed out all of these values."""
    return all(isinstance(value, SummedOut) for value in values)


def _merge_tables(
    group: list[Weighted], random: list[Slot], whole: Fraction
) -> JointTable:
    """Return one table of the random slots of many branches, each weighted with its part of the
    probability `whole`. Raises NeededFromPast."""
    shares = []
    for probability, one in group:
        branch_denominator = prod(table.denominator for table in one.tables)
        shares.append(probability / whole / branch_denominator)
    denominator = lcm(*(share.denominator for share in shares))
    rows: dict[TableRow, int] = {}
    for (_, one), share in zip(group, shares, strict=True):
        factor = share.numerator * (denominator // share.denominator)
        for row, weight in _product_rows(one, random):
            rows[row] = rows.get(row, 0) + factor * weight
    common = gcd(denominator, *rows.values())
    reduced = [(row, weight // common) for row, weight in rows.items()]
    slots = tuple(random)
    return JointTable(slots, tuple(reduced), denominator // common)


def _product_rows(
    one: Arrival, random: list[Slot]
) -> Iterator[tuple[TableRow, int]]:
    """Yield the rows of a branch's independent tables multiplied out, values in the order of
    `random`. Raises NeededFromPast for a slot that an earlier merge has summed out."""
    places = {slot: place for place, slot in enumerate(random)}
    row = [0] * len(random)
    in_tables = {slot for table in one.tables for slot in table.slots}
    for slot in places.keys() - in_tables:
        value = one.values.get(slot, 0)
        if isinstance(value, SummedOut):
            raise NeededFromPast(value.key)
        assert isinstance(value, int)
        row[places[slot]] = value
    columns_of_tables = [_random_columns(table, places) for table in one.tables]
    for rows in product(*(table.rows for table in one.tables)):
        row_weight = 1
        parts = zip(rows, columns_of_tables, strict=True)
        for (values, share), columns in parts:
            row_weight *= share
            for place, target in columns:
                row[target] = values[place]
        yield tuple(row), row_weight


def _random_columns(
    table: JointTable, places: dict[Slot, int]
) -> list[tuple[int, int]]:
    """Return the place of each needed slot in a table's rows, and its place in the product."""
    return [
        (place, places[slot])
        for place, slot in enumerate(table.slots)
        if slot in places
    ]
