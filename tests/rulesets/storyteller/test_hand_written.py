"""What a GM writes into a file by hand, as one writes it: live state that holds from the first
command on, and impossible state that is refused with its line and path."""

import os
from pathlib import Path
from typing import Any

import pytest

from ..typing_in import Answer, gmtrack

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
FIGHT = TABLE.count("\n") + 1
"""The line of `fight:` under it."""


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("GMTRACK_FILE", raising=False)
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def loaded(folder: Path, fight: str, table: str = TABLE) -> Answer:
    file = folder / "table.yaml"
    file.write_text(table + fight, encoding="utf-8")
    return gmtrack("load", str(file))


def state_of(who: str) -> Any:
    return gmtrack("show", who, "--json").doc["state"]


def weapons_of(who: str) -> Any:
    return gmtrack("show", who, "--json").doc["weapons"]


def test_a_round_is_taken_up_where_it_was_left(tmp_path: Path) -> None:
    fight = """\
fight:
  round: 3
  acting: bob
  combatants:
    joe: {initiative: 12, acted: true}
    bob: {initiative: 9, decay: 1, no_defense: [all-out]}
    ann: {initiative: 7, delaying: true, ap: 1}
"""
    assert loaded(tmp_path, fight).code == 0
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


def test_a_round_without_anybody_acting_is_over(tmp_path: Path) -> None:
    assert loaded(tmp_path, "fight: {round: 2, combatants: {joe: {initiative: 3}}}\n").code == 0
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
def test_boxes_written_down_say_who_is_down_st_169_to_st_171(
    tmp_path: Path, live: str, status: str
) -> None:
    assert loaded(tmp_path, f"fight: {{combatants: {{joe: {{{live}}}}}}}\n").code == 0
    assert gmtrack("show", "joe", "--json").doc["status"] == status


def test_names_may_be_written_as_one_likes(tmp_path: Path) -> None:
    fight = """\
fight:
  structure: {Fish_Crates: 4}
  combatants:
    joe: {wielded: Gas_Pipe, ammo: {Pistol: 3}, cover: fish_crates}
    bob: {weapon_at: {Knife: dropped}, cover: Fish-Crates}
"""
    assert loaded(tmp_path, fight).code == 0
    assert state_of("joe")["wielded"] == ["gas-pipe"]
    assert gmtrack("show", "joe", "--json").doc["initiative"]["weapon"] == -2
    assert gmtrack("board", "--json").doc["covers"]["fish-crates"]["structure"]["now"] == 4
    assert state_of("bob")["wielded"] == ["unarmed"]
    shot = gmtrack("attack", "joe", "bob", "--weapon", "pistol", "--roll", "attack=1", "--json")
    parts = {part["label"]: part["value"] for part in shot.doc["rolls"][0]["parts"]}
    assert parts["concealment"] == -2
    assert weapons_of("joe")["pistol"]["ammo"]["now"] == 2


def test_a_value_is_set_however_its_name_is_typed(tmp_path: Path) -> None:
    assert loaded(tmp_path, "").code == 0
    for what in ("weapon_at.gas_pipe=dropped", "weapon_at.STATUE=wrecked"):
        assert gmtrack("set", "joe", what).code == 0
    at = {name: weapon["at"] for name, weapon in weapons_of("joe").items()}
    assert at == {
        "unarmed": "carried", "gas-pipe": "dropped", "pistol": "carried", "statue": "wrecked",
    }  # fmt: skip
    for name in ("fish_crates", "Fish_Crates", "fish-crates"):
        assert gmtrack("set", "scene", f"covers.{name}.structure=2").code == 0
    assert gmtrack("board", "--json").doc["covers"]["fish-crates"]["structure"]["now"] == 2


def test_the_structure_of_a_piece_that_is_not_there_yet_makes_one(tmp_path: Path) -> None:
    assert loaded(tmp_path, "").code == 0
    assert gmtrack("set", "scene", "covers.door.structure=6").code == 0
    assert gmtrack("set", "scene", "covers.door.structure=2").code == 0
    assert gmtrack("undo", "2").code == 0


def test_a_hold_written_down_takes_the_defense_of_both_st_081(tmp_path: Path) -> None:
    fight = """\
fight:
  combatants:
    joe: {grapple: {with: bob, controls: knife, hold: true}, controls_of: bob}
    bob: {grapple: {with: joe, hold: true}}
"""
    assert loaded(tmp_path, fight).code == 0
    for who in ("joe", "bob"):
        assert gmtrack("show", who, "--json").doc["defense"]["now"] == 0
    rolls = ("--roll", "grapple.joe=8,8,1", "--roll", "grapple.bob=1,1", "--json")
    won = gmtrack("act", "joe", "grapple", "--with", "move=damage", *rolls).doc
    assert won["damage"]["type"] == "lethal"
    assert won["damage"]["dealt"] == 2


def test_what_was_taken_from_another_one_is_used_as_it_stood_there(tmp_path: Path) -> None:
    fight = """\
fight:
  combatants:
    joe: {taken: {rifle: {kind: firearm, damage: 3, ranges: [1, 2, 3], capacity: 9}},
          ammo: {rifle: 4}, wielded: [rifle]}
"""
    assert loaded(tmp_path, fight).code == 0
    assert weapons_of("joe")["rifle"]["ammo"] == {"max": 9, "now": 4}
    shot = gmtrack("attack", "joe", "bob", "--roll", "attack=8,1", "--json").doc
    assert (shot["weapon"], shot["damage"]["dealt"]) == ("rifle", 4)


IMPOSSIBLE = [
    ("bashing: 8", "", "8 points are marked, but there are 7 boxes"),
    ("bashing: 3, lethal: 3, aggravated: 2", "", "8 points are marked"),
    ("bashing: -1", ".bashing", "found -1"),
    ("willpower_left: 5", ".willpower_left", "found 5, allowed is 0 to 4"),
    ("ap: 2", ".ap", "found 2, allowed: a whole number from 0 to 1"),
    ("initiative: fast", ".initiative", "found 'fast'"),
    ("moved: -3", ".moved", "found -3"),
    ("decay: -1", ".decay", "found -1"),
    ("prone: 1", ".prone", "found 1, allowed: true or false"),
    ("wound_penalty: 3", ".wound_penalty", "unknown key"),
    ("dieing: true", ".dieing", "did you mean 'dying'?"),
    ("no_defense: [tired]", ".no_defense.0", "found 'tired', allowed: one of surprised, charge"),
    ("off_balance: maybe", ".off_balance", "allowed: one of none, pending, active"),
    ("guard: active", ".guard", "allowed: one of none, static"),
    ("wielded: [sword]", ".wielded", "no weapon 'sword'; there is"),
    ("wielded: [gas-pipe, pistol, statue]", ".wielded", "found 3 weapons, allowed are 2"),
    ("weapon_at: {pistol: lost}", ".weapon_at.pistol", "one of carried, dropped, wrecked"),
    ("weapon_at: {sword: dropped}", ".weapon_at.sword", "no weapon 'sword'"),
    ("ammo: {pistol: 18}", ".ammo.pistol", "found 18, allowed is 0 to 17"),
    ("ammo: {sword: 1}", ".ammo.sword", "no weapon 'sword'"),
    ("structure: {statue: 6}", ".structure.statue", "found 6, allowed is 0 to 5"),
    ("structure: {sword: 1}", ".structure.sword", "no weapon 'sword'"),
    ("lost: [pistol], wielded: [pistol]", ".wielded", "no weapon 'pistol'"),
    ("taken: {gun: {kind: firearm}}", ".taken.gun.ranges", "missing: a firearm has"),
    ("cover: tank", ".cover", "no cover 'tank'; there is fish-crates"),
    ("shield: zed", ".shield", "no combatant 'zed'; there is joe, bob, ann"),
    ("downed_by: zed", ".downed_by", "no combatant 'zed'"),
    ("killed: [bob, zed]", ".killed", "no combatant 'zed'"),
    ("dodged: [zed]", ".dodged", "no combatant 'zed'"),
    ("wp_defense: [zed]", ".wp_defense", "no combatant 'zed'"),
    ("aim: {target: bob, bonus: 4}", ".aim.bonus", "found 4, allowed: a whole number from 0 to 3"),
    ("aim: {target: zed, bonus: 1}", ".aim.target", "no combatant 'zed'"),
    ("aim: {bonus: 1}", ".aim.target", "is missing"),
    ("aim: bob", ".aim", "found 'bob', allowed: a map"),
    ("grapple: {with: zed}", ".grapple.with", "no combatant 'zed'"),
    ("grapple: {hold: true}", ".grapple.with", "missing"),
    ("grapple: {with: bob, controls: sword}", ".grapple.controls", "no weapon 'sword'"),
    ("grapple: {with: bob, hold: maybe}", ".grapple.hold", "found 'maybe', allowed: true or false"),
    ("grapple: {with: bob, whom: 1}", ".grapple.whom", "unknown key"),
    ("suppressed: {by: zed, successes: 1}", ".suppressed.by", "no combatant 'zed'"),
    ("suppressed: {by: bob}", ".suppressed.successes", "is missing"),
    ("suppressed: {by: bob, successes: 1, damage_type: fire}", ".suppressed.damage_type", "'fire'"),
    ("tags: [{tag: broken}]", ".tags.0.tag", "one of arm-wrack, leg-wrack, stunned"),
    ("tags: [{tag: arm-wrack, location: nose}]", ".tags.0.location", "one of arm, leg, head"),
    ("timed: {sleepy: 2}", ".timed.sleepy", "unknown key"),
]


@pytest.mark.parametrize(("live", "where", "message"), IMPOSSIBLE, ids=lambda text: str(text)[:40])
def test_an_impossible_state_of_somebody_is_refused_with_line_and_path(
    tmp_path: Path, live: str, where: str, message: str
) -> None:
    fight = f"fight:\n  combatants:\n    bob: {{prone: true}}\n    joe: {{{live}}}\n"
    answer = loaded(tmp_path, fight)
    assert answer.code == 1
    place = f"table.yaml:{FIGHT + 3}: fight.combatants.joe{where}: "
    assert place in answer.err
    assert message in answer.err.partition(place)[2]
    assert gmtrack("board").code == 1, "it was opened all the same"


@pytest.mark.parametrize(
    ("line", "where", "message"),
    [
        ("acting: zed", "acting", "no combatant 'zed'; there is joe, bob, ann"),
        ("acting: Bob", "acting", "no combatant 'Bob'; did you mean 'bob'"),
        ("phase: over", "phase", "one of not-started, acting, round-over"),
        ("round: -1", "round", "found -1"),
        ("round: two", "round", "found 'two'"),
        ("interrupted: [zed]", "interrupted", "no combatant 'zed'"),
        ("structure: {tank: 3}", "structure.tank", "no cover 'tank'"),
        ("structure: {fish-crates: -1}", "structure.fish-crates", "found -1"),
        ("turn: joe", "turn", "unknown key"),
        ("combatants: []", "combatants", "found a list, allowed: a map"),
        ("combatants: {zed: {prone: true}}", "combatants.zed", "no combatant 'zed'"),
    ],
)
def test_an_impossible_state_of_the_fight_is_refused_with_line_and_path(
    tmp_path: Path, line: str, where: str, message: str
) -> None:
    answer = loaded(tmp_path, f"fight:\n  {line}\n")
    assert answer.code == 1
    place = f"table.yaml:{FIGHT + 1}: fight.{where}: "
    assert place in answer.err
    assert message in answer.err.partition(place)[2]


def test_a_turn_that_is_nobodys_is_refused(tmp_path: Path) -> None:
    answer = loaded(tmp_path, "fight: {phase: acting, round: 1}\n")
    assert answer.code == 1
    assert "fight.acting: missing: whose turn it is" in answer.err


def test_every_fault_of_a_file_is_told_at_once(tmp_path: Path) -> None:
    fight = """\
fight:
  acting: zed
  combatants:
    joe: {bashing: 9, cover: tank}
    bob: {aim: {target: zed, bonus: 1}}
"""
    answer = loaded(tmp_path, fight)
    assert answer.code == 1
    for place in ("acting", "combatants.joe", "combatants.joe.cover", "combatants.bob.aim.target"):
        assert f": fight.{place}: " in answer.err


@pytest.mark.parametrize(
    ("sheet", "where", "message"),
    [
        ("{weapons: {gun: {kind: firearm}}}", "weapons.gun.ranges", "missing: a firearm has"),
        ("{weapons: {dart: {ranges: [9, 6, 3]}}}", "weapons.dart.ranges", "three ascending"),
        ("{weapons: {dart: {ranges: [3, 6]}}}", "weapons.dart.ranges", "three ascending"),
        ("{wielded: sword}", "wielded", "no weapon 'sword'"),
        ("{cover: tank}", "cover", "no cover 'tank'"),
        ("{skills: {cooking: 2}}", "skills.cooking", "allowed: brawl, weaponry"),
        ("{armor: [{covers: [nose]}]}", "armor.0.covers.0", "found 'nose'"),
    ],
)
def test_an_impossible_sheet_is_refused_with_line_and_path(
    tmp_path: Path, sheet: str, where: str, message: str
) -> None:
    answer = loaded(tmp_path, f"  zed: {sheet}\n")
    assert answer.code == 1
    place = f"table.yaml:{FIGHT}: combatants.zed.{where}: "
    assert place in answer.err
    assert message in answer.err.partition(place)[2]
