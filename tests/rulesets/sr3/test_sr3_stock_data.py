"""The stock of sr3: what says that it is from the worked cases is what they say, and everything in
it works."""

from pathlib import Path

import pytest

from gmtrack.rulesets.sr3.sheet.slips import BOOK_SKILLS
from gmtrack.rulesets.sr3.tables.kinds import AMMO_TYPES, ATTRIBUTES

from ..stocked import Entry, Pinned, Type, from_elsewhere, party_wins, shipped, shooting_range

CASES = "§7 Worked cases"
WEAPONS: Pinned = {
    "katana": (
        CASES,
        {"skill": "edged_weapons", "power_bonus": 3, "level": "M", "reach": 1},
    ),
    "club": (
        CASES,
        {"skill": "clubs", "power_bonus": 1, "level": "M", "damage_type": "stun", "reach": 1},
    ),
    "polearm": (CASES, {"skill": "pole_arms", "power_bonus": 3, "level": "S", "reach": 2}),
    "heavy-pistol": (
        CASES,
        {
            "skill": "pistols",
            "power": 9,
            "level": "M",
            "ranges": [5, 20, 40, 60],
            "modes": ["sa"],
            "capacity": 15,
            "smartgun": True,
        },
    ),
    "smg": (
        CASES,
        {
            "skill": "smg",
            "power": 6,
            "level": "M",
            "ranges": [10, 40, 80, 150],
            "modes": ["sa", "bf", "fa"],
            "capacity": 30,
            "smartgun": True,
            "gas_vent": 2,
        },
    ),
    "rifle": (
        CASES,
        {
            "skill": "rifles",
            "power": 8,
            "level": "M",
            "ranges": [50, 150, 350, 550],
            "modes": ["sa", "bf", "fa"],
            "capacity": 38,
            "gas_vent": 2,
        },
    ),
    "shotgun": (
        CASES,
        {
            "skill": "shotguns",
            "class": "shotgun",
            "power": 10,
            "level": "S",
            "ranges": [10, 20, 50, 100],
            "modes": ["sa"],
            "loading": "internal",
            "capacity": 8,
            "choke": 5,
            "heavy_recoil": True,
        },
    ),
}
ARMOR: Pinned = {
    "security-vest": (CASES, {"ballistic": 3, "impact": 2}),
    "armored-jacket": (CASES, {"ballistic": 5, "impact": 3}),
}
PEOPLE: dict[str, tuple[tuple[int, ...], dict[str, int], tuple[int, int, int, int]]] = {
    "street-samurai": (
        (6, 5, 5, 5, 5),
        {"pistols": 5, "smg": 5, "rifles": 5, "shotguns": 4, "edged_weapons": 4,
         "unarmed_combat": 4},
        (5, 7, 5, 3),
    ),
    "enforcer": (
        (4, 4, 4, 3, 3), {"clubs": 4, "unarmed_combat": 3, "pistols": 3}, (3, 5, 3, 2)
    ),
    "runaway": ((3, 4, 3, 3, 3), {"unarmed_combat": 2, "pistols": 2, "smg": 2}, (3, 5, 0, 0)),
    "giant": ((8, 3, 8, 2, 4), {"pole_arms": 5}, (2, 4, 0, 0)),
}  # fmt: skip
"""By name: scores, skills; reaction, combat pool, ballistic and impact armor."""


def test_weapons_that_are_not_ours_are_as_the_worked_cases_have_them() -> None:
    assert from_elsewhere("sr3", "weapons") == WEAPONS


def test_armor_that_is_not_ours_is_as_the_worked_cases_have_it() -> None:
    assert from_elsewhere("sr3", "armor") == ARMOR


def test_who_is_from_the_worked_cases() -> None:
    found = from_elsewhere("sr3", "combatants")
    assert {name: source for name, (source, _) in found.items()} == dict.fromkeys(PEOPLE, CASES)


@pytest.mark.parametrize("name", PEOPLE)
def test_their_scores_and_skills_are_those_of_the_worked_cases(name: str) -> None:
    entry = shipped("sr3", "combatants")[name]
    scores, skills, _ = PEOPLE[name]
    assert tuple(entry[key] for key in ATTRIBUTES) == scores
    assert entry["skills"] == skills


@pytest.mark.parametrize("name", PEOPLE)
def test_what_is_derived_of_them_is_too(name: str, tmp_path: Path, type_line: Type) -> None:
    path = tmp_path / "one.yaml"
    path.write_text(
        f"gmtrack: 1\nname: One\nruleset: sr3\ncombatants:\n  one: {{template: '@{name}'}}\n",
        encoding="utf-8",
    )
    shown = type_line(["-f", str(path), "show", "one", "--json"]).doc
    armor = shown["armor"]
    assert (
        shown["initiative"]["reaction"],
        shown["pools"]["combat"]["max"],
        armor["ballistic"],
        armor["impact"],
    ) == PEOPLE[name][2]


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
