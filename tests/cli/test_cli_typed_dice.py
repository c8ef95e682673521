"""Dice that fell on the table, typed in a hurry: without a name, with half of it, or bare."""

from collections.abc import Callable
from typing import Any

import pytest

Type = Callable[[list[str]], Any]

ATTACK = "attack joe bob"
INIT = "roll-init --roll joe=4 --roll bob=2"


@pytest.fixture
def begun(type_line: Type) -> Type:
    """The knife fight in its first round, Joe's turn."""
    for line in ("load encounters/knife-fight.yaml", INIT):
        assert type_line(line.split()).status == 0
    return type_line


def rolled(type_line: Type, line: str) -> dict[str, list[int]]:
    """The dice that were typed in for each roll."""
    done = type_line([*line.split(), "--json"])
    assert done.status == 0, done.err
    return {roll["name"]: roll["dice"] for roll in done.doc["rolls"] if roll["given"]}


def refusal(type_line: Type, line: str) -> str:
    done = type_line(line.split())
    assert done.status == 1, done.out
    return str(done.err)


def test_dice_without_a_name_are_those_of_the_attack_roll(begun: Type) -> None:
    assert rolled(begun, f"{ATTACK} -r 6624151 -n") == {"attack": [6, 6, 2, 4, 1, 5, 1]}
    assert rolled(begun, f"{ATTACK} -r 6,6,2,4,1,5,1 -n") == {"attack": [6, 6, 2, 4, 1, 5, 1]}


def test_the_name_of_a_roll_may_be_begun(begun: Type) -> None:
    dice = rolled(begun, f"{ATTACK} -r a=6624151 -r def.bob=2,5,4 -r s=5511 -n")
    assert dice == {"attack": [6, 6, 2, 4, 1, 5, 1], "defense": [2, 5, 4], "soak": [5, 5, 1, 1]}


def test_one_roll_alone_needs_no_name(begun: Type) -> None:
    assert rolled(begun, "test joe composure -r 662135 -n") == {"test": [6, 6, 2, 1, 3, 5]}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("-r 6624151 -r attack=6624151", "attack is given twice"),
        ("-r 6624151 -r 22", "dice without a name are given twice"),
        ("-r xyz=6", "can roll attack, defense, soak"),
        ("-r joe", "type NAME=DICE"),
        ("-r bob=254", "dice of bob could be defense.bob, soak.bob"),
        ("-r attack=3h -r attack_again=3h", "may be a glitch"),
    ],
)
def test_what_does_not_fit_is_refused(begun: Type, line: str, told: str) -> None:
    assert told in refusal(begun, f"{ATTACK} {line}")


def test_where_several_rolls_fit_nothing_is_guessed(type_line: Type) -> None:
    declared = ("act johnny shoot thug-2", "act thug-2 move --with to=0,3")
    for line in ("load encounters/three-thugs-in-the-fog.yaml", "roll-init", *declared, "next"):
        assert type_line(line.split()).status == 0
    told = refusal(type_line, "attack johnny thug-2 -r a=15")
    assert "'a' could be attack, accessory, awareness" in told
    dice = rolled(type_line, "attack johnny thug-2 -r 1 -r aw=9 -n")
    assert (dice["attack"], dice["awareness"]) == ([1], [9])


def test_a_roll_is_begun_in_any_ruleset(type_line: Type) -> None:
    for line in ("load encounters/stairwell.yaml", "roll-init --seed 1"):
        assert type_line(line.split()).status == 0
    dice = rolled(type_line, "attack ash thug-1 -r att=111111 -n")
    assert dice == {"attack": [1] * 6}


def test_dice_of_a_command_that_rolls_nothing_are_refused(begun: Type) -> None:
    assert "this command rolls nothing" in refusal(begun, "damage bob 1 -r 66")


def test_initiative_of_several_needs_names(type_line: Type) -> None:
    assert type_line(["load", "encounters/knife-fight.yaml"]).status == 0
    assert "initiative" in refusal(type_line, "roll-init -r 44")
    assert rolled(type_line, "roll-init joe -r 4") == {"initiative": [4]}


@pytest.mark.parametrize("dice", ["66421", "6,6,4"])
def test_bare_dice_in_an_attack_are_told_how_to_be_typed(begun: Type, dice: str) -> None:
    told = refusal(begun, f"{ATTACK} {dice}")
    assert f"`-r {dice}`" in told
    assert "there is" not in told
