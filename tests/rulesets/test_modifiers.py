"""The modifiers of an attack: what makes the part of a row, and the rules that the row names."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from gmtrack.app.past.cited import cited
from gmtrack.app.past.docs import docstring
from gmtrack.rulesets.i2050.attack import modifiers as i2050
from gmtrack.rulesets.spotlight.attack import difficulty as spotlight
from gmtrack.rulesets.storyteller.attack import pool as storyteller

Made = tuple[str, str, Callable[..., Any]]


def rows() -> Iterator[Made]:
    """Label, ids, and what makes the part of each row."""
    yield from ((row.label, row.id, row.part) for row in i2050.MODIFIERS)
    yield from ((row.label, row.id, row.part) for row in storyteller.MODIFIERS)
    yield from ((row.label, row.id, row.holding) for row in spotlight.MODIFIERS)


@pytest.mark.parametrize(("_", "ids", "made"), tuple(rows()))
def test_what_makes_a_part_carries_out_rules_of_its_row(
    _: str, ids: str, made: Callable[..., Any]
) -> None:
    assert set(cited(docstring(made.__code__))) <= set(cited(ids))
