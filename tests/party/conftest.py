"""A party at a table: two prepared fights of one ruleset, and a command line."""

import json
import random
import shutil
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
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


CAME_HOME = (
    "load hunt.yaml",
    "party new Heroes",
    "roll-init --seed 1",
    "damage mara 4",
    "set mara karma=2",
    "end",
)
"""What is typed before the tests of a party that has come home."""


def sit_down(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to a folder with the two prepared fights, in which gmtrack keeps everything too."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("GMTRACK_HOME", str(folder / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    monkeypatch.delenv("GMTRACK_FILE", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("os.fsync", lambda _: None)
    (folder / "hunt.yaml").write_text(HUNT + HUMAN, encoding="utf-8")
    (folder / "lair.yaml").write_text(LAIR + HUMAN, encoding="utf-8")


@pytest.fixture(scope="session")
def table_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which all these tests take place, one after the other."""
    return tmp_path_factory.mktemp("table")


@pytest.fixture
def tmp_path(table_folder: Path) -> Path:
    """Empty the folder of all these tests, and return it. It is the same one for each test
    because gmtrack keeps absolute paths: so a test can begin with what another has kept."""
    clear(table_folder)
    return table_folder


def clear(folder: Path) -> None:
    """Make a folder empty."""
    shutil.rmtree(folder)
    folder.mkdir()


@pytest.fixture
def gm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Table:
    sit_down(tmp_path, monkeypatch)
    return Table(capsys)


@pytest.fixture(scope="session")
def come_home(table_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Type `CAME_HOME` once, and return a copy of the folder as it is then."""
    clear(table_folder)
    chance = random.Random("home")
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()):
        patch.setattr(random, "SystemRandom", lambda: chance)
        sit_down(table_folder, patch)
        for line in CAME_HOME:
            assert execute(line.split()) == 0
    return Path(shutil.copytree(table_folder, tmp_path_factory.mktemp("kept") / "copy"))


@pytest.fixture
def home(come_home: Path, gm: Table) -> Table:
    """The party has come home from the hunt: Mara hurt and with a point of Karma less."""
    shutil.copytree(come_home, ".", dirs_exist_ok=True)
    return gm
