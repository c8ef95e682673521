"""The printed tables of ranged attacks as data: bursts, range bands, concealment."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.rulesets.storyteller.tables.kinds import Concealment


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
