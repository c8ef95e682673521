"""What holds after any sequence of commands: no crash, numbers that add up, a state that the loader
would take, and exact undo to the start. `fights` of each ruleset has the lines, and what else
cannot be there."""

from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_run import modest

from gmtrack.core.draft import Draft, redo_changes, undo_changes

from .any_fight import carried_out, copied, fields_of, house_rules, stays_sound, told

PACKAGES = ("i2050", "spotlight", "sr3", "storyteller", "swan_song")
MOST_STEPS = 60
of_each = pytest.mark.parametrize("package", PACKAGES)


def fights_of(package: str) -> Any:
    return import_module(f"{__package__}.{package}.fights")


@of_each
@pytest.mark.parametrize("own_rules", [False, True])
@modest(60)
@given(data=st.data())
def test_any_fight_stays_sound_and_undoes_to_its_start(
    own_rules: bool, package: str, data: st.DataObject
) -> None:
    of = fights_of(package)
    rules = data.draw(house_rules(of.CORE.ruleset)) if own_rules else {}
    stays_sound(of.BOOK, of.CORE, of.prepared(rules), data.draw(of.FIGHTS), of.check_state)


@of_each
@modest(40)
@given(data=st.data())
def test_undo_and_redo_of_every_step_are_exact(package: str, data: st.DataObject) -> None:
    of = fights_of(package)
    encounter = of.prepared({})
    before = copied(encounter)
    for line, _, draft in carried_out(of.CORE, encounter, data.draw(of.FIGHTS)):
        after = copied(encounter)
        undo_changes(encounter, draft.changes)
        assert fields_of(encounter) == before, line
        redo_changes(encounter, draft.changes)
        assert fields_of(encounter) == after, line
        before = after


@of_each
@modest(30)
@given(data=st.data())
def test_the_same_seed_gives_the_same_report(package: str, data: st.DataObject) -> None:
    of, one, other = (fights := fights_of(package)), fights.prepared({}), fights.prepared({})
    fight = data.draw(of.FIGHTS)
    assert told(of.CORE, one, fight) == told(of.CORE, other, fight)
    assert one == other


@pytest.mark.parametrize("package", [one for one in PACKAGES if one != "spotlight"])
@modest(40)
@given(data=st.data())
def test_a_round_comes_to_its_end_by_next_alone(package: str, data: st.DataObject) -> None:
    """In Spotlight a round waits for who is dying, or saves somebody."""
    of = fights_of(package)
    encounter = of.prepared({})
    told(of.CORE, encounter, data.draw(of.FIGHTS))
    for _ in range(MOST_STEPS):
        if of.CORE.ruleset.board(encounter).doc["phase"] != "acting":
            return
        of.CORE.resolved(encounter, ["next"])
    raise AssertionError("the round never ends")


@of_each
def test_a_draft_can_be_read_without_changing_it(package: str) -> None:
    of = fights_of(package)
    encounter = of.prepared({})
    draft, ruleset = Draft(encounter), of.CORE.ruleset
    ruleset.board(encounter)
    ruleset.show(encounter, next(iter(encounter.combatants)))
    ruleset.lexicon(encounter)
    assert not draft.changes
    assert not fields_of(encounter)["fight"] or package == "sr3"
