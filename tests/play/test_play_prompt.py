"""`play` at a terminal: the prompt, the bottom line, Ctrl-C, Ctrl-D, the history."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from long_run import part

from .terminal import Terminal


@pytest.fixture(params=part([80, 60], 2))
def terminal(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Terminal]:
    session = Terminal(tmp_path / "home", request.param)
    session.wait_for("| saved")
    yield session
    session.close()


def test_a_line_is_carried_out_and_the_bottom_line_follows(terminal: Terminal) -> None:
    terminal.type("i --roll joe=4 --roll bob=2\r")
    terminal.wait_for("Joe Schmoe acts at 10")
    terminal.wait_for("Joe Schmoe, 3 AP")
    terminal.type("a bob --seed 1\r")
    terminal.wait_for("flesh 6/10 left")
    terminal.wait_for("Joe Schmoe, 1 AP")


def test_it_opens_with_how_to_be_helped_and_how_to_leave(tmp_path: Path) -> None:
    session = Terminal(tmp_path / "home", 80, 24, "loading-dock")
    session.wait_for("| saved")
    shown = session.settle()
    session.close()
    # A line above the prompt, and nothing of a whole board is scrolled away for it.
    assert shown[[line.strip() for line in shown].index(">") - 1] == (
        "`?` tells what works now, `q` leaves"
    )
    assert shown[0].startswith("Shoot-out at the loading dock (Swan Song) is open")


def test_ctrl_c_takes_back_what_is_being_typed_and_nothing_else(terminal: Terminal) -> None:
    terminal.type("damage bob 3\r")
    terminal.wait_for("flesh 7/10 left")
    terminal.type("damage bob 3\x03")
    terminal.type("show bob\r")
    assert "flesh 4/10 left" not in terminal.wait_for("7/10")


def test_an_error_does_not_end_the_session(terminal: Terminal) -> None:
    terminal.type("attack joe nobody\r")
    terminal.wait_for("error: no combatant")
    terminal.type("damage bob 1\r")
    terminal.wait_for("flesh 9/10 left")


def test_the_end_of_the_input_ends_the_session(terminal: Terminal) -> None:
    terminal.type("\x04")
    assert terminal.process.wait() == 0


@pytest.mark.parametrize("leave", ["q\r", "\x04"])
def test_leaving_says_where_the_fight_is_kept_and_how_to_go_on(
    terminal: Terminal, tmp_path: Path, leave: str
) -> None:
    terminal.type("damage bob 1\r")
    terminal.wait_for("| unsaved")
    terminal.type(leave)
    terminal.wait_for("is kept in")
    told = " ".join(terminal.wait_for("after another one").split())
    assert str(tmp_path / "home" / "encounters" / "knife-fight") in told.replace(" ", "")
    assert "not saved: `gmtrack save`" in told
    assert "`gmtrack play` goes on with it, `gmtrack switch knife-fight`" in told


def test_what_was_confirmed_outlives_a_kill_and_the_history_too(tmp_path: Path) -> None:
    first = Terminal(tmp_path / "home", 80)
    first.wait_for("| saved")
    first.type("damage bob 4\r")
    first.wait_for("flesh 6/10 left")
    first.close()
    again = Terminal(tmp_path / "home", 80)
    assert "6/10" in again.wait_for("undo: damage bob 4")
    again.type("\x1b[A\r")
    again.wait_for("flesh 2/10 left")
    again.close()


def test_what_is_pasted_is_carried_out_line_by_line(terminal: Terminal) -> None:
    terminal.type("\x1b[200~damage bob 1\ndamage bob 2\n\x1b[201~\r")
    terminal.wait_for("flesh 9/10 left")
    terminal.wait_for("flesh 7/10 left")


def test_of_what_is_pasted_the_lines_behind_a_refused_one_are_named(terminal: Terminal) -> None:
    terminal.type("\x1b[200~damage bob 1\nfoo bar\ndamage bob 2\n\x1b[201~\r")
    terminal.wait_for("not done: `damage bob 2`")
    assert "flesh 7/10" not in "\n".join(terminal.settle())


def test_the_end_of_the_input_at_a_question_takes_the_command_back(terminal: Terminal) -> None:
    terminal.type("ask joe all\r")
    terminal.wait_for("joe rolls their own dice")
    terminal.type("a joe bob --karma reroll\r")
    terminal.wait_for("dice (Enter = roll):")
    terminal.type("\x04")
    terminal.wait_for("nothing has changed")
    terminal.type("d bob 1\r")
    terminal.wait_for("flesh 9/10 left")


def test_the_bottom_line_follows_what_is_done_elsewhere(tmp_path: Path) -> None:
    first = Terminal(tmp_path / "home", 80)
    first.wait_for("saved")
    second = Terminal(tmp_path / "home", 80)
    second.wait_for("saved")
    try:
        second.type("d bob 2\r")
        first.wait_for("undo: damage bob 2")
    finally:
        first.close()
        second.close()


def test_help_on_a_command_can_be_typed(terminal: Terminal) -> None:
    terminal.type("? attack\r")
    before = terminal.wait_for("Example: gmtrack attack")
    assert "Unhandled" not in before


def test_a_fight_that_cannot_be_read_is_not_told_as_none(
    terminal: Terminal, tmp_path: Path
) -> None:
    [file] = (tmp_path / "home" / "encounters").glob("*/encounter.yaml")
    good = file.read_text()
    file.write_text("gmtrack: [")
    terminal.show("`board` says why")
    file.write_text(good)
    terminal.show("saved")


def test_without_a_file_the_session_goes_on_with_the_board(
    terminal: Terminal, tmp_path: Path
) -> None:
    terminal.type("damage bob 1\r")
    terminal.wait_for("| unsaved")
    terminal.type("q\r")
    terminal.wait_for("after another one")
    again = Terminal(tmp_path / "home", 80, fight="")
    try:
        assert "Bob Rock" in again.wait_for("player character")
    finally:
        again.close()
