"""Screens of simulations: who wins, how long it takes, who goes down.

The first line says it in plain words, no more exactly than the number of fights allows; the
numbers follow."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

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


@contextmanager
def show_progress(total: int) -> Iterator[ReportProgress]:
    """Show a progress bar on stderr while the context is open, and yield the callback that moves
    it. Show nothing if stderr is no terminal."""
    if not sys.stderr.isatty():
        yield lambda done, known: None
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
