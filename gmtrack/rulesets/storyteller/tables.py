"""The printed tables of a fight as data: called shots, bursts, range bands, concealment."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.rulesets.storyteller.records import TagName
from gmtrack.rulesets.storyteller.sheet import Concealment, Place


class CalledShot(NamedTuple):
    """One row of ST-148 and ST-150: the dice, and the tag that `least` points leave; with a
    `trait` of the one who is hit, that many points more."""

    dice: int
    tag: TagName | None = None
    least: int = 0
    trait: str | None = None


CALLED: Mapping[Place, CalledShot] = MappingProxyType(
    {
        "arm": CalledShot(-1, "arm-wrack", 1, "stamina"),
        "leg": CalledShot(-1, "leg-wrack", 1, "stamina"),
        "head": CalledShot(-2, "stunned", 0, "size"),
        "critical": CalledShot(-2),
        "little": CalledShot(-2),
        "heart": CalledShot(-3, "heart-struck", 5),
        "hand": CalledShot(-4, "arm-wrack", 1),
        "tiny": CalledShot(-4),
        "eye": CalledShot(-5, "blinded-eye", 1),
    }
)
"""ST-148, ST-150, ST-R28"""


class Burst(NamedTuple):
    """One row of ST-089 to ST-091; `targets`: the most, None for any number."""

    bullets: int
    dice: int
    targets: int | None


BURSTS: Mapping[str, Burst] = MappingProxyType(
    {
        "short": Burst(3, 1, 1),
        "medium": Burst(10, 2, 3),
        "long": Burst(20, 3, None),
    }
)
"""Smallest first, as `short_ammo: next_lower_burst` goes down (ST-R27)."""

COVERING_BULLETS = 10
"""ST-094"""

BEYOND = "beyond"
BANDS: Mapping[str, int] = MappingProxyType({"short": 0, "medium": -1, "long": -2})
"""ST-100: by the weapon's three ranges; `beyond` them is a chance die."""

CONCEALMENT: Mapping[Concealment, int] = MappingProxyType(
    {"none": 0, "barely": -1, "partially": -2, "substantially": -3}
)
"""ST-104: shooting at it."""

OWN_CONCEALMENT: Mapping[Concealment, int] = MappingProxyType(
    {"none": 0, "barely": 0, "partially": -1, "substantially": -2}
)
"""ST-105: shooting out of it."""
