"""IN-OPP, IN-DODGE, IN-UNARM: who prevails, from the results of the dice alone."""

from typing import Literal

from gmtrack.rulesets.i2050.dice.rolls import Result

Winner = Literal["attacker", "defender", "tie", "both-miss"]


def opposed(mine: Result, theirs: Result, *, critical_breaks_tie: bool = False) -> Winner:
    """IN-OPP-02 to IN-OPP-06, IN-R14: the higher success wins; equal ones and two failures are two
    losers."""
    if not (mine.success or theirs.success):
        return "both-miss"
    if mine.success != theirs.success:
        return "attacker" if mine.success else "defender"
    if mine.value != theirs.value:
        return "attacker" if mine.value > theirs.value else "defender"
    if critical_breaks_tie and mine.critical != theirs.critical:
        return "attacker" if mine.critical else "defender"
    return "tie"


def evades(attack: Result, dodge: Result, *, must_match: bool) -> bool:
    """IN-DODGE-03, IN-DODGE-04: a dodge that succeeds, and where it is opposed is as high."""
    return dodge.success and (not must_match or dodge.value >= attack.value)
