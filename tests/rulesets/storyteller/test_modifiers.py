"""The modifiers of an attack: what makes the part of a row, and the rules that the row names."""

import pytest

from gmtrack.app.past.cited import cited
from gmtrack.rulesets.storyteller.attack.pool import MODIFIERS, Modifier


@pytest.mark.parametrize("row", MODIFIERS, ids=lambda row: row.label)
def test_what_makes_a_part_carries_out_rules_of_its_row(row: Modifier) -> None:
    assert set(cited(row.part.__doc__ or "")) <= set(cited(row.id))
