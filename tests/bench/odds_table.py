"""How long the odds of every attack of the ready-made fights take: `python
tests/bench/odds_table.py [EACH]`; with EACH every so many of them only.

CPU inside one process, beside one plain resolve of the same attack.
"""

# ruff: noqa: T201, E402 - printing is what this program is for; the path comes first

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from gmtrack.app.odds.attack import find_odds
from gmtrack.app.odds.attack_rolls import OddsQuestion
from gmtrack.core.choice import line_of
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack, Planning
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal
from gmtrack.odds.engine import TooManyBranches
from gmtrack.odds.roll_distribution import distribution_of_roll
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.opening import validate_file

WORST = 10
BOUNDS = (0.1, 0.5, 1.0)


class Took(NamedTuple):
    """Seconds of one attack: its odds, and one plain resolve."""

    odds: float
    resolve: float
    exact: bool
    line: str


def table(each: int = 1) -> None:
    """Every so many of the attacks."""
    everything: list[Took] = []
    heads = ("attacks", "p50 ms", "p95 ms", "worst", "sampled", "resolve ms")
    print(f"{'':24}", *(f"{head:>10}" for head in heads))
    for file in sorted((ROOT / "encounters").glob("*.yaml")):
        encounter, ruleset = validate_file(str(file))
        attacks = list(attacks_of(ruleset, encounter))[::each]
        took = [measured(ruleset, encounter, intent) for intent in attacks]
        found = [one._replace(line=f"{file.stem}: {one.line}") for one in took if one]
        told(file.stem, found)
        everything += found
    told("all", everything)
    for bound in BOUNDS:
        over = sum(one.odds > bound for one in everything)
        print(f"over {bound:.1f} s: {over} of {len(everything)}")
    for one in sorted(everything, reverse=True)[:WORST]:
        print(f"{one.odds:8.3f} s {one.odds / one.resolve:8.0f} resolves  {one.line}")


def attacks_of(ruleset: Ruleset, encounter: Encounter) -> Iterator[Attack]:
    """Everybody with every weapon, mode, place and word, at everybody else."""
    for who in encounter.present():
        for candidate in ruleset.candidates(encounter, who):
            if isinstance(candidate.intent, Attack):
                yield candidate.intent


def measured(ruleset: Ruleset, encounter: Encounter, intent: Attack) -> Took | None:
    """None where it is refused."""

    def resolve() -> None:
        draft = Draft(encounter)
        try:
            planning = Planning((*ruleset.WORDS.turn, *ruleset.WORDS.price))
            options = intent.options._replace(planning=planning)
            plain = Attack(intent.attacker, intent.targets, options=options)
            ruleset.resolve(draft, plain, RandomDice(1))
        finally:
            draft.rollback()

    distribution_of_roll.cache_clear()
    begin = time.process_time()
    try:
        find_odds(OddsQuestion(ruleset, encounter, intent))
    except TooManyBranches:
        return Took(time.process_time() - begin, timed(resolve), False, line_of(intent))
    except Refusal:
        return None
    return Took(time.process_time() - begin, timed(resolve), True, line_of(intent))


def timed(do: Callable[[], None]) -> float:
    begin = time.process_time()
    do()
    return time.process_time() - begin


def told(name: str, found: list[Took]) -> None:
    """A line of the table."""
    if not found:
        return
    times, plain = sorted(one.odds for one in found), sorted(one.resolve for one in found)
    sampled = sum(not one.exact for one in found)
    numbers = [times[len(times) // 2], times[len(times) * 95 // 100], times[-1]]
    told = (f"{1000 * n:10.1f}" for n in numbers)
    middle = 1000 * plain[len(plain) // 2]
    print(f"{name:24} {len(found):10}", *told, f"{sampled:10} {middle:10.2f}", flush=True)


if __name__ == "__main__":
    table(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
