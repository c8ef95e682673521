"""`--roll` as people type it."""

import pytest
from cli_support import Gm


def initiatives(doc: dict) -> dict[str, tuple[list[int], bool]]:
    return {roll["who"]: (roll["dice"], roll["given"]) for roll in doc["rolls"]}


def test_roll_init_takes_who_for_the_initiative_of_who(loaded: Gm) -> None:
    doc = loaded("roll-init", "--roll", "joe=5", "--roll", "Bob Rock=3", "--json").doc
    rolled = initiatives(doc)
    assert rolled["joe"] == ([5], True)
    assert rolled["bob"] == ([3], True)
    assert rolled["bill"][1] is False


@pytest.mark.parametrize("name", ["initiative.joe", "initiative.JO", "Initiative.joe schmoe"])
def test_a_roller_is_named_by_id_name_or_beginning_in_any_case(loaded: Gm, name: str) -> None:
    doc = loaded("roll-init", "--roll", f"{name}=5", "--json").doc
    assert initiatives(doc)["joe"] == ([5], True)


def test_a_name_of_a_roll_is_no_short_for_a_combatant(loaded: Gm) -> None:
    loaded("add", "Coin", "--set", "skill=1")
    doc = loaded("roll-init", "coin", "--roll", "initiative=5", "--json").doc
    assert initiatives(doc) == {"coin": ([5], True)}
    result = loaded("roll-init", "coin", "--roll", "coin=5", "--json")
    assert result.doc["unused"] == ["coin"]


def test_an_ambiguous_roller_is_refused_with_the_candidates(loaded: Gm) -> None:
    error = loaded("roll-init", "--roll", "b=5", "--json").doc["error"]
    assert error["kind"] == "unknown"
    assert "Bob Rock, Bill" in error["message"]


@pytest.mark.parametrize("name", ["zed", "initiative.zed"])
def test_an_unknown_roller_is_refused_with_the_candidates(loaded: Gm, name: str) -> None:
    error = loaded("roll-init", "--roll", f"{name}=5", "--json").doc["error"]
    assert error["kind"] == "unknown"
    assert "'zed'; there is Joe Schmoe, Bob Rock, Bill" in error["message"]


@pytest.mark.parametrize(
    ("roll", "word"),
    [
        ("attack=1,2,3", "4 dice"),
        ("attack=1,2,3,9", "9"),
        ("attack", "NAME=DICE"),
        ("attack=a,b", "a,b"),
        ("soak=1", "soak"),
        ("joe=1", "joe"),
    ],
)
def test_dice_that_do_not_fit_are_refused(loaded: Gm, roll: str, word: str) -> None:
    error = loaded("attack", "joe", "bob", "--roll", roll, "--json").doc["error"]
    assert error["kind"] == "roll"
    assert word in error["message"]


def test_one_roll_named_in_two_ways_is_refused(loaded: Gm) -> None:
    line = ["roll-init", "--roll", "joe=5", "--roll", "initiative.joe=4", "--json"]
    assert "twice" in loaded(*line).doc["error"]["message"]


def test_dice_for_a_command_that_rolls_nothing_are_refused(loaded: Gm) -> None:
    error = loaded("next", "--roll", "attack=6", "--json").doc["error"]
    assert error["kind"] == "roll"
    assert "attack" in error["message"]


def test_dice_that_were_not_needed_are_reported_as_unused(loaded: Gm) -> None:
    line = ["attack", "joe", "bob", "--roll", "dodge=1", "--json"]
    assert loaded(*line).doc["unused"] == ["dodge"]
