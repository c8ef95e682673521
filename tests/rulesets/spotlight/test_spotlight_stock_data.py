"""The stock of Spotlight: what it has of each kind, and that everything in it works."""

from pathlib import Path

from ..stocked import Type, shipped, shooting_range


def test_an_uzi_fires_bursts() -> None:
    assert "burst" in shipped("spotlight", "weapons")["uzi"]["modes"]


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
