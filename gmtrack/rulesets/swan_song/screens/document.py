"""What JSON holds of the board, of a combatant and of a barrier."""

from typing import Any, Literal, TypedDict

from gmtrack.core.encounter import Data
from gmtrack.rulesets.swan_song.sheet.records import SurprisedBy


class InOrder(TypedDict):
    """One combatant on the board."""

    id: str
    score: int | None
    ap: int
    acted: bool
    delayed: bool
    status: str


BoardDocument = TypedDict(
    "BoardDocument",
    {
        "name": str,
        "ruleset": str,
        "round": int,
        "pass": int,
        "phase": str,
        "acting": str | None,
        "order": list[InOrder],
        "due": list[str],
    },
)
"""`board --json`."""


class EffectDocument(TypedDict):
    """An effect or a flag that is on somebody."""

    effect: str
    source: str | None
    location: str | None
    rounds: int | None
    until: str


class Filled(TypedDict):
    """A pool or a track."""

    max: int
    now: int


class Dying(TypedDict):
    """How long the dying have."""

    overflow: int
    rounds: int | None
    stable: bool


class InitiativeNow(TypedDict):
    attribute: int
    dice: int
    score: int | None
    pending: int


class ApNow(TypedDict):
    now: int
    max: int
    free_used: int
    attack_used: bool


class DefenseNow(TypedDict):
    previous: int
    full: bool


class MovementNow(TypedDict):
    walk_rate: int
    walked: float
    runs: int
    metres: float


class CoverNow(TypedDict):
    level: str
    concealed: bool
    barrier: str | None


class LiveDocument(TypedDict):
    """What play changes of a combatant."""

    initiative: InitiativeNow
    ap: ApNow
    defense: DefenseNow
    movement: MovementNow
    cover: CoverNow
    held: dict[Literal["left", "right"], str | None]
    surprised_by: SurprisedBy
    locations: dict[str, dict[Literal["damage"], int]]
    dying: Dying | None
    delayed: Data | None
    extended: Data | None


class ShowDocument(LiveDocument):
    """`show WHO --json`."""

    id: str
    name: str
    side: str
    status: str
    pools: dict[str, Filled]
    track: dict[str, Filled]
    wound_modifier: int
    critical_injuries: int
    karma: int
    prone: bool
    attributes: dict[str, int]
    limits: dict[Literal["physical", "mental"], int]
    armor: dict[Literal["value", "encumbrance"], int]
    effects: list[EffectDocument]
    sheet: dict[str, Any]


class BarrierShown(TypedDict):
    """`show BARRIER --json`."""

    id: str
    structure: int
    armor: int
    hp_per_m2: int
    hit_points: int
    damage_taken: int
    hole_m2: int
