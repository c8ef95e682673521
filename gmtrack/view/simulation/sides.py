"""What people call the sides of a fight and those who fight."""

from collections.abc import Mapping

from gmtrack.core.encounter import Data
from gmtrack.view.text import shown, unhyphened

Names = Mapping[str, str]
PARTY, FOES, NOBODY = "pc", "foe", "nobody"
CALLED = {PARTY: "the party", FOES: "the foes", "ally": "allies", NOBODY: NOBODY}


def called(side: str) -> str:
    """`the party`; of a side with a word of its own `the police`."""
    return CALLED.get(side) or f"the {unhyphened(side)}"


def wins(side: str) -> str:
    """`wins`, or `win` for those who are many."""
    return "win" if called(side).endswith("s") else "wins"


def asked(won: Mapping[str, float]) -> str:
    """The side that a game master asks about: the party, or where there is none the one that wins
    most often."""
    return PARTY if PARTY in won else max(won, key=won.__getitem__)


def named(who: str, entry: Data, names: Names) -> str:
    """What people call somebody, who may be in one variant alone."""
    return shown(names.get(who) or entry.get("name") or who)
