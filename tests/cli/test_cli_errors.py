"""Exit statuses, error messages and error documents."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from cli_support import Gm
from tables import each_row

from gmtrack.app import run

Fight = tuple[Gm, str, str]
ENCOUNTERS = Path(__file__).parents[2] / "encounters"


def test_a_refusal_exits_1_and_says_so_on_standard_error(loaded: Gm) -> None:
    result = loaded("attack", "joe", "zed")
    assert result.status == 1
    assert result.out == ""
    assert result.err.startswith("error: no combatant 'zed'; there is joe, bob, bill")


def test_a_refusal_with_json_is_exactly_one_document_on_standard_output(loaded: Gm) -> None:
    result = loaded("attack", "joe", "zed", "--json")
    assert result.status == 1
    assert result.doc.keys() == {"error"}
    assert result.doc["error"]["kind"] == "unknown"
    assert "zed" in result.doc["error"]["message"]
    assert result.err.startswith("error: ")


@each_row(
    "words",
    [
        ["attack", "joe", "bob", "--weapon", "combat-knife", "--weapon", "unarmed"],
        ["attack", "joe", "bob", "-w", "combat-knife", "--weapon=unarmed"],
        ["attack", "joe", "bob", "weapon=combat-knife", "weapon=unarmed"],
        ["attack", "joe", "bob", "--called", "neck", "--called", "head"],
        ["damage", "bob", "1", "--pool", "flesh", "--pool", "armored"],
        ["test", "joe", "body", "--threshold", "1", "--threshold", "2"],
        ["log", "--last", "1", "--last", "2"],
        ["-f", "a.yaml", "-f", "b.yaml", "board"],
    ],
)
def test_an_option_of_one_value_is_not_typed_twice(words: list[str], loaded: Gm) -> None:
    answer = loaded(*words)
    assert answer.status == 2
    assert "is typed twice and takes one value" in answer.err
    assert words[0] == "-f" or f"Usage: gmtrack {words[0]} " in answer.err


def test_what_may_be_said_of_several_may_be_typed_several_times(loaded: Gm) -> None:
    line = "attack joe bob --mod 1:a --mod 2:b -n -n --with reach --with reach --seed 1 --seed 2"
    assert "typed twice" not in loaded(*line.split()).err


@each_row(
    "words",
    [
        "load",
        "save",
        "validate",
        "import",
        "replay",
        "add joe --from",
        "log --export",
        "board --svg",
    ],
)
@each_row("end", ["", ".jsonl"])
def test_a_file_name_that_is_too_long_is_refused(loaded: Gm, words: str, end: str) -> None:
    result = loaded(*words.split(), "x" * 300 + end)
    assert result.status == 1
    assert loaded("-f", "x" * 300 + end, "board").status == 1


@each_row(
    "line",
    [
        ["atack", "joe", "bob"],
        ["attack", "joe"],
        ["attack", "joe", "bob", "--nonsense"],
        ["attack", "joe", "bob", "--seed", "x"],
        ["damage", "joe", "many"],
        ["heal", "joe", "some"],
        ["heal", "joe", "1000001"],
        ["damage", "joe", "1000001"],
        ["effect", "joe", "stunned", "--rounds", "1000001"],
        ["undo", "0"],
        ["add", "Ganger", "--count", "0"],
        ["-f"],
    ],
)
def test_a_wrong_command_line_exits_2_with_usage_and_error(gm: Gm, line: list[str]) -> None:
    result = gm(*line)
    assert result.status == 2
    assert result.out == ""
    assert "error: " in result.err
    assert "Usage: gmtrack" in result.err


def test_a_wrong_command_line_with_json_is_a_document_of_kind_usage(gm: Gm) -> None:
    result = gm("attack", "joe", "--json")
    assert result.status == 2
    assert result.doc["error"]["kind"] == "usage"
    assert "TARGET" in result.doc["error"]["message"]


def test_a_mistyped_command_is_answered_with_the_nearest(gm: Gm) -> None:
    assert "did you mean 'attack'?" in gm("atack").err


@pytest.mark.parametrize("line", [["board"], ["attack", "a", "b"], ["undo"], ["log"], ["save"]])
def test_without_an_encounter_the_kind_is_no_encounter(gm: Gm, line: list[str]) -> None:
    result = gm(*line, "--json")
    assert result.status == 1
    assert result.doc["error"]["kind"] == "no-encounter"
    assert "gmtrack load" in result.doc["error"]["message"]


@pytest.mark.parametrize("command", ["undo", "redo"])
def test_an_empty_history_has_nothing_to_give(loaded: Gm, command: str) -> None:
    assert loaded(command, "--json").doc["error"]["kind"] == f"nothing-to-{command}"


def test_a_file_that_is_not_there_is_a_bad_file(gm: Gm) -> None:
    result = gm("load", "nowhere.yaml", "--json")
    assert result.status == 1
    assert result.doc["error"]["kind"] == "bad-file"
    assert "nowhere.yaml" in result.doc["error"]["message"]


def test_a_bug_leaves_no_traceback_but_a_report_and_changes_nothing(
    loaded: Gm, tmp_path: Path
) -> None:
    before = loaded("board", "--json").doc
    result = loaded("attack", "joe", "bob", "--with", "crash")
    assert result.status == 70
    assert "Traceback" not in result.err + result.out
    (report,) = (tmp_path / "home").rglob("crash-*.txt")
    assert str(report) in result.err.replace("\n", "")
    assert "a bug in the toy" in report.read_text()
    assert loaded("board", "--json").doc == before
    assert [step["kind"] for step in loaded("log", "--json").doc["steps"]] == ["load"]


def test_a_bug_with_json_is_one_document(loaded: Gm) -> None:
    assert loaded("attack", "joe", "bob", "--with", "crash", "--json").doc["error"]["message"]


def test_an_interrupt_exits_130_and_changes_nothing(
    loaded: Gm, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "_dice_for_command", interrupted)
    result = loaded("attack", "joe", "bob")
    assert (result.status, result.out) == (130, "")
    monkeypatch.undo()


def test_control_characters_in_an_error_are_shown_and_not_obeyed(loaded: Gm) -> None:
    result = loaded("show", "\x1b[31mred", "--json")
    assert "\x1b" not in result.err + result.out
    assert "\\x1b[31mred" in result.err
    assert json.loads(result.out)["error"]["message"].startswith("no combatant '\x1b[31mred'")


def test_control_characters_in_a_usage_error_are_shown(gm: Gm) -> None:
    assert "\x1b" not in gm("\x1b[31m").err


FIGHTS = {
    "knife-fight": ("joe", "bob"),
    "ninth-street": ("joe", "punk"),
    "back-room": ("nick", "bouncer"),
    "garage-night": ("rook", "boss"),
    "three-thugs-in-the-fog": ("johnny", "sally"),
}
"""A ready-made fight of every ruleset, and two who fight in it."""


@pytest.fixture(params=FIGHTS.items(), ids=FIGHTS)
def fight(request: pytest.FixtureRequest, gm: Gm) -> tuple[Gm, str, str]:
    name, (one, other) = request.param
    assert gm("load", str(ENCOUNTERS / f"{name}.yaml")).status == 0
    return gm, one, other


def test_a_number_below_0_is_a_number_and_the_line_that_works_is_named(fight: Fight) -> None:
    gm, who, _ = fight
    for command, opposite in (("damage", "heal"), ("heal", "damage")):
        result = gm(command, who, "-3", "--json")
        assert result.status == 1
        assert f"`{opposite} {who} 3`" in result.doc["error"]["message"]
        assert gm(opposite, who, "3").status == 0


@pytest.mark.parametrize(
    "line",
    [
        ["act", "joe", "-3"],
        ["act", "joe", "walk", "-3", "--force"],
        ["attack", "joe", "-3"],
        ["damage", "joe", "-3", "--seed", "-4"],
        ["effect", "joe", "-3"],
        ["test", "joe", "-2.5", "--threshold", "-1"],
        ["show", "-3"],
    ],
)
def test_a_word_that_is_a_number_is_no_option(gm: Gm, line: list[str]) -> None:
    gm("load", str(ENCOUNTERS / "knife-fight.yaml"))
    result = gm(*line)
    assert result.status == 1
    assert result.err.startswith("error: ")


def test_what_is_no_number_is_an_option_still(loaded: Gm) -> None:
    assert "No such option: -x" in loaded("damage", "joe", "-x").err
    assert "No such option: --3" in loaded("damage", "joe", "--3").err


def test_a_reason_before_its_number_is_told_the_line(fight: Fight) -> None:
    gm, who, other = fight
    error = gm("attack", who, other, "--mod", "dark:-2", "--json").doc["error"]
    assert "N:WHY" in error["message"]
    assert "`--mod -2:dark`" in error["message"]
    assert "no combatant 'dark'" in error["message"]
    tied = gm("attack", who, other, "--mod", f"{who}:-2", "--seed", "1")
    assert "N:WHY" not in tied.err
    assert "N:WHY" not in gm("attack", who, other, "--mod", "zed:-2:dark").err


def test_an_action_that_is_missing_is_answered_with_those_that_work_now(fight: Fight) -> None:
    gm, who, _ = fight
    gm("roll-init", "--seed", "1")
    acting = gm("board", "--json").doc["acting"] or who
    before = gm("board", "--json").doc
    result = gm("act", acting, "--json")
    assert result.status == 2
    message = result.doc["error"]["message"]
    named = message.partition(" can now ")[2].partition(";")[0].split(", ")
    known = gm("rules", "actions", "--json").out
    assert len(named) > 3, message
    assert all(f'"{action}"' in known for action in named)
    assert gm("board", "--json").doc == before


@pytest.mark.parametrize(
    ("line", "argument", "says"),
    [
        (["attack"], "ATTACKER", "There is joe, bob"),
        (["attack", "joe"], "TARGET", "There is bob"),
        (["test", "joe"], "WHAT", "There is surprise, "),
        (["effect", "joe"], "NAME", "There is slowed, "),
        (["effect"], "WHO", "There is joe, bob"),
        (["show"], "WHO", "There is joe, bob"),
        (["act"], "WHO", "There is joe, bob"),
        (["act", "zed"], "ACTION", "There is walk, "),
        (["new"], "NAME", ""),
    ],
)
def test_a_line_that_stops_too_early_is_answered_with_what_could_follow(
    gm: Gm, line: list[str], argument: str, says: str
) -> None:
    gm("load", str(ENCOUNTERS / "knife-fight.yaml"))
    result = gm(*line)
    assert result.status == 2
    assert f"Missing argument '{argument}" in result.err
    assert says in result.err
    assert ("There is" in result.err) == bool(says)


def test_without_a_fight_nothing_is_named(gm: Gm) -> None:
    result = gm("act", "joe")
    assert result.status == 2
    assert result.err.endswith("error: Missing argument 'ACTION'.\n")


@pytest.mark.parametrize("word", ["nowhere", "head-x", "leg-arm"])
def test_a_place_that_is_not_there_lists_those_that_are(fight: Fight, word: str) -> None:
    gm, who, other = fight
    result = gm("attack", who, other, "--called", word, "--seed", "1", "--json")
    if not result.status:
        pytest.skip("sr3 takes any place: the GM says what a hit there does")
    message = result.doc["error"]["message"]
    assert f"'{word}'" in message
    places = re.split("[Tt]here is ", message)[1].split(", ")
    assert len(places) > 5, message
    for place in places:
        listed = gm("attack", who, other, "--called", place, "--force", "--seed", "1", "--json")
        assert "no place" not in listed.out + listed.err, place
        gm("undo")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("dam", "damage bob 1"), ("dama", "damage bob 1"), ("damage", "damage bob 1")],
)
def test_a_command_may_be_its_beginning(loaded: Gm, typed: str, kept: str) -> None:
    assert loaded(typed, "bob", "1").status == 0
    assert loaded("log", "--json").doc["steps"][-1]["line"] == kept


def test_a_part_of_a_command_may_be_begun(loaded: Gm) -> None:
    assert loaded("init", "--json").doc["command"] == "roll-init"


@pytest.mark.parametrize(
    ("word", "told"),
    [("re", "remove, rest, redo, replay, reveal"), ("a", "add, act, attack, amend")],
)
def test_a_beginning_of_several_commands_names_them(gm: Gm, word: str, told: str) -> None:
    done = gm(word)
    assert done.status == 2
    assert f"error: '{word}' could be {told}: type more of it" in done.err
