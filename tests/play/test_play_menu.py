"""The prompt at the bottom of a full screen: no blank rows, and a menu all the same."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .terminal import Terminal


@pytest.fixture(params=[80, 60])
def full(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Terminal]:
    """A screen of 24 rows that is full already."""
    session = Terminal(tmp_path / "home", request.param, 24)
    session.wait_for("| saved")
    for points in range(1, 9):
        session.type("damage bob 0\rheal bob 0\r" if points % 2 else "board\r")
    session.type("damage bob 4\r")
    session.wait_for("flesh 6/10 left")
    session.wait_for("| unsaved")
    yield session
    session.close()


def test_the_bottom_line_is_right_below_the_prompt(full: Terminal) -> None:
    full.show("not started | unsaved")
    lines = full.settle()
    assert lines[lines.index(">") + 1].startswith("not started | unsaved | Knife fig")


def test_a_menu_opens_where_there_was_no_room_for_it(full: Terminal) -> None:
    full.type("a bob --w")
    full.show("--without")
    lines = full.settle()
    typed = next(n for n, line in enumerate(lines) if line.startswith("> a bob --w"))
    assert [line.split()[0] for line in lines[typed + 1 :][:3]] == [
        "--weapon",
        "--with",
        "--without",
    ]
