"""Sense does no worse than plain play in small random fights."""

from functools import partial
from pathlib import Path

import pytest
from long_run import LONG

from .fights import opened_data
from .pairs import FightPairs, Limits, compare
from .random_fights import EVEN, RULESETS, random_fight

LIMITS = Limits(80, 0.25, 30)
NUMBERS = EVEN if LONG else (9,)
"""The fights that are compared: all fifty in the long run, and otherwise the quickest."""


@pytest.mark.parametrize("side", ["pc", "foe"])
@pytest.mark.parametrize("number", NUMBERS)
def test_who_has_sense_does_no_worse_in_a_random_fight(
    tmp_path: Path, number: int, side: str
) -> None:
    fights = FightPairs(opened_data(tmp_path, random_fight(number)), LIMITS.rounds)
    found = compare(partial(fights.advantage, side), LIMITS)
    assert not found.is_worse, str(found)


def test_random_fights_are_fights_of_all_rulesets(tmp_path: Path) -> None:
    for number, ruleset in enumerate(RULESETS):
        one = random_fight(number)
        assert one == random_fight(number)
        encounter = opened_data(tmp_path, one)
        assert encounter.ruleset == ruleset
        assert {"pc", "foe"} == {encounter.side(who) for who in encounter.combatants}


def test_there_are_fifty_of_them_ten_of_each_ruleset() -> None:
    assert len({*EVEN}) == 50
    assert all(sum(one % 5 == place for one in EVEN) == 10 for place in range(5))
