"""Points and effects in JSON."""

from typing import Literal, NotRequired, TypedDict

from gmtrack.rulesets.i2050.sheet.records import EffectName
from gmtrack.rulesets.i2050.tables.locations import Location


class AppliedDocument(TypedDict):
    """Points off or onto the total or a location."""

    to: Location | Literal["hp"]
    amount: int
    before: int
    after: int


class EffectDocument(TypedDict):
    """An effect on somebody, as `show` has it; an aim has a target."""

    effect: EffectName | Literal["aimed"]
    target: NotRequired[str]
    source: None
    until: str
