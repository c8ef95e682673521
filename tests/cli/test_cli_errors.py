"""Exit statuses, error messages and error documents."""

import json
from pathlib import Path
from typing import Any

import pytest
from cli_support import Gm

from gmtrack.cli import run


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


@pytest.mark.parametrize(
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

    monkeypatch.setattr(run, "_dice", interrupted)
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
