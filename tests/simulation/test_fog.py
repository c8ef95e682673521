"""What the shooters of i2050 weigh: bursts, guns that are gone, wounds, called places."""

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Attack, Options
from gmtrack.rulesets.i2050.screens import moves
from gmtrack.rulesets.registry import load
from gmtrack.simulation import worth
from gmtrack.simulation.work import Player
from gmtrack.simulation.worth import AttackWorth

from .fights import opened, setup

FOG = "three-thugs-in-the-fog"
EXACT = 4.05
"""The worth of a burst at a geezer in the fog, by exact odds."""


def new_worth(name: str) -> AttackWorth:
    """Return what attacks in a ready-made fight are worth, with an empty cache."""
    encounter = opened(name)
    auto_player = Player(setup(encounter))._rules.auto_player
    return AttackWorth(load(encounter.ruleset), auto_player, encounter)


def worth_of_smg(*words: str) -> float:
    """Return the worth of Rudy's attack on a geezer."""
    found = new_worth(FOG)
    attack = Attack("rudy", ("geezer-1",), options=Options(weapon="smg", words=words))
    boxes = found.of_known_attack(Draft(opened(FOG)), attack)
    assert boxes is not None
    return boxes


def test_the_rolled_worth_of_a_burst_is_near_the_exact_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the fog a burst of three is better than one shot, by a box of four. Rolls tell that if
    they are many, and each face falls equally often."""
    one_shot = worth_of_smg()
    rolled: list[float] = []
    for seed in "abcd":
        monkeypatch.setattr(worth, "SAMPLED", seed)
        rolled.append(worth_of_smg("burst=3"))
    assert one_shot + 1 < EXACT
    assert max(abs(one - EXACT) for one in rolled) < 0.7
    assert min(rolled) > one_shot


def test_the_exact_worth_of_that_burst(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "has_many_branches", lambda attack: False)
    monkeypatch.setattr(worth, "MOST_RUNS", 2_000)
    assert worth_of_smg("burst=3") == pytest.approx(EXACT, abs=0.01)
