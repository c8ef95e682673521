"""The bottom line: whose turn, AP, clock, saved or not, encounter, what `undo` takes back."""

from gmtrack.core.screen import Board
from gmtrack.play.fight import SeenFight
from gmtrack.view.text import cells, cut, many, shown

SEPARATOR = " | "
SHORTEST = 10
"""Columns that the encounter's name has at least, if it stands there, and the command that `undo`
takes back."""


def status_line(fight: SeenFight | None, width: int, fault: str = "", offer: str = "") -> str:
    """What the bottom line says in at most `width` columns; in a second one what `undo` takes
    back, if there is no room for it, and what there is to `offer`. `fault`: why the encounter that
    is open cannot be seen, in a sentence."""
    if fight is None:
        return cut(shown(fault) or "no encounter is open: type load FILE, or examples", width)
    board = fight.board
    parts = [part for part in (turn(board), clock_words(board)) if part]
    parts.append("saved" if fight.saved else "unsaved")
    parts += [f"{many(fight.slips, 'likely slip')}: validate"] if fight.slips else []
    undo = f"undo: {shown(fight.undo)}" if fight.undo else ""
    rest = _room(parts, width)
    if rest >= SHORTEST:
        parts.append(cut(shown(board.title), max(SHORTEST, rest // 2 if undo else rest)))
    room = _room(parts, width)
    if undo and not offer and room >= SHORTEST:
        return SEPARATOR.join([*parts, cut(undo, room)])
    line = cut(SEPARATOR.join(parts), width)
    more = SEPARATOR.join(filter(None, (offer, undo)))
    return f"{line}\n{cut(more, width)}" if more else line


def _room(parts: list[str], width: int) -> int:
    """The columns that are left for one part more."""
    return width - cells(SEPARATOR.join([*parts, ""]))


def clock_words(board: Board) -> str:
    """`round 2 pass 1`, `end of round 2`."""
    return " ".join(shown(word) for pair in board.clock for word in pair if word)


def turn(board: Board) -> str:
    """Whose turn it is, and what they can still spend."""
    acting = [row for row in board.rows if row.acting]
    if not acting:
        return ""
    first = acting[0]
    others = f" +{len(acting) - 1}" if len(acting) > 1 else ""
    left = f", {shown(board.turn.left)}" if board.turn.left else ""
    return f"{shown(first.name)}{others}{left}"
