"""The stock of sr3: what it has of each kind, and that everything in it works."""

from pathlib import Path

from gmtrack.rulesets.sr3.sheet.check import BOOK_SKILLS
from gmtrack.rulesets.sr3.tables import AMMO_TYPES

from ..stocked import Entry, Type, shipped, shooting_range


def test_the_giant_has_long_arms_and_the_samurai_a_smartlink() -> None:
    people = shipped("sr3", "combatants")
    assert (people["giant"]["natural_reach"], people["giant"]["vision"]) == (1, "thermographic")
    assert people["street-samurai"]["smartlink"] is True


def test_every_fighting_skill_class_mode_and_way_to_load_has_a_weapon() -> None:
    weapons = shipped("sr3", "weapons").values()
    others = {"pole_arms", "heavy_weapons", "projectile_weapons"}
    others |= {"throwing_weapons", "launch_weapons"}
    assert {one["skill"] for one in weapons} == {*BOOK_SKILLS, *others}
    ranged = [one for one in weapons if "ranges" in one]
    classes = {one.get("class", "firearm") for one in ranged}
    assert classes == {"firearm", "shotgun", "bow", "crossbow", "heavy", "other"}
    assert {m for one in ranged for m in one.get("modes", ["ss"])} == {"ss", "sa", "bf", "fa"}
    loading = {one.get("loading", "clip") for one in ranged}
    assert loading == {"clip", "break", "internal", "cylinder", "belt"}


def test_kinds_of_ammunition_that_change_a_weapon_most_are_there() -> None:
    """The others are loaded by `act WHO insert-clip --with ammo-type=T`."""
    found = {one.get("ammo_type", "normal") for one in shipped("sr3", "weapons").values()}
    assert found == {"normal", "gel", "apds", "shot"} <= set(AMMO_TYPES)


def ways_of(weapon: Entry) -> list[list[str]]:
    """The words that use it in each of its ways, at a distance that suits it."""
    if "delivery" in weapon:
        return [["--with", "range=10"]]
    if "ranges" not in weapon:
        return [[]]
    metres = ["--with", f"range={max(weapon['ranges'][0], weapon.get('min_range', 0))}"]
    found = []
    for mode in weapon.get("modes", ["ss"]):
        rounds = ["--with", "rounds=6"] if mode == "fa" else []
        found.append([*metres, "--with", f"mode={mode}", *rounds])
    return found


def test_every_weapon_attacks_in_each_of_its_modes(tmp_path: Path, type_line: Type) -> None:
    weapons = shipped("sr3", "weapons")
    shooter = {"skills": {one["skill"]: 4 for one in weapons.values()}, "gyro": 5}
    there = shooting_range("sr3", shooter, {}, tmp_path, type_line)
    for name, weapon in weapons.items():
        for words in ways_of(weapon):
            told = there.attack(name, *words)
            assert told["weapon"] == name
            pool = next(roll["pool"] for roll in told["rolls"] if roll["name"] == "attack")
            assert pool == 4, (name, words)
