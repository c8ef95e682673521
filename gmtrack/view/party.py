"""The party: its members as a board, its fights below; and the list of all parties."""

from collections.abc import Sequence

from gmtrack.core.encounter import Data
from gmtrack.core.screen import Board
from gmtrack.view.board.board import render_board
from gmtrack.view.tables import table
from gmtrack.view.text import Line, Span, fold_all
from gmtrack.view.text import shown as as_text
from gmtrack.view.when import spoken

MOST_FIGHTS = 5
"""Fights below the members; `party --json` has all."""


def render_party(board: Board, doc: Data, width: int) -> list[Line]:
    """The members, and the last fights."""
    return [*render_board(board, width), *_fights(doc["fights"], width)]


def _fights(fights: Sequence[Data], width: int) -> list[Line]:
    if not fights:
        return []
    rows = [
        (str(one["name"]), f"{one['rounds']} round{'s' * (one['rounds'] != 1)}", _ended(one))
        for one in fights[:MOST_FIGHTS]
    ]
    lines: list[Line] = [[], *table(("Fight", "", "ended"), rows, width)]
    if len(fights) > MOST_FIGHTS:
        lines.append([Span(f"and {len(fights) - MOST_FIGHTS} before these", "note")])
    return lines


def _ended(fight: Data) -> str:
    return spoken(fight["ended"]) if fight["ended"] else "going on"


def render_parties(docs: Sequence[Data], width: int, program: str) -> list[Line]:
    """One line for each party, and how to go on."""
    if not docs:
        told = f"no party is kept: `{program}party new NAME` makes one of the player characters"
        return fold_all([[Span(told)]], width)
    rows = [
        (
            str(doc["party"]),
            str(doc["name"]),
            as_text(", ".join(doc["members"])),
            str(doc["fights"]),
            spoken(doc["played"]),
        )
        for doc in docs
    ]
    taking = f"`{program}load FILE --party NAME` takes it along"
    key = f"`{program}party open NAME` opens one, {taking}"
    lines = table(("Party", "Title", "Members", "Fights", "played"), rows, width)
    return [*lines, [], *fold_all([[Span(key, "note")]], width)]
