"""The sheet: what a GM writes down for a combatant, a weapon, a piece of armor."""

import re
from dataclasses import field, fields
from functools import cache
from typing import Annotated, Literal, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.keys import Key, Name
from gmtrack.core.names import squash
from gmtrack.core.record import Bounds, Pattern
from gmtrack.core.values import frozen
from gmtrack.rulesets.i2050.tables import ARMS, LEGS, LOCATIONS, Location, WeaponClass

Attribute = Literal["dex", "pow", "con", "siz"]
Score = Annotated[int, Bounds(1, 30)]
SkillScore = Annotated[int, Bounds(0, 40)]
Points = Annotated[int, Bounds(1, 99)]
Protection = Annotated[int, Bounds(0, 99)]
Parry = Annotated[int, Bounds(0, 30)]
Arm = Literal["right_arm", "left_arm", "both", "none"]
Worn = Literal[
    "head", "chest", "abdomen", "right_arm", "left_arm", "right_leg", "left_leg",
    "arms", "legs", "all",
]  # fmt: skip
DamageText = Annotated[
    str, Pattern(r"[1-9]\d?[dD][1-9]\d{0,2}([+-]\d{1,2})?", "dice such as 2d6, 1d10+2 or 1d6-1")
]

ATTRIBUTES: tuple[Attribute, ...] = ("dex", "pow", "con", "siz")
UNARMED = "unarmed"
UNARMED_COMBAT = "unarmed_combat"
AWARENESS, COOL = "awareness", "cool"
KNOWN_SKILLS = (AWARENESS, COOL, UNARMED_COMBAT, "brawling", "athletics_fist")
"""Skills that a test finds though they are on nobody's sheet."""
ANYBODY = 10
"""Awareness and Cool of whoever has no number for them."""
SHORTHAND: dict[Worn, tuple[Location, ...]] = {"arms": ARMS, "legs": LEGS, "all": LOCATIONS}


class DamageDice(NamedTuple):
    """NdM+K."""

    dice: int
    sides: int
    add: int = 0

    def __str__(self) -> str:
        return f"{self.dice}d{self.sides}" + (f"{self.add:+}" if self.add else "")

    def doubled(self) -> "DamageDice":
        """IN-CRIT-02: the dice and what is added."""
        return DamageDice(2 * self.dice, self.sides, 2 * self.add)


def read_dice(text: str) -> DamageDice:
    """From the text of a sheet."""
    return DamageDice(*map(int, re.findall(r"[+-]?\d+", text)))


@frozen
class WeaponData:
    """A weapon as written. None stands for what follows from the class; `class_` is the key
    `class`."""

    skill: Name
    class_: WeaponClass
    damage: DamageText
    firearm: bool | None = None
    parry: Parry = 0
    burst: Annotated[int, Bounds(1, 20)] = 1
    fragile: bool = False
    accessories: tuple[str, ...] = ()
    attached: bool | None = None
    stowed: bool = False
    arm: Arm | None = None
    tags: tuple[str, ...] = ()


@frozen
class Weapon:
    """A weapon with everything derived; the class is `kind`."""

    id: str
    skill: str
    kind: WeaponClass
    firearm: bool
    damage: DamageDice
    parry: int
    burst: int
    fragile: bool
    accessories: tuple[str, ...]
    attached: bool
    stowed: bool
    arm: Arm
    tags: tuple[str, ...]

    @property
    def is_missile(self) -> bool:
        return self.kind == "missile"

    @property
    def is_unarmed(self) -> bool:
        return self.kind == "unarmed"

    @property
    def arms(self) -> tuple[Location, ...]:
        """The limbs that must work."""
        needs: dict[Arm, tuple[Location, ...]] = {
            "right_arm": ("right_arm",), "left_arm": ("left_arm",), "both": ARMS, "none": (),
        }  # fmt: skip
        return needs[self.arm]


FIST: Data = {"skill": "athletics_fist", "class": "unarmed", "damage": "1d6-1"}
"""IN-UNARM-01: what everybody has."""


def read_weapon(name: str, data: Data) -> Weapon:
    """A weapon from validated data."""
    given = WeaponData(**{"class_" if key == "class" else key: v for key, v in data.items()})
    unarmed = given.class_ == "unarmed"
    missile = given.class_ == "missile"
    return Weapon(
        id=name,
        skill=skill_name(given.skill),
        kind=given.class_,
        firearm=missile if given.firearm is None else given.firearm,
        damage=read_dice(given.damage),
        parry=given.parry,
        burst=given.burst,
        fragile=given.fragile,
        accessories=tuple(map(kebab, given.accessories or ())),
        attached=unarmed if given.attached is None else given.attached,
        stowed=given.stowed,
        arm=given.arm or ("none" if unarmed else "right_arm"),
        tags=tuple(map(kebab, given.tags or ())),
    )


@frozen
class ArmorPiece:
    """One piece of armor: its points by location, and the tags of weapons it is against (none:
    all)."""

    name: str
    points: dict[Worn, Protection]
    against: tuple[str, ...] = ()

    def at(self, place: Location) -> int:
        """What it is worth there; a place that is named goes before the shorthands."""
        if place in self.points:
            return int(self.points[place])
        several = [worn for worn, places in SHORTHAND.items() if place in places]
        return int(next((self.points[worn] for worn in several if worn in self.points), 0))

    def stops(self, tags: tuple[str, ...]) -> bool:
        """IN-DMG-02: it protects from a weapon with these tags."""
        return not self.against or any(kebab(tag) in tags for tag in self.against)


@frozen
class Scene:
    """What holds for everybody: how well they see, which side declares first."""

    visibility: Literal["clear", "poor"] = "clear"
    declares_first: str | None = None


@frozen
class Sheet:
    """What a GM writes of a combatant. None stands for a value that is derived."""

    dex: Score
    pow: Score = 10
    con: Score = 10
    siz: Score = 10
    hp: Points | None = None
    location_hp: dict[Location, Points] = field(default_factory=dict)
    unconscious: Protection | None = None
    knockdown: Points | None = None
    move: Protection = 6
    skills: dict[Name, SkillScore] = field(default_factory=dict)
    shield_parry: Parry = 0
    weapons: dict[Key, WeaponData] = field(default_factory=dict)
    armor: tuple[ArmorPiece, ...] = ()
    checks: tuple[str, ...] = ()

    def attribute(self, name: str) -> int:
        return int(getattr(self, name))

    def skill(self, name: str) -> int:
        """What is missing is 0, Awareness and Cool are 10."""
        return int(self.skills.get(name, ANYBODY if name in (AWARENESS, COOL) else 0))


@cache
def _names(shape: type) -> frozenset[str]:
    return frozenset(f.name for f in fields(shape))


def read_sheet(data: Data) -> Sheet:
    """A sheet from validated data; the keys common to all rulesets are left out. Weapons stay as
    written: `read_weapon` reads them."""
    values: Data = {key: v for key, v in data.items() if key in _names(Sheet)}
    values["weapons"] = {kebab(key): w for key, w in (values.get("weapons") or {}).items()}
    values["skills"] = {skill_name(key): v for key, v in (values.get("skills") or {}).items()}
    values["armor"] = tuple(ArmorPiece(**piece) for piece in values.get("armor") or ())
    values["checks"] = tuple(map(skill_name, values.get("checks") or ()))
    return Sheet(**values)


def kebab(name: str) -> str:
    """An id as it is typed."""
    return squash(name)


def skill_name(name: str) -> str:
    """A skill as sheets spell it."""
    return squash(name).replace("-", "_")
