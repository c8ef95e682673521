"""SR-044, SR-046: range and its target number; what a laser still reaches (SR-079)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

Category = Literal["short", "medium", "long", "extreme"]
CATEGORIES: tuple[Category, ...] = ("short", "medium", "long", "extreme")
"""Nearest first, as a weapon's `ranges` have their upper ends."""

BASE_TN: Mapping[Category, int] = MappingProxyType(
    {"short": 4, "medium": 5, "long": 6, "extreme": 9}
)
"""SR-044"""

MELEE_TN = 4
"""SR-012, SR-013"""

LASER_METRES = 50
"""SR-079"""
