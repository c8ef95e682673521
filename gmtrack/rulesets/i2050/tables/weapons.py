"""The classes of weapons, and what each does to speed."""

from collections.abc import Mapping
from typing import Literal

WeaponClass = Literal["missile", "long", "medium", "short", "unarmed"]
ADJUSTMENTS: Mapping[WeaponClass, int] = {
    "missile": 0, "long": -1, "medium": -2, "short": -3, "unarmed": -3,
}  # fmt: skip
"""IN-SPD-03"""
