"""How long an amendment takes: `python tests/bench/amend.py [STEPS ...]`.

A fight of so many steps, of which the first attack is mended, beside as many plain resolves of an
attack. Times are inside one process, of the processor alone; of 1,000 steps an amendment takes at
most 2 seconds.
"""

# ruff: noqa: T201 - printing is what this program is for

import contextlib
import io
import os
import sys
import tempfile
import time
from pathlib import Path

from gmtrack.cli.main import execute

FIGHT = Path(__file__).resolve().parents[2] / "encounters" / "knife-fight.yaml"
STEPS = (500, 1000, 5000)
ROUND = (
    "roll-init", "attack joe bob --force", "next", "attack bob joe --force", "next",
    "heal joe all", "heal bob all", "damage joe 1", "end",
)  # fmt: skip


def main() -> None:
    for steps in map(int, sys.argv[1:]) if sys.argv[1:] else STEPS:
        with tempfile.TemporaryDirectory() as home:
            os.environ["GMTRACK_HOME"] = home
            run("load", str(FIGHT))
            begin = time.process_time()
            for number in range(steps):
                run(*ROUND[number % len(ROUND)].split(), "--seed", str(number))
            played = time.process_time() - begin
            begin = time.process_time()
            run("amend", "3", "--mod", "2:cover", "--force", "--seed", "1")
            took = time.process_time() - begin
            begin = time.process_time()
            run("attack", "joe", "bob", "--force")
            print(f"{steps:6} steps: amended in {took:6.2f} s, a {took / played:4.2f} of playing")
            print(f"              the next command takes {time.process_time() - begin:6.3f} s")


def run(*words: str) -> None:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        if execute(list(words)):
            raise SystemExit(out.getvalue())


if __name__ == "__main__":
    main()
