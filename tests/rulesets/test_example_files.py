"""The example that a new encounter may begin with: it explains each field where it comes first,
has no slips, and what its opening comment proposes works."""

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from gmtrack.rulesets import registry
from gmtrack.store.opening import validate_file

Type = Callable[[list[str]], Any]

PAGE = "example.yaml"
CHOSEN = ("combatants", "skills", "weapons", "cover", "covers", "barriers")
"""Maps whose keys people choose."""
PLACES = ("points", "rating", "held")
"""Maps that are explained as a whole."""

RULESETS = ["i2050", "spotlight", "sr3", "storyteller", "swan-song"]
each_ruleset = pytest.mark.parametrize("name", RULESETS)


def fields_of(node: yaml.Node, path: str = "", chosen: bool = False) -> Iterator[tuple[str, int]]:
    """Every key below a node, as a dotted path with `*` for what people choose, and its line."""
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from fields_of(item, f"{path}.*")
    if not isinstance(node, yaml.MappingNode):
        return
    for key, below in node.value:
        here = f"{path}.{'*' if chosen else key.value}".lstrip(".")
        yield here, key.start_mark.line
        if key.value not in PLACES:
            yield from fields_of(below, here, not chosen and key.value in CHOSEN)


def file_of(name: str, folder: Path) -> Path:
    """The example as a file of one's own."""
    path = folder / "mine.yaml"
    path.write_text(registry.page(name, PAGE), encoding="utf-8")
    return path


@each_ruleset
def test_every_field_is_explained_where_it_comes_first(name: str) -> None:
    text = registry.page(name, PAGE)
    lines = text.splitlines()
    seen: set[str] = set()
    for path, number in fields_of(yaml.compose(text)):
        if path not in seen:
            assert " # " in lines[number], path
        seen.add(path)


@each_ruleset
def test_a_line_explains_one_field(name: str) -> None:
    firsts: dict[str, int] = {}
    for path, number in fields_of(yaml.compose(registry.page(name, PAGE))):
        firsts.setdefault(path, number)
    lines = list(firsts.values())
    assert [line for line in lines if lines.count(line) > 1] == []


@each_ruleset
def test_what_may_be_left_out_is_said(name: str) -> None:
    """All comments on a sheet's own fields say whether the field must be given."""
    help_ = registry.load(name).SCHEMA.help
    text = registry.page(name, PAGE)
    lines = text.splitlines()
    firsts: dict[str, int] = {}
    for path, number in fields_of(yaml.compose(text)):
        firsts.setdefault(path.removeprefix("combatants.*."), number)
    explained = [path for path in help_ if path in firsts]
    assert len(explained) > 15
    for path in explained:
        assert re.search("left out: |must be given|must have", lines[firsts[path]]), path


@each_ruleset
def test_it_is_valid_without_a_warning_and_complete(
    name: str, tmp_path: Path, type_line: Type
) -> None:
    path = str(file_of(name, tmp_path))
    judged = type_line(["validate", path])
    assert (judged.status, judged.err) == (0, "")
    assert "warning" not in judged.out
    encounter, _ = validate_file(path)
    assert encounter.ruleset == name
    assert [encounter.side(who) for who in encounter.combatants] == ["pc", "foe"]
    for who in encounter.combatants:
        sheet = encounter.sheet(who)
        assert len(sheet["weapons"]) == 2
        assert sheet["skills"]
        assert sheet["armor"]
    assert "@" not in registry.page(name, PAGE)


@each_ruleset
def test_all_that_its_opening_comment_proposes_works(
    name: str, tmp_path: Path, type_line: Type
) -> None:
    assert type_line(["load", str(file_of(name, tmp_path))]).status == 0
    proposed = re.findall(r"^# {3}gmtrack (.+)$", registry.page(name, PAGE), re.MULTILINE)
    assert {"roll-init", "next", "board", "what"} <= set(proposed)
    for line in proposed:
        screen = type_line(shlex.split(line))
        assert screen.status == 0, (line, screen.err)


@each_ruleset
def test_commands_in_the_comments_of_fields_work(
    name: str, tmp_path: Path, type_line: Type
) -> None:
    lines = registry.page(name, PAGE).splitlines()
    for line in re.findall(r": .*# .*`gmtrack (.+?)`", "\n".join(lines)):
        assert type_line(["load", str(file_of(name, tmp_path)), "--fresh"]).status == 0
        assert type_line(shlex.split(line)).status == 0, line


@each_ruleset
@pytest.mark.parametrize(("attacker", "target"), [("rook", "weasel"), ("weasel", "rook")])
def test_each_can_attack_the_other_with_each_weapon(
    name: str, attacker: str, target: str, tmp_path: Path, type_line: Type
) -> None:
    encounter, _ = validate_file(str(file_of(name, tmp_path)))
    for weapon in encounter.sheet(attacker)["weapons"]:
        path = str(file_of(name, tmp_path))
        words = ["-f", path, "attack", attacker, target, "--weapon", weapon]
        screen = type_line(words)
        if screen.status:
            in_hand = re.search(r"`(act \w+ draw[^`]*)`", screen.err)
            assert in_hand, (words, screen.err)
            assert type_line(["-f", path, *in_hand[1].split()]).status == 0
            assert type_line(words).status == 0
