"""What Shadowrun 5, the parent game, calls what is here: skills, categories of weapons, modes."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

KINDS = ("critter", "spirit")
"""Of those whom other programs have, the ones that are called so here."""
SKILLS: Mapping[str, str] = MappingProxyType(
    {
        "blades": "blades",
        "clubs": "clubs",
        "unarmed_combat": "unarmed_combat",
        "pistols": "pistols",
        "automatics": "automatics",
        "longarms": "longarms",
        "heavy_weapons": "heavy_weapons",
        "throwing_weapons": "throwing",
        "gymnastics": "acrobatics",
        "running": "running",
        "perception": "perception",
        "first_aid": "first_aid",
        "medicine": "medicine",
        "demolitions": "demolitions",
        "archery": "archery",
    }
)
"""The skills that rules or weapons use, by their names there."""
ATTRIBUTES = (
    "body", "agility", "reaction", "strength", "willpower", "logic", "intuition", "charisma",
)  # fmt: skip


class Category(NamedTuple):
    """What weapons of a category are here: kind and skill, and how many hands they take."""

    kind: str
    skill: str
    hands: int = 1


CATEGORIES: Mapping[str, Category] = MappingProxyType(
    {
        "blades": Category("melee", "blades"),
        "clubs": Category("melee", "clubs"),
        "unarmed": Category("unarmed", "unarmed_combat"),
        "cyberweapons": Category("unarmed", "unarmed_combat"),
        "holdouts": Category("ranged", "pistols"),
        "light pistols": Category("ranged", "pistols"),
        "heavy pistols": Category("ranged", "pistols"),
        "tasers": Category("ranged", "pistols"),
        "machine pistols": Category("ranged", "automatics"),
        "submachine guns": Category("ranged", "automatics"),
        "assault rifles": Category("ranged", "automatics", 2),
        "carbines": Category("ranged", "automatics", 2),
        "sporting rifles": Category("ranged", "longarms", 2),
        "sniper rifles": Category("ranged", "longarms", 2),
        "shotguns": Category("ranged", "shotguns", 2),
        "light machine guns": Category("ranged", "heavy_weapons", 2),
        "medium machine guns": Category("ranged", "heavy_weapons", 2),
        "heavy machine guns": Category("ranged", "heavy_weapons", 2),
        "assault cannons": Category("ranged", "heavy_weapons", 2),
        "grenade launchers": Category("ranged", "heavy_weapons", 2),
        "missile launchers": Category("rocket", "heavy_weapons", 2),
        "bows": Category("ranged", "archery", 2),
        "crossbows": Category("ranged", "archery", 2),
        "throwing weapons": Category("thrown", "throwing"),
        "grenades": Category("thrown", "throwing"),
    }
)
BY_SKILL: Mapping[str, Category] = MappingProxyType(
    {
        "blades": Category("melee", "blades"),
        "clubs": Category("melee", "clubs"),
        "unarmed_combat": Category("unarmed", "unarmed_combat"),
        "pistols": Category("ranged", "pistols"),
        "automatics": Category("ranged", "automatics"),
        "longarms": Category("ranged", "longarms", 2),
        "heavy_weapons": Category("ranged", "heavy_weapons", 2),
        "archery": Category("ranged", "archery", 2),
        "throwing_weapons": Category("thrown", "throwing"),
    }
)
"""The same for weapons whose category is not known, by the skill that they name."""
SHOTGUNS, LONGARMS = "shotguns", "longarms"
GRENADES, BLADES = "grenades", "blades"
MODES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "SS": ("single",),
        "SA": ("single", "sa_burst"),
        "BF": ("burst", "long_burst"),
        "FA": ("fa_simple", "fa_complex"),
    }
)
"""SS-ATK-21 to -24: what each firing mode of the parent game allows."""
DAMAGE: Mapping[str, str] = MappingProxyType(
    {
        "e": "shock",
        "fire": "fire",
        "acid": "corrosive",
        "cold": "cryo",
        "radiation": "radiation",
    }
)
"""Kinds of damage by their mark."""
FLECHETTE = "f"
EDGE = "the text has no Edge; Karma buys here what Edge buys in the parent game"
"""SS-KAR: initiative dice, dice for an attack, a second throw, a last chance."""
