"""The stock of Storyteller: what says that it is from the text, its rules or its worked cases is
what they say."""

from pathlib import Path

from gmtrack.rulesets.storyteller.tables.kinds import SKILLS
from gmtrack.rulesets.storyteller.tables.ranged import BURSTS

from ..stocked import Pinned, Type, from_elsewhere, shipped, shooting_range

CASES = "§7 Worked cases, "
WEAPONS: Pinned = {
    "knife": (
        CASES + "knife",
        {"kind": "melee", "damage": 0, "initiative": -1, "strength_req": 1},
    ),
    "machete": (
        CASES + "machete",
        {"kind": "melee", "damage": 2, "initiative": -2, "strength_req": 2, "size": 2},
    ),
    "crowbar": (
        "ST-099, ST-R20",
        {
            "kind": "melee",
            "damage": 2,
            "initiative": -2,
            "strength_req": 2,
            "size": 2,
            "improvised": True,
            "durability": 3,
        },
    ),
    "wolf-bite": ("Bite", {"kind": "bite", "damage": 1}),
    "shark-bite": ("Bite", {"kind": "bite", "damage": 4}),
    "pistol": (
        CASES + "pistol",
        {
            "kind": "firearm",
            "damage": 1,
            "ranges": [20, 40, 80],
            "strength_req": 2,
            "capacity": 17,
        },
    ),
    "rifle": (
        CASES + "rifle",
        {
            "kind": "firearm",
            "damage": 3,
            "ranges": [150, 300, 600],
            "initiative": -3,
            "strength_req": 3,
            "size": 3,
            "capacity": 42,
            "autofire": True,
        },
    ),
}
ARMOR: Pinned = {"vest": (CASES + "vest", {"ballistic": 2, "general": 1})}


def test_weapons_that_are_not_ours_are_as_text_rules_and_worked_cases_have_them() -> None:
    assert from_elsewhere("storyteller", "weapons") == WEAPONS


def test_armor_that_is_not_ours_is_as_the_worked_cases_have_it() -> None:
    assert from_elsewhere("storyteller", "armor") == ARMOR


def test_animals_that_are_not_ours_bite_as_the_text_says() -> None:
    found = from_elsewhere("storyteller", "combatants")
    assert {name: source for name, (source, _) in found.items()} == {
        "dog": "Bite (the teeth)",
        "wolf": "Bite (the teeth)",
    }
    for _, animal in found.values():
        assert animal["weapons"] == {"teeth": "@wolf-bite"}
        assert animal["kind"] == "animal"


def test_everybody_wants_something_but_the_plain_human() -> None:
    """ST-008: a sentence that says what they want from the fight."""
    people = shipped("storyteller", "combatants")
    assert "intent" not in people["human"]
    for name in set(people) - {"human"}:
        assert people[name]["intent"].startswith("I want "), name


def test_armor_piercing_stays_in_the_usual_bounds() -> None:
    """ST-162: between one and three, as the text says of most."""
    found = [one.get("armor_piercing", 0) for one in shipped("storyteller", "weapons").values()]
    assert set(found) <= {0, 1, 2, 3}
    assert max(found) > 0


def test_every_kind_of_weapon_and_way_to_reload_is_there() -> None:
    weapons = shipped("storyteller", "weapons").values()
    kinds = {one["kind"] for one in weapons}
    assert kinds == {"unarmed", "bite", "melee", "thrown", "firearm"}
    assert {one.get("reload", "magazine") for one in weapons} == {
        "magazine",
        "speedloader",
        "single",
    }
    assert any(one.get("autofire") for one in weapons)


def test_every_weapon_attacks_and_every_burst_is_fired(tmp_path: Path, type_line: Type) -> None:
    weapons = shipped("storyteller", "weapons")
    shooter = {"kind": "other", "strength": 4, "skills": dict.fromkeys(SKILLS, 3)}
    there = shooting_range("storyteller", shooter, {}, tmp_path, type_line)
    for name, weapon in weapons.items():
        assert there.attack(name)["weapon"] == name
        if weapon["kind"] in ("thrown", "firearm"):
            there.attack(name, "--with", "range=9")
        if weapon.get("autofire"):
            for burst, row in BURSTS.items():
                there.attack(name, "--with", f"burst={burst}")
                assert row.bullets <= weapon["capacity"]
