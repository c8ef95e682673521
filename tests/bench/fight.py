"""How fast a program plays: `python tests/bench/fight.py [COMMANDS [NAME...]] [--profile]`.

For one ready-made fight of each ruleset: the lines that `simulate` plays there, fight after fight,
are written down and played once more through `Fight` in memory, with the dice that fell. Told are
the milliseconds of CPU of a command: `simulate` as it comes (everybody has sense) and with plain
tactics, the lines through `Fight`, and how many times as long they take. Opening a fight counts as
none.
"""

# ruff: noqa: T201, E402 - printing is what this program is for; the path comes first

import cProfile
import pstats
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from simulate import CROWDS, fights, player_of

from gmtrack import Fight
from gmtrack.core.choice import line_of
from gmtrack.core.intents import Intent
from gmtrack.dice import sources
from gmtrack.dice.sources import ChanceDice
from gmtrack.simulation.fight import SimulatedFight

COMMANDS = 1000


def main() -> None:
    only = [one for one in sys.argv[2:] if one[0] != "-"]
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else COMMANDS
    print(f"{'':24}{'simulate':>10}{'plain':>10}{'Fight':>10}{'times':>8}{'plain':>8}")
    for name, encounter in fights():
        if name not in (only or CROWDS):
            continue
        sensible, _ = simulated(player_of(encounter, sensible=True), wanted)
        plain, played = simulated(player_of(encounter), wanted)
        if "--profile" in sys.argv:
            profiled(name, played)
        told = by_lines(name, played)
        figures = f"{sensible:10.3f}{plain:10.3f}{told:10.3f}{told / sensible:8.2f}"
        print(f"{name:24}{figures}{told / plain:8.2f}", flush=True)


def simulated(player, wanted: int) -> tuple[float, list[list[str]]]:
    """Milliseconds a command, and the lines of each fight."""
    player.play(range(2))
    played: list[list[str]] = []
    begin = time.process_time()
    with noted(played):
        while sum(map(len, played)) < wanted:
            played.append([])
            player.fight(len(played)).play()
    took = time.process_time() - begin
    return 1000 * took / sum(map(len, played)), played


@contextmanager
def noted(played: list[list[str]]) -> Iterator[None]:
    do = SimulatedFight._resolve

    def noting(fight: SimulatedFight, intent: Intent) -> object:
        refused = do(fight, intent)
        if refused is None:
            played[-1].append(line_of(intent))
        return refused

    SimulatedFight._resolve = noting  # type: ignore[assignment, method-assign]
    yield
    SimulatedFight._resolve = do  # type: ignore[method-assign]


def by_lines(name: str, played: list[list[str]]) -> float:
    """Milliseconds a command through `Fight`."""
    took = 0.0
    for number, lines in enumerate(played, start=1):
        fight = Fight.open(f"@{name}", memory=True)
        dice = ChanceDice(f"1/{number}")
        sources.RandomDice = lambda seed, dice=dice: dice  # type: ignore[assignment, misc]
        begin = time.process_time()
        for line in lines:
            fight.run(line)
        took += time.process_time() - begin
    return 1000 * took / sum(map(len, played))


def profiled(name: str, played: list[list[str]]) -> None:
    profile = cProfile.Profile()
    profile.runcall(by_lines, name, played)
    pstats.Stats(profile).sort_stats("cumulative").print_stats(60)


if __name__ == "__main__":
    main()
