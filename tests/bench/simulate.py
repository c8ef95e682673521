"""How fast fights play themselves: `python tests/bench/simulate.py [SECONDS]`.

For each ready-made fight: fights a second on one core (CPU) and on two processes (by the clock),
commands in a fight, and what a command costs beside a plain resolve; then where the time goes.
"""

# ruff: noqa: T201, E402 - printing is what this program is for; the path comes first

import cProfile
import pstats
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Intent
from gmtrack.simulation.fight import Setup, SimulatedFight
from gmtrack.simulation.jobs import shared
from gmtrack.simulation.work import Player
from gmtrack.store.opening import validate_file

SECONDS = 3.0
PROCESSES = 2
TRIED = 20
"""Fights that say how many fill the time."""
WHERE = {
    "rulesets": "rules",
    "dice": "dice",
    "random": "dice",
    "core/draft": "draft",
    "core/record": "draft",
    "core/encounter": "draft",
    "core/report": "story",
    "simulation": "policy",
}
"""Part of a file's path to what the time in it is spent on; all other time is `rest`."""
PARTS = ("rules", "draft", "dice", "story", "policy", "rest")


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    heads = ("fights/s", "two cores", "times", "commands", "refused", "ms each", *PARTS)
    print(f"{'':24}", *(f"{head:>9}" for head in heads))
    for file in sorted((ROOT / "encounters").glob("*.yaml")):
        told(file.stem, validate_file(str(file))[0], seconds)


def told(name: str, encounter: Encounter, seconds: float) -> None:
    setup = Setup(encounter, 1, 50, {}, {}, "", {})
    player = Player(setup)
    counted = Counter[str]()
    with_counting(player, counted)
    begin = time.process_time()
    player.play(range(TRIED))
    fights = max(TRIED, int(seconds * TRIED / (time.process_time() - begin)))
    begin = time.process_time()
    player.play(range(fights))
    took = time.process_time() - begin
    one = fights / took
    two = on_two(setup, fights * PROCESSES)
    done, refused = counted["done"] / TRIED, counted["refused"] / TRIED
    each = 1000 / one / (done + refused)
    shares = (f"{share:9.0%}" for share in spent(player, max(TRIED, fights // 4)))
    figures = f"{one:9.0f} {two:9.0f} {two / one:9.2f} {done:9.1f} {refused:9.1f} {each:9.2f}"
    print(f"{name:24} {figures}", *shares)


def with_counting(player: Player, counted: Counter[str]) -> None:
    """Count the commands of the fights that say how many fill the time."""
    do = SimulatedFight._do

    def counting(fight: SimulatedFight, intent: Intent) -> object:
        refused = do(fight, intent)
        counted["done" if refused is None else "refused"] += 1
        return refused

    SimulatedFight._do = counting  # type: ignore[assignment, method-assign]
    player.play(range(TRIED))
    SimulatedFight._do = do  # type: ignore[method-assign]


def on_two(setup: Setup, fights: int) -> float:
    """Fights a second by the clock, from the first result to the last: starting the processes is
    the same however many there are."""
    begun: list[float] = []
    before: list[int] = []

    def heard(tally: object) -> None:
        begun.append(time.perf_counter())
        before.append(tally.fights)  # type: ignore[attr-defined]

    shared(setup, fights, PROCESSES, heard)
    return (before[-1] - before[0]) / (begun[-1] - begun[0])


def spent(player: Player, fights: int) -> list[float]:
    """Which share of the time is spent on what. A profiler makes calls dearer than they are."""
    profile = cProfile.Profile()
    profile.runcall(player.play, range(fights))
    found: Counter[str] = Counter()
    for (file, _, _), (_, _, own, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        part = next((part for piece, part in WHERE.items() if f"/{piece}" in file), "rest")
        found[part] += own
    return [found[part] / found.total() for part in PARTS]


if __name__ == "__main__":
    main()
