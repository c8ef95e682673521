"""SR-133 to SR-141: kinds and levels of damage, the boxes of the condition monitor, wounds."""

from collections.abc import Mapping
from typing import Literal

DamageType = Literal["physical", "stun"]
Level = Literal["L", "M", "S", "D"]
LEVELS: tuple[Level, ...] = ("L", "M", "S", "D")
Kind = Literal["physical", "stun", "subdual"]
KINDS: tuple[Kind, ...] = ("physical", "stun", "subdual")
Row = Literal["stun", "physical", "overflow", "subdual"]
ROWS: tuple[Row, ...] = ("stun", "physical", "overflow", "subdual")

BOXES = 10
"""SR-133: of each monitor."""
OF_LEVEL: Mapping[Level, int] = {"L": 1, "M": 3, "S": 6, "D": 10}
"""SR-140"""
WOUNDS = ((6, 3), (3, 2), (1, 1))
"""SR-141: from so many boxes on, so much; most first."""
