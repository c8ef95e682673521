"""The sheet: what a GM writes for a combatant, a weapon, a piece of armor, a scene."""

import re
from typing import Annotated, Literal, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.keys import Key, Name
from gmtrack.core.names import squash
from gmtrack.core.record import Bounds, Pattern
from gmtrack.rulesets.i2050.tables import (
    ARMS,
    LEGS,
    LOCATIONS,
    Location,
    WeaponClass,
)
from gmtrack.rulesets.kit.sheet import (
    FileShape,
    Gear,
    PlaceInOrder,
    declare_acts_at,
    declare_field,
)

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
    str,
    Pattern(
        r"[1-9]\d?[dD][1-9]\d{0,2}([+-]\d{1,2})?",
        "dice such as 2d6, 1d10+2 or 1d6-1",
    ),
]
"""The form of damage dice on a sheet."""

ATTRIBUTES: tuple[Attribute, ...] = ("dex", "pow", "con", "siz")
UNARMED = "unarmed"
UNARMED_COMBAT = "unarmed_combat"
AWARENESS, COOL = "awareness", "cool"
KNOWN_SKILLS = (AWARENESS, COOL, UNARMED_COMBAT, "brawling", "athletics_fist")
"""Skills that `test` accepts even if they are on nobody's sheet."""
DEFAULT_SKILL = 10
"""Awareness and Cool of somebody whose sheet has no number for them."""
SHORTHAND: dict[Worn, tuple[Location, ...]] = {
    "arms": ARMS,
    "legs": LEGS,
    "all": LOCATIONS,
}


class DamageDice(NamedTuple):
    """Dice of damage, written NdM+K."""

    dice: int
    sides: int
    add: int = 0

    def __str__(self) -> str:
        return f"{self.dice}d{self.sides}" + (
            f"{self.add:+}" if self.add else ""
        )

    def doubled(self) -> "DamageDice":
        """Return twice the dice and twice what is added, for a critical (IN-CRIT-02)."""
        return DamageDice(2 * self.dice, self.sides, 2 * self.add)


def parse_damage_dice(text: str) -> DamageDice:
    """Parse damage dice such as 2d6, 1d10+2 or 1d6-1. The form has been checked before:
    `DamageText` checks that of sheets."""
    return DamageDice(*map(int, re.findall(r"[+-]?\d+", text)))


def kebab(name: str) -> str:
    """Spell a name in lower case with hyphens, as weapons and tags are keyed."""
    return squash(name)


def skill_name(name: str) -> str:
    """Spell a skill in lower case with underscores, as sheets key it."""
    return squash(name).replace("-", "_")


def kebabs(names: list[str]) -> tuple[str, ...]:
    """Spell each of several names in lower case with hyphens."""
    return tuple(map(kebab, names))


class Weapon(Gear):
    """A weapon of a sheet; defaults for much of it follow from its class."""

    id: str
    skill: Name = declare_field(
        "The skill that is rolled to hit with it.", read=skill_name
    )
    class_: WeaponClass = declare_field(
        "missile (unopposed), long, medium, short or unarmed: what comes off the speed (0, 1, "
        "2, 3, 3) and which column of places it hits."
    )
    damage: DamageDice = declare_field(
        "Dice and a number, such as 2d6, 1d10+2 or 1d6-1: what comes off the hit points.",
        written=DamageText,
        read=parse_damage_dice,
    )
    firearm: bool = declare_field(
        "Whether it jams instead of falling, can be aimed for a round, and is dodged at dex - "
        "10; usually so for missiles, false for bows and thrown weapons.",
        otherwise=lambda weapon: weapon.is_missile,
    )
    parry: Parry = declare_field(
        "Points that it takes off a melee blow, 0 to 30, if its user loses with a success.",
        default=0,
    )
    burst: Annotated[int, Bounds(1, 20)] = declare_field(
        "The most shots in one burst, 1 to 20; 1 fires no bursts.", default=1
    )
    fragile: bool = declare_field(
        "Whether a fumble breaks it, where others jam (lasers, gauss guns).",
        default=False,
    )
    accessories: tuple[str, ...] = declare_field(
        "Parts of a firearm that a fumble may spoil in its place, such as smartgun or laser-sight.",
        default=(),
        read=kebabs,
    )
    attached: bool = declare_field(
        "Whether it cannot be dropped; usually only bare hands.",
        otherwise=lambda weapon: weapon.is_unarmed,
    )
    stowed: bool = declare_field(
        "Whether it starts in its holster or sheath, and must be drawn first.",
        default=False,
    )
    arm: Arm = declare_field(
        "The limb that must work for it: right_arm, left_arm, both or none; usually the right arm.",
        otherwise=lambda weapon: "none" if weapon.is_unarmed else "right_arm",
    )
    tags: tuple[str, ...] = declare_field(
        "Words that armor may be made against, such as laser.",
        default=(),
        read=kebabs,
    )

    @property
    def is_missile(self) -> bool:
        """Whether the weapon is shot or thrown."""
        return self.class_ == "missile"

    @property
    def is_unarmed(self) -> bool:
        """Whether the weapon is a part of the body."""
        return self.class_ == "unarmed"

    @property
    def arms(self) -> tuple[Location, ...]:
        """The arms that must work for the weapon; none for bare hands."""
        needs: dict[Arm, tuple[Location, ...]] = {
            "right_arm": ("right_arm",),
            "left_arm": ("left_arm",),
            "both": ARMS,
            "none": (),
        }
        return needs[self.arm]


FIST: Data = {"skill": "athletics_fist", "class": "unarmed", "damage": "1d6-1"}
"""The weapon `unarmed` that everybody has, with the damage of a blow (IN-UNARM-01). A sheet may
write its own. The Unarmed Combat skill (`attack/hit.py`) does no damage."""


class ArmorPiece(Gear):
    """A piece of armor: its points by location, and the tags of weapons that it stops (none:
    it stops all)."""

    name: str = declare_field("What the piece is called.")
    points: dict[Worn, Protection] = declare_field(
        "Points off each blow, 0 to 99, by place (head, chest, abdomen, an arm, a leg) or for "
        "arms, legs, all."
    )
    against: tuple[str, ...] = declare_field(
        "Tags of the only weapons that it stops; usually it stops all.",
        default=(),
    )

    def points_at(self, place: Location) -> int:
        """Return the points at a location. A location that is named itself wins over `arms`,
        `legs`, `all`; 0 where the piece covers nothing."""
        if place in self.points:
            return int(self.points[place])
        several = [
            worn for worn, places in SHORTHAND.items() if place in places
        ]
        return int(
            next(
                (self.points[worn] for worn in several if worn in self.points),
                0,
            )
        )


class SceneSheet(FileShape):
    """The scene as the file has it, for everybody: visibility, the side that declares first."""

    visibility: Literal["clear", "poor"] = declare_field(
        "clear, or poor (dark, fog, smoke): -10 for who fails Awareness.",
        default="clear",
    )
    declares_first: str | None = declare_field(
        "The side that declares first in each round; usually that of the first combatant in the "
        "file.",
        otherwise=None,
    )


class Sheet(FileShape):
    """The sheet of a combatant. None stands for a value that is derived."""

    dex: Score = declare_field(
        "1 to 30: half of the speed, the roll to keep standing, the roll to dodge."
    )
    pow: Score = declare_field(
        "1 to 30: the roll that saves a weapon when its user fumbles; usually 10.",
        default=10,
    )
    con: Score = declare_field(
        "1 to 30: the hit points, together with siz; usually 10.", default=10
    )
    siz: Score = declare_field(
        "1 to 30: the hit points, with con, and the blow that unbalances; usually 10.",
        default=10,
    )
    hp: Points | None = declare_field(
        "Total hit points, 1 to 99; usually con + siz.", otherwise=None
    )
    location_hp: dict[Location, Points] = declare_field(
        "Hit points of single places, 1 to 99 each; usually a third of the total (chest two "
        "fifths, arms a quarter), rounded up.",
        default=dict,
    )
    unconscious: Protection | None = declare_field(
        "Hit points below which they are knocked out; usually a quarter of the total, rounded up.",
        otherwise=None,
    )
    knockdown: Points | None = declare_field(
        "Points of a blow, armor not counted, that unbalance; usually siz.",
        otherwise=None,
    )
    move: Protection = declare_field(
        "Metres a round for who does not fight; usually 6.", default=6
    )
    acts_at: PlaceInOrder | None = declare_acts_at()
    skills: dict[Name, SkillScore] = declare_field(
        "Points of each skill, 0 to 40, by any name: a d20 succeeds at that number or below; "
        "awareness and cool are usually 10, all others 0.",
        default=dict,
        read=lambda skills: {
            skill_name(key): points for key, points in skills.items()
        },
    )
    shield_parry: Parry = declare_field(
        "Points that a shield takes off a melee blow, 0 to 30, if the own roll was a success.",
        default=0,
    )
    weapons: dict[str, Data] = declare_field(
        "Weapons by id; the first one that can be used is the usual one, and bare hands are "
        "always there.",
        default=dict,
        written=dict[Key, Weapon],
        read=lambda weapons: {kebab(key): one for key, one in weapons.items()},
    )
    armor: tuple[ArmorPiece, ...] = declare_field(
        "Pieces of armor; their points add up where they cover the same place.",
        default=(),
        read=lambda pieces: tuple(map(ArmorPiece.from_data, pieces)),
    )
    checks: tuple[str, ...] = declare_field(
        "Skills that already have an experience check.",
        default=(),
        read=lambda skills: tuple(map(skill_name, skills)),
    )

    def attribute(self, name: str) -> int:
        """Return an attribute (dex, pow, con, siz) by name."""
        return int(getattr(self, name))

    def skill(self, name: str) -> int:
        """Return the points of a skill; if the sheet has none, 10 for Awareness and Cool, else
        0."""
        return int(
            self.skills.get(
                name, DEFAULT_SKILL if name in (AWARENESS, COOL) else 0
            )
        )
