"""How long one line of `play` takes: 1,000 attacks in a fight of 50.

    python tests/bench/play.py [LINES]

Prints the median and the 99th percentile in milliseconds, beside the time that the same machine
takes for an empty Python process, since machines differ.
"""

# ruff: noqa: T201 - printing is what this program is for

import contextlib
import io
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from gmtrack.cli.main import execute  # noqa: E402 - found through the line above
from gmtrack.play.table import Table  # noqa: E402

ENCOUNTERS = ROOT / "encounters"
FIGHTS = {"ganger-ambush": ("vex", "hook"), "ninth-street": ("joe", "punk")}
"""Encounter to attacker and the one who is copied until there are 50."""
COMBATANTS = 50
AIMS = (10, 33)


def main() -> None:
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"{lines} attacks, {COMBATANTS} combatants; aims {AIMS[0]} and {AIMS[1]} ms")
    print(f"{'an empty process':20} {empty_process():6.1f}")
    for name, (attacker, target) in FIGHTS.items():
        with tempfile.TemporaryDirectory() as folder:
            os.environ["GMTRACK_HOME"] = folder
            times = sorted(measured(crowd(name, target, Path(folder)), attacker, target, lines))
        late = times[int(len(times) * 0.99) - 1]
        print(f"{name:20} median {statistics.median(times):6.1f}   99 % {late:6.1f}")


def crowd(name: str, target: str, folder: Path) -> Path:
    """The encounter with so many copies of one enemy that there are 50 combatants."""
    doc = yaml.safe_load((ENCOUNTERS / f"{name}.yaml").read_text(encoding="utf-8"))
    cast = doc["combatants"]
    number = 0
    while len(cast) < COMBATANTS:
        number += 1
        cast[f"{target}-{number}"] = dict(cast[target])
    path = folder / "crowd.yaml"
    path.write_text(yaml.dump(doc, Dumper=NoAnchors, sort_keys=False), encoding="utf-8")
    return path


class NoAnchors(yaml.SafeDumper):
    """Writes what several share as often as it is there."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def measured(file: Path, attacker: str, target: str, lines: int) -> list[float]:
    """Milliseconds of each line, what it prints and keeps included."""
    with quiet():
        execute(["load", str(file)])
        table = Table(execute)
        return [line_of(table, f"attack {attacker} {target} --seed {n}") for n in range(lines)]


def line_of(table: Table, text: str) -> float:
    start = time.perf_counter()
    table.do(text)
    return (time.perf_counter() - start) * 1000


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield


def empty_process() -> float:
    """The least of five, in milliseconds."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        times.append((time.perf_counter() - start) * 1000)
    return min(times)


if __name__ == "__main__":
    main()
