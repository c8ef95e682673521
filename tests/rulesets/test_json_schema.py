"""The JSON Schema of encounter files and `validate` say the same: ready-made fights, those of the
cases, fights in the midst of play, typical slips, and files that were changed by chance."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from files.using import READY_MADE, opened, played
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from long_run import LONG
from tables import check_rows

from gmtrack.core.encounter import Data
from gmtrack.errors import BadFile
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.check.house_rules import house_rule_problems
from gmtrack.store.check.json_schema import json_schema
from gmtrack.store.check.lint import likely_slips
from gmtrack.store.check.pydantic_errors import problems_of
from gmtrack.store.check.validate import problems_with
from gmtrack.store.encounter_map import data_of
from gmtrack.store.stock.reading import stock_of

from .casebook import Book
from .i2050.book import BOOK as I2050
from .spotlight.book import BOOK as SPOTLIGHT
from .sr3.book import BOOK as SR3
from .storyteller.book import BOOK as STORYTELLER
from .swan_song.book import BOOK as SWAN_SONG

BOOKS = (I2050, SPOTLIGHT, SR3, STORYTELLER, SWAN_SONG)
IDS = tuple(book.ruleset.META.id for book in BOOKS)
MUTANTS = 5_000 if LONG else 60

each_ruleset = pytest.mark.parametrize("ruleset_id", IDS)


@cache
def schema_of(ruleset_id: str) -> Draft202012Validator:
    return Draft202012Validator(json_schema(registry.load(ruleset_id)))


def faults(data: Data, ruleset_id: str) -> list[str]:
    """What the schema finds wrong."""
    found = schema_of(ruleset_id).iter_errors(data)
    return [f"{'.'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in found]


def plain(data: Any) -> Any:
    """As a file would have it: nothing shared, no tuples."""
    return json.loads(json.dumps(data))


def in_yaml(file: Path) -> Any:
    return yaml.safe_load(file.read_text(encoding="utf-8"))


@cache
def example(ruleset_id: str) -> str:
    page = registry.page(ruleset_id, "example.yaml")
    assert page
    return page


@each_ruleset
def test_it_is_a_schema_of_draft_2020_12(ruleset_id: str) -> None:
    schema = json_schema(registry.load(ruleset_id))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)
    json.dumps(schema, allow_nan=False)
    refs = {part["$ref"] for part in parts_of(schema) if "$ref" in part}
    assert refs == {f"#/$defs/{name}" for name in schema["$defs"]}
    for part in parts_of(schema):
        re.compile(part.get("pattern", "") if isinstance(part.get("pattern"), str) else "")


def parts_of(schema: Any) -> Iterator[Data]:
    """Every map in it."""
    if isinstance(schema, dict):
        yield schema
    for part in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(part, (dict, list)):
            yield from parts_of(part)


@pytest.mark.parametrize("file", READY_MADE, ids=lambda file: file.stem)
@pytest.mark.parametrize("steps", [0, 1, 6, 60])
def test_ready_made_fights_and_their_saves_are_valid(file: Path, steps: int) -> None:
    data = plain(data_of(played(file, steps))) if steps else in_yaml(file)
    assert faults(data, data["ruleset"]) == []


@pytest.mark.parametrize("book", BOOKS, ids=IDS)
def test_what_validate_takes_of_all_cases_is_valid(book: Book) -> None:
    """Those with a value, at some place, that no case before has; in the long run all of them."""
    found = dict.fromkeys(json.dumps(case.encounter | {"name": "Any"}) for case in book.cases)
    taken, seen = 0, set()
    for data in map(json.loads, found):
        leaves = set(leaves_of(data))
        if LONG or not leaves <= seen:
            seen |= leaves
            if not problems_with(data, book.ruleset):
                taken += 1
                assert faults(data, book.ruleset.META.id) == []
    assert taken > 150


def leaves_of(node: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the path and the value of everything in a file that is neither map nor list, and of
    what is empty; whose it is, and its number in a list, are left out."""
    if not isinstance(node, (dict, list)) or not node:
        yield (*path, repr(node))
    elif isinstance(node, list):
        for one in node:
            yield from leaves_of(one, (*path, "*"))
    else:
        of_people = path in (("combatants",), ("fight", "combatants"))
        for key, one in node.items():
            yield from leaves_of(one, (*path, "*" if of_people else key))


@pytest.mark.parametrize("file", sorted(Path(__file__).parents[1].glob("histories/*/*.yaml")))
def test_saves_of_earlier_versions_are_valid(file: Path) -> None:
    data = in_yaml(file)
    assert faults(data, data["ruleset"]) == []


def described(schema: Data, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str | None]]:
    """Every path of a schema with what is said of it."""
    yield ".".join(path), schema.get("description")
    for key, part in schema.get("properties", {}).items():
        yield from described(part, (*path, key))
    for word in ("items", "additionalProperties"):
        if isinstance(schema.get(word), dict):
            yield from described(schema[word], (*path, "*"))
    for part in schema.get("anyOf", ()):
        yield from (one for one in described(part, path) if one[0] != ".".join(path))


@each_ruleset
def test_every_field_says_what_it_is_in_the_words_of_the_help(ruleset_id: str) -> None:
    help_ = registry.load(ruleset_id).SCHEMA.help
    schema = json_schema(registry.load(ruleset_id))
    told = dict(described(schema["$defs"]["sheet"]))
    told |= dict(described(schema["properties"]["scene"], ("scene",)))
    common = ("name", "side", "template", "hidden", "notes")
    assert {path: told.get(path) for path in help_} == help_
    assert all(told[path] for path in common)


@each_ruleset
def test_house_rules_say_what_is_in_question(ruleset_id: str) -> None:
    rules = json_schema(registry.load(ruleset_id))["properties"]["house_rules"]["properties"]
    assert list(rules) == list(registry.load(ruleset_id).SCHEMA.house_rules)
    for key, rule in rules.items():
        row, _, question = rule["description"].partition(": ")
        assert "-" in row, key
        assert len(question) > 10, key


# --- slips ---

GONE: Any = object()
OF_ALL: list[tuple[str, Any]] = [
    ("gmtrack", 2),
    ("gmtrack", GONE),
    ("ruleset", GONE),
    ("nmae", "Ambush"),
    ("name", 7),
    ("notes", ["wet"]),
    ("combatant", {}),
    ("combatants", ["rook"]),
    ("combatants.Rook", {}),
    ("combatants.scene", {"template": "nobody"}),
    ("combatants.{who}", None),
    ("combatants.{who}.side", 3),
    ("combatants.{who}.sdie", "pc"),
    ("combatants.{who}.hidden", "true"),
    ("combatants.{who}.name", 12),
    ("combatants.{who}.weapon", {}),
    ("combatants.{who}.weapons", ["{weapon}"]),
    ("combatants.{who}.weapons.{weapon}", "{weapon}"),
    ("combatants.{who}.weapons.{weapon}", ["{weapon}"]),
    ("combatants.{who}.weapons.big gun", {}),
    ("combatants.{who}.weapons.{weapon}.skil", "clubs"),
    ("combatants.{who}.weapons.{weapon}.skill", 3),
    ("combatants.{who}.skills", ["clubs"]),
    ("combatants.{who}.skills.{skill}", "3"),
    ("combatants.{who}.skills.{skill}", 99),
    ("combatants.{who}.skills.{skill}", -1),
    ("combatants.{who}.armor", {"name": "coat"}),
    ("combatants.{who}.armor.0.worth", 3),
    ("combatants.{who}.armor.0", "coat"),
    ("templates", {"Thug": {}}),
    ("templates", {"thug": {"template": "other"}}),
    ("templates", {"thug": {"bodi": 3}}),
    ("templates", {"thug": []}),
    ("scene", ["dark"]),
    ("scene.barrels", {}),
    ("house_rules", ["off"]),
    ("house_rules.no_such_rule", True),
    ("table.is_asked", ["pc"]),
    ("table.ask", "pc"),
    ("table.odds", "yes please"),
    ("fight.rounds", 2),
    ("fight.round", "two"),
    ("fight.round", -1),
    ("fight.combatants.{who}.pron", True),
]
OF_ONE: list[tuple[str, str, Any]] = [
    ("swan-song", "combatants.rook.body", "3"),
    ("swan-song", "combatants.rook.body", 31),
    ("swan-song", "combatants.rook.body", 2.5),
    ("swan-song", "combatants.rook.body", GONE),
    ("swan-song", "combatants.rook.kind", "humna"),
    ("swan-song", "combatants.rook.attribute_mods", {"brawn": 1}),
    ("swan-song", "combatants.rook.weapons.pistol.kind", GONE),
    ("swan-song", "combatants.rook.weapons.pistol.kind", "gun"),
    ("swan-song", "combatants.rook.weapons.pistol.dv", "6 boxes"),
    ("swan-song", "combatants.rook.weapons.pistol.modes", "single"),
    ("swan-song", "combatants.rook.weapons.pistol.modes", ["auto"]),
    ("swan-song", "combatants.rook.weapons.pistol.piercing", "no"),
    ("swan-song", "combatants.rook.armor.0.rating", GONE),
    ("swan-song", "combatants.rook.vehicle", "true"),
    ("swan-song", "scene.barriers.dumpster.area_m2", 0),
    ("swan-song", "house_rules.glitch_rule", "more-than-half"),
    ("swan-song", "fight.phase_kind", "odd"),
    ("sr3", "combatants.weasel.body", 0),
    ("sr3", "combatants.weasel.vision", "lowlight"),
    ("sr3", "combatants.weasel.weapons.pistol.skill", GONE),
    ("sr3", "combatants.weasel.weapons.pistol.level", "X"),
    ("sr3", "combatants.weasel.weapons.pistol.class_", "firearm"),
    ("sr3", "combatants.weasel.weapons.pistol.ranges", [5, "20", 40, 60]),
    ("sr3", "scene.visibility", "mist"),
    ("sr3", "scene.barriers.dumpster.rating", GONE),
    ("sr3", "house_rules.rule_of_six", 1),
    ("sr3", "fight.combatants.weasel.physical", 11),
    ("i2050", "combatants.weasel.dex", GONE),
    ("i2050", "combatants.weasel.dex", 0),
    ("i2050", "combatants.weasel.weapons.knife.damage", "d6"),
    ("i2050", "combatants.weasel.weapons.knife.class", "gun"),
    ("i2050", "combatants.weasel.armor.0.points", 4),
    ("i2050", "combatants.weasel.armor.0.points.chset", 4),
    ("i2050", "scene.visibility", "foggy"),
    ("spotlight", "combatants.rook.strength", GONE),
    ("spotlight", "combatants.rook.fortitude", 13),
    ("spotlight", "combatants.rook.skills.medicine.trained", "no"),
    ("spotlight", "combatants.rook.skills.medicine.dice", GONE),
    ("spotlight", "combatants.rook.weapons.baton.damage_type", "stun"),
    ("spotlight", "combatants.rook.drawn", "baton"),
    ("spotlight", "scene.cover.dumpster.rating", GONE),
    ("storyteller", "combatants.rook.skills.pistols", 3),
    ("storyteller", "combatants.rook.kind", "vampire"),
    ("storyteller", "combatants.rook.weapons.pistol.damage", "1"),
    ("storyteller", "combatants.rook.weapons.pistol.initiative", 1),
    ("storyteller", "combatants.rook.weapons.pistol.reload", "clip"),
    ("storyteller", "combatants.rook.armor.0.covers", "heart"),
    ("storyteller", "scene.covers.dumpster.concealment", "half"),
]


def slips(ruleset_id: str) -> Iterator[tuple[str, Any]]:
    """Yield the slips of a ruleset: the path, and the value that is wrong there."""
    yield from OF_ALL
    for one, path, value in OF_ONE:
        if one == ruleset_id:
            yield path, value


def filled(text: Any, words: dict[str, str]) -> Any:
    if isinstance(text, list):
        return [filled(one, words) for one in text]
    return text.format(**words) if isinstance(text, str) else text


def with_slip(data: Data, path: str, value: Any) -> Data:
    """The encounter with one thing in it that is wrong."""
    who, sheet = next(iter(data["combatants"].items()))
    words = {
        "who": who,
        "weapon": next(iter(sheet["weapons"])),
        "skill": next(iter(sheet["skills"])),
    }
    *above, last = filled(path, words).split(".")
    node: Any = data
    for step in above:
        node = node[int(step)] if isinstance(node, list) else node.setdefault(step, {})
    if value is GONE:
        del node[last]
    elif isinstance(node, list):
        node[int(last)] = filled(value, words)
    else:
        node[last] = filled(value, words)
    return data


@each_ruleset
@pytest.mark.parametrize("of_somebody", [True, False], ids=["somebody", "whole"])
def test_a_slip_is_refused_by_the_schema_and_by_validate(
    ruleset_id: str, of_somebody: bool
) -> None:
    sound = yaml.safe_load(example(ruleset_id))
    assert faults(sound, ruleset_id) == []
    opened(example(ruleset_id))

    def check(path: str, value: Any) -> None:
        wrong = with_slip(deepcopy(sound), path, value)
        assert faults(wrong, ruleset_id)
        with pytest.raises(BadFile):
            opened(yaml.safe_dump(wrong))

    found = slips(ruleset_id)
    check_rows(check, (one for one in found if one[0].startswith("combatants.") is of_somebody))


def test_every_slip_is_of_a_ruleset_that_there_is() -> None:
    assert {ruleset_id for ruleset_id, _, _ in OF_ONE} == {*IDS}


@each_ruleset
def test_a_file_of_another_ruleset_is_refused(ruleset_id: str) -> None:
    data = {"gmtrack": 1, "ruleset": ruleset_id}
    assert faults(data, ruleset_id) == []
    assert faults(data | {"ruleset": "swan song"}, ruleset_id)


@each_ruleset
def test_a_template_gives_what_is_required(ruleset_id: str) -> None:
    data = yaml.safe_load(example(ruleset_id))
    *_, (who, sheet) = data["combatants"].items()
    data["templates"] = {"thug": sheet, "part": {"name": "Nobody"}}
    data["combatants"][who] = {"template": "thug", "side": "foe"}
    assert faults(data, ruleset_id) == []
    assert problems_with(data, registry.load(ruleset_id)) == []


@each_ruleset
def test_all_of_the_stock_is_valid_and_no_slip(ruleset_id: str) -> None:
    cast = {who: {"template": f"@{who}"} for who in stock_of(ruleset_id).things["combatants"]}
    data = {"gmtrack": 1, "ruleset": ruleset_id, "combatants": cast}
    assert faults(data, ruleset_id) == []
    encounter, ruleset = opened(yaml.safe_dump(data))
    assert faults(plain(data_of(encounter)), ruleset_id) == []
    assert likely_slips(encounter, ruleset) == []


@each_ruleset
def test_things_of_the_stock_may_be_named(ruleset_id: str) -> None:
    data = yaml.safe_load(example(ruleset_id))
    who = next(iter(data["combatants"]))
    data["templates"] = {"@ganger": {}}
    data["combatants"]["guard"] = {"template": "@ganger"}
    data["combatants"][who]["weapons"]["spare"] = "@combat-knife"
    data["combatants"][who]["armor"].append("@leather-jacket")
    assert faults(data, ruleset_id) == []
    data["combatants"][who]["armor"].append("@Leather jacket")
    assert len(faults(data, ruleset_id)) == 1


def test_a_kind_that_the_ruleset_completes_need_not_say_as_much() -> None:
    data = {"gmtrack": 1, "ruleset": "swan-song", "combatants": {"van": {"body": 9}}}
    assert faults(data, "swan-song")
    data["combatants"] = {"van": {"body": 9, "vehicle": True}}  # type: ignore[dict-item]
    assert faults(data, "swan-song") == []


def test_a_name_may_be_of_any_language_and_nothing_else() -> None:
    def of(skill: str) -> Data:
        sheet = {"strength": 2, "fortitude": 2, "skills": {skill: 1}}
        return {"gmtrack": 1, "ruleset": "spotlight", "combatants": {"a": sheet}}

    for name in ("Körperkraft", "剣術", "Ловкость 2", "schießen/werfen", "cafe\u0301", "𝒳", "_x"):
        assert faults(of(name), "spotlight") == []
        assert problems_with(of(name), registry.load("spotlight")) == []
    for name in ("a;b", "'x'", "-x", "a\u2013b", "\u201cx\u201d", "", "\u00a0x", "a*"):
        assert faults(of(name), "spotlight")
        assert problems_with(of(name), registry.load("spotlight"))


# --- chance ---

ODD = (
    None, True, False, 0, 1, -1, 3, 12, 99, 31, 1.5, "", "3", "pc", "off", "on", "kinetic", "STR+2",
    "@thug", "two words", "ß", [], {}, [1], ["single"], {"a": 1}, {"round": 1}, "none", "1d6",
)  # fmt: skip
WORDS = ("name", "side", "skill", "weapons", "Odd", "an-id", "a_key", "@thug", "template", "x y")

Spot = tuple[Any, Any]
"""A map or list and the key or index of something in it."""


def spots_of(node: Any) -> Iterator[Spot]:
    """Everything in a file, by what it stands in."""
    for key in node if isinstance(node, dict) else range(len(node)):
        yield node, key
        if isinstance(node[key], (dict, list)):
            yield from spots_of(node[key])


def whole_sheets(data: Data) -> Data:
    """Without templates: what combatants have of them stands on their own sheets."""
    templates = data.pop("templates", None) or {}
    for who, sheet in data["combatants"].items():
        own = {key: value for key, value in sheet.items() if key != "template"}
        data["combatants"][who] = deepcopy(templates.get(sheet.get("template"), {})) | own
    return data


@cache
def grounds(ruleset_id: str) -> list[str]:
    """The files that are changed: prepared ones and fights in the midst of play."""
    files = [file for file in READY_MADE if in_yaml(file)["ruleset"] == ruleset_id]
    found = [in_yaml(file) for file in files] + [plain(data_of(played(file, 25))) for file in files]
    return [json.dumps(data) for data in [*found, yaml.safe_load(example(ruleset_id))]]


def changed(data: Data, draw: st.DrawFn, most: int = 3) -> Data:
    """With one to `most` things in it otherwise: gone, under another key, or another value, of the
    same file or an odd one."""
    for _ in range(draw(st.integers(1, most))):
        spots = list(spots_of(data))
        node, key = draw(st.sampled_from(spots))
        what = draw(st.sampled_from(("gone", "key", "other", "odd", "odd")))
        if what == "gone":
            del node[key]
        elif what == "key" and isinstance(node, dict):
            node[draw(st.sampled_from(WORDS))] = node.pop(key)
        elif what == "other":
            one, at = draw(st.sampled_from(spots))
            node[key] = plain(one[at]) if not isinstance(one, list) or at < len(one) else None
        else:
            node[key] = plain(draw(st.sampled_from(ODD)))
    return data


@st.composite
def files(draw: st.DrawFn, ruleset_id: str, *, flat: bool, most: int = 3) -> Data:
    data = json.loads(draw(st.sampled_from(grounds(ruleset_id))))
    return changed(whole_sheets(data) if flat else data, draw, most)


@each_ruleset
def test_what_validate_takes_is_valid(ruleset_id: str) -> None:
    ruleset = registry.load(ruleset_id)
    taken = []

    @settings(max_examples=MUTANTS, deadline=None)
    # Of files with one thing otherwise more are right than of those with three.
    @given(files(ruleset_id, flat=False) | files(ruleset_id, flat=False, most=1))
    def check(data: Data) -> None:
        if data.get("ruleset") == ruleset_id and not problems_with(data, ruleset):
            taken.append(data)
            assert faults(data, ruleset_id) == []

    check()
    assert len(taken) > MUTANTS / 25


def uses_templates(data: Data) -> bool:
    """Whether what is on a sheet is not all that there is to judge."""
    sheets = data.get("combatants")
    each = sheets.values() if isinstance(sheets, dict) else ()
    return any("template" in sheet for sheet in each if isinstance(sheet, dict))


def names_stock(data: Data, ruleset_id: str) -> bool:
    """Whether a sheet names a thing of the stock, which stands for a map."""
    things = stock_of(ruleset_id).things.values()
    text = json.dumps(data.get("combatants"))
    return any(f'"@{name}"' in text for names in things for name in names)


def refused_by_types(data: Data, ruleset: Ruleset) -> bool:
    def whole(sheet: Any) -> Any:
        return ruleset.complete(sheet) if isinstance(sheet, dict) else sheet

    typed = any(problems_of(data, ruleset.SCHEMA, whole))
    return typed or any(house_rule_problems(data.get("house_rules"), ruleset.SCHEMA))


@each_ruleset
def test_what_types_refuse_is_refused(ruleset_id: str) -> None:
    ruleset = registry.load(ruleset_id)
    refused = []

    @settings(max_examples=MUTANTS, deadline=None)
    @given(files(ruleset_id, flat=True))
    def check(data: Data) -> None:
        if uses_templates(data) or names_stock(data, ruleset_id):
            return
        if refused_by_types(data, ruleset):
            refused.append(data)
            assert faults(data, ruleset_id)

    check()
    assert len(refused) > MUTANTS / 5
