"""One command at work in a fight by a page, and the fight as it stands."""

from functools import cache
from typing import Any, NoReturn

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.commands import BaseGame, RuledFightView
from gmtrack.rulesets.port import Words
from gmtrack.rulesets.system_page.formula.errors import FormulaError
from gmtrack.rulesets.system_page.judged import JudgedPage
from gmtrack.rulesets.system_page.page.shapes import (
    SystemPage,
)
from gmtrack.rulesets.system_page.sheet.fighter import Fighter, FightState

WORDS = Words(dice="dice", unknown="unknown", value="value", price=("budget",))
BY_PAGE = "system"
"""The kind of a refusal for a fault of the page that shows only in play."""


def no_house_rules(rules: Data) -> None:
    """Return nothing: a page has no switches, as it can be changed itself."""
    del rules


class Scene(RuledFightView[Fighter, None, FightState]):
    """The fight, to be looked at."""

    LASTING = True
    WORDS = WORDS
    HOUSE = staticmethod(no_house_rules)
    FIGHT = FightState
    page: SystemPage
    judged: JudgedPage

    @property
    def rolls_initiative(self) -> bool:
        """Whether there is an order of turns."""
        return self.page.initiative is not None

    @property
    def rolls_each_round(self) -> bool:
        """Whether initiative is rolled anew every round."""
        initiative = self.page.initiative
        return initiative is not None and initiative.each == "round"

    @property
    def takes_turns_by_side(self) -> bool:
        """Whether a whole side acts together."""
        return self.page.initiative is not None and self.page.initiative.sides

    def row(self, *path: str) -> str:
        """Return the id of the row of the page at a path."""
        return self.judged.row_id(*path)

    def add_row(self, *path: str) -> str:
        """Return the rows of the page that count now (`draft.by`), and the one at a path."""
        return ", ".join(filter(None, (self.draft.rules, self.row(*path))))


class Game(Scene, BaseGame[Fighter]):
    """One command at work."""

    def deny_fault(self, error: FormulaError) -> NoReturn:
        """Raise Refusal (BY_PAGE) for a fault of the page that shows only in play, such as a
        division by 0."""
        self.deny(BY_PAGE, f"{self.judged.file}: {error}")


def make_views(
    page: SystemPage, judged: JudgedPage, fighter: type[Fighter]
) -> tuple[type[Scene], type[Game]]:
    """Return the classes of a fight's views and of its commands for one page."""
    own: dict[str, Any] = {
        "FIGHTER": fighter,
        "page": page,
        "judged": judged,
        "RULESET": judged.id,
        # The ids never change, and an attack cites tens of rows.
        "row": staticmethod(cache(judged.row_id)),
    }
    return type("PageScene", (Scene,), own), type("PageGame", (Game,), own)
