"""The sheet of a magician: keys, what follows from them, what a file may not say, the stock."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.rulesets.sr3.sheet.spell import DrainCode, Spell, parse_drain

from ..stocked import Type, shipped

BOLT = {"force": 5, "category": "combat", "kind": "mana", "drain": "(level)"}
KES = {"intelligence": 5, "willpower": 6, "magic": 6, "skills": {"sorcery": 6}}


def fight_of(**kes: Any) -> dict[str, Any]:
    return {"gmtrack": 1, "name": "Mage", "ruleset": "sr3", "combatants": {"kes": {**KES, **kes}}}


def say(type_line: Type, data: dict[str, Any], *words: str) -> Any:
    Path("mage.yaml").write_text(yaml.safe_dump(data), encoding="utf-8")
    return type_line(["-f", "mage.yaml", *words])


def spell_pool(**sheet: Any) -> int:
    cast = {"one": {"magic": 0, **sheet}}
    encounter = Encounter("", "sr3", combatants=cast)
    return Scene(Draft(encounter)).fighter("one").spell_pool


@pytest.mark.parametrize(
    ("intelligence", "willpower", "magic", "pool"),
    [(5, 6, 6, 5), (4, 4, 5, 4), (4, 4, 0, 0)],
)
def test_the_spell_pool_is_a_third_and_none_without_magic(
    intelligence: int, willpower: int, magic: int, pool: int
) -> None:
    """SRX-006."""
    assert spell_pool(intelligence=intelligence, willpower=willpower, magic=magic) == pool
    assert spell_pool(magic=magic, spell_pool=7) == 7


def test_show_says_where_the_spell_pool_is_from(type_line: Type) -> None:
    told = say(type_line, fight_of(spells={"bolt": BOLT}), "why", "kes", "spell pool", "--json")
    assert told.status == 0, told.out
    assert told.doc["value"] == 5
    labels = [(part["label"], part["value"]) for part in told.doc["parts"]]
    assert labels == [("intelligence", 5), ("willpower", 6), ("magic", 6), ("a third", -12)]
    assert all(part["rules"] == ["SRX-006"] for part in told.doc["parts"])


def test_show_lists_the_spells_with_force_and_drain(type_line: Type) -> None:
    told = say(type_line, fight_of(spells={"bolt": BOLT}), "show", "kes")
    (line,) = [row for row in told.out.splitlines() if row.strip().startswith("bolt")]
    assert line.split() == ["bolt", "5", "mana", "willpower", "chosen", "(level)"]


@pytest.mark.parametrize(
    ("more", "target", "resisted", "level", "armor", "range_"),
    [
        ({"category": "combat", "kind": "mana"}, "willpower", True, "chosen", "none", "sight"),
        ({"category": "combat", "kind": "physical"}, "body", True, "chosen", "none", "sight"),
        ({"category": "elemental", "kind": "physical"}, 4, False, "chosen", "half_impact", "sight"),
        ({"category": "health", "kind": "mana", "target": "essence"}, "essence", False, "none",
         "none", "touch"),
    ],
)  # fmt: skip
def test_what_a_spell_leaves_out_follows_from_its_category(
    more: dict[str, Any], target: str | int, resisted: bool, level: str, armor: str, range_: str
) -> None:
    found = Spell.from_data({"force": 4, "drain": "(level)", **more})
    kinds = (found.target, found.resisted, found.level, found.armor, found.range)
    assert kinds == (target, resisted, level, armor, range_)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(level)", DrainCode(0, "level", 0)),
        ("-1(level+1)", DrainCode(-1, "level", 1)),
        ("(level-1)", DrainCode(0, "level", -1)),
        ("-1(wound)", DrainCode(-1, "wound", 0)),
        ("+2(M)", DrainCode(2, "M", 0)),
    ],
)
def test_a_drain_code_is_read(text: str, code: DrainCode) -> None:
    assert parse_drain(text) == code


@pytest.mark.parametrize(
    ("spells", "path", "says"),
    [
        ({"bolt": {**BOLT, "drain": "M+1"}}, "spells.bolt.drain", "drain code"),
        ({"bolt": {**BOLT, "force": 0}}, "spells.bolt.force", "1 to 30"),
        ({"bolt": {**BOLT, "effect": "glow"}}, "spells.bolt.effect", "glow"),
        ({"bolt": {"force": 5, "kind": "mana", "drain": "(M)"}}, "spells.bolt", "category"),
        ({"unarmed": BOLT}, "spells.unarmed", "a weapon has this id too"),
        ({"bolt": {**BOLT, "kid": 1}}, "spells.bolt.kid", "did you mean"),
        ({"bolt": "@manabold"}, "spells.bolt", "@manabolt"),
        ({"bolt": "@knife"}, "spells.bolt", "a weapon, not a spell"),
    ],
)  # fmt: skip
def test_a_file_that_says_nonsense_of_spells_is_refused(
    type_line: Type, spells: dict[str, Any], path: str, says: str
) -> None:
    told = say(type_line, fight_of(spells=spells), "validate", "mage.yaml")
    assert told.status == 1
    assert f"combatants.kes.{path}" in told.out
    assert says in told.out


def test_every_spell_of_the_stock_can_be_learned(type_line: Type) -> None:
    spells = shipped("sr3", "spells")
    assert len(spells) == 23
    learned = {name: f"@{name}" for name in spells}
    told = say(type_line, fight_of(spells=learned), "show", "kes", "--json")
    assert told.status == 0, told.err
    kept = yaml.safe_load(Path("mage.yaml").read_text(encoding="utf-8"))
    assert kept["combatants"]["kes"]["spells"] == learned


def test_a_spell_is_set_from_the_stock_and_its_force_afterwards(type_line: Type) -> None:
    data = fight_of()
    assert say(type_line, data, "set", "kes", "spells.bolt=@manab", "--json").status != 0
    assert type_line(["-f", "mage.yaml", "set", "kes", "spells.bolt=@manabolt"]).status == 0
    assert type_line(["-f", "mage.yaml", "set", "kes", "spells.bolt.force=4"]).status == 0
    shown = type_line(["-f", "mage.yaml", "show", "kes", "--json"]).doc
    assert shown["sheet"]["spells"]["bolt"]["force"] == 4


def test_an_effect_may_change_magic_and_the_spell_pool_follows(type_line: Type) -> None:
    data = fight_of() | {"effects": {"charm": {"change": {"magic": 3}}}}
    assert say(type_line, data, "effect", "kes", "charm").status == 0
    shown = type_line(["-f", "mage.yaml", "why", "kes", "spell pool", "--json"]).doc
    assert shown["value"] == 6
    assert sum(part["value"] for part in shown["parts"]) == 6
