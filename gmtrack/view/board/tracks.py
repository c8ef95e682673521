"""Tracks as bars or as a body seen from the front, and conditions as text."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest

from gmtrack.core.screen import LEFT, Condition, Segment, Track
from gmtrack.view.text import (
    Line,
    Span,
    blanks,
    cells,
    measure_line,
    merge_spans,
    shown,
    wrap,
)

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
"""The signs of the kinds of boxes that people draw with a sign of their own; any other kind is
drawn with its first letter. Bars can be read without colour. `PLAINER` of `view/console.py` has
the signs for a terminal without Unicode."""
MOST_COUNTED = 40
"""Longest track, in boxes, that is drawn box by box; longer ones are scaled down."""


def is_drawn_in_full(track: Track) -> bool:
    """Whether every box of the track is drawn, however little room there is: the track is exact
    and no longer than MOST_COUNTED."""
    return track.exact and track.size <= MOST_COUNTED


def is_counter(track: Track) -> bool:
    """Whether the track is a counter of the GM's own, whose boxes may be left out."""
    return any(segment.kind == "counter" for segment in track.segments)


def choose_track_style(track: Track) -> str:
    """Return the style for how much of a track is left: `fine`, `half` (less than half) or
    `quarter` (less than a quarter). A counter of the GM's own always has `counter`."""
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


def draw_bar(track: Track, most: int, largest: int = 0) -> Line:
    """Draw a track as a bar of at most `most` boxes, plus its marks. A track that is drawn in
    full has all its boxes.

    Every kind of box that is there at all has at least one. `largest` is the length of the
    longest track on the same scale, which takes `most` columns; shorter tracks are shortened in
    proportion."""
    return merge_spans(
        _draw_boxes(track, _scale_bar_length(track, most, largest))
    )


def draw_filled_boxes(track: Track) -> str:
    """Return the filled boxes of a track that is drawn in full, in brackets: `[XX/]`. Empty if
    none is filled, or all are of one kind, so that a number says as much."""
    filled = [one for one in track.segments if one.kind not in LEFT]
    if not is_drawn_in_full(track) or len({one.kind for one in filled}) < 2:
        return ""
    boxes = "".join(choose_sign(one) * max(0, one.count) for one in filled)
    return f"[{boxes}]" if boxes else ""


def draw_bar_rows(track: Track, most: int, in_row: int) -> list[Line]:
    """Draw a track as rows of equal length with at most `in_row` boxes each."""
    boxes = list(_draw_boxes(track, most))
    rows = -(-len(boxes) // in_row)
    length = -(-len(boxes) // max(1, rows))
    return [
        merge_spans(boxes[row * length : (row + 1) * length])
        for row in range(rows)
    ]


@lru_cache(1024)
def measure_bar(track: Track, most: int, largest: int = 0) -> int:
    """Return the most columns that `draw_bar` can take for these arguments."""
    if is_drawn_in_full(track):
        boxes = sum(max(0, segment.count) for segment in track.segments)
        return boxes + len(track.marks)
    if not most:
        return 0
    length = _scale_bar_length(track, most, largest)
    return min(max(0, track.size), length) + len(track.marks)


def _scale_bar_length(track: Track, most: int, largest: int) -> int:
    """Return the columns of a bar on the scale of the longest track; `most` if the longest fits,
    or 0 boxes are drawn."""
    if largest <= most or not most:
        return most
    return max(1, round(track.size * most / max(largest, track.size)))


def choose_sign(segment: Segment) -> str:
    """Return the one-column sign of a segment: its own, that of its kind, the kind's first
    letter, else `?`."""
    wanted = (segment.sign, SIGNS.get(segment.kind, ""), segment.kind[:1])
    return next((sign for sign in wanted if cells(shown(sign)) == 1), "?")


def _draw_boxes(track: Track, most: int) -> Iterator[Span]:
    """Yield each drawn box of a bar, with the mark that stands after it."""
    counts = [max(0, segment.count) for segment in track.segments]
    if not is_drawn_in_full(track):
        counts = scale_counts(counts, most)
    whole = max(1, track.size)
    marks = {mark * sum(counts) // whole for mark in track.marks}
    bad = choose_track_style(track)
    at = 0
    for segment, count in zip(track.segments, counts, strict=True):
        box = choose_sign(segment)
        style = bad if segment.kind in LEFT else segment.kind
        for place in range(at + 1, at + count + 1):
            yield Span(box + "|" * (place in marks), style)
        at += count


def scale_counts(counts: list[int], most: int) -> list[int]:
    """Scale counts down in proportion to a sum of at most `most`. No count that is positive
    becomes 0, unless there is no room for one box each: then all are 0."""
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
"""Least columns of a screen on which tracks are drawn as a body; on fewer they are a list."""
WIDEST = 80
"""Most columns of a body; wider apart, arms and torso would not look like one."""
IN_ROW = 12
MOST_ROWS = 2
"""Most rows of boxes for a track that is scaled down."""

Figure = Sequence[Sequence[Track | None]]
Cell = tuple[list[Line], list[Line]]
"""Two lists of lines for one track of a body: those above the boxes, and the rows of boxes."""


def render_figure(figure: Figure, width: int) -> list[Line]:
    """Render tracks as a body: each row of the figure on lines of its own, its tracks centred in
    equal columns."""
    lines: list[Line] = []
    for row in filter(None, figure):
        room = max(2, min(width, WIDEST) // len(row))
        heads, boxes = zip(
            *(_render_figure_cell(track, room - 1) for track in row),
            strict=True,
        )
        lines += [[]] if lines else []
        lines += [*_join_columns(heads, room), *_join_columns(boxes, room)]
    return lines


def _render_figure_cell(track: Track | None, room: int) -> Cell:
    """Render a track of a figure in `room` columns: the lines above its boxes, and the rows of
    boxes, all of the same width. None gives no lines."""
    if track is None:
        return [], []
    label, text = shown(track.label), shown(track.text)
    beside = f" {text}" if text else ""
    head: list[Line] = [[Span(label, "note"), Span(beside)]]
    if cells(label + beside) > room:
        head = [[Span(piece, "note")] for piece in wrap(label, room)]
        head += [[Span(piece)] for piece in wrap(text, room)]
    # Rows that begin below each other also when they are centred.
    rows = draw_bar_rows(track, MOST_ROWS * IN_ROW, min(IN_ROW, room))
    widest = max(map(measure_line, rows), default=0)
    return head, [[*row, blanks(widest - measure_line(row))] for row in rows]


def _join_columns(columns: Sequence[list[Line]], room: int) -> list[Line]:
    """Join columns of lines beside each other, each line centred in `room` columns."""
    joined: list[Line] = []
    for lines in zip_longest(*columns, fillvalue=[]):
        centred = (_center_line(line, room) for line in lines)
        joined.append([span for line in centred for span in line])
    return joined


def _center_line(line: Line, room: int) -> Line:
    """Return the line centred in `room` columns."""
    before = max(0, room - measure_line(line)) // 2
    after = max(0, room - measure_line(line) - before)
    return [blanks(before), *line, blanks(after)]


SEPARATOR = ", "


def describe_condition(condition: Condition) -> str:
    """Return the condition's label, with what is left of it in brackets: `stunned (2 rounds)`."""
    left = f" ({shown(condition.left)})" if condition.left else ""
    return shown(condition.label) + left


def render_conditions(conditions: Sequence[Condition]) -> Line:
    """Join conditions to one line with commas, each in its tone."""
    spans = [
        Span(describe_condition(condition), condition.tone)
        for condition in conditions
    ]
    return [piece for span in spans for piece in (Span(SEPARATOR), span)][1:]
