"""`log --export`: the fight as a story in Markdown."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Type = Callable[[list[str]], Any]
FIGHT = [
    ["load", "encounters/knife-fight.yaml"],
    ["set", "bob", "name=Bob *the* <b>_x_"],
    ["roll-init", "--roll", "joe=5", "--roll", "bob=1"],
    ["attack", "joe", "bob", "--roll", "attack=6,6,2,4,1,5,1", "--roll", "defense=2,5,4",
     "--roll", "soak=5,5,1,1", "--force"],
    ["next"],
    ["set", "joe", "notes=taken back"],
    ["undo"],
    ["hide", "bob"],
]  # fmt: skip


@pytest.fixture
def story(type_line: Type, tmp_path: Path) -> str:
    for words in FIGHT:
        assert type_line(words).status in (0, 1), words
    screen = type_line(["log", "--export", "story.md"])
    assert (screen.status, screen.out) == (0, "written: story.md\n")
    return (tmp_path / "story.md").read_text(encoding="utf-8")


def test_the_story_has_its_name_its_rules_and_its_rounds(story: str) -> None:
    lines = [line for line in story.splitlines() if line.startswith("#") or line == "*Swan Song*"]
    assert story.startswith("<!-- written by gmtrack -->\n# ")
    assert lines[:2] == ["# Knife fight behind the bar", "*Swan Song*"]
    assert lines[2:4] == ["## Round 1", "### Pass 1"]


def test_an_attack_is_told_with_every_die(story: str) -> None:
    [block] = [text for text in story.split("\n\n") if "attacks" in text]
    assert block.startswith("- **Joe Schmoe attacks Bob")
    assert "attack Joe Schmoe 6 6 2 4 1 5 1 (typed) = 3 hits, limit 6" in block
    assert "soak" in block


def test_a_name_is_text_and_nothing_that_markdown_obeys(story: str) -> None:
    assert r"Bob \*the\* \<b\>\_x\_" in story
    assert "<b>" not in story


def test_what_was_taken_back_is_not_told(story: str) -> None:
    assert "taken back" not in story
    assert "undo" not in story


def test_the_story_reads_the_same_after_the_fight_was_saved_nowhere_else(
    story: str, type_line: Type, tmp_path: Path
) -> None:
    type_line(["log", "--export", "again.md"])
    assert (tmp_path / "again.md").read_text(encoding="utf-8") == story


def test_a_story_that_cannot_be_written_is_refused(type_line: Type) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    screen = type_line(["log", "--export", "nowhere/story.md", "--json"])
    assert screen.status == 1
    assert screen.doc["error"]["kind"] == "cannot-save"
