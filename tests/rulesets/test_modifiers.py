"""The modifiers of an attack: what makes the part of a row, and the rules that the row names."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from gmtrack.app.past.cited import cited
from gmtrack.app.past.docs import docstring
from gmtrack.rulesets.swan_song.attack import modifiers as swan_song

Made = tuple[str, str, Callable[..., Any]]


def rows() -> Iterator[Made]:
    """Label, ids, and what makes the part of each row."""
    for table in (swan_song.ATTACK_MODIFIERS, swan_song.DEFENSE_MODIFIERS):
        yield from ((row.label, row.id, row.known) for row in table)


@pytest.mark.parametrize(("_", "ids", "made"), tuple(rows()))
def test_what_makes_a_part_carries_out_rules_of_its_row(
    _: str, ids: str, made: Callable[..., Any]
) -> None:
    assert set(cited(docstring(made.__code__))) <= set(cited(ids))
