"""`play` where nothing is open offers what there is."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from play.terminal import Terminal

Type = Callable[[list[str]], Any]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    session = Terminal(tmp_path / "state", 80, fight="")
    yield session
    session.close()


def name_of_the_fight(type_line: Type) -> str:
    return str(json.loads(type_line(["board", "--json"]).out)["name"])


@pytest.mark.parametrize("typed", ["{number}", "knife", "@knife-fight"])
def test_a_ready_made_one_is_opened(terminal: Terminal, typed: str, type_line: Type) -> None:
    listed = terminal.wait_for("Which one?")
    [row] = [line for line in listed.splitlines() if "@knife-fight" in line]
    terminal.type(typed.format(number=row.split()[0]) + "\r")
    terminal.wait_for("next: ")
    terminal.settle()
    terminal.type("q\r")
    terminal.process.wait()
    assert name_of_the_fight(type_line) == "Knife fight behind the bar"


def test_a_new_one_is_made(terminal: Terminal, type_line: Type) -> None:
    terminal.wait_for("Which one?")
    terminal.type("new\r")
    terminal.wait_for("What is it called?")
    terminal.type("The bridge at night\r")
    terminal.wait_for("By which rules")
    terminal.type("nothing\r")
    terminal.wait_for("By which rules")
    terminal.type("sr3\r")
    terminal.wait_for("next: ")
    terminal.settle()
    terminal.type("q\r")
    terminal.process.wait()
    assert name_of_the_fight(type_line) == "The bridge at night"


@pytest.mark.parametrize("typed", ["\r", "\x03", "\x04"])
def test_none_leaves_it_at_the_prompt(terminal: Terminal, typed: str) -> None:
    terminal.wait_for("Which one?")
    terminal.type(typed)
    terminal.settle()
    terminal.type("load @knife-fight\r")
    terminal.wait_for("next: ")
    terminal.settle()


def test_a_line_is_carried_out_and_quit_leaves(terminal: Terminal) -> None:
    terminal.wait_for("Which one?")
    terminal.type("load @stairwell\r")
    terminal.wait_for("next: ")
    terminal.settle()
    terminal.type("q\r")
    terminal.process.wait()


def test_quit_leaves_at_once(terminal: Terminal) -> None:
    terminal.wait_for("Which one?")
    terminal.type("q\r")
    terminal.process.wait()
