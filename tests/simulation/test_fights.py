"""Every ready-made fight plays itself, and nothing of it changes."""

from copy import deepcopy

import pytest
from long_run import LONG

from .fights import opened, played, self_playing


@pytest.mark.parametrize("name", self_playing())
def test_a_ready_made_fight_ends(name: str) -> None:
    encounter = opened(name)
    before = deepcopy(encounter)
    many = 20 if LONG else 3
    tally = played(encounter, many)
    assert tally.fights == sum(tally.won.values()) == many
    assert not tally.stuck
    assert tally.won.keys() - {"nobody"}, "not one fight was won"
    assert encounter == before
