"""Spotlight's case-book, and what only its rolls know."""

from pathlib import Path

from gmtrack.rulesets.spotlight import ruleset

from ..casebook import Book
from ..comparing import Data
from ..core_play import CorePlay


def faults_of_successes(roll: Data, house_rules: Data) -> list[str]:
    """Successes that are not what the dice show; a Difficulty below 1, or judged wrongly."""
    wrong = []
    name, dice = roll["name"], roll["dice"]
    good = sum(die >= house_rules.get("success_on", 5) for die in dice)
    if roll.get("hits", good) != good:
        wrong.append(f"{name}: hits {roll['hits']} of {dice}")
    if "difficulty" in roll:
        passed = roll["hits"] >= roll["difficulty"] >= 1
        if roll["difficulty"] < 1 or roll["passed"] is not passed:
            wrong.append(f"{name}: {roll['passed']} for {good} against {roll['difficulty']}")
    return wrong


ROLLERS = ("attack", "act", "test", "roll-init")
BOOK = Book(Path(__file__).parent, ruleset, ROLLERS, faults_of_successes)
CORE = CorePlay(ruleset)
