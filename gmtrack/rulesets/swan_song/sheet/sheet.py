"""The sheet: what a GM writes down for a combatant, a weapon, a barrier."""

from dataclasses import field, fields
from functools import cache
from typing import Annotated, Any, Literal

from gmtrack.core.encounter import Data
from gmtrack.core.keys import Key, Name
from gmtrack.core.record import Bounds, Pattern
from gmtrack.core.values import frozen

Attribute = Literal[
    "body", "agility", "reaction", "strength", "willpower", "logic", "intuition", "charisma"
]
ATTRIBUTES: tuple[Attribute, ...] = (
    "body", "agility", "reaction", "strength", "willpower", "logic", "intuition", "charisma",
)  # fmt: skip


BOOK_SKILLS = (
    "blades", "clubs", "unarmed_combat", "pistols", "automatics", "longarms", "shotguns",
    "throwing", "heavy_weapons", "acrobatics", "running", "perception", "first_aid", "medicine",
    "demolitions",
)  # fmt: skip
"""The skills that the rules use by name."""
Kind = Literal["person", "critter", "spirit", "machine", "ic", "other"]
WeaponKind = Literal["melee", "unarmed", "ranged", "thrown", "explosive", "biotic", "rocket"]
Mode = Literal["single", "sa_burst", "burst", "long_burst", "fa_simple", "fa_complex"]
TrackName = Literal["health", "strain"]
PoolName = Literal["shield", "armored", "flesh"]

Rank = Annotated[int, Bounds(0, 30)]
Modifier = Annotated[int, Bounds(-20, 20)]
Points = Annotated[int, Bounds(0, 100_000)]
DV_FORM = Pattern(
    r" *[+-]? *(\d{1,3}|[A-Za-z]+( */ *2)?)( *[+-] *(\d{1,3}|[A-Za-z]+( */ *2)?))* *[PS]?",
    "numbers and attributes with + or -, such as STR+2, 6P or STR/2+1",
)

MELEE_KINDS = ("melee", "unarmed")
"""R-ATK-10: attacks with these kinds are melee attacks, all others ranged."""
HAND_KINDS = ("melee", "ranged", "thrown", "rocket")
"""R-ACT-15: weapons of these kinds must be in hand."""


@frozen
class Weapon:
    """One weapon. `accuracy` None: by kind and quality (R-ACC-2)."""

    kind: WeaponKind
    dv: Annotated[int, Bounds(0, 200)] | Annotated[str, DV_FORM]
    skill: Name = "unarmed_combat"
    name: str | None = None
    attribute: Attribute = "agility"
    accuracy: Annotated[int, Bounds(1, 20)] | Literal["physical"] | None = None
    quality: Literal["normal", "improvised", "bulky"] = "normal"
    poor_condition: bool = False
    track: TrackName | None = None
    damage_type: str = "kinetic"
    arp: Modifier = 0
    reach: Annotated[int, Bounds(0, 5)] = 0
    modes: tuple[Mode, ...] = ("single",)
    flechette: bool = False
    area: bool = False
    piercing: bool | None = None
    contact_barrier: bool = False
    knockdown_limit_mod: Modifier = 0
    contact_effect: str | None = None
    hands: Annotated[int, Bounds(1, 2)] = 1
    ap_cost: Annotated[int, Bounds(0, 12)] | None = None

    @property
    def is_melee(self) -> bool:
        return self.kind in MELEE_KINDS

    @property
    def needs_hand(self) -> bool:
        return self.kind in HAND_KINDS

    @property
    def dealt_to(self) -> TrackName:
        """SS-DMG-01, -05: from the sheet, else by the suffix of the DV."""
        if self.track:
            return self.track
        return "strain" if str(self.dv).strip().endswith("S") else "health"

    @property
    def is_piercing(self) -> bool:
        return self.kind == "ranged" if self.piercing is None else self.piercing


UNARMED = Weapon(name="bare hands", kind="unarmed", dv="STR", track="strain", accuracy="physical")
"""R-ATK-8: fists are always there."""


@frozen
class ArmorPiece:
    """One piece of armor (SS-ARM-06, -07)."""

    name: str
    rating: Annotated[int, Bounds(0, 1000)]
    accessory: bool = False
    worn: bool = True


@frozen
class Barrier:
    """A barrier of the scene; `structure` and `armor` None: from the rating."""

    rating: str | None = None
    structure: Annotated[int, Bounds(1, 10_000)] | None = None
    armor: Annotated[int, Bounds(0, 10_000)] | None = None
    area_m2: Annotated[float, Bounds(0.001, 1_000_000)] = 1
    thickness_cm: Annotated[float, Bounds(0.001, 1_000_000)] = 10
    hp_per_m2: Annotated[int, Bounds(1, 1_000_000)] | None = None
    hit_points: Annotated[int, Bounds(1, 1_000_000)] | None = None
    transparent: bool = False
    body_of: str | None = None


@frozen
class TimedItem:
    """A timed item prepared in the scene: `goes_off` is a map of round, pass and at; null: by radio
    only."""

    setter: str
    weapon: str
    label: str | None = None
    goes_off: dict[Literal["round", "pass", "at", "score"], int | str | None] | None = field(
        default_factory=dict
    )
    attack_hits: Annotated[int, Bounds(0, 1000)] | None = None


@frozen
class Scene:
    """Surroundings: barriers by id, traps and free text."""

    barriers: dict[Key, Barrier] = field(default_factory=dict)
    timed_items: dict[Key, TimedItem] = field(default_factory=dict)
    notes: str = ""


@frozen
class Sheet:
    """One combatant, or a vehicle. None stands for a value that is derived."""

    body: Rank
    agility: Rank
    reaction: Rank
    strength: Rank
    willpower: Rank
    intuition: Rank
    logic: Rank = 1
    charisma: Rank = 1
    kind: Kind = "person"
    attribute_mods: dict[Attribute, Modifier] = field(default_factory=dict)
    skills: dict[Name, Annotated[int, Bounds(0, 20)]] = field(default_factory=dict)
    physical_limit: Annotated[int, Bounds(1, 50)] | None = None
    mental_limit: Annotated[int, Bounds(1, 50)] | None = None
    composure: Annotated[int, Bounds(0, 60)] | None = None
    initiative_mod: Modifier = 0
    initiative_dice: Annotated[int, Bounds(1, 5)] = 1
    karma: Points = 0
    ap_base: Annotated[int, Bounds(0, 12)] = 3
    walk_rate: Points | None = None
    shield_max: Points = 0
    armored_max: Points = 0
    flesh_max: Points | None = None
    strain_threshold: Annotated[int, Bounds(1, 100_000)] | Literal["derived"] | None = "derived"
    damage_multipliers: dict[PoolName, dict[Name, Annotated[float, Bounds(0, 100)]]] = field(
        default_factory=dict
    )
    armor: tuple[ArmorPiece, ...] = ()
    armor_value: Points | None = None
    weapons: dict[Key, Weapon] = field(default_factory=dict)
    held: dict[Literal["left", "right"], str] | None = None
    immune_effects: tuple[str, ...] | None = None
    vehicle: bool = False
    speed: Points = 0
    moving: bool = False
    defense_pool: Annotated[int, Bounds(0, 60)] | None = None


@cache
def _names(shape: type) -> frozenset[str]:
    return frozenset(f.name for f in fields(shape))


def _known(shape: type, data: Data) -> Data:
    return {key: value for key, value in data.items() if key in _names(shape)}


def read_weapon(data: Data) -> Weapon:
    """A weapon from validated data."""
    values = dict(data)
    if "modes" in values:
        values["modes"] = tuple(values["modes"])
    return Weapon(**values)


def read_sheet(data: Data) -> Sheet:
    """A sheet from validated data; the keys common to all rulesets are left out."""
    values: Data = _known(Sheet, complete(data))
    values["weapons"] = {
        key.replace("_", "-"): read_weapon(w) for key, w in (values.get("weapons") or {}).items()
    }
    values["armor"] = tuple(ArmorPiece(**piece) for piece in values.get("armor") or ())
    values["skills"] = {k.replace("-", "_"): v for k, v in (values.get("skills") or {}).items()}
    if values.get("immune_effects") is not None:
        values["immune_effects"] = tuple(e.replace("-", "_") for e in values["immune_effects"])
    return Sheet(**values)


VEHICLE_DEFAULTS: dict[str, Any] = {
    **dict.fromkeys(ATTRIBUTES, 0),
    "kind": "machine",
    "flesh_max": 0,
    "strain_threshold": None,
}
"""What a vehicle need not say; `body` is still asked for by `check`."""


def complete(sheet: Data) -> Data:
    """The sheet with the defaults that depend on its kind."""
    if sheet.get("vehicle") is not True:
        return sheet
    return {**VEHICLE_DEFAULTS, **sheet}
