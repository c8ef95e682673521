"""How far fights have come that are still played, on a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gmtrack.core.encounter import Data
from gmtrack.view.simulation import partial

Tell = Callable[[int, Callable[[], Data]], None]
"""Told how many fights are over, and what says what those of one answer have come to so far."""


@contextmanager
def progress(total: int) -> Iterator[Tell]:
    """A bar below what is printed, gone at the end; nothing where nobody looks at a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, known: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    known_so_far = TextColumn("{task.description}", markup=False)
    columns = (BarColumn(bar_width=20), TimeRemainingColumn(compact=True), known_so_far)
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done, known: bar.update(task, completed=done, description=partial(known()))
