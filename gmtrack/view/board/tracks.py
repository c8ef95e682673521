"""Tracks as bars, one box a column or fewer where there is no room for all of them; as a body seen
from the front; and what is on somebody as words."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from gmtrack.core.screen import LEFT, Condition, Segment, Track
from gmtrack.view.text import Line, Span, cells, joined, shown, width_of, wrap

# Kinds of boxes that people draw with a sign of their own; any other kind is drawn with its
# first letter. Bars can be read without colour.
SIGNS = {
    "full": "█",
    "lost": "░",
    "empty": "□",
    "unusable": "■",
    "bruise": "/",
    "bashing": "/",
    "lethal": "X",
    "aggravated": "*",
    "counter": "█",
}
MOST_COUNTED = 40
"""Nobody counts more boxes than these one by one."""


def counted(track: Track) -> bool:
    """Whether every box of the track is drawn, whatever the room."""
    return track.exact and track.size <= MOST_COUNTED


def is_counter(track: Track) -> bool:
    """Whether it is a counter of the GM's own, whose boxes nobody has to see."""
    return any(segment.kind == "counter" for segment in track.segments)


def level(track: Track) -> str:
    """How bad it is, as a style: `fine`, `half` with less than that left, or `quarter`; of a
    `counter` only the GM knows."""
    if is_counter(track):
        return "counter"
    boxes = [
        (segment.kind, max(0, segment.count)) for segment in track.segments
    ]
    left, size = (
        sum(n for kind, n in boxes if kind in LEFT),
        sum(n for _, n in boxes),
    )
    if 4 * left < size:
        return "quarter"
    return "half" if 2 * left < size else "fine"


def bar(track: Track, most: int, largest: int = 0) -> Line:
    """The boxes of the track, marks not counted, or all of them if they are counted; every kind
    that is there at all has at least one. `largest`: the boxes of the longest track of its scale,
    which takes `most` columns at most; the others are as much shorter as they have fewer boxes."""
    return joined(_boxes(track, _length(track, most, largest)))


def bar_rows(track: Track, most: int, in_row: int) -> list[Line]:
    """The same in rows of equal length with at most `in_row` boxes."""
    boxes = list(_boxes(track, most))
    rows = -(-len(boxes) // in_row)
    length = -(-len(boxes) // max(1, rows))
    return [
        joined(boxes[row * length : (row + 1) * length]) for row in range(rows)
    ]


@lru_cache(1024)
def bar_width(track: Track, most: int, largest: int = 0) -> int:
    """The most columns that `bar` can take."""
    if counted(track):
        return sum(max(0, segment.count) for segment in track.segments) + len(
            track.marks
        )
    return (
        min(max(0, track.size), _length(track, most, largest))
        + len(track.marks)
        if most
        else 0
    )


def _length(track: Track, most: int, largest: int) -> int:
    """The columns of a bar in its scale."""
    if largest <= most or not most:
        return most
    return max(1, round(track.size * most / max(largest, track.size)))


def sign(segment: Segment) -> str:
    wanted = (segment.sign, SIGNS.get(segment.kind, ""), segment.kind[:1])
    return next((sign for sign in wanted if cells(shown(sign)) == 1), "?")


def _boxes(track: Track, most: int) -> Iterator[Span]:
    """Every box that is drawn, with the mark after it."""
    counts = [max(0, segment.count) for segment in track.segments]
    if not counted(track):
        counts = scaled(counts, most)
    whole = max(1, track.size)
    marks = {mark * sum(counts) // whole for mark in track.marks}
    bad = level(track)
    at = 0
    for segment, count in zip(track.segments, counts, strict=True):
        box = sign(segment)
        style = bad if segment.kind in LEFT else segment.kind
        for place in range(at + 1, at + count + 1):
            yield Span(box + "|" * (place in marks), style)
        at += count


def scaled(counts: list[int], most: int) -> list[int]:
    """The counts brought down to a sum of at most `most`, in proportion, none of them to 0
    unless there is no room for one each."""
    size = sum(counts)
    if size <= most:
        return counts
    if sum(count > 0 for count in counts) > most:
        return [0 for _ in counts]
    small = [max(1, count * most // size) if count else 0 for count in counts]
    while sum(small) != most:
        step = 1 if sum(small) < most else -1
        # The one that is furthest from its share, and can still move, gives or takes.
        gaps = [
            (c * most / size - s) * step
            for c, s in zip(counts, small, strict=True)
        ]
        movable = [
            i for i, s in enumerate(small) if s > 1 or (step > 0 and counts[i])
        ]
        small[max(movable, key=lambda i: gaps[i])] += step
    return small


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
    lines: list[Line] = []
    for row in filter(None, figure):
        room = max(2, min(width, WIDEST) // len(row))
        heads, boxes = zip(
            *(_cell(track, room - 1) for track in row), strict=True
        )
        lines += [[]] if lines else []
        lines += [*_beside(heads, room), *_beside(boxes, room)]
    return lines


def _cell(track: Track | None, room: int) -> Cell:
    if track is None:
        return [], []
    label, text = shown(track.label), shown(track.text)
    beside = f" {text}" if text else ""
    head: list[Line] = [[Span(label, "note"), Span(beside)]]
    if cells(label + beside) > room:
        head = [[Span(piece, "note")] for piece in wrap(label, room)]
        head += [[Span(piece)] for piece in wrap(text, room)]
    # Rows that begin below each other also when they are centred.
    rows = bar_rows(track, MOST_ROWS * IN_ROW, min(IN_ROW, room))
    widest = max(map(width_of, rows), default=0)
    return head, [[*row, Span(" " * (widest - width_of(row)))] for row in rows]


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


SEPARATOR = ", "


def condition_text(condition: Condition) -> str:
    """The word, and what is left of it in brackets."""
    left = f" ({shown(condition.left)})" if condition.left else ""
    return shown(condition.label) + left


def conditions_line(conditions: Sequence[Condition]) -> Line:
    spans = [
        Span(condition_text(condition), condition.tone)
        for condition in conditions
    ]
    return [piece for span in spans for piece in (Span(SEPARATOR), span)][1:]
