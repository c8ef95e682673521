"""Profile of one combatant: tracks, conditions, and every number with its parts."""

from collections.abc import Sequence

from gmtrack.core.screen import Number, Profile, Section, Track
from gmtrack.view.board.tracks import (
    NARROWEST,
    draw_bar,
    render_conditions,
    render_figure,
)
from gmtrack.view.rolls import render_number_with_parts
from gmtrack.view.tables import render_table
from gmtrack.view.text import (
    GAP,
    Line,
    Span,
    blanks,
    cells,
    fold,
    fold_all,
    measure_line,
    pad,
    shown,
)

INDENT = 2
MOST_BOXES = 24


def render_profile(profile: Profile, width: int) -> list[Line]:
    """Render a profile: title, tracks and figure, conditions, then its sections."""
    head = [Span(shown(profile.title), "title")]
    if profile.subtitle:
        head += [Span(GAP), Span(shown(profile.subtitle), "note")]
    lines = [
        *fold_all([head], width),
        *_render_tracks_and_figure(profile, width),
    ]
    if profile.conditions:
        line = [blanks(INDENT), *render_conditions(profile.conditions)]
        lines += fold_all([line], width, INDENT)
    for section in profile.sections:
        lines += [[], *_render_section(section, width)]
    return lines


def _render_tracks_and_figure(profile: Profile, width: int) -> list[Line]:
    """Render the tracks, then the figure as a body; as a list like the tracks if the screen is
    too narrow for a body."""
    if width < NARROWEST:
        body = (
            track
            for row in profile.figure
            for track in row
            if track is not None
        )
        return _render_tracks([*profile.tracks, *body], width)
    lines = _render_tracks(profile.tracks, width)
    if profile.figure:
        lines += [[], *fold_all(render_figure(profile.figure, width), width)]
        lines += [[]] if profile.conditions else []
    return lines


def _render_tracks(tracks: Sequence[Track], width: int) -> list[Line]:
    """Render each track on a line: label, bar and number, below each other in columns."""
    names = max((cells(shown(track.label)) for track in tracks), default=0)
    most = min(MOST_BOXES, max(0, width // 3))
    drawn = [draw_bar(track, most) for track in tracks]
    widest = max(map(measure_line, drawn), default=0)
    lines = []
    for track, boxes in zip(tracks, drawn, strict=True):
        label = Span(
            " " * INDENT + pad(shown(track.label), names) + " ",
            "note",
            whole=True,
        )
        fill = " " * (widest - measure_line(boxes) + 1)
        lines.append([label, *boxes, Span(fill + shown(track.text))])
    return fold_all(lines, width, INDENT * 2)


def _render_section(section: Section, width: int) -> list[Line]:
    """Render a section under its title: numbers, one a line if any has parts, else as many in a
    line as fit; then its table."""
    lines: list[Line] = fold_all(
        [[Span(shown(section.title), "heading")]], width
    )
    if any(number.parts for number in section.numbers):
        lines += _render_explained_numbers(section.numbers, width)
    elif section.numbers:
        # Numbers that stand as they are: as many in a line as there is room for, in columns if they
        # are short.
        texts = [
            (shown(number.label) + " ", shown(number.value))
            for number in section.numbers
        ]
        widest = max(cells(label + value) for label, value in texts)
        column = widest if widest <= width // 3 else 0
        line: Line = []
        for label, value in texts:
            fill = " " * (column - cells(label + value))
            line += [
                Span(GAP),
                Span(label, "", whole=True),
                Span(value, "number", whole=True),
            ]
            line.append(Span(fill, whole=True))
        lines += list(fold(line, width, INDENT))
    return lines + render_table(section.columns, section.rows, width, INDENT)


def _render_explained_numbers(
    numbers: Sequence[Number], width: int
) -> list[Line]:
    """Render each number with its parts on a line of its own."""
    names = min(
        width // 3, max(cells(shown(number.label)) for number in numbers)
    )
    lines = []
    for number in numbers:
        label = Span(" " * INDENT + pad(shown(number.label), names) + " ")
        lines.append([label, *_render_value(number)])
    return fold_all(lines, width, INDENT + names + 3)


def _render_value(number: Number) -> Line:
    """Return a number with its parts. A longer explanation is split into words, so that it can
    be folded."""
    if number.parts or " " not in number.value:
        return render_number_with_parts(number.value, number.parts)
    first, *others = shown(number.value).split(" ")
    return [Span(first, "number"), *(Span(f" {word}") for word in others)]
