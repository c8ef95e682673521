"""Dice that people roll: how an answer is read, and what a session asks."""

from pathlib import Path

import pytest

from gmtrack.cli.main import execute
from gmtrack.dice.asking import AskedDice, parse_dice_answer
from gmtrack.dice.port import Ask, Reading
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal
from gmtrack.play.table import PlayTable

from .terminal import Terminal

ROOT = Path(__file__).parents[2]

HITS = Reading(hit=5)
FACES = Reading(hit=5, marked=2)


def never(kind: Ask, count: int) -> tuple[int, ...]:
    """Nothing is rolled on here."""
    raise AssertionError(count)


def ask(count: int = 4, sides: int = 6, reading: Reading = HITS) -> Ask:
    return Ask("attack", "joe", count, sides, reading)


@pytest.mark.parametrize("text", ["6 6 2 4", "6,6,2,4", " 6624 ", "6, 6 2  4"])
def test_dice_are_read_as_people_say_them(text: str) -> None:
    found = parse_dice_answer(text, ask(), never)
    assert found.dice == (6, 6, 2, 4)
    assert found.given
    assert found.hits == 2


def test_one_number_for_one_die_is_its_face() -> None:
    assert parse_dice_answer("12", ask(1, 20, Reading(sum=True)), never).sum == 12


@pytest.mark.parametrize("text", ["3h", "3 hits", "3 H"])
def test_hits_alone_are_enough_where_nothing_else_is_read(text: str) -> None:
    found = parse_dice_answer(text, ask(), never)
    assert found.hits == 3
    assert found.dice == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("6 6 2", "needs 4 dice, got 3"),
        ("66241", "needs 4 dice, got 5"),
        ("7 1 1 1", "7 is not a face of a d6"),
        ("0 1 1 1", "0 is not a face"),
        ("six", "not a list of dice"),
        ("5h", "5 hits on 4 dice are not possible"),
    ],
)
def test_what_is_no_answer_is_told(text: str, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        parse_dice_answer(text, ask(), never)


def test_hits_alone_are_not_enough_where_faces_mean_something() -> None:
    with pytest.raises(Refusal, match="type each die"):
        parse_dice_answer("2h", ask(reading=FACES), never)


def test_the_question_is_put_again_until_the_answer_is_dice_and_enter_rolls() -> None:
    answers = iter(["6 6", "6 6 1 1", ""])
    problems = []

    def question(_: Ask, problem: str) -> str:
        problems.append(problem)
        return next(answers)

    dice = AskedDice(RandomDice(1), lambda a: a.who == "joe", question)
    assert dice.roll(ask()).dice == (6, 6, 1, 1)
    assert problems[0] == ""
    assert "got 2" in problems[1]
    rolled = dice.roll(ask())
    assert not rolled.given
    assert len(rolled.dice) == 4
    dice.roll(Ask("attack", "bob", 4, 6, HITS))
    dice.roll(ask(count=0))
    assert len(problems) == 3


def test_a_session_asks_those_who_roll_themselves(terminal: Terminal) -> None:
    terminal.type("ask pc all\r")
    terminal.wait_for("player characters roll their own dice")
    terminal.type("attack joe bob\r")
    terminal.wait_for("Joe Schmoe attacks Bob Rock with Combat knife")
    terminal.wait_for("Joe Schmoe: karma? dice=1 to dice=6 (Enter = none)")
    terminal.type("?\r")
    terminal.wait_for("so many more dice, for 1 Karma")
    terminal.wait_for("(Enter = none)")
    terminal.type("\r")
    terminal.wait_for("Joe Schmoe: attack, 7 dice (4 agility + 3 blades), 6 count at most")
    terminal.wait_for("dice (Enter = roll):")
    terminal.wait_for("| saved")
    terminal.type("66\r")
    terminal.wait_for("needs 7 dice, got 2")
    terminal.type("?\r")
    terminal.wait_for("a die counts at 5 or more")
    terminal.type("6624151\r")
    terminal.wait_for("3 hits. Karma: reroll 4 of 7 dice? yes, no (Enter = no)")
    terminal.type("\r")
    terminal.wait_for("[6] [6] 2 4 1 [5] 1  (typed)")
    terminal.wait_for("undo: attack joe bob")


def test_dice_at_the_question_before_them_are_the_dice(terminal: Terminal) -> None:
    terminal.type("ask pc all\r")
    terminal.wait_for("player characters roll their own dice")
    terminal.type("attack joe bob\r")
    terminal.wait_for("(Enter = none)")
    terminal.type("x walk\r")
    terminal.wait_for("Leave the question for `x walk`")
    terminal.wait_for("(Enter = no)")
    terminal.type("\r")
    terminal.wait_for("(Enter = none)")
    terminal.type("6624151\r")
    terminal.wait_for("3 hits. Karma: reroll 4 of 7 dice? yes, no (Enter = no)")
    terminal.type("b\r")
    terminal.wait_for("Joe Schmoe: attack, 3 hits")
    terminal.type("no\r")
    terminal.wait_for("[6] [6] 2 4 1 [5] 1  (typed)")


def test_ctrl_c_at_a_question_takes_the_whole_command_back(terminal: Terminal) -> None:
    terminal.type("ask joe all\r")
    terminal.wait_for("joe rolls their own dice")
    terminal.type("attack joe bob\r")
    terminal.wait_for("(Enter = none)")
    terminal.type("\r")
    terminal.wait_for("dice (Enter = roll):")
    terminal.type("\x03")
    terminal.wait_for("nothing has changed")
    terminal.type("ask off\r")
    terminal.wait_for("the program rolls all dice")
    terminal.type("undo\r")
    terminal.wait_for("nothing that can be undone")


def test_the_encounter_says_whose_dice_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "asked.yaml"
    text = (ROOT / "encounters" / "knife-fight.yaml").read_text(encoding="utf-8")
    file.write_text(text + "\ntable: {ask: [pc]}\n", encoding="utf-8")
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
    execute(["load", str(file)])
    table = PlayTable(execute)
    assert table.is_asked("joe")
    assert not table.is_asked("bob")
    table.run_line("ask bob")
    assert table.is_asked("joe")
    assert table.is_asked("bob")
    table.run_line("ask off")
    assert not table.is_asked("joe")


def test_a_question_that_is_left_takes_its_command_back(terminal: Terminal) -> None:
    terminal.type("ask joe all\r")
    terminal.wait_for("joe rolls their own dice")
    terminal.type("attack joe bob\r")
    terminal.wait_for("(Enter = none)")
    terminal.type("damage bob 1\r")
    terminal.wait_for("Leave the question for `damage bob 1` (the whole command is taken back)?")
    terminal.type("y\r")
    terminal.wait_for("cancelled: nothing has changed")
    terminal.wait_for("undo: damage bob 1")
