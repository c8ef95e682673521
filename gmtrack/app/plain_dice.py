"""`roll`: plain dice for anything. They are a step of the history and change nothing."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.app.run import Order
from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, Report, Roll
from gmtrack.dice.expression import FallenTerm, parse_terms, roll_terms
from gmtrack.dice.port import Ask, Reading
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import StoreError

if TYPE_CHECKING:
    pass

NAME = "roll"
REFUSED = "dice"
"""The kind of refusal where no ruleset has its own word."""


class Rolled(NamedTuple):
    """What fell; `logged`: an open fight has it in its history."""

    report: Report
    logged: bool
    dry_run: bool

    def document(self) -> Data:
        doc = {
            key: value
            for key, value in self.report.to_json().items()
            if value != ""
        }
        doc["logged"] = self.logged
        return doc | {"dry_run": True} if self.dry_run else doc


def roll(order: Order, dice: str) -> Rolled:
    """Roll, in the fight that is open or in none. Raises Refusal and StoreError."""
    from gmtrack.store.session import open_session

    try:
        with open_session(order.file, write=not order.dry_run) as session:
            ruleset = session.ruleset
            report = _report(
                dice, order.seed, ruleset.META.id, ruleset.WORDS.dice
            )
            if not order.dry_run:
                told: Data = {
                    "report": report.to_json(),
                    "story": report.told(),
                }
                told |= {"shown": report.shown(), "plain": True}
                session.keep([], order.line, lambda: told)
            return Rolled(report, not order.dry_run, order.dry_run)
    except StoreError as error:
        if error.kind != "no-encounter":
            raise
    return Rolled(
        _report(dice, order.seed, "", REFUSED),
        logged=False,
        dry_run=order.dry_run,
    )


def _report(text: str, seed: int | None, ruleset: str, kind: str) -> Report:
    """All dice as one roll, which explains itself by its parts."""
    fallen = roll_terms(parse_terms(text, kind), by_chance(seed))
    counts = any(part.term.compare for part in fallen)
    came_to = {
        "hits" if counts else "total": sum(part.value for part in fallen)
    }
    report = Report(NAME, ruleset, {"dice": text, **came_to})
    faces = tuple(face for part in fallen for face in part.dice)
    picked = any(part.term.compare or part.term.keep for part in fallen)
    good = tuple(one for part in fallen for one in part.good) if picked else ()
    report.rolled(Roll(text, "", _parts(fallen), faces, False, came_to, good))
    return report


def by_chance(seed: int | None) -> Callable[[int, int], tuple[int, ...]]:
    """Throws so many dice with so many sides."""
    source = RandomDice(seed)

    def throw(count: int, sides: int) -> tuple[int, ...]:
        return source.roll(Ask(NAME, "", count, sides, Reading())).dice

    return throw


def _parts(fallen: list[FallenTerm]) -> tuple[Part, ...]:
    """What each part came to; dice alone need no explanation."""
    if len(fallen) == 1:
        return ()
    return tuple(
        Part(f"on {part.term.text}" if part.dice else "added", part.value)
        for part in fallen
    )
