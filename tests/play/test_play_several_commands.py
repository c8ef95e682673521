"""Several commands in one line, separated by `;`."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from gmtrack.app.odds.attack import find_odds
from gmtrack.cli.main import execute
from gmtrack.play.foresight import summarize_typed_odds
from gmtrack.play.table import PlayTable
from gmtrack.play.typed_line import find_last_command, split_commands

from .conftest import Evening
from .scripts import SPENT, Play, make_play, steps_of
from .terminal import Terminal

SPLIT = {
    "a bob; n": ["a bob", "n"],
    "a bob;n;": ["a bob", "n"],
    " ; ;a bob": ["a bob"],
    "a bob": ["a bob"],
    "": [],
    ";": [],
    "x bob speak 'stop; or else'; n": ["x bob speak 'stop; or else'", "n"],
    'x bob speak "stop; \\"or; else"; n': ['x bob speak "stop; \\"or; else"', "n"],
    "x bob speak he's here; n": ["x bob speak he's here", "n"],
    "x bob speak 'tis late; n": ["x bob speak 'tis late", "n"],
    r"x bob speak stop\; now; n": [r"x bob speak stop\; now", "n"],
    "a bob # joe; then ann": ["a bob # joe; then ann"],
    "note bob owes joe; hates ann": ["note bob owes joe; hates ann"],
    "a bob; note bob is angry; or afraid": ["a bob", "note bob is angry; or afraid"],
    "gmtrack note bob a; b": ["gmtrack note bob a; b"],
    "amend 3 note bob a; b": ["amend 3 note bob a; b"],
    "n; amend 3 no bob a; b": ["n", "amend 3 no bob a; b"],
    "amend 3 d bob 2; n": ["amend 3 d bob 2", "n"],
    "amend 3; note bob a; b": ["amend 3", "note bob a; b"],
    "?; n": ["?", "n"],
    "bbo; n": ["bbo", "n"],
}


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Carries out a command of gmtrack, with these lines on its standard input."""
    return make_play(tmp_path / "home")


@pytest.mark.parametrize("text", SPLIT)
def test_a_line_is_split_where_no_text_stands(text: str) -> None:
    assert split_commands(text) == SPLIT[text]


def test_a_backslash_of_a_path_is_a_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gmtrack.system.BACKSLASH_QUOTES", False)
    assert split_commands(r"save C:\fights\; n") == ["save C:\\fights\\", "n"]


@pytest.mark.parametrize("fight", SPENT)
def test_each_command_is_a_step_of_its_own(play: Play, fight: str) -> None:
    *lines, one, other = SPENT[fight].lines
    done = play(f"play @{fight}", *lines, f"{one}; {other}")
    assert (done.status, done.err) == (0, "")
    steps = steps_of(play)
    assert len([line for line in steps if not line.startswith("load")]) == len(lines) + 2
    play("undo")
    assert steps_of(play) == steps[:-1]


def test_the_first_that_is_refused_stops_the_rest(play: Play) -> None:
    done = play("play @knife-fight", "d bob 1; a bbo; d bob 2; note bob is; hurt", "d joe 1")
    assert done.status == 2
    assert "no combatant 'bbo'" in done.err
    assert "not done: `d bob 2`, `note bob is; hurt`" in done.err
    assert "line 1: d bob 1; a bbo; d bob 2" in done.err
    assert steps_of(play) == ["damage bob 1"]


def test_a_script_goes_on_with_its_next_line_where_that_was_said(play: Play) -> None:
    done = play("play @knife-fight --keep-going", "d bob 1; zzz; d bob 2", "d joe 1")
    assert done.status == 2
    assert steps_of(play) == ["damage bob 1", "damage joe 1"]


def test_nothing_is_done_behind_q(play: Play) -> None:
    done = play("play @knife-fight", "d bob 1; q; d bob 2")
    assert (done.status, "not done: `d bob 2`" in done.err) == (0, True)
    assert steps_of(play) == ["damage bob 1"]


def test_a_turn_ends_by_itself_behind_the_last_command_alone(play: Play) -> None:
    lines = ["auto next", "i --seed 1", "x other; a host lena --force --seed 2"]
    done = play("play @back-room", *lines)
    assert done.status == 0, done.err
    steps = steps_of(play)
    assert [line.split()[0] for line in steps] == ["roll-init", "act", "attack", "next"]


def test_a_program_gives_one_command_a_line(play: Play) -> None:
    done = play("play @knife-fight --json", "d bob 1; n")
    assert [*json.loads(done.out.splitlines()[-1])] == ["error"]


def test_the_odds_are_those_of_the_first_command(play: Play, tmp_path: Path) -> None:
    play("load @knife-fight")
    with patch.dict(os.environ, {"GMTRACK_HOME": str(tmp_path / "home")}):
        fight = PlayTable(execute).fight
        assert fight is not None
        alone = summarize_typed_odds(fight, "a joe bob", 80, find_odds)
        assert alone.startswith("odds: hit ")
        both = summarize_typed_odds(fight, "a joe bob; n", 80, find_odds)
    assert both == alone
    assert summarize_typed_odds(fight, "n; a joe bob", 80, find_odds) == ""


def test_the_last_command_is_the_one_that_is_being_typed() -> None:
    text = "a bob 'a;b'; x tak"
    assert text[find_last_command(text) :] == " x tak"
    assert find_last_command("note bob a; b") == 0


def test_what_was_not_carried_out_is_offered_again(terminal: Terminal) -> None:
    terminal.type("d bob 1; d bbo 2; d bob 3\r")
    terminal.wait_for("not done: `d bob 3`")
    terminal.wait_for("> d bbo 2; d bob 3")
    # As it stands it is refused once more: nothing else happens.
    terminal.type("\r")
    terminal.wait_for("not done: `d bob 3`")
    terminal.wait_for("> d bbo 2; d bob 3")
    terminal.type("\x01\x1b[C\x1b[C\x1b[C\x1b[3~\x1b[3~ob\r")
    terminal.wait_for("flesh 7/10 left")
    terminal.wait_for("flesh 4/10 left")


def test_tab_completes_the_last_command(terminal: Terminal) -> None:
    terminal.type("d bob 1; damage jo\t")
    terminal.wait_for("joe    Joe Schmoe")


def test_a_question_takes_nothing_of_the_rest(terminal: Terminal) -> None:
    terminal.type("ask joe all\r")
    terminal.wait_for("joe rolls their own dice")
    terminal.type("a joe bob; d joe 1\r")
    terminal.wait_for("karma?")
    terminal.type("\r")
    terminal.wait_for("dice (Enter = roll):")
    terminal.type("6662411\r")
    terminal.wait_for("reroll")
    terminal.type("\r")
    terminal.wait_for("undo: damage joe 1")


@pytest.mark.parametrize(("answer", "says"), [("\x03", "cancelled"), ("d joe 3\r", "Leave the")])
def test_a_question_that_is_left_ends_the_line(terminal: Terminal, answer: str, says: str) -> None:
    terminal.type("ask joe all\r")
    terminal.wait_for("joe rolls their own dice")
    terminal.type("a joe bob; d joe 1; b\r")
    terminal.wait_for("karma?")
    terminal.type(answer)
    terminal.wait_for(says)
    if says == "Leave the":
        terminal.type("y\r")
        terminal.wait_for("not done: `d joe 1`, `b`")
        terminal.wait_for("undo: damage joe 3")
    else:
        terminal.wait_for("not done: `d joe 1`, `b`")


def test_an_attack_that_is_taken_back_ends_the_line(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "home", 80, fight="ganger-ambush")
    terminal.wait_for("| saved")
    terminal.type("a vex mira; d vex 1\r")
    terminal.wait_for("Enter = no")
    terminal.type("\r")
    terminal.wait_for("cancelled: nothing has changed")
    terminal.wait_for("not done: `d vex 1`")
    terminal.close()


def test_commands_at_a_question_that_only_look_leave_it_open(terminal: Terminal) -> None:
    terminal.type("ask joe all\r")
    terminal.wait_for("joe rolls their own dice")
    terminal.type("a joe bob\r")
    terminal.wait_for("karma?")
    terminal.type("b; s bob\r")
    terminal.wait_for("Attributes")
    terminal.type("b; d bob 1\r")
    terminal.wait_for("Leave the question for `b; d bob 1`")
    terminal.type("y\r")
    terminal.wait_for("undo: damage bob 1")


def test_a_reaction_comes_before_the_rest(evening: Callable[..., Evening]) -> None:
    lines = ("roll-init --seed 1", "next", "delay vex")
    ambush = evening("ganger-ambush", *lines, ask="vex all", columns=150)
    ambush.type("act blaze walk; d mira 1", "Vex: reaction? ")
    ambush.type("intercept", "act vex intercept blaze", "Vex: attack")
    # Hits below the limit: at the limit no reroll is offered.
    ambush.type("5 5 1 1 1 1 1 1 1 1 1 1", "reroll")
    ambush.type("", "undo: damage mira 1")
    lines = tuple(step["line"] for step in ambush.steps())
    assert lines[-3:] == ("act blaze walk", "act vex intercept blaze", "damage mira 1")


def test_help_names_it(play: Play) -> None:
    done = play("play @knife-fight", "? all")
    assert "a bob; n" in done.out.split("At the prompt")[1]
