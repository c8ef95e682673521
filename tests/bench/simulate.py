"""How fast fights play themselves: `python tests/bench/simulate.py [SECONDS] [TREE]`.

For each ready-made fight: fights a second on one core (CPU), by plain tactics and where everybody
is sensible, and on two processes (by the clock); commands in a fight, and what a command costs
beside a plain resolve; then where the time goes; at last what a command costs in larger fights.
With the TREE of another checkout instead the same fights by both, one after the other, and how many
times as fast this one is: so that a busy machine counts for both.
"""

# ruff: noqa: T201, E402 - printing is what this program is for; the path comes first

import cProfile
import pstats
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLAY = "play"
"""Begins the arguments of a process that plays what it is told to: then comes its tree."""
PLAYS = sys.argv[1:2] == [PLAY]
sys.path[:0] = [sys.argv[2] if PLAYS else str(ROOT)]

from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Intent
from gmtrack.simulation.fight import Setup, SimulatedFight
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
PAIRS = 9
"""Measurements of each fight by two trees."""
CROWDS = ("knife-fight", "ninth-street", "back-room", "stairwell", "street-samurai-duel")
"""One fight of each ruleset that is played with more of the same people."""
SIDES = (2, 8, 32)
"""So many on each side."""


def main() -> None:
    if PLAYS:
        play_as_told()
        return
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    if len(sys.argv) > 2:
        compared(sys.argv[2], seconds)
        return
    heads = ("fights/s", "sensible", "two cores", "times", "commands", "refused", "ms each", *PARTS)
    print(f"{'':24}", *(f"{head:>9}" for head in heads))
    for name, encounter in fights():
        told(name, encounter, seconds)
    print(f"\n{'ms a command':24}", *(f"{side:>6} a side" for side in SIDES))
    for name, encounter in fights():
        if name in CROWDS:
            each = (f"{each_command(crowd(encounter, side), seconds):13.3f}" for side in SIDES)
            print(f"{name:24}", *each)


def fights() -> Iterator[tuple[str, Encounter]]:
    """The ready-made ones."""
    for file in sorted((ROOT / "encounters").glob("*.yaml")):
        encounter = validate_file(str(file))[0]
        if not encounter.is_party:
            yield file.stem, encounter


def player_of(encounter: Encounter, *, sensible: bool = False) -> Player:
    """By plain tactics, or everybody with sense."""
    setup = Setup(encounter, 1, 50, {}, {}, "", {})
    return Player(setup._replace(sensible=tuple(encounter.combatants)) if sensible else setup)


# --- larger fights ---


def crowd(encounter: Encounter, side: int) -> Encounter:
    """So many of the first of the party against as many of their first foe."""
    first = {encounter.side(who): who for who in reversed(encounter.combatants)}
    people = {
        f"{who}-{number}": {**encounter.combatants[who], "name": f"{who} {number}"}
        for who in (first["pc"], first["foe"])
        for number in range(1, side + 1)
    }
    return replace(encounter, combatants=people, fight={})


def each_command(encounter: Encounter, seconds: float) -> float:
    """Milliseconds of CPU."""
    player, number = player_of(encounter), 0
    counted = Counter[str]()
    begin = time.process_time()
    with counting(counted):
        while time.process_time() - begin < seconds:
            player.fight(number).play()
            number += 1
    return 1000 * (time.process_time() - begin) / counted.total()


# --- two trees ---


def compared(tree: str, seconds: float) -> None:
    """The fights by this tree and by another one."""
    players = [
        subprocess.Popen(
            [sys.executable, __file__, PLAY, root], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True,
        )
        for root in (tree, str(ROOT))
    ]  # fmt: skip
    print(f"{'':24} {'times':>9} {'before':>9} {'now':>9}   fights a CPU second")
    for name, encounter in fights():
        player = player_of(encounter)
        begin = time.process_time()
        player.play(range(2))
        each = max(1, int(2 * seconds / PAIRS / (time.process_time() - begin)))
        took = [
            [asked(player, f"{name} {n * each} {(n + 1) * each}") for player in players]
            for n in range(PAIRS)
        ]
        times = statistics.median(before / now for before, now in took)
        rates = (f"{each / statistics.median(one):9.1f}" for one in zip(*took, strict=True))
        print(f"{name:24} {times:9.2f}", *rates, flush=True)


def asked(player: "subprocess.Popen[str]", line: str) -> float:
    """How long a player takes."""
    assert player.stdin
    assert player.stdout
    player.stdin.write(f"{line}\n")
    player.stdin.flush()
    return float(player.stdout.readline())


def play_as_told() -> None:
    """Of each line the fights with these numbers; says how many seconds of CPU they took."""
    players = {name: player_of(encounter) for name, encounter in fights()}
    for line in sys.stdin:
        name, first, last = line.split()
        begin = time.process_time()
        players[name].play(range(int(first), int(last)))
        print(time.process_time() - begin, flush=True)


# --- one fight ---


def told(name: str, encounter: Encounter, seconds: float) -> None:
    player = player_of(encounter)
    counted = Counter[str]()
    with counting(counted):
        player.play(range(TRIED))
    begin = time.process_time()
    player.play(range(TRIED))
    fights = max(TRIED, int(seconds * TRIED / (time.process_time() - begin)))
    begin = time.process_time()
    player.play(range(fights))
    took = time.process_time() - begin
    one = fights / took
    sense = with_sense(encounter)
    two = on_two(player.setup, fights * PROCESSES)
    done, refused = counted["done"] / TRIED, counted["refused"] / TRIED
    each = 1000 / one / (done + refused)
    shares = (f"{share:9.0%}" for share in spent(player, max(TRIED, fights // 4)))
    figures = f"{one:9.0f} {sense:9.0f} {two:9.0f} {two / one:9.2f}"
    figures += f" {done:9.1f} {refused:9.1f} {each:9.2f}"
    print(f"{name:24} {figures}", *shares)


def with_sense(encounter: Encounter) -> float:
    """Fights a second where everybody is sensible, and most of what is weighed is known."""
    player = player_of(encounter, sensible=True)
    player.play(range(TRIED))
    begin = time.process_time()
    player.play(range(TRIED, 2 * TRIED))
    return TRIED / (time.process_time() - begin)


@contextmanager
def counting(counted: Counter[str]) -> Iterator[None]:
    """Count the commands of all fights that are played inside."""
    do: Callable[[SimulatedFight, Intent], object] = SimulatedFight._resolve

    def counting(fight: SimulatedFight, intent: Intent) -> object:
        refused = do(fight, intent)
        counted["done" if refused is None else "refused"] += 1
        return refused

    SimulatedFight._resolve = counting  # type: ignore[assignment, method-assign]
    yield
    SimulatedFight._resolve = do  # type: ignore[assignment, method-assign]


def on_two(setup: Setup, fights: int) -> float:
    """Fights a second by the clock, from the first result to the last: starting the processes is
    the same however many there are."""
    # Imported here, so that the trees that are compared may call it differently.
    from gmtrack.simulation.processes.jobs import play_in_processes

    begun: list[float] = []
    before: list[int] = []

    def heard(tally: object) -> None:
        begun.append(time.perf_counter())
        before.append(tally.fights)  # type: ignore[attr-defined]

    play_in_processes(setup, fights, PROCESSES, heard)
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
