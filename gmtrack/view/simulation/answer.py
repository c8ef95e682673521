"""The screen of one simulation: what happens in a few sentences, and one table of who wins, falls
and dies."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.view.percentages import (
    format_estimate,
    format_estimates,
    keep_percentages_whole,
)
from gmtrack.view.simulation.sentences import (
    A_LOT,
    describe_choices,
    describe_even,
    describe_fights,
    describe_margin,
    describe_reasons,
    describe_tactics,
    describe_undecided,
    is_cut_short,
    summarize_simulation,
)
from gmtrack.view.simulation.words import (
    NOBODY,
    find_share_down,
    format_margin,
    name_combatant,
    name_side,
    side_of,
)
from gmtrack.view.text import (
    GAP,
    Line,
    Names,
    Span,
    cells,
    cut,
    fold_all,
    pad,
    paragraph,
    shown,
    space_underscores,
)

INDENT = 2
LONGEST_NAME, SHORTEST_NAME = 24, 6
TAIL = 3
"""Letters at the end of a name that stay when it is cut: they often tell one of many from
another."""
PERCENTAGE = 5
"""Columns for a percentage: `>99 %`."""
TRACK = 18
"""Columns for a track: `flesh 10.0/10 left`."""
LEFT = "left"
"""The unit of tracks that go down."""
LEAST_LOSS = 0.01
"""The least share of a track that is lost, for it to be told beside others."""


class TableRow(NamedTuple):
    """A row of the table: its label, its percentages, and what the tracks have at the end."""

    label: str
    chances: Sequence[str]
    tracks: str = ""
    style: str = ""


def render_answer(doc: Data, names: Names, width: int) -> list[Line]:
    """Render a simulation: three sentences, the table, and how it was played. Of a fight that is
    decided already, render who stands; without any fight, the small print alone."""
    if "decided" not in doc and not doc["fights"]:
        return paragraph(describe_fights(doc), width)
    sentences = [
        summarize_simulation(doc, names),
        describe_choices(doc, names),
        describe_even(doc),
    ]
    lines: list[Line] = []
    for place, sentence in enumerate(filter(None, sentences)):
        spans = keep_percentages_whole(sentence)
        style = "" if place else "head"
        lines += fold_all([[one._replace(style=style) for one in spans]], width)
    lines += [[], *render_table(doc, names, width)]
    if "decided" in doc:
        return lines
    how = f"{describe_fights(doc)}; {describe_margin(doc)}; {describe_tactics(doc, names)}"
    lines.append([])
    lines += paragraph(how, width, "warning" if is_cut_short(doc) else "note")
    reasons = ", ".join(describe_reasons(doc))
    if reasons and doc["won"][NOBODY] < A_LOT:
        lines += paragraph(f"nobody wins: {reasons}", width)
    if idle := describe_undecided(doc, names):
        lines += paragraph(idle, width)
    return lines


def render_table(doc: Data, names: Names, width: int) -> list[Line]:
    """Render the table: a row for each side with its chance to win, and below it a row for each
    of its combatants with how often they fall and die, and with what is left of their tracks."""
    people: Mapping[str, Data] = doc["combatants"]
    heads = ["wins", "falls", "dies"]
    if any("fled" in one for one in people.values()):
        heads.append("flees")
    called = {
        who: name_combatant(who, one, names) for who, one in people.items()
    }
    # The margin stands in the head above the chances to win.
    heads[0] += f" {format_margin(doc)}"
    columns = [max(cells(head), PERCENTAGE) for head in heads]
    free = width - sum(columns) - len(GAP) * len(columns)
    label = _choose_label_width([*called.values()], [*doc["won"]], free)
    room = free - label - len(GAP)
    rows = _make_rows(doc, called, len(heads), room, label)
    unit = _find_unit(people)
    end = f"{shown(unit)} at the end".strip()
    if not any(row.tracks for row in rows):
        end = ""
    top = TableRow("", heads, cut(end, max(0, room)), "heading")
    return [_render_row(row, label, columns) for row in (top, *rows)]


def _choose_label_width(
    called: Sequence[str], sides: Sequence[str], free: int
) -> int:
    """Return the columns for the labels, of those that are free for labels and tracks: as many
    as the longest needs, if that leaves room for one track."""
    longest = INDENT + max(map(cells, called), default=0)
    longest = min(longest, INDENT + LONGEST_NAME, free - len(GAP) - TRACK)
    longest = max(longest, INDENT + SHORTEST_NAME)
    return min(free, max(longest, *map(cells, map(name_side, sides))))


def _make_rows(
    doc: Data, called: Names, count: int, room: int, width: int
) -> list[TableRow]:
    """Return the rows of the table below its heads: sides and their combatants, those who are of
    no side last. `count` is the number of percentages, `room` the columns for tracks, `width`
    those for a label."""
    people: Mapping[str, Data] = doc["combatants"]
    won: Mapping[str, float] = doc["won"]
    unit = _find_unit(people)
    chances = dict(zip(won, format_estimates([*won.values()]), strict=True))
    sides = dict.fromkeys((*won, *map(side_of, people.values())))
    in_order = sorted(sides, key=lambda side: side == NOBODY)
    rows: list[TableRow] = []
    for side in in_order:
        if side == NOBODY and not won.get(side):
            continue  # Nobody is told where that happens.
        wins = [chances.get(side, ""), *[""] * (count - 1)]
        rows.append(TableRow(cut(name_side(side), width), wins, style="head"))
        for who, one in people.items():
            if side_of(one) == side:
                fate = [find_share_down(one), one["dead"], one.get("fled", 0)]
                told = ["", *map(format_estimate, fate[: count - 1])]
                label = " " * INDENT + cut(called[who], width - INDENT, TAIL)
                tracks = _describe_tracks(one, room, unit)
                rows.append(TableRow(label, told, tracks))
    return rows


def _find_unit(people: Mapping[str, Data]) -> str:
    """Return the unit that all tracks have in common (`left`); empty if they have none, or
    several."""
    units = {
        track.get("unit", "")
        for one in people.values()
        for track in one["tracks"].values()
    }
    return str(units.pop()) if len(units) == 1 else ""


def _describe_tracks(person: Data, room: int, unit: str) -> str:
    """Return the averages of a combatant's tracks in so many columns, those that lose most
    first to be kept: `flesh 6.2/10 left, strain 3.1/10 filled`. Tracks that lose nothing are
    told only of somebody who loses nothing. The common `unit` stands in the head."""
    tracks: Mapping[str, Data] = person["tracks"]
    losses = {label: _find_loss(track) for label, track in tracks.items()}
    by_loss = sorted(tracks, key=lambda label: -losses[label])
    kept: list[str] = []
    text = ""
    for label in by_loss:
        if kept and losses[label] < LEAST_LOSS:
            break
        wanted = [one for one in tracks if one == label or one in kept]
        told = ", ".join(
            _format_track(one, tracks[one], unit) for one in wanted
        )
        if cells(told) <= room:
            kept, text = wanted, told
    return text


def _format_track(label: str, track: Data, unit: str) -> str:
    """Return the average of a track: `flesh 6.2/10 left`. The common unit is left out."""
    average = f"{space_underscores(label)} {track['mean']:.1f}"
    if track["max"]:
        average += f"/{track['max']}"
    own = shown(track.get("unit", ""))
    return average if own == unit else f"{average} {own}".rstrip()


def _find_loss(track: Data) -> float:
    """Return the share of a track that is lost on average: what is not left, or what is filled;
    0 of a track to which no damage goes, and which has no boxes therefore."""
    if not track["max"]:
        return 0.0
    share: float = track["mean"] / track["max"]
    return 1 - share if track.get("unit", "") == LEFT else share


def _render_row(row: TableRow, label: int, columns: Sequence[int]) -> Line:
    """Return the line of a row, its percentages aligned to the right."""
    numbers = "".join(
        GAP + pad(text, column, right=True)
        for text, column in zip(row.chances, columns, strict=True)
    )
    line = [
        Span(pad(row.label, label), row.style or "name"),
        Span(numbers, row.style or "number"),
    ]
    if row.tracks:
        line.append(Span(GAP + row.tracks, row.style or "number"))
    last = line[-1]
    line[-1] = last._replace(text=last.text.rstrip())
    return line
