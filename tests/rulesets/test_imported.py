"""What rulesets make of characters of other programs, number for number."""

import json
from pathlib import Path
from typing import Any

import pytest

from gmtrack.app.importing.placed import importer_of, takes
from gmtrack.characters.file import File
from gmtrack.characters.formats import characters, sniffed
from gmtrack.core.foreign import Foreign, Imported, Thing, Value
from gmtrack.rulesets import registry

FILES = Path(__file__).parents[1] / "characters" / "files"


def imported(foreign: Foreign | str, ruleset: str) -> Imported:
    """A character, or the one in a file, as the ruleset places them."""
    if isinstance(foreign, str):
        file = File((FILES / foreign).read_bytes(), foreign, "x")
        [foreign] = characters(file, sniffed(file))
    importer = importer_of(registry.load(ruleset))
    assert importer is not None
    return importer.imported(foreign)


def somebody(system: str = "shadowrun5", **parts: Any) -> Foreign:
    names = (
        "body",
        "agility",
        "reaction",
        "strength",
        "willpower",
        "logic",
        "intuition",
        "charisma",
    )
    known = {"attributes": {name: Value(3, "x") for name in names}}
    return Foreign("Test", system, "X", True, "character", **(known | parts))


def lost(found: Imported) -> dict[str, str]:
    return {one.what: one.why for one in found.lost}


def assumed(found: Imported) -> dict[str, str]:
    return {one.what: one.why for one in found.assumed}


@pytest.mark.parametrize(
    ("ruleset", "systems"),
    [
        ("swan-song", ["shadowrun5"]),
        ("sr3", ["shadowrun5"]),
        ("storyteller", ["chronicles"]),
        ("i2050", []),
        ("spotlight", []),
    ],
)
def test_which_ruleset_takes_which_game(ruleset: str, systems: list[str]) -> None:
    rules = registry.load(ruleset)
    assert [one for one in ("shadowrun5", "chronicles") if takes(rules, one)] == systems


# --- Swan Song ---


def test_a_street_samurai_of_swan_song() -> None:
    sheet = imported("samurai.chum5", "swan-song").sheet
    weapons, armor = sheet.pop("weapons"), sheet.pop("armor")
    assert sheet == {
        "body": 6, "agility": 7, "reaction": 6, "strength": 5,
        "willpower": 3, "logic": 3, "intuition": 4, "charisma": 2,
        "skills": {
            "blades": 5, "pistols": 4, "automatics": 6, "longarms": 4, "acrobatics": 3,
            "shotguns": 4,
        },
        "initiative_dice": 3,
        "flesh_max": 12,
        "karma": 3,
    }  # fmt: skip
    assert armor == [
        {"name": "Armor Jacket", "rating": 12},
        {"name": "Helmet", "rating": 2, "accessory": True},
        {"name": "Lined Coat", "rating": 9, "worn": False},
    ]
    assert weapons["ares-predator-v"] == {
        "name": "Ares Predator V", "kind": "ranged", "skill": "pistols", "dv": 8, "accuracy": 7,
        "arp": 1, "modes": ["single", "sa_burst"],
    }  # fmt: skip
    assert weapons["katana"] == {
        "name": "Katana", "kind": "melee", "skill": "blades", "dv": "STR+3", "accuracy": 7,
        "arp": 3, "reach": 1, "piercing": True,
    }  # fmt: skip
    assert weapons["ak-97"]["modes"] == [
        "single", "sa_burst", "burst", "long_burst", "fa_simple", "fa_complex",
    ]  # fmt: skip
    assert weapons["ak-97"]["hands"] == 2
    assert weapons["defiance-t-250"] == {
        "name": "Defiance T-250", "kind": "ranged", "skill": "shotguns", "dv": 10,
        "flechette": True, "accuracy": 4, "arp": -1, "modes": ["single"], "hands": 2,
    }  # fmt: skip
    assert weapons["yamaha-pulsar"]["track"] == "strain"
    assert weapons["yamaha-pulsar"]["damage_type"] == "shock"


def test_swan_song_tells_what_it_lost_and_assumed() -> None:
    found = imported("samurai.chum5", "swan-song")
    assert lost(found)["weapon ArmTech MGL-12"] == "its damage 'GRENADE' is no number"
    assert lost(found)["Ares Predator V: ammunition 15(c)"] == "Swan Song counts no rounds"
    assert "skill sneaking 4" in lost(found)
    assert "the text has no Edge" in assumed(found)["karma 3"]
    assert assumed(found)["skills.shotguns 4"] == "Longarms are for shotguns in Shadowrun 5"


def test_every_field_that_was_taken_tells_its_place() -> None:
    found = imported("samurai.chum5", "swan-song")
    took = {one.field: one.at for one in found.took}
    assert took["agility"] == "attributes/AGI"
    assert took["skills.automatics"].startswith("newskills/skills/automatics: 1 own points")
    assert took["weapons.katana"] == "weapons/weapon[3]"
    assert took["karma"] == "assumed"


def test_a_monitor_that_follows_from_the_attributes_is_left_to_them() -> None:
    boxes = {"physical_boxes": Value(10, "x"), "stun_boxes": Value(11, "x")}
    sheet = imported(somebody(others=boxes), "swan-song").sheet
    assert "flesh_max" not in sheet
    assert sheet["strain_threshold"] == 11


def test_an_attribute_that_is_not_there_is_assumed() -> None:
    found = imported(somebody(attributes={"body": Value(3, "x")}), "swan-song")
    assert found.sheet["agility"] == 1
    assert assumed(found)["agility 1"] == "the file does not have it"


@pytest.mark.parametrize(
    ("code", "fields"),
    [
        ("STR+2P", {"dv": "STR+2"}),
        ("STRS", {"dv": "STR", "track": "strain"}),
        ("STR/2+1P", {"dv": "STR/2+1"}),
        ("6+2P", {"dv": "6+2"}),
        ("12P(fire)", {"dv": 12, "damage_type": "fire"}),
        ("16P(f)", {"dv": 16, "flechette": True}),
    ],
)
def test_damage_codes_of_swan_song(code: str, fields: dict[str, Any]) -> None:
    club = Thing("Thing", "clubs", "x", {"form": "melee", "damage": code, "accuracy": 5})
    weapon = imported(somebody(weapons=(club,)), "swan-song").sheet["weapons"]["thing"]
    assert weapon == {"name": "Thing", "kind": "melee", "skill": "clubs", "accuracy": 5} | fields


@pytest.mark.parametrize("code", ["", "Missile", "MAG*2P", "P", "STR+P+", "999P", "STR/3P", "1234"])
def test_a_damage_code_that_is_no_number_loses_the_weapon(code: str) -> None:
    club = Thing("Thing", "clubs", "x", {"form": "melee", "damage": code})
    found = imported(somebody(weapons=(club,)), "swan-song")
    assert "weapons" not in found.sheet
    assert "weapon Thing" in lost(found)


def test_a_weapon_whose_category_nobody_knows_goes_by_its_skill() -> None:
    gun = Thing("Odd", "", "x", {"form": "ranged", "damage": "6P", "skill": "longarms"})
    strange = gun._replace(name="Stranger", values={"damage": "6P"})
    found = imported(somebody(weapons=(gun, strange)), "swan-song")
    assert found.sheet["weapons"]["odd"]["skill"] == "longarms"
    assert lost(found)["weapon Stranger"] == "weapons of the kind 'unknown' are not known"
    assert "accuracy of Odd" in assumed(found)


def test_two_weapons_of_one_name_have_two_ids() -> None:
    knife = Thing("Unarmed", "blades", "x", {"form": "melee", "damage": "STR+1P"})
    sheet = imported(somebody(weapons=(knife, knife)), "swan-song").sheet
    assert list(sheet["weapons"]) == ["weapon", "weapon-2"]


def test_an_actor_of_foundry_in_swan_song() -> None:
    sheet = imported("runner.json", "swan-song").sheet
    assert (sheet["reaction"], sheet["initiative_dice"], sheet["flesh_max"]) == (5, 2, 11)
    assert sheet["weapons"]["ingram-smartgun-xi"]["modes"] == [
        "burst", "long_burst", "fa_simple", "fa_complex",
    ]  # fmt: skip
    assert sheet["weapons"]["combat-knife"]["dv"] == "STR+2"


# --- Shadowrun 3 ---


def test_a_street_samurai_of_sr3() -> None:
    sheet = imported("samurai.chum5", "sr3").sheet
    weapons, armor = sheet.pop("weapons"), sheet.pop("armor")
    assert sheet == {
        "body": 6, "quickness": 7, "strength": 5, "willpower": 3, "reaction": 6,
        "intelligence": 4,
        "skills": {
            "pistols": 4, "smg": 6, "assault_rifles": 6, "rifles": 4, "shotguns": 4,
            "edged_weapons": 5,
        },
        "initiative_dice": 3,
        "smartlink": True,
    }  # fmt: skip
    assert armor == [
        {"name": "Armor Jacket", "ballistic": 5, "impact": 3},
        {"name": "Helmet", "ballistic": 1, "impact": 1, "adds": True},
    ]
    assert weapons["ares-predator-v"] == {
        "skill": "pistols", "class": "firearm", "power": 9, "level": "M",
        "damage_type": "physical", "ranges": [5, 20, 40, 60], "modes": ["sa"], "capacity": 15,
        "loading": "clip", "smartgun": True,
    }  # fmt: skip
    assert weapons["katana"] == {
        "skill": "edged_weapons", "power_bonus": 3, "level": "M", "damage_type": "physical",
        "reach": 1,
    }  # fmt: skip
    assert weapons["ak-97"]["gas_vent"] == 2
    assert weapons["ak-97"]["laser"] is True
    assert weapons["defiance-t-250"]["class"] == "shotgun"
    assert weapons["defiance-t-250"]["loading"] == "internal"


def test_sr3_tells_that_damage_codes_do_not_fit() -> None:
    found = imported("samurai.chum5", "sr3")
    told = lost(found)
    assert told["Katana: damage STR+3P, AP -3, accuracy 7"].startswith("damage codes of the two")
    assert told["edge 3"] == "this edition has no Edge"
    assert (
        told["weapon ArmTech MGL-12"]
        == "there are no numbers here for the kind 'grenade launchers'"
    )
    assert "intelligence 4" in assumed(found)


@pytest.mark.parametrize(
    ("logic", "intuition", "mind"), [(3, 4, 4), (2, 2, 2), (1, 6, 4), (None, 5, 5)]
)
def test_logic_and_intuition_are_one_mind(logic: int | None, intuition: int, mind: int) -> None:
    known = {"body": Value(3, "x"), "intuition": Value(intuition, "x")}
    known |= {"logic": Value(logic, "x")} if logic else {}
    assert imported(somebody(attributes=known), "sr3").sheet["intelligence"] == mind


@pytest.mark.parametrize(
    ("rating", "ballistic", "impact"), [(12, 5, 3), (9, 4, 2), (6, 3, 2), (15, 6, 4), (0, 0, 0)]
)
def test_armor_in_proportion_to_a_jacket(rating: int, ballistic: int, impact: int) -> None:
    coat = Thing("Coat", "", "x", {"rating": rating, "equipped": True})
    [piece] = imported(somebody(armor=(coat,)), "sr3").sheet["armor"]
    assert (piece["ballistic"], piece["impact"]) == (ballistic, impact)


# --- Chronicles of Darkness ---


def test_a_hunter_of_storyteller() -> None:
    found = imported("hunter.json", "storyteller")
    assert found.sheet == {
        "strength": 2, "dexterity": 3, "stamina": 3, "wits": 3, "resolve": 2, "composure": 3,
        "skills": {"brawl": 1, "weaponry": 1, "firearms": 3, "athletics": 2},
        "speed": 2 + 3 + 5 + 2,
        "defense": 3 + 2 + 1,
        "armor": [{"name": "Kevlar vest", "ballistic": 3, "general": 1}],
        "weapons": {
            "machete": {
                "kind": "melee", "damage": 2, "initiative": -2, "strength_req": 2, "size": 2,
            },
            "glock-17": {
                "kind": "firearm", "damage": 1, "strength_req": 2, "size": 1,
                "ranges": [20, 40, 80], "capacity": 17,
            },
            "throwing-knife": {"kind": "thrown", "damage": 0, "size": 1},
        },
    }  # fmt: skip


def test_storyteller_tells_what_it_lost_and_assumed() -> None:
    found = imported("hunter.json", "storyteller")
    told = lost(found)
    assert told["weapon Grenade"] == "there are no rules here for the kind 'explosive'"
    assert told["armor Old coat"] == "other armor is equipped"
    assert "Kevlar vest: defense -1" in told
    assert "attribute presence 2" in told
    assert "1 box of damage" in told
    assert assumed(found)["control"] == "Composure stands in for it (ST-R04)"


def test_a_firearm_without_ranges_has_those_of_a_pistol() -> None:
    actor = json.loads((FILES / "hunter.json").read_text(encoding="utf-8"))
    del actor["items"][0]["system"]["ranges"]
    [foreign] = characters(File(json.dumps(actor).encode(), "x", "x"), "foundry")
    found = imported(foreign, "storyteller")
    assert found.sheet["weapons"]["glock-17"]["ranges"] == [20, 40, 80]
    assert "ranges of Glock 17" in assumed(found)
