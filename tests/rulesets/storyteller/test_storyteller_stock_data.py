"""The stock of Storyteller: what it has of each kind, and that everything in it works."""

from pathlib import Path

from gmtrack.rulesets.storyteller.tables import BURSTS, SKILLS

from ..stocked import Type, shipped, shooting_range


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
