"""The stock of every ruleset: what says that it is from the text, or from its rules, is what they
say, and all else is ours; people are as strong as their places."""

from pathlib import Path
from typing import Any

import pytest
from long_run import in_the_long_run
from tables import each_row

from .stocked import Entry, Pinned, Type, from_text, party_wins, shipped

SPEED_TABLE = "IN-SPD-03 (class)"
FRAGILE = "IN-FUM-07 (fragile)"


def grenade(power: int | None, level: str | None, **rest: Any) -> tuple[str, Entry]:
    """A grenade of common play: its code, and what else it has of these keys."""
    keys = ("damage_type", "drop", "flechette", "dazzle", "cloud")
    found = {"power": power, "level": level, **dict.fromkeys(keys), **rest}
    return "common play", found


PINNED: dict[str, dict[str, Pinned]] = {
    "i2050": {
        "weapons": {
            "spear": (SPEED_TABLE, {"class": "long"}),
            "katana": (SPEED_TABLE, {"class": "medium"}),
            "heavy-katana": (SPEED_TABLE, {"class": "medium"}),
            "knife": (SPEED_TABLE, {"class": "short"}),
            "combat-knife": (SPEED_TABLE, {"class": "short"}),
            "smart-magnum": ("Example: Johnny Logic (smartgun)", {"accessories": ["smartgun"]}),
            "laser-pistol": (FRAGILE, {"fragile": True}),
            "laser-rifle": (FRAGILE, {"fragile": True}),
            "gauss-pistol": (FRAGILE, {"fragile": True}),
            "smg": ("Example: Rudy Hopper (burst of 3)", {"burst": 3}),
        },
        "armor": {
            "reflective-suit": (
                "Example: Mona Chrome (against lasers, head bare)",
                {"against": ["laser"], "points.head": None},
            ),
        },
        "combatants": {
            "mercenary": (
                "Example: Rudy Hopper (skill and speed with the smg)",
                {"skills.smg": 10},
            ),
            "street-samurai": ("Example: Lotus Flower (speed with a pistol, left arm 7)", {}),
            "laser-hitter": (
                "Example: Mona Chrome (DEX, skill with the laser)",
                {"dex": 13, "skills.handgun_laser": 11},
            ),
            "sword-fighter": (
                "Example: Lotus Flower (DEX, fists, unarmed combat)",
                {"dex": 13, "skills.athletics_fist": 15, "skills.unarmed_combat": 12},
            ),
        },
    },
    "sr3": {
        "weapons": {
            "offensive-grenade": grenade(10, "S"),
            "defensive-grenade": grenade(10, "S", drop=2),
            "offensive-ap-grenade": grenade(10, "S", flechette=True),
            "defensive-ap-grenade": grenade(10, "S", flechette=True, drop=2),
            "concussion-grenade": grenade(12, "M", damage_type="stun"),
            "ipe-offensive-grenade": grenade(15, "S"),
            "ipe-defensive-grenade": grenade(15, "S", drop=2),
            "ipe-concussion-grenade": grenade(16, "M", damage_type="stun"),
            "superflash-grenade": grenade(12, "M", damage_type="stun", dazzle=8),
            "smoke-grenade": grenade(None, None, cloud="heavy_haze"),
            "thermal-smoke-grenade": grenade(None, None, cloud="thermal_heavy"),
            "flash-grenade": grenade(None, None, dazzle=4),
            "gas-grenade": grenade(None, None),
            "grenade-launcher": grenade(10, "S"),
        }
    },
    "spotlight": {
        "weapons": {
            "bat": ("Bruise Damage (bruise)", {"damage_type": "bruise"}),
            "taser": ("Bruise Damage (bruise)", {"damage_type": "bruise"}),
            "katana": ("Lethal Damage (lethal)", {"damage_type": "lethal"}),
            "heavy-pistol": (
                "Lethal Damage, Armor Type (lethal, pierces light)",
                {"damage_type": "lethal", "pierces": "light"},
            ),
            "uzi": ("Attack Difficulty (burst)", {}),
        },
        "armor": {
            "fiberweave-jacket": (
                "Armor Rating (SP-ARM-03)",
                {"type": "light", "rating": {"torso": 3, "arms": 1}},
            ),
        },
    },
    "storyteller": {
        "weapons": {
            "crowbar": (
                "ST-099, by ruling ST-R20 (all but durability)",
                {"damage": 2, "initiative": -2, "strength_req": 2, "size": 2, "improvised": True},
            ),
            "wolf-bite": ("Bite (ST-068)", {"kind": "bite", "damage": 1}),
            "shark-bite": ("Bite (ST-068)", {"kind": "bite", "damage": 4}),
        },
        "combatants": {
            "wolf": ("Bite (the teeth)", {"kind": "animal", "weapons": {"teeth": "@wolf-bite"}}),
        },
    },
    "swan-song": {
        "weapons": {
            "combat-knife": (
                "Example: Joe Schmoe (accuracy, DV, ARP)",
                {"skill": "blades", "accuracy": 6, "dv": "STR+2P", "arp": 1},
            ),
            "chair": ("Melee Accuracy (bulky, accuracy 3)", {"quality": "bulky", "accuracy": None}),
            "riot-gun": ("Knockdown (gel rounds, limit -2)", {"knockdown_limit_mod": -2}),
            "concussion-grenade": ("Strain Damage (S)", {}),
        },
        "armor": {"studded-jacket": ("Example: Bob Rock (Armor Value)", {"rating": 4})},
        "combatants": {
            "barfly": (
                "Example: Bob Rock (BOD, REA, AGI, armor; INT by R-ATK-5)",
                {
                    "body": 3,
                    "reaction": 2,
                    "agility": 1,
                    "intuition": 1,
                    "armor": ["@studded-jacket"],
                },
            ),
            "knife-fighter": (
                "Example: Joe Schmoe (AGI, STR, blades)",
                {
                    "agility": 4,
                    "strength": 2,
                    "skills.blades": 3,
                    "weapons.combat-knife": "@combat-knife",
                },
            ),
        },
    },
}


@each_row("page", ["weapons", "armor", "combatants"])
@pytest.mark.parametrize("ruleset", PINNED)
def test_what_is_not_ours_is_as_the_text_has_it(ruleset: str, page: str) -> None:
    assert shipped(ruleset, page)
    pinned = PINNED[ruleset].get(page, {})
    assert from_text(ruleset, page, pinned) == pinned


@in_the_long_run
@pytest.mark.parametrize(
    ("ruleset", "party", "foes", "least", "most"),
    [
        ("sr3", ["thug"], ["human"], 35, 75),
        ("sr3", ["ganger"], ["thug"], 65, 100),
        ("sr3", ["soldier"], ["guard"], 80, 100),
        ("sr3", ["boss"], ["thug", "thug"], 80, 100),
        ("sr3", ["razor"], ["street-samurai"], 50, 95),
        ("swan-song", ["thug"], ["human"], 30, 70),
        ("swan-song", ["ganger"], ["thug"], 55, 95),
        ("swan-song", ["soldier"], ["guard"], 80, 100),
        ("swan-song", ["boss"], ["thug", "thug"], 80, 100),
        ("swan-song", ["devil-rat"] * 3, ["human"], 70, 100),
    ],
)
def test_people_are_as_strong_as_their_places(
    ruleset: str, party: list[str], foes: list[str], least: int, most: int, tmp_path: Path,
    type_line: Type,
) -> None:  # fmt: skip
    assert least <= party_wins(ruleset, party, foes, tmp_path, type_line) <= most
