"""The screen of one simulation: who wins, how long it takes, what becomes of each."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, groupby
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.view.percentages import (
    ChartBar,
    NumberRange,
    format_estimate,
    format_estimates,
    render_bars,
)
from gmtrack.view.simulation.small_print import (
    NOBODY,
    compare_tactics,
    describe_decided,
    describe_fights,
    describe_reasons,
    describe_tactics,
    describe_undecided,
    find_share_down,
    format_margin,
    is_cut_short,
    name_combatant,
    name_side,
)
from gmtrack.view.simulation.words import (
    describe_mean_rounds,
    summarize_simulation,
)
from gmtrack.view.text import (
    GAP,
    Line,
    Names,
    Span,
    blanks,
    cells,
    cut,
    fold_all,
    pad,
    paragraph,
    render_note,
    shown,
    space_underscores,
)


def render_answer(doc: Data, names: Names, width: int) -> list[Line]:
    """Render a simulation: its result in a sentence, who wins, rounds, combatants, and how it
    was played. For a fight that is decided already, render who stands; without any fight, the
    small print alone."""
    if "decided" in doc:
        told = f"{describe_decided(doc)} There is nothing left to play."
        return [
            *paragraph(told, width, "head"),
            [],
            *render_combatants(doc, names, width),
        ]
    if not doc["fights"]:
        return paragraph(describe_fights(doc), width)
    # Nobody is told where that happens.
    won = {
        side: chance
        for side, chance in doc["won"].items()
        if chance or side != NOBODY
    }
    rows = zip(
        map(name_side, won),
        won.values(),
        format_estimates([*won.values()]),
        strict=True,
    )
    how_exactly = f"{format_margin(doc)} in nineteen of twenty"
    how = (
        f"{describe_fights(doc)}, {how_exactly}; {describe_tactics(doc, names)}"
    )
    remarks = (
        compare_tactics(doc),
        describe_reasons(doc),
        describe_undecided(doc, names),
    )
    lines = [
        *paragraph(summarize_simulation(doc, names), width, "head", 0),
        [],
        [Span(f"Who wins, {format_margin(doc)}", "heading")],
        *render_bars([ChartBar(*row) for row in rows], width),
        [],
        *render_rounds(doc, width),
        [],
        *render_combatants(doc, names, width),
        [],
    ]
    lines += paragraph(how, width, "warning" if is_cut_short(doc) else "note")
    for remark in filter(None, remarks):
        lines += paragraph(remark, width)
    return lines


BLOCKS = "▁▂▃▄▅▆▇█"
COLUMN = 6
"""Columns for a percentage: `>99 %` and a blank."""
MOST = 12
"""Most groups of rounds side by side; nobody compares more."""
THICK = 3
ROUNDS_INDENT = 1
RARE_TOGETHER = 0.02
"""Groups of rounds at the end that together are rarer than this share one column."""
REST = 0.2
"""Largest chance of an open last group, if not all groups fit."""
GAP_OF = 3
"""Least number of empty groups in a row that are merged into one."""


def render_rounds(doc: Data, width: int) -> list[Line]:
    """Render how many rounds fights take: labels, blocks of different heights and percentages
    below each other."""
    rounds = doc["rounds"]
    groups = group_rounds(
        rounds["distribution"],
        max(1, min(MOST, (width - ROUNDS_INDENT) // COLUMN)),
    )
    most = max(group.chance for group in groups)
    begun = f" from round {doc['from_round']} on" if "from_round" in doc else ""
    title = Span(f"Rounds{begun}: {describe_mean_rounds(doc)}", "heading")
    heights = [
        max(1, round(group.chance / most * len(BLOCKS))) for group in groups
    ]
    blocks = [
        BLOCKS[height - 1] * THICK if group.chance else ""
        for group, height in zip(groups, heights, strict=True)
    ]
    return [
        *fold_all([[title]], width),
        _render_columns([group.label for group in groups], ""),
        _render_columns(blocks, "full"),
        _render_columns(
            format_estimates([group.chance for group in groups]), "number"
        ),
    ]


def _render_columns(texts: Sequence[str], style: str) -> Line:
    """Return a line of texts in columns of the width COLUMN, in one style."""
    filled = (pad(text, COLUMN, right=True) for text in texts)
    return [blanks(ROUNDS_INDENT), Span("".join(filled), style)]


def group_rounds(
    distribution: Mapping[str, float], most: int
) -> list[NumberRange]:
    """Group the numbers of rounds into at most `most` groups; an empty list if there were no
    fights.

    Each number is a group of its own if that leaves little for the last group, else groups are
    steps of equal length. Rare groups at the end share one."""
    rounds_and_chances = sorted(
        (int(rounds), chance)
        for rounds, chance in distribution.items()
        if chance > 0
    )
    for step in count(1) if rounds_and_chances else ():
        # With the last ones together that are rare; it begins with one that is not empty.
        groups = [*_split_into_steps(rounds_and_chances, step)]
        left = len(groups)
        while (
            left
            and sum(group.chance for group in groups[left - 1 :])
            < RARE_TOGETHER
        ):
            left -= 1
        while left < len(groups) and not groups[left].chance:
            left += 1
        groups = (
            groups
            if len(groups) - left < 2
            else [*groups[:left], _merge_groups(groups[left:])]
        )
        if len(groups) <= most:
            return groups
        cut = [*groups[: most - 1], _merge_groups(groups[most - 1 :])]
        if cut[-1].chance <= REST:
            return cut
    return []


def _split_into_steps(
    rounds_and_chances: Sequence[tuple[int, float]], step: int
) -> Iterator[NumberRange]:
    """Yield groups of `step` rounds, also those in which no fight ends; GAP_OF or more empty
    ones in a row become one."""
    fewest, most = rounds_and_chances[0][0], rounds_and_chances[-1][0]
    every: list[NumberRange] = []
    for first in range(fewest, most + 1, step):
        inside = [
            chance
            for rounds, chance in rounds_and_chances
            if first <= rounds < first + step
        ]
        last = min(first + step - 1, most)
        every.append(NumberRange(first, last, sum(inside)))
    for empty, alike in groupby(every, key=lambda group: not group.chance):
        run = list(alike)
        if empty and len(run) >= GAP_OF:
            yield NumberRange(run[0].low, run[-1].high, 0)
        else:
            yield from run


def _merge_groups(groups: Sequence[NumberRange]) -> NumberRange:
    """Merge groups into one without an upper end."""
    return NumberRange(
        groups[0].low, None, sum(group.chance for group in groups)
    )


INDENT = 2
LONGEST_NAME, SHORTEST_NAME = 24, 6
LONGEST_BAR, SHORTEST_BAR = 20, 6
TAIL = 3
"""Letters at the end of a name that stay when it is cut: they often tell one of many from
another."""
DEAD, OUT, UP = "█", "▒", "·"
LEGEND = f"{DEAD} dead, {OUT} out"
FILLED = "filled"


class CombatantColumn(NamedTuple):
    """Numbers of all combatants below a head. `losses` is the share of a track that is lost on
    average, by the row of each combatant who has that track."""

    head: str
    cells: Sequence[str]
    losses: Mapping[int, float] = MappingProxyType({})

    @property
    def width(self) -> int:
        """The columns of the screen that it needs, without a gap."""
        return max(map(cells, (self.head, *self.cells)))


class CombatantLayout(NamedTuple):
    """Columns of the screen for name and bar (0: no bar), and the columns of numbers."""

    name: int
    bar: int
    columns: Sequence[CombatantColumn]


def render_combatants(doc: Data, names: Names, width: int) -> list[Line]:
    """Render a row for each combatant: a bar, how often out and dead, and the tracks that fit;
    then which tracks do not."""
    people: Mapping[str, Data] = doc["combatants"]
    called = [name_combatant(who, one, names) for who, one in people.items()]
    layout, gone = _choose_layout(people, called, width)
    lines = fold_all([_render_heading(people, layout)], width)
    lines.append([Span(_render_heads(layout))])
    for place, (who, one) in enumerate(
        zip(called, people.values(), strict=True)
    ):
        name = Span(
            " " * INDENT + pad(cut(who, layout.name, TAIL), layout.name), "name"
        )
        bar = [Span(GAP), *_draw_bar(one, layout.bar)] if layout.bar else []
        numbers = "".join(
            _pad_cell(column, column.cells[place]) for column in layout.columns
        )
        lines.append([name, *bar, Span(numbers, "number")])
    return [*lines, *render_note("not shown", gone, width)]


def _choose_layout(
    people: Mapping[str, Data], called: Sequence[str], width: int
) -> tuple[CombatantLayout, list[str]]:
    """Choose the columns that fit into the width. Return the layout and the heads of the tracks
    that are left out. Tracks are more important than the bar."""
    shares = {
        "out": [find_share_down(one) for one in people.values()],
        "dead": [one["dead"] for one in people.values()],
        "fled": [one.get("fled", 0) for one in people.values()],
    }
    if not any(shares["fled"]):
        del shares["fled"]
    chances = [
        CombatantColumn(head, [*map(format_estimate, found)])
        for head, found in shares.items()
    ]
    name = min(
        max(map(cells, called)), LONGEST_NAME, max(SHORTEST_NAME, width // 4)
    )
    room = width - INDENT - name - _measure_columns(chances)
    everybody = [one["tracks"] for one in people.values()]
    every = [
        _make_track_column(label, everybody)
        for label in _collect_tracks(people)
    ]
    tracks, gone = _fit_columns(every, room - len(GAP) - SHORTEST_BAR)
    if _find_rows_with_tracks(tracks) != _find_rows_with_tracks(every):
        # Numbers are more important than a bar.
        tracks, gone = _fit_columns(every, room)
    bar = min(LONGEST_BAR, room - _measure_columns(tracks) - len(GAP))
    if bar < SHORTEST_BAR:
        bar = 0
    return CombatantLayout(name, bar, [*chances, *tracks]), gone


def _make_track_column(
    label: str, everybody: Sequence[Mapping[str, Data]]
) -> CombatantColumn:
    """Return the column of a track; `everybody` has each combatant's tracks by label. The cells
    of combatants without that track are empty."""
    averages: list[str] = []
    losses: dict[int, float] = {}
    for row, tracks in enumerate(everybody):
        if label in tracks:
            averages.append(_format_average(tracks[label]))
            losses[row] = _find_average_loss(tracks[label])
        else:
            averages.append("")
    return CombatantColumn(space_underscores(label), averages, losses)


def _render_heading(
    people: Mapping[str, Data], layout: CombatantLayout
) -> Line:
    """Return the heading with its legend: `In the end (█ dead, ▒ out; flesh left, strain filled
    on average)`."""
    units: dict[str, list[str]] = {}
    heads = [column.head for column in layout.columns]
    for label, track in _collect_tracks(people).items():
        if space_underscores(label) in heads:
            units.setdefault(track.get("unit", ""), []).append(
                space_underscores(label)
            )
    if len(units) > 1:
        told = [
            f"{', '.join(labels)} {shown(unit)}".rstrip()
            for unit, labels in units.items()
        ]
    else:
        told = [shown(unit) for unit in units]
    notes = [LEGEND] if layout.bar else []
    notes += (
        [f"{', '.join(told)} on average" if any(told) else "averages"]
        if told
        else []
    )
    return [
        Span("In the end", "heading"),
        Span(f" ({'; '.join(notes)})" if notes else "", "note"),
    ]


def _render_heads(layout: CombatantLayout) -> str:
    """Return the line of column heads, above the numbers."""
    before = INDENT + layout.name + (len(GAP) + layout.bar if layout.bar else 0)
    return " " * before + "".join(
        _pad_cell(column, column.head) for column in layout.columns
    )


def _pad_cell(column: CombatantColumn, text: str) -> str:
    """Return a cell in its column, with the gap before it."""
    return GAP + pad(text, column.width, right=True)


def _draw_bar(combatant: Data, length: int) -> Line:
    """Draw a bar for all fights: dead from the left, then out, then up."""
    dead = round(combatant["dead"] * length)
    out = max(dead, round(find_share_down(combatant) * length)) - dead
    return [
        Span(DEAD * dead, "bad"),
        Span(OUT * out, "half"),
        Span(UP * (length - dead - out), "note"),
    ]


def _collect_tracks(people: Mapping[str, Data]) -> dict[str, Data]:
    """Return all tracks by label; where several combatants have a label, the last one's."""
    return {
        label: track
        for one in people.values()
        for label, track in one["tracks"].items()
    }


def _format_average(track: Data) -> str:
    """Return a track's mean as text, with its maximum if it has one: `4.2/10`."""
    return f"{track['mean']:.1f}" + (
        f"/{track['max']}" if track.get("max") else ""
    )


def _find_average_loss(track: Data) -> float:
    """Return the share of a track that is lost on average, from 0 to 1; 0 for a track without a
    maximum."""
    if not track.get("max"):
        return 0
    share: float = track["mean"] / track["max"]
    return share if track.get("unit") == FILLED else 1 - share


def _fit_columns(
    columns: list[CombatantColumn], room: int
) -> tuple[list[CombatantColumn], list[str]]:
    """Drop the least important columns until the others fit. Return those that stay and the
    heads of those that do not."""
    kept = list(columns)
    while kept and _measure_columns(kept) > room:
        worth = _rate_columns(columns, kept)
        # Of those that are alike the last one goes.
        place = min(reversed(range(len(kept))), key=worth.__getitem__)
        del kept[place]
    return kept, [column.head for column in columns if column not in kept]


def _rate_columns(
    columns: Sequence[CombatantColumn], kept: Sequence[CombatantColumn]
) -> list[tuple[bool, bool, bool, float]]:
    """Return a sort key for the importance of each column that is still there: whether somebody
    would be left without any, whether it is somebody's first track, whether it is the track of
    which somebody loses most, and the sum of all losses."""
    first_of_row: set[int] = set()
    worst_of_row: set[int] = set()
    for row in _find_rows_with_tracks(columns):
        losses = [column.losses.get(row, -1.0) for column in columns]
        with_track = [row in column.losses for column in columns]
        first_of_row.add(with_track.index(True))
        worst_of_row.add(losses.index(max(losses)))
    rated: list[tuple[bool, bool, bool, float]] = []
    for column in kept:
        others = [other for other in kept if other is not column]
        is_needed = _find_rows_with_tracks(others) != _find_rows_with_tracks(
            kept
        )
        place = columns.index(column)
        rated.append(
            (
                is_needed,
                place in first_of_row,
                place in worst_of_row,
                sum(column.losses.values()),
            )
        )
    return rated


def _find_rows_with_tracks(columns: Sequence[CombatantColumn]) -> set[int]:
    """Return the rows of the combatants who have any of these tracks."""
    return {row for column in columns for row in column.losses}


def _measure_columns(columns: Sequence[CombatantColumn]) -> int:
    """Return the columns of the screen that these columns take, gaps included."""
    return sum(len(GAP) + column.width for column in columns)
