"""Turns that end by themselves: `auto next` and `table: {next: auto}`."""

import json
import shutil
from pathlib import Path

import pytest

from .scripts import SPENT, Play, make_play, steps_of
from .terminal import Terminal

ENCOUNTERS = Path(__file__).parents[2] / "encounters"
ON = "a turn in which nothing is left ends by itself; `undo` takes that back"
FIGHTS = pytest.mark.parametrize("fight", SPENT)


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Carries out a command of gmtrack, with these lines on its standard input."""
    return make_play(tmp_path / "home")


def acting_in(play: Play) -> str | None:
    """Return who acts."""
    acting: str | None = json.loads(play("board --json").out)["acting"]
    return acting


@FIGHTS
def test_a_spent_turn_ends_by_itself_in_a_step_of_its_own(play: Play, fight: str) -> None:
    lines, name, then = SPENT[fight]
    done = play(f"play @{fight}", "auto next", *lines)
    assert (done.status, done.err) == (0, "")
    assert ON in done.out
    assert f"{name}: nothing left, the turn ends by itself (`next`)" in done.out
    assert done.out.count("by itself (`next`)") == 1
    assert acting_in(play) == then
    typed = steps_of(play)
    assert typed[-1] == "next"
    play("undo")
    assert steps_of(play) == typed[:-1]
    assert acting_in(play) != then


@pytest.mark.parametrize(
    ("fight", "lines", "attack", "then"),
    [
        ("knife-fight", ["i --roll joe=5 --roll bob=1"], "a bob --seed 1", "bob"),
    ],
)
def test_a_turn_ends_after_its_last_attack_where_that_was_said(
    play: Play, tmp_path: Path, fight: str, lines: list[str], attack: str, then: str
) -> None:
    done = play(f"play @{fight}", "auto next attack", *lines)
    assert "by itself (`next`)" not in done.out
    assert acting_in(play) != then
    done = play("play", "auto next", attack)
    assert "by itself (`next`)" not in done.out
    play("undo")
    done = play("play", "auto next attack", attack)
    assert done.status == 0, done.err
    assert done.out.count("no attack left, the turn ends by itself (`next`)") == 1
    assert acting_in(play) == then
    for one in ENCOUNTERS.glob("*.yaml"):
        shutil.copy(one, tmp_path)
    file = tmp_path / f"{fight}.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("\nruleset:", "\ntable: {next: attack}\nruleset:"), "utf-8")
    assert play(f"validate {file}").status == 0
    done = play(f"play {file}", *lines, attack)
    assert "no attack left, the turn ends by itself (`next`)" in done.out


def test_only_an_attack_of_whoever_acts_ends_the_turn(play: Play) -> None:
    lines = ["auto next attack", "i --roll joe=5 --roll bob=1"]
    done = play("play @knife-fight", *lines, "x use-item", "a bob joe --force --seed 1")
    assert done.status == 0, done.err
    assert "by itself (`next`)" not in done.out
    assert acting_in(play) == "joe"


@FIGHTS
def test_a_turn_waits_for_next_as_long_as_something_is_left(play: Play, fight: str) -> None:
    lines, _, then = SPENT[fight]
    done = play(f"play @{fight}", "auto next", *lines[:-1])
    assert done.status == 0
    assert "by itself (`next`)" not in done.out
    assert acting_in(play) != then


@pytest.mark.parametrize(
    ("fight", "spent"),
    [
        ("knife-fight", ["i --roll joe=5 --roll bob=1", *["x use-item"] * 3]),
        ("cold-store", ["i --seed 1", "a buyer --seed 1", "a buyer --seed 2"]),
    ],
)
def test_a_free_action_that_was_not_taken_keeps_no_turn_open(
    play: Play, fight: str, spent: list[str]
) -> None:
    done = play(f"play @{fight}", "auto next", *spent)
    assert (done.status, done.err) == (0, "")
    assert done.out.count("nothing left, the turn ends by itself (`next`)") == 1
    assert acting_in(play) == SPENT[fight].then


@FIGHTS
def test_turns_end_by_themselves_only_where_that_was_said(play: Play, fight: str) -> None:
    lines, _, then = SPENT[fight]
    done = play(f"play @{fight}", "auto", "auto next", "auto next off", *lines)
    assert done.status == 0
    assert done.out.count("you end each turn: `next`") == 2
    assert "by itself (`next`)" not in done.out
    assert acting_in(play) != then


@FIGHTS
def test_the_file_says_that_turns_end_by_themselves(play: Play, fight: str, tmp_path: Path) -> None:
    lines, name, then = SPENT[fight]
    for one in ENCOUNTERS.glob("*.yaml"):
        shutil.copy(one, tmp_path)
    file = tmp_path / f"{fight}.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("\nruleset:", "\ntable: {next: auto}\nruleset:"), encoding="utf-8")
    assert play(f"validate {file}").status == 0
    done = play(f"play {file}", *lines)
    assert (done.status, done.err) == (0, "")
    assert f"{name}: nothing left, the turn ends by itself (`next`)" in done.out
    assert acting_in(play) == then


def test_commands_of_their_own_never_end_a_turn(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    text = (ENCOUNTERS / "back-room.yaml").read_text(encoding="utf-8")
    file.write_text(text.replace("\nruleset:", "\ntable: {next: auto}\nruleset:"), encoding="utf-8")
    for words in (f"load {file}", "roll-init --seed 1", "act host other"):
        assert play(words).status == 0
    assert acting_in(play) == "host"


def test_other_words_are_refused(play: Play, tmp_path: Path) -> None:
    done = play("play @back-room", "auto attack")
    assert done.status == 2
    assert "`auto next` ends a turn in which nothing is left" in done.err
    file = tmp_path / "own.yaml"
    text = (ENCOUNTERS / "back-room.yaml").read_text(encoding="utf-8")
    file.write_text(text.replace("\nruleset:", "\ntable: {next: yes}\nruleset:"), encoding="utf-8")
    refused = play(f"validate {file}")
    assert refused.status == 1
    assert "table.next" in refused.out + refused.err


def test_who_cannot_act_is_passed_over(play: Play) -> None:
    done = play(
        "play @back-room", "auto next", "i --seed 1", "effect lena stunned",
        "effect gambler-2 stunned", "x other",
    )  # fmt: skip
    assert "Lena: cannot act now, passed over (`next`)" in done.out
    assert "Second gambler: cannot act now, passed over (`next`)" in done.out
    assert acting_in(play) == "bouncer"
    assert steps_of(play)[-3:] == ["next"] * 3


@pytest.mark.parametrize(
    ("fight", "who", "line", "told"),
    [
        ("back-room", "host", "damage host 7 --type lethal", "The host: dying"),
        ("cold-store", "sable", "damage sable 10 --type stun", "Sable: unconscious"),
    ],
)
def test_who_goes_down_in_their_own_turn_is_passed_over(
    play: Play, fight: str, who: str, line: str, told: str
) -> None:
    done = play(f"play @{fight}", "auto next", "i --seed 1", line)
    assert (done.status, done.err) == (0, "")
    assert f"{told}, passed over (`next`)" in done.out
    assert acting_in(play) not in (who, None)


def test_a_fall_is_not_passed_over_while_it_can_be_fought(play: Play) -> None:
    lines = ["auto next", "i --roll joe=5 --roll bob=1"]
    done = play("play @knife-fight", *lines, "damage joe 12")
    assert "passed over" not in done.out
    assert acting_in(play) == "joe"
    done = play("play @knife-fight", "undo", "auto next", "set joe karma=0", "damage joe 12")
    assert "Joe Schmoe: " in done.out
    assert "passed over (`next`)" in done.out
    assert acting_in(play) == "bob"


def test_no_turn_ends_by_itself_while_an_action_is_held(play: Play) -> None:
    done = play("play @back-room", "auto next", "i --seed 1", "delay host", "x lena other")
    assert done.status == 0
    assert "by itself (`next`)" not in done.out
    assert acting_in(play) == "lena"
    done = play("play", "auto next", "next", "intervene host", "x host other")
    assert "The host: nothing left" in done.out


def test_no_turn_ends_by_itself_while_something_is_due(play: Play) -> None:
    grab = "x gambler-1 grab nick --mod 12 --seed 4"
    lines = ["auto next", "i --seed 1", "set fight acting=gambler-1", grab]
    done = play("play @back-room", *lines)
    assert done.status == 0
    assert "by itself (`next`)" not in done.out
    assert acting_in(play) == "gambler-1"
    done = play("play", "auto next", "x take-move --with move=damage")
    assert "First gambler: nothing left" in done.out


def test_no_turn_ends_by_itself_while_a_reaction_could_come(play: Play) -> None:
    run = ["i --roll joe=5 --roll bob=1", "x use-item", "x use-item", "x run"]
    done = play("play @knife-fight", "auto next", *run)
    assert done.status == 0
    assert "by itself (`next`)" not in done.out
    assert acting_in(play) == "joe"


def test_no_turn_ends_by_itself_where_players_choose_who_is_next(play: Play) -> None:
    done = play("play @ninth-street", "auto next", "i --seed 1", *["x other"] * 4)
    assert done.status == 0
    assert acting_in(play) == "joe"


def test_a_round_that_is_over_waits(play: Play) -> None:
    done = play("play @back-room", "auto next", "i --seed 1", *["x other"] * 7)
    assert done.status == 0
    assert done.out.count("by itself (`next`)") == 7
    assert json.loads(play("board --json").out)["phase"] == "round-over"


def test_the_words_of_the_session_may_be_begun(play: Play) -> None:
    done = play("play @back-room", "au next", "?")
    assert (done.status, ON in done.out) == (0, True)


def test_help_says_what_it_does(play: Play) -> None:
    done = play("play @back-room", "? auto", "auto next", "? auto", "? all")
    assert done.status == 0
    assert done.out.count("`auto next` ends a turn in which nothing is left") == 2
    assert "you end each turn: `next`" in done.out
    assert "auto next" in done.out.split("At the prompt")[1]


def test_undo_holds_until_the_next_deed(play: Play) -> None:
    lines = [
        "auto next",
        "i --seed 1",
        "x other",
        "undo",
        "note host grins",
        "b",
        "o lena",
        "?",
        "auto",
    ]
    play("play @back-room", *lines, "a lena --dry-run --force")
    assert acting_in(play) == "host"
    done = play("play", "auto next")
    assert "The host: nothing left" in done.out
    assert acting_in(play) == "lena"


def test_next_right_after_it_is_asked_about(terminal: Terminal) -> None:
    terminal.type("auto next\r")
    terminal.wait_for("ends by itself; ")
    terminal.type("i --roll joe=5 --roll bob=1\r")
    terminal.wait_for("acts at 11")
    for left in (2, 1):
        terminal.type("x use-item\r")
        terminal.wait_for(f"Joe Schmoe, {left} AP")
    terminal.type("x use-item\r")
    terminal.wait_for("Joe Schmoe: nothing left, the turn ends by itself (`next`)")
    terminal.wait_for("Bob Rock, 3 AP")
    terminal.type("n\r")
    terminal.wait_for("This ends the turn of Bob Rock. Go on all the same")
    terminal.type("\r")
    terminal.wait_for("Nothing has changed.")
