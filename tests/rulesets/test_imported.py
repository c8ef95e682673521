"""What rulesets make of characters of other programs, number for number."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from tables import each_row

from gmtrack.app.importing.placed import can_place_game, importer_of, place_foreigners
from gmtrack.characters.file import ForeignFile
from gmtrack.characters.formats import detect_format, read_characters
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.foreign import (
    ForeignCharacter,
    ForeignThing,
    ForeignValue,
    ForeignWord,
    ImportedSheet,
)
from gmtrack.core.intents import Act, Attack, Options
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal
from gmtrack.rulesets import registry
from gmtrack.rulesets.sr3.gm.imported_magic import spell_fields
from gmtrack.rulesets.sr3.sheet.spell import Spell
from gmtrack.store.check.validate import problems_with
from gmtrack.store.encounter_map import data_of

from .stocked import shipped

FILES = Path(__file__).parents[1] / "characters" / "files"


def imported(foreign: ForeignCharacter | str, ruleset: str) -> ImportedSheet:
    """A character, or the one in a file, as the ruleset places them."""
    if isinstance(foreign, str):
        file = ForeignFile((FILES / foreign).read_bytes(), foreign, "x")
        [foreign] = read_characters(file, detect_format(file))
    importer = importer_of(registry.load(ruleset))
    assert importer is not None
    return importer.imported(foreign)


def counted(found: ImportedSheet) -> Data:
    """The sheet with what things add."""
    sheet = copy.deepcopy(found.sheet)
    for change in found.added.values():
        for path, by in change.items():
            *above, last = path.split(".")
            node = sheet[above[0]] if above else sheet
            node[last] += by
    return sheet


def as_they_count(foreign: ForeignCharacter, ruleset: str) -> tuple[Data, Encounter]:
    """All of the sheet of somebody who was imported, with what effects change on it."""
    rules, encounter = registry.load(ruleset), Encounter("x", ruleset)
    [person] = place_foreigners([foreign], "x", encounter, rules)
    encounter.combatants[person.id] = person.sheet
    encounter.effects |= person.effects
    assert not problems_with(data_of(encounter), rules)
    sheet = rules.Scene(Draft(encounter)).fighter(person.id).sheet  # type: ignore[attr-defined]
    numbers = {name: getattr(sheet, name) for name in sheet.SAID if name != "always"}
    things = {name: person.sheet.get(name) for name in ("weapons", "armor")}
    return numbers | things, encounter


def without_parts(foreign: ForeignCharacter) -> ForeignCharacter:
    """The same in which nobody can tell who adds what."""
    plain = {
        kind: {name: one._replace(parts=()) for name, one in getattr(foreign, kind).items()}
        for kind in ("attributes", "skills", "others")
    }
    return foreign._replace(**plain)


@pytest.mark.parametrize(
    ("name", "ruleset", "effects"),
    [
        (
            "samurai.chum5", "swan-song",
            {
                "muscle-toner-2": {"agility": 2},
                "wired-reflexes-2": {"reaction": 2, "initiative_dice": 2},
                "reflex-recorder": {"skills.automatics": 1},
            },
        ),
        (
            "samurai.chum5", "sr3",
            {
                "muscle-toner-2": {"quickness": 2},
                "wired-reflexes-2": {"reaction": 2, "initiative_dice": 2},
                "reflex-recorder": {"skills.smg": 1, "skills.assault_rifles": 1},
            },
        ),
        ("runner.json", "swan-song", {"wired-reflexes-1": {"reaction": 1, "initiative_dice": 1}}),
        ("runner.json", "sr3", {"wired-reflexes-1": {"reaction": 1, "initiative_dice": 1}}),
        ("grunt.json", "swan-song", {}),
        ("grunt.json", "sr3", {}),
        ("old.chum5", "swan-song", {}),
        ("old.chum5", "sr3", {}),
        ("hunter.json", "storyteller", {"fleet-of-foot": {"speed": 2}}),
    ],
)  # fmt: skip
def test_what_things_add_has_their_name_and_comes_to_the_same(
    name: str, ruleset: str, effects: Data
) -> None:
    file = ForeignFile((FILES / name).read_bytes(), name, "x")
    [foreign] = read_characters(file, detect_format(file))
    numbers, encounter = as_they_count(foreign, ruleset)
    assert {id: data["change"] for id, data in encounter.effects.items()} == effects
    [sheet] = encounter.combatants.values()
    assert sheet.get("always", []) == list(effects)
    whole, plain = as_they_count(without_parts(foreign), ruleset)
    assert not plain.effects
    assert numbers == whole


def test_what_has_no_room_without_a_thing_stays_in_the_number() -> None:
    """Nobody has an attribute below what there can be, and no total above it."""
    for number, by in ((3, 5), (300, 2)):
        one = somebody(others={"initiative_dice": ForeignValue(number, "x", "", (("Ware", by),))})
        found = imported(one, "swan-song")
        assert found.sheet["initiative_dice"] == min(number, 5)
        assert not found.added


def test_a_thing_called_like_a_word_of_the_rules_gets_another_id() -> None:
    one = somebody(others={"initiative_bonus": ForeignValue(3, "x", "", (("Stunned", 3),))})
    _, encounter = as_they_count(one, "swan-song")
    assert list(encounter.effects) == ["stunned-2"]


def test_initiative_of_sr3_is_reaction_with_all_that_things_add() -> None:
    attributes = {
        "reaction": ForeignValue(6, "x", "", (("Wired", 2),)), "body": ForeignValue(3, "x"),
    }  # fmt: skip
    others = {"initiative_bonus": ForeignValue(3, "x", "", (("Wired", 1), ("Drug", 1)))}
    found = imported(somebody(attributes=attributes, others=others), "sr3")
    assert found.sheet["reaction"] == 5  # 6 + 3, of which things add 4
    assert found.added == {"Wired": {"reaction": 3}, "Drug": {"reaction": 1}}
    assert "reaction 9" in assumed(found)


def somebody(system: str = "shadowrun5", **parts: Any) -> ForeignCharacter:
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
    known = {"attributes": {name: ForeignValue(3, "x") for name in names}}
    return ForeignCharacter("Test", system, "X", True, "character", **(known | parts))


JACKET = ForeignThing("Jacket", "", "x", {"rating": 12, "equipped": True})
HELMET = ForeignThing("Helmet", "", "x", {"rating": 2, "adds": True, "equipped": True})
LIMBS = ForeignValue(6, "x", "", (("Dermal Plating 3", 3), ("Cyberarm", 3)))


def armored(**parts: Any) -> ForeignCharacter:
    """Somebody with armor that is worn and armor that is not."""
    return somebody(armor=(JACKET, HELMET), others={"armor": LIMBS}, **parts)


def test_armor_of_the_body_burdens_nobody() -> None:
    rules, encounter = registry.load("swan-song"), Encounter("x", "swan-song")
    [person] = place_foreigners([armored()], "x", encounter, rules)
    encounter.combatants[person.id] = person.sheet
    encounter.effects |= person.effects
    fighter = rules.Scene(Draft(encounter)).fighter(person.id)  # type: ignore[attr-defined]
    assert fighter.armor_value == 12 + 2 + 6
    assert (fighter.attribute("agility"), fighter.attribute("reaction")) == (3, 3)
    assert [data["change"] for data in person.effects.values()] == [{"armor": 3}, {"armor": 3}]


def test_armor_of_the_body_is_in_proportion_in_sr3() -> None:
    found = imported(armored(), "sr3")
    assert [piece["name"] for piece in found.sheet["armor"]] == ["Jacket", "Helmet"]
    assert found.added == {
        "Dermal Plating 3": {"armor.ballistic": 1, "armor.impact": 1},
        "Cyberarm": {"armor.ballistic": 2, "armor.impact": 1},
    }
    _, encounter = as_they_count(armored(), "sr3")
    fighter = registry.load("sr3").Scene(Draft(encounter)).fighter("x")  # type: ignore[attr-defined]
    # 12 and 6 are 7.5 and 4.5 in proportion; the helmet is 1.
    assert (fighter.armor("ballistic"), fighter.armor("impact")) == (5 + 1 + 3, 3 + 1 + 2)


def test_armor_that_is_too_little_in_proportion_is_told() -> None:
    little = ForeignValue(1, "x", "", (("Skin", 1),))
    found = imported(somebody(others={"armor": little}), "sr3")
    assert not found.added
    assert lost(found)["armor +1 of Skin"] == "too little to count in proportion"


@pytest.mark.parametrize("ruleset", ["swan-song", "sr3"])
def test_hardened_armor_is_told(ruleset: str) -> None:
    plate = JACKET._replace(values={**JACKET.values, "hardened": True})
    told = assumed(imported(somebody(armor=(plate,)), ruleset))
    assert told["armor Jacket"] == "hardened armor counts as any other armor"


def fighter_of(name: str, ruleset: str) -> Any:
    """The character in a file, as somebody in a fight."""
    file = ForeignFile((FILES / name).read_bytes(), name, "x")
    _, encounter = as_they_count(read_characters(file, detect_format(file))[0], ruleset)
    rules, who = registry.load(ruleset), next(iter(encounter.combatants))
    return rules.Scene(Draft(encounter)).fighter(who)  # type: ignore[attr-defined]


def test_limbs_and_a_fitted_coat_of_chummer() -> None:
    vern = fighter_of("limbs.chum5", "swan-song")
    assert vern.armor_value == 9 + 3 + 4 + 2
    assert (vern.attribute("agility"), vern.attribute("reaction")) == (4, 4)
    areas = {name: weapon.area for name, weapon in vern.sheet.weapons.items()}
    assert areas == {"shuriken": False, "grenade-fragmentation": True}
    third = fighter_of("limbs.chum5", "sr3")
    # 9 and 6 are 3.75 and 2.5, 2.25 and 1.5 in proportion; the coat is half of 3.
    assert (third.armor("ballistic"), third.armor("impact")) == (4 + 3 + 2, 2 + 2 + 2)
    assert "shuriken" in third.weapons


def test_a_file_of_shadowrun5e_0_37() -> None:
    yara = fighter_of("shield.json", "swan-song")
    # The coat with its plates, the shield, the plating and the modifier; less than that is natural.
    assert yara.armor_value == (9 + 1) + 3 + 1 + 1
    assert yara.attribute("agility") == 5
    assert (yara.sheet.initiative_dice, yara.sheet.initiative_mod) == (2, 1)
    pistol, knife = (yara.sheet.weapons[name] for name in ("streetline", "throwing-knife"))
    assert pistol.accuracy == 5
    assert (knife.kind, knife.area, knife.dv) == ("thrown", False, "STR+1P")


def test_an_antagonist_of_mta() -> None:
    keeper = fighter_of("handler.json", "storyteller")
    sheet, weapons = keeper.sheet, keeper.weapons()
    for name, dice, damage in (("whip", 6, 1), ("dogs", 7, 2)):
        weapon = weapons[name]
        pool = getattr(sheet, weapon.attribute) + sheet.skill(weapon.skill)
        assert (pool, weapon.damage) == (dice, damage)
    found = imported("handler.json", "storyteller")
    assert {"Shotgun: 9-again", "general dice pool Tracking"} <= set(lost(found))


def test_a_throwing_knife_is_no_area_weapon() -> None:
    values = {"form": "thrown", "damage": "STR+1P", "area": False, "blast": ""}
    knife = ForeignThing("Knife", "throwing weapons", "x", values)
    swan = imported(somebody(weapons=(knife,)), "swan-song").sheet["weapons"]["knife"]
    assert (swan["kind"], swan["skill"], swan.get("area")) == ("thrown", "throwing", None)
    third = imported(somebody(weapons=(knife,)), "sr3").sheet["weapons"]["knife"]
    assert third["skill"] == "throwing_weapons"


def test_the_blast_of_a_grenade_is_told() -> None:
    values = {"form": "thrown", "damage": "18P(f)", "area": True, "blast": "-1/m"}
    found = imported(
        somebody(weapons=(ForeignThing("Frag", "grenades", "x", values),)), "swan-song"
    )
    assert found.sheet["weapons"]["frag"]["area"] is True
    assert "Frag: blast -1/m" in lost(found)


def lost(found: ImportedSheet) -> dict[str, str]:
    return {one.what: one.why for one in found.lost}


def assumed(found: ImportedSheet) -> dict[str, str]:
    return {one.what: one.why for one in found.assumed}


@pytest.mark.parametrize(
    ("ruleset", "systems"),
    [
        ("swan-song", ["shadowrun5"]),
        ("sr3", ["shadowrun5", "shadowrun3"]),
        ("storyteller", ["chronicles"]),
        ("i2050", []),
        ("spotlight", []),
    ],
)
def test_which_ruleset_takes_which_game(ruleset: str, systems: list[str]) -> None:
    rules = registry.load(ruleset)
    games = ("shadowrun5", "shadowrun3", "chronicles")
    assert [one for one in games if can_place_game(rules, one)] == systems


# --- Swan Song ---


def test_a_street_samurai_of_swan_song() -> None:
    sheet = counted(imported("samurai.chum5", "swan-song"))
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
        "name": "Ares Predator V", "kind": "ranged", "skill": "pistols", "dv": "8P", "accuracy": 7,
        "arp": 1, "modes": ["single", "sa_burst"],
    }  # fmt: skip
    assert weapons["katana"] == {
        "name": "Katana", "kind": "melee", "skill": "blades", "dv": "STR+3P", "accuracy": 7,
        "arp": 3, "reach": 1, "piercing": True,
    }  # fmt: skip
    assert weapons["ak-97"]["modes"] == [
        "single", "sa_burst", "burst", "long_burst", "fa_simple", "fa_complex",
    ]  # fmt: skip
    assert weapons["ak-97"]["hands"] == 2
    assert weapons["defiance-t-250"] == {
        "name": "Defiance T-250", "kind": "ranged", "skill": "shotguns", "dv": "10P",
        "flechette": True, "accuracy": 4, "arp": -1, "modes": ["single"], "hands": 2,
    }  # fmt: skip
    assert weapons["yamaha-pulsar"]["dv"] == "7S"
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
    boxes = {"physical_boxes": ForeignValue(10, "x"), "stun_boxes": ForeignValue(11, "x")}
    sheet = imported(somebody(others=boxes), "swan-song").sheet
    assert "flesh_max" not in sheet
    assert sheet["strain_threshold"] == 11


def test_an_attribute_that_is_not_there_is_assumed() -> None:
    found = imported(somebody(attributes={"body": ForeignValue(3, "x")}), "swan-song")
    assert found.sheet["agility"] == 1
    assert assumed(found)["agility 1"] == "the file does not have it"


@pytest.mark.parametrize(
    ("code", "fields"),
    [
        ("STR+2P", {"dv": "STR+2P"}),
        ("STRS", {"dv": "STRS"}),
        ("STR/2+1P", {"dv": "STR/2+1P"}),
        ("6+2P", {"dv": "6+2P"}),
        ("8", {"dv": 8}),
        ("8S(e)", {"dv": "8S", "damage_type": "shock"}),
        ("12P(fire)", {"dv": "12P", "damage_type": "fire"}),
        ("16P(f)", {"dv": "16P", "flechette": True}),
    ],
)
def test_damage_codes_of_swan_song(code: str, fields: dict[str, Any]) -> None:
    club = ForeignThing("Thing", "clubs", "x", {"form": "melee", "damage": code, "accuracy": 5})
    weapon = imported(somebody(weapons=(club,)), "swan-song").sheet["weapons"]["thing"]
    assert weapon == {"name": "Thing", "kind": "melee", "skill": "clubs", "accuracy": 5} | fields


@pytest.mark.parametrize("code", ["", "Missile", "MAG*2P", "P", "STR+P+", "999P", "STR/3P", "1234"])
def test_a_damage_code_that_is_no_number_loses_the_weapon(code: str) -> None:
    club = ForeignThing("Thing", "clubs", "x", {"form": "melee", "damage": code})
    found = imported(somebody(weapons=(club,)), "swan-song")
    assert "weapons" not in found.sheet
    assert "weapon Thing" in lost(found)


def test_a_weapon_whose_category_nobody_knows_goes_by_its_skill() -> None:
    gun = ForeignThing("Odd", "", "x", {"form": "ranged", "damage": "6P", "skill": "longarms"})
    strange = gun._replace(name="Stranger", values={"damage": "6P"})
    found = imported(somebody(weapons=(gun, strange)), "swan-song")
    assert found.sheet["weapons"]["odd"]["skill"] == "longarms"
    assert lost(found)["weapon Stranger"] == "weapons of the kind 'unknown' are not known"
    assert "accuracy of Odd" in assumed(found)


def test_two_weapons_of_one_name_have_two_ids() -> None:
    knife = ForeignThing("Unarmed", "blades", "x", {"form": "melee", "damage": "STR+1P"})
    sheet = imported(somebody(weapons=(knife, knife)), "swan-song").sheet
    assert list(sheet["weapons"]) == ["weapon", "weapon-2"]


def test_an_actor_of_foundry_in_swan_song() -> None:
    sheet = counted(imported("runner.json", "swan-song"))
    assert (sheet["reaction"], sheet["initiative_dice"], sheet["flesh_max"]) == (5, 2, 11)
    assert sheet["weapons"]["ingram-smartgun-xi"]["modes"] == [
        "burst", "long_burst", "fa_simple", "fa_complex",
    ]  # fmt: skip
    assert sheet["weapons"]["combat-knife"]["dv"] == "STR+2P"


def test_swan_song_has_no_place_for_what_somebody_was_born_as() -> None:
    troll = somebody(
        metatype=ForeignWord("troll", "metatype"), others={"reach": ForeignValue(1, "x")}
    )
    found = imported(troll._replace(kind="critter"), "swan-song")
    assert "no rule asks for it" in lost(found)["metatype troll"]
    assert lost(found)["reach 1"] == "only weapons have reach here"
    assert found.sheet["kind"] == "critter"
    assert "kind" not in imported(somebody(), "swan-song").sheet


def test_what_swan_song_takes_nothing_of_is_told() -> None:
    values = {
        "form": "ranged", "damage": "9P", "ap": "-(Rating/4)", "skill": "gunnery", "ammo": "10",
        "accessories": ("stock",),
    }  # fmt: skip
    gun = ForeignThing("Gun", "assault rifles", "x", values)
    found = imported(somebody(weapons=(gun,)), "swan-song")
    assert found.sheet["weapons"]["gun"]["skill"] == "automatics"
    assert lost(found) == {
        "Gun: skill gunnery": "here it is used with automatics",
        "Gun: AP -(Rating/4)": "it is no number",
        "Gun: ammunition 10": "Swan Song counts no rounds",
        "Gun: stock": "of accessories nothing but accuracy and AP counts",
    }


# --- Shadowrun 3 ---


def test_a_street_samurai_of_sr3() -> None:
    sheet = counted(imported("samurai.chum5", "sr3"))
    weapons, armor = sheet.pop("weapons"), sheet.pop("armor")
    assert sheet == {
        "body": 6, "quickness": 7, "strength": 5, "willpower": 3, "reaction": 6,
        "intelligence": 4,
        "skills": {
            "pistols": 4, "smg": 6, "assault_rifles": 6, "rifles": 4, "shotguns": 4,
            "edged_weapons": 5, "launch_weapons": 0,
        },
        "initiative_dice": 3,
        "vision": "low_light",
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
    assert "intelligence 4" in assumed(found)


@each_row(
    ("name", "kind", "fields"),
    [
        ("Frag", "grenades", {"delivery": "thrown", "power": 10, "level": "S"}),
        ("Grenade: Fragmentation", "grenades", {"flechette": True}),
        ("Grenade: Flash-Bang", "grenades", {"power": 12, "level": "M", "damage_type": "stun"}),
        ("Flash-Pak", "grenades", {"dazzle": 4}),
        ("Thermal Smoke", "grenades", {"cloud": "thermal_heavy"}),
        ("ArmTech MGL-12", "grenade launchers", {"delivery": "launched", "power": 10}),
    ],
)
def test_grenades_have_the_numbers_of_common_play_in_sr3(name: str, kind: str, fields: Any) -> None:
    [weapon] = (
        imported(somebody(weapons=(ForeignThing(name, kind, "x", {}),)), "sr3")
        .sheet["weapons"]
        .values()
    )
    assert weapon | fields == weapon


@pytest.mark.parametrize(
    ("logic", "intuition", "mind"), [(3, 4, 4), (2, 2, 2), (1, 6, 4), (None, 5, 5)]
)
def test_logic_and_intuition_are_one_mind(logic: int | None, intuition: int, mind: int) -> None:
    known = {"body": ForeignValue(3, "x"), "intuition": ForeignValue(intuition, "x")}
    known |= {"logic": ForeignValue(logic, "x")} if logic else {}
    assert imported(somebody(attributes=known), "sr3").sheet["intelligence"] == mind


@pytest.mark.parametrize(
    ("known", "why"),
    [
        (("logic", "intuition"), "the mean of Logic and Intuition, rounded up"),
        (("intuition",), "Intuition alone: the file does not have Logic"),
        (("logic",), "Logic alone: the file does not have Intuition"),
        ((), "the file has neither Logic nor Intuition"),
    ],
)
def test_what_intelligence_was_made_of_is_told(known: tuple[str, ...], why: str) -> None:
    found = imported(somebody(attributes=dict.fromkeys(known, ForeignValue(4, "x"))), "sr3")
    assert assumed(found)[f"intelligence {4 if known else 1}"] == why


@pytest.mark.parametrize(
    ("metatype", "vision"),
    [
        ("human", "normal"),
        ("elf", "low_light"),
        ("ork", "low_light"),
        ("dwarf", "thermographic"),
        ("troll", "thermographic"),
    ],
)
def test_eyes_come_with_the_metatype(metatype: str, vision: str) -> None:
    found = imported(somebody(metatype=ForeignWord(metatype, "metatype")), "sr3")
    assert found.sheet["vision"] == vision
    assert "natural eyes" in assumed(found)[f"vision {vision}"]
    assert ("reach of a troll" in lost(found)) is (metatype == "troll")


def test_a_metatype_that_nothing_is_known_of_is_told() -> None:
    found = imported(somebody(metatype=ForeignWord("pixie", "metatype")), "sr3")
    assert "vision" not in found.sheet
    assert "metatype pixie" in lost(found)


def test_the_reach_that_a_file_gives_a_troll() -> None:
    reach = {"reach": ForeignValue(1, "improvements")}
    found = imported(somebody(metatype=ForeignWord("troll", "metatype"), others=reach), "sr3")
    assert found.sheet["natural_reach"] == 1
    assert "reach of a troll" not in lost(found)


def test_what_stuns_in_the_file_is_a_taser_with_the_ranges_of_the_file() -> None:
    found = imported("grunt.json", "sr3")
    assert found.sheet["weapons"]["fichetti-pain-inducer"] == {
        "skill": "pistols", "class": "other", "power": 10, "level": "S", "damage_type": "stun",
        "ranges": [5, 10, 15, 20], "modes": ["ss"],
    }  # fmt: skip
    told = assumed(found)["Fichetti Pain Inducer is one of the tasers"]
    assert told == "the file names only its skill, and it stuns"


@pytest.mark.parametrize(
    ("kind", "form", "code", "dealt"),
    [
        ("clubs", "melee", "STR+2P", "physical"),
        ("clubs", "melee", "9S(e)", "stun"),
        ("blades", "melee", "STR+1S", "stun"),
        ("heavy pistols", "ranged", "8S", "stun"),
        ("tasers", "ranged", "7P", "physical"),
        ("tasers", "ranged", "MISSILES", "stun"),
        ("heavy pistols", "ranged", "MISSILES", "physical"),
    ],
)
def test_what_kills_and_what_stuns_is_as_in_the_file(
    kind: str, form: str, code: str, dealt: str
) -> None:
    thing = ForeignThing("Thing", kind, "x", {"form": form, "damage": code})
    found = imported(somebody(weapons=(thing,)), "sr3")
    assert found.sheet["weapons"]["thing"]["damage_type"] == dealt
    usual = {"clubs": "stun", "tasers": "stun"}.get(kind, "physical")
    assert (f"damage_type {dealt} of Thing" in assumed(found)) is (dealt != usual)


def test_ranges_that_do_not_fit_are_told() -> None:
    values = {"form": "ranged", "damage": "8P", "ranges": (50, 15, 30, 50)}
    found = imported(somebody(weapons=(ForeignThing("Gun", "heavy pistols", "x", values),)), "sr3")
    assert found.sheet["weapons"]["gun"]["ranges"] == [5, 20, 40, 60]
    assert "not four ascending numbers" in lost(found)["Gun: ranges 50/15/30/50"]
    plain = ForeignThing("Gun", "heavy pistols", "x", {"form": "ranged", "damage": "8P"})
    assert "ranges of Gun" in assumed(imported(somebody(weapons=(plain,)), "sr3"))


def test_a_bow_asks_for_the_strength_of_its_rating() -> None:
    bow = ForeignThing("Bow", "bows", "x", {"form": "ranged", "damage": "5+2P", "rating": 5})
    weapon = imported(somebody(weapons=(bow,)), "sr3").sheet["weapons"]["bow"]
    assert (weapon["class"], weapon["strength_min"]) == ("bow", 5)


def test_what_sr3_takes_nothing_of_is_told() -> None:
    values = {
        "form": "melee", "damage": "STR+3P", "ap": "-(Rating/4)", "reach": 3, "ammo": "10",
        "skill": "exotic_melee", "accessories": ("personalized grip",),
    }  # fmt: skip
    pole = ForeignThing("Pole", "blades", "x", values)
    told = lost(imported(somebody(weapons=(pole,)), "sr3"))
    assert {one for one in told if one.startswith("Pole")} == {
        "Pole: reach 3",
        "Pole: ammunition 10",
        "Pole: personalized grip",
        "Pole: skill exotic melee",
        "Pole: damage STR+3P, AP -(Rating/4)",
    }


@pytest.mark.parametrize(
    ("rating", "ballistic", "impact"), [(12, 5, 3), (9, 4, 2), (6, 3, 2), (15, 6, 4), (0, 0, 0)]
)
def test_armor_in_proportion_to_a_jacket(rating: int, ballistic: int, impact: int) -> None:
    coat = ForeignThing("Coat", "", "x", {"rating": rating, "equipped": True})
    [piece] = imported(somebody(armor=(coat,)), "sr3").sheet["armor"]
    assert (piece["ballistic"], piece["impact"]) == (ballistic, impact)


# --- Chronicles of Darkness ---


def test_a_hunter_of_storyteller() -> None:
    found = imported("hunter.json", "storyteller")
    assert counted(found) == {
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
    [foreign] = read_characters(ForeignFile(json.dumps(actor).encode(), "x", "x"), "foundry")
    found = imported(foreign, "storyteller")
    assert found.sheet["weapons"]["glock-17"]["ranges"] == [20, 40, 80]
    assert "ranges of Glock 17" in assumed(found)


def of_darkness(
    *things: ForeignThing, armor: tuple[ForeignThing, ...] = (), **skills: int
) -> ForeignCharacter:
    """Somebody of Chronicles of Darkness with attributes of 3."""
    names = ("strength", "dexterity", "stamina", "wits", "resolve", "composure")
    attributes = {name: ForeignValue(3, "x") for name in names}
    dots = {name: ForeignValue(number, "x") for name, number in skills.items()}
    return somebody("chronicles", attributes=attributes, skills=dots, weapons=things, armor=armor)


@pytest.mark.parametrize(
    ("parts", "covers", "told"),
    [
        (("torso", "arms", "legs"), ["critical", "heart", "arm", "leg"], []),
        (("left_arm", "right_arm", "head"), ["arm", "head"], []),
        (("hands", "eyes", "tail"), ["hand", "eye"], ["Coat: covers tail"]),
        ((), None, []),
    ],
)
def test_a_called_shot_meets_armor_where_the_file_says_so(
    parts: tuple[str, ...], covers: list[str] | None, told: list[str]
) -> None:
    values: dict[str, Any] = {"ballistic": 4, "general": 2, "covers": parts, "equipped": True}
    found = imported(of_darkness(armor=(ForeignThing("Coat", "", "x", values),)), "storyteller")
    [piece] = found.sheet["armor"]
    assert piece.get("covers") == covers
    assert [one for one in lost(found) if "covers" in one] == told
    assert "covers of Coat" not in assumed(found)
    del values["covers"]
    found = imported(of_darkness(armor=(ForeignThing("Coat", "", "x", values),)), "storyteller")
    assert "covers of Coat" in assumed(found)


def test_armor_that_somebody_was_born_with_covers_the_body() -> None:
    hide = of_darkness()._replace(others={"armor": ForeignValue(2, "x")})
    [piece] = imported(hide, "storyteller").sheet["armor"]
    assert {"arm", "leg", "head", "heart"} <= set(piece["covers"])


def test_what_a_trait_of_a_weapon_does_is_told() -> None:
    traits = ("9-again", "Two-handed", "Autofire long", "")
    gun = ForeignThing("Gun", "firearm", "x", {"damage": 3, "traits": traits})
    club = ForeignThing("Club", "melee", "x", {"damage": 1, "traits": ("Stun",)})
    found = imported(of_darkness(gun, club), "storyteller")
    assert found.sheet["weapons"]["gun"]["autofire"] is True
    told = {one for one in lost(found) if one.startswith(("Gun", "Club"))}
    assert told == {"Gun: 9-again", "Gun: Two-handed", "Club: Stun"}


def pool(name: str, dice: int, **more: Any) -> ForeignThing:
    return ForeignThing(name, "pool", "x", {"pool": dice, "damage": 2, "defense": True, **more})


def test_a_pool_of_dice_is_an_attribute_and_a_skill() -> None:
    things = (pool("Bite", 7), pool("Claw", 7), pool("Kick", 5), pool("Spit", 4, defense=False))
    found = imported(of_darkness(*things), "storyteller")
    weapons, skills = found.sheet["weapons"], found.sheet["skills"]
    dice = {
        name: found.sheet[one["attribute"]] + skills[one["skill"]] for name, one in weapons.items()
    }
    assert dice == {"bite": 7, "claw": 7, "kick": 5, "spit": 4}
    assert "athletics" not in skills  # Defense would grow with it
    assert [weapons[name]["kind"] for name in ("bite", "spit")] == ["melee", "firearm"]
    assert assumed(found)["skills.brawl 4"].endswith("the pool of Bite, 7 dice")


def test_a_pool_goes_by_the_skills_that_somebody_has() -> None:
    found = imported(of_darkness(pool("Bite", 5), weaponry=2, brawl=1), "storyteller")
    assert found.sheet["weapons"]["bite"]["skill"] == "weaponry"
    assert found.sheet["skills"] == {"weaponry": 2, "brawl": 1}


def test_a_pool_that_nothing_comes_to_is_told() -> None:
    found = imported(of_darkness(pool("Nip", 2)), "storyteller")
    assert "Nip: pool of 2 dice" in lost(found)
    assert found.sheet["weapons"]["nip"]["damage"] == 2


# --- magic ---

MAGE = "mage.chum5"


def test_a_mage_of_chummer_in_sr3() -> None:
    """Spells as those of their kind have it here, at a force of Magic (SRX-050, SRX-051)."""
    sheet = imported(MAGE, "sr3").sheet
    assert (sheet["magic"], sheet["essence"], sheet["skills"]["sorcery"]) == (5, 5, 5)
    assert sheet["focus_dice"] == {"any": 2, "combat": 3, "elemental": 3}
    assert {name: spell["drain"] for name, spell in sheet["spells"].items()} == {
        "manabolt": "(level)", "stunball": "-1(level+1)", "shatter": "+1(level-1)",
        "fireball": "+1(level+2)", "clout": "(level)", "heal": "(wound)", "armor": "+2(M)",
    }  # fmt: skip
    assert {spell["force"] for spell in sheet["spells"].values()} == {5}
    assert sheet["spells"]["shatter"]["range"] == "touch"
    assert sheet["weapons"]["killing-hands"] == {
        "skill": "unarmed_combat", "power_bonus": 0, "level": "M", "damage_type": "physical",
    }  # fmt: skip


def test_a_mage_of_chummer_casts_what_was_imported() -> None:
    ilka = fighter_of(MAGE, "sr3")
    assert ilka.combat_pool == (4 + 5 + 5) // 2 + 2
    assert (ilka.sheet.spell_pool or ilka.spell_pool_left) == (5 + 5 + 5) // 3
    file = ForeignFile((FILES / MAGE).read_bytes(), MAGE, "x")
    _, encounter = as_they_count(read_characters(file, detect_format(file))[0], "sr3")
    encounter.combatants["gus"] = {"side": "foe"}
    rules, draft = registry.load("sr3"), Draft(encounter)
    refused = []
    for name, spell in ilka.sheet.spells.items():
        words = ("level=m", "touched") if spell.level == "chosen" else ()
        cast = Act("ilka", "cast", (name, "gus"), options=Options(words=words))
        try:
            rules.resolve(draft, cast, RandomDice(1))
        except Refusal as refusal:
            refused.append((name, refusal.kind))
        draft.rollback()
    assert refused == [("heal", "healed")], "nobody is wounded, and all else is cast"


def test_what_of_magic_has_no_place_is_told() -> None:
    found = lost(imported(MAGE, "sr3"))
    assert "drain is not known" in found["spell Increase Attribute (Logic)"]
    assert "alchemical" in found["spell Manabolt"]
    assert "not bonded" in found["focus Spellcasting Focus, Health 1"]
    assert "focus=true" in found["focus Sustaining Focus, Health 2"]
    assert "the best one" in found["focus Power Focus 1"]
    assert {"spell Watcher", "adept power Improved Ability (Blades) 1"} <= set(found)
    assert not any("Stunball" in what or "Killing" in what for what in found)
    told = assumed(imported(MAGE, "sr3"))
    assert {"force 5 of spells", "drain of spells", "level M of Killing Hands"} <= set(told)


def test_a_mage_of_foundry_in_sr3() -> None:
    found = imported("mage.json", "sr3")
    sheet = found.sheet
    assert (sheet["magic"], sheet["skills"]["sorcery"], "essence" in sheet) == (6, 5, False)
    assert sheet["focus_dice"] == {"illusion": 4}
    assert {name: spell["drain"] for name, spell in sheet["spells"].items()} == {
        "powerball": "+1(level+1)", "lightning-bolt": "+1(level+1)",
    }  # fmt: skip
    assert found.added == {"Combat Sense 2": {"combat_pool": 2}}
    told = {one.what: one.at for one in found.lost}
    assert told["equipment Medkit"] == "items[8]"
    assert told["spell Improved Invisibility"] == "items[3]"
    assert {"focus Power Focus 3", "adept power Mystic Armor 1"} <= set(told)
    assert "essence 6" in assumed(found)


@pytest.mark.parametrize("name", [MAGE, "mage.json"])
def test_a_game_without_magic_tells_all_of_it(name: str) -> None:
    file = ForeignFile((FILES / name).read_bytes(), name, "x")
    [foreign] = read_characters(file, detect_format(file))
    found = set(lost(imported(foreign, "swan-song")))
    assert any(what.startswith("attribute magic") for what in found)
    kinds = [what.split(" ")[0] for what in found]
    things = [thing.kind.split(" ")[0] for thing in foreign.magic]
    for kind in ("adept", "focus"):
        assert kinds.count(kind) == things.count(kind) > 0
    assert {f"spell {one.name}" for one in foreign.magic if one.kind == "spell"} <= found


STOCK_NAMES = {"mage-armor": "armor"}
"""Names of spells of the stock that Shadowrun 5 calls otherwise."""


def foreign_spell(name: str, spell: Data) -> ForeignThing:
    """A spell of the stock as a file of Shadowrun 5 has it."""
    indirect = spell["category"] == "elemental"
    values = {
        "category": "combat" if indirect else spell["category"], "kind": spell["kind"],
        "indirect": indirect, "damage": spell.get("damage_type", "physical"),
        "area": spell.get("area", False), "range": spell.get("range", "sight"),
    }  # fmt: skip
    called = STOCK_NAMES.get(name, name).replace("-", " ").title()
    return ForeignThing(called, "spell", "x", values)


def test_a_spell_comes_as_the_stock_has_it() -> None:
    """Where Shadowrun 5 has it too."""
    told = ("about", "source", "force")
    unknown = []
    for name, spell in shipped("sr3", "spells").items():
        expected = {key: value for key, value in spell.items() if key not in told}
        fields = spell_fields(foreign_spell(name, spell))
        if fields is None:
            unknown.append(name)
        else:
            assert fields == expected, name
    assert unknown == [
        "treat", "increase-reflexes-1", "increase-reflexes-2", "increase-reflexes-3",
    ]  # fmt: skip


def test_a_spell_called_like_a_weapon_gets_another_id() -> None:
    bolt = foreign_spell("manabolt", shipped("sr3", "spells")["manabolt"])
    knife = ForeignThing("Manabolt", "blades", "x", {"form": "melee", "damage": "STR+1P"})
    sheet = imported(somebody(weapons=(knife,), magic=(bolt,)), "sr3").sheet
    assert list(sheet["weapons"]) == ["manabolt"]
    assert list(sheet["spells"]) == ["manabolt-2"]
    assert sheet["spells"]["manabolt-2"]["force"] == 1


def test_mundane_people_have_no_magic() -> None:
    """Files have the attribute for everybody."""
    text = (FILES / MAGE).read_text(encoding="utf-8")
    for word in ("magenabled", "magician", "adept"):
        text = text.replace(f"<{word}>True", f"<{word}>False")
    file = ForeignFile(text.encode(), MAGE, "x")
    [foreign] = read_characters(file, detect_format(file))
    assert not {"magic", "essence"} & set(foreign.others)
    actor = json.loads((FILES / "mage.json").read_text(encoding="utf-8"))
    actor["system"]["special"] = "mundane"
    file = ForeignFile(json.dumps(actor).encode(), "mage.json", "x")
    [foreign] = read_characters(file, detect_format(file))
    assert "magic" not in foreign.others


# --- this edition ---

SHAMAN = "shaman.json"


def test_a_shaman_of_sr3e_keeps_the_numbers_of_the_file() -> None:
    found = imported(SHAMAN, "sr3")
    sheet = found.sheet
    assert found.added == {"Wired": {"reaction": 2, "initiative_dice": 1}}
    numbers = ("body", "quickness", "intelligence", "reaction", "magic", "essence", "karma_pool")
    assert [sheet[name] for name in numbers] == [4, 5, 5, 5, 6, 5, 3]
    assert sheet["skills"] == {"sorcery": 6, "pistols": 4, "edged_weapons": 3, "stealth": 5}
    assert sheet["armor"] == [{"name": "Armor Jacket", "ballistic": 5, "impact": 3}]
    assert sheet["vision"] == "low_light"
    assert sheet["weapons"] == {
        "ares-predator": {
            "skill": "pistols", "modes": ["sa"], "loading": "clip", "capacity": 15,
            "ammo_type": "gel", "gas_vent": 1, "ranges": [5, 20, 40, 60], "power": 9,
            "level": "M", "damage_type": "physical",
        },
        "knife": {"skill": "edged_weapons", "power": 3, "level": "L", "damage_type": "physical"},
        "offensive-grenade": {
            "skill": "throwing_weapons", "delivery": "thrown", "power": 10, "level": "S",
            "damage_type": "physical",
        },
        "killing-hands": {
            "skill": "unarmed_combat", "power_bonus": 0, "level": "M", "damage_type": "physical",
        },
    }  # fmt: skip


def test_spells_and_foci_of_sr3e() -> None:
    """A spell of the stock comes as the stock has it, with the force that was learned."""
    sheet = imported(SHAMAN, "sr3").sheet
    assert sheet["focus_dice"] == {"any": 2, "flamethrower": 3}
    assert {name: spell["force"] for name, spell in sheet["spells"].items()} == {
        "manabolt": 5, "stunball": 4, "flamethrower": 6, "heal": 3, "levitate": 3,
    }  # fmt: skip
    assert sheet["spells"]["levitate"] == {
        "force": 3, "category": "manipulation", "kind": "physical", "target": 4,
        "range": "sight", "duration": "sustained", "drain": "+2(M)", "focus": True,
    }  # fmt: skip
    stock = shipped("sr3", "spells")
    for name in ("manabolt", "stunball", "flamethrower", "heal"):
        ours = Spell.from_data({**sheet["spells"][name], "force": 6})
        plain = {key: stock[name][key] for key in stock[name] if key not in ("about", "source")}
        theirs = Spell.from_data(plain)
        assert {key: getattr(ours, key) for key in Spell.SAID} == {
            key: getattr(theirs, key) for key in Spell.SAID
        }


def test_what_of_sr3e_has_no_place_is_told() -> None:
    found = lost(imported(SHAMAN, "sr3"))
    assert set(found) == {
        "magic Shaman", "effect of Wired on system.dicePools.combat.mod",
        "specialization Sorcery: Spellcasting", "2 boxes of physical damage",
        "attribute charisma 5", "weapon Shock Glove", "spell Unlearned", "focus Drum 1",
        "focus Spirit Rattle 2", "adept power Great Leap 1",
    }  # fmt: skip
    assert set(assumed(imported(SHAMAN, "sr3"))) == {
        "armor", "area, damage_type of Stunball", "vision low_light",
    }  # fmt: skip


def test_a_shaman_of_sr3e_casts_and_shoots() -> None:
    file = ForeignFile((FILES / SHAMAN).read_bytes(), SHAMAN, "x")
    _, encounter = as_they_count(read_characters(file, detect_format(file))[0], "sr3")
    encounter.combatants["gus"] = {"side": "foe"}
    rules, draft = registry.load("sr3"), Draft(encounter)
    for name in ("manabolt", "stunball", "flamethrower", "ares-predator", "knife"):
        words = ("range=short",) if name == "ares-predator" else ()
        words = ("level=s",) if name in encounter.combatants["sela"]["spells"] else words
        attack = Attack("sela", ("gus",), options=Options(weapon=name, words=words))
        assert rules.resolve(draft, attack, RandomDice(1)).rolls, name
        draft.rollback()
