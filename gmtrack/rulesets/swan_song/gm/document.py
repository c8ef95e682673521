"""What JSON holds of damage and healing that the GM enters."""

from typing import NotRequired, TypedDict

from gmtrack.rulesets.swan_song.wounds.document import AppliedPoints


class Dealt(TypedDict):
    """What was entered."""

    dealt: int
    track: str
    type: str
    location: NotRequired[str]


class GmDamage(Dealt):
    """One hit, or points off one pool, and what came of it."""

    applied: list[AppliedPoints]


class Healed(TypedDict):
    """Points given back."""

    amount: int
    applied: list[AppliedPoints]
