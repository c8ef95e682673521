"""Every fact that a ruleset tells has a sentence, and the sentence gets all that it names."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from gmtrack.rulesets import registry
from gmtrack.rulesets.kit.phrases import SHARED_STORY

PACKAGE = Path(__file__).parents[2] / "gmtrack"
IDS = [meta.id for meta in registry.metas()]
EVERY = pytest.mark.parametrize("ruleset", IDS)
FEWEST = 40
"""Facts that a ruleset tells at the least; fewer, and the source is not read right."""


class Told(NamedTuple):
    """One `report.tell(...)`: where, its key (a pattern where parts of it are made), what it
    gives by name, and whether that is all."""

    where: str
    key: str
    made: bool
    args: frozenset[str]
    whole: bool


def told(ruleset: str) -> Iterator[Told]:
    """Every call in the ruleset's source."""
    folder = PACKAGE / "rulesets" / ruleset.replace("-", "_")
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and is_report_tell(node.func):
                yield from calls(f"{path}:{node.lineno}", node)


def is_report_tell(function: ast.expr) -> bool:
    """`report.tell` or `game.report.tell`; what calls it with words of its own is no fact yet."""
    if not isinstance(function, ast.Attribute) or function.attr != "tell":
        return False
    return "report" in (getattr(function.value, "attr", ""), getattr(function.value, "id", ""))


def calls(where: str, node: ast.Call) -> Iterator[Told]:
    args = frozenset(word.arg for word in node.keywords if word.arg)
    whole = all(word.arg for word in node.keywords)
    for key, made in keys_of(node.args[0]):
        yield Told(where, key, made, args, whole)


def keys_of(node: ast.expr) -> Iterator[tuple[str, bool]]:
    """The keys that an expression can be; none where only the running program knows."""
    if isinstance(node, ast.Constant):
        yield str(node.value), False
    elif isinstance(node, ast.IfExp):
        yield from (*keys_of(node.body), *keys_of(node.orelse))
    elif isinstance(node, ast.JoinedStr):
        parts = (
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+"
            for part in node.values
        )
        yield "".join(parts), True


def fields(sentence: str) -> set[str]:
    """What a sentence names."""
    found = (name for _, name, _, _ in string.Formatter().parse(sentence) if name)
    return {re.split(r"[.\[]", name)[0] for name in found}


def place_of(ruleset: str, key: str) -> str:
    """File and line of a sentence; the key where it stands in no `phrases.txt`."""
    file = PACKAGE / "rulesets" / ruleset.replace("-", "_") / "screens" / "phrases.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    numbers = [number for number, line in enumerate(lines, 1) if line.startswith(f"{key} |")]
    return f"{file}:{numbers[0]}" if numbers else key


@EVERY
def test_every_fact_has_a_sentence_that_gets_all_it_names(ruleset: str) -> None:
    phrases = registry.load(ruleset).PHRASES
    found = list(told(ruleset))
    assert len(found) > FEWEST
    for one in found:
        if one.made:
            assert any(re.fullmatch(one.key, key) for key in phrases), one
            continue
        assert one.key in phrases, one
        if one.whole:
            unknown = fields(phrases[one.key]) - one.args
            assert not unknown, f"{place_of(ruleset, one.key)}: {unknown} not given by {one.where}"


@EVERY
def test_the_story_says_the_same_facts_with_no_more_than_they_give(ruleset: str) -> None:
    rules = registry.load(ruleset)
    assert set(SHARED_STORY) <= set(rules.STORY) <= set(rules.PHRASES)
    given_by_kit = {one.key: one.args for one in told("kit")}
    for key in set(rules.STORY) & set(rules.PHRASES):
        given = {*fields(rules.PHRASES[key]), *given_by_kit.get(key, ()), "times"}
        assert fields(rules.STORY[key]) <= given, key
        assert "(GM)" not in rules.STORY[key], key
        assert "`" not in rules.STORY[key], key
