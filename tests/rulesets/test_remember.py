"""What is remembered of the last board is made anew when anything that it is made from changes."""

from collections.abc import Callable
from typing import Any

import pytest

from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.kit.board import RowCache


def street() -> Encounter:
    fight = {"round": 1, "combatants": {"joe": {"ap": [1]}, "bob": {"ap": [2]}}}
    return Encounter("street", "toy", combatants={"joe": {}, "bob": {}}, fight=fight)


def made_anew(change: Callable[[Encounter], Any], *besides: object) -> list[str]:
    """Who is worked out again after a change to the same encounter."""
    encounter, remembered = street(), RowCache[int]()
    made: list[str] = []

    def look(*besides: object) -> None:
        remembered.look_at(encounter)
        for who in encounter.combatants:
            remembered.get(who, lambda who=who: made.append(who) or 0, *besides)  # type: ignore

    look(False)
    assert made == ["joe", "bob"]
    made.clear()
    change(encounter)
    look(*(besides or (False,)))
    return made


def test_nothing_is_made_anew_where_nothing_has_changed() -> None:
    assert made_anew(lambda encounter: None) == []


def test_a_changed_live_state_makes_one_anew() -> None:
    assert made_anew(lambda e: e.fight["combatants"]["bob"]["ap"].append(3)) == ["bob"]
    assert made_anew(lambda e: e.fight["combatants"].pop("bob")) == ["bob"]


def test_what_is_named_besides_counts_too() -> None:
    assert made_anew(lambda encounter: None, True) == ["joe", "bob"]


@pytest.mark.parametrize(
    "change",
    [
        lambda e: e.fight.update(round=2),
        lambda e: e.house_rules.update(init_order="fixed"),
        lambda e: e.scene.update(visibility="rain"),
        lambda e: e.templates.update(ganger={"name": "Ganger"}),
        lambda e: e.combatants["joe"].update(name="Joe"),
        lambda e: setattr(e, "ruleset", "other"),
    ],
)
def test_any_other_change_makes_all_anew(change: Callable[[Encounter], Any]) -> None:
    assert made_anew(change) == ["joe", "bob"]
