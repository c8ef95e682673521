"""The list of the kept fights; a party with its members as a board and its fights below; the
list of all parties; and times as people say them."""

import time
from calendar import timegm
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gmtrack.core.encounter import Data
from gmtrack.view.tables import render_table
from gmtrack.view.text import (
    GAP,
    Line,
    Span,
    cells,
    count_noun,
    fold_all,
    pad,
    paragraph,
    shown,
)

if TYPE_CHECKING:
    from gmtrack.core.screen import Board

LATELY = 6 * 24 * 3600
"""Seconds in which the name of a day says which day it was."""


def describe_time(stamp: str, now: float | None = None) -> str:
    """Return a time of the journal (UTC) in local time: `Tuesday 21:40`, or with the date if it
    is longer ago. `now` are the seconds of `time.time`; None: now. A text that is no such time
    gives `at an unknown time`."""
    try:
        then = timegm(time.strptime(stamp, "%Y-%m-%dT%H:%M:%SZ"))
    except ValueError:
        return "at an unknown time"
    ago = (time.time() if now is None else now) - then
    form = "%A %H:%M" if 0 <= ago < LATELY else "%Y-%m-%d %H:%M"
    return time.strftime(form, time.localtime(then))


ACTIVE = "> "
HANG = 6


def render_fights(
    fights: Sequence[Data], width: int, program: str
) -> list[Line]:
    """Render two lines for each kept fight: where it stands, and what it is. `program` stands
    before commands. There must be a fight."""
    rows = [_make_fight_cells(fight) for fight in fights]
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    lines = [
        line
        for fight, row in zip(fights, rows, strict=True)
        for line in fold_all(_render_fight(fight, row, widths), width, HANG)
    ]
    key = f"> the active one; `{program}switch NAME` goes on with another"
    return [*lines, [], *paragraph(key, width, hang=HANG)]


def _make_fight_cells(fight: Data) -> tuple[str, ...]:
    """Return name, state, last time and saving of a kept fight as text."""
    name = shown(fight["name"])
    if "fault" in fight:
        return (name, "cannot be opened", "", "")
    saved = "saved" if fight["saved"] else "unsaved"
    return (name, shown(fight["stands"]), describe_time(fight["played"]), saved)


def _render_fight(
    fight: Data, row: Sequence[str], widths: Sequence[int]
) -> Iterator[Line]:
    """Yield the lines of one kept fight: its cells, then title and ruleset, or why it cannot be
    opened."""
    name, *rest = (
        pad(cell, column) for cell, column in zip(row, widths, strict=True)
    )
    active = fight["active"]
    style = "acting" if active else "name"
    yield [
        Span(ACTIVE if active else "  ", style),
        Span(name, style),
        Span(GAP + GAP.join(rest)),
    ]
    if "fault" in fight:
        for text in str(fight["fault"]).split("\n"):
            yield [Span(" " * HANG + shown(text), "warning")]
    else:
        yield [
            Span(
                f"{' ' * HANG}{shown(fight['title'])} ({shown(fight['ruleset'])})",
                "note",
            )
        ]


# --- the party ---

MOST_FIGHTS = 5
"""Fights below the members; `party --json` has all."""


def render_party(
    board: "Board",
    doc: Data,
    width: int,
    before: Sequence[str] = (),
    after: Sequence[str] = (),
) -> list[Line]:
    """Render a party: `before` lines, its members as a board, its last MOST_FIGHTS fights,
    `after` lines."""
    from gmtrack.view.board.board import render_board

    head, foot = (
        fold_all([[Span(shown(text))] for text in texts], width)
        for texts in (before, after)
    )
    members = (
        render_board(board, width)
        if board.rows
        else paragraph(f"{board.title}: nobody yet", width, "")
    )
    lines, fights = [*head, *members], doc["fights"]
    rows = []
    for one in fights[:MOST_FIGHTS]:
        ended = describe_time(one["ended"]) if one["ended"] else "going on"
        rows.append(
            (str(one["name"]), count_noun(one["rounds"], "round"), ended)
        )
    if rows:
        lines += [[], *render_table(("Fight", "", "ended"), rows, width)]
    if len(fights) > MOST_FIGHTS:
        lines.append(
            [Span(f"and {len(fights) - MOST_FIGHTS} before these", "note")]
        )
    return lines + foot


def render_parties(
    docs: Sequence[Data], width: int, program: str
) -> list[Line]:
    """Render a table with a line for each party, and how to open one; `program` stands before
    commands."""
    if not docs:
        told = f"no party is kept: `{program}party new NAME` makes one of the player characters"
        return paragraph(told, width, "")
    rows = []
    for doc in docs:
        members = shown(", ".join(doc["members"]))
        party, name, fights = (
            str(doc["party"]),
            str(doc["name"]),
            str(doc["fights"]),
        )
        rows.append(
            (party, name, members, fights, describe_time(doc["played"]))
        )
    taking = f"`{program}load FILE --party NAME` takes it along"
    key = f"`{program}party open NAME` opens one, {taking}"
    lines = render_table(
        ("Party", "Title", "Members", "Fights", "played"), rows, width
    )
    return [*lines, [], *paragraph(key, width)]
