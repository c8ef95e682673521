"""The stock of i2050: what says that it is from the text or its worked cases is what they say."""

from pathlib import Path
from typing import Any

import pytest

from ..stocked import Pinned, Type, from_elsewhere, shipped, shooting_range

CAST = "§7 Worked cases, "
WEAPONS: Pinned = {
    "knuckles": (
        CAST + "Samurai",
        {
            "skill": "athletics_fist",
            "class": "short",
            "damage": "1d6+1",
            "arm": "left_arm",
            "attached": True,
        },
    ),
    "katana": (
        CAST + "Lotus",
        {"skill": "katana", "class": "medium", "damage": "2d6", "parry": 4},
    ),
    "heavy-katana": (
        CAST + "Samurai",
        {"skill": "katana", "class": "medium", "damage": "1d10+2"},
    ),
    "laser-pistol": (
        CAST + "Mona",
        {
            "skill": "handgun_laser",
            "class": "missile",
            "damage": "2d6+1",
            "fragile": True,
            "tags": ["laser"],
        },
    ),
    "smg": (CAST + "Rudy", {"skill": "smg", "class": "missile", "damage": "2d6", "burst": 3}),
}
ARMOR: Pinned = {
    "leg-guards": ("IN-C10", {"points": {"legs": 3}}),
    "heavy-breastplate": ("IN-C12", {"points": {"chest": 12}}),
    "reflective-suit": (
        CAST + "Sally",
        {"against": ["laser"], "points": {"chest": 10, "abdomen": 10, "arms": 10, "legs": 10}},
    ),
}
PEOPLE: dict[str, tuple[str, dict[str, Any]]] = {
    "delinquent": ("Geezers (the body)", {"dex": 10, "con": 9, "siz": 9}),
    "thug": (
        "Thugs (body, fists)",
        {"dex": 10, "con": 10, "siz": 12, "skills.athletics_fist": 10},
    ),
    "mercenary": ("Rudy (dex, smg)", {"dex": 12, "skills.smg": 10, "weapons.smg": "@smg"}),
    "street-samurai": (
        "Samurai (body, skills, blades)",
        {
            "dex": 10,
            "pow": 10,
            "con": 12,
            "siz": 14,
            "skills.handgun_projectile": 10,
            "skills.athletics_fist": 11,
            "skills.katana": 13,
            "weapons.knuckles": "@knuckles",
            "weapons.katana": "@heavy-katana",
        },
    ),
    "laser-hitter": (
        "Mona (dex, handgun_laser)",
        {"dex": 13, "skills.handgun_laser": 11, "weapons.laser": "@laser-pistol"},
    ),
    "sword-fighter": (
        "Lotus",
        {
            "dex": 13,
            "pow": 12,
            "con": 12,
            "siz": 10,
            "skills.katana": 14,
            "skills.athletics_fist": 15,
            "skills.unarmed_combat": 12,
            "weapons.katana": "@katana",
        },
    ),
}


def test_weapons_that_are_not_ours_are_as_the_worked_cases_have_them() -> None:
    assert from_elsewhere("i2050", "weapons") == WEAPONS


def test_armor_that_is_not_ours_is_as_the_worked_cases_have_it() -> None:
    assert from_elsewhere("i2050", "armor") == ARMOR


def test_who_is_from_the_worked_cases() -> None:
    found = from_elsewhere("i2050", "combatants")
    assert {name: source for name, (source, _) in found.items()} == {
        name: CAST + source for name, (source, _) in PEOPLE.items()
    }


@pytest.mark.parametrize("name", PEOPLE)
def test_their_numbers_are_those_of_the_worked_cases(name: str) -> None:
    entry = shipped("i2050", "combatants")[name]
    for path, number in PEOPLE[name][1].items():
        key, _, below = path.partition(".")
        assert (entry[key][below] if below else entry[key]) == number, path


def test_their_hit_points_are_those_of_the_worked_cases() -> None:
    people = shipped("i2050", "combatants")
    told = {"sword-fighter": 22, "street-samurai": 26, "delinquent": 18, "thug": 22}
    assert {name: people[name]["con"] + people[name]["siz"] for name in told} == told


def test_fragile_are_the_lasers_and_gauss_guns_alone() -> None:
    """IN-FUM-07"""
    fragile = {name for name, one in shipped("i2050", "weapons").items() if one.get("fragile")}
    assert fragile == {"laser-pistol", "laser-rifle", "gauss-pistol"}


def test_classes_are_as_the_speed_table_has_them() -> None:
    """IN-SPD-03: spear long, katana medium, knife short."""
    weapons = shipped("i2050", "weapons")
    named = {"spear": "long", "katana": "medium", "knife": "short"}
    assert {name: weapons[name]["class"] for name in named} == named


def test_every_class_of_weapon_and_kind_of_missile_is_there() -> None:
    weapons = shipped("i2050", "weapons").values()
    assert {one["class"] for one in weapons} == {"missile", "long", "medium", "short", "unarmed"}
    assert {one.get("firearm", True) for one in weapons if one["class"] == "missile"} == {
        True,
        False,
    }


def test_every_weapon_attacks_and_every_burst_is_fired(tmp_path: Path, type_line: Type) -> None:
    weapons = shipped("i2050", "weapons")
    skills = {one["skill"]: 14 for one in weapons.values()}
    there = shooting_range("i2050", {"dex": 12, "skills": skills}, {"dex": 10}, tmp_path, type_line)
    for name, weapon in weapons.items():
        assert there.attack(name)["weapon"] == name
        shots = weapon.get("burst", 1)
        if shots > 1:
            fired = there.attack(name, "--with", f"burst={shots}", "--roll", "attack.1=19")
            assert fired["attacks"][0]["outcome"] == "miss"
