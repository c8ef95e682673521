"""A draft records what changed as it was at that moment."""

import pytest

from gmtrack.core.draft import Draft, net_changes
from gmtrack.core.encounter import Encounter
from gmtrack.errors import Refusal

JOE = ("fight", "combatants", "joe")
GUNS = (*JOE, "held", "gun")


def draft() -> Draft:
    fight = {"combatants": {"joe": {"held": {"gun": 1}}}}
    return Draft(Encounter(name="", ruleset="any", combatants={"joe": {}}, fight=fight))


def test_what_is_put_into_a_map_later_does_not_show_in_the_change_that_brought_it() -> None:
    changed = draft()
    changed.put((*JOE, "held"), {"knife": {"wear": 0}})
    changed.put((*JOE, "held", "knife", "wear"), 2)
    assert changed.changes[0].after == {"knife": {"wear": 0}}
    assert changed.get((*JOE, "held")) == {"knife": {"wear": 2}}


def test_a_rollback_leaves_the_changes_that_were_told_alone() -> None:
    changed = draft()
    changed.put((*JOE, "held", "gun"), 2)
    changed.drop(JOE)
    told = changed.changes[-1]
    changed.rollback()
    assert told.before == {"held": {"gun": 2}}
    assert changed.get(JOE) == {"held": {"gun": 1}}


def test_a_rollback_tells_whose_live_state_it_put_back_and_whether_a_map_is_another() -> None:
    changed = draft()
    shape = changed.shape

    def remembered() -> object:
        return changed.cache.of_fight("guns", lambda: changed.get(GUNS), owners=("joe",))

    assert remembered() == 1
    changed.put(GUNS, 2)
    assert remembered() == 2
    changed.rollback()
    assert (remembered(), changed.shape) == (1, shape)
    changed.drop((*JOE, "held"))
    shape = changed.shape
    changed.rollback()
    assert changed.shape != shape


def test_a_change_knows_the_rows_of_the_rules_that_are_in_force() -> None:
    changed = draft()
    with changed.by("A-01"):
        changed.put((*JOE, "held", "gun"), 2)
        with changed.by("A-02"):
            changed.put((*JOE, "held", "gun"), 3)
            changed.put((*JOE, "ap"), 1)
        changed.drop((*JOE, "ap"))
    changed.put((*JOE, "prone"), value=True)
    assert [change.rules for change in changed.changes] == ["A-01", "A-02", "A-02", "A-01", ""]
    assert [change.rules for change in net_changes(changed.changes)] == ["A-01, A-02", ""]


def test_a_refusal_leaves_no_rows_in_force() -> None:
    changed = draft()
    with pytest.raises(Refusal), changed.by("A-01"):
        raise Refusal("value", "no")
    assert changed.rules == ""
