"""Screens of simulations: who wins, how long it takes, who goes down.

The first line says it in plain words, no more exactly than the number of fights allows; the
numbers follow."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Self, TextIO

from gmtrack.core.encounter import Data
from gmtrack.view.percentages import format_estimate
from gmtrack.view.simulation.answer import render_answer
from gmtrack.view.simulation.variants import render_beside
from gmtrack.view.simulation.words import (
    choose_side,
    conjugate_win,
    format_count,
    format_margin,
    name_side,
)
from gmtrack.view.text import (
    Line,
    Names,
)


def render_simulation(doc: Data, names: Names, width: int) -> list[Line]:
    """Render the document of a simulation, or of its variants side by side."""
    render = render_beside if "variants" in doc else render_answer
    return render(doc, names, width)


def describe_progress(doc: Data) -> str:
    """Return the result so far for a progress bar: `412 fights: the party wins 61 % ±5, 4
    rounds`. Before the first fight is over it is only the number of fights; the first answer is
    that of plain fights (`8 fights, plainly: ...`)."""
    fights = format_count(doc["fights"], "fight")
    if not doc["fights"]:
        return fights
    side = choose_side(doc["won"])
    chance = f"{format_estimate(doc['won'][side])} {format_margin(doc)}"
    rounds = format_count(round(doc["rounds"]["mean"]), "round")
    if doc.get("plain"):
        fights += ", plainly"
    return (
        f"{fights}: {name_side(side)} {conjugate_win(side)} {chance}, {rounds}"
    )


ReportProgress = Callable[[int, Callable[[], Data]], None]
"""Callback that takes the number of fights that are over, and a function that returns the
document of the fights so far."""


WAIT = 10.0
"""Seconds between two lines about what is known so far, where there is no terminal."""


class ProgressLines:
    """Writes what is known so far as a line every `WAIT` seconds, whatever the simulation is busy
    with. A context manager: its end stops the lines."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._latest = ""
        self._written = ""
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._write_lines, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self._is_over.set()
        self._thread.join()

    def note(self, doc: Data) -> None:
        """Note the document of the fights so far for the next line."""
        self._latest = describe_progress(doc)

    def write_latest(self) -> None:
        """Write what was noted last, unless nothing is new."""
        if self._latest != self._written:
            self._written = self._latest
            self._out.write(f"{self._latest}\n")
            self._out.flush()

    def _write_lines(self) -> None:
        """Write a line every `WAIT` seconds until it is over. A stream that cannot be written to
        gets none."""
        while not self._is_over.wait(WAIT):
            try:
                self.write_latest()
            except (OSError, ValueError):
                return


@contextmanager
def show_progress(total: int) -> Iterator[ReportProgress]:
    """Show a progress bar on stderr while the context is open, and yield the callback that moves
    it. If stderr is no terminal, write what is known as a line there every `WAIT` seconds: a
    quick simulation writes none."""
    if not sys.stderr.isatty():
        with ProgressLines(sys.stderr) as lines:
            yield lambda done, known: lines.note(known())
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    known_so_far = TextColumn("{task.description}", markup=False)
    columns = (
        BarColumn(bar_width=20),
        TimeRemainingColumn(compact=True),
        known_so_far,
    )
    with Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        refresh_per_second=4,
    ) as bar:
        task = bar.add_task("", total=total)
        yield lambda done, known: bar.update(
            task, completed=done, description=describe_progress(known())
        )
