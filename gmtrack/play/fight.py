"""The fight as a session last saw it."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.core.screen import Board, Row
from gmtrack.play.words import Known

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset


class SeenFight(NamedTuple):
    """The fight as it was last seen: for the prompt, and to tell what has changed."""

    known: Known
    board: Board
    ruleset: "Ruleset"
    undo: str | None
    saved: bool
    file: Path
    seq: int
    """The number of the last entry of the history."""
    slips: int = 0
    """How many things in it are allowed but likely slips."""


def goes_on_alike(before: Board, after: Board) -> bool:
    """Whether a step was one of many alike: nobody had a turn or has one now, and `next` does once
    more what it did."""
    acting = any(row.acting for board in (before, after) for row in board.rows)
    again = before.turn.next == after.turn.next != ""
    return again and not acting and before.doc.get("round") == after.doc.get("round")


def seen(row: Row) -> tuple[object, ...]:
    """What one sees of a row, to compare it with another."""
    boxes = [(t.label, t.text, [(s.kind, s.count) for s in t.segments]) for t in row.tracks]
    return (row.name, row.acting, row.done, row.standing.status, row.cells, boxes, row.conditions)
