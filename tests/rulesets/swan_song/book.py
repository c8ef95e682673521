"""Swan Song's case-book, and what only its rolls know."""

from pathlib import Path

from gmtrack.rulesets.swan_song import ruleset

from ..casebook import Book
from ..comparing import Data
from ..core_play import CorePlay


def faults_of_hits(roll: Data, house_rules: Data) -> list[str]:
    """Totals that are no sum; hits that are not what the dice show, or counted past the limit."""
    del house_rules
    wrong = []
    name, dice = roll["name"], roll["dice"]
    if "total" in roll and roll["total"] != sum(dice):
        wrong.append(f"{name}: total {roll['total']} of {dice}")
    if "hits" in roll:
        hits = sum(die >= 5 for die in dice)
        limit = hits if roll["limit"] is None else roll["limit"]
        # The limit of a re-roll leaves something of both rolls together (R-KAR-3).
        counted = roll["counted"] if name.endswith("_reroll") else min(hits, limit)
        if (roll["hits"], roll["counted"]) != (hits, counted):
            wrong.append(f"{name}: hits {roll['hits']}, counted {roll['counted']} of {dice}")
    return wrong


ROLLERS = ("attack", "act", "test", "roll-init", "next", "set")
BOOK = Book(Path(__file__).parent, ruleset, ROLLERS, faults_of_hits)
CORE = CorePlay(ruleset)
