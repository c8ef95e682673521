"""A party at a table: two prepared fights of one ruleset, and a command line."""

import json
import random
import shutil
from collections.abc import Callable
from hashlib import sha256
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from disk import contents

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


class Beginnings:
    """What tests begin with: copies of the folder of all these tests after some lines were typed
    in it, by what was there before and by the lines."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._copies: dict[tuple[bytes, tuple[str, ...]], Path] = {}

    def type_or_copy(self, lines: tuple[str, ...], type_line: Callable[[str], object]) -> None:
        """Type the lines in the current folder, or make it what it was when they were typed
        before. What they leave to chance hangs on the lines alone."""
        files = sorted(contents(Path.cwd()).items(), key=itemgetter(0))
        key = sha256(repr(files).encode()).digest(), lines
        if key in self._copies:
            clear_current_folder()
            shutil.copytree(self._copies[key], ".", dirs_exist_ok=True)
            return
        chance = random.Random(repr(lines))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(random, "SystemRandom", lambda: chance)
            for line in lines:
                type_line(line)
        copy = self._folder / str(len(self._copies))
        self._copies[key] = Path(shutil.copytree(".", copy))


def clear_current_folder() -> None:
    """Remove everything from the current folder."""
    for path in Path.cwd().iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


class Table:
    """A GM at a command line of their own."""

    def __init__(self, capsys: pytest.CaptureFixture[str], beginnings: Beginnings) -> None:
        self._capsys = capsys
        self._beginnings = beginnings

    def begin(self, *lines: str) -> None:
        """Type what a test begins with, or copy what another test with the same beginning has
        kept."""
        self._beginnings.type_or_copy(lines, self)

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


@pytest.fixture(scope="session")
def table_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which all these tests take place, one after the other."""
    return tmp_path_factory.mktemp("table")


@pytest.fixture
def tmp_path(table_folder: Path) -> Path:
    """Empty the folder of all these tests, and return it. It is the same one for each test
    because gmtrack keeps absolute paths: so a test can begin with what another has kept."""
    shutil.rmtree(table_folder)
    table_folder.mkdir()
    return table_folder


@pytest.fixture(scope="session")
def beginnings(tmp_path_factory: pytest.TempPathFactory) -> Beginnings:
    return Beginnings(tmp_path_factory.mktemp("beginnings"))


@pytest.fixture
def gm(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    beginnings: Beginnings,
) -> Table:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("GMTRACK_FILE", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("os.fsync", lambda _: None)
    (tmp_path / "hunt.yaml").write_text(HUNT + HUMAN, encoding="utf-8")
    (tmp_path / "lair.yaml").write_text(LAIR + HUMAN, encoding="utf-8")
    return Table(capsys, beginnings)


@pytest.fixture
def home(gm: Table) -> Table:
    """The party has come home from the hunt: Mara hurt and with a point of Karma less."""
    gm.begin(
        "load hunt.yaml",
        "party new Heroes",
        "roll-init --seed 1",
        "damage mara 4",
        "set mara karma=2",
        "end",
    )
    return gm
