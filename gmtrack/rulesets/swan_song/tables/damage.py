"""SS-ARM-09..13, SS-BAR-20..28: damage multipliers by pool and type; barrier ratings."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

MULTIPLIERS: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "shield": MappingProxyType({}),
        "armored": MappingProxyType(
            {
                "kinetic": 0.5,
                "shock": 0.5,
                "fire": 0.5,
                "radiation": 0.5,
                "corrosive": 2.0,
                "cryo": 1.5,
            }
        ),
        "flesh": MappingProxyType({"kinetic": 1.0}),
    }
)
"""Pairs that are not named count in full (R-DMG-1, R-DMG-4)."""

ALWAYS_DOWN = 10
"""SS-KD-02"""
FLESH_STEP = -2
STRAIN_STEP = -1
"""SS-WND-01, -02: per full half of the maximum."""
MOST_STEPS = 2
"""R-WND-1"""


class BarrierRating(NamedTuple):
    """One line of the barrier table; the last one gives minima."""

    key: str
    structure: int
    armor: int
    id: str
    help: str


_RATINGS = (
    BarrierRating("fragile", 1, 2, "SS-BAR-20", "window glass"),
    BarrierRating("cheap", 2, 4, "SS-BAR-21", "drywall, plaster, a tire"),
    BarrierRating("average", 4, 6, "SS-BAR-22", "furniture, ballistic glass"),
    BarrierRating("heavy", 6, 8, "SS-BAR-23", "a tree, hardwood, chain link"),
    BarrierRating("reinforced", 8, 12, "SS-BAR-24", "a security door, armored glass"),
    BarrierRating("structure", 10, 16, "SS-BAR-25", "brick, plascrete"),
    BarrierRating("heavy_structure", 12, 20, "SS-BAR-26", "concrete, a metal beam"),
    BarrierRating("reinforced_structure", 14, 24, "SS-BAR-27", "reinforced concrete"),
    BarrierRating("hardened", 16, 32, "SS-BAR-28", "a blast bunker"),
)
BARRIER_RATINGS: Mapping[str, BarrierRating] = MappingProxyType({r.key: r for r in _RATINGS})
