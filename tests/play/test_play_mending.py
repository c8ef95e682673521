"""Errors at the prompt: a step is picked and its line changed; surprises can be asked about."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gmtrack.cli.main import execute
from gmtrack.play.choices import PlayerChoice
from gmtrack.play.table import PlayTable
from gmtrack.store.session import open_session

from .terminal import Terminal

Type = Callable[[list[str]], Any]
LINES = (
    ["load", "encounters/knife-fight.yaml"],
    ["roll-init", "--roll", "joe=5", "--roll", "bob=4"],
    ["attack", "joe", "bob", "--seed", "3"],
    ["roll", "3d6"],
    ["note", "bob", "limps"],
)


@pytest.fixture
def table(type_line: Type) -> PlayTable:
    for line in LINES:
        assert type_line(line).status == 0
    return PlayTable(execute)


def test_a_step_is_picked_from_the_last_and_its_line_stands_at_the_prompt(
    table: PlayTable, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[PlayerChoice] = []
    table.asking.put = lambda choice: asked.append(choice) or "3"  # type: ignore[func-returns-value]
    assert table.run_line("amend") == 0
    assert table.next_line.begun == "amend 3 attack joe bob --seed 3 "
    assert [entry.word for entry in asked[0].words] == ["2", "3", "5"]
    assert "  3  attack joe bob --seed 3  -> hit" in capsys.readouterr().out


def test_of_a_step_that_is_named_the_line_stands_there_at_once(table: PlayTable) -> None:
    table.asking.put = lambda choice: pytest.fail(choice.text)
    assert table.run_line("amend 5") == 0
    assert table.next_line.begun == "amend 5 note bob limps "
    table.next_line.begun = ""
    assert table.run_line("amend 99") == 1
    assert table.run_line("amend 5 note bob runs") == 0
    assert table.next_line.begun == ""


def test_a_whole_line_may_begin_as_it_does_at_the_prompt(table: PlayTable) -> None:
    table.asking.put = lambda choice: ""
    assert table.run_line("amend 3 a joe bob neck --seed 1") == 0
    with open_session(None, write=False) as session:
        assert session.in_effect()[1]["line"] == "attack joe bob neck"


def test_nothing_stands_there_where_no_step_was_picked(table: PlayTable) -> None:
    table.asking.put = lambda choice: ""
    assert table.run_line("amend") == 0
    assert table.next_line.begun == ""


def test_in_a_script_a_step_has_to_be_named(table: PlayTable) -> None:
    assert table.run_line("amend") == 2


def test_why_is_offered_where_somebody_went_down_or_dice_were_strange(table: PlayTable) -> None:
    table.run_line("next")
    assert table.next_line.offer == ""
    table.run_line("attack bob joe --roll attack=1,1,2 --roll defense=1,1,2,2,3,3")
    assert table.next_line.offer == ""
    table.run_line("undo")
    table.run_line("attack bob joe --roll attack=1,1,2 --roll defense=6,6,6,6,6,5")
    assert table.next_line.offer == "`why` explains it, `amend 9` mends it"
    table.run_line("show joe")
    assert table.next_line.offer
    table.run_line("damage joe 1")
    assert table.next_line.offer == ""
    table.run_line("damage joe 12")
    assert table.next_line.offer == "`why` explains it, `amend 11` mends it"


def test_who_leaves_has_not_gone_down(table: PlayTable) -> None:
    assert table.run_line("leave bob") == 0
    assert table.next_line.offer == ""


def test_a_line_is_mended_where_it_stands(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "home", 80)
    terminal.wait_for("saved")
    terminal.type("note joe hurt\r")
    terminal.wait_for("undo: note")
    terminal.type("amend\r")
    terminal.wait_for("Which step?")
    terminal.type("2\r")
    terminal.wait_for("amend 2 note joe hurt")
    terminal.type("badly\r")
    terminal.wait_for("hurt badly")
    terminal.type("amend 2\r")
    terminal.wait_for("amend 2 note joe hurt badly")
    terminal.type("\r")
    terminal.wait_for("nothing has changed: the line is as it was")
    terminal.type("q\r")
    assert terminal.process.wait() == 0


def test_it_can_be_asked_why_at_a_question(
    table: PlayTable, capsys: pytest.CaptureFixture[str]
) -> None:
    table.look_meanwhile(["why", "bob", "flesh", "--json"])
    assert json.loads(capsys.readouterr().out)["what"] == "flesh"
