"""What makes the answer of a simulation quick: a first one from plain fights, and the end of
fights in which nothing happens any more."""

from typing import Any

import pytest

from gmtrack.app.simulation.runner import FightRunner
from gmtrack.app.simulation.simulated import SimulationRequest, simulate_fights
from gmtrack.rulesets.registry import load
from gmtrack.simulation.fight import STALE, STALEMATE, SimulatedFight
from gmtrack.simulation.work import Player

from .fights import opened, setup
from .test_sense import with_sense


@pytest.mark.parametrize(
    "name", ["knife-fight", "ninth-street", "back-room", "stairwell", "street-samurai-duel"]
)
def test_a_fight_in_which_nobody_is_harmed_any_more_ends(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SimulatedFight, "_act", lambda self, who: False)
    ending = Player(with_sense(opened(name))).fight(0).play()
    assert (ending.won, ending.stuck) == ("nobody", STALEMATE)
    assert STALE <= ending.rounds <= STALE + 2
    # Plain fights go on to the last round.
    plain = Player(setup(opened(name), rounds=STALE + 5)).fight(0).play()
    assert (plain.rounds, plain.stuck) == (STALE + 5, "")


@pytest.mark.usefixtures("roughly")
def test_the_first_answer_is_that_of_a_few_plain_fights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gmtrack.app.simulation.simulated.PLAIN_FIRST", 2)
    encounter = opened("knife-fight")
    told: list[Any] = []

    def answer(fights: int) -> Any:
        told.clear()
        return simulate_fights(
            load(encounter.ruleset),
            encounter,
            SimulationRequest(fights, seed=1),
            lambda words: pytest.fail(str(words)),
            FightRunner(1),
            lambda done, known: told.append((done, known())),
        )

    doc = answer(12)
    (done, first), *others = told
    assert (done, first["fights"], first["plain"]) == (0, 2, True)
    assert others
    assert not any("plain" in known for _, known in others)
    plain = Player(setup(encounter)._replace(seed=1)).play(range(3))
    assert doc["by_tactics"]["plain"]["fights"] == 3
    assert doc["by_tactics"]["plain"]["won"]["pc"] == plain.won["pc"] / 3
