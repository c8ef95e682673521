"""Damage and healing by the GM, in JSON."""

from typing import NotRequired, TypedDict

from gmtrack.rulesets.i2050.wounds.document import AppliedDocument


class PointsDocument(TypedDict):
    """Points lost or healed; a blow has the armor that it met."""

    armor: NotRequired[int]
    dealt: int
    applied: list[AppliedDocument]


class ByHandDocument(TypedDict, total=False):
    """`damage` and `heal`."""

    who: str
    damage: PointsDocument
