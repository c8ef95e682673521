"""Stat blocks as plain values: of Improved Initiative, dndme, and any list of monsters."""

import json
from typing import Any

import pytest
from characters_support import FILES, thing

from gmtrack.characters.blocks.attack_text import find_attack
from gmtrack.characters.blocks.block_places import DNDME, IMPROVED_INITIATIVE, STAT_BLOCK
from gmtrack.characters.file import ForeignFile
from gmtrack.characters.formats import detect_format, read_characters
from gmtrack.core.foreign import ForeignCharacter, SkippedCharacter
from gmtrack.errors import BadFile

BRIDGE, APES, PARTY = "bridge.json", "apes.json", "party.toml"


def read(
    content: object, name: str = "x.json", left_out: list[SkippedCharacter] | None = None
) -> list[ForeignCharacter]:
    """The people in the data of a file, or in its bytes."""
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    file = ForeignFile(data, name, "x")
    return read_characters(file, detect_format(file), left_out)


def of_file(name: str, left_out: list[SkippedCharacter] | None = None) -> list[ForeignCharacter]:
    return read((FILES / name).read_bytes(), name, left_out)


def numbers(one: ForeignCharacter) -> dict[str, int]:
    return {name: value.number for name, value in {**one.attributes, **one.others}.items()}


@pytest.mark.parametrize(
    ("name", "kind"), [(BRIDGE, "initiative"), (APES, "statblock"), (PARTY, "dndme")]
)
def test_the_program_is_seen_in_the_file(name: str, kind: str) -> None:
    assert detect_format(ForeignFile((FILES / name).read_bytes(), name, "x")) == kind


def test_an_encounter_brings_its_combatants() -> None:
    lurker, boss = of_file(BRIDGE)
    assert (lurker.program, lurker.system) == ("Improved Initiative 3.11.8", "d20")
    assert (lurker.name, lurker.player, lurker.traits) == ("Bridge lurker", False, ("hidden",))
    assert numbers(lurker) == {
        "str": 8, "dex": 14, "con": 10, "int": 10, "wis": 8, "cha": 8,
        "max_hp": 7, "ac": 15, "dex_save": 4, "initiative": 2,
    }  # fmt: skip
    assert [word.text for word in lurker.words["resistances"]] == ["cold", "tar"]
    knife = thing(lurker.weapons, "Hooked knife")
    assert (knife.number("bonus"), knife.text("damage"), knife.text("type")) == (
        4,
        "1d6+2",
        "slashing",
    )
    assert knife.words("more") == ("1d6 poison damage",)
    lost = {one.what: one.why for one in lurker.lost}
    assert {"action Multiattack", "trait Nimble", "speed", "tag poisoned"} <= set(lost)
    assert "damage WHO 3" in lost["3 points of damage"]
    # The name that the game master gave counts, and what is beyond Dexterity.
    assert (boss.name, boss.player, numbers(boss)["initiative"]) == ("Boss", True, 2)
    assert "5 temporary hit points" in [one.what for one in boss.lost]


def test_stat_blocks_of_lists_are_read_wherever_they_have_their_numbers() -> None:
    left: list[SkippedCharacter] = []
    ape, wolf = of_file(APES, left)
    assert numbers(ape) == {
        "str": 16, "dex": 14, "max_hp": 19, "ac": 12, "dex_save": 4, "initiative": 2,
    }  # fmt: skip
    assert thing(ape.weapons, "Tail").text("damage") == "3d6+5"
    assert thing(ape.weapons, "Fist").text("type") == "bludgeoning"
    assert numbers(wolf) == {
        "str": 12, "dex": 15, "con": 12, "int": 3, "wis": 12, "cha": 6,
        "max_hp": 11, "ac": 13, "initiative": 2,
    }  # fmt: skip
    assert thing(wolf.weapons, "Bite").number("bonus") == 4
    assert [(one.name, one.why) for one in left] == [("Nobody", "Nobody has no hit points")]


def test_a_party_of_dndme_and_its_monsters_are_read() -> None:
    sera, lan = of_file(PARTY)
    assert (sera.name, sera.player, numbers(sera)) == (
        "Sera",
        True,
        {"max_hp": 32, "ac": 16, "initiative": 4},
    )
    assert "12 points of damage" in [one.what for one in sera.lost]
    assert numbers(lan)["initiative"] == 0
    [rat] = read(
        b'name = "giant_rat"\nmax_hp = "2d6+1"\nac = 12\ndex = 15\nresist = "cold, fire"\n'
        b'[actions.bite]\nname = "Bite"\n'
        b'description = "+4 to hit, one target. Hit: 4 (1d4 + 2) piercing damage."\n',
        "rat.toml",
    )
    assert (rat.name, rat.player, rat.others["max_hp"].number) == ("giant rat", False, 8)
    assert rat.others["max_hp"].why == "the average of 2d6+1"
    assert thing(rat.weapons, "Bite").text("damage") == "1d4+2"
    assert [word.text for word in rat.words["resistances"]] == ["cold", "fire"]


BLOCK = {"Name": "Imp", "HP": {"Value": 3}, "AC": {"Value": 12}, "Player": ""}


@pytest.mark.parametrize(
    "data",
    [
        BLOCK,
        [BLOCK],
        {"Id": "x", "Version": "2.4.6", "StatBlock": BLOCK, "CurrentHP": 3},
        {"Name": "Old", "Creatures": [{"Statblock": BLOCK, "CurrentHP": 3}], "Version": "0.1"},
        {"Combatants": [{"StatBlock": BLOCK, "Alias": ""}], "Version": "99.0"},
        {"ImprovedInitiative.Creatures.x": json.dumps(BLOCK)},
        {"ImprovedInitiative.PersistentCharacters.x": {"StatBlock": BLOCK}},
        {"ImprovedInitiative.Settings": "{}", "ImprovedInitiative.Creatures.x": json.dumps(BLOCK)},
        {"name": "Imp", "hp": 3, "ac": 12},
        {"name": "Imp", "hp": "3 (1d6)", "ac": "12 (hide)"},
        {"name": "Imp", "hp": {"average": 3, "formula": "1d6"}, "ac": [12]},
        {"name": "Imp", "hitPoints": 3, "armorClass": [{"value": 12}]},
        {"results": [{"name": "Imp", "hit_points": 3, "armor_class": 12}], "count": 1},
        {"monsters": [{"name": "Imp", "max_hp": 3, "ac": {"ac": 12}}]},
    ],
)
def test_a_block_is_found_alone_in_a_list_and_in_what_programs_write_around_it(data: Any) -> None:
    [imp] = read(data)
    assert imp.name == "Imp"
    assert (imp.others["max_hp"].number, imp.others["ac"].number) == (3, 12)
    assert not imp.player


@pytest.mark.parametrize("system", [IMPROVED_INITIATIVE, STAT_BLOCK, DNDME])
def test_each_place_of_the_tables_is_read(system: Any) -> None:
    checked = 0
    for what, places in system.table.items():
        if what not in ("str", "dex", "con", "int", "wis", "cha", "armor class", "hit points"):
            continue
        for place in places:
            block: Any = {"name": "Imp", "Name": "Imp", "max_hp": 4, "hp": 4}
            if system is IMPROVED_INITIATIVE:
                block = {"Name": "Imp", "HP": {"Value": 4}}
            if what == "hit points":
                block = {key: block[key] for key in block if key in ("name", "Name")}
            node = block
            for key in place.keys[:-1]:
                node = node.setdefault(key, {})
            node[place.keys[-1]] = 14
            if system is DNDME:
                lines = [f"{key} = {json.dumps(value)}" for key, value in block.items()]
                [imp] = read("\n".join([*lines, ""]).encode(), "x.toml")
            else:
                [imp] = read(block)
            name = {"armor class": "ac", "hit points": "max_hp"}.get(what, what)
            assert numbers(imp)[name] == 14, place
            checked += 1
    assert checked >= 8


@pytest.mark.parametrize(
    ("action", "found"),
    [
        ({"name": "A", "attack_bonus": 3, "damage_dice": "2d6", "damage_bonus": 1}, "3 2d6+1 "),
        ({"name": "A", "attack_bonus": 0, "damage_dice": "1d4"}, "0 1d4 "),
        ({"name": "A", "toHit": "+3", "damage": "1d8 + 2 Fire"}, "3 1d8+2 fire"),
        ({"name": "A", "attackBonus": 5, "damageDescription": "1d6+3 Cold"}, "5 1d6+3 cold"),
        ({"name": "A", "bonus": 2, "damage": 4, "type": "acid"}, "2 4 acid"),
        ({"Name": "A", "Content": "-1 to hit. Hit: 1 piercing damage."}, "-1 1 piercing"),
        ({"name": "A", "desc": "+ 7 to hit. Hit: 5 (1d4+3) cold damage"}, "7 1d4+3 cold"),
        ({"name": "A", "desc": "DC 14 Constitution save or 3 (1d6) fire damage."}, None),
        ({"name": "A", "desc": "+4 to hit. The target is grappled."}, None),
        ({"desc": "+4 to hit. Hit: 3 (1d6) fire damage."}, None),
        ({"name": "A"}, None),
        ("+4 to hit", None),
    ],
)
def test_an_attack_is_found_in_numbers_or_in_a_sentence(action: Any, found: str | None) -> None:
    attack = find_attack(action)
    told = attack and f"{attack.bonus} {attack.damage} {attack.type}"
    assert told == found


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"name": "", "hp": 3}, "without a name"),
        ({"name": "Imp", "hp": "many"}, "Imp has no hit points"),
        ({"Name": "Imp", "HP": {}}, "Imp has no hit points"),
        ([{"name": "Imp", "hp": 3}] * 501, "more than the 500"),
    ],
)
def test_what_cannot_be_read_is_named(data: Any, says: str) -> None:
    with pytest.raises(BadFile, match=says):
        read(data)


def test_json_without_stat_blocks_is_left_to_the_reader_of_actors() -> None:
    with pytest.raises(BadFile, match="no actor"):
        read({"Combatants": []})
    file = ForeignFile(b'{"a": 1}', "x.json", "x")
    with pytest.raises(BadFile, match="no stat block"):
        read_characters(file, "statblock")
    with pytest.raises(BadFile, match="not TOML"):
        read_characters(file, "dndme")
