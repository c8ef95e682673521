"""Tracks as bars: one box a column, or fewer where there is no room for all of them."""

from gmtrack.core.screen import Segment, Track
from gmtrack.view.text import Line, Span, shown

# Kinds of boxes that people draw with a sign of their own; any other kind is drawn with its
# first letter. Bars can be read without colour.
SIGNS = {"full": "█", "lost": "░", "bruise": "/", "bashing": "/", "lethal": "X", "aggravated": "*"}


def bar(track: Track, most: int) -> Line:
    """The boxes of the track in at most `most` columns, marks not counted; every kind that is
    there at all has at least one."""
    counts = scaled([max(0, segment.count) for segment in track.segments], most)
    whole = max(1, track.size)
    marks = {mark * sum(counts) // whole for mark in track.marks}
    line: Line = []
    at = 0
    for segment, count in zip(track.segments, counts, strict=True):
        box = sign(segment)
        boxes = (box + "|" * (place in marks) for place in range(at + 1, at + count + 1))
        line.append(Span("".join(boxes), segment.kind))
        at += count
    return line


def bar_width(track: Track, most: int) -> int:
    """The most columns that `bar` can take."""
    return min(max(0, track.size), most) + len(track.marks) if most else 0


def sign(segment: Segment) -> str:
    """The sign for one box."""
    return SIGNS.get(segment.kind) or shown(segment.kind[:1] or "?")


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
        gaps = [(c * most / size - s) * step for c, s in zip(counts, small, strict=True)]
        movable = [i for i, s in enumerate(small) if s > 1 or (step > 0 and counts[i])]
        small[max(movable, key=lambda i: gaps[i])] += step
    return small
