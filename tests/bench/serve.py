"""What the players' page costs: `python tests/bench/serve.py [SECONDS]`.

50 listeners for so long (a minute by default), the players on their own links among them, while
commands are carried out on their fight: how soon each has heard of it, and how long a command takes
with and without them.
"""

# ruff: noqa: T201, E402 - printing is what this program is for; the path comes first

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "serve")]

from serving import Gm, Phone

SESSION = """\
import contextlib, io, statistics, sys, time
from gmtrack.cli.main import execute
from gmtrack.play.table import Table
table, took = Table(execute), []
for number in range(int(sys.argv[1])):
    begun = time.perf_counter()
    with contextlib.redirect_stdout(io.StringIO()):
        table.do(f"set vex strain={number % 9 + 1}")
    took.append(time.perf_counter() - begun)
    time.sleep(0.1)
print(statistics.median(took) * 1000)
"""
"""A session of so many lines, and the median of their milliseconds."""
LINES = 100
LISTENERS = 50
SECONDS = 60.0
ALONE = 10


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    with tempfile.TemporaryDirectory() as home:
        gm = Gm(Path(home))
        gm("load", "encounters/ganger-ambush.yaml")
        gm("roll-init", "--seed", "1")
        line_alone = session(gm)
        alone = [command(gm, strain) for strain in range(1, ALONE)]
        doc = gm.serve()
        own = list(doc["players"].values())
        phones = [Phone(url) for url in [*own, *[doc["url"]] * (LISTENERS - len(own))]]
        beside, heard = [], []
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            strain = len(beside) % 9 + 1
            beside.append(command(gm, strain))
            heard.append(until_heard(phones, strain))
        line_beside = session(gm)
        gm.stop()
    print(
        f"a line of play    {line_alone:6.1f} ms alone, {line_beside:.1f} ms beside the listeners"
    )
    print(f"{len(beside)} commands in {seconds:.0f} s, {LISTENERS} listeners")
    print(f"a command alone   {statistics.median(alone) * 1000:6.0f} ms")
    print(f"beside them       {statistics.median(beside) * 1000:6.0f} ms")
    print(f"heard by all      {statistics.median(heard) * 1000:6.0f} ms after it, at most", end=" ")
    print(f"{max(heard) * 1000:.0f} ms")


def session(gm: Gm) -> float:
    """Milliseconds of a line at the prompt."""
    argv = [sys.executable, "-c", SESSION, str(LINES)]
    done = subprocess.run(argv, env=gm.env, capture_output=True, text=True, check=True)
    return float(done.stdout)


def command(gm: Gm, strain: int) -> float:
    """Seconds of a command of its own process."""
    begun = time.perf_counter()
    gm("set", "vex", f"strain={strain}")
    return time.perf_counter() - begun


def until_heard(phones: list[Phone], strain: int) -> float:
    """Seconds until all listeners know it."""
    begun, wanted = time.perf_counter(), f"'{strain}/10'"
    while time.perf_counter() - begun < 10:
        if all(wanted in str(phone.fight()) for phone in phones):
            break
        time.sleep(0.005)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
