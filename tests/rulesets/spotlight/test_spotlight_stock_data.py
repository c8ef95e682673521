"""The stock of Spotlight: what says that it is from the text or its worked cases is what they
say."""

from pathlib import Path

from ..stocked import Pinned, Type, from_elsewhere, shipped, shooting_range

CASES = "§7 Worked cases, "
WEAPONS: Pinned = {
    "bat": (
        CASES + "bat",
        {"skill": "melee_weapons", "damage": 3, "damage_type": "bruise"},
    ),
    "fist": (
        CASES + "fist",
        {"skill": "brawl", "damage": 2, "damage_type": "bruise", "arm": "none"},
    ),
    "heavy-pistol": (
        CASES + "heavy-pistol",
        {"skill": "firearms", "damage": 6, "damage_type": "lethal", "pierces": "light"},
    ),
    "uzi": (
        CASES + "uzi",
        {
            "skill": "firearms",
            "damage": 5,
            "damage_type": "lethal",
            "pierces": "light",
            "modes": ["single", "burst", "full_auto"],
        },
    ),
}
ARMOR: Pinned = {
    "fiberweave-jacket": ("SP-ARM-03", {"type": "light", "rating": {"torso": 3, "arms": 1}}),
    "ballistic-vest": (CASES + "Boss", {"type": "medium", "rating": {"torso": 4}}),
}


def test_weapons_that_are_not_ours_are_as_the_worked_cases_have_them() -> None:
    assert from_elsewhere("spotlight", "weapons") == WEAPONS


def test_armor_that_is_not_ours_is_as_the_text_and_the_worked_cases_have_it() -> None:
    assert from_elsewhere("spotlight", "armor") == ARMOR


def test_people_that_are_not_ours_are_as_the_worked_cases_have_them() -> None:
    found = from_elsewhere("spotlight", "combatants")
    assert {name: source for name, (source, _) in found.items()} == {
        "punk": CASES + "Punk",
        "boss": CASES + "Boss (body, willpower, vest)",
    }
    assert found["punk"][1] == {
        "strength": 2,
        "fortitude": 2,
        "skills": {"melee_weapons": 4},
        "weapons": {"bat": "@bat"},
        "armor": ["@fiberweave-jacket"],
    }
    boss = found["boss"][1]
    assert (boss["strength"], boss["fortitude"], boss["willpower"]) == (4, 4, 4)
    assert boss["important"] is True
    assert "@ballistic-vest" in boss["armor"]


def test_what_bruises_and_what_kills_is_as_the_text_says() -> None:
    """SP-DMG-02, SP-DMG-03"""
    weapons = shipped("spotlight", "weapons")
    named = {"bat": "bruise", "taser": "bruise", "katana": "lethal", "heavy-pistol": "lethal"}
    assert {name: weapons[name]["damage_type"] for name in named} == named


def test_every_mode_and_every_type_of_armor_is_there() -> None:
    weapons = shipped("spotlight", "weapons").values()
    modes = {mode for one in weapons for mode in one.get("modes", [])}
    assert modes == {"single", "burst", "full_auto"}
    assert {one["type"] for one in shipped("spotlight", "armor").values()} == {
        "light",
        "medium",
        "heavy",
    }
    assert {one.get("pierces") for one in weapons} == {None, "light", "medium", "heavy"}


def test_every_weapon_attacks_in_every_mode(tmp_path: Path, type_line: Type) -> None:
    weapons = shipped("spotlight", "weapons")
    body = {"strength": 3, "fortitude": 3}
    shooter = {**body, "skills": {one["skill"]: 4 for one in weapons.values()}}
    there = shooting_range("spotlight", shooter, body, tmp_path, type_line)
    for name, weapon in weapons.items():
        assert there.attack(name)["weapon"] == name
        modes = weapon.get("modes", [])
        for mode in modes:
            assert there.attack(name, "--with", f"mode={mode}")["mode"] == mode
        if "burst" in modes or "full_auto" in modes:
            there.attack(name, "--with", "suppressive")
