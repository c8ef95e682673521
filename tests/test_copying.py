"""Copies of plain data, and of an encounter."""

import copy

import pytest

from gmtrack.core.draft import MISSING
from gmtrack.core.encounter import Encounter, copy_data

SAMPLES = [
    {"a": [1, 2.5, None, True, {"b": "c"}], "d": {}},
    [[], [[]], {"x": [{}]}],
    ({"a": [1]}, [2]),
    {1: {2: (3, [4])}},
    "text",
    7,
    None,
]


@pytest.mark.parametrize("value", SAMPLES, ids=repr)
def test_a_copy_is_equal_and_shares_nothing_that_can_change(value: object) -> None:
    copied = copy_data(value)
    assert copied == copy.deepcopy(value)
    assert not containers(value) & containers(copied)


def containers(value: object) -> set[int]:
    """Return the ids of all maps and lists in a value."""
    inner = value.values() if isinstance(value, dict) else value
    own = {id(value)} if isinstance(value, dict | list) else set()
    if isinstance(inner, str) or not hasattr(inner, "__iter__"):
        return own
    return own.union(*map(containers, inner))


def test_what_stands_in_several_places_stays_one_thing() -> None:
    shared: dict[str, list[int]] = {"a": [1]}
    copied = copy_data({"x": shared, "y": [shared]})
    assert copied["x"] is copied["y"][0]
    assert copied["x"] is not shared
    around: list[object] = []
    around.append(around)
    copied_around = copy_data(around)
    assert copied_around[0] is copied_around


def test_what_is_no_plain_data_is_copied_as_elsewhere() -> None:
    assert copy_data([MISSING])[0] is MISSING
    found = copy_data([Encounter("A", "toy", combatants={"joe": {}})])[0]
    assert found == Encounter("A", "toy", combatants={"joe": {}})


def test_the_copy_of_an_encounter_shares_no_data_with_it() -> None:
    fight = Encounter("A", "toy", combatants={"joe": {"name": "Joe"}}, fight={"round": 1})
    fight.note_book_effects({"stun": {}})
    assert fight.names()["joe"] == "Joe"
    copied = copy.deepcopy(fight)
    assert copied == fight
    assert copied.shown is not None
    assert copied.shown[0] is copied.combatants
    copied.combatants["joe"]["name"] = "Jim"
    copied.drop_names()
    copied.fight["round"] = 2
    assert (fight.names()["joe"], copied.names()["joe"]) == ("Joe", "Jim")
    assert fight.fight == {"round": 1}
    assert copied.book_effects is fight.book_effects
