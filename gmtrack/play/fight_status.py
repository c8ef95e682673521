"""The fight as a session last saw it, and what the bottom line says of it: whose turn, AP,
clock, saved or not, what `undo` takes back. Also the words at the end of a session."""

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gmtrack import system
from gmtrack.core.encounter import Encounter
from gmtrack.core.screen import Board, Row
from gmtrack.play.typed_line import KnownFight
from gmtrack.view.text import cells, count_noun, cut, shown

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset


class SeenFight(NamedTuple):
    """The fight as the session last saw it, for the prompt and to find what has changed. `undo`
    is what `undo` would take back (None: nothing)."""

    known: KnownFight
    board: Board
    ruleset: "Ruleset"
    undo: str | None
    saved: bool
    file: Path
    seq: int
    """The number of the last entry of the history."""
    slips: int = 0
    """Number of values in the encounter that are allowed, but probably mistakes."""


def copy_to_memory(fight: SeenFight, encounter: Encounter) -> str:
    """Return a name that stands for a copy of a fight and its encounter in memory, wherever a file
    is asked for. The copy takes the words of the fight from there, so it is for dry runs alone."""
    from gmtrack.store.memory import keep_for_trials

    return keep_for_trials(
        copy.deepcopy(encounter),
        fight.ruleset,
        str(fight.file),
        fight.known.lexicon_of,
    )


def is_repeated_step(before: Board, after: Board) -> bool:
    """Whether a step of `next` was one of many alike: nobody had or has a turn, the round is the
    same, and `next` would do the same again."""
    acting = any(row.acting for board in (before, after) for row in board.rows)
    again = before.turn.next == after.turn.next != ""
    return (
        again
        and not acting
        and before.doc.get("round") == after.doc.get("round")
    )


def summarize_row(row: Row) -> tuple[object, ...]:
    """Return everything that the board shows of a row, to compare it with the same row later."""
    boxes = [
        (t.label, t.text, [(s.kind, s.count) for s in t.segments])
        for t in row.tracks
    ]
    return (
        row.name,
        row.acting,
        row.done,
        row.standing.status,
        row.cells,
        boxes,
        row.conditions,
    )


def farewell_lines(fight: SeenFight | None, file: str | None) -> Iterator[str]:
    """Yield what is said at the end of a session: where the fight is kept and how to go on.
    `file` is the file worked on in place, None for a working copy. Yield nothing if `fight` is
    None."""
    if fight is None:
        return
    if file:
        typed = system.quote(file)
        yield f"{file} holds the fight as it stands. `gmtrack -f {typed} play` goes on with it"
        return
    folder = fight.file.parent
    saved = (
        "saved"
        if fight.saved
        else "not saved: `gmtrack save` writes it to a file"
    )
    yield f"{fight.board.title} is kept in {folder} ({saved})"
    yield f"`gmtrack play` goes on with it, `gmtrack switch {folder.name}` after another one"


SEPARATOR = " | "
SHORTEST = 10
"""Least columns of the encounter's name, and of the command that `undo` takes back, in the
bottom line."""


def render_status_line(
    fight: SeenFight | None, width: int, fault: str = "", offer: str = ""
) -> str:
    """Return the bottom line in at most `width` columns.

    A second line has the hint `offer`, and what `undo` takes back if there is no room in the
    first. `fault` is why an open encounter cannot be read; it is shown if `fight` is None."""
    if fight is None:
        return cut(
            shown(fault) or "no encounter is open: type load FILE, or examples",
            width,
        )
    board = fight.board
    parts = [
        part for part in (describe_turn(board), describe_clock(board)) if part
    ]
    parts.append("saved" if fight.saved else "unsaved")
    parts += (
        [f"{count_noun(fight.slips, 'likely slip')}: validate"]
        if fight.slips
        else []
    )
    undo = f"undo: {shown(fight.undo)}" if fight.undo else ""
    rest = _count_free_columns(parts, width)
    if rest >= SHORTEST:
        parts.append(
            cut(shown(board.title), max(SHORTEST, rest // 2 if undo else rest))
        )
    room = _count_free_columns(parts, width)
    if undo and not offer and room >= SHORTEST:
        return SEPARATOR.join([*parts, cut(undo, room)])
    line = cut(SEPARATOR.join(parts), width)
    more = SEPARATOR.join(filter(None, (offer, undo)))
    return f"{line}\n{cut(more, width)}" if more else line


def _count_free_columns(parts: list[str], width: int) -> int:
    """Return the columns that are left in `width` after these parts and their separators;
    negative if there are too many."""
    return width - cells(SEPARATOR.join([*parts, ""]))


def describe_clock(board: Board) -> str:
    """Return where the fight stands in time: `round 2 pass 1`, `end of round 2`. Empty without
    rounds."""
    return " ".join(
        shown(word) for pair in board.clock for word in pair if word
    )


def describe_turn(board: Board) -> str:
    """Return who acts and what they have left: `Vex +1, 2 actions`. Empty if nobody acts."""
    acting = [row for row in board.rows if row.acting]
    if not acting:
        return ""
    first = acting[0]
    others = f" +{len(acting) - 1}" if len(acting) > 1 else ""
    left = f", {shown(board.turn.left)}" if board.turn.left else ""
    return f"{shown(first.name)}{others}{left}"
