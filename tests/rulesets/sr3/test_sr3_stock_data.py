"""The stock of sr3: the text gives no numbers of weapons, armor or people, all are ours; and
everything in it works."""

from pathlib import Path

import pytest
from long_run import in_the_long_run

from gmtrack.rulesets.sr3.sheet.check import BOOK_SKILLS
from gmtrack.rulesets.sr3.tables import AMMO_TYPES

from ..stocked import Entry, Type, from_text, party_wins, shipped, shooting_range


@pytest.mark.parametrize("page", ["weapons", "armor", "combatants"])
def test_all_numbers_are_ours(page: str) -> None:
    assert shipped("sr3", page)
    assert from_text("sr3", page, {}) == {}


def test_the_giant_has_long_arms_and_the_samurai_a_smartlink() -> None:
    people = shipped("sr3", "combatants")
    assert (people["giant"]["natural_reach"], people["giant"]["vision"]) == (1, "thermographic")
    assert people["street-samurai"]["smartlink"] is True


def test_every_fighting_skill_class_mode_and_way_to_load_has_a_weapon() -> None:
    weapons = shipped("sr3", "weapons").values()
    others = {"pole_arms", "heavy_weapons", "projectile_weapons", "throwing_weapons"}
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


@in_the_long_run
@pytest.mark.parametrize(
    ("party", "foes", "least", "most"),
    [
        (["thug"], ["human"], 35, 75),
        (["ganger"], ["thug"], 65, 100),
        (["soldier"], ["guard"], 80, 100),
        (["boss"], ["thug", "thug"], 80, 100),
        (["razor"], ["street-samurai"], 50, 95),
    ],
)
def test_people_are_as_strong_as_their_places(
    party: list[str], foes: list[str], least: int, most: int, tmp_path: Path, type_line: Type
) -> None:
    assert least <= party_wins("sr3", party, foes, tmp_path, type_line) <= most
