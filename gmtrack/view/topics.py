"""The pages of `rules`: tables of what the program applies."""

from collections.abc import Iterable

from gmtrack.core.screen import Topic
from gmtrack.view.tables import table
from gmtrack.view.text import Line, Span, shown, wrap


def render_topics(topics: Iterable[Topic], width: int) -> list[Line]:
    """The list of all topics."""
    rows = [(topic.name, topic.summary) for topic in topics]
    return table(("Topic", "What it tells"), rows, width)


def render_topic(topic: Topic, width: int) -> list[Line]:
    """One topic: what it is about, its table, its notes."""
    lines = [[Span(shown(topic.name), "title")], *_paragraph(topic.summary, width)]
    if topic.rows:
        lines += [[], *table(topic.columns, topic.rows, width)]
    for note in topic.notes:
        lines += [[], *_paragraph(note, width)]
    return lines


def _paragraph(text: str, width: int) -> list[Line]:
    return [[Span(piece, "note")] for piece in wrap(text, width)]
