"""Who prevails, and where an aimed blow goes: from the dice alone."""

from itertools import product

import pytest

from gmtrack.rulesets.i2050.attack.hit import shift_towards
from gmtrack.rulesets.i2050.dice import D20Result, compare_rolls, is_dodged
from gmtrack.rulesets.i2050.tables import COLUMNS, FACES, LOCATIONS, printed_column

MIRRORED = {
    "attacker": "defender", "defender": "attacker", "tie": "tie", "both-miss": "both-miss",
}  # fmt: skip


def result(value: int, success: bool, critical: bool = False) -> D20Result:
    return D20Result(value, value, 10, success, critical)


ALL = [
    result(value, success, critical)
    for value, success, critical in product((1, 5, 10), (True, False), (True, False))
    if success or not critical
]


@pytest.mark.parametrize("breaks", [False, True])
def test_an_opposed_roll_is_the_same_seen_from_the_other_side(breaks: bool) -> None:
    for mine, theirs in product(ALL, repeat=2):
        here = compare_rolls(mine, theirs, critical_breaks_tie=breaks)
        there = compare_rolls(theirs, mine, critical_breaks_tie=breaks)
        assert there == MIRRORED[here]


def test_nobody_wins_without_a_success() -> None:
    for mine, theirs in product(ALL, repeat=2):
        winner = compare_rolls(mine, theirs)
        assert (winner == "both-miss") == (not mine.success and not theirs.success)
        assert winner != "attacker" or mine.success
        assert winner != "defender" or theirs.success


def test_a_dodge_that_must_match_is_as_high_as_the_attack() -> None:
    assert is_dodged(result(6, True), result(6, True), must_match=True)
    assert not is_dodged(result(6, True), result(5, True), must_match=True)
    assert is_dodged(result(6, True), result(5, True), must_match=False)
    assert not is_dodged(result(6, True), result(9, False), must_match=False)


def test_the_smallest_shift_that_reaches_the_place_is_taken() -> None:
    for column, natural, place, most in product(
        map(printed_column, COLUMNS), range(1, FACES + 1), LOCATIONS, range(11)
    ):
        shift = shift_towards(natural, place, most, column)
        reach = range(max(1, natural - most), min(FACES, natural + most) + 1)
        ways = [abs(face - natural) for face in reach if column[face - 1] == place]
        assert abs(shift) == min(ways, default=0)
        assert (column[natural + shift - 1] == place) == bool(ways)


def test_a_full_shift_goes_all_the_way_towards_the_place() -> None:
    column = printed_column("melee")
    assert shift_towards(12, "head", 4, column, full=True) == 4
    assert shift_towards(18, "head", 4, column, full=True) == 2
    assert shift_towards(19, "head", 4, column, full=True) == 0
    assert shift_towards(12, "right_leg", 4, column, full=True) == -4
