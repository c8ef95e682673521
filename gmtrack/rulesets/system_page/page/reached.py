"""Rows of a page that never count, as one before them always does."""

from collections.abc import Iterator, Mapping

from gmtrack.core.draft import Path
from gmtrack.rulesets.port import Problem
from gmtrack.rulesets.system_page.formula.errors import FormulaError
from gmtrack.rulesets.system_page.formula.nodes import Scope, Throw
from gmtrack.rulesets.system_page.page.formula_text import Formula
from gmtrack.rulesets.system_page.page.shapes import (
    BandShape,
    LandingShape,
    SystemPage,
)

CHANCES = (*range(41), *range(45, 96, 5), *range(96, 102), 150, 200, 1000)
"""The chances with which levels are tried: each small one, and some of the others."""
ROLLS = (*range(-10, 0), *CHANCES)
"""The rolls with which levels are tried. Those of fudge dice may be negative."""


class RolledScope(Scope):
    """What a level is found by: what the dice show, and the chance."""

    def __init__(self, rolled: int, chance: int) -> None:
        self.numbers = {"rolled": rolled, "chance": chance}

    def value_of(self, name: str) -> int:
        if name not in self.numbers:
            raise FormulaError(f"no name '{name}' here")
        return self.numbers[name]

    def has_condition(self, person: str, condition: str) -> bool:
        raise FormulaError(f"'{person} is {condition}' cannot be known here")

    def roll(self, throw: Throw) -> int:
        raise FormulaError("no dice can be rolled here")


def unreached_problems(page: SystemPage) -> Iterator[Problem]:
    """Yield every level, outcome and row of `lands` that never counts. The page must have no
    other faults."""
    yield from _problems_of_levels(page.levels)
    for way, attack in page.attacks.items():
        yield from _problems_of_rows(("attacks", way, "bands"), attack.bands)
    for word, test in page.tests.items():
        yield from _problems_of_rows(("tests", word, "bands"), test.bands)
    if page.damage:
        yield from _problems_of_rows(("damage", "lands"), page.damage.lands)


def _problems_of_rows(
    path: Path, rows: Mapping[str, BandShape] | Mapping[str, LandingShape]
) -> Iterator[Problem]:
    """Yield the rows that stand behind one without a condition."""
    always = ""
    for word, row in rows.items():
        if always:
            yield Problem((*path, word), _message(word, always))
        elif row.when is None:
            always = word


def _problems_of_levels(
    levels: Mapping[str, Formula | None],
) -> Iterator[Problem]:
    """Yield the levels that never count, by trying rolls under chances. A level that holds for
    none of those is left alone: it may be meant for others."""
    missing = set(levels)
    before: dict[str, str] = {}
    for chance in CHANCES:
        for rolled in ROLLS:
            held = _levels_that_hold(levels, RolledScope(rolled, chance))
            missing.difference_update(held[:1])
            for word in held[1:]:
                before.setdefault(word, held[0])
            if not missing:
                return
    for word in levels:
        if word in missing and word in before:
            yield Problem(("levels", word), _message(word, before[word]))


def _levels_that_hold(
    levels: Mapping[str, Formula | None], scope: Scope
) -> list[str]:
    """Return the levels whose condition holds; none where one cannot be worked out."""
    try:
        return [
            word
            for word, formula in levels.items()
            if formula is None or formula.holds(scope)
        ]
    except FormulaError:
        return []


def _message(word: str, other: str) -> str:
    return (
        f"'{word}' never counts, as '{other}' before it holds whenever it does: "
        "the first that holds counts"
    )
