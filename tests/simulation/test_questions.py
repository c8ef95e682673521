"""Fights are played until the question that was asked is answered, and no longer."""

from typing import Any

import pytest

from gmtrack.app.simulation.questions import (
    DIES,
    EVEN,
    are_deaths_known,
    is_evenness_known,
    parse_question,
)
from gmtrack.app.simulation.runner import FightRunner
from gmtrack.app.simulation.simulated import SimulationRequest, simulate_fights
from gmtrack.errors import Refusal
from gmtrack.rulesets.registry import load
from gmtrack.simulation.tally import Tally

from .fights import opened, setup


def of_chance(won: int, fights: int, dead: int = 0) -> Tally:
    tally = Tally()
    tally.fights = fights
    tally.won.update({"pc": won, "foe": fights - won})
    tally.dead["joe"] = dead
    return tally


@pytest.mark.parametrize(
    ("won", "fights", "known"),
    [(20, 20, True), (50, 100, True), (10, 20, False), (13, 20, False), (650, 1000, False)],
)
def test_whether_it_is_even_is_known_beyond_the_dice(won: int, fights: int, known: bool) -> None:
    assert is_evenness_known(setup(opened("knife-fight")), of_chance(won, fights)) == known


@pytest.mark.parametrize(
    ("dead", "fights", "known"), [(0, 20, False), (0, 60, True), (9, 20, True)]
)
def test_who_of_the_party_dies_is_known_beyond_the_dice(
    dead: int, fights: int, known: bool
) -> None:
    tally = of_chance(fights, fights, dead)
    assert are_deaths_known(setup(opened("knife-fight")), tally) == known
    tally.dead["bob"] = 2  # Whether a foe dies is not asked.
    assert are_deaths_known(setup(opened("knife-fight")), tally) == known


def test_the_interval_is_that_of_the_margin() -> None:
    tally = of_chance(30, 100)
    low, high = tally.interval(30)
    assert (high - low) / 2 == pytest.approx(tally.margin)
    assert low < 0.3 < high


@pytest.mark.usefixtures("roughly")
def test_fights_end_with_the_answer() -> None:
    encounter = opened("knife-fight")

    def fights(**asked: Any) -> int:
        request = SimulationRequest(seed=1, tactics=("pc=plain", "foe=plain"), **asked)
        doc = simulate_fights(
            load(encounter.ruleset),
            encounter,
            request,
            lambda words: pytest.fail(str(words)),
            FightRunner(1),
            lambda *_: None,
        )
        played: int = doc["fights"]
        return played

    assert fights(fights=None, question=EVEN) in range(20, 201, 20)
    assert fights(fights=20, question=DIES) == 20


def test_questions_may_be_begun() -> None:
    ruleset = load("swan-song")
    assert [parse_question(ruleset, typed) for typed in (None, "ev", "dies")] == ["", EVEN, DIES]
    with pytest.raises(Refusal, match="one of even, dies"):
        parse_question(ruleset, "wins")
