"""What JSON holds of a hit and its damage. For the type checker alone, never imported at run
time."""

from typing import TypedDict

from gmtrack.rulesets.sr3.sheet.records import EffectName
from gmtrack.rulesets.sr3.tables.damage import Kind, Level, Row


class AppliedDoc(TypedDict):
    """Boxes that were filled in one row of the monitor."""

    to: Row
    amount: int
    before: int
    after: int


class DamageDoc(TypedDict):
    """`damage` of an attack or a test: the code before and after all that changes it, what is left
    of it."""

    victim: str
    base: str
    modified: str
    armor: int
    level: Level | None
    dealt: int
    type: Kind
    applied: list[AppliedDoc]


class DamageByHandDoc(TypedDict):
    """`damage` of the command of that name."""

    type: Kind
    dealt: int
    applied: list[AppliedDoc]


class HitDoc(TypedDict, total=False):
    """What resisting a hit writes."""

    net_hits: int
    damage: DamageDoc


class EffectDoc(TypedDict):
    """One of `effects` in `show --json`."""

    effect: EffectName
    source: None
    until: str
