"""The case-book of sr3, and what only its rolls know."""

from pathlib import Path

from gmtrack.rulesets.sr3 import ruleset

from ..casebook import Book
from ..comparing import Data
from ..core_play import CorePlay


def faults_of_successes(roll: Data, house_rules: Data) -> list[str]:
    """A target number that its parts do not explain."""
    parts = roll.get("tn_parts")
    if parts is None:
        return []
    found = sum(part["value"] for part in parts)
    return [] if found == roll["tn"] else [f"{roll['name']}: tn {roll['tn']}, parts make {found}"]


ROLLERS = ("attack", "act", "test", "roll-init", "next")
BOOK = Book(Path(__file__).parent, ruleset, ROLLERS, faults_of_successes)
CORE = CorePlay(ruleset)
