"""A screen that stays takes the terminal once, is drawn over itself, and gives it back."""

import io

from gmtrack.view.board.live import ENTER, HOME, LEAVE, LiveScreen
from gmtrack.view.text import Span


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_it_takes_the_terminal_at_the_first_drawing_and_gives_it_back_once() -> None:
    stream = Terminal()
    screen = LiveScreen(stream)
    for text in ("Round 1", "Round 2"):
        screen.draw([[Span(text)]])
    screen.__exit__()
    screen.__exit__()
    written = stream.getvalue()
    assert (written.count(ENTER), written.count(HOME), written.count(LEAVE)) == (1, 2, 1)
    assert written.startswith(ENTER)
    assert written.endswith(LEAVE)
    assert written.index("Round 1") < written.index("Round 2")


def test_whoever_has_drawn_nothing_leaves_the_terminal_alone() -> None:
    stream = Terminal()
    LiveScreen(stream).__exit__()
    assert stream.getvalue() == ""


def test_where_no_terminal_is_screens_follow_one_another() -> None:
    stream = io.StringIO()
    screen = LiveScreen(stream)
    screen.draw([[Span("Round 1")]])
    screen.draw([[Span("Round 2")]])
    assert stream.getvalue().split() == ["Round", "1", "Round", "2"]
