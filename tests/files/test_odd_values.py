"""Whatever stands wherever in a file: it is refused with line and path, or everything works."""

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from long_run import LONG

from gmtrack.cli.exit_status import CRASHED
from gmtrack.cli.watch import WatchState, render_now
from gmtrack.core import intents
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import BadFile, Refusal
from gmtrack.rulesets import registry
from gmtrack.store.check.assign import parse_assignments
from gmtrack.store.encounter_map import data_of, encounter_of
from gmtrack.store.text.emit import dump_yaml
from gmtrack.store.working_copies import active_place

from .places import ODD, Place, places, put
from .using import RULESETS, opened, played, ready_made, refused_or_works, use, written

FEW = 10
"""Cases of each kind and ruleset, where not all are tried."""
TEXTS = (
    "null", "true", "7", "-1", "1.5", "1000000000", "", "text", "[]", "[1]", "[null]", "{}",
    "{a: 1}", "{a: {b: [null]}}", "[[{a: []}]]", "&a b", "*a", "!!int 3", "{a: 1, a: 2}", "[",
    "1e999", "\ud800", "\x1b[2J",
)  # fmt: skip
EXAMPLES = (
    ("template", "template: [a list]", "found a list, allowed: a text"),
    ("template", "template: {a: 1}", "found a map, allowed: a text"),
    ("template", "template: nosuch", "there is no template 'nosuch'"),
    ("hidden", "hidden: [1]", "found a list, allowed: true or false"),
)

each_ruleset = pytest.mark.parametrize("ruleset_id", RULESETS)
Type = Callable[[list[str]], Any]


def fights(ruleset_id: str) -> Iterator[Data]:
    """The maps of the ready-made encounters, as they are and in the midst of play."""
    for file in ready_made(ruleset_id):
        yield data_of(opened(file.read_text(encoding="utf-8"))[0])
        yield data_of(played(file))


def some(cases: list[Any], seed: str) -> list[Any]:
    """A few of all cases, the same every time; all of them in a long run."""
    return cases if LONG else random.Random(seed).sample(cases, min(FEW, len(cases)))


@cache
def all_places(ruleset_id: str) -> list[tuple[Data, list[Place]]]:
    schema = registry.load(ruleset_id).SCHEMA
    return [(data, ways) for data in fights(ruleset_id) for ways in places(schema, data).values()]


def sound(data: Data, ways: list[Place]) -> Place:
    """The first way to reach a place that is no fault by itself; the last if there is none."""
    for way in ways[:-1]:
        try:
            opened(dump_yaml(put(data, way)))
        except BadFile:
            continue
        return way
    return ways[-1]


@each_ruleset
def test_any_value_in_any_place_is_refused_with_line_and_path_or_works(ruleset_id: str) -> None:
    cases = [(case, odd) for case in all_places(ruleset_id) for odd in ODD]
    for (data, ways), odd in some(cases, ruleset_id):
        faults = refused_or_works(dump_yaml(put(data, sound(data, ways), odd)))
        assert all(fault.line and fault.path for fault in faults), faults


@each_ruleset
def test_several_faults_at_once_are_no_less_refused(ruleset_id: str) -> None:
    chance = random.Random(ruleset_id)
    cases = all_places(ruleset_id)
    for _ in range(2_000 if LONG else FEW):
        data, _ = chance.choice(cases)
        there = [ways for other, ways in cases if other is data]
        faults = refused_or_works(dump_yaml(several(data, there, chance)))
        assert all(fault.line and fault.path for fault in faults), faults


def several(data: Data, there: list[list[Place]], chance: random.Random) -> Data:
    """Odd values in two to four places; the first may have taken away where the next would be."""
    for _ in range(chance.randint(2, 4)):
        way = chance.choice(chance.choice(there))
        try:
            data = put(data, way, chance.choice(ODD))
        except (LookupError, TypeError):
            continue
    return data


@each_ruleset
def test_what_set_takes_makes_no_file_that_is_refused(ruleset_id: str) -> None:
    chance, ruleset = random.Random(ruleset_id), registry.load(ruleset_id)
    cases = [(case, text) for case in all_places(ruleset_id) for text in TEXTS]
    for (data, ways), text in some(cases, ruleset_id):
        found = settable(chance.choice(ways).path)
        if found is None or found[0] not in (*data["combatants"], "scene", "fight"):
            continue
        who, name = found
        encounter = encounter_of(dict(data))
        words = [f"{name}={text}", chance.choice(("template=nosuch", "a.b=1", "name=x"))]
        draft = Draft(encounter)
        try:
            assignments = parse_assignments(encounter, ruleset, who, words[: chance.randint(1, 2)])
            ruleset.resolve(draft, intents.Set(who, assignments), RandomDice(1))
        except Refusal:
            draft.rollback()
            continue
        use(*opened(written(encounter)))
        draft.rollback()


def settable(path: tuple[Any, ...]) -> tuple[str, str] | None:
    """WHO and PATH of `set` for a place in a file; None where it sets nothing."""
    words = [str(step) for step in path]
    for base in (["fight", "combatants"], ["combatants"]):
        if words[: len(base)] == base:
            who, *rest = [*words[len(base) :], ""]
            return (who, ".".join(rest[:-1])) if rest[:-1] else None
    return (words[0], ".".join(words[1:])) if words[0] in ("scene", "fight") else None


@pytest.mark.parametrize("words", [["template=nosuch"], ["template=nosuch", "body=3"]])
def test_set_refuses_a_template_that_is_not_there(type_line: Type, words: list[str]) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    refused = type_line(["set", "bob", *words])
    assert refused.status == 1
    assert "there is no template 'nosuch'" in refused.err


@pytest.mark.parametrize(("path", "line", "message"), EXAMPLES)
@pytest.mark.parametrize("ruleset_id", RULESETS)
def test_an_edit_of_the_working_copy_by_hand_is_refused_and_not_lost(
    type_line: Type, ruleset_id: str, path: str, line: str, message: str
) -> None:
    type_line(["load", f"encounters/{next(ready_made(ruleset_id)).name}"])
    copy = active_place().file
    before = copy.read_text(encoding="utf-8")
    encounter, _ = opened(before)
    who = next(who for who, sheet in encounter.combatants.items() if path not in sheet)
    copy.write_text(before.replace(f"\n  {who}:", f"\n  {who}:\n    {line}", 1), encoding="utf-8")
    for words in (["board"], ["show", who], ["next"], ["undo"], ["log"]):
        refused = type_line(words)
        assert refused.status == 1
        assert f"combatants.{who}.{path}: {message}" in refused.err
    screen = "".join(
        span.text for line in render_now(None, 400, WatchState(players=False)) for span in line
    )
    assert message in screen
    copy.write_text(before, encoding="utf-8")
    assert type_line(["board"]).status == 0


@each_ruleset
def test_any_edit_by_hand_under_a_running_fight_is_told_or_taken(
    type_line: Type, ruleset_id: str
) -> None:
    type_line(["load", f"encounters/{next(ready_made(ruleset_id)).name}"])
    type_line(["roll-init", "--seed", "1"])
    copy = active_place().file
    data = data_of(opened(copy.read_text(encoding="utf-8"))[0])
    there = list(places(registry.load(ruleset_id).SCHEMA, data).values())
    cases = [(way, odd) for ways in there for way in ways[:1] for odd in ODD]
    for way, odd in random.Random(ruleset_id).sample(cases, 400 if LONG else 4):
        copy.write_text(dump_yaml(put(data, way, odd)), encoding="utf-8")
        who = next(iter(data["combatants"]))
        for words in (["board"], ["show", who], ["attack", who, *data["combatants"], "--dry-run"]):
            assert type_line(words).status != CRASHED, (way.path, odd, words)
        for players in (False, True):
            assert render_now(None, 80, WatchState(players=players))
