"""What documents of reports hold of covering fire. Types alone; no command loads them."""

from typing import TypedDict

from gmtrack.rulesets.storyteller.wounds.document import DamageDocument


class FireDocument(TypedDict):
    """The fire of one shooter on who acts under it (ST-097)."""

    by: str
    hits: int
    damage: DamageDocument


class UnderFire(TypedDict, total=False):
    """A document of something that may be done under covering fire."""

    covering_fire: FireDocument
