"""Whose dice are asked for where one attack has several targets: the roller's, not the target's."""

from pathlib import Path

import pytest

from gmtrack.core.draft import Draft
from gmtrack.dice.asking import AskedDice
from gmtrack.dice.port import Ask
from gmtrack.dice.sources import RandomDice

from .book import BOOK, CORE

FULL_AUTO = "attack sam gus zed --weapon smg --with mode=fa --with rounds=3 --with range=8"


def asked(line: str, who: str, folder: Path) -> list[tuple[str, str]]:
    """The rolls that somebody with `table: {ask: [WHO]}` is asked for, with their blocks."""
    sheets = {name: BOOK.cast[name] for name in ("sam", "gus", "zed")}
    doc = {"gmtrack": 1, "name": "x", "ruleset": "sr3", "combatants": sheets}
    encounter = CORE.encounter(doc)
    found: list[tuple[str, str]] = []

    def question(ask: Ask, problem: str) -> str:
        assert not problem
        found.append((ask.name, ask.key))
        return ""

    dice = AskedDice(RandomDice(1), lambda ask: ask.who == who, question)
    intent = CORE.intent(CORE.parsed(line.split()), encounter)
    CORE.ruleset.resolve(Draft(encounter), intent, dice)
    return found


@pytest.mark.parametrize(
    ("line", "who", "expected"),
    [
        (FULL_AUTO, "sam", [("attack", "gus"), ("attack", "zed")]),
        ("attack sam gus zed", "sam", [("attack", "gus"), ("attack", "zed")]),
        ("attack sam gus gus", "gus", [("defend", "gus"), ("defend", "gus.2")]),
    ],
)
def test_the_one_who_rolls_is_asked(
    line: str, who: str, expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    found = asked(line, who, tmp_path)
    assert [one for one in found if one[0] in ("attack", "defend")] == expected
