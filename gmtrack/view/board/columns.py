"""The left side of a board: the signs of each combatant, the name, and the board's own columns."""

import re
from collections.abc import Sequence

from gmtrack.core.screen import Board, Row, calls_for_help
from gmtrack.view.board.plan import LONGEST_NAME, SHORT, Layout
from gmtrack.view.tables import is_number
from gmtrack.view.text import Line, Span, cells, cut, pad, shown

FIXED_SIDES = {"pc": ("*", "player character"), "ally": ("+", "ally"), "foe": (" ", "")}
STATES = {">": "acts now", "·": "has acted", "!": "down", "x": "out"}
NOTHING = ("", "-")
LEAST_NAME = 8
MARKERS = 3
"""Columns of the signs before a name."""


def side_signs(rows: Sequence[Row]) -> dict[str, tuple[str, str]]:
    """A sign and its meaning for every side there is; unusual sides have their first letter."""
    signs: dict[str, tuple[str, str]] = {}
    for side in dict.fromkeys(row.side for row in rows):
        taken = "*+ ", *STATES, *(sign for sign, _ in signs.values())
        letters = (c for c in shown(side) if cells(c) == 1 and not any(c in t for t in taken))
        signs[side] = FIXED_SIDES.get(side) or (next(letters, "?"), shown(side))
    return signs


def state_sign(row: Row) -> str:
    """Whether somebody acts, needs help, is out or has acted."""
    if row.acting:
        return ">"
    if calls_for_help(row):
        return "!"
    if row.standing.out:
        return "x"
    return "·" if row.done else " "


def left_columns(board: Board, rows: Sequence[Row], layout: Layout, width: int) -> list[Line]:
    """The signs, the names and the columns in which anybody has anything, the heads first; all of
    the same width."""
    signs = side_signs(board.rows)
    texts = _told(board, rows, board.spare[: layout.bare])
    widths = [max(map(cells, column)) for column in texts]
    used = MARKERS + sum(widths) + len(layout.gap) * len(widths)
    most = layout.name or max(LEAST_NAME, min(LONGEST_NAME, width // 4, width - used))
    if layout.kind in SHORT and not layout.name:
        most = LONGEST_NAME
    names = ["Name", *(_name(shown(row.name), most) for row in rows)]
    right = [False, *(all(map(is_number, column[1:])) for column in texts)]
    filled = [_filled(*column) for column in zip([names, *texts], right, strict=True)]
    markers = ["  ", *(state_sign(row) + signs[row.side][0] for row in rows)]
    styles = ["heading", *map(_style, rows)]
    return [
        [Span(marker + " ", style), Span(layout.gap.join(pieces), style)]
        for marker, style, *pieces in zip(markers, styles, *filled, strict=True)
    ]


def _name(name: str, most: int) -> str:
    """The name in so many columns; a number at its end stays, since it tells one of many."""
    number = re.search(r"\s?\d+$", name)
    return cut(name, most, min(len(number[0]) if number else 0, most // 4))


def _told(board: Board, rows: Sequence[Row], spare: Sequence[str]) -> list[list[str]]:
    """The columns with something in them, each with its head."""
    cells_of = [[*row.cells, *[""] * len(board.columns)] for row in rows]
    told = [[head, *(own[at] for own in cells_of)] for at, head in enumerate(board.columns)]
    return [
        [shown(text) for text in column]
        for column in told
        if column[0] not in spare and any(text not in NOTHING for text in column[1:])
    ]


def _filled(column: Sequence[str], right: bool) -> list[str]:
    """The texts in columns of one width."""
    width = max(map(cells, column))
    return [pad(text, width, right) for text in column]


def _style(row: Row) -> str:
    if calls_for_help(row):
        return "urgent"
    if row.acting:
        return "acting"
    if row.standing.out:
        return "out"
    return "pc" if row.side == "pc" else ""
