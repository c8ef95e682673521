"""What many fights came to, as a picture: who wins, how long it takes, who goes down.

One line of plain words comes first, as a person would say it and no more exact than the number of
fights allows; then the numbers.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gmtrack.core.encounter import Data
from gmtrack.view.percentages import estimate
from gmtrack.view.simulation.answer import render_answer
from gmtrack.view.simulation.small_print import (
    Names,
    asked,
    called,
    many,
    margin,
    wins,
)
from gmtrack.view.simulation.variants import render_beside
from gmtrack.view.text import Line


def render_simulation(doc: Data, names: Names, width: int) -> list[Line]:
    render = render_beside if "variants" in doc else render_answer
    return render(doc, names, width)


def partial(doc: Data) -> str:
    """What is known so far of one simulation, for a progress bar:
    `412 fights: the party wins 61 % ±5, 4 rounds`."""
    fights = many(doc["fights"], "fight")
    if not doc["fights"]:
        return fights
    side = asked(doc["won"])
    chance = f"{estimate(doc['won'][side])} {margin(doc)}"
    rounds = many(round(doc["rounds"]["mean"]), "round")
    return f"{fights}: {called(side)} {wins(side)} {chance}, {rounds}"


Tell = Callable[[int, Callable[[], Data]], None]
"""Told how many fights are over, and what says what those of one answer have come to so far."""


@contextmanager
def progress(total: int) -> Iterator[Tell]:
    """A bar below what is printed, gone at the end; nothing where nobody looks at a terminal."""
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
            task, completed=done, description=partial(known())
        )
