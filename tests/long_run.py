"""The long run. `GMTRACK_LONG_TESTS=1 .venv/bin/pytest` plays every case of the case-books through
the command line too, takes the samples of chance and of damaged files by the thousand, and tries
in every combination what otherwise is tried once for each of its parts.
"""

import os
from collections.abc import Iterable
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

Item = TypeVar("Item")
Other = TypeVar("Other")
LONG = bool(os.environ.get("GMTRACK_LONG_TESTS"))
in_the_long_run = pytest.mark.skipif(not LONG, reason="in the long run: GMTRACK_LONG_TESTS=1")


def part(items: Iterable[Item], step: int) -> list[Item]:
    """All items in the long run, every `step`-th otherwise."""
    return [*items] if LONG else [*items][::step]


def crossed(rows: Iterable[Item], columns: Iterable[Other], share: int) -> list[tuple[Item, Other]]:
    """Every row with every column in the long run; otherwise a `share`-th of them, like the fields
    of one colour on a board, so that each row and each column is there."""
    return [
        (row, column)
        for down, row in enumerate(rows)
        for across, column in enumerate(list(columns))
        if LONG or (down + across) % share == 0
    ]


def examples(many: int) -> int:
    """So many examples in the long run, a quarter of them otherwise."""
    return many if LONG else many // 4


def modest(many: int) -> settings:
    """For `@given`: so many examples in the long run, a quarter of them otherwise, however long
    each takes, and with fixtures that they share."""
    shared = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
    return settings(max_examples=examples(many), deadline=None, suppress_health_check=shared)
