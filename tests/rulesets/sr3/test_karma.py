"""Karma as people spend it: said before the roll, said afterwards, asked for, in odds."""

from pathlib import Path

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.dice.port import Answer, Ask
from gmtrack.dice.sources import RandomDice

from ..typing_in import gmtrack
from .book import CORE

FIGHT = """\
gmtrack: 1
name: Alley
ruleset: sr3
combatants:
  sam: {name: Sam, side: pc, karma_pool: 4, skills: {pistols: 4}}
  gus: {name: Gus, body: 4}
"""

pytestmark = pytest.mark.usefixtures("fight")


@pytest.fixture
def fight(home: Path) -> None:
    (home / "alley.yaml").write_text(FIGHT)
    typed(f"load {home / 'alley.yaml'}")


def typed(*lines: str) -> None:
    for line in lines:
        answer = gmtrack(*line.split())
        assert answer.code == 0, f"{line}: {answer.err}"


def karma(who: str = "sam") -> int:
    left: int = gmtrack("show", who, "--json").doc["pools"]["karma"]["now"]
    return left


def test_misses_are_rolled_again_after_the_roll_with_the_dice_that_fell() -> None:
    typed("test sam pistols --threshold 3 --roll test=5,5,1,1", "note sam tired")
    told = gmtrack("amend", "2", "--with", "reroll=test", "--roll", "2:test_reroll=6,1", "--json")
    assert told.code == 0, told.err
    changed = {(one["who"], one["what"]): one["now"] for one in told.doc["differences"]}
    assert changed == {("sam", "karma_left"): 3}
    assert "success: successes 3, needed 3" in gmtrack("log", "2").out
    again = ("--with", "reroll=test:2", "--roll", "2:test_reroll_2=1")
    assert gmtrack("amend", "2", *again).code == 0
    assert karma() == 1
    typed("undo")
    assert karma() == 3
    assert gmtrack("replay", "--verify").code == 0


@pytest.mark.parametrize("line", ["test sam,gus pistols", "test * pistols", "test sam gus pistols"])
def test_karma_of_one_of_several_who_make_a_test(line: str) -> None:
    typed("set gus skills.pistols=3", "set gus karma_pool=2", "set gus karma_left=2")
    typed(f"{line} --with karma=test.sam:1 --with reroll=test.gus --roll test.gus=1,1,1")
    assert (karma(), karma("gus")) == (3, 1)


def test_karma_of_somebody_who_makes_no_test_is_refused() -> None:
    for line in ("test sam pistols", "test s* pistols"):
        told = gmtrack(*line.split(), "--with", "karma=test.gus:1")
        assert "karma=test: not rolled by this command" in told.err
    told = gmtrack("test", "sam,gus", "body", "--with", "karma=aim.gus:1")
    assert "karma=aim: not rolled by this command" in told.err


def test_odds_know_bought_dice_and_misses_rolled_again() -> None:
    def odds(*words: str) -> float:
        doc = gmtrack("odds", "test", "sam", "pistols", *words, "--json").doc
        found: float = doc["outcomes"]["success"]
        return found

    assert odds() == pytest.approx(1 - 0.5**4)
    assert odds("--with", "karma=test:2") == pytest.approx(1 - 0.5**6)
    assert odds("--with", "reroll=test") == pytest.approx(1 - 0.5**8)
    two = 1 - 0.5**4 - 4 * 0.5**4
    assert odds("--threshold", "2") == pytest.approx(two)
    assert odds("--threshold", "2", "--with", "burn=test") == pytest.approx(1 - 0.5**4)
    assert karma() == 4


def test_karma_is_shown_kept_and_explained(home: Path) -> None:
    typed("test sam pistols --with karma=test --roll test=5,5,1,1,1")
    assert "Karma" in gmtrack("show", "sam").out
    assert "SRX-220" in gmtrack("why", "sam", "karma").out
    typed(f"save {home / 'saved.yaml'}", f"load {home / 'saved.yaml'}")
    assert karma() == 3
    typed("party new Runners")
    members = gmtrack("party", "--json").doc["members"]
    assert members[0]["points"] == {"karma": {"now": 3, "max": 4}}


def test_the_dead_live_once_and_the_players_read_it() -> None:
    typed("damage sam 14", "act sam hand-of-god")
    assert gmtrack("show", "sam", "--json").doc["status"] == "unconscious"
    assert "burns all Karma and lives" in gmtrack("log", "3").out
    typed("undo")
    assert gmtrack("show", "sam", "--json").doc["status"] == "dead"
    assert karma() == 4


def asked_again(line: str, **state: int) -> list[tuple[str, tuple[str, str] | None]]:
    """The rolls of a line, each with what may still be chosen after its dice have fallen."""
    sheets = {"sam": {"side": "pc", "karma_pool": 2, "skills": {"pistols": 4}}, "gus": {}}
    encounter = Encounter("x", "sr3", combatants=sheets, fight={"combatants": {"sam": state}})
    found: list[tuple[str, tuple[str, str] | None]] = []

    class Noted(RandomDice):
        def roll(self, ask: Ask) -> Answer:
            found.append((ask.name, ask.retry))
            return super().roll(ask)

    intent = CORE.intent(CORE.parsed(line.split()), encounter)
    CORE.ruleset.resolve(Draft(encounter), intent, Noted(1))
    return found


def test_after_the_dice_whoever_has_karma_is_asked_once() -> None:
    line = "test sam pistols --with tn=6"
    assert asked_again(line) == [("test", ("with", "reroll=test.sam"))]
    assert asked_again(line, karma_left=0) == [("test", None)]
    again = asked_again(f"{line} --with reroll=test")
    assert [name for name, _ in again] == ["test", "test_reroll"]
    assert [retry for _, retry in again] == [None, None]
    assert asked_again("test gus body") == [("test", None)]


def test_karma_without_with_says_how_it_is_typed() -> None:
    told = gmtrack("test", "sam", "pistols", "karma=test:1")
    assert (told.code, told.err) == (
        1,
        "error: Shadowrun 3 has no --karma: type --with karma=test:1\n",
    )
