"""Python without docstrings and asserts (`-OO`) plays by the same rules and says the same."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LINES = """
load @ganger-ambush
attack vex hook --called neck --with running --with nauseous
attack hook vex
act vex run 10
test vex composure --threshold 2
why hook
load @garage-night
attack guard-1 rook
act rook take-cover
test rook pistols --threshold 4
why rook
load @street-samurai-duel
attack kaz lotus
act lotus draw
test lotus awareness
why lotus
load @car-park
attack guard-1 rita
act rita disarm guard-1
test rita wits
why rita
load @ninth-street
attack punk joe --with moving --with cover
act joe move
test joe athletics
why joe
"""
TYPED = f"""
import sys
from gmtrack.cli.main import execute
from gmtrack.core.command_table import COMMANDS
for line in {LINES.strip().splitlines()!r}:
    json = [] if line.startswith("load") else ["--json"]
    json += [] if line.startswith(("load", "why")) else ["--seed", "5"]
    print(line, execute([*line.split(), *json]), flush=True)
for name in COMMANDS:
    execute([name, "--help"])
execute(["--help"])
"""


def typed(home: Path, *flags: str) -> list[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "GMTRACK_HOME": str(home)}
    command = [sys.executable, *flags, "-c", TYPED]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    return done.stdout.splitlines()


def test_python_without_docstrings_and_asserts_plays_and_says_the_same(tmp_path: Path) -> None:
    plain, bare = typed(tmp_path / "plain"), typed(tmp_path / "bare", "-OO")
    assert bare == plain
    assert plain.count("Usage: gmtrack [OPTIONS] COMMAND [ARGS]...") == 1
