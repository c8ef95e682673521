"""The book's tables as typed constants: the words of a sheet, the health track, called shots,
bursts, ranges, concealment."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

Attribute = Literal[
    "strength",
    "dexterity",
    "stamina",
    "wits",
    "resolve",
    "control",
    "composure",
]
Skill = Literal[
    "brawl", "weaponry", "firearms", "athletics", "stealth", "medicine"
]
WeaponKind = Literal["unarmed", "bite", "melee", "thrown", "firearm"]
ReloadBy = Literal["magazine", "speedloader", "single"]
Place = Literal[
    "arm", "leg", "head", "critical", "little", "heart", "tiny", "hand", "eye"
]
TagName = Literal[
    "arm-wrack", "leg-wrack", "stunned", "blinded-eye", "heart-struck"
]
Concealment = Literal["none", "barely", "partially", "substantially", "full"]

ATTRIBUTES: tuple[Attribute, ...] = (
    "strength", "dexterity", "stamina", "wits", "resolve", "control", "composure",
)  # fmt: skip
SKILLS: tuple[Skill, ...] = (
    "brawl",
    "weaponry",
    "firearms",
    "athletics",
    "stealth",
    "medicine",
)
UNARMED = "unarmed"
CLOSE: tuple[WeaponKind, ...] = ("unarmed", "bite", "melee")
RANGED: tuple[WeaponKind, ...] = ("thrown", "firearm")
FIREARM: tuple[WeaponKind, ...] = ("firearm",)
BY_HAND: tuple[WeaponKind, ...] = (*CLOSE, "thrown")
ANY: tuple[WeaponKind, ...] = (*CLOSE, *RANGED)

POOLS: dict[WeaponKind, tuple[Attribute, Skill]] = {
    "unarmed": ("strength", "brawl"),
    "bite": ("strength", "brawl"),
    "melee": ("strength", "weaponry"),
    "thrown": ("dexterity", "athletics"),
    "firearm": ("dexterity", "firearms"),
}
"""The attribute and skill of an attack, by the kind of weapon (ST-032)."""

Mark = Literal["bashing", "lethal", "aggravated"]
MARKS: tuple[Mark, ...] = ("bashing", "lethal", "aggravated")
WORST_FIRST: tuple[Mark, ...] = ("aggravated", "lethal", "bashing")
PENALTIES = {2: 1, 1: 2, 0: 3}
"""The dice that wounds take off, by how many boxes are empty (ST-167)."""


class Called(NamedTuple):
    """A place of a called shot: the dice that it costs, and the tag that enough damage brings.

    Enough is at least `least`, one more than the attribute `over`, or as much as the attribute
    `reach` (ST-148, ST-150)."""

    place: Place
    dice: int
    tag: TagName | None = None
    least: int = 1
    over: str = ""
    reach: str = ""


_ROWS = (
    Called("arm", -1, "arm-wrack", over="stamina"),
    Called("leg", -1, "leg-wrack", over="stamina"),
    Called("head", -2, "stunned", reach="size"),
    Called("critical", -2),
    Called("little", -2),
    Called("heart", -3, "heart-struck", 5),
    Called("hand", -4, "arm-wrack"),
    Called("tiny", -4),
    Called("eye", -5, "blinded-eye"),
)
CALLED: Mapping[Place, Called] = {row.place: row for row in _ROWS}

UNTIL: Mapping[TagName, str] = {"stunned": "next-action"}
"""The event that ends a tag; all others end with the scene (ST-149, ST-R28)."""


class Burst(NamedTuple):
    """A burst: bullets, dice, and the most targets, None for any number (ST-089 to ST-091)."""

    bullets: int
    dice: int
    targets: int | None


BURSTS: Mapping[str, Burst] = {
    "short": Burst(3, 1, 1),
    "medium": Burst(10, 2, 3),
    "long": Burst(20, 3, None),
}
"""The bursts, smallest first, as `short_ammo: next_lower_burst` goes down (ST-R27)."""

COVERING_BULLETS = 10
"""The bullets of covering fire (ST-094)."""

BEYOND = "beyond"
BANDS: Mapping[str, int] = {"short": 0, "medium": -1, "long": -2}
"""The dice for each of the weapon's three ranges; beyond them is a chance die (ST-100)."""

CONCEALMENT: Mapping[Concealment, int] = {
    "none": 0,
    "barely": -1,
    "partially": -2,
    "substantially": -3,
}
"""The dice for shooting at somebody concealed (ST-104)."""

OWN_CONCEALMENT: Mapping[Concealment, int] = {
    "none": 0,
    "barely": 0,
    "partially": -1,
    "substantially": -2,
}
"""The dice for shooting out of concealment (ST-105)."""
