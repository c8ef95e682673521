"""Lines that are read to be carried out elsewhere: nothing of them is done by reading."""

from pathlib import Path
from typing import Any

import pytest

from gmtrack.cli.parse import parse_step
from gmtrack.cli.tree import is_step
from gmtrack.core.command_table import COMMANDS
from gmtrack.errors import Refusal

ARGUMENTS = {
    "forget": ["knife-fight"], "load": ["encounters/ganger-ambush.yaml"], "switch": ["knife-fight"],
    "new": ["Foo", "--ruleset", "sr3"], "save": ["there.yaml", "--force"],
    "log": ["--export", "there.md"], "odds": ["joe", "bob"], "why": ["joe", "flesh"],
    "show": ["joe"], "roll": ["3d6"], "amend": ["2", "--drop"], "completion": ["bash"],
    "validate": ["encounters/knife-fight.yaml"],
}  # fmt: skip
"""What these commands need to do anything."""


def files_under(folder: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize("command", [name for name in COMMANDS if not is_step(name)])
def test_a_command_that_is_no_step_is_not_carried_out(
    command: str, type_line: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    type_line(["damage", "joe", "1"])
    before = files_under(tmp_path)
    capsys.readouterr()
    with pytest.raises(Refusal, match=f"{command} is not resolved by the rules"):
        parse_step([command, *ARGUMENTS.get(command, [])])
    assert capsys.readouterr() == ("", "")
    assert files_under(tmp_path) == before


@pytest.mark.parametrize("through", ["simulate", "amend"])
def test_nothing_is_forgotten_by_a_line_that_only_compares_or_mends(
    through: str, type_line: Any, tmp_path: Path
) -> None:
    type_line(["load", "encounters/ganger-ambush.yaml"])
    type_line(["load", "encounters/knife-fight.yaml"])
    type_line(["damage", "joe", "1"])
    before = files_under(tmp_path)
    words = {
        "simulate": ["simulate", "--fights", "2", "--vs", "forget ganger-ambush --force"],
        "amend": ["amend", "2", "forget", "ganger-ambush", "--force"],
    }[through]
    screen = type_line(words)
    assert screen.status in (1, 2)
    assert "not resolved by the rules" in " ".join(screen.err.split())
    assert files_under(tmp_path) == before


@pytest.mark.parametrize(("word", "name"), [("dam", "damage"), ("rem", "remove"), ("add", "add")])
def test_a_beginning_of_a_command_is_taken(word: str, name: str, type_line: Any) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    line, _ = parse_step([word, "joe", *(["3"] if name == "damage" else [])])
    assert line.options() is not None


@pytest.mark.parametrize(
    ("word", "says"), [("foo", "No such command"), ("remov3", "remove"), ("re", "could be")]
)
def test_a_word_that_is_no_command_is_refused(word: str, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        parse_step([word, "joe"])
