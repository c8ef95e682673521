"""A GM whose Python finds the distribution of Coin Flip; every command is a process."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from plugin_support import COIN_FLIP, Gm, Played, announce_coin_flip

ROOT = Path(__file__).parents[2]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder of installed distributions, with Coin Flip announced in it."""
    folder = tmp_path / "site"
    announce_coin_flip(folder)
    return folder


@pytest.fixture
def gm(tmp_path: Path, site: Path) -> Gm:
    """`gm("attack", "joe", "bob")` runs one command in a folder that has `duel.yaml`."""
    shutil.copy(COIN_FLIP / "duel.yaml", tmp_path)
    environment = {name: value for name, value in os.environ.items() if name != "GMTRACK_FILE"}
    environment |= {
        "GMTRACK_HOME": str(tmp_path / "state"),
        "COLUMNS": "80",
        "PYTHONPATH": os.pathsep.join(map(str, (site, COIN_FLIP, ROOT))),
        "PYTHONDONTWRITEBYTECODE": "1",
    }

    def run(*argv: str) -> Played:
        command = [sys.executable, "-m", "gmtrack", *argv]
        done = subprocess.run(
            command,
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        return Played(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def duel(gm: Gm) -> Gm:
    """A GM who has loaded the duel."""
    loaded = gm("load", "duel.yaml")
    assert loaded.status == 0, loaded.err
    return gm
