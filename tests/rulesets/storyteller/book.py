"""Storyteller's case-book, and what only its rolls know."""

from pathlib import Path

from gmtrack.rulesets.storyteller import ruleset

from ..casebook import Book
from ..comparing import Data
from ..core_play import CorePlay


def faults_of_pools(roll: Data, house_rules: Data) -> list[str]:
    """Successes that are not what the dice show, or a pool that is not what was rolled."""
    if "hits" not in roll:
        return []
    wrong = []
    name, dice = roll["name"], roll["dice"]
    if roll.get("chance"):
        faces, good = 1, sum(die == 10 for die in dice)
    else:
        faces, good = roll["pool"], sum(die >= 8 for die in [*dice, *roll.get("again", [])])
    if len(dice) != faces:
        wrong.append(f"{name}: {len(dice)} dice for {faces}")
    if (
        roll["hits"] != good
        and "again" not in house_rules
        and "chance_die_again" not in house_rules
    ):
        wrong.append(f"{name}: hits {roll['hits']} of {dice} {roll.get('again')}")
    return wrong


ROLLERS = ("attack", "act", "test", "roll-init", "next")
BOOK = Book(Path(__file__).parent, ruleset, ROLLERS, faults_of_pools)
CORE = CorePlay(ruleset)
