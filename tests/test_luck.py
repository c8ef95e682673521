"""Luck against all that dice can show, face by face."""

from itertools import product

import pytest

from gmtrack.dice.port import Reading, read_faces
from gmtrack.odds.luck import luck_of_rolls
from gmtrack.rulesets.port import SuccessCount

D6 = Reading(hit=5)
D10 = Reading(hit=8)
POOLS = [
    [(3, 6, D6)],
    [(0, 6, D6)],
    [(2, 6, D6), (3, 6, Reading(hit=4))],
    [(1, 20, Reading(hit=11)), (1, 20, Reading(hit=18))],
    [(2, 10, D10), (2, 6, D6), (1, 6, Reading(hit=2))],
    [(1, 20, Reading(hit=21))],
]


def every_sum(pools: list[tuple[int, int, Reading]]) -> list[int]:
    """The hits of each way in which all these dice can fall."""
    dice = [(sides, reading) for count, sides, reading in pools for _ in range(count)]
    return [
        sum(face >= (reading.hit or 0) for face, (_, reading) in zip(faces, dice, strict=True))
        for faces in product(*(range(1, sides + 1) for sides, _ in dice))
    ]


def counted(pools: list[tuple[int, int, Reading]], fell: int) -> list[SuccessCount]:
    """The pools, of which the first shows all the hits."""
    return [
        SuccessCount(0 if place else fell, count, sides, reading)
        for place, (count, sides, reading) in enumerate(pools)
    ]


@pytest.mark.parametrize("pools", POOLS)
def test_luck_is_that_of_all_faces_counted_out(pools: list[tuple[int, int, Reading]]) -> None:
    sums = every_sum(pools)
    for fell in range(max(sums) + 2):
        found = luck_of_rolls(counted(pools, fell))
        fewer = sum(one < fell for one in sums) + sum(one == fell for one in sums) / 2
        assert found.hits == fell
        assert found.expected == pytest.approx(sum(sums) / len(sums), abs=1e-12)
        assert found.percentile == pytest.approx(fewer / len(sums), abs=1e-12)


def test_dice_that_are_rolled_again_count_with_all_that_they_bring() -> None:
    """A d10 that hits at 8 and goes on at 10: 0.3 hits, and 0.1 of the same once more."""
    again = Reading(hit=8, again=10)
    found = luck_of_rolls([SuccessCount(1, 1, 10, again)])
    assert found.expected == pytest.approx(1 / 3, abs=1e-9)
    one = 0.2 + 0.1 * 0.7
    assert found.percentile == pytest.approx(0.7 + one / 2, abs=1e-9)


@pytest.mark.parametrize("number", [5, 6, 7, 9, 12, 14])
def test_dice_that_add_up_reach_what_their_waves_reach(number: int) -> None:
    """Sixes go on, to a number of so many waves at the most; all of them are laid out."""
    reading = Reading(hit=number, again=6, adds=True)
    good = 0
    for faces in product(range(1, 7), repeat=3):
        first, *rest = faces
        left = iter(rest)
        answer = read_faces((first,), reading, False, lambda count, left=left: (next(left),))
        good += answer.hits or 0
    found = luck_of_rolls([SuccessCount(0, 1, 6, reading)])
    assert found.expected == pytest.approx(good / 6**3, abs=1e-12)
    assert found.percentile == pytest.approx((1 - good / 6**3) / 2, abs=1e-12)


def test_nothing_rolled_is_neither_lucky_nor_unlucky() -> None:
    assert luck_of_rolls([]) == (0, 0.0, 0.5)


def test_a_whole_evening_of_dice_is_counted_at_once() -> None:
    """5,000 rolls of 12 dice: the middle is the middle, far from it is far."""
    rolls = [SuccessCount(4, 12, 6, D6) for _ in range(5_000)]
    found = luck_of_rolls(rolls)
    assert found.expected == 20_000
    assert found.percentile == pytest.approx(0.5, abs=0.01)
    assert luck_of_rolls([*rolls, SuccessCount(12_000, 0, 6, D6)]).percentile == pytest.approx(1)
