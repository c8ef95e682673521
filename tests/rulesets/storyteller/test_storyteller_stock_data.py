"""The stock of Storyteller: what says that it is from the text or its rules is what they say."""

from pathlib import Path

from gmtrack.rulesets.storyteller.tables import BURSTS, SKILLS

from ..stocked import Pinned, Type, from_text, shipped, shooting_range

WEAPONS: Pinned = {
    "crowbar": (
        "ST-099, by ruling ST-R20 (all but durability)",
        {"damage": 2, "initiative": -2, "strength_req": 2, "size": 2, "improvised": True},
    ),
    "wolf-bite": ("Bite (ST-068)", {"kind": "bite", "damage": 1}),
    "shark-bite": ("Bite (ST-068)", {"kind": "bite", "damage": 4}),
}
PEOPLE: Pinned = {
    "wolf": ("Bite (the teeth)", {"kind": "animal", "weapons": {"teeth": "@wolf-bite"}}),
}


def test_weapons_that_are_not_ours_are_as_text_and_rules_have_them() -> None:
    assert from_text("storyteller", "weapons", WEAPONS) == WEAPONS


def test_all_armor_is_ours() -> None:
    assert from_text("storyteller", "armor", {}) == {}


def test_animals_that_are_not_ours_bite_as_the_text_says() -> None:
    assert from_text("storyteller", "combatants", PEOPLE) == PEOPLE


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
