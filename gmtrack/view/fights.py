"""The list of the kept fights."""

from collections.abc import Iterator, Sequence

from gmtrack.core.encounter import Data
from gmtrack.view.text import GAP, Line, Span, cells, fold, pad, shown
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
