"""Phrases as text: what a line of `phrases.txt` means, and what is said of a broken one."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from gmtrack.app.past.cited_rules import unknown_rows
from gmtrack.core.report import Phrase
from gmtrack.errors import BadFile
from gmtrack.rulesets import registry
from gmtrack.rulesets.kit.phrases import SHARED_PHRASES, read_phrases

RULESETS = Path(__file__).parents[2] / "gmtrack" / "rulesets"
FILES = sorted(RULESETS.glob("*/screens/phrases.txt"))
EVERY_FILE = pytest.mark.parametrize("file", FILES, ids=lambda file: file.parts[-3])
EARLIER = "\n# what earlier versions told"


def module_beside(folder: Path, text: str) -> str:
    """Write a `phrases.txt`, and return the `__file__` of a module in the same folder."""
    (folder / "phrases.txt").write_text(text, encoding="utf-8")
    return str(folder / "phrases.py")


def parts(phrase: str) -> tuple[str, str, str | None]:
    assert isinstance(phrase, Phrase)
    return str(phrase), phrase.rules, phrase.story


def test_a_line_is_a_phrase(tmp_path: Path) -> None:
    module = module_beside(
        tmp_path,
        """\
# what happens

hit | X-1, X-2 to X-4 | {who} is hit: {points} | “{left}” left
  ~ {who} is hit
turn | X-3 | [GM] {who} acts
own | | {who} (GM)
gone.aim | X-5 |
""",
    )
    phrases = read_phrases(module)
    assert parts(phrases["hit"]) == (
        "{who} is hit: {points} | “{left}” left", "X-1, X-2 to X-4", "{who} is hit"
    )  # fmt: skip
    assert parts(phrases["turn"]) == ("{who} acts", "X-3", "")
    assert parts(phrases["own"]) == ("{who} (GM)", "", None)
    assert parts(phrases["gone.aim"]) == (SHARED_PHRASES["gone.aim"], "X-5", None)


def test_phrases_that_rulesets_share_come_first(tmp_path: Path) -> None:
    text = "hit | | {who} is hit\nadd | X-1 | {who} comes\nleft | | {who} runs\n  ~ {who} is off\n"
    phrases = read_phrases(module_beside(tmp_path, text))
    assert [*phrases] == [*SHARED_PHRASES, "hit"]
    assert parts(phrases["add"]) == ("{who} comes", "X-1", SHARED_PHRASES["add"].story)
    assert parts(phrases["left"]) == ("{who} runs", "", "{who} is off")
    others = phrases.keys() - {"hit", "add", "left"}
    assert all(phrases[key] is SHARED_PHRASES[key] for key in others)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("hit {who} is hit", 1, "expected `key | rows | sentence`"),
        ("# a\n\nhit | {who} is hit", 3, "expected `key | rows | sentence`"),
        ("| X-1 | {who} is hit", 1, "expected `key | rows | sentence`"),
        ("hit | X-1 | a\nmiss | X-1 | b\nhit | X-2 | c", 3, "'hit' has a sentence already"),
        ("hit | X-1 |", 1, "'hit' has no sentence, and rulesets share none"),
        ("hit | X-1 | [GM]", 1, "'hit' has no sentence"),
        ("hit | X-1 | {who is hit", 1, "a brace has no partner"),
        ("hit | X-1 | {who} is hit\n  ~ {who}} is hit", 2, "a brace has no partner"),
        ("  ~ {who} is hit", 1, "`~` stands below the phrase that it belongs to"),
        ("hit | X-1 | a\n  ~ b\n  ~ c", 3, "told in stories otherwise already"),
        ("hit | X-1 | [GM] a\n  ~ b", 2, "told in stories otherwise already"),
        ("hit | X-1 | a\n  ~", 2, "expected `key | rows | sentence`"),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, text: str, line: int, message: str) -> None:
    module = module_beside(tmp_path, text)
    with pytest.raises(BadFile) as caught:
        read_phrases(module)
    assert str(caught.value).startswith(f"{tmp_path / 'phrases.txt'}:{line}: ")
    assert message in str(caught.value)


def test_a_row_that_does_not_exist_is_found_in_phrases_too() -> None:
    sources = {
        "screens/phrases.txt": b"hit | X-1 to X-3 | {who} is hit\n\nmiss | X-5, Y-1 | a miss\n"
    }
    assert [*unknown_rows(sources, ["X-1", "X-2", "X-3"])] == [
        "screens/phrases.txt, line 3: no row 'X-5' in RULES.md"
    ]


def test_the_sources_of_a_ruleset_are_modules_and_phrases() -> None:
    assert {"__init__.py", "screens/phrases.txt"} <= registry.sources("i2050").keys()


@EVERY_FILE
def test_every_phrase_is_told_somewhere(file: Path) -> None:
    """But those of earlier versions. A key stands in the source as it is, or is put together."""
    text, *_ = file.read_text(encoding="utf-8").partition(EARLIER)
    keys = set(re.findall(r"(?m)^([a-z][^ ]*) \|", text))
    rooms = (file.parents[1], RULESETS / "kit", RULESETS.parent / "view")
    whole = frozenset().union(*(made_keys(room)[0] for room in rooms))
    patterns = "|".join(frozenset().union(*(made_keys(room)[1] for room in rooms)))
    assert len(keys) > FEWEST.get(file.parents[1].name, 80)
    assert not {key for key in keys - whole if not re.fullmatch(patterns, key)}


FEWEST = {"system_page": 20}
"""Phrases that there are at the least, where they are fewer: a page brings its own words."""


@cache
def made_keys(folder: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Return the strings in the modules of a folder, and patterns of those that are put together,
    where they might be a key."""
    whole, patterns = set(), set()
    for module in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                pattern = "".join(
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".*"
                    for part in node.values
                )
                if re.match("[a-z]{3}", pattern):
                    patterns.add(pattern)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
    return frozenset(whole), frozenset(patterns)
