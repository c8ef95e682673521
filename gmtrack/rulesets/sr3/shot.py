"""Shotguns with shot: choke, spread, the cone (SR-095, SR-108 to SR-114)."""

from gmtrack.rulesets.sr3.strike import Strike

LEAST_CHOKE, MOST_CHOKE = 2, 10
"""SR-108"""


def choke_of(s: Strike) -> int:
    """SR-114: the weapon's, or as set through the link. Raises Refusal (`option`)."""
    told = s.count("choke", LEAST_CHOKE, MOST_CHOKE)
    return s.weapon.choke if told is None else told


def spread(s: Strike) -> int:
    """SR-109: metres to either side at this distance."""
    if not s.shot or s.range is None or s.range.metres is None:
        return 0
    return s.range.metres // choke_of(s)
