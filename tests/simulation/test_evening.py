"""What to change for an even fight: more foes where the party wins too often, fewer where it
loses too often."""

from typing import Any

import pytest

from gmtrack.app.simulation.evening import even_document
from gmtrack.app.simulation.runner import FightRunner
from gmtrack.errors import Refusal
from gmtrack.simulation.fight import Setup
from gmtrack.simulation.tally import Tally

from .fights import opened, setup

CROWDS = ("ganger-ambush", "ninth-street", "back-room", "stairwell")
"""A fight in each ruleset whose foes have a template."""


def of_chance(chance: float, fights: int = 100) -> Tally:
    tally = Tally()
    tally.fights = fights
    won = round(chance * fights)
    tally.won.update({"pc": won, "foe": fights - won})
    return tally


class Referee(FightRunner):
    """Plays nothing: the party's chance is known for each line."""

    def __init__(self, chances: dict[str, float]) -> None:
        super().__init__(1)
        self.chances = chances
        self.made: list[str] = []
        self.fights = 0

    def make(self, line: str) -> Setup:
        if line not in self.chances:
            raise Refusal("value", line)
        self.made.append(line)
        return setup(opened("knife-fight"))

    def play(self, setup: Setup, fights: int, heard: Any, first: int = 0, most: int = 0) -> Tally:
        del setup, heard, first, most
        self.fights += fights
        return of_chance(self.chances[self.made[-1]], fights)


def found(name: str, chance: float, referee: Referee, fights: int = 100) -> Any:
    tally = of_chance(chance, fights)
    doc = even_document(setup(opened(name)), tally, referee.make, referee)
    return doc.get("for_even")


def added(template: str, chances: list[float]) -> dict[str, float]:
    """The chances after one foe more, two, ..."""
    lines = [f"add {template}", *(f"add {template} --count {n}" for n in range(2, 13))]
    return dict(zip(lines, chances, strict=True))


def test_foes_are_added_until_it_is_even() -> None:
    referee = Referee(added("ganger", [1, 1, 0.9, 0.8, 0.5, 0.2, *[0] * 6]))
    even = found("ganger-ambush", 1.0, referee)
    assert (even["line"], even["even"]) == ("add ganger --count 5", True)
    assert even["won"]["pc"] == pytest.approx(0.5)
    # By halving, and few fights where it is far from even.
    assert len(referee.made) <= 4
    assert referee.fights < 4 * 32


def test_foes_are_removed_where_the_party_loses_and_never_all() -> None:
    foes = ["blaze", "chains", "dodger", "hook", "spit"]
    lines = [f"remove {','.join(foes[: -n - 1 : -1])}" for n in range(1, 5)]
    referee = Referee(dict(zip(lines, [0.0, 0.1, 0.4, 0.9], strict=True)))
    even = found("ganger-ambush", 0.0, referee)
    assert even["line"] == "remove spit,hook,dodger"
    assert found("knife-fight", 0.0, Referee({})) is None


def test_where_one_more_turns_it_the_nearest_is_told() -> None:
    referee = Referee(added("ganger", [1, 1, 0.75, *[0.1] * 9]))
    even = found("ganger-ambush", 1.0, referee)
    assert (even["line"], even["even"]) == ("add ganger --count 3", False)
    # What is no nearer than the fight as it stands is not told.
    assert found("ganger-ambush", 0.9, Referee(added("ganger", [1.0] * 12))) is None


@pytest.mark.parametrize("name", CROWDS)
def test_in_each_ruleset_there_is_a_line_to_try(name: str) -> None:
    referee = Referee({})
    tried: list[str] = []

    def make(line: str) -> Setup:
        tried.append(line)
        return referee.make(line)

    even_document(setup(opened(name)), of_chance(1.0), make, referee)
    even_document(setup(opened(name)), of_chance(0.0), make, referee)
    assert tried[0].startswith("add ")
    assert tried[1].startswith("remove ")


def test_nothing_is_looked_for_where_it_is_even_or_too_few_fights_say_so() -> None:
    referee = Referee(added("ganger", [0.5] * 12))
    assert found("ganger-ambush", 0.6, referee) is None
    assert found("ganger-ambush", 1.0, referee, 49) is None
    assert not referee.made
