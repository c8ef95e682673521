"""Variants of a fight side by side: what is told of them, and of those that were not played."""

from collections import Counter
from typing import Any

import pytest

from gmtrack.app.simulation.simulated import SimulationRequest, simulate_fights
from gmtrack.cli.parse import parse_step
from gmtrack.rulesets import registry
from gmtrack.simulation.tally import Tally

from .fights import opened

FIGHTS = 20


class Played:
    """Where of each setup so many fights are played, of which the party wins so many; of those that
    are played plainly besides it wins all."""

    def __init__(self, *played: tuple[int, int]) -> None:
        self.left = [*played]

    def play(self, setup: Any, fights: int, heard: Any, first: int = 0, most: int = 0) -> Tally:
        tally = Tally()
        tally.fights, won = self.left.pop(0) if setup.sensible else (fights, fights)
        tally.won = Counter({"pc": won, "foe": tally.fights - won})
        return tally

    def play_first(self, setup: Any, fights: int) -> Tally:
        return self.play(setup, fights, None)

    def find_harm_cache(self, setup: Any) -> None:
        """Nothing is known."""

    def close(self) -> None:
        """Nothing is open."""


def document(*played: tuple[int, int], variants: tuple[str, ...]) -> Any:
    encounter = opened("knife-fight")
    return simulate_fights(
        registry.load(encounter.ruleset),
        encounter,
        SimulationRequest(FIGHTS, seed=5, variants=variants),
        lambda words: parse_step(words)[1],
        Played(*played),  # type: ignore[arg-type]
        lambda done, known: None,
    )


@pytest.mark.parametrize(
    ("fights", "played", "left_out"),
    [
        ((20, 20, 20), ["", "note bob x", "note bob y"], None),
        ((20, 7), ["", "note bob x"], ["note bob y"]),
        ((20, 0), [""], ["note bob x", "note bob y"]),
        ((0,), [""], ["note bob x", "note bob y"]),
    ],
)
def test_what_ctrl_c_came_before_is_left_out(
    fights: tuple[int, ...], played: list[str], left_out: list[str] | None
) -> None:
    doc = document(*((each, each) for each in fights), variants=("note bob x", "note bob y"))
    assert [one["words"] for one in doc["variants"]] == played
    assert doc.get("left_out") == left_out
    assert doc["best"] == 0


@pytest.mark.parametrize(
    ("won", "even"),
    [((18, 13, 6), 1), ((18, 4, 3), None), ((14, 6, 5), None), ((7, 18, 19), 0), ((13, 12, 1), 1)],
)
def test_the_one_that_is_nearest_to_even_has_its_place_told(
    won: tuple[int, ...], even: int | None
) -> None:
    doc = document(*((FIGHTS, each) for each in won), variants=("note bob x", "note bob y"))
    assert doc.get("even") == even
