"""The list of the kept fights; the party, its members as a board and its fights below; the list of
all parties."""

from collections.abc import Iterator, Sequence

from gmtrack.core.encounter import Data
from gmtrack.core.screen import Board
from gmtrack.view.board.board import render_board
from gmtrack.view.tables import table
from gmtrack.view.text import GAP, Line, Span, cells, fold, fold_all, pad, shown
from gmtrack.view.when import spoken

ACTIVE = "> "
HANG = 6


def render_fights(fights: Sequence[Data], width: int, program: str) -> list[Line]:
    """Two lines for each: where it stands, and what it is; `program` stands before commands."""
    rows = [_cells(fight) for fight in fights]
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    lines = [
        piece
        for fight, row in zip(fights, rows, strict=True)
        for line in _lines(fight, row, widths)
        for piece in fold(line, width, HANG)
    ]
    key = [Span(f"> the active one; `{program}switch NAME` goes on with another", "note")]
    return [*lines, [], *fold(key, width, HANG)]


def _cells(fight: Data) -> tuple[str, ...]:
    name = shown(fight["name"])
    if "fault" in fight:
        return (name, "cannot be opened", "", "")
    saved = "saved" if fight["saved"] else "unsaved"
    return (name, shown(fight["stands"]), spoken(fight["played"]), saved)


def _lines(fight: Data, row: Sequence[str], widths: Sequence[int]) -> Iterator[Line]:
    name, *rest = (pad(cell, column) for cell, column in zip(row, widths, strict=True))
    active = fight["active"]
    style = "acting" if active else "name"
    yield [Span(ACTIVE if active else "  ", style), Span(name, style), Span(GAP + GAP.join(rest))]
    if "fault" in fight:
        yield from ([Span(" " * HANG + shown(text), "warning")] for text in _faults(fight))
    else:
        yield [Span(f"{' ' * HANG}{shown(fight['title'])} ({shown(fight['ruleset'])})", "note")]


def _faults(fight: Data) -> list[str]:
    return str(fight["fault"]).split("\n")


# --- the party ---

MOST_FIGHTS = 5
"""Fights below the members; `party --json` has all."""


def render_party(
    board: Board, doc: Data, width: int, before: Sequence[str] = (), after: Sequence[str] = ()
) -> list[Line]:
    """The members, and the last fights; with plain lines before and after them."""
    head, foot = (
        fold_all([[Span(shown(text))] for text in texts], width) for texts in (before, after)
    )
    nobody = fold_all([[Span(f"{shown(board.title)}: nobody yet")]], width)
    members = render_board(board, width) if board.rows else nobody
    return [*head, *members, *_fights(doc["fights"], width), *foot]


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
            shown(", ".join(doc["members"])),
            str(doc["fights"]),
            spoken(doc["played"]),
        )
        for doc in docs
    ]
    taking = f"`{program}load FILE --party NAME` takes it along"
    key = f"`{program}party open NAME` opens one, {taking}"
    lines = table(("Party", "Title", "Members", "Fights", "played"), rows, width)
    return [*lines, [], *fold_all([[Span(key, "note")]], width)]
