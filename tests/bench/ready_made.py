"""How long the ready-made fights take, as ratios: `python tests/bench/ready_made.py [FIGHT]...`.

For each fight: the few plain fights of the first answer, the first sensible fight (which works out
most attacks), and the next five, in times of a bare loop of ten million additions in this process
(aim: the first answer within six loops, which take two seconds on a slow machine). Then the odds of
the first of each side against each other, as a command: its processor time beyond that of `board`,
in times of a start that merely imports the libraries (aim: 0.5).
"""

# ruff: noqa: T201, E402 - printing is what this program is for; the path comes first

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "bench")]

from run import LIBRARIES_ONLY, environment

from gmtrack.app.simulation.simulated import PLAIN_FIRST
from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.registry import load
from gmtrack.simulation.fight import Setup, Sides
from gmtrack.simulation.work import Player
from gmtrack.store.opening import validate_file

TIMES = 3
"""Measurements of a command or of the loop, of which the least counts."""
NEXT = 6
"""The number of sensible fights."""
LOOPS = 10_000_000


def main() -> None:
    names = sys.argv[1:] or [file.stem for file in sorted((ROOT / "encounters").glob("*.yaml"))]
    fights = {name: validate_file(str(ROOT / "encounters" / f"{name}.yaml"))[0] for name in names}
    loop = min(seconds(count_up) for _ in range(TIMES))
    print(f"a bare loop: {loop:.2f} s\n\n{'':24} {'plain':>8} {'first':>8} {'next':>8}")
    for name, encounter in fights.items():
        sides = Sides(encounter).side_by_combatant
        if len({*sides.values()}) > 1 and hasattr(load(encounter.ruleset), "PLAYED"):
            told = (f"{one / loop:8.2f}" for one in simulated(encounter, tuple(sides)))
            print(f"{name:24}", *told, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        print_odds(fights, Path(folder))


def seconds(do: Callable[[], object]) -> float:
    """The processor's time for something."""
    begun = time.process_time()
    do()
    return time.process_time() - begun


def count_up() -> None:
    """What fights are measured by."""
    whole = 0
    for number in range(LOOPS):
        whole += number


def simulated(encounter: Encounter, everybody: tuple[str, ...]) -> Iterator[float]:
    """The times of the plain fights, of the first sensible one and of those after it."""
    plain = Setup(encounter, 1, 50, {}, {}, "", {})
    yield seconds(lambda: Player(plain).play(range(PLAIN_FIRST)))
    player = Player(plain._replace(sensible=everybody))
    yield seconds(lambda: player.play(range(1)))
    yield seconds(lambda: player.play(range(1, NEXT)))


# --- odds as a command ---


def print_odds(fights: dict[str, Encounter], folder: Path) -> None:
    script = folder / "libraries.py"
    script.write_text(LIBRARIES_ONLY)
    naive = least((sys.executable, str(script), "one"), folder)
    print(f"\na naive start: {naive:.2f} s")
    for name, encounter in fights.items():
        home = folder / name
        home.mkdir()
        command(home, "load", str(ROOT / "encounters" / f"{name}.yaml"))
        board = least((sys.executable, "-m", "gmtrack", "board"), home)
        for attacker, target in pairs(encounter):
            line = (sys.executable, "-m", "gmtrack", "odds", attacker, target)
            if command(home, "odds", attacker, target).returncode:
                continue  # refused, such as where a distance has to be typed
            told = f"odds {attacker} {target}"
            print(f"{(least(line, home) - board) / naive:8.2f}  {name}: {told}", flush=True)


def pairs(encounter: Encounter) -> list[tuple[str, str]]:
    """The first of each of two sides, against each other."""
    first: dict[str, str] = {}
    for who in encounter.present():
        first.setdefault(encounter.side(who), who)
    one, *others = first.values()
    return [(one, others[0]), (others[0], one)] if others else []


def command(home: Path, *words: str) -> "subprocess.CompletedProcess[bytes]":
    """Carry out a command of gmtrack with a state folder of its own."""
    return subprocess.run(
        (sys.executable, "-m", "gmtrack", *words),
        check=False, cwd=ROOT, env=environment(home), capture_output=True,
    )  # fmt: skip


def least(line: tuple[str, ...], home: Path) -> float:
    """The least processor time of a command, in a few runs; a first one is not counted."""
    found = []
    for _ in range(TIMES + 1):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(line, check=True, cwd=ROOT, env=environment(home), stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found[1:])


if __name__ == "__main__":
    main()
