"""What documents of reports hold of damage and effects. Types alone; no command loads them."""

from typing import Literal, NotRequired, TypedDict

from gmtrack.rulesets.storyteller.sheet.records import EffectName
from gmtrack.rulesets.storyteller.tables.health import Mark


class Applied(TypedDict):
    """One of `applied`: points of one kind, and what there was of it before and after."""

    to: Mark
    amount: int
    before: int
    after: int


class WillpowerLost(TypedDict):
    """The same of willpower."""

    to: Literal["willpower"]
    amount: int
    before: int
    after: int


class DamageByGm(TypedDict):
    """`damage` of the command of that name."""

    type: Mark | Literal["willpower"]
    dealt: int
    applied: list[Applied] | list[WillpowerLost]


class DamageDocument(TypedDict):
    """`damage`: one hit on its way into somebody, in the order of ST-038. `victim` and `by` where
    the action does not say so."""

    base: int
    modified: int
    type: Mark
    cover: int
    downgraded: int
    soaked: int
    dealt: int
    applied: list[Applied]
    shock: NotRequired[bool]
    victim: NotRequired[str]
    by: NotRequired[str]


class EffectDocument(TypedDict):
    """One of `effects` of `show`: who brought it, and what usually ends it."""

    effect: EffectName
    source: str | None
    until: str
