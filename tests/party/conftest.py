"""A party at a table: two prepared fights of one ruleset, and a command line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gmtrack.cli.main import execute

HUMAN = """\
templates:
  human: {body: 3, agility: 4, reaction: 4, strength: 3, willpower: 3, intuition: 3}
"""
HUNT = """\
gmtrack: 1
name: The hunt
ruleset: swan-song
combatants:
  mara:
    template: human
    name: Mara Voss
    side: pc
    skills: {pistols: 6}
    karma: 3
    weapons:
      pistol: {kind: ranged, skill: pistols, dv: 5}
  rolf:
    template: human
    name: Rolf
    side: pc
    skills: {clubs: 4}
    weapons:
      pipe: {kind: melee, skill: clubs, dv: STR+2}
  thug:
    template: human
    skills: {clubs: 3}
    weapons:
      bat: {kind: melee, skill: clubs, dv: STR+2}
"""
LAIR = """\
gmtrack: 1
name: The lair
ruleset: swan-song
combatants:
  beast:
    template: human
    skills: {clubs: 5}
    weapons:
      claws: {kind: melee, skill: clubs, dv: STR+1}
  rolf: {template: human}
"""


class Table:
    """A GM at a command line of their own."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, line: str | list[str], status: int = 0) -> str:
        """What a command line prints; it must end with this exit status."""
        words = line.split() if isinstance(line, str) else line
        self._capsys.readouterr()
        found = execute(words)
        out, err = self._capsys.readouterr()
        assert found == status, (words, out, err)
        return out if status == 0 else err

    def doc(self, line: str, status: int = 0) -> Any:
        """Its one JSON document."""
        self._capsys.readouterr()
        found = execute([*line.split(), "--json"])
        out, err = self._capsys.readouterr()
        assert found == status, (line, out, err)
        return json.loads(out)

    def member(self, who: str) -> Any:
        """One member of the party, as `party --json` tells it."""
        return next(one for one in self.doc("party heroes")["members"] if one["id"] == who)


Gm = Callable[..., Any]


@pytest.fixture
def gm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Table:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("GMTRACK_FILE", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("os.fsync", lambda _: None)
    (tmp_path / "hunt.yaml").write_text(HUNT + HUMAN, encoding="utf-8")
    (tmp_path / "lair.yaml").write_text(LAIR + HUMAN, encoding="utf-8")
    return Table(capsys)


@pytest.fixture
def home(gm: Table) -> Table:
    """The party has come home from the hunt: Mara hurt and with a point of Karma less."""
    gm("load hunt.yaml")
    gm("party new Heroes")
    gm("roll-init --seed 1")
    gm("damage mara 4")
    gm("set mara karma=2")
    gm("end")
    return gm
