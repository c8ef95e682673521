"""The sheet: what a GM writes down for a combatant, a weapon, a piece of armor.
What the GM leaves out is derived here, as far as it needs nothing but the sheet."""

from dataclasses import field, fields
from functools import cache
from typing import Annotated

from gmtrack.core.encounter import Data
from gmtrack.core.keys import Key, Name
from gmtrack.core.names import squash
from gmtrack.core.record import Bounds
from gmtrack.core.values import frozen
from gmtrack.rulesets.sr3.tables import (
    AmmoType,
    Category,
    DamageType,
    Haze,
    Level,
    Light,
    Loading,
    Mode,
    Vision,
    VisionSource,
    WeaponClass,
)

Score = Annotated[int, Bounds(1, 30)]
SkillScore = Annotated[int, Bounds(0, 20)]
Count = Annotated[int, Bounds(0, 1_000_000)]
Bonus = Annotated[int, Bounds(-1_000, 1_000)]
Power = Annotated[int, Bounds(1, 1_000)]

UNARMED = "unarmed"
UNARMED_COMBAT = "unarmed_combat"
RECOILING: tuple[WeaponClass, ...] = ("shotgun", "heavy")
"""`heavy_recoil`: the classes that have it by default (SR-071)."""


@frozen
class WeaponData:
    """A weapon as written. None stands for what is not said. `class_` stands as `class`."""

    skill: Name
    power: Power | None = None
    level: Level | None = None
    damage_type: DamageType = "physical"
    power_bonus: Bonus | None = None
    reach: Annotated[int, Bounds(0, 5)] | None = None
    class_: WeaponClass | None = None
    ranges: tuple[Count, ...] | None = None
    min_range: Count | None = None
    modes: tuple[Mode, ...] | None = None
    loading: Loading | None = None
    capacity: Count | None = None
    ammo: Count | None = None
    ammo_type: AmmoType | None = None
    smartgun: bool | None = None
    laser: bool | None = None
    scope: Annotated[int, Bounds(0, 3)] | None = None
    gas_vent: Count | None = None
    shock_pad: Count | None = None
    bipod: Count | None = None
    tripod: Count | None = None
    heavy_recoil: bool | None = None
    gyro_mounted: bool | None = None
    strength_min: Count | None = None
    choke: Annotated[int, Bounds(2, 10)] | None = None


MELEE_ONLY = ("power_bonus", "reach")
RANGED_ONLY = (
    "class", "ranges", "min_range", "modes", "loading", "capacity", "ammo", "ammo_type",
    "smartgun", "laser", "scope", "gas_vent", "shock_pad", "bipod", "tripod", "heavy_recoil",
    "gyro_mounted", "strength_min", "choke",
)  # fmt: skip


@frozen
class Weapon:
    """A weapon with everything derived. `power` None: strength + `power_bonus`; `ranges` empty: a
    melee weapon."""

    skill: str
    level: Level
    damage_type: DamageType
    power: int | None
    power_bonus: int
    reach: int
    kind: WeaponClass
    ranges: tuple[int, ...]
    min_range: int
    modes: tuple[Mode, ...]
    loading: Loading
    capacity: int
    ammo: int
    ammo_type: AmmoType
    smartgun: bool
    laser: bool
    scope: int
    gas_vent: int
    shock_pad: int
    bipod: int
    tripod: int
    heavy_recoil: bool
    gyro_mounted: bool
    strength_min: int
    choke: int

    @property
    def is_ranged(self) -> bool:
        return bool(self.ranges)


def read_weapon(data: Data) -> Weapon:
    """A weapon from validated data."""
    given = WeaponData(**{"class_" if key == "class" else key: v for key, v in data.items()})
    kind = given.class_ or "firearm"
    capacity = given.capacity or 0
    return Weapon(
        skill=skill_name(given.skill),
        level=given.level or "M",
        damage_type=given.damage_type,
        power=given.power,
        power_bonus=given.power_bonus or 0,
        reach=given.reach or 0,
        kind=kind,
        ranges=tuple(given.ranges or ()),
        min_range=given.min_range or 0,
        modes=tuple(given.modes or ("ss",)),
        loading=given.loading or "clip",
        capacity=capacity,
        ammo=capacity if given.ammo is None else given.ammo,
        ammo_type=given.ammo_type or "normal",
        smartgun=bool(given.smartgun),
        laser=bool(given.laser),
        scope=given.scope or 0,
        gas_vent=given.gas_vent or 0,
        shock_pad=given.shock_pad or 0,
        bipod=given.bipod or 0,
        tripod=given.tripod or 0,
        heavy_recoil=kind in RECOILING if given.heavy_recoil is None else given.heavy_recoil,
        gyro_mounted=bool(given.gyro_mounted),
        strength_min=given.strength_min or 0,
        choke=given.choke or 5,
    )


FISTS: Data = {"skill": UNARMED_COMBAT, "power_bonus": 0, "level": "M", "damage_type": "stun"}
"""SR-R07: what everybody has."""


@frozen
class ArmorPiece:
    """One piece of armor; one that `adds` counts whole on top of the others (SR-R39)."""

    name: str = "armor"
    ballistic: Count = 0
    impact: Count = 0
    adds: bool = False


@frozen
class Barrier:
    """SR-R08: something that can be shot through."""

    rating: Annotated[int, Bounds(1, 1_000)]


@frozen
class Scene:
    """SR-131: one light, one haze; what can be shot through, by id."""

    visibility: tuple[Light | Haze, ...] = ()
    range: Category | None = None
    """SR-R44: of shots between those who stand nowhere."""
    barriers: dict[Key, Barrier] = field(default_factory=dict)


@frozen
class Sheet:
    """What is written of a combatant. None stands for a value that is derived."""

    body: Score = 3
    quickness: Score = 3
    strength: Score = 3
    intelligence: Score = 3
    willpower: Score = 3
    reaction: Count | None = None
    initiative_dice: Annotated[int, Bounds(1, 6)] = 1
    combat_pool: Count | None = None
    skills: dict[Name, SkillScore] = field(default_factory=dict)
    armor: tuple[ArmorPiece, ...] = ()
    natural_reach: Annotated[int, Bounds(0, 3)] = 0
    vision: Vision = "normal"
    vision_source: VisionSource = "natural"
    smartlink: bool = False
    smart_goggles: bool = False
    gyro: Count = 0
    vehicle: bool = False
    vehicle_armor: Count = 0
    weapons: dict[Key, WeaponData] = field(default_factory=dict)
    wielded: str | None = None
    second: str | None = None

    def attribute(self, name: str) -> int:
        return int(getattr(self, name))

    def skill(self, name: str) -> int:
        """What is missing has 0 dice."""
        return int(self.skills.get(name, 0))


@cache
def _names(shape: type) -> frozenset[str]:
    return frozenset(f.name for f in fields(shape))


def read_sheet(data: Data) -> Sheet:
    """A sheet from validated data; the keys common to all rulesets are left out. Weapons stay as
    written: `read_weapon` reads them."""
    values: Data = {key: v for key, v in data.items() if key in _names(Sheet)}
    values["weapons"] = {squash(key): w for key, w in (values.get("weapons") or {}).items()}
    values["skills"] = {skill_name(key): v for key, v in (values.get("skills") or {}).items()}
    values["armor"] = tuple(ArmorPiece(**piece) for piece in values.get("armor") or ())
    return Sheet(**values)


def skill_name(name: str) -> str:
    """A skill as sheets spell it."""
    return squash(name).replace("-", "_")
