"""Actors of Foundry VTT as plain values."""

import json
from typing import Any

import pytest
from characters_support import FILES, foreign, thing

from gmtrack.characters.file import ForeignFile
from gmtrack.characters.formats import detect_format
from gmtrack.characters.foundry import read_actors
from gmtrack.errors import BadFile


def of(data: Any) -> ForeignFile:
    return ForeignFile(json.dumps(data).encode(), "x.json", "x")


def raw(name: str) -> Any:
    return json.loads((FILES / name).read_text(encoding="utf-8"))


# --- shadowrun5e ---


def test_what_effects_add_is_in_the_numbers() -> None:
    nadja = foreign("runner.json")
    assert (nadja.system, nadja.name, nadja.player) == ("shadowrun5", "Nadja", True)
    assert nadja.attributes["reaction"].number == 5
    assert nadja.attributes["reaction"].why == "4 +1 (Wired Reflexes 1)"
    assert nadja.attributes["agility"].number == 5  # the effect is switched off
    assert nadja.others["initiative_dice"].number == 2


def test_an_effect_that_is_no_plain_number_is_told() -> None:
    lost = [one.what for one in foreign("runner.json").lost]
    assert "effect of Wired Reflexes 1 on system.limits.physical" in lost


def test_what_is_not_worn_adds_nothing() -> None:
    actor = raw("runner.json")
    actor["items"][-2]["system"]["technology"]["equipped"] = False
    assert read_actors(of(actor))[0].attributes["reaction"].number == 4


def test_skills_that_are_items_with_their_group() -> None:
    skills = {name: one.number for name, one in foreign("runner.json").skills.items()}
    assert skills == {"pistols": 4, "automatics": 5}


def test_a_firearm() -> None:
    gun = thing(foreign("runner.json").weapons, "Ingram Smartgun XI")
    assert (gun.kind, gun.text("damage"), gun.number("ap")) == ("submachine guns", "8P", 0)
    assert gun.words("modes") == ("BF", "FA")
    assert gun.text("ammo") == "32(c)"
    assert gun.words("ranges") == ("10", "40", "80", "150")


def test_a_blade_by_strength() -> None:
    knife = thing(foreign("runner.json").weapons, "Combat Knife")
    assert (knife.text("damage"), knife.number("accuracy"), knife.number("ap")) == ("STR+2P", 6, -3)


def test_ranges_for_one_point_of_strength() -> None:
    actor = raw("runner.json")
    ranges = {"short": 1, "medium": 10, "long": 30, "extreme": 60, "attribute": "strength"}
    actor["items"][4]["system"]["range"]["ranges"] = ranges
    assert thing(read_actors(of(actor))[0].weapons, "Ingram Smartgun XI").values["ranges"] == (
        3, 30, 90, 180,
    )  # fmt: skip
    ranges["attribute"] = "magic"
    gun = thing(read_actors(of(actor))[0].weapons, "Ingram Smartgun XI")
    assert "ranges" not in gun.values


def test_accessories_add_to_accuracy_unless_they_are_taken_off() -> None:
    actor = raw("runner.json")
    mods = [
        {"name": name, "type": "modification", "system": system}
        for name, system in (
            ("Laser", {"accuracy": 1}),
            ("Scope", {"accuracy": 2, "technology": {"equipped": False}}),
        )
    ]
    actor["items"][4]["flags"] = {"shadowrun5e": {"embeddedItems": mods}}
    gun = thing(read_actors(of(actor))[0].weapons, "Ingram Smartgun XI")
    assert gun.number("accuracy_bonus") == 1
    assert gun.words("accessories") == ("laser",)


def test_what_a_grunt_was_born_as_is_not_in_the_numbers() -> None:
    actor = raw("runner.json")
    actor["system"] |= {"metatype": "troll", "npc": {"is_grunt": True}}
    nadja = read_actors(of(actor))[0]
    assert nadja.metatype == ("troll", "system.metatype")
    assert "what a grunt's attributes have more as troll" in [one.what for one in nadja.lost]


def test_a_longer_monitor_is_worked_out() -> None:
    assert foreign("runner.json").others["physical_boxes"].number == 8 + 2 + 1


def test_an_old_export_and_an_npc() -> None:
    officer = foreign("grunt.json")
    assert (officer.program, officer.player) == ("Foundry VTT 9.280", False)
    assert officer.attributes["strength"].number == 3  # a number as a text
    assert {name: one.number for name, one in officer.skills.items()} == {
        "pistols": 4,
        "clubs": 3,
        "perception": 3,
    }
    assert thing(officer.weapons, "Fichetti Pain Inducer").text("damage") == "8S(e)"


@pytest.mark.parametrize(
    ("name", "category", "blast", "kind"),
    [
        ("Throwing Knife", "gear", {"radius": 0, "dropoff": 0}, "throwing weapons"),
        ("Shuriken", "", {"radius": 0, "dropoff": 0}, "throwing weapons"),
        ("Shuriken", "shuriken", None, "throwing weapons"),
        ("Egg", "gear", {"radius": 10, "dropoff": 0}, "grenades"),
        ("Egg", "", {"radius": 0, "dropoff": -1}, "grenades"),
        ("Smoke grenade", "gear", None, "grenades"),
        ("Egg", "standard_grenade", None, "grenades"),
    ],
)
def test_what_is_thrown_is_a_grenade_by_its_blast(
    name: str, category: str, blast: dict[str, int] | None, kind: str
) -> None:
    actor = raw("runner.json")
    system = actor["items"][4]["system"]
    system |= {"category": "thrown", "subcategory": category, "thrown": {"blast": blast}}
    actor["items"][4]["name"] = name
    del system["range"]
    weapon = thing(read_actors(of(actor))[0].weapons, name)
    assert (weapon.kind, weapon.is_so("area")) == (kind, kind == "grenades")


def test_a_limit_that_is_the_physical_one() -> None:
    actor = raw("runner.json")
    actor["items"][5]["system"]["action"]["limit"] = {"base": 0, "attribute": "physical"}
    assert thing(read_actors(of(actor))[0].weapons, "Combat Knife").text("accuracy") == "Physical"


# --- mta ---


def test_dots_of_a_hunter() -> None:
    mira = foreign("hunter.json")
    assert (mira.system, mira.kind, mira.player) == ("chronicles", "Hunter", True)
    assert mira.attributes["dexterity"].number == 3
    assert mira.attributes["resolve"].number == 2  # the talisman is not worn
    assert mira.skills["firearms"].number == 3
    assert "stealth" not in mira.skills
    assert mira.skills["animal_ken"].number == 1


def test_what_is_added_to_derived_values() -> None:
    others = {name: one.number for name, one in foreign("hunter.json").others.items()}
    assert others == {"defense": 1, "speed": 2}


def test_weapons_by_their_kind() -> None:
    weapons = foreign("hunter.json").weapons
    assert {one.name: one.kind for one in weapons} == {
        "Glock 17": "firearm",
        "Machete": "melee",
        "Throwing knife": "thrown",
        "Grenade": "explosive",
    }
    glock = thing(weapons, "Glock 17")
    assert glock.words("ranges") == ("20", "40", "80")
    assert glock.number("capacity") == 17
    assert thing(weapons, "Machete").is_so("equipped")


@pytest.mark.parametrize(
    ("coverage", "covers"),
    [
        ({"torso": True, "arms": True, "head": False}, ("torso", "arms")),
        (["Torso", "Left arm"], ("torso", "left_arm")),
        ("Torso, arms; legs", ("torso", "arms", "legs")),
        ({}, ()),
        (None, None),
    ],
)
def test_what_armor_covers(coverage: Any, covers: tuple[str, ...] | None) -> None:
    actor = raw("hunter.json")
    actor["items"][4]["system"]["coverage"] = coverage
    assert read_actors(of(actor))[0].armor[0].values.get("covers") == covers


@pytest.mark.parametrize("pool", [{"value": 7}, {"dicePool": {"value": 7, "attributes": []}}])
def test_a_pool_of_an_antagonist_is_a_weapon(pool: dict[str, Any]) -> None:
    actor = raw("hunter.json")
    bite = {"name": "Bite", "type": "combat_dice_pool", "system": {"damage": 2, **pool}}
    howl = {"name": "Howl", "type": "general_dice_pool", "system": {"value": 5}}
    actor["items"] = [bite, howl]
    actor["type"] = "simple_antagonist"
    handler = read_actors(of(actor))[0]
    [weapon] = handler.weapons
    assert (weapon.kind, weapon.number("pool"), weapon.number("damage")) == ("pool", 7, 2)
    assert weapon.is_so("defense")
    assert "general dice pool Howl" in [one.what for one in handler.lost]
    bite["system"]["applyDefense"] = False
    assert not read_actors(of(actor))[0].weapons[0].is_so("defense")


@pytest.mark.parametrize(
    ("kind", "moved", "told"),
    [
        ("armor", "coverage", "coverage of Thing"),
        ("armor", "rating", "armor rating of Thing"),
        ("armor", "ballistic", "ballistic rating of Thing"),
        ("melee", "damage", "damage of Thing"),
        ("firearm", "ranges", "ranges of Thing"),
        ("combat_dice_pool", "value", "dice of Thing"),
    ],
)
def test_what_a_newer_version_of_mta_has_moved_is_told(kind: str, moved: str, told: str) -> None:
    values = {
        "coverage": {"arms": True}, "rating": 1, "ballistic": 2, "damage": 2, "value": 6,
        "ranges": {"short": 20, "medium": 40, "long": 80},
    }  # fmt: skip
    actor = raw("hunter.json")
    actor["items"] = [{"name": "Thing", "type": kind, "system": values}]
    for version, gone, expected in (("0.99.0", False, 0), ("0.16.3", True, 0), ("0.99.0", True, 1)):
        actor["_stats"]["systemVersion"] = version
        actor["items"][0]["system"] = {k: v for k, v in values.items() if k != moved or not gone}
        lost = [one.what for one in read_actors(of(actor))[0].lost]
        assert len([one for one in lost if one.startswith(f"{told} (")]) == expected


# --- what is none ---


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ([], "no actor"),
        ([1], "no actor"),
        ({"characters": {"character": {"alias": "Ratte"}}}, "an export of Chummer"),
        ({"?xml": {}, "character": {"alias": "Ratte"}}, "an export of Chummer"),
        ([{"character": {"alias": "Ratte"}}], "an export of Chummer"),
        ({"alias": "Ratte", "metatype": "Ork", "armors": None}, "an export of Chummer"),
        ({"name": "Ratte", "skills": {}, "weapons": []}, "no actor"),
        ({"name": "x"}, "no actor"),
        ({"system": {}}, "a system that is not known"),
        ({"system": {}, "_stats": {"systemId": "dnd5e"}}, "of the system 'dnd5e'"),
        (
            {"type": "vehicle", "system": {}, "_stats": {"systemId": "shadowrun5e"}},
            "which is nobody",
        ),
        ({"system": {"attributes": {"agility": {}}}}, "no attribute"),
        ({"type": "ephemeral", "system": {}, "_stats": {"systemId": "mta"}}, "physical attributes"),
        ([{"system": {"attributes_physical": {"strength": {"value": 1}}}}, 3], "no actor"),
    ],
)
def test_what_is_no_actor_is_one_clear_error(data: Any, told: str) -> None:
    with pytest.raises(BadFile) as caught:
        read_actors(of(data))
    assert told in caught.value.message
    assert len(caught.value.faults) == 1


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"{", "not JSON"),
        (b'{"a": 1' + b"1" * 5000 + b"}", "not JSON"),
        (b"[" * 100_000, "deeper"),
        (b"[" * 500 + b"]" * 500, "deeper"),
        (b'{"a": "\xff"}', "not UTF-8"),
    ],
)
def test_what_is_no_json_is_one_clear_error(content: bytes, told: str) -> None:
    with pytest.raises(BadFile) as caught:
        read_actors(ForeignFile(content, "x.json", "x"))
    assert told in caught.value.message


def test_several_actors_in_one_file() -> None:
    both = read_actors(of([raw("runner.json"), raw("grunt.json")]))
    assert [one.name for one in both] == ["Nadja", "Knight Errant officer"]


# --- which format it is ---


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"\xef\xbb\xbf  <character/>", "chummer"),
        (b'  {"name": 1}', "foundry"),
        (b"[]", "foundry"),
        (b"name,body\nA,3\n", "csv"),
        (b"\xef\xbb\xbfname;body\nA;3\n", "csv"),
        ("<character/>".encode("utf-16"), "chummer"),
        ("<character/>".encode("utf-16-le"), "chummer"),
        ("name,body\nA,3\n".encode("utf-16"), "csv"),
        (b"[1]", "foundry"),
        (b'["a = 1"]', "foundry"),
        (b"name,note\nA,b = c\n", "csv"),
        (b"body=3\nno toml\n", "csv"),
    ],
)
def test_the_format_is_seen_in_the_file(content: bytes, kind: str) -> None:
    assert detect_format(ForeignFile(content, "x", "x")) == kind


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "empty"),
        (b"PK\x03\x04...", "packed"),
        (b"\x5d\x00\x00\x80", ".chum5lz"),
        (b"%PDF-1.7", "PDF"),
        (b'name = "Zip"\nbody = 3\n', "TOML"),
        (b"# people\n\n[zip]\nbody = 3\n", "TOML"),
        (b"\xef\xbb\xbf[[people]]\nname = 'Zip'\n", "TOML"),
    ],
)
def test_what_is_not_read_is_named(content: bytes, told: str) -> None:
    with pytest.raises(BadFile, match=told):
        detect_format(ForeignFile(content, "x", "x"))
