"""Attacks by a group in one step and one table, and one initiative for those who are alike."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

Type = Callable[[list[str]], Any]
MISS = ["--roll", "attack=1,1,1,2,2,2", "--roll", "defense=6,6,6,6,6,6,6,6,6,6"]


@pytest.fixture
def ambush(type_line: Type) -> Type:
    """Three gangers, alike, under the viaduct; nothing has begun."""
    assert type_line(["load", "encounters/ganger-ambush.yaml"]).status == 0
    assert type_line(["add", "ganger", "--count", "3"]).status == 0
    return type_line


def attackers(screen: Any) -> list[str]:
    return [result["attacker"] for result in screen.doc["results"] if "attacker" in result]


def test_each_of_a_group_attacks_and_the_table_has_a_line_for_each(ambush: Type) -> None:
    screen = ambush(["attack", "ganger*", "vex", "--seed", "4"])
    heads, *rows = screen.out.splitlines()
    assert heads.split() == ["Attacker", "Target", "attack", "defense", "Outcome", "Damage"]
    assert [row[:12].strip() for row in rows[:3]] == ["ganger 1", "ganger 2", "ganger 3"]
    assert all("Vex" in row for row in rows[:3])


def test_a_group_attack_is_one_step(ambush: Type) -> None:
    before = ambush(["show", "vex", "--json"]).doc
    assert attackers(ambush(["attack", "ganger*", "vex", "--seed", "5", "--json"])) == [
        "ganger", "ganger-2", "ganger-3",
    ]  # fmt: skip
    assert ambush(["show", "vex", "--json"]).doc != before
    assert ambush(["undo"]).status == 0
    assert ambush(["show", "vex", "--json"]).doc == before


def test_the_table_says_what_has_befallen_whom(ambush: Type) -> None:
    screens = [ambush(["attack", "ganger*", "vex", "--seed", str(n)]).out for n in range(4)]
    assert any("Vex: flesh" in out or "Vex flesh" in out for out in screens), screens


def test_who_cannot_is_left_out_of_a_pattern(ambush: Type) -> None:
    ambush(["damage", "ganger-2", "40"])
    screen = ambush(["attack", "ganger*", "vex", "--seed", "4", "--json"])
    assert attackers(screen) == ["ganger", "ganger-3"]
    [left_out] = screen.doc["left_out"]
    assert left_out["who"] == "ganger-2"
    assert left_out["kind"] == "status"
    told = ambush(["attack", "ganger*", "vex", "--seed", "4"]).out
    assert "ganger 2 is left out: ganger 2 is dead" in told


def test_those_who_are_named_attack_all_or_none(ambush: Type) -> None:
    ambush(["damage", "ganger-2", "40"])
    screen = ambush(["attack", "ganger,ganger-2", "vex", "--json"])
    assert screen.doc["error"]["kind"] == "status"
    assert "rolls" not in ambush(["log", "--last", "1", "--json"]).doc["steps"][0]["line"]


def test_where_nobody_can_the_first_reason_is_told(ambush: Type) -> None:
    ambush(["damage", "ganger*", "40"])
    assert ambush(["attack", "ganger*", "vex", "--json"]).doc["error"]["kind"] == "status"


def test_dice_are_typed_for_one_of_the_group(ambush: Type) -> None:
    line = ["attack", "ganger*", "vex", "--roll", "attack.ganger-2=6,6,6,6,1,1", "--json"]
    rolls = ambush(line).doc["rolls"]
    given = {roll["who"]: roll["dice"] for roll in rolls if roll["given"]}
    assert given == {"ganger-2": [6, 6, 6, 6, 1, 1]}


def groups(ambush: Type, tmp_path: Path, **table: object) -> None:
    """The same with a `table` in the file."""
    ambush(["save", "crowd.yaml"])
    file = tmp_path / "crowd.yaml"
    doc = yaml.safe_load(file.read_text()) | {"table": table}
    file.write_text(yaml.dump(doc, sort_keys=False))
    assert ambush(["load", "crowd.yaml"]).status == 0


def test_a_group_that_the_encounter_names_has_one_initiative(ambush: Type, tmp_path: Path) -> None:
    groups(ambush, tmp_path, groups=["ganger*"])
    dice = ["--roll", "ganger=4", "--roll", "hook=2"]
    rolls = ambush(["roll-init", *dice, "--seed", "1", "--json"]).doc["rolls"]
    of = {roll["who"]: roll for roll in rolls if roll["name"] == "initiative"}
    assert [of[who]["dice"] for who in ("ganger", "ganger-2", "ganger-3")] == [[4], [4], [4]]
    assert of["ganger-3"]["given"]
    assert of["hook"]["dice"] == [2]


def test_a_group_acts_on_its_turn_one_after_the_other(ambush: Type, tmp_path: Path) -> None:
    groups(ambush, tmp_path, groups=["ganger*"])
    ambush(["roll-init", "--roll", "ganger=6", "--roll", "chains=1", "--seed", "2"])
    for _ in range(8):
        if ambush(["board", "--json"]).doc["acting"].startswith("ganger"):
            break
        assert ambush(["next"]).status == 0
    screen = ambush(["attack", "ganger*", "vex", "--seed", "3", "--json"])
    assert sorted(attackers(screen)) == ["ganger", "ganger-2", "ganger-3"]
    assert "left_out" not in screen.doc
    assert [result["command"] for result in screen.doc["results"]].count("next") == 2
    spent = {entry["id"]: entry["ap"] for entry in ambush(["board", "--json"]).doc["order"]}
    assert len({spent[who] for who in ("ganger", "ganger-2", "ganger-3")}) == 1


@pytest.mark.parametrize("table", [{"grups": []}, {"groups": "ganger*"}, {"ask": [1]}])
def test_a_table_that_is_none_is_refused(
    ambush: Type, tmp_path: Path, table: dict[str, Any]
) -> None:
    ambush(["save", "crowd.yaml"])
    file = tmp_path / "crowd.yaml"
    file.write_text(yaml.dump(yaml.safe_load(file.read_text()) | {"table": table}))
    screen = ambush(["validate", "crowd.yaml", "--json"])
    assert screen.status == 1
    assert "table" in screen.out


def test_an_action_of_several_ends_nobodys_turn(ambush: Type) -> None:
    ambush(["roll-init", "--seed", "2"])
    acting = ambush(["board", "--json"]).doc["acting"]
    screen = ambush(["act", "*", "drop-prone", "--json"])
    assert [result["who"] for result in screen.doc["results"] if "who" in result] or (
        screen.doc["who"] == acting
    )
    assert ambush(["board", "--json"]).doc["acting"] == acting


def test_of_any_command_it_is_told_who_was_left_out(ambush: Type) -> None:
    ambush(["damage", "ganger-2", "40"])
    out = ambush(["act", "ganger*", "drop-prone"]).out
    assert "ganger 2 is left out: ganger 2 is dead" in out


def test_who_is_hidden_is_marked_on_the_gms_board(ambush: Type) -> None:
    assert "hidden" not in ambush(["board"]).out
    ambush(["hide", "hook"])
    assert "hidden" in ambush(["board"]).out


def test_numbers_stay_clear_of_those_that_are_taken(type_line: Type) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    doc = type_line(["add", "thug", "--count", "2", "--json"]).doc
    assert doc["added"] == ["thug-3", "thug-4"]
    assert type_line(["show", "thug-3", "--json"]).doc["name"] == "thug 3"


@pytest.mark.parametrize("words", [["ganger*"], ["ganger,ganger-2,ganger-3"], ["ganger", "gan*"]])
def test_several_are_rolled_in_by_one_word(ambush: Type, words: list[str]) -> None:
    done = ambush(["roll-init", *words, "--json"])
    rolled = {roll["who"] for roll in done.doc["rolls"] if roll["name"] == "initiative"}
    assert rolled == {"ganger", "ganger-2", "ganger-3"}, done


def test_a_pattern_rolls_in_those_who_may_still_come(ambush: Type) -> None:
    ambush(["roll-init"])
    ambush(["leave", "ganger,ganger-2"])
    ambush(["join", "ganger*"])
    done = ambush(["roll-init", "ganger*", "--json"]).doc
    who = [roll["who"] for one in done["results"] for roll in one["rolls"]]
    assert {"ganger", "ganger-2"} == set(who)
    assert [one["who"] for one in done["left_out"]] == ["ganger-3"]
    assert ambush(["roll-init", "orc*"]).status == 1
