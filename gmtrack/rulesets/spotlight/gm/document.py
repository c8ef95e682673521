"""Damage and healing by the GM, in JSON."""

from typing import Literal, TypedDict

from gmtrack.rulesets.spotlight.tables.locations import Location, Mark
from gmtrack.rulesets.spotlight.wounds.document import BoxesDocument


class FortitudeDocument(TypedDict):
    """Points of Fortitude lost or regained."""

    to: Literal["fortitude"]
    amount: int
    before: int
    after: int


class HealedBoxesDocument(TypedDict):
    """Boxes of one kind that became empty; `before` and `after` count empty boxes."""

    to: Location
    type: Mark
    amount: int
    before: int
    after: int


class BoxDamageDocument(TypedDict):
    """Points into boxes."""

    dealt: int
    type: Mark
    applied: list[BoxesDocument]


class FortitudeDamageDocument(TypedDict):
    """Points of Fortitude."""

    dealt: int
    type: Literal["fortitude"]
    applied: list[FortitudeDocument]


class HealedDocument(TypedDict):
    """What was healed."""

    amount: int
    applied: list[HealedBoxesDocument] | list[FortitudeDocument]


class ByHandDocument(TypedDict, total=False):
    """`damage` has the one, `heal` the other."""

    who: str
    damage: BoxDamageDocument | FortitudeDamageDocument
    healed: HealedDocument
