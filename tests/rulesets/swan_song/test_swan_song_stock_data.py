"""The stock of Swan Song: what it has of each kind, and that everything in it works."""

from pathlib import Path
from typing import Any

from gmtrack.rulesets.swan_song.sheet.sheet import BOOK_SKILLS
from gmtrack.rulesets.swan_song.tables import MODES

from ..stocked import Entry, Type, shipped, shooting_range, shown

SCORES = (
    "body", "agility", "reaction", "strength", "willpower", "logic", "intuition", "charisma",
)  # fmt: skip
EXAMPLE = """\
gmtrack: 1
name: Example
ruleset: swan-song
combatants:
  joe: {template: '@knife-fighter'}
  bob: {template: '@barfly', weapons: {}}
"""


def test_joe_and_bob_fight_as_in_the_example(tmp_path: Path, type_line: Type) -> None:
    """Three hits of seven dice against one of three; 6 less two of four dice that soak."""
    path = tmp_path / "example.yaml"
    path.write_text(EXAMPLE, encoding="utf-8")
    dice = ["attack=6,6,2,4,1,5,1", "defense=2,5,4", "soak=5,6,1,1"]
    rolled = [word for given in dice for word in ("--roll", given)]
    told = type_line(["-f", str(path), "attack", "joe", "bob", *rolled, "--json"]).doc
    assert told["weapon"] == "combat-knife"
    assert {roll["name"]: (roll["pool"], roll["hits"]) for roll in told["rolls"]} == {
        "attack": (7, 3),
        "defense": (3, 1),
        "soak": (4, 2),
    }
    assert next(roll["limit"] for roll in told["rolls"] if roll["name"] == "attack") == 6
    assert told["damage"]["dealt"] == 4


def test_bob_has_no_shield_and_no_armored_health(tmp_path: Path, type_line: Type) -> None:
    pools = shown("swan-song", "barfly", tmp_path, type_line)["pools"]
    assert not {"shield", "armored"} & set(pools)


def test_a_chair_is_as_unwieldy_as_the_text_says(tmp_path: Path, type_line: Type) -> None:
    scores = dict.fromkeys(SCORES, 3)
    armed = {**scores, "held": {"right": "chair", "left": "chair"}}
    told = shooting_range("swan-song", armed, scores, tmp_path, type_line).attack("chair")
    assert next(roll["limit"] for roll in told["rolls"] if roll["name"] == "attack") == 3


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
