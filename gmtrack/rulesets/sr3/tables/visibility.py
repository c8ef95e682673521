"""SR-127, SR-128: what cannot be seen well, by five kinds of eyes."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.rulesets.sr3.tables.kinds import Haze, Light, Vision, VisionSource

Condition = Light | Haze


class Eyes(NamedTuple):
    """One row of a table. `a/b` of the source is `cybernetic`, `natural` (SR-R09)."""

    normal: int
    low_light_cybernetic: int
    low_light_natural: int
    thermographic_cybernetic: int
    thermographic_natural: int

    def seen_by(self, vision: Vision, source: VisionSource) -> int:
        """What it is worth for these eyes."""
        column = vision if vision == "normal" else f"{vision}_{source}"
        return int(getattr(self, column))


Table = Mapping[Condition, Eyes]

RANGED: Table = MappingProxyType(
    {
        "full_darkness": Eyes(8, 8, 8, 4, 2),
        "minimal_light": Eyes(6, 4, 2, 4, 2),
        "partial_light": Eyes(2, 1, 0, 2, 1),
        "glare": Eyes(2, 4, 2, 4, 2),
        "mist": Eyes(2, 2, 0, 0, 0),
        "light_haze": Eyes(4, 4, 2, 0, 0),
        "heavy_haze": Eyes(6, 6, 4, 1, 0),
        "thermal_light": Eyes(4, 4, 2, 4, 4),
        "thermal_heavy": Eyes(6, 6, 4, 6, 6),
    }
)
"""SR-127; thermal smoke by SR-129."""

MELEE: Table = MappingProxyType(
    {
        "full_darkness": Eyes(8, 8, 8, 4, 2),
        "minimal_light": Eyes(3, 2, 1, 2, 1),
        "partial_light": Eyes(1, 0, 0, 1, 0),
        "glare": Eyes(1, 2, 1, 2, 1),
        "mist": Eyes(1, 1, 0, 0, 0),
        "light_haze": Eyes(2, 2, 1, 0, 0),
        "heavy_haze": Eyes(3, 3, 2, 0, 0),
        "thermal_light": Eyes(2, 2, 1, 2, 2),
        "thermal_heavy": Eyes(3, 3, 2, 3, 3),
    }
)
"""SR-128; thermal smoke by SR-129."""

LIGHT_WORDS: Mapping[str, Light | None] = MappingProxyType(
    {
        "full-darkness": "full_darkness",
        "minimal": "minimal_light",
        "partial": "partial_light",
        "glare": "glare",
        "none": None,
    }
)
"""What `light=` takes; the whole keys are right too, and `full`."""

HAZE_WORDS: Mapping[str, Haze | None] = MappingProxyType(
    {
        "mist": "mist",
        "light": "light_haze",
        "heavy": "heavy_haze",
        "thermal-light": "thermal_light",
        "thermal-heavy": "thermal_heavy",
        "none": None,
    }
)
"""What `haze=` takes; the whole keys are right too."""

VISIBILITY_CAP = 8
"""SR-131"""
BLIND_FIRE = 8
"""SR-118, SR-132"""
