"""The fight as a session last saw it, and what is said of it at the end."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.core.screen import Board, Row
from gmtrack.play.words import Known

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset

from collections.abc import Iterator

from gmtrack import system


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


def farewell(fight: SeenFight | None, file: str | None) -> Iterator[str]:
    """What is said at the end of a session: where the fight is kept and how to go on with it;
    `file` is the one that is worked on in place. None where nothing is open."""
    if fight is None:
        return
    if file:
        typed = system.quote(file)
        yield f"{file} holds the fight as it stands. `gmtrack -f {typed} play` goes on with it"
        return
    folder = fight.file.parent
    saved = "saved" if fight.saved else "not saved: `gmtrack save` writes it to a file"
    yield f"{fight.board.title} is kept in {folder} ({saved})"
    yield f"`gmtrack play` goes on with it, `gmtrack switch {folder.name}` after another one"
