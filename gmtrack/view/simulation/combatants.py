"""What becomes of each: how often they go down and die, and what is left of them on average."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.view.percentages import estimate
from gmtrack.view.simulation.sides import Names, named
from gmtrack.view.text import GAP, Line, Span, cells, cut, fold_all, pad, shown, spoken

INDENT = 2
LONGEST_NAME, SHORTEST_NAME = 24, 6
LONGEST_BAR, SHORTEST_BAR = 20, 6
TAIL = 3
"""The end of a name stays, since it often tells one of many from the other."""
DEAD, OUT, UP = "█", "▒", "·"
LEGEND = f"{DEAD} dead, {OUT} out"
HEADS = ("out", "dead")
FILLED = "filled"


class Column(NamedTuple):
    """Numbers of everybody under a head; `losses`: how much of it goes on average, by the row of
    those who have it."""

    head: str
    cells: Sequence[str]
    losses: Mapping[int, float] = MappingProxyType({})

    @property
    def width(self) -> int:
        return max(map(cells, (self.head, *self.cells)))


class Layout(NamedTuple):
    """What a row has: so many columns of the screen for the name and the bar, and the numbers."""

    name: int
    bar: int
    columns: Sequence[Column]


def render_combatants(doc: Data, names: Names, width: int) -> list[Line]:
    """A row for each: a bar, how often out and dead, and those tracks that there is room for."""
    people: Mapping[str, Data] = doc["combatants"]
    called = [named(who, one, names) for who, one in people.items()]
    layout, gone = _laid_out(people, called, width)
    lines = fold_all([_heading(people, layout)], width)
    lines.append([Span(_heads(layout))])
    for place, (who, one) in enumerate(zip(called, people.values(), strict=True)):
        name = Span(" " * INDENT + pad(cut(who, layout.name, TAIL), layout.name), "name")
        bar = [Span(GAP), *_bar(one, layout.bar)] if layout.bar else []
        numbers = "".join(_cell(column, column.cells[place]) for column in layout.columns)
        lines.append([name, *bar, Span(numbers, "number")])
    not_shown: list[Line] = [[Span(f"  not shown: {', '.join(gone)}", "note")]] if gone else []
    return [*lines, *fold_all(not_shown, width, 4)]


def _laid_out(
    people: Mapping[str, Data], called: Sequence[str], width: int
) -> tuple[Layout, list[str]]:
    """What there is room for, and the heads of the tracks that there is none for."""
    chances = [Column(head, [estimate(one[head]) for one in people.values()]) for head in HEADS]
    name = min(max(map(cells, called)), LONGEST_NAME, max(SHORTEST_NAME, width // 4))
    room = width - INDENT - name - _taken(chances)
    every = _tracks(people)
    tracks, gone = _fitted(every, room - len(GAP) - SHORTEST_BAR)
    if _rows(tracks) != _rows(every):
        # Numbers are more than a bar.
        tracks, gone = _fitted(every, room)
    bar = min(LONGEST_BAR, room - _taken(tracks) - len(GAP))
    return Layout(name, bar if bar >= SHORTEST_BAR else 0, [*chances, *tracks]), gone


def _heading(people: Mapping[str, Data], layout: Layout) -> Line:
    """`In the end (█ dead, ▒ out; flesh left, strain filled on average)`"""
    units: dict[str, list[str]] = {}
    heads = [column.head for column in layout.columns]
    for label, track in _known(people).items():
        if spoken(label) in heads:
            units.setdefault(track.get("unit", ""), []).append(spoken(label))
    if len(units) > 1:
        told = [f"{', '.join(labels)} {shown(unit)}".rstrip() for unit, labels in units.items()]
    else:
        told = [shown(unit) for unit in units]
    notes = [LEGEND] if layout.bar else []
    notes += [f"{', '.join(told)} on average" if any(told) else "averages"] if told else []
    return [Span("In the end", "heading"), Span(f" ({'; '.join(notes)})" if notes else "", "note")]


def _heads(layout: Layout) -> str:
    before = INDENT + layout.name + (len(GAP) + layout.bar if layout.bar else 0)
    return " " * before + "".join(_cell(column, column.head) for column in layout.columns)


def _cell(column: Column, text: str) -> str:
    return GAP + pad(text, column.width, right=True)


def _bar(one: Data, length: int) -> Line:
    """Dead from the left, out behind it; the whole length is all fights."""
    dead = round(one["dead"] * length)
    out = max(dead, round(one["out"] * length)) - dead
    return [
        Span(DEAD * dead, "bad"),
        Span(OUT * out, "half"),
        Span(UP * (length - dead - out), "note"),
    ]


def _known(people: Mapping[str, Data]) -> dict[str, Data]:
    """The tracks that anybody has."""
    return {label: track for one in people.values() for label, track in one["tracks"].items()}


def _tracks(people: Mapping[str, Data]) -> list[Column]:
    everybody = [one["tracks"] for one in people.values()]
    return [
        Column(
            spoken(label),
            [_average(tracks[label]) if label in tracks else "" for tracks in everybody],
            {row: _lost(tracks[label]) for row, tracks in enumerate(everybody) if label in tracks},
        )
        for label in _known(people)
    ]


def _average(track: Data) -> str:
    """`4.2/10`"""
    return f"{track['mean']:.1f}" + (f"/{track['max']}" if track.get("max") else "")


def _lost(track: Data) -> float:
    """How much of it is gone."""
    if not track.get("max"):
        return 0
    share: float = track["mean"] / track["max"]
    return share if track.get("unit") == FILLED else 1 - share


def _fitted(columns: list[Column], room: int) -> tuple[list[Column], list[str]]:
    """As many as there is room for, and the heads of the others: those that are wanted least."""
    kept = list(columns)
    while kept and _taken(kept) > room:
        worth = _worths(columns, kept)
        # Of those that are alike the last one goes.
        place = min(reversed(range(len(kept))), key=worth.__getitem__)
        del kept[place]
    return kept, [column.head for column in columns if column not in kept]


def _worths(
    columns: Sequence[Column], kept: Sequence[Column]
) -> list[tuple[bool, bool, bool, float]]:
    """What counts for each that is kept: that somebody has no other, that it stands first on
    somebody's board, that it is the one of which somebody loses most, and how much all lose."""
    rows = _rows(columns)
    first = {next(place for place, one in enumerate(columns) if row in one.losses) for row in rows}
    most = {
        max(range(len(columns)), key=lambda place: columns[place].losses.get(row, -1.0))
        for row in rows
    }
    return [
        (
            _rows([other for other in kept if other is not one]) != _rows(kept),
            columns.index(one) in first,
            columns.index(one) in most,
            sum(one.losses.values()),
        )
        for one in kept
    ]


def _rows(columns: Sequence[Column]) -> set[int]:
    """Those who have any of them."""
    return {row for column in columns for row in column.losses}


def _taken(columns: Sequence[Column]) -> int:
    return sum(len(GAP) + column.width for column in columns)
