"""Whole fights as they are typed at the prompt of `play`, and how many keys they take.

A key is a character of a line, or Enter, at the prompt and at questions alike. A step is a line at
the prompt that carries something out or looks; a turn that ends by itself costs no key and is no
step. Nothing in a script is refused, and looks are few, so that they do not hide what others
cost."""

import contextlib
import io
import json
import random
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gmtrack.cli.main import execute
from gmtrack.cli.parse import split_line
from gmtrack.play import at_prompt, prompt
from gmtrack.play.table import PlayTable
from gmtrack.play.typed_line import find_command, only_looks, split_commands

FOLDER = Path(__file__).parents[1] / "evenings"
EVENINGS = {
    "pier": "swan-song",
    "depot": "spotlight",
    "kirche": "storyteller",
    "rail": "sr3",
    "mall": "i2050",
}
"""The ruleset of each evening."""
MOST_KEYS = 15
"""Keys for a step, on average."""
STEPS_FOR_NEXT = 5
"""Steps for each `next` that is typed, on average."""
STEPS_FOR_LOOK = 8
"""Steps for each line that only looks, at least."""
ASKS, ANSWERS = ">", "?"
"""Marks of lines at the prompt, and of answers to questions."""


class Typed(NamedTuple):
    """A line of a script: its mark and what is typed."""

    mark: str
    text: str


class Evening:
    """An evening that was played: its lines, what was shown, and its history."""

    def __init__(self, name: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines = read_script(FOLDER / f"{name}.txt")
        chance = random.Random(7)
        monkeypatch.setenv("GMTRACK_HOME", str(home))
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.setattr("gmtrack.dice.sources.random.SystemRandom", lambda: chance)
        monkeypatch.setattr("os.fsync", lambda descriptor: None)
        self.left = list(self.lines)
        for module in (prompt, at_prompt):
            monkeypatch.setattr(module, "read_line", self.read_line)
        monkeypatch.setattr(prompt, "make_line_editor", lambda table: None)
        shown = io.StringIO()
        with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(shown):
            assert execute(["load", str(FOLDER / f"{name}.yaml")]) == 0
            prompt.run_prompt(PlayTable(execute))
        self.shown = shown.getvalue()

    def read_line(
        self, table: PlayTable, session: Any, message: Any, start: str = "", phone: Any = None
    ) -> str:
        """Return the next line of the script, which must be meant for this prompt."""
        assert not start, "a line was refused, and stands at the prompt again"
        text = message() if callable(message) else message
        mark = ASKS if text == prompt.MARK else ANSWERS
        if not self.left:
            raise EOFError
        line = self.left.pop(0)
        assert line.mark == mark, (text, line, self.left[:3])
        return line.text

    @property
    def commands(self) -> list[str]:
        """The names of all commands that were typed, by line."""
        typed = [line.text for line in self.lines if line.mark == ASKS]
        return [
            find_command(split_line(command)[0])
            for text in typed
            for command in split_commands(text)
        ]


def read_script(file: Path) -> list[Typed]:
    """Return the lines of a script."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [Typed(line[0], line[2:]) for line in lines if line]


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_takes_few_keys(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(name, tmp_path / "home", monkeypatch)
    assert not evening.left
    assert "error: " not in evening.shown
    assert "Nothing has changed" not in evening.shown
    # It is a whole fight, with dice of the players.
    steps = logged()
    assert steps[0]["report"]["ruleset"] == EVENINGS[name]
    assert max(step.get("round") or 0 for step in steps) >= 3
    assert evening.shown.count("(typed)") + evening.shown.count("typed as hits") >= 10
    typed = [line for line in evening.lines if line.mark == ASKS]
    keys = sum(len(line.text) + 1 for line in evening.lines)
    assert keys <= MOST_KEYS * len(typed), keys / len(typed)
    assert evening.commands.count("next") * STEPS_FOR_NEXT <= len(typed)
    assert sum(map(only_looks, evening.commands)) * STEPS_FOR_LOOK <= len(typed)


def logged() -> list[dict[str, Any]]:
    """Return the steps of the history that are in effect."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert execute(["log", "--json"]) == 0
    steps = json.loads(out.getvalue())["steps"]
    return [step for step in steps if step["kind"] == "step" and not step.get("undone")]
