"""The documents of `board` and `show`. Types alone; no command loads them."""

from typing import Literal, TypedDict

from gmtrack.core.encounter import Data
from gmtrack.rulesets.storyteller.sheet.state import EffectName, GrappleDocument, Reason
from gmtrack.rulesets.storyteller.tables import Mark


class Left(TypedDict):
    """What there is at most, and what is left of it."""

    max: int
    now: int


class Place(TypedDict):
    """One place of `order`."""

    id: str
    score: int | None
    ap: int
    acted: bool
    delayed: bool
    status: str


class CoverDocument(TypedDict):
    """One piece of cover."""

    structure: Left


class BoardDocument(TypedDict):
    """`board --json`."""

    name: str
    ruleset: str
    round: int
    phase: str
    acting: str | None
    order: list[Place]
    covers: dict[str, CoverDocument]


class TrackDocument(TypedDict):
    """How many boxes of each kind there are."""

    bashing: int
    lethal: int
    aggravated: int
    empty: int


class PoolsDocument(TypedDict):
    """What can be used up."""

    health: Left
    willpower: Left


class InitiativeDocument(TypedDict):
    """The score, and what the sheet and the weapon add to the die."""

    score: int | None
    mod: int
    weapon: int


class DefenseDocument(TypedDict):
    """Defense of the sheet, and what it is worth now."""

    base: int
    now: int


class WeaponDocument(TypedDict, total=False):
    """One weapon."""

    wielded: bool
    at: str
    ammo: Left
    structure: Left


class AimDocument(TypedDict):
    """Whom somebody aims at."""

    target: str
    bonus: int


class SuppressedDocument(TypedDict):
    """The covering fire that somebody is under."""

    by: str
    successes: int
    wm: int
    damage_type: Mark


class EffectDocument(TypedDict):
    """One of `effects`: who brought it, and what usually ends it."""

    effect: EffectName
    source: str | None
    until: str


class StateDocument(TypedDict):
    """The rest of the live state."""

    decay: int
    defended: bool
    no_defense: list[Reason]
    wp_defense: list[str]
    dodging: bool
    dodged: list[str]
    off_balance: Literal["none", "pending", "active"]
    guard: Literal["none", "static"]
    parried: int
    aim: AimDocument | None
    grapple: GrappleDocument | None
    prone: bool
    cover: str | None
    shield: str | None
    moved: int
    delaying: bool
    held_over: bool
    on_top: bool
    suppressed: SuppressedDocument | None
    wielded: list[str]
    killed: list[str]
    downed_by: str | None


class ShowDocument(TypedDict):
    """`show --json`."""

    id: str
    name: str
    side: str
    status: str
    pools: PoolsDocument
    track: TrackDocument
    wound_modifier: int
    initiative: InitiativeDocument
    ap: Left
    defense: DefenseDocument
    speed: int
    weapons: dict[str, WeaponDocument]
    effects: list[EffectDocument]
    state: StateDocument
    sheet: Data
