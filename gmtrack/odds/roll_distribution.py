"""The exact distribution of one roll: each result that its reading tells apart, with its weight.

Dice are independent, so the distribution of a pool is that of one die convolved with itself
(`add_independent`), as often as there are dice. The distribution of a die that is rolled again
is worked out face by face to a depth (`weights_of_die`, `weights_of_reroll`)."""

from fractions import Fraction
from functools import lru_cache
from itertools import count as numbers
from typing import NamedTuple

from gmtrack.dice.port import Reading, is_rolled_again
from gmtrack.odds.work import check_work

Result = tuple[int, ...]
"""The faces of the marked dice, then a number for each column of a reading."""
Weights = dict[Result, int]

TAIL = Fraction(1, 10**10)
"""Dice that may be rolled again without end are cut off where less than this probability is
left; the last result then stands for everything from there on."""


class RollTable(NamedTuple):
    """The results of a roll as columns: a weight for each row, and a list for each part of the
    results. Nobody changes the lists, which many tables share."""

    weights: list[int]
    columns: list[list[int]]


class RollDistribution(NamedTuple):
    """The weight of each result of a roll, as a part of `denominator`. `work` is the number of rows
    that were gone through for it (`WorkLimit`). `table` is what `as_table` returns, if it was made
    before."""

    weights: Weights
    denominator: int
    work: int = 0
    table: RollTable | None = None

    def as_table(self) -> RollTable:
        """Return the results as columns."""
        if self.table is not None:
            return self.table
        columns = zip(*self.weights, strict=True)
        return RollTable([*self.weights.values()], [[*one] for one in columns])


def column_names(reading: Reading) -> list[str]:
    """Return the names of a reading's columns: hits, ones and sum if the reading asks for them,
    and one for each further number. Marked dice come before and are not included."""
    columns = {
        "hits": reading.hit is not None,
        "ones": reading.ones,
        "sum": reading.sum,
    }
    named = [name for name, wanted in columns.items() if wanted]
    return [*named, *(f"also {number}" for number in reading.also)]


def is_endless(reading: Reading) -> bool:
    """Whether dice may be rolled again without end."""
    stops_at_hit = reading.adds and reading.hit is not None
    return reading.again is not None and not stops_at_hit


@lru_cache(maxsize=256)
def distribution_of_roll(
    count: int, sides: int, reading: Reading
) -> RollDistribution:
    """Return the distribution of a roll of `count` dice, none of which was typed. Cached. Raises
    TooMuchWork if it has too many results."""
    deep = reroll_depth(count, sides, reading)
    marked = min(count, abs(reading.marked))
    by_face = {
        face: weights_of_die(face, face, deep, sides, reading, True)
        for face in _faces(sides)
    }
    one_die = RollDistribution(_sum_over_faces(by_face), sides ** (deep + 1))
    found = distribution_of_dice(one_die, count - marked, reading)
    for _ in range(marked):
        pairs = len(found.weights) * len(one_die.weights)
        work = check_work(found.work + 4 * pairs)
        weights = _add_marked_die(found.weights, by_face)
        denominator = found.denominator * one_die.denominator
        found = RollDistribution(weights, denominator, work)
    trimmed = trim_tail(found, reading, marked, TAIL)
    return trimmed._replace(table=trimmed.as_table())


@lru_cache(maxsize=256)
def distribution_of_rest(
    open_totals: tuple[int, ...], sides: int, reading: Reading
) -> RollDistribution:
    """Return the distribution of what typed dice still add that must be rolled again.
    `open_totals` holds what each has come to so far. Cached."""
    deep = reroll_depth(len(open_totals), sides, reading)
    found = no_dice(reading)
    for total in open_totals:
        so_far = total if reading.adds else 0
        more = weights_of_reroll(so_far, deep, sides, reading)
        rest = RollDistribution(more, sides ** (deep + 1))
        found = add_independent(found, rest)
    return trim_tail(found, reading, 0, TAIL)


def reroll_depth(count: int, sides: int, reading: Reading) -> int:
    """Return how often one die is rolled again at most: as long as that can change a result that
    is read, or until the probability is below TAIL."""
    if reading.again is None or not count:
        return 0
    if not is_endless(reading):
        # Rounded up: each reroll adds at least `again`, until the total is a hit.
        return -(-(reading.hit or 0) // reading.again)
    chance = Fraction(sides - reading.again + 1, sides)
    return next(times for times in numbers(1) if count * chance**times < TAIL)


def row_of_die(face: int, total: int, reading: Reading, first: bool) -> Result:
    """Return what one face adds to each column of the reading. Ones count on `first` dice only,
    not on dice that were rolled again."""
    row: list[int] = []
    if reading.hit is not None:
        row.append(int(total >= reading.hit))
    if reading.ones:
        row.append(int(first and face == 1))
    if reading.sum:
        row.append(total)
    return (*row, *(int(total >= number) for number in reading.also))


def weights_of_die(
    face: int, total: int, deep: int, sides: int, reading: Reading, first: bool
) -> Weights:
    """Return the weights of one die that shows `face` now and is rolled again at most `deep`
    times, as parts of `sides ** deep`."""
    own = row_of_die(face, total, reading, first)
    if not deep or not is_rolled_again(face, total, reading):
        return {own: sides**deep}
    if reading.adds:
        return weights_of_reroll(total, deep - 1, sides, reading)
    more = weights_of_reroll(0, deep - 1, sides, reading)
    return {_add_columns(own, row): weight for row, weight in more.items()}


@lru_cache(maxsize=256)
def weights_of_reroll(
    so_far: int, deep: int, sides: int, reading: Reading
) -> Weights:
    """Return the weights of a die that is rolled again, as parts of `sides ** (deep + 1)`.
    `so_far` is what it has come to where rerolls are added up, otherwise 0."""
    by_face = {
        face: weights_of_die(face, so_far + face, deep, sides, reading, False)
        for face in _faces(sides)
    }
    return _sum_over_faces(by_face)


def no_dice(reading: Reading) -> RollDistribution:
    """Return the distribution of a roll of no dice."""
    nothing = (0,) * len(column_names(reading))
    return RollDistribution({nothing: 1}, 1)


def distribution_of_dice(
    one: RollDistribution, count: int, reading: Reading
) -> RollDistribution:
    """Return the distribution of `count` dice of one kind, by repeated squaring. Of endless dice
    so little is cut off at each step that all of it together is less than TAIL."""
    found = no_dice(reading)
    left_out = TAIL / (3 * max(1, count))
    while count:
        if count % 2:
            found = trim_tail(add_independent(found, one), reading, 0, left_out)
        count //= 2
        if count:
            one = trim_tail(add_independent(one, one), reading, 0, left_out)
    return found


def add_independent(
    one: RollDistribution, other: RollDistribution
) -> RollDistribution:
    """Return the distribution of two independent pools together, added up column by column
    (convolution). Raises TooMuchWork before it would take too long."""
    columns = len(next(iter(one.weights)))
    pairs = len(one.weights) * len(other.weights)
    work = check_work(one.work + other.work + max(1, columns**2) * pairs)
    # Most rolls have a column or two, and adding these by name is much faster.
    if columns == 1:
        weights = _add_single_columns(one.weights, other.weights)
    else:
        add_rows = _add_two_columns if columns == 2 else _add_columns
        weights = {}
        for mine, weight in one.weights.items():
            for yours, share in other.weights.items():
                row = add_rows(mine, yours)
                weights[row] = weights.get(row, 0) + weight * share
    return RollDistribution(weights, one.denominator * other.denominator, work)


def _add_single_columns(one: Weights, other: Weights) -> Weights:
    """Return the weights of the sums of results that have one column."""
    others = [(row[0], weight) for row, weight in other.items()]
    sums: dict[int, int] = {}
    for (mine,), weight in one.items():
        for yours, share in others:
            whole = mine + yours
            sums[whole] = sums.get(whole, 0) + weight * share
    return {(whole,): weight for whole, weight in sums.items()}


def _add_two_columns(one: Result, other: Result) -> Result:
    """Return the sums of two results with two columns."""
    return one[0] + other[0], one[1] + other[1]


def trim_tail(
    distribution: RollDistribution,
    reading: Reading,
    marked: int,
    tail: Fraction,
) -> RollDistribution:
    """Cut the tail off endless dice: the highest numbers of hits count as the next lower number,
    as long as all of them together are rarer than `tail`. Dice that are not endless are returned
    unchanged."""
    if not is_endless(reading) or reading.hit is None:
        return distribution
    weights = dict(distribution.weights)
    may_go = int(distribution.denominator * tail)
    for row in sorted(weights, key=lambda row: row[marked], reverse=True):
        below = (*row[:marked], row[marked] - 1, *row[marked + 1 :])
        if weights[row] > may_go or below not in weights:
            break
        may_go -= weights[row]
        weights[below] += weights.pop(row)
    return RollDistribution(
        weights, distribution.denominator, distribution.work
    )


def _faces(sides: int) -> range:
    """Return the faces of a die with so many sides."""
    return range(1, sides + 1)


def _add_columns(one: Result, other: Result) -> Result:
    """Return the sums of two results, column by column."""
    return tuple(map(int.__add__, one, other))


def _sum_over_faces(by_face: dict[int, Weights]) -> Weights:
    """Return the weights added up over all faces."""
    found: Weights = {}
    for weights in by_face.values():
        for row, weight in weights.items():
            found[row] = found.get(row, 0) + weight
    return found


def _add_marked_die(found: Weights, by_face: dict[int, Weights]) -> Weights:
    """Return the weights with one more marked die, whose face comes first in the result."""
    weights: Weights = {}
    for row, weight in found.items():
        for face, die_weights in by_face.items():
            for own, share in die_weights.items():
                marked = len(row) - len(own)
                columns = _add_columns(row[marked:], own)
                new = (face, *row[:marked], *columns)
                weights[new] = weights.get(new, 0) + weight * share
    return weights
