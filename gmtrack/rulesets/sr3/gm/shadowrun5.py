"""Weapons, armor and numbers of Shadowrun 5 as this edition has them.

Damage codes cannot be converted, so a weapon gets the numbers of its category. Numbers come from
the rows named; those without a row are the project's own."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.rulesets.sr3.tables import (
    DamageType,
    Level,
    Loading,
    Vision,
    WeaponClass,
)

ATTRIBUTES: Mapping[str, str] = {
    "body": "body",
    "agility": "quickness",
    "strength": "strength",
    "willpower": "willpower",
    "reaction": "reaction",
}
MIND = ("logic", "intuition")
EYES: Mapping[str, Vision] = {
    "human": "normal",
    "elf": "low_light",
    "ork": "low_light",
    "dwarf": "thermographic",
    "troll": "thermographic",
}
"""The natural eyes of those who were born so."""
LONG_LIMBS, LONGEST_LIMBS = "troll", 3
SKILLS: Mapping[str, tuple[str, ...]] = {
    "pistols": ("pistols",),
    "automatics": ("smg", "assault_rifles"),
    "longarms": ("rifles", "shotguns"),
    "heavy_weapons": ("heavy_weapons", "launch_weapons"),
    "blades": ("edged_weapons",),
    "clubs": ("clubs",),
    "unarmed_combat": ("unarmed_combat",),
    "throwing_weapons": ("throwing_weapons",),
    "archery": ("projectile_weapons",),
    "spellcasting": ("sorcery",),
}
"""The skills of a fight, each with all that it was once."""


class Gun(NamedTuple):
    """A ranged weapon of a category."""

    skill: str
    power: int
    level: Level
    ranges: tuple[int, int, int, int]
    class_: WeaponClass = "firearm"
    damage_type: DamageType = "physical"


GUNS: Mapping[str, Gun] = {
    "holdouts": Gun("pistols", 4, "L", (5, 15, 30, 50)),
    "light pistols": Gun("pistols", 6, "L", (5, 15, 30, 50)),
    # As ready-made fights have them: heavy pistol, smg, rifle, shotgun.
    "heavy pistols": Gun("pistols", 9, "M", (5, 20, 40, 60)),
    "submachine guns": Gun("smg", 6, "M", (10, 40, 80, 150)),
    "assault rifles": Gun("assault_rifles", 8, "M", (50, 150, 350, 550)),
    "carbines": Gun("assault_rifles", 8, "M", (50, 150, 350, 550)),
    "shotguns": Gun("shotguns", 10, "S", (10, 20, 50, 100), "shotgun"),
    "machine pistols": Gun("smg", 6, "L", (5, 15, 30, 50)),
    "tasers": Gun("pistols", 10, "S", (5, 10, 12, 15), "other", "stun"),
    "sporting rifles": Gun("rifles", 7, "S", (100, 250, 500, 750)),
    "sniper rifles": Gun("rifles", 14, "S", (150, 300, 700, 1000)),
    "light machine guns": Gun(
        "heavy_weapons", 7, "S", (75, 200, 400, 800), "heavy"
    ),
    "medium machine guns": Gun(
        "heavy_weapons", 9, "S", (80, 250, 750, 1200), "heavy"
    ),
    "heavy machine guns": Gun(
        "heavy_weapons", 10, "S", (80, 250, 800, 1500), "heavy"
    ),
    "assault cannons": Gun(
        "heavy_weapons", 18, "D", (100, 300, 900, 2400), "heavy"
    ),
    "bows": Gun("projectile_weapons", 8, "M", (5, 50, 150, 250), "bow"),
    "crossbows": Gun(
        "projectile_weapons", 6, "S", (15, 45, 90, 150), "crossbow"
    ),
    "throwing weapons": Gun(
        "throwing_weapons", 4, "L", (6, 12, 20, 30), "other"
    ),
}


FRAGMENTS = {"power": 10, "level": "S", "flechette": True}
STUNS = {"power": 12, "level": "M", "damage_type": "stun"}
PLAIN_BLAST = {"power": 10, "level": "S"}
GRENADES: Mapping[str, Mapping[str, object]] = {
    "thermal": {"cloud": "thermal_heavy"},
    "smoke": {"cloud": "heavy_haze"},
    "gas": {},
    "fragmentation": FRAGMENTS,
    "flash bang": STUNS,
    "flash-bang": STUNS,
    "concussion": STUNS,
    "flash": {"dazzle": 4},
}
"""What a grenade does, by a word of its name, the first that is in it; else PLAIN_BLAST. As the
stock has them: the numbers of common play."""
GRENADE, LAUNCHER = "grenades", "grenade launchers"


class Blow(NamedTuple):
    """A melee weapon of a category and reach."""

    skill: str
    power_bonus: int
    level: Level
    damage_type: DamageType = "physical"


BLOWS: Mapping[tuple[str, int], Blow] = {
    # As ready-made fights have them: katana, polearm, club; a knife is ours.
    ("blades", 0): Blow("edged_weapons", 0, "L"),
    ("blades", 1): Blow("edged_weapons", 3, "M"),
    ("blades", 2): Blow("edged_weapons", 3, "S"),
    ("clubs", 0): Blow("clubs", 1, "M", "stun"),
    ("clubs", 1): Blow("clubs", 1, "M", "stun"),
    ("clubs", 2): Blow("clubs", 2, "M", "stun"),
    ("unarmed", 0): Blow("unarmed_combat", 0, "M", "stun"),
    ("cyberweapons", 0): Blow("unarmed_combat", 0, "L"),
}
STUNNING: Mapping[str, str] = {"pistols": "tasers"}
"""The skill here, as in USUAL, for weapons that stun."""
LONGEST = 2
"""The longest reach of the table; what is longer is like it."""
LOADING: Mapping[str, Loading] = {
    "c": "clip",
    "d": "clip",
    "b": "break",
    "m": "internal",
    "cy": "cylinder",
    "belt": "belt",
}
"""Ways of loading, by how Shadowrun 5 writes ammunition."""
MODES = MappingProxyType({"SS": "ss", "SA": "sa", "BF": "bf", "FA": "fa"})
BALLISTIC, IMPACT, JACKET = 5, 3, 12
PROPORTION = f"in proportion to an armor jacket, rated {JACKET} there and {BALLISTIC}/{IMPACT} here"
"""An armor jacket is rated 12 in Shadowrun 5 and is 5/3 here: all other armor in proportion."""


HEALING = {"category": "health", "kind": "mana", "duration": "permanent"}
SPELLS: Mapping[str, Mapping[str, object]] = {
    "heal": {**HEALING, "target": "essence", "drain": "(wound)"},
    "stabilize": {**HEALING, "target": "minutes", "drain": "+1(M)"},
    "armor": {
        "category": "manipulation", "kind": "physical", "target": 6, "duration": "sustained",
        "drain": "+2(M)",
    },
    "combat sense": {
        "category": "detection", "kind": "mana", "target": 4, "duration": "sustained",
        "drain": "(S)",
    },
    "invisibility": {
        "category": "illusion", "kind": "mana", "target": 4, "duration": "sustained",
        "drain": "(M)",
    },
    "clout": {
        "category": "elemental", "kind": "physical", "damage_type": "stun", "armor": "impact",
        "drain": "(level)",
    },
}  # fmt: skip
"""Spells by their names, as the stock has them, without force. Other combat spells follow from what
they are."""
CATEGORY_OF_FOCUS: Mapping[str, tuple[str, ...]] = {
    "combat": ("combat", "elemental"),
    "health": ("health",),
    "illusion": ("illusion",),
    "detection": ("detection",),
    "manipulation": ("manipulation",),
}
"""The categories here of the spells that a focus of Shadowrun 5 fits."""
KILLING_HANDS, COMBAT_SENSE = "killing hands", "combat sense"
