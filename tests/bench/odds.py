"""How long odds take: `python tests/bench/odds.py [ROUNDS]`.

For each ruleset its `large` attacks of tests/rulesets/NAME/odds.yaml, and one attack whose pools
grow. Times are inside one process, and stand beside one plain resolve of the same attack. Then the
attacks of all ready-made fights (odds_table.py).
"""

# ruff: noqa: T201, E402 - printing is what this program is for; the path comes first

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from odds_table import table
from rulesets.odds_play import Sample, core, encounter, samples, search

from gmtrack.core.draft import Draft
from gmtrack.dice.sources import RandomDice
from gmtrack.odds.roll_distribution import distribution_of_roll

ROUNDS = 10
POOLS = (5, 10, 15, 20)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    print(f"{'runs':>6} {'odds ms':>9} {'resolve ms':>11} {'odds : resolve':>15}")
    for sample in samples("large"):
        measure(sample, rounds)
    for pool in POOLS:
        doc = {
            "cast": ["joe", "bob"],
            "change": {"bob": {"body": pool, "reaction": pool - 1, "intuition": 1}},
        }
        line = f"attack joe bob --called neck --mod {pool + 1}"
        measure(Sample("swan_song", doc, line), rounds, f"pools of {pool}")
    print()
    table()


def measure(sample: Sample, rounds: int, name: str = "") -> None:
    """The median of some rounds, each with distributions that no roll has asked for before."""
    fight = encounter(sample)
    play = core(sample.folder)
    intent = play.intent(play.parsed(sample.line.split()), fight)

    def resolve() -> None:
        draft = Draft(fight)
        play.ruleset.resolve(draft, intent, RandomDice(1))
        draft.rollback()

    def odds() -> None:
        distribution_of_roll.cache_clear()
        found.odds()

    found = search(sample, fight, sample.line)
    odds()
    runs = found.runs
    took, plain = [], []
    for _ in range(rounds):
        found = search(sample, fight, sample.line)
        took.append(timed(odds))
        plain.append(timed(resolve))
    mine, other = statistics.median(took), statistics.median(plain)
    print(f"{runs:6} {mine:9.1f} {other:11.2f} {mine / other:15.0f}  {name or sample}")


def timed(do: Callable[[], None]) -> float:
    """Milliseconds."""
    begin = time.perf_counter()
    do()
    return (time.perf_counter() - begin) * 1000


if __name__ == "__main__":
    main()
