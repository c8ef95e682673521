"""The printed tables as data, each with its row of RULES.md."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from gmtrack.rulesets.kit.house import ROUNDING

Attribute = Literal[
    "body", "quickness", "strength", "intelligence", "willpower"
]
WeaponClass = Literal["firearm", "shotgun", "bow", "crossbow", "heavy", "other"]
Mode = Literal["ss", "sa", "bf", "fa"]
Loading = Literal["clip", "break", "internal", "cylinder", "belt"]
AmmoType = Literal["normal", "flechette", "explosive", "gel", "apds", "shot"]
Delivery = Literal["thrown", "launched", "placed"]
Vision = Literal["normal", "low_light", "thermographic"]
VisionSource = Literal["natural", "cybernetic"]
Light = Literal["full_darkness", "minimal_light", "partial_light", "glare"]
Haze = Literal[
    "mist", "light_haze", "heavy_haze", "thermal_light", "thermal_heavy"
]

ATTRIBUTES: tuple[Attribute, ...] = (
    "body",
    "quickness",
    "strength",
    "intelligence",
    "willpower",
)
AMMO_TYPES: tuple[AmmoType, ...] = (
    "normal",
    "flechette",
    "explosive",
    "gel",
    "apds",
    "shot",
)
LIGHTS: tuple[Light, ...] = (
    "full_darkness",
    "minimal_light",
    "partial_light",
    "glare",
)
HAZES: tuple[Haze, ...] = (
    "mist",
    "light_haze",
    "heavy_haze",
    "thermal_light",
    "thermal_heavy",
)


PASS = 10
"""The points that a pass takes off every initiative score (SR-008)."""


# --- damage ---


DamageType = Literal["physical", "stun"]
Level = Literal["L", "M", "S", "D"]
LEVELS: tuple[Level, ...] = ("L", "M", "S", "D")
Kind = Literal["physical", "stun", "subdual"]
KINDS: tuple[Kind, ...] = ("physical", "stun", "subdual")
Row = Literal["stun", "physical", "overflow", "subdual"]
ROWS: tuple[Row, ...] = ("stun", "physical", "overflow", "subdual")

BOXES = 10
"""The boxes of each monitor (SR-133)."""
OF_LEVEL: Mapping[Level, int] = {"L": 1, "M": 3, "S": 6, "D": 10}
"""The boxes of each damage level (SR-140)."""
WOUNDS = ((6, 3), (3, 2), (1, 1))
"""The wound modifiers with the least boxes for each, most boxes first (SR-141)."""


# --- first aid ---


AFTER_BOX: Mapping[Level, int] = {"L": 0, "M": 1, "S": 3, "D": 6}
AFTER_TOP: Mapping[Level, int] = {"L": 0, "M": 2, "S": 5, "D": 9}
"""The boxes that are left when a stage has healed; AFTER_BOX by house rule (SR-REST-05)."""
BODY_BONUS = ((10, -3), (7, -2), (4, -1))
"""The number that the patient's body takes off the target number of first aid, by the least body
for it (SR-REST-08, SRX-203)."""
AWAKENED = 2
CONDITIONS: Mapping[str, int] = {"bad": 1, "terrible": 3}
NO_KIT = 4
CAUSE_UNKNOWN = 2
"""What makes first aid harder: magic in the patient, the place, no medkit, an unknown cause
(SRX-203)."""
AID_TURNS: Mapping[Level, int] = {"L": 5, "M": 10, "S": 15}
"""The combat turns of first aid, before they are divided by the successes (SRX-205)."""
HOLD_ON_TN: Mapping[str, int] = {"first-aid": 10, "trauma-patch": 4}
"""The target number of Body by which the dying hold on (SRX-207)."""


# --- ranges ---


Category = Literal["short", "medium", "long", "extreme"]
CATEGORIES: tuple[Category, ...] = ("short", "medium", "long", "extreme")
"""The range categories, nearest first, as a weapon's `ranges` have their upper ends."""

BASE_TN: Mapping[Category, int] = {
    "short": 4,
    "medium": 5,
    "long": 6,
    "extreme": 9,
}
"""The target number by range category (SR-044)."""

GRENADE_TN: Mapping[Category, int] = {**BASE_TN, "long": 8}
"""The target number of throwing and launching by range category (SRX-105)."""
THROWN = (3, 5, 10, 20)
AERODYNAMIC = (3, 5, 20, 30)
"""The upper ends of the ranges of what is thrown, in metres for each point of strength
(SRX-104)."""
LAUNCHED = (50, 100, 150, 300)
LEAST_LAUNCHED = 5
"""The upper ends of a launcher's ranges and its shortest range, in metres (SRX-104)."""


class Scatter(NamedTuple):
    """Scatter of what is thrown or launched: the dice of its metres, and the metres that each
    success takes off (SRX-107)."""

    dice: int
    less: int


SCATTER: Mapping[str, Scatter] = {
    "thrown": Scatter(1, 2),
    "aerodynamic": Scatter(2, 4),
    "launched": Scatter(3, 4),
}
"""Scatter by the way in which an explosive flies."""

MELEE_TN = 4
"""The target number of melee (SR-012, SR-013)."""

LASER_METRES = 50
"""The metres up to which a laser sight helps (SR-079)."""


# --- modifiers ---


OPPONENT_PRONE = -2
SUPERIOR_POSITION = -1
CALLED = 4
SUBDUE = 2
CORNERED = 2
EACH_TARGET = 2
"""The modifier for each target before this one (SR-022, SR-121)."""
PARTIAL_COVER = 4
TARGET_RUNNING = 2
STATIONARY = -1
IN_MELEE = 2
GAITS: Mapping[str, int] = {"none": 0, "running": 4, "difficult": 6}
"""The modifier for the attacker's own movement (SR-123, SR-124)."""
PACES: Mapping[str, int] = {"none": 0, "walking": 1, "difficult": 2}
"""The modifier for an attacker who walks, by house rule (SR-R60)."""
SECOND_FIREARM = 2
SUSTAINING = 2
"""The modifier for each spell that is sustained without a focus (SRX-039)."""
SMARTLINK = -2
SMART_GOGGLES = -1
LASER = -1


# --- visibility ---


Condition = Light | Haze


class Eyes(NamedTuple):
    """The modifiers of one visibility condition, by vision. The source's `a/b` is `cybernetic`,
    `natural` (SR-R09)."""

    normal: int
    low_light_cybernetic: int
    low_light_natural: int
    thermographic_cybernetic: int
    thermographic_natural: int

    def seen_by(self, vision: Vision, source: VisionSource) -> int:
        """Return the condition's modifier for a vision and its source."""
        column = vision if vision == "normal" else f"{vision}_{source}"
        return int(getattr(self, column))


Table = Mapping[Condition, Eyes]

RANGED: Table = MappingProxyType(
    {
        "full_darkness": Eyes(8, 8, 8, 4, 2),
        "minimal_light": Eyes(6, 4, 2, 4, 2),
        "partial_light": Eyes(2, 1, 0, 2, 1),
        "glare": Eyes(2, 4, 2, 4, 2),
        "mist": Eyes(2, 2, 0, 0, 0),
        "light_haze": Eyes(4, 4, 2, 0, 0),
        "heavy_haze": Eyes(6, 6, 4, 1, 0),
        "thermal_light": Eyes(4, 4, 2, 4, 4),
        "thermal_heavy": Eyes(6, 6, 4, 6, 6),
    }
)
"""Visibility modifiers of shots (SR-127; thermal smoke by SR-129)."""

MELEE: Table = MappingProxyType(
    {
        "full_darkness": Eyes(8, 8, 8, 4, 2),
        "minimal_light": Eyes(3, 2, 1, 2, 1),
        "partial_light": Eyes(1, 0, 0, 1, 0),
        "glare": Eyes(1, 2, 1, 2, 1),
        "mist": Eyes(1, 1, 0, 0, 0),
        "light_haze": Eyes(2, 2, 1, 0, 0),
        "heavy_haze": Eyes(3, 3, 2, 0, 0),
        "thermal_light": Eyes(2, 2, 1, 2, 2),
        "thermal_heavy": Eyes(3, 3, 2, 3, 3),
    }
)
"""Visibility modifiers of melee (SR-128; thermal smoke by SR-129)."""

_THERMAL, _THERMAL_MELEE = Eyes(4, 4, 4, 8, 6), Eyes(2, 2, 2, 4, 3)
THERMAL_RANGED: Table = MappingProxyType(
    {
        **RANGED,
        "thermal_light": _THERMAL,
        "thermal_heavy": _THERMAL,
    }
)
"""Visibility modifiers of shots where thermal smoke has values of its own, by house rule
(SR-R09)."""
THERMAL_MELEE: Table = MappingProxyType(
    {
        **MELEE,
        "thermal_light": _THERMAL_MELEE,
        "thermal_heavy": _THERMAL_MELEE,
    }
)
"""The same for melee: half, rounded down."""

LIGHT_WORDS: Mapping[str, Light | None] = {
    "full-darkness": "full_darkness",
    "minimal": "minimal_light",
    "partial": "partial_light",
    "glare": "glare",
    "none": None,
}
"""Values of `light=`; the whole keys and `full` are accepted too."""

HAZE_WORDS: Mapping[str, Haze | None] = {
    "mist": "mist",
    "light": "light_haze",
    "heavy": "heavy_haze",
    "thermal-light": "thermal_light",
    "thermal-heavy": "thermal_heavy",
    "none": None,
}
"""Values of `haze=`; the whole keys are accepted too."""

THERMAL_SMOKE = ("thermal_light", "thermal_heavy")
VISIBILITY_CAP = 8
"""The most that light and haze add together (SR-131)."""
BLIND_FIRE = 8
"""The modifier of blind fire (SR-118, SR-132)."""


# --- fire modes ---


class ModeRow(NamedTuple):
    """A fire mode. `rounds` None: as many as are declared. `limit`: uses in a phase for each
    weapon, None if the action leaves no second one."""

    mode: Mode
    title: str
    cost: Literal["simple", "complex"]
    rounds: int | None
    limit: int | None
    id: str


MODES: Mapping[Mode, ModeRow] = {
    "ss": ModeRow("ss", "single shot", "simple", 1, 1, "SR-054"),
    "sa": ModeRow("sa", "semi-automatic", "simple", 1, 2, "SR-055"),
    "bf": ModeRow("bf", "burst", "simple", 3, 2, "SR-056"),
    "fa": ModeRow("fa", "full auto", "complex", None, None, "SR-060"),
}


MODE_NAMES: Mapping[str, Mode] = {
    "single": "ss",
    "single-shot": "ss",
    "semi-auto": "sa",
    "burst": "bf",
    "full-auto": "fa",
    "full": "fa",
    "auto": "fa",
}
"""Other names of the fire modes."""


class BurstRow(NamedTuple):
    """The power, levels and recoil that a burst of so many rounds adds (SR-057 to SR-059)."""

    power: int
    level: int
    recoil: int


BURSTS: Mapping[int, BurstRow] = {
    3: BurstRow(3, 1, 3),
    2: BurstRow(2, 0, 3),
    1: BurstRow(0, 0, 0),
}

FULL_AUTO_LEAST = 3
"""The least rounds of full auto (SR-060)."""
ROUNDS_PER_LEVEL = 3
"""The rounds of full auto for each damage level (SR-063)."""


# --- ammunition ---


Rating = Literal["whole", "double", "half"]
"""The ways in which a barrier's rating counts against a kind of ammunition."""
ArmorRule = Literal["ballistic", "impact", "half", "flechette"]


class AmmoRow(NamedTuple):
    """A kind of ammunition. `bare`: levels more against no armor. `armor`: the rating that
    counts, `flechette` being the ballistic one or twice the impact one.

    `things`: how barriers count that are shot through; `wears`: how barriers count that take the
    damage; `vehicle_level`: levels more or less on vehicles."""

    key: AmmoType
    id: str
    help: str
    power: int = 0
    type: DamageType | None = None
    bare: int = 0
    armor: ArmorRule = "ballistic"
    things: Rating = "whole"
    wears: Rating = "whole"
    vehicle_level: int = 0
    whole_knockdown: bool = False
    """Whether knockdown is tested against the whole power (SR-084)."""


_ROWS = (
    AmmoRow("normal", "SR-096", "no change"),
    AmmoRow(
        "flechette", "SR-085..SR-087",
        "level +1 against no armor; armor is twice the impact rating if that is more",
        bare=1, armor="flechette", things="double", wears="double",
    ),
    AmmoRow(
        "explosive", "SR-088, SR-089, SR-098", "power +1; may misfire",
        power=1, things="double", wears="half",
    ),
    AmmoRow(
        "gel", "SR-084, SR-090", "power -2, stun, against impact armor; knockdown by full power",
        power=-2, type="stun", armor="impact", whole_knockdown=True,
    ),
    AmmoRow(
        "apds", "SR-092..SR-094", "half the armor; level -1 on vehicles",
        armor="half", things="half", vehicle_level=-1,
    ),
    AmmoRow(
        "shot", "SR-095, SR-108..SR-113", "as flechette, and spreads",
        bare=1, armor="flechette", things="double", wears="double",
    ),
)  # fmt: skip

AMMUNITION: Mapping[AmmoType, AmmoRow] = {row.key: row for row in _ROWS}


# --- loading ---


Handful = Callable[[int, str], int]
"""Rounds in one complex action, by quickness and how halves are rounded."""


class LoadingRow(NamedTuple):
    """A way of loading. `swap`: the cost to take the clip, belt or loader out or put it in, None
    without one; `rounds`: how many one complex action fills; `actions`: the words."""

    key: Loading
    holder: str
    swap: str | None
    rounds: Handful
    id: str
    actions: tuple[str, ...]


def _by_quickness(quickness: int, rounding: str) -> int:
    del rounding
    return quickness


def _two_rounds(quickness: int, rounding: str) -> int:
    del quickness, rounding
    return 2


def _half(quickness: int, rounding: str) -> int:
    return max(1, ROUNDING[rounding](quickness, 2))


LOADING: Mapping[Loading, LoadingRow] = {
        "clip": LoadingRow("clip", "clip", "simple", _by_quickness, "SR-100, SR-101",
                           ("remove-clip", "insert-clip", "fill-clip")),
        "break": LoadingRow("break", "barrels", None, _two_rounds, "SR-102", ("load",)),
        "internal": LoadingRow("internal", "magazine", None, _by_quickness, "SR-103", ("load",)),
        "cylinder": LoadingRow("cylinder", "loader", "simple", _by_quickness, "SR-104, SR-105",
                               ("load", "remove-loader", "insert-loader", "fill-loader")),
        "belt": LoadingRow("belt", "belt", "complex", _half, "SR-106, SR-107",
                           ("remove-belt", "insert-belt", "fill-belt")),
    }  # fmt: skip
