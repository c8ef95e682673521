"""Long pages in a session: a screen at a time, and a line that is typed on is carried out."""

import os
from pathlib import Path

import pytest

from gmtrack.play import paging

from .terminal import Terminal

PAGE = "".join(f"line {number}\n" for number in range(50))


@pytest.mark.parametrize(
    ("answers", "last", "left"),
    [(["", ""], 49, ""), (["q"], 20, ""), (["", "a bob"], 41, "a bob"), ([" ", "quit"], 41, "")],
)
def test_a_page_is_read_screen_by_screen(
    answers: list[str],
    last: int,
    left: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(paging, "_count_terminal_rows", lambda: 24)
    rest = iter(answers)
    assert paging.show_by_screens(PAGE, lambda question: next(rest)) == left
    assert capsys.readouterr().out.splitlines()[-1] == f"line {last}"
    assert not list(rest)


def test_who_types_on_has_not_typed_in_vain(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "home", 80, 24)
    terminal.wait_for("not started")
    terminal.type("rules rulings\r")
    terminal.wait_for("Enter: more")
    terminal.type("note bob limps\r")
    terminal.wait_for("undo: note bob limps")
    terminal.type("rules rulings\r")
    terminal.wait_for("Enter: more")
    terminal.type("\x03")
    terminal.type("roll 1d2+70\r")
    terminal.wait_for("total 7")
    terminal.type("q\r")
    assert terminal.process.wait() == 0
    assert os.WIFEXITED(terminal.process.returncode)
