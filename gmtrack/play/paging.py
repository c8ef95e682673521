"""Long pages in a session, shown a screen at a time. A command typed below a page is carried out
next."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gmtrack.play.typed_line import LEAVING
from gmtrack.view.console import Output, count_rows

MORE = "Enter: more; q: enough; or type on: "
KEPT = 3
"""Lines of the terminal for the question and the bottom line."""
USUAL = 24


@contextmanager
def paging_output(
    ask: Callable[[str], str], typed_on: Callable[[str], None]
) -> Iterator[None]:
    """Show long pages screen by screen while the context is open. `ask` asks whether to go on;
    `typed_on` gets a line that was typed instead of an answer."""

    def show_page(text: str) -> None:
        line = show_by_screens(text, ask)
        if line:
            typed_on(line)

    Output.reader = staticmethod(show_page)
    try:
        yield
    finally:
        Output.reader = None


@contextmanager
def paging_all_output(*, wanted: bool) -> Iterator[None]:
    """If `wanted`, show every page that does not fit screen by screen while the context is open,
    not only those that are long as a rule."""
    before, Output.pages_all = Output.pages_all, wanted
    try:
        yield
    finally:
        Output.pages_all = before


def show_by_screens(text: str, ask: Callable[[str], str]) -> str:
    """Show a text screen by screen, asking in between whether to go on. Return the command line
    that was typed instead; empty if there was none, also after `q`."""
    lines = text.splitlines(keepends=True)
    while lines:
        room = max(1, _count_terminal_rows() - KEPT)
        sys.stdout.write("".join(lines[:room]))
        sys.stdout.flush()
        del lines[:room]
        if not lines:
            break
        answer = ask(MORE).strip()
        if answer:
            return "" if answer.lower() in LEAVING else answer
    return ""


def _count_terminal_rows() -> int:
    """Return the lines of the terminal, without a board that stays; USUAL if that cannot be found
    out."""
    return count_rows(sys.stdout) or USUAL
