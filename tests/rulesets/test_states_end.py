"""States that something else must end: running, holding, covering, aiming, being in melee. Each
live field says which events end it (`ends`); whatever a fight does, none outlives its end."""

from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_run import modest

from gmtrack.core.draft import Draft
from gmtrack.rulesets.kit.seated import EVENTS

from .any_fight import carried_out

PACKAGES = ("i2050", "spotlight", "sr3", "storyteller", "swan_song")
BY_HAND = ("effect", "set", "load")
"""The commands with which a GM may put on somebody what the rules would not."""


def scene_of(package: str) -> Any:
    return import_module(f"gmtrack.rulesets.{package}.sheet.game").Scene


def fights_of(package: str) -> Any:
    return import_module(f"{__package__}.{package}.fights")


@pytest.mark.parametrize("package", PACKAGES)
def test_only_known_events_end_a_live_field(package: str) -> None:
    assert set(scene_of(package).FIGHTER.ENDS) <= set(EVENTS)


def by_the_rules(lines: list[str]) -> list[str]:
    """Leave out lines that put on somebody what the rules would not."""
    return [line for line in lines if line.split()[0] not in BY_HAND and "--force" not in line]


@pytest.mark.parametrize(
    "package", [one for one in PACKAGES if hasattr(fights_of(one), "outlived")]
)
@modest(60)
@given(data=st.data())
def test_no_state_outlives_what_must_end_it(package: str, data: st.DataObject) -> None:
    """Of a ruleset's lines, BEGINNINGS bring such states about and ENDINGS end them; `outlived`
    names each state that it finds afterwards."""
    of = fights_of(package)
    encounter = of.prepared(getattr(of, "STATES_END_UNDER", {}))
    lines = [
        *data.draw(st.lists(of.BEGINNINGS, min_size=2, max_size=8)),
        *data.draw(st.lists(of.ENDINGS, min_size=1, max_size=4)),
        *data.draw(of.FIGHTS),
    ]
    by_rules = [line for line in lines if line.split()[0] not in BY_HAND and "--force" not in line]
    for text, _, _ in carried_out(of.CORE, encounter, by_rules):
        assert not list(of.outlived(scene_of(package)(Draft(encounter)))), text
