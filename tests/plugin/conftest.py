"""A GM whose Python finds the distributions of four small games; every command is a process."""

import os
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from plugin_support import BACK_ALLEY, BRAWL, COIN_FLIP, SCUFFLE, Gm, announce_project
from programs import ran
from screen import Screen

ROOT = Path(__file__).parents[2]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder of installed distributions, with all of them announced in it."""
    folder = tmp_path / "site"
    for project in (SCUFFLE, BRAWL, COIN_FLIP, BACK_ALLEY):
        announce_project(folder, project)
    return folder


@pytest.fixture
def gm(tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch) -> Gm:
    """`gm("attack", "joe", "bob")` runs one command in a folder that has `scuffle.yaml`,
    `brawl.yaml`, `duel.yaml` and `alley.yaml`."""
    shutil.copy(SCUFFLE / "scuffle.yaml", tmp_path)
    shutil.copy(BRAWL / "brawl.yaml", tmp_path)
    shutil.copy(COIN_FLIP / "duel.yaml", tmp_path)
    shutil.copy(BACK_ALLEY / "alley.yaml", tmp_path)
    environment = {name: value for name, value in os.environ.items() if name != "GMTRACK_FILE"}
    environment |= {
        "GMTRACK_HOME": str(tmp_path / "state"),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "COLUMNS": "80",
        "PYTHONPATH": os.pathsep.join(
            map(str, (site, SCUFFLE, BRAWL, COIN_FLIP, BACK_ALLEY, ROOT))
        ),
    }

    monkeypatch.chdir(tmp_path)
    return lambda *argv: Screen(*ran(argv, environment))


@pytest.fixture
def duel(gm: Gm) -> Gm:
    """A GM who has loaded the duel."""
    loaded = gm("load", "duel.yaml")
    assert loaded.status == 0, loaded.err
    return gm


@pytest.fixture
def alley(gm: Gm) -> Gm:
    """A GM in the alley: Joe has the first turn, Bob the second."""
    loaded = gm("load", "alley.yaml")
    assert loaded.status == 0, loaded.err
    begun = gm("roll-init", "--roll", "joe=4", "--roll", "bob=2")
    assert begun.status == 0, begun.err
    return gm
