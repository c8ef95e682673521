"""A screen in the making: shown on a terminal while it is worked out, erased when it is whole."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gmtrack.view.console import Output
from gmtrack.view.text import Line

if TYPE_CHECKING:
    from rich.live import Live

Render = Callable[[int], Sequence[Line]]
ShowSoFar = Callable[[Render], None]
"""Callback that takes a function which renders what is known so far in so many columns."""
AFTER, EVERY = 0.3, 0.3
"""Seconds: before them nothing is shown, since the screen is soon whole; and between two shows."""


def _discard(render: Render) -> None:
    """Show nothing."""


@contextmanager
def preview_screen() -> Iterator[ShowSoFar]:
    """Yield a callback that shows a screen so far on stderr, as many of its first lines as the
    terminal has room for. The lines are erased when the context ends. Shows nothing if stdout or
    stderr is no terminal."""
    if not (sys.stderr.isatty() and sys.stdout.isatty()):
        yield _discard
        return
    live: Live | None = None
    next_time = time.monotonic() + AFTER

    def show(render: Render) -> None:
        nonlocal live, next_time
        if time.monotonic() < next_time:
            return
        live = live or _start_live()
        output = Output(sys.stdout)
        lines = render(output.width)[: live.console.height - 1]
        live.update(output.to_rich_text(lines), refresh=True)
        next_time = time.monotonic() + EVERY

    try:
        yield show
    finally:
        if live is not None:
            live.stop()


def _start_live() -> "Live":
    """Return a display on stderr that is erased when it stops. Loading it takes time, so most
    screens are whole before it is needed."""
    from rich.console import Console
    from rich.live import Live

    console = Console(stderr=True, highlight=False)
    live = Live(console=console, transient=True, auto_refresh=False)
    live.start()
    return live
