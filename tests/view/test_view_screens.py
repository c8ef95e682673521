"""Screens at the widths of real terminals, and what must hold at every width."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import body_samples as bodies
import pytest
import view_samples as samples
from golden import WIDTHS, assert_golden
from tables import each_row

from gmtrack.view.board.board import render_board
from gmtrack.view.console import Output
from gmtrack.view.history.log import render_log
from gmtrack.view.profile import render_profile
from gmtrack.view.report import Wording, render_report
from gmtrack.view.rule_pages import render_topic, render_topics
from gmtrack.view.text import Line, cells, plain

GOLDEN = Path(__file__).parent / "golden"
NAMED = Wording(names=samples.NAMES)


def report(width: int, dry_run: bool = False) -> list[Line]:
    return render_report(samples.report(), samples.WORDS, width, dry_run=dry_run)


SCREENS: dict[str, Callable[[int], list[Line]]] = {
    "board": lambda width: render_board(samples.board(), width),
    "board-4-bodies": lambda width: render_board(bodies.fight(4), width),
    "board-10-bodies": lambda width: render_board(bodies.fight(10), width),
    "profile": lambda width: render_profile(samples.profile(), width),
    "profile-body": lambda width: render_profile(bodies.sheet(), width),
    "report": report,
    "report-other-rolls": lambda width: render_report(samples.other_rolls(), NAMED, width),
    "report-difficulty-rolls": lambda width: render_report(bodies.rolls(), NAMED, width),
    "topic": lambda width: render_topic(samples.topic(), width),
    "topics": lambda width: render_topics([samples.topic()], width),
    "log": lambda width: render_log(samples.log(), 3, samples.NAMES, width),
}
EVERY_SCREEN = pytest.mark.parametrize("name", SCREENS)


def text(lines: list[Line]) -> str:
    return "\n".join(map(plain, lines))


@EVERY_SCREEN
def test_a_screen_looks_as_it_looked_when_a_person_read_it(name: str) -> None:
    assert_golden(GOLDEN / f"{name}.txt", lambda width: text(SCREENS[name](width)) + "\n")


@EVERY_SCREEN
@each_row("width", [*WIDTHS, 20, 33, 40, 300])
def test_nothing_is_wider_than_the_terminal(name: str, width: int) -> None:
    assert max(cells(plain(line)) for line in SCREENS[name](width)) <= width


@EVERY_SCREEN
@each_row("width", WIDTHS)
def test_a_terminal_shows_the_same_characters_as_a_pipe(name: str, width: int) -> None:
    lines = SCREENS[name](width)
    terminal, pipe = io.StringIO(), io.StringIO()
    Output(terminal, terminal=True, width=width).lines(lines)
    Output(pipe, terminal=False, width=width).lines(lines)
    assert "\x1b[" in terminal.getvalue()
    assert re.sub(r"\x1b\[[0-9;]*m", "", terminal.getvalue()) == pipe.getvalue()


@each_row("name", SCREENS)
def test_hostile_names_are_shown_and_never_obeyed(name: str) -> None:
    written = text(SCREENS[name](80))
    assert re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e]", written) is None


def test_markup_in_a_name_stands_there_as_typed() -> None:
    assert "[red]Vex[/] \\x1b[2J\\u202eexe.\\x9b31m\\u200b" in text(SCREENS["profile"](120))
