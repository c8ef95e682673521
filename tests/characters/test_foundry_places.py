"""Where `shadowrun5e` keeps values, version by version: each row of the table is read."""

import json
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from characters_support import thing

from gmtrack.characters.file import ForeignFile
from gmtrack.characters.foundry import read_actors
from gmtrack.characters.foundry_shadowrun_places import KEYS, TABLE, subject_of_key
from gmtrack.characters.places import version_rank
from gmtrack.core.foreign import ForeignCharacter
from gmtrack.errors import BadFile

OLDEST, UNKNOWN = "0.28.0", "0.99.0"
Getter = Callable[[ForeignCharacter], Any]


class Case(NamedTuple):
    """A value at one place: `on` whose it is (`actor`, an item's type, `modification` built onto
    one, `effect`), the `value` there, what it comes to."""

    what: str
    since: str
    on: str
    value: Any
    got: Getter
    expected: Any
    more: Mapping[str, Any] = MappingProxyType({})
    """What its holder has besides, below `system`."""


def other(name: str) -> Getter:
    return lambda one: one.others[name].number


def armor(key: str) -> Getter:
    return lambda one: one.armor[0].values[key]


def weapon(key: str) -> Getter:
    return lambda one: thing(one.weapons, "Thing").values[key]


def magic(key: str) -> Getter:
    return lambda one: one.magic[0].values[key]


def agility(one: ForeignCharacter) -> int:
    return one.attributes["agility"].number


def pistols(one: ForeignCharacter) -> int:
    return one.skills["pistols"].number


PISTOLS = {
    "name": "Pistols", "type": "skill",
    "system": {"type": "skill", "skill": {"category": "active", "rating": 4}},
}  # fmt: skip
BANDS = {"short": 5, "medium": 20, "long": 40, "extreme": 60}
METRES = (5, 20, 40, 60)
SHOT = {"base": 8, "type": {"base": "physical"}}
THROWN, MELEE = {"category": "thrown"}, {"category": "melee"}
COMBAT = {"category": "combat"}
ADDED = [{"key": "system.attributes.agility", "mode": 2, "value": "2", "target": "t"}]
BUILT_ON = [{"name": "Sight", "type": "modification", "system": {"accuracy": 2}}]
CASES = (
    Case("attributes", "", "actor", {"agility": {"base": 6}}, agility, 6),
    Case("skills", "", "actor itself", {"pistols": {"base": 4}}, pistols, 4),
    Case("skills", "0.33", "actor itself", [PISTOLS], pistols, 4),
    Case("initiative dice", "", "actor", 2, other("initiative_dice"), 3),
    Case("initiative dice", "0.36", "actor", 3, other("initiative_dice"), 3),
    Case("initiative bonus", "", "actor", 2, other("initiative_bonus"), 2),
    Case("initiative bonus", "0.36", "actor", 2, other("initiative_bonus"), 2),
    # Agility in place of Reaction and Intuition, 5 in place of 3 + 3.
    Case(
        "first attribute of the initiative", "0.36", "actor", "agility",
        other("initiative_bonus"), -1,
    ),
    Case(
        "second attribute of the initiative", "0.36", "actor", "agility",
        other("initiative_bonus"), -1,
    ),
    Case("natural armor", "0.34", "actor", 4, armor("rating"), 4),
    Case("armor modifier", "", "actor", 2, other("armor"), 2),
    Case("physical track", "", "actor", 1, other("physical_boxes"), 8 + 2 + 1),
    Case("stun track", "", "actor", 1, other("stun_boxes"), 8 + 2 + 1),
    Case("rating of the skill", "", "skill", 4, lambda one: one.skills["thing"].number, 4),
    Case("armor rating", "", "armor", {"base": 9}, armor("rating"), 9),
    Case("being an accessory", "", "armor", True, armor("adds"), True),
    Case("being an accessory", "0.34", "armor", True, armor("adds"), True),
    Case("being hardened", "", "armor", True, armor("hardened"), True),
    Case("being hardened", "0.34", "armor", True, armor("hardened"), True),
    Case("armor of a modification", "0.34", "modification of armor", 2, armor("rating"), 2),
    Case(
        "accuracy of a modification", "", "modification of weapon", 2, weapon("accuracy_bonus"), 2
    ),
    Case(
        "accuracy of a modification", "0.34", "modification of weapon", 2,
        weapon("accuracy_bonus"), 2,
    ),
    Case("damage", "", "weapon", SHOT, weapon("damage"), "8P"),
    Case("accuracy", "", "weapon", {"base": 5}, weapon("accuracy"), 5),
    Case("skill", "", "weapon", "Pistols", weapon("skill"), "pistols"),
    Case("firing modes", "", "weapon", {"semi_auto": True}, weapon("modes"), ("SA",)),
    Case("ranges", "", "weapon", BANDS, weapon("ranges"), METRES),
    Case("ranges of a throw", "", "weapon", BANDS, weapon("ranges"), METRES, THROWN),
    Case("blast", "", "weapon", {"radius": 10}, weapon("area"), True, THROWN),
    Case("ammunition", "", "weapon", 15, weapon("ammo"), "15(c)"),
    Case("reach", "", "weapon", 1, weapon("reach"), 1, MELEE),
    Case("what is built on", "", "weapon itself", BUILT_ON, weapon("accuracy_bonus"), 2),
    Case("what it is built on", "0.38", "modification beside", "w", weapon("accuracy_bonus"), 2),
    Case("category of the spell", "", "spell", "combat", magic("category"), "combat"),
    Case("kind of the spell", "", "spell", "mana", magic("kind"), "mana", COMBAT),
    Case("range of the spell", "", "spell", "los_a", magic("area"), True, COMBAT),
    Case("duration of the spell", "", "spell", "instant", magic("duration"), "instant", COMBAT),
    Case("damage of the spell", "", "spell", "stun", magic("damage"), "stun", COMBAT),
    Case("way of a combat spell", "", "spell", "indirect", magic("indirect"), True, COMBAT),
    Case("level of the power", "", "adept_power", 2, magic("rating"), 2),
    Case("rating of the focus", "", "equipment", 3, magic("rating"), 3),
    Case("changes", "", "effect", ADDED, agility, 7),
    Case("changes", "0.35", "effect", ADDED, agility, 7),
    Case("target", "", "effect with changes", "test_all", agility, 5),
    Case("target", "0.30", "effect with changes", "test_all", agility, 5),
    Case(
        "target", "0.37", "effect with changes", [{"id": "t", "applyTo": "test_all"}], agility, 5
    ),
)  # fmt: skip
PLAIN = ("body", "agility", "reaction", "strength", "willpower", "logic", "intuition", "charisma")


def plain_actor(version: str) -> dict[str, Any]:
    """An actor with attributes alone: agility 5, all others 3."""
    attributes: dict[str, Any] = {name: {"base": 3} for name in PLAIN}
    attributes["agility"] = {"base": 5}
    stats = {"systemId": "shadowrun5e", "systemVersion": version}
    system = {"attributes": attributes}
    return {"name": "X", "type": "character", "_stats": stats, "system": system, "items": []}


def put(node: dict[str, Any], keys: tuple[str, ...], value: Any) -> None:
    *above, last = keys
    for step in above:
        node = node.setdefault(step, {})
    node[last] = value


def holder_in(actor: dict[str, Any], case: Case) -> dict[str, Any]:
    """The node below which the value of a case stands, put into the actor."""
    kind, _, rest = case.on.partition(" ")
    if kind == "actor":
        return actor if rest else actor["system"]  # type: ignore[no-any-return]
    if kind == "effect":
        effect = {"name": "Boost", **({"changes": ADDED} if rest else {})}
        actor["effects"] = [effect]
        return effect
    item = {"name": "Thing", "type": kind, "system": {**case.more}}
    if kind == "equipment":
        item["name"] = "Power Focus"
    if kind == "skill":
        item["system"]["skill"] = {"category": "active"}
    if kind == "modification":
        parent = rest.removeprefix("of ") if rest != "beside" else "weapon"
        above = {"_id": "w", "name": "Thing", "type": parent, "system": {}}
        actor["items"].append(above)
        item["name"] = "Sight"
        if rest == "beside":
            item["system"] = {"mod_weapon": {"accuracy": 2}}
            actor["items"].append(item)
            return item
        put(above, ("flags", "shadowrun5e", "embeddedItems"), [item])
        return item["system"]
    actor["items"].append(item)
    return item if rest == "itself" else item["system"]


def read_one(actor: dict[str, Any]) -> ForeignCharacter:
    [found] = read_actors(ForeignFile(json.dumps(actor).encode(), "x.json", "x"))
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.what} {case.since}".strip())
def test_a_value_is_read_where_its_version_has_it(case: Case) -> None:
    version = f"{case.since}.0" if case.since else OLDEST
    actor = plain_actor(version)
    [place] = [one for one in TABLE[case.what] if one.since == case.since]
    put(holder_in(actor, case), place.keys, case.value)
    assert case.got(read_one(actor)) == case.expected


def test_every_place_has_a_case() -> None:
    rows = {(what, place.since) for what, places in TABLE.items() for place in places}
    assert rows == {(case.what, case.since) for case in CASES}
    for places in TABLE.values():
        assert [*places] == sorted(places, key=lambda place: version_rank(place.since))


TOLD = tuple(
    case
    for case in CASES
    # Nothing is missing from who has nothing built on.
    if case.what not in ("what is built on", "what it is built on")
)


@pytest.mark.parametrize("case", TOLD, ids=lambda case: f"{case.what} {case.since}".strip())
def test_what_is_not_found_in_a_newer_version_is_told(case: Case) -> None:
    actor = plain_actor(UNKNOWN)
    node = holder_in(actor, case)
    if case.what == "attributes":
        del actor["system"]["attributes"]
        actor["system"]["traits"] = {"agility": {"base": 6}}
        with pytest.raises(BadFile, match=f"no attribute was found in it: .*{UNKNOWN}"):
            read_one(actor)
        return
    put(node, ("moved", "here"), case.value)
    told = [one for one in read_one(actor).lost if one.what.startswith(f"{case.what} of ")]
    assert len(told) == 1
    assert UNKNOWN in told[0].why
    put(node, ("moved", "here"), None)
    actor["_stats"]["systemVersion"] = "0.38.2"
    assert not [one for one in read_one(actor).lost if one.what.startswith(f"{case.what} of ")]


def test_skills_that_are_items_are_found_in_a_newer_version() -> None:
    actor = plain_actor(UNKNOWN)
    actor["items"] = [PISTOLS]
    assert not [one for one in read_one(actor).lost if one.what.startswith("skills of ")]


def test_an_old_file_keeps_what_is_new_in_a_place_of_its_own() -> None:
    """Old versions worked out the dice when they ran, and saved a number that means nothing."""
    actor = plain_actor("0.30.0")
    actor["system"]["modifiers"] = {"meat_initiative_dice": 2}
    actor["system"]["initiative"] = {"meatspace": {"dice": {"base": 1}}}
    assert read_one(actor).others["initiative_dice"].number == 3
    del actor["_stats"]["systemVersion"]
    assert read_one(actor).others["initiative_dice"].number == 3


def test_a_file_that_is_newer_than_it_says_is_read() -> None:
    actor = plain_actor("0.30.0")
    actor["system"]["initiative"] = {"meatspace": {"dice": {"base": 2}, "constant": {"base": 1}}}
    for version in ("0.30.0", ""):
        actor["_stats"]["systemVersion"] = version
        others = read_one(actor).others
        assert (others["initiative_dice"].number, others["initiative_bonus"].number) == (2, 1)


EXAMPLES = {
    "system.attributes.agility": ("attribute", "agility"),
    "data.attributes.agility.mod": ("attribute", "agility"),
    "system.attributes.agility.changes": ("attribute", "agility"),
    "system.modifiers.meat_initiative_dice": ("initiative dice", ""),
    "system.initiative.meatspace.dice": ("initiative dice", ""),
    "system.initiative.meatspace.dice.changes": ("initiative dice", ""),
    "system.modifiers.meat_initiative": ("initiative bonus", ""),
    "system.initiative.meatspace.base.base": ("initiative bonus", ""),
    "system.initiative.meatspace.constant": ("initiative bonus", ""),
    "system.modifiers.armor": ("armor", ""),
    "system.armor.mod": ("armor", ""),
    "system.armor.rating": ("armor", ""),
    "system.armor.rating.changes": ("armor", ""),
}


@pytest.mark.parametrize("key", EXAMPLES)
def test_what_a_change_of_an_effect_is_about(key: str) -> None:
    assert subject_of_key(key) == EXAMPLES[key]


def test_every_key_of_an_effect_has_an_example() -> None:
    def matching(key: str) -> list[int]:
        return [n for n, row in enumerate(KEYS) if re.fullmatch(rf"\w+\.{row.pattern}", key)]

    found = [matching(key) for key in EXAMPLES]
    assert all(len(rows) == 1 for rows in found)
    assert {row for rows in found for row in rows} == set(range(len(KEYS)))


@pytest.mark.parametrize("key", ["system.limits.physical", "system.armor.elements.fire", "system"])
def test_a_key_that_is_about_nothing_imported(key: str) -> None:
    assert subject_of_key(key) is None


def test_what_a_change_does_in_each_mode() -> None:
    modes = [("type", "add"), ("type", "subtract"), ("type", "override"), ("mode", 5), ("mode", 2)]
    for key, mode in modes:
        actor = plain_actor("0.36.0")
        change = {"key": "system.attributes.agility", key: mode, "value": "2"}
        actor["effects"] = [{"name": "x", "system": {"changes": [change]}}]
        expected = {"add": 7, 2: 7, "subtract": 3}.get(mode, 5)
        assert agility(read_one(actor)) == expected


def test_the_armor_of_ware_is_not_worn() -> None:
    actor = plain_actor("0.36.0")
    for name, base, adds in (("Plating", 3, True), ("Shell", 8, False)):
        system = {"armor": {"base": base, "accessory": adds}, "technology": {"equipped": True}}
        actor["items"].append({"name": name, "type": "cyberware", "system": system})
    found = read_one(actor)
    assert found.others["armor"].parts == (("Plating", 3),)
    assert [(one.name, one.number("rating")) for one in found.armor] == [("Shell", 8)]


def test_a_spirit_is_built_on_its_force() -> None:
    actor = plain_actor("0.36.0")
    actor["type"] = "spirit"
    attributes = actor["system"]["attributes"] = {
        name: {"base": -1, "applies_special": True} for name in PLAIN
    }
    skill = {"type": "skill", "skill": {"category": "active", "rating": 1}}
    actor["items"] = [{"name": "Unarmed Combat", "type": "skill", "system": skill}]
    assert "attributes of a spirit by its Force" not in [one.what for one in read_one(actor).lost]
    attributes["force"] = {"base": 5}
    actor["system"]["initiative"] = {
        "meatspace": {
            "attribute_a": "force", "attribute_b": "force", "constant": {"base": 3},
            "dice": {"base": 2},
        }
    }  # fmt: skip
    air = read_one(actor)
    assert agility(air) == 4
    assert air.skills["unarmed_combat"].number == 5
    # 5 + 5 + 3 in place of Reaction 4 and Intuition 4.
    assert air.others["initiative_bonus"].number == 5
    assert air.others["initiative_dice"].number == 2
    for name in PLAIN:
        del attributes[name]["applies_special"]
    assert "attributes of a spirit by its Force" in [one.what for one in read_one(actor).lost]
