"""The distribution of one roll: each result that its reading tells apart, with its exact weight.

Dice are independent, so the distribution of a pool is that of one die convolved with itself
(`both`), as often as there are dice. A die that is rolled again is a die of its own kind, whose
distribution is worked out face by face to a depth (`die`, `one_more`).
"""

from fractions import Fraction
from functools import lru_cache
from itertools import count as numbers
from typing import NamedTuple

from gmtrack.dice.port import Reading, is_rolled_again

Result = tuple[int, ...]
"""The faces of the marked dice, then a number for each column of a reading."""
Weights = dict[Result, int]

TAIL = Fraction(1, 10**10)
"""Dice that may be rolled again without end are cut off where less than this is left of one roll;
the last result then stands for everything from there on."""


class RollDistribution(NamedTuple):
    """Results with their weights, as parts of `denominator`."""

    weights: Weights
    denominator: int


def column_names(reading: Reading) -> list[str]:
    """What a reading asks for, column by column; the faces of marked dice come before."""
    asked = {
        "hits": reading.hit is not None,
        "ones": reading.ones,
        "sum": reading.sum,
    }
    named = [name for name, wanted in asked.items() if wanted]
    return [*named, *(f"also {number}" for number in reading.also)]


def is_endless(reading: Reading) -> bool:
    """Whether dice may be rolled again without end."""
    return reading.again is not None and not (
        reading.adds and reading.hit is not None
    )


@lru_cache(maxsize=256)
def distribution_of_roll(
    count: int, sides: int, reading: Reading
) -> RollDistribution:
    """Of so many dice, none of which was typed."""
    deep = reroll_depth(count, sides, reading)
    marked = min(count, abs(reading.marked))
    faces = {
        face: weights_of_die(face, face, deep, sides, reading, True)
        for face in _faces(sides)
    }
    one = RollDistribution(_sum_over_faces(faces), sides ** (deep + 1))
    found = distribution_of_dice(one, count - marked, reading)
    for _ in range(marked):
        found = RollDistribution(
            _add_marked_die(found.weights, faces),
            found.denominator * one.denominator,
        )
    return trim_tail(found, reading, marked, TAIL)


@lru_cache(maxsize=256)
def distribution_of_rest(
    open_totals: tuple[int, ...], sides: int, reading: Reading
) -> RollDistribution:
    """Of what dice that must be rolled again still add; `open_totals`: what each came to so far."""
    deep = reroll_depth(len(open_totals), sides, reading)
    found = no_dice(reading)
    for total in open_totals:
        so_far = total if reading.adds else 0
        more = weights_of_reroll(so_far, deep, sides, reading)
        found = add_independent(
            found, RollDistribution(more, sides ** (deep + 1))
        )
    return trim_tail(found, reading, 0, TAIL)


def reroll_depth(count: int, sides: int, reading: Reading) -> int:
    """How often one die is rolled again at the most."""
    if reading.again is None or not count:
        return 0
    if not is_endless(reading):
        return -(-(reading.hit or 0) // reading.again)
    chance = Fraction(sides - reading.again + 1, sides)
    return next(times for times in numbers(1) if count * chance**times < TAIL)


def row_of_die(face: int, total: int, reading: Reading, first: bool) -> Result:
    """The row of one die; ones are read on the first dice alone."""
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
    """One die that shows `face` now, and all that it is rolled again: weights as parts of
    `sides ** deep`."""
    own = row_of_die(face, total, reading, first)
    if not deep or not is_rolled_again(face, total, reading):
        return {own: sides**deep}
    more = weights_of_reroll(
        total if reading.adds else 0, deep - 1, sides, reading
    )
    return (
        more
        if reading.adds
        else {_add_columns(own, row): weight for row, weight in more.items()}
    )


@lru_cache(maxsize=256)
def weights_of_reroll(
    so_far: int, deep: int, sides: int, reading: Reading
) -> Weights:
    """The die that is rolled again: weights as parts of `sides ** (deep + 1)`."""
    return _sum_over_faces(
        {
            f: weights_of_die(f, so_far + f, deep, sides, reading, False)
            for f in _faces(sides)
        }
    )


def no_dice(reading: Reading) -> RollDistribution:
    return RollDistribution({(0,) * len(column_names(reading)): 1}, 1)


def distribution_of_dice(
    one: RollDistribution, count: int, reading: Reading
) -> RollDistribution:
    """So many dice of one kind, by repeated squaring. Of endless dice so little is cut off at each
    step that all of it is less than the tail."""
    found, left_out = no_dice(reading), TAIL / (3 * max(1, count))
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
    """The convolution: two independent lots of dice, column by column."""
    weights: Weights = {}
    for mine, weight in one.weights.items():
        for yours, share in other.weights.items():
            row = _add_columns(mine, yours)
            weights[row] = weights.get(row, 0) + weight * share
    return RollDistribution(weights, one.denominator * other.denominator)


def trim_tail(
    found: RollDistribution, reading: Reading, marked: int, tail: Fraction
) -> RollDistribution:
    """Endless dice without their tail: the highest numbers of hits, as long as they are rarer than
    the tail all together, count as the last number before them."""
    if not is_endless(reading) or reading.hit is None:
        return found
    left, weights = int(found.denominator * tail), dict(found.weights)
    for row in sorted(weights, key=lambda row: row[marked], reverse=True):
        below = (*row[:marked], row[marked] - 1, *row[marked + 1 :])
        if weights[row] > left or below not in weights:
            break
        left -= weights[row]
        weights[below] += weights.pop(row)
    return RollDistribution(weights, found.denominator)


def _faces(sides: int) -> range:
    return range(1, sides + 1)


def _add_columns(one: Result, other: Result) -> Result:
    return tuple(map(int.__add__, one, other))


def _sum_over_faces(by_face: dict[int, Weights]) -> Weights:
    """The sum over all faces."""
    found: Weights = {}
    for weights in by_face.values():
        for row, weight in weights.items():
            found[row] = found.get(row, 0) + weight
    return found


def _add_marked_die(found: Weights, by_face: dict[int, Weights]) -> Weights:
    """One marked die more; its face comes first in the result."""
    weights: Weights = {}
    for row, weight in found.items():
        for face, die_weights in by_face.items():
            for own, share in die_weights.items():
                told = len(row) - len(own)
                new = (face, *row[:told], *_add_columns(row[told:], own))
                weights[new] = weights.get(new, 0) + weight * share
    return weights
