"""SR-085 to SR-097: what the kinds of ammunition change."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from gmtrack.rulesets.sr3.tables.damage import DamageType
from gmtrack.rulesets.sr3.tables.kinds import AmmoType

Rating = Literal["whole", "double", "half"]
"""What a rating counts against this ammunition."""
ArmorRule = Literal["ballistic", "impact", "half", "flechette"]


class AmmoRow(NamedTuple):
    """One kind. `bare`: levels more on somebody without any armor; `armor`: what of the armor
    counts, `flechette` being the ballistic rating or twice the impact rating; `things`: barriers
    that are shot through; `wears`: barriers where they take damage themselves; `vehicle_level`:
    levels more or less on vehicles."""

    key: AmmoType
    id: str
    help: str
    power: int = 0
    type: DamageType | None = None
    bare: int = 0
    armor: ArmorRule = "ballistic"
    things: Rating = "whole"
    wears: Rating = "whole"
    vehicle_level: int = 0
    whole_knockdown: bool = False
    """SR-084: knockdown against the whole power."""


_ROWS = (
    AmmoRow("normal", "SR-096", "no change"),
    AmmoRow(
        "flechette", "SR-085..SR-087",
        "level +1 against no armor; armor is twice the impact rating if that is more",
        bare=1, armor="flechette", things="double", wears="double",
    ),
    AmmoRow(
        "explosive", "SR-088, SR-089, SR-098", "power +1; may misfire",
        power=1, things="double", wears="half",
    ),
    AmmoRow(
        "gel", "SR-084, SR-090", "power -2, stun, against impact armor; knockdown by full power",
        power=-2, type="stun", armor="impact", whole_knockdown=True,
    ),
    AmmoRow(
        "apds", "SR-092..SR-094", "half the armor; level -1 on vehicles",
        armor="half", things="half", vehicle_level=-1,
    ),
    AmmoRow(
        "shot", "SR-095, SR-108..SR-113", "as flechette, and spreads",
        bare=1, armor="flechette", things="double", wears="double",
    ),
)  # fmt: skip

AMMUNITION: Mapping[AmmoType, AmmoRow] = MappingProxyType({row.key: row for row in _ROWS})
