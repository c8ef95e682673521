"""Definitions that somebody got wrong, or means ill by: refused in a line that says where."""

import json
from pathlib import Path
from typing import Any

import pytest

from .test_removed import STAGES
from .typing_in import gmtrack

WRONG: list[tuple[Any, str]] = [
    ({"rolls": 5}, "rolls"),
    ({"rolls": {"roll": "test"}}, "rolls"),
    ({"rolls": [{"roll": "test", "by": 1, "when": {"skill": True}}]}, "rolls.0.when.skill"),
    ({"rolls": [{"roll": ["test", 5], "by": 1}]}, "rolls.0.roll"),
    ({"rolls": [{"roll": "test", "by": 10**9}]}, "rolls.0.by"),
    ({"rolls": [{"roll": "test", "by": 1}] * 201}, ""),
    ({"change": [1]}, "change"),
    ({"change": {"willpower": True}}, "change.willpower"),
    ({"change": {"unlikely": 1}}, "change.unlikely"),
    ({"change": {"un-likely": 1}}, "change.un-likely"),
    ({"change": {"skills.x": 10**9}}, "change.skills.x"),
    ({"lasts": "0 rounds"}, "lasts"),
    ({"lasts": "9999 rounds"}, "lasts"),
    ({"stacks": 1_000}, "stacks"),
    ({"players": True}, "players"),
    ({"name": "\x1b[2J"}, "name"),
    ({"name": "x" * 61}, "name"),
    ({"brings": "prone"}, "brings"),
    ({"brings": ["own"]}, "brings"),
    ({"forbids": ["breathing"]}, "forbids"),
    ({"each": {"at": "round-end"}}, "each"),
    ({"each": {"at": "noon", "damage": 1}}, "each.at"),
    ({"each": {"at": "round-end", "damage": 10**9}}, "each.damage"),
    ({"each": {"at": "round-end", "count": ""}}, "each.count"),
    ({"then": "own"}, "then"),
    ({"then": "nobody"}, "then"),
    ({"nonsense": 1}, "nonsense"),
    (5, ""),
]


pytestmark = pytest.mark.usefixtures("home")


def validated(folder: Path, ruleset: str, effects: dict[str, Any]) -> Any:
    file = folder / "x.yaml"
    data = {"gmtrack": 1, "name": "x", "ruleset": ruleset, "effects": effects, "combatants": {}}
    file.write_text(json.dumps(data), encoding="utf-8")
    return gmtrack("validate", str(file))


@pytest.mark.parametrize("ruleset", STAGES)
def test_what_is_wrong_is_told_by_its_path(ruleset: str, tmp_path: Path) -> None:
    for definition, path in WRONG:
        answer = validated(tmp_path, ruleset, {"own": definition})
        where = f"effects.own.{path}" if path else "effects.own"
        assert answer.code == 1, definition
        assert f" {where}" in answer.out, (definition, answer)
        assert max(map(len, answer.out.splitlines())) < 1_000


@pytest.mark.parametrize("ruleset", STAGES)
def test_circles_and_thousands_are_refused(ruleset: str, tmp_path: Path) -> None:
    ring = {f"e{n}": {"then": f"e{(n + 1) % 150}"} for n in range(150)}
    assert "goes in a circle" in validated(tmp_path, ruleset, ring).out
    answer = validated(tmp_path, ruleset, {f"e{n}": {} for n in range(1_000)})
    assert "effects: found 1000, allowed are 200" in answer.out
    tail = {"e0": {"then": "e1"}, "e1": {"then": "e2"}, "e2": {"then": "e1"}}
    assert "goes in a circle" in validated(tmp_path, ruleset, tail).out


def test_why_of_a_number_says_who_put_an_effect_on_and_when(tmp_path: Path) -> None:
    """ALL-OWN-02, ALL-OWN-03"""
    file = tmp_path / "x.yaml"
    data = {
        "gmtrack": 1, "name": "x", "ruleset": "sr3",
        "effects": {"own": {"change": {"body": 1}, "lasts": "3 rounds"}, "other": {}},
        "combatants": {"ann": {"template": "@human"}},
    }  # fmt: skip
    file.write_text(json.dumps(data), encoding="utf-8")
    lines = (
        ["load", str(file)],
        *(["effect", "ann", word] for word in ("other", "own")),
        ["roll-init", "--seed", "1"],
        ["roll-init", "--force", "--seed", "1"],
    )
    for line in lines:
        assert gmtrack(*line).code == 0
    told = gmtrack("why", "ann", "combat pool", "--json").doc
    assert told["history"] == []
    told = gmtrack("why", "ann", "body", "--json").doc
    assert [(part["label"], part["value"]) for part in told["parts"]][-1] == ("own", 1)
    assert [(step["line"], step["rules"]) for step in told["history"]] == [
        ("effect ann own", ["ALL-OWN-03"])
    ]


LOOSE = """
gmtrack: 1
name: Slips
ruleset: i2050
effects:
  x:
    change: {skills.knive: 1}
    rolls:
      - {roll: attack, by: 1, when: {weapon: katanna}}
      - {roll: attack, by: 1, when: {skill: knive}}
      - {roll: attack, by: 1, when: {against: rok}}
      - {roll: attack, by: 1, when: {called: heed}}
      - {roll: attack, by: 1, when: {weapon: katana, skill: knife, against: rook, called: head}}
  y: {each: {at: round-end, count: alrm}}
  z: {each: {at: round-end, count: alarm}, change: {skills.knife: 1}}
counters: {alarm: {max: 6}}
combatants:
  rook: {template: '@ganger', side: pc, always: [x]}
  lotus: {template: '@sword-fighter'}
"""


def test_words_that_nothing_knows_are_likely_slips(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(LOOSE, encoding="utf-8")
    [found] = gmtrack("validate", str(file), "--json").doc["files"]
    told = {one["path"].removeprefix("effects."): one["message"] for one in found["warnings"]}
    assert list(told) == [
        "x.change.skills.knive", "x.rolls.0.when.weapon", "x.rolls.1.when.skill",
        "x.rolls.2.when.against", "x.rolls.3.when.called", "y.each.count",
    ]  # fmt: skip
    meant = ("'knife'?", "'katana'?", "'knife'?", "'rook'?", "the place 'heed'", "'alarm'?")
    for message, end in zip(told.values(), meant, strict=True):
        assert message.endswith(end)
