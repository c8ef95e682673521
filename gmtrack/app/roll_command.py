"""The command `roll`: plain dice for anything. A roll is a step of the history that changes
nothing."""

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
"""The refusal kind for bad dice without an open encounter, whose ruleset would supply the word."""


class PlainRoll(NamedTuple):
    """The result of `roll`: its report, and whether it stands in the history of an open fight
    (`logged`)."""

    report: Report
    logged: bool
    dry_run: bool

    def document(self) -> Data:
        """Return the document of `--json`: the report's keys that are not empty, `logged`, and
        `dry_run` for a dry run."""
        doc = {
            key: value
            for key, value in self.report.to_json().items()
            if value != ""
        }
        doc["logged"] = self.logged
        return doc | {"dry_run": True} if self.dry_run else doc


def roll_plain_dice(order: Order, dice: str) -> PlainRoll:
    """Roll dice (`2d6+3`) and note them in the open encounter's history, if there is one and it
    is no dry run. Raises Refusal for bad dice, and StoreError."""
    from gmtrack.store.session import open_session

    try:
        with open_session(order.file, write=not order.dry_run) as session:
            ruleset = session.ruleset
            report = _roll_report(
                dice, order.seed, ruleset.META.id, ruleset.WORDS.dice
            )
            if not order.dry_run:
                told: Data = {
                    "report": report.to_json(),
                    "story": report.story_to_json(),
                }
                told |= {"shown": report.shown(), "plain": True}
                session.commit_step([], order.line, lambda: told)
            return PlainRoll(report, not order.dry_run, order.dry_run)
    except StoreError as error:
        if error.kind != "no-encounter":
            raise
    return PlainRoll(
        _roll_report(dice, order.seed, "", REFUSED),
        logged=False,
        dry_run=order.dry_run,
    )


def _roll_report(
    text: str, seed: int | None, ruleset: str, kind: str
) -> Report:
    """Roll the terms of a text and return a report with one roll that lists them as parts. The
    result is hits if a term counts them, else the total. `seed` None: by chance. Raises Refusal
    (`kind`) for bad dice."""
    fallen = roll_terms(parse_terms(text, kind), make_throw(seed))
    counts = any(part.term.compare for part in fallen)
    came_to = {
        "hits" if counts else "total": sum(part.value for part in fallen)
    }
    report = Report(NAME, ruleset, {"dice": text, **came_to})
    faces = tuple(face for part in fallen for face in part.dice)
    picked = any(part.term.compare or part.term.keep for part in fallen)
    good = tuple(one for part in fallen for one in part.good) if picked else ()
    report.rolled(
        Roll(text, "", _roll_parts(fallen), faces, False, came_to, good)
    )
    return report


def make_throw(seed: int | None) -> Callable[[int, int], tuple[int, ...]]:
    """Return a function that rolls `count` dice with `sides` faces; with a seed, always the same
    ones."""
    source = RandomDice(seed)

    def throw(count: int, sides: int) -> tuple[int, ...]:
        return source.roll(Ask(NAME, "", count, sides, Reading())).dice

    return throw


def _roll_parts(fallen: list[FallenTerm]) -> tuple[Part, ...]:
    """Return the terms of a roll as parts with their values; empty for a single term, which
    needs no explanation."""
    if len(fallen) == 1:
        return ()
    return tuple(
        Part(f"on {part.term.text}" if part.dice else "added", part.value)
        for part in fallen
    )
