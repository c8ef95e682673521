"""A body seen from the front, its boxes where they are on a printed sheet."""

from collections.abc import Sequence

from gmtrack.core.screen import Track
from gmtrack.view.board.tracks import bar_rows
from gmtrack.view.text import Line, Span, cells, shown, width_of, wrap

NARROWEST = 72
"""With fewer columns the body is a list."""
WIDEST = 80
"""Wider apart, arms and torso are no body any more."""
IN_ROW = 12
MOST_ROWS = 2
"""For boxes that nobody counts."""

Figure = Sequence[Sequence[Track | None]]
Cell = tuple[list[Line], list[Line]]
"""The lines above the boxes, and the rows of boxes."""


def figure_lines(figure: Figure, width: int) -> list[Line]:
    """The rows of the body with a blank line between them."""
    lines: list[Line] = []
    for row in filter(None, figure):
        room = max(2, min(width, WIDEST) // len(row))
        heads, boxes = zip(*(_cell(track, room - 1) for track in row), strict=True)
        lines += [[]] if lines else []
        lines += [*_beside(heads, room), *_beside(boxes, room)]
    return lines


def figure_tracks(figure: Figure) -> list[Track]:
    """The tracks of the body, from the top and from the left."""
    return [track for row in figure for track in row if track is not None]


def _cell(track: Track | None, room: int) -> Cell:
    if track is None:
        return [], []
    label, text = shown(track.label), shown(track.text)
    beside = f" {text}" if text else ""
    head: list[Line] = [[Span(label, "note"), Span(beside)]]
    if cells(label + beside) > room:
        head = [[Span(piece, "note")] for piece in wrap(label, room)]
        head += [[Span(piece)] for piece in wrap(text, room)]
    return head, _block(bar_rows(track, MOST_ROWS * IN_ROW, min(IN_ROW, room)))


def _block(rows: list[Line]) -> list[Line]:
    """Rows that begin below each other also when they are centred."""
    widest = max(map(width_of, rows), default=0)
    return [[*row, Span(" " * (widest - width_of(row)))] for row in rows]


def _beside(columns: Sequence[list[Line]], room: int) -> list[Line]:
    """The lines of the columns beside each other, each centred in `room` columns."""
    height = max(map(len, columns))
    filled = [[*column, *[[]] * (height - len(column))] for column in columns]
    return [
        [span for line in level for span in _centred(line, room)]
        for level in zip(*filled, strict=True)
    ]


def _centred(line: Line, room: int) -> Line:
    before = max(0, room - width_of(line)) // 2
    after = max(0, room - width_of(line) - before)
    return [Span(" " * before), *line, Span(" " * after)]
