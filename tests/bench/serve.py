"""What the players' page costs: `python tests/bench/serve.py [SECONDS]`.

50 listeners for so long (a minute by default), while commands are carried out on their fight: how
soon each has heard of it, and how long a command takes with and without them.
"""

# ruff: noqa: T201, E402 - printing is what this program is for; the path comes first

import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "serve")]

from serving import Gm, Phone

LISTENERS = 50
SECONDS = 60.0
ALONE = 10


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    with tempfile.TemporaryDirectory() as home:
        gm = Gm(Path(home))
        gm("load", "encounters/ganger-ambush.yaml")
        gm("roll-init", "--seed", "1")
        alone = [command(gm, strain) for strain in range(1, ALONE)]
        doc = gm.serve()
        phones = [Phone(doc["url"]) for _ in range(LISTENERS)]
        beside, heard = [], []
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            strain = len(beside) % 9 + 1
            beside.append(command(gm, strain))
            heard.append(until_heard(phones, strain))
        gm.stop()
    print(f"{len(beside)} commands in {seconds:.0f} s, {LISTENERS} listeners")
    print(f"a command alone   {statistics.median(alone) * 1000:6.0f} ms")
    print(f"beside them       {statistics.median(beside) * 1000:6.0f} ms")
    print(f"heard by all      {statistics.median(heard) * 1000:6.0f} ms after it, at most", end=" ")
    print(f"{max(heard) * 1000:.0f} ms")


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
