"""`board` and `show` in JSON."""

from typing import Literal, NotRequired, TypedDict

from gmtrack.core.encounter import Data
from gmtrack.rulesets.spotlight.sheet.sheet import HeldBy
from gmtrack.rulesets.spotlight.tables.locations import Location
from gmtrack.rulesets.spotlight.turn.document import TurnDocument


class BoardDocument(TurnDocument):
    """The fight at a glance."""

    name: str
    ruleset: str


class PoolDocument(TypedDict):
    """A pool that can be lost: Fortitude."""

    max: int
    now: int


class LocationDocument(TypedDict):
    """The boxes of one location, counted by mark."""

    boxes: int
    lethal: int
    bruise: int
    empty: int
    state: str


class InitiativeDocument(TypedDict):
    """The scores that initiative is rolled with and compared by."""

    dice: int
    score: int | None
    agility: int


class ApDocument(TypedDict):
    """Action points; `save` are those of a dramatic save."""

    max: int
    now: int
    forgone: bool
    save: NotRequired[int]


class HoldingDocument(TypedDict):
    """The combatant and the spotlight."""

    holds: bool
    had: bool


class SpeedDocument(TypedDict):
    """Speed on the sheet, now, and with help."""

    full: int
    now: int
    helped: int


class EffectDocument(TypedDict):
    """A condition."""

    effect: Literal["suppressed", "moving", "unconscious"]
    source: str | None
    until: str
    target_number: NotRequired[int]
    broken: NotRequired[bool]
    location: NotRequired[Location]


class ShowDocument(TypedDict):
    """One combatant."""

    id: str
    name: str
    side: str
    status: str
    pools: dict[Literal["fortitude"], PoolDocument]
    locations: dict[Location, LocationDocument]
    initiative: InitiativeDocument
    ap: ApDocument
    spotlight: HoldingDocument
    speed: SpeedDocument
    held: dict[str, HeldBy]
    cover: list[str]
    effects: list[EffectDocument]
    sheet: Data
