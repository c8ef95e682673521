"""What a GM writes into a file by hand, as one writes it: live state that holds from the first
command on. What cannot be stands in `impossible.yaml`."""

from typing import Any

import pytest

from ..typing_in import gmtrack, loaded

TABLE = """\
gmtrack: 1
name: Own table
ruleset: storyteller
scene:
  covers:
    fish_crates: {concealment: partially, durability: 1}
combatants:
  joe:
    strength: 3
    weapons:
      gas_pipe: {damage: 2, initiative: -2}
      pistol: {kind: firearm, damage: 1, ranges: [20, 40, 80], capacity: 17}
      statue: {improvised: true, durability: 3, size: 2, structure: 5}
  bob: {weapons: {knife: {}}}
  ann: {}
"""


pytestmark = pytest.mark.usefixtures("home", "board_without_choices")


def state_of(who: str) -> Any:
    return gmtrack("show", who, "--json").doc["state"]


def weapons_of(who: str) -> Any:
    return gmtrack("show", who, "--json").doc["weapons"]


def test_a_round_is_taken_up_where_it_was_left() -> None:
    fight = """\
fight:
  round: 3
  acting: bob
  combatants:
    joe: {initiative: 12, acted: true}
    bob: {initiative: 9, decay: 1, no_defense: [all-out]}
    ann: {initiative: 7, delaying: true, ap: 1}
"""
    assert loaded(TABLE + fight).code == 0
    board = gmtrack("board", "--json").doc
    assert (board["round"], board["phase"], board["acting"]) == (3, "acting", "bob")
    assert [place["id"] for place in board["order"]] == ["joe", "bob", "ann"]
    assert board["order"][2]["delayed"] is True
    assert gmtrack("attack", "ann", "joe", "--json").doc["error"]["kind"] == "turn"
    over = gmtrack("next", "--json").doc
    assert over["phase"] == "round-over"
    again = gmtrack("next", "--json").doc
    assert (again["round"], again["acting"]) == (4, "joe")
    assert state_of("ann")["held_over"] is True
    assert state_of("bob")["no_defense"] == []


def test_a_round_without_anybody_acting_is_over() -> None:
    assert loaded(TABLE + "fight: {round: 2, combatants: {joe: {initiative: 3}}}\n").code == 0
    assert gmtrack("board", "--json").doc["phase"] == "round-over"


@pytest.mark.parametrize(
    ("live", "status"),
    [
        ("bashing: 7", "up"),
        ("lethal: 7", "dying"),
        ("lethal: 6, bashing: 1", "up"),
        ("aggravated: 7", "dead"),
        ("bashing: 7, conscious: false", "unconscious"),
        ("lethal: 7, dying: false", "unconscious"),
        ("dead: true", "dead"),
    ],
)
def test_boxes_written_down_say_who_is_down_st_169_to_st_171(live: str, status: str) -> None:
    assert loaded(TABLE + f"fight: {{combatants: {{joe: {{{live}}}}}}}\n").code == 0
    assert gmtrack("show", "joe", "--json").doc["status"] == status


def test_names_may_be_written_as_one_likes() -> None:
    fight = """\
fight:
  structure: {Fish_Crates: 4}
  combatants:
    joe: {wielded: Gas_Pipe, ammo: {Pistol: 3}, cover: fish_crates}
    bob: {weapon_at: {Knife: dropped}, cover: Fish-Crates}
"""
    assert loaded(TABLE + fight).code == 0
    assert state_of("joe")["wielded"] == ["gas-pipe"]
    assert gmtrack("show", "joe", "--json").doc["initiative"]["weapon"] == -2
    assert gmtrack("board", "--json").doc["covers"]["fish-crates"]["structure"]["now"] == 4
    assert state_of("bob")["wielded"] == ["unarmed"]
    shot = gmtrack("attack", "joe", "bob", "--weapon", "pistol", "--roll", "attack=1", "--json")
    parts = {part["label"]: part["value"] for part in shot.doc["rolls"][0]["parts"]}
    assert parts["concealment"] == -2
    assert weapons_of("joe")["pistol"]["ammo"]["now"] == 2


def test_a_value_is_set_however_its_name_is_typed() -> None:
    assert loaded(TABLE).code == 0
    for what in ("weapon_at.gas_pipe=dropped", "weapon_at.STATUE=wrecked"):
        assert gmtrack("set", "joe", what).code == 0
    at = {name: weapon["at"] for name, weapon in weapons_of("joe").items()}
    assert at == {
        "unarmed": "carried", "gas-pipe": "dropped", "pistol": "carried", "statue": "wrecked",
    }  # fmt: skip
    for name in ("fish_crates", "Fish_Crates", "fish-crates"):
        assert gmtrack("set", "scene", f"covers.{name}.structure=2").code == 0
    assert gmtrack("board", "--json").doc["covers"]["fish-crates"]["structure"]["now"] == 2


def test_the_structure_of_a_piece_that_is_not_there_yet_makes_one() -> None:
    assert loaded(TABLE).code == 0
    assert gmtrack("set", "scene", "covers.door.structure=6").code == 0
    assert gmtrack("set", "scene", "covers.door.structure=2").code == 0
    assert gmtrack("undo", "2").code == 0


def test_a_hold_written_down_takes_the_defense_of_both_st_081() -> None:
    fight = """\
fight:
  combatants:
    joe: {grapple: {with: bob, controls: knife, hold: true}, controls_of: bob}
    bob: {grapple: {with: joe, hold: true}}
"""
    assert loaded(TABLE + fight).code == 0
    for who in ("joe", "bob"):
        assert gmtrack("show", who, "--json").doc["defense"]["now"] == 0
    rolls = ("--roll", "grapple.joe=8,8,1", "--roll", "grapple.bob=1,1", "--json")
    won = gmtrack("act", "joe", "grapple", "--with", "move=damage", *rolls).doc
    assert won["damage"]["type"] == "lethal"
    assert won["damage"]["dealt"] == 2


def test_what_was_taken_from_another_one_is_used_as_it_stood_there() -> None:
    fight = """\
fight:
  combatants:
    joe: {taken: {rifle: {kind: firearm, damage: 3, ranges: [1, 2, 3], capacity: 9}},
          ammo: {rifle: 4}, wielded: [rifle]}
"""
    assert loaded(TABLE + fight).code == 0
    assert weapons_of("joe")["rifle"]["ammo"] == {"max": 9, "now": 4}
    shot = gmtrack("attack", "joe", "bob", "--roll", "attack=8,1", "--json").doc
    assert (shot["weapon"], shot["damage"]["dealt"]) == ("rifle", 4)


def test_a_turn_that_is_nobodys_is_refused() -> None:
    answer = loaded(TABLE + "fight: {phase: acting, round: 1}\n")
    assert answer.code == 1
    assert "fight.acting: missing: whose turn it is" in answer.err
