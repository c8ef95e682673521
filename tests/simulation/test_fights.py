"""Every ready-made fight plays itself, and nothing of it changes."""

from copy import deepcopy

import pytest

from .fights import opened, played, ready_made


@pytest.mark.parametrize("name", ready_made())
def test_a_ready_made_fight_ends(name: str) -> None:
    encounter = opened(name)
    before = deepcopy(encounter)
    tally = played(encounter, 20)
    assert tally.fights == sum(tally.won.values()) == 20
    assert not tally.stuck
    assert tally.won.keys() - {"nobody"}, "not one fight was won"
    assert encounter == before
