"""The book's tables as typed constants: the words of a sheet, the health track, the places of
called shots, bursts, ranges, concealment."""

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
"""ST-032: what an attack is rolled with, by the kind of weapon."""

Mark = Literal["bashing", "lethal", "aggravated"]
MARKS: tuple[Mark, ...] = ("bashing", "lethal", "aggravated")
WORST_FIRST: tuple[Mark, ...] = ("aggravated", "lethal", "bashing")
PENALTIES = {2: 1, 1: 2, 0: 3}
"""ST-167: what so many empty boxes take off."""


class Called(NamedTuple):
    """ST-148, ST-150: one place; the dice it costs, and the tag for enough damage: at least
    `least`, or one more than `over`, or as much as `reach` (attributes of the sheet)."""

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
"""ST-149, ST-R28: what ends a tag; all others end with the scene."""


class Burst(NamedTuple):
    """One row of ST-089 to ST-091; `targets`: the most, None for any number."""

    bullets: int
    dice: int
    targets: int | None


BURSTS: Mapping[str, Burst] = {
    "short": Burst(3, 1, 1),
    "medium": Burst(10, 2, 3),
    "long": Burst(20, 3, None),
}
"""Smallest first, as `short_ammo: next_lower_burst` goes down (ST-R27)."""

COVERING_BULLETS = 10
"""ST-094"""

BEYOND = "beyond"
BANDS: Mapping[str, int] = {"short": 0, "medium": -1, "long": -2}
"""ST-100: by the weapon's three ranges; `beyond` them is a chance die."""

CONCEALMENT: Mapping[Concealment, int] = {
    "none": 0,
    "barely": -1,
    "partially": -2,
    "substantially": -3,
}
"""ST-104: shooting at it."""

OWN_CONCEALMENT: Mapping[Concealment, int] = {
    "none": 0,
    "barely": 0,
    "partially": -1,
    "substantially": -2,
}
"""ST-105: shooting out of it."""
