"""The case-book of i2050, and what only its rolls know."""

from pathlib import Path

from gmtrack.rulesets.i2050 import ruleset

from ..casebook import Book
from ..comparing import Data
from ..core_play import CorePlay


def faults_of_sums(roll: Data, house_rules: Data) -> list[str]:
    """A number to roll under, or a total, that its parts do not explain."""
    found = []
    for what in ("target", "total"):
        parts = roll.get(f"{what}_parts")
        if parts is not None and sum(part["value"] for part in parts) != roll[what]:
            found.append(f"{roll['name']}: {what} {roll[what]}, parts {parts}")
    return found


ROLLERS = ("attack", "act", "test", "damage", "next")
BOOK = Book(Path(__file__).parent, ruleset, ROLLERS, faults_of_sums)
CORE = CorePlay(ruleset)
