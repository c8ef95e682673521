"""The words that a sheet is written in: attributes, skills, kinds of weapons, called places."""

from typing import Literal

Attribute = Literal["strength", "dexterity", "stamina", "wits", "resolve", "control", "composure"]
Skill = Literal["brawl", "weaponry", "firearms", "athletics", "stealth"]
WeaponKind = Literal["unarmed", "bite", "melee", "thrown", "firearm"]
ReloadBy = Literal["magazine", "speedloader", "single"]
Place = Literal["arm", "leg", "head", "critical", "little", "heart", "tiny", "hand", "eye"]
TagName = Literal["arm-wrack", "leg-wrack", "stunned", "blinded-eye", "heart-struck"]
Concealment = Literal["none", "barely", "partially", "substantially", "full"]

ATTRIBUTES: tuple[Attribute, ...] = (
    "strength", "dexterity", "stamina", "wits", "resolve", "control", "composure",
)  # fmt: skip
SKILLS: tuple[Skill, ...] = ("brawl", "weaponry", "firearms", "athletics", "stealth")
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
