"""The stock of Swan Song: what says that it is from the text or its worked cases is what they say,
and everything in it works."""

from pathlib import Path
from typing import Any

import pytest

from gmtrack.rulesets.swan_song.sheet.sheet import BOOK_SKILLS
from gmtrack.rulesets.swan_song.tables.firing import MODES

from ..stocked import Entry, Pinned, Type, from_elsewhere, party_wins, shipped, shooting_range

CASES = "§7 Worked cases"
WEAPONS: Pinned = {
    "combat-knife": (
        "Example",
        {
            "kind": "melee",
            "skill": "blades",
            "accuracy": 6,
            "dv": "STR+2P",
            "arp": 1,
            "piercing": True,
        },
    ),
    "club": (
        CASES,
        {"kind": "melee", "skill": "clubs", "accuracy": 5, "dv": "STR+3S", "reach": 1},
    ),
    "sledgehammer": (
        CASES,
        {"kind": "melee", "skill": "clubs", "accuracy": 5, "dv": "STR+4P", "reach": 1, "hands": 2},
    ),
    "pistol": (
        CASES,
        {
            "kind": "ranged",
            "skill": "pistols",
            "accuracy": 5,
            "dv": "6P",
            "arp": 1,
            "modes": ["single", "sa_burst"],
        },
    ),
    "rifle": (
        CASES,
        {
            "kind": "ranged",
            "skill": "automatics",
            "accuracy": 5,
            "dv": "8P",
            "arp": 2,
            "modes": ["single", "burst", "long_burst", "fa_complex"],
            "hands": 2,
        },
    ),
}
ARMOR: Pinned = {
    "studded-jacket": ("Example", {"rating": 4}),
    "armored-vest": ("§2.8 Sample", {"rating": 4}),
    "armored-coat": (CASES, {"rating": 6}),
    "heavy-vest": (CASES, {"rating": 9}),
}
SCORES = (
    "body", "agility", "reaction", "strength", "willpower", "logic", "intuition", "charisma",
)  # fmt: skip
PEOPLE: dict[str, tuple[str, tuple[int, ...], dict[str, int], tuple[int, int, int, int]]] = {
    "barfly": (
        f"Example, {CASES}",
        (3, 1, 2, 3, 2, 2, 1, 2),
        {"clubs": 2, "unarmed_combat": 2},
        (4, 3, 3, 4),
    ),
    "knife-fighter": (
        f"Example, {CASES}",
        (3, 4, 3, 2, 3, 2, 3, 3),
        {"blades": 3, "pistols": 4, "unarmed_combat": 1, "running": 2, "acrobatics": 2,
         "first_aid": 2},
        (4, 4, 6, 0),
    ),
    "medic": (
        f"{CASES}, medicine ours",
        (4, 5, 4, 3, 4, 3, 4, 3),
        {"pistols": 5, "blades": 4, "acrobatics": 3, "first_aid": 3, "demolitions": 3,
         "medicine": 3},
        (5, 5, 8, 6),
    ),
    "bruiser": (
        CASES,
        (6, 3, 3, 6, 3, 2, 3, 2),
        {"clubs": 4, "unarmed_combat": 4},
        (7, 4, 6, 8),
    ),
    "combat-robot": (
        CASES,
        (5, 4, 4, 5, 3, 4, 4, 1),
        {"automatics": 4},
        (7, 5, 8, 8),
    ),
    "gunslinger": (
        CASES,
        (3, 7, 5, 3, 4, 3, 5, 3),
        {"pistols": 8, "blades": 5},
        (5, 5, 10, 5),
    ),
}  # fmt: skip
"""By name: source, scores, skills; physical and mental limit, initiative attribute, armor."""
POOLS = {
    "barfly": (0, 0, 10, 10),
    "knife-fighter": (0, 0, 10, 10),
    "medic": (6, 0, 10, 10),
    "bruiser": (0, 0, 11, 10),
    "combat-robot": (4, 12, 0, 10),
    "gunslinger": (0, 0, 10, 10),
}
"""Shield, armored, flesh, strain threshold."""


def test_weapons_that_are_not_ours_are_as_the_source_has_them() -> None:
    assert from_elsewhere("swan-song", "weapons") == WEAPONS


def test_armor_that_is_not_ours_is_as_the_source_has_it() -> None:
    assert from_elsewhere("swan-song", "armor") == ARMOR


def test_who_is_from_the_source() -> None:
    found = from_elsewhere("swan-song", "combatants")
    assert {name: source for name, (source, _) in found.items()} == {
        name: told[0] for name, told in PEOPLE.items()
    }


@pytest.mark.parametrize("name", PEOPLE)
def test_their_scores_and_skills_are_those_of_the_worked_cases(name: str) -> None:
    entry = shipped("swan-song", "combatants")[name]
    _, scores, skills, _ = PEOPLE[name]
    assert tuple(entry[key] for key in SCORES) == scores
    assert entry["skills"] == skills


@pytest.mark.parametrize("name", PEOPLE)
def test_what_is_derived_of_them_is_too(name: str, tmp_path: Path, type_line: Type) -> None:
    path = tmp_path / "one.yaml"
    path.write_text(
        f"gmtrack: 1\nname: One\nruleset: swan-song\ncombatants:\n  one: {{template: '@{name}'}}\n",
        encoding="utf-8",
    )
    shown = type_line(["-f", str(path), "show", "one", "--json"]).doc
    limits, pools = shown["limits"], shown["pools"]
    attribute, armor = shown["initiative"]["attribute"], shown["armor"]["value"]
    assert (limits["physical"], limits["mental"], attribute, armor) == PEOPLE[name][3]
    found = [pools[key]["max"] if key in pools else 0 for key in ("shield", "armored", "flesh")]
    assert (*found, shown["track"]["strain"]["max"]) == POOLS[name]
    assert (shown["initiative"]["dice"], shown["karma"]) == (1, 2)


def test_accuracy_is_as_the_source_has_it_for_each_kind() -> None:
    """SS-ACC-03, -04, -06, -08: improvised, bulky, unarmed, specialised."""
    weapons = shipped("swan-song", "weapons")
    assert weapons["pipe"]["quality"] == weapons["bottle"]["quality"] == "improvised"
    assert weapons["chair"]["quality"] == "bulky"
    assert {w["accuracy"] for w in weapons.values() if w["kind"] == "unarmed"} == {"physical"}
    assert all(weapons[name]["accuracy"] >= 6 for name in ("target-pistol", "sniper-rifle"))


def test_strain_is_from_what_the_source_names_for_it() -> None:
    """SS-DMG-06: blunt and shock weapons, stun rounds, concussion grenades."""
    weapons = shipped("swan-song", "weapons")
    strain = {name for name, one in weapons.items() if str(one["dv"]).endswith("S")}
    assert strain >= {"club", "baton", "shock-baton", "knuckles", "taser", "riot-gun"}
    assert "concussion-grenade" in strain
    assert not strain & {name for name, one in weapons.items() if one["skill"] == "blades"}


def test_every_fighting_skill_kind_and_mode_has_a_weapon() -> None:
    weapons = shipped("swan-song", "weapons").values()
    fighting = {*BOOK_SKILLS} - {"acrobatics", "running", "perception", "first_aid", "medicine"}
    assert {one["skill"] for one in weapons} == {*fighting, "biotics"}
    assert {one["kind"] for one in weapons} == {
        "melee", "unarmed", "ranged", "thrown", "explosive", "biotic", "rocket",
    }  # fmt: skip
    assert {mode for one in weapons for mode in one.get("modes", ["single"])} == set(MODES)


def modes_of(weapon: Entry) -> list[list[str]]:
    """The words that fire it in each of its ways."""
    found: list[Any] = weapon.get("modes", [])
    spreads = ("narrow", "medium", "wide") if weapon.get("flechette") else ()
    return [
        [],
        *(["--with", f"mode={mode}"] for mode in found),
        *(["--with", f"spread={spread}"] for spread in spreads),
    ]


def test_every_weapon_attacks_in_each_of_its_modes(tmp_path: Path, type_line: Type) -> None:
    weapons = shipped("swan-song", "weapons")
    scores = dict.fromkeys(SCORES, 3)
    shooter = {**scores, "skills": {one["skill"]: 4 for one in weapons.values()}}
    for name, weapon in weapons.items():
        hands = ("right", "left")[: weapon.get("hands", 1)]
        armed = {**shooter, "held": dict.fromkeys(hands, name)}
        there = shooting_range("swan-song", armed, scores, tmp_path, type_line)
        for words in modes_of(weapon):
            told = there.attack(name, *words)
            assert told["weapon"] == name
            pool = next(roll["pool"] for roll in told["rolls"] if roll["name"] == "attack")
            assert pool == 7, (name, words)


@pytest.mark.parametrize(
    ("party", "foes", "least", "most"),
    [
        (["thug"], ["human"], 30, 70),
        (["ganger"], ["thug"], 55, 95),
        (["soldier"], ["guard"], 80, 100),
        (["boss"], ["thug", "thug"], 80, 100),
        (["devil-rat"] * 3, ["human"], 70, 100),
    ],
)
def test_people_are_as_strong_as_their_places(
    party: list[str], foes: list[str], least: int, most: int, tmp_path: Path, type_line: Type
) -> None:
    assert least <= party_wins("swan-song", party, foes, tmp_path, type_line) <= most
