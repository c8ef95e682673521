"""The stock of i2050: what it has of each kind, and that everything in it works."""

from pathlib import Path

import pytest

from ..stocked import Type, shipped, shooting_range, shown

SPEEDS = {
    ("mercenary", "smg"): 11,
    ("street-samurai", "revolver"): 10,
    ("laser-hitter", "laser"): 8 + 4,
    ("sword-fighter", "unarmed"): 11,
}
"""Of the examples: Mona's is 4 less while she aims at the head."""


@pytest.mark.parametrize(("who", "weapon"), SPEEDS)
def test_they_are_as_fast_as_in_the_examples(
    who: str, weapon: str, tmp_path: Path, type_line: Type
) -> None:
    bare_handed = {"weapons": {}} if weapon == "unarmed" else {}
    told = shown("i2050", who, tmp_path, type_line, **bare_handed)["initiative"]
    assert told == {"speed": SPEEDS[who, weapon], "weapon": weapon}


def test_the_samurai_has_the_left_arm_of_the_example(tmp_path: Path, type_line: Type) -> None:
    told = shown("i2050", "street-samurai", tmp_path, type_line)
    assert told["locations"]["left_arm"]["max"] == 7


def test_fragile_are_the_lasers_and_gauss_guns_alone() -> None:
    """IN-FUM-07"""
    fragile = {name for name, one in shipped("i2050", "weapons").items() if one.get("fragile")}
    assert fragile == {"laser-pistol", "laser-rifle", "gauss-pistol"}


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
