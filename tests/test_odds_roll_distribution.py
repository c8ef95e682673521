"""What a roll can come to, against icepool, which knows nothing of gmtrack."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import prod

import icepool
import pytest
from long_run import part
from tables import each_row

from gmtrack.dice.port import Reading, read_faces
from gmtrack.odds.roll_distribution import (
    RollDistribution,
    column_names,
    distribution_of_rest,
    distribution_of_roll,
    is_endless,
)
from gmtrack.odds.source import read_typed_dice

Chances = dict[tuple[int, ...], Fraction]
Face = Callable[[int], tuple[int, ...]]

DEEPER = 40
"""Dice rolled on so often that what is beyond does not show in 1e-9."""
TAIL = Fraction(1, 10**9)
HITS = Reading(hit=5)
HITS_AND_ONES = Reading(hit=5, ones=True)
AGAIN = {face: Reading(hit=8, ones=True, again=face) for face in (10, 9, 8)}


def chances(found: RollDistribution) -> Chances:
    assert sum(found.weights.values()) == found.denominator
    return {row: Fraction(weight, found.denominator) for row, weight in found.weights.items()}


def oracle(count: int, one: icepool.Die) -> Chances:
    """So many dice of a kind whose outcomes are rows, added up by icepool."""
    die = count @ one
    return {tuple(map(int, row)): Fraction(n, die.denominator()) for row, n in die.items()}


def plain(sides: int, face: Face) -> icepool.Die:
    return icepool.d(sides).map(lambda f: icepool.Vector(face(f)))


def waves(sides: int, again: int, face: Face, first: Face, depth: int) -> icepool.Die:
    """A die that is rolled on with one more die as long as it shows `again` or more."""
    rest = plain(sides, face)
    for _ in range(depth - 1):
        tail = rest
        rest = icepool.map(
            lambda f, more: icepool.Vector(face(f)) + (more if f >= again else more * 0),
            icepool.d(sides),
            tail,
            star=False,
        )
    return icepool.map(
        lambda f, more: icepool.Vector(first(f)) + (more if f >= again else more * 0),
        icepool.d(sides),
        rest,
        star=False,
    )


def distance(one: Chances, other: Chances) -> Fraction:
    """Half of what two distributions differ by, which is the most that any chance differs by."""
    rows = one.keys() | other.keys()
    return sum((abs(one.get(row, 0) - other.get(row, 0)) for row in rows), Fraction()) / 2


@pytest.mark.parametrize("sides", [6, 10])
@each_row("count", [0, 1, 2, 7, 15, 30])
@each_row("hit", [2, 4, 5, 6, 8])
def test_hits_are_those_of_icepool(count: int, sides: int, hit: int) -> None:
    assert chances(distribution_of_roll(count, sides, Reading(hit=hit))) == oracle(
        count, plain(sides, lambda f: (int(f >= hit),))
    )


@pytest.mark.parametrize("sides", [6, 10])
@each_row("count", [1, 2, 8, 20])
def test_hits_and_ones_together_are_those_of_icepool(count: int, sides: int) -> None:
    rows = plain(sides, lambda f: (int(f >= 5), int(f == 1)))
    assert chances(distribution_of_roll(count, sides, HITS_AND_ONES)) == oracle(count, rows)


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (5, 6), (1, 10), (3, 10), (10, 6)])
def test_sums_are_those_of_icepool(count: int, sides: int) -> None:
    found = count @ icepool.d(sides)
    told = {(n,): Fraction(q, found.denominator()) for n, q in found.items()}
    assert chances(distribution_of_roll(count, sides, Reading(sum=True))) == told


def test_hits_ones_and_sum_stand_in_this_order() -> None:
    reading = Reading(hit=5, ones=True, sum=True, also=(3,))
    assert column_names(reading) == ["hits", "ones", "sum", "also 3"]
    rows = plain(6, lambda f: (int(f >= 5), int(f == 1), f, int(f >= 3)))
    assert chances(distribution_of_roll(4, 6, reading)) == oracle(4, rows)


@pytest.mark.parametrize("also", [(2,), (3, 5), (2, 4, 6), (7,)])
def test_hits_at_several_numbers_are_told_together(also: tuple[int, ...]) -> None:
    rows = plain(6, lambda f: (int(f >= 4), *(int(f >= number) for number in also)))
    assert chances(distribution_of_roll(6, 6, Reading(hit=4, also=also))) == oracle(6, rows)


@pytest.mark.parametrize("again", AGAIN)
@pytest.mark.parametrize("count", part([1, 5, 2, 9], 2))
def test_dice_that_are_rolled_again_are_those_of_icepool_up_to_the_tail(
    again: int, count: int
) -> None:
    one = waves(
        10,
        again,
        lambda f: (int(f >= 8), 0),
        lambda f: (int(f >= 8), int(f == 1)),
        DEEPER if count < 5 else DEEPER // 2,
    )
    reading = AGAIN[again]
    assert is_endless(reading)
    assert distance(chances(distribution_of_roll(count, 10, reading)), oracle(count, one)) <= TAIL


@pytest.mark.parametrize("again", AGAIN)
def test_sums_of_dice_that_are_rolled_again_are_those_of_icepool(again: int) -> None:
    reading = Reading(sum=True, again=again, adds=True)
    exploded = icepool.d10.explode(range(again, 11), depth=DEEPER)
    told = {(n,): Fraction(q, exploded.denominator()) for n, q in exploded.items()}
    assert is_endless(reading)
    assert distance(chances(distribution_of_roll(1, 10, reading)), told) <= TAIL


@pytest.mark.parametrize("again", AGAIN)
@pytest.mark.parametrize("count", [25, 40])
def test_any_pool_that_is_rolled_again_is_told(again: int, count: int) -> None:
    found = distribution_of_roll(count, 10, Reading(hit=8, again=again))
    assert sum(found.weights.values()) == found.denominator
    hits = sum(row[0] * weight for row, weight in found.weights.items())
    mean = Fraction(hits, found.denominator)
    exact = count * Fraction(3, 10) / (1 - Fraction(11 - again, 10))
    assert abs(mean - exact) < Fraction(1, 10**7)


@each_row("hit", [2, 5, 6, 7, 9, 12, 13, 20])
@pytest.mark.parametrize("count", [1, 3, 8])
def test_the_rule_of_six_is_exact(count: int, hit: int) -> None:
    """Sixes are rolled on and added until the target number is met."""
    reading = Reading(hit=hit, ones=True, again=6, adds=True)
    exploded = icepool.d6.explode([6], depth=hit)
    one = icepool.map(
        lambda first, total: icepool.Vector(
            (int((first if first < 6 else 6 + total) >= hit), int(first == 1))
        ),
        icepool.d6,
        exploded,
        star=False,
    )
    assert not is_endless(reading)
    assert chances(distribution_of_roll(count, 6, reading)) == oracle(count, one)


def test_the_rule_of_six_meets_several_numbers_at_once() -> None:
    also = (3, 5, 8, 12)
    reading = Reading(hit=14, again=6, adds=True, also=also)
    exploded = icepool.d6.explode([6], depth=14)
    one = exploded.map(lambda n: icepool.Vector(int(n >= number) for number in (14, *also)))
    assert chances(distribution_of_roll(5, 6, reading)) == oracle(5, one)


@pytest.mark.parametrize("marked", [1, 2, -1, -2])
def test_marked_dice_tell_their_faces_and_count_as_well(marked: int) -> None:
    reading = Reading(hit=5, ones=True, marked=marked)
    own = plain(6, lambda f: (int(f >= 5), int(f == 1)))
    told: dict[tuple[int, ...], Fraction] = {}
    for faces in product(range(1, 7), repeat=abs(marked)):
        own_row = (sum(f >= 5 for f in faces), faces.count(1))
        for row, chance in oracle(5 - len(faces), own).items():
            key = (*faces, *map(int.__add__, row, own_row))
            told[key] = told.get(key, Fraction()) + chance / 6 ** len(faces)
    found = chances(distribution_of_roll(5, 6, reading))
    assert sorted(found.values()) == sorted(told.values())
    assert {tuple(sorted(row[: abs(marked)])) + row[abs(marked) :] for row in found} == {
        tuple(sorted(row[: abs(marked)])) + row[abs(marked) :] for row in told
    }


@pytest.mark.parametrize("marked", [1, 3])
def test_marked_dice_may_be_more_than_the_pool(marked: int) -> None:
    found = chances(distribution_of_roll(1, 6, Reading(hit=5, marked=marked)))
    assert found == {(f, int(f >= 5)): Fraction(1, 6) for f in range(1, 7)}


def test_a_marked_die_is_rolled_on_like_any_other() -> None:
    reading = Reading(hit=9, marked=1, again=6, adds=True)
    found = chances(distribution_of_roll(1, 6, reading))
    assert found[6, 1] == Fraction(4, 36)
    assert found[6, 0] == Fraction(2, 36)
    assert all((face, 0) in found and (face, 1) not in found for face in range(1, 6))


def thrown(first: tuple[int, ...], more: tuple[int, ...], r: Reading) -> list[int]:
    """What the dice say by the reading of the port itself."""
    waves = list(more)

    def throw(count: int) -> tuple[int, ...]:
        return tuple(waves.pop(0) for _ in range(count))

    answer = read_faces(first, r, given=True, throw=throw)
    told = {"hits": answer.hits, "ones": answer.ones, "sum": answer.sum}
    return [*(n for n in told.values() if n is not None), *answer.also]


MORE = [
    (6, Reading(hit=9, ones=True, again=6, adds=True, also=(7,))),
    (6, Reading(hit=14, again=6, adds=True)),
    (6, Reading(hit=5, again=6)),
    (10, Reading(hit=8, ones=True, again=10)),
    (10, Reading(hit=8, sum=True, again=9)),
    (4, Reading(sum=True, again=4, adds=True)),
    (6, HITS),
]


@pytest.mark.parametrize(("sides", "reading"), MORE)
@pytest.mark.parametrize("count", [1, 2])
def test_dice_on_the_table_and_the_rest_mix_to_the_whole_roll(
    sides: int, reading: Reading, count: int
) -> None:
    """The law of total probability: over the faces of the first dice."""
    mixed: Chances = {}
    for faces in product(range(1, sides + 1), repeat=count):
        for row, chance in conditioned(sides, reading, faces, []).items():
            mixed[row] = mixed.get(row, Fraction()) + chance / sides**count
    alike(mixed, chances(distribution_of_roll(count, sides, reading)), reading)


@pytest.mark.parametrize(("sides", "reading"), MORE)
def test_dice_of_the_first_wave_on_the_table_mix_to_the_rest(sides: int, reading: Reading) -> None:
    first = (sides, 1, sides)
    if not read_typed_dice(first, [], reading)[1]:
        return
    mixed: Chances = {}
    for wave in product(range(1, sides + 1), repeat=2):
        for row, chance in conditioned(sides, reading, first, list(wave)).items():
            mixed[row] = mixed.get(row, Fraction()) + chance / sides**2
    alike(mixed, conditioned(sides, reading, first, []), reading)


def conditioned(sides: int, reading: Reading, faces: tuple[int, ...], wave: list[int]) -> Chances:
    fixed, open_totals = read_typed_dice(faces, wave, reading)
    assert not wave
    more = chances(distribution_of_rest(tuple(open_totals), sides, reading))
    return {tuple(map(int.__add__, fixed, row)): chance for row, chance in more.items()}


def alike(one: Chances, other: Chances, reading: Reading) -> None:
    assert sum(one.values()) == sum(other.values()) == 1
    if is_endless(reading):
        assert distance(one, other) <= TAIL
    else:
        assert one == other


def known_rolls() -> Iterator[tuple[tuple[int, ...], tuple[int, ...], Reading]]:
    adds = Reading(hit=14, ones=True, again=6, adds=True, also=(3, 9))
    yield (6, 1, 6, 3), (6, 2, 4), adds
    yield (2, 5), (), adds
    yield (6, 6), (6, 6, 1, 2), adds
    waves = Reading(hit=5, ones=True, sum=True, again=6)
    yield (6, 1, 6, 3), (6, 2, 1), waves
    yield (6,), (6, 6, 6, 4), waves


@pytest.mark.parametrize(("first", "more", "reading"), list(known_rolls()))
def test_dice_that_all_lie_on_the_table_say_what_they_say(
    first: tuple[int, ...], more: tuple[int, ...], reading: Reading
) -> None:
    left = list(more)
    fixed, open_totals = read_typed_dice(first, left, reading)
    assert (open_totals, left) == ([], [])
    assert list(fixed) == thrown(first, more, reading)


def test_no_distribution_is_changed_by_who_asks_for_it() -> None:
    """They are kept from roll to roll."""
    before = dict(distribution_of_roll(4, 10, AGAIN[10]).weights)
    distribution_of_rest((10, 10), 10, AGAIN[10])
    distribution_of_roll(5, 10, AGAIN[10])
    distribution_of_roll(1, 10, AGAIN[10])
    assert distribution_of_roll(4, 10, AGAIN[10]).weights == before
    assert prod(before.values()) > 0
