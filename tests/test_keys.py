"""The keys that a GM chooses in a file, in every ruleset: none that a command line would not take
as it is, and none that is not looked at."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest

from gmtrack.core.encounter import Data
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.check.shapes import alternatives, fields_of, live_shape, sheet_shape
from gmtrack.store.check.validate import problems_with
from gmtrack.store.text.codec import decode_file, parse_yaml

ENCOUNTERS = Path(__file__).parents[1] / "encounters"
RULESETS = [meta.id for meta in registry.metas()]
HOSTILE = [
    "$(touch pwned)",
    "`x`",
    "a;b",
    "a|b",
    "a'b",
    'a"b',
    "a\\b",
    "a*",
    "~a",
    "!a",
    "-a",
    "#a",
]
GIVEN = {"taken", "timed_items"}
"""Live state under ids that a file may bring with it; those of other maps are ids of the cast, of
weapons or of pieces of the scene, which the rulesets know."""

Map = tuple[tuple[str, ...], Any]


def maps(shape: Any, path: tuple[str, ...] = ()) -> Iterator[Map]:
    """The maps in a shape whose keys are not fixed, with the annotation of their keys."""
    for member in alternatives(shape):
        for name, inner in (fields_of(member) or {}).items():
            yield from maps(inner, (*path, name))
        args = get_args(member)
        if get_origin(member) is dict:
            yield path, args[0]
            yield from maps(args[1], (*path, "KEY"))
        elif get_origin(member) in (list, tuple):
            yield from maps(args[0], (*path, "0"))


def chosen(ruleset: Ruleset) -> Iterator[Map]:
    """The maps of a file whose keys are the GM's to choose."""
    schema = ruleset.SCHEMA
    everywhere = [
        *maps(sheet_shape(schema.sheet), ("combatants", "WHO")),
        *maps(sheet_shape(schema.sheet), ("templates", "WHO")),
        *maps(schema.scene, ("scene",)),
    ]
    live = [
        *maps(live_shape(schema.fight), ("fight",)),
        *maps(live_shape(schema.live), ("fight", "combatants", "WHO")),
    ]
    everywhere += [(path, key) for path, key in live if path[-1] in GIVEN]
    return ((path, key) for path, key in everywhere if get_origin(key) is not Literal)


@cache
def a_fight(name: str) -> tuple[Data, str]:
    """A ready-made fight of a ruleset, and one of its combatants."""
    for file in sorted(ENCOUNTERS.glob("*.yaml")):
        data = parse_yaml(decode_file(file.read_bytes(), ""), "").data
        if data["ruleset"] == name:
            return data, next(iter(data["combatants"]))
    raise AssertionError(name)


def put(data: Any, path: tuple[str, ...], value: Any) -> Any:
    """A copy of plain data with a value at a path, and what has to stand around it."""
    step, *rest = path
    if isinstance(data, list):
        return [put(data[0], tuple(rest), value) if rest else value, *data[1:]]
    here = dict(data) if isinstance(data, dict) else {}
    return here | {step: put(here.get(step), tuple(rest), value) if rest else value}


@pytest.mark.parametrize("name", RULESETS)
def test_every_map_of_the_gm_says_which_keys_it_takes(name: str) -> None:
    found = list(chosen(registry.load(name)))
    assert any(path[-1] == "weapons" for path, _ in found)
    for path, key in found:
        assert get_origin(key) is Annotated, path


@pytest.mark.parametrize("name", RULESETS)
def test_a_key_that_a_shell_would_obey_is_one_fault(name: str) -> None:
    ruleset = registry.load(name)
    data, who = a_fight(name)
    for path, _ in chosen(ruleset):
        place = tuple({"WHO": who, "KEY": "any"}.get(step, step) for step in path)
        for key in HOSTILE:
            problems = problems_with(put(data, (*place, key), None), ruleset)
            [message] = [p.message for p in problems if p.path[-1] == key]
            assert message.startswith("found ")
            assert "allowed: " in message, (place, message)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("where", ["templates", "combatants"])
def test_an_id_that_a_shell_would_obey_is_one_fault(name: str, where: str) -> None:
    ruleset = registry.load(name)
    data, who = a_fight(name)
    for key in [*HOSTILE, "a_b", "A", "ä"]:
        problems = problems_with(put(data, (where, key), data["combatants"][who]), ruleset)
        messages = [(p.path, p.message) for p in problems]
        assert [path for path, _ in messages] == [(where, key)]
        assert "allowed: lower-case letters, digits and hyphens" in messages[0][1]
