"""The pages of `rules`: tables of what the program applies."""

from collections.abc import Iterable, Mapping, Sequence

from gmtrack.core.screen import Item, Topic
from gmtrack.view.tables import render_table
from gmtrack.view.text import Line, Span, fold_all, paragraph, shown, wrap

INDENT = 4


def render_rulesets(
    summaries: Mapping[str, str], faults: Sequence[str], width: int
) -> list[Line]:
    """Render a table of rulesets by id, and below it the problems of rulesets that cannot be
    loaded."""
    wrong = [[Span(shown(fault), "warning")] for fault in faults]
    heads = ("Ruleset", "What it is")
    return [
        *render_table(heads, [*summaries.items()], width),
        *fold_all(wrong, width, 2),
    ]


def render_topics(topics: Iterable[Topic], width: int) -> list[Line]:
    """Render a table of topics with their summaries."""
    rows = [(topic.name, topic.summary) for topic in topics]
    return render_table(("Topic", "What it tells"), rows, width)


def render_topic(topic: Topic, width: int) -> list[Line]:
    """Render a topic of the rules: title, summary, its table or its groups, and its notes."""
    lines = [
        [Span(shown(topic.name), "title")],
        *_render_paragraph(topic.summary, width),
    ]
    notes: list[Line] = []
    for note in topic.notes:
        notes += [[], *_render_paragraph(note, width)]
    if topic.groups:
        lines += notes
        for head, items in topic.groups:
            lines += _render_group(head, items, width)
        return lines
    if topic.rows:
        lines += [[], *render_table(topic.columns, topic.rows, width)]
    return lines + notes


def _render_group(head: str, items: tuple[Item, ...], width: int) -> list[Line]:
    """Render the items of a topic under a heading: id and title, then their lines."""
    lines: list[Line] = [[], [Span(shown(head), "heading")]]
    for item in items:
        title: Line = [
            Span(shown(item.id), "name"),
            Span(f"  {shown(item.title)}"),
        ]
        lines += fold_all([title], width, INDENT)
        for text in item.lines:
            indented = " " * INDENT + shown(text)
            lines += paragraph(indented, width, "", INDENT)
    return lines


def _render_paragraph(text: str, width: int) -> list[Line]:
    """Render a text as dim lines, wrapped."""
    return [[Span(piece, "note")] for piece in wrap(text, width)]
