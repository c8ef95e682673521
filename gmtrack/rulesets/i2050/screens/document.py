"""`board` and `show` in JSON."""

from typing import Literal, TypedDict

from gmtrack.core.encounter import Data
from gmtrack.rulesets.i2050.sheet.intent import PlanDocument
from gmtrack.rulesets.i2050.sheet.records import WeaponStatus
from gmtrack.rulesets.i2050.tables.locations import Location
from gmtrack.rulesets.i2050.tables.wounds import Band
from gmtrack.rulesets.i2050.turn.document import TurnDocument
from gmtrack.rulesets.i2050.wounds.document import EffectDocument

LocationState = Literal["fine", "hurt", "useless", "disabled"]


class BoardDocument(TurnDocument):
    """`board`"""

    name: str
    ruleset: str


class LocationDocument(TypedDict):
    """One location of the body."""

    max: int
    now: int
    armor: int
    state: LocationState


class PoolDocument(TypedDict):
    """Points, and how many are left."""

    max: int
    now: int


class PoolsDocument(TypedDict):
    """The only one is `hp`."""

    hp: PoolDocument


class TrackDocument(TypedDict):
    """The band of the damage."""

    damage: int
    band: Band
    strenuous: bool


class InitiativeDocument(TypedDict):
    """Speed, and with which weapon."""

    speed: int
    weapon: str


class MovementDocument(TypedDict):
    """Metres of the round, and where somebody is."""

    allowance: int
    moved: int
    position: list[float] | None


class WeaponDocument(TypedDict):
    """What play has done to a weapon."""

    status: WeaponStatus
    failed: list[str]


class ShowDocument(TypedDict):
    """`show`"""

    id: str
    name: str
    side: str
    status: str
    pools: PoolsDocument
    locations: dict[Location, LocationDocument]
    track: TrackDocument
    initiative: InitiativeDocument
    movement: MovementDocument
    weapons: dict[str, WeaponDocument]
    checks: list[str]
    intent: PlanDocument | None
    effects: list[EffectDocument]
    sheet: Data
