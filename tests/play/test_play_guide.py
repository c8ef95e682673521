"""`help` in a session: what matters now comes first."""

from collections.abc import Callable
from typing import Any

import pytest

from gmtrack.cli.main import execute
from gmtrack.play.table import Table

Type = Callable[[list[str]], Any]


def told(table: Table, line: str, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert table.do(line) == 0
    return capsys.readouterr().out


@pytest.fixture
def alley(type_line: Type) -> Table:
    assert type_line(["load", "encounters/knife-fight.yaml"]).status == 0
    return Table(execute)


def test_without_a_fight_it_says_how_to_open_one(
    type_line: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "load FILE" in told(Table(execute), "help", capsys)


@pytest.mark.parametrize("word", ["help", "?"])
def test_before_the_first_round_it_says_how_to_begin(
    alley: Table, capsys: pytest.CaptureFixture[str], word: str
) -> None:
    out = told(alley, word, capsys)
    assert "roll-init" in out
    assert "undo" not in out


def test_in_a_turn_it_names_weapons_targets_and_what_undo_takes_back(
    alley: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    alley.do("i --roll joe=6 --roll bob=1")
    out = told(alley, "?", capsys)
    assert out.startswith("Joe Schmoe, 3 AP")
    assert "attack: bob" in out
    assert "knife" in out
    assert "undo: roll-init" in out


def test_of_a_command_it_says_what_fits_now_and_then_all(
    alley: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    alley.do("i --roll joe=6 --roll bob=1")
    out = told(alley, "? a", capsys)
    assert out.startswith("Now")
    assert out.index("targets") < out.index("Usage: gmtrack attack")
    assert "bob" in out.partition("Usage")[0]


def test_all_lists_every_command(alley: Table, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(alley, "? all", capsys).startswith("Usage: gmtrack [OPTIONS] COMMAND")
