"""The board: the fight at a glance, a line for each combatant where there is room.

Signs tell what colours tell: whose turn it is, who has acted, who is out, and the sides.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from gmtrack.core.screen import (
    Board,
    Condition,
    Row,
    Track,
    calls_for_help,
    in_screen_order,
)
from gmtrack.view.board.plan import (
    INDENT,
    LONGEST_NAME,
    SHORT,
    Layout,
    Plan,
    Slot,
    groups,
    height,
    plan_for,
    rooms_for,
    scales,
    spread,
)
from gmtrack.view.board.tracks import (
    bar,
    condition_text,
    conditions_line,
    level,
)
from gmtrack.view.tables import is_number
from gmtrack.view.text import (
    GAP,
    Line,
    Span,
    cells,
    cut,
    cut_line,
    fold_all,
    pad,
    shown,
    width_of,
)

USUAL = "up"
"""The status that is not shown, since it goes without saying."""
SHORTEST_TITLE = 10
MOST_OF_NOBODY = 10
"""Most boxes of a bar for a track that belongs to the fight and to no combatant."""
NEXT_ONES = 2
"""Number of combatants next in the order that keep all their lines when the board is cut."""
MORE = Condition("…", "", "note")


class Room(NamedTuple):
    """The number of lines that a board may have, and what may be left out to keep to it.

    Without `cut` the board simply grows longer. With it, what is least needed is left out of
    those combatants who are not next. `strict` also allows the board to leave out conditions and
    cover."""

    lines: int
    cut: bool = False
    strict: bool = True


ENDLESS = Room(1_000_000)


def render_board(board: Board, width: int, room: Room = ENDLESS) -> list[Line]:
    """Render the whole board: heading, scene, a table of the combatants and the legend. `room`
    limits the number of lines; without it nothing is left out."""
    board = board._replace(rows=in_screen_order(board.rows))
    head, scene = fold_all([_head(board)], width, INDENT), _scene(board, width)
    if len(head) > 1 and room.cut:
        rest = width_of(_head(board)) - cells(shown(board.title))
        title = cut(shown(board.title), max(SHORTEST_TITLE, width - rest))
        short = _head(board._replace(title=title))
        head = [short] if width_of(short) <= width else head
    if not board.rows:
        return [
            *head,
            *scene,
            [],
            *fold_all([[Span("nobody is in this fight", "note")]], width),
        ]
    legend = fold_all([_legend(board, numbers=True)], width, INDENT)
    around = len(head) + len(scene) + len(legend) + 2
    table, plan = _table(
        board, board.rows, width, room._replace(lines=room.lines - around)
    )
    if not (
        plan.short
        or any(track.text for row in board.rows for track in row.tracks)
    ):
        legend = fold_all([_legend(board, numbers=False)], width, INDENT)
    if around + len(table) > room.lines and room.cut:
        scene = [cut_line([Span(shown(text))], width) for text in board.lines]
        scene += (
            [cut_line(_of_nobody(board.tracks), width)] if board.tracks else []
        )
    whole = [*head, *scene, [], *table, [], *legend]
    if len(whole) > room.lines and room.cut:
        return [line for line in whole if line]
    return whole


def render_rows(board: Board, rows: Sequence[Row], width: int) -> list[Line]:
    """Render some rows of a board as a table, without heading, scene and legend."""
    return _table(board, in_screen_order(rows), width, ENDLESS)[0]


def _scene(board: Board, width: int) -> list[Line]:
    lines = fold_all(
        ([Span(shown(text))] for text in board.lines), width, INDENT
    )
    lines += fold_all(
        [_of_nobody(board.tracks)] if board.tracks else [], width, INDENT
    )
    return [
        *lines,
        *(cut_line([Span(shown(text), "note")], width) for text in board.aside),
    ]


def _of_nobody(tracks: Iterable[Track]) -> Line:
    """The tracks of the fight itself, one behind the other."""
    line: Line = []
    for track in tracks:
        label = Span(shown(track.label) + " ", "note", whole=True)
        drawn = [one._replace(whole=True) for one in bar(track, MOST_OF_NOBODY)]
        text = Span(f" {shown(track.text)}", level(track), whole=True)
        line += [Span(GAP), label, *drawn, text]
    return line[1:]


def _table(
    board: Board, rows: Sequence[Row], width: int, room: Room
) -> tuple[list[Line], Plan]:
    """Heads and rows with their plan, laid out for these rows alone: that is quick, however many
    there are."""
    told = [_with_status(row) for row in rows]
    plan, left = _best(board, told, width, room.lines - 1)
    lines = [_heads(left[0], plan)]
    drawn = [
        _row_lines(row, columns, plan, width)
        for row, columns in zip(told, left[1:], strict=True)
    ]
    if room.cut and sum(map(len, drawn)) > room.lines - 1:
        # Who acts, and who comes next.
        acting = next((at for at, row in enumerate(rows) if row.acting), -1)
        behind = [*rows[acting + 1 :], *rows[: acting + 1]]
        waiting = [
            row.id
            for row in behind
            if not (row.acting or row.done or row.standing.out)
        ]
        needed = {row.id for row in rows if row.acting} | set(
            waiting[:NEXT_ONES]
        )
        drawn = [
            lines
            if row.id in needed
            else _short(row, columns, plan, width, strict=room.strict)
            for lines, row, columns in zip(drawn, told, left[1:], strict=True)
        ]
    return fold_all(
        [*lines, *(line for own in drawn for line in own)], width, INDENT
    ), plan


def _with_status(row: Row) -> Row:
    """The row with how somebody stands before what is on them, unless it is as usual."""
    word = row.standing.status
    if word in (USUAL, ""):
        return row
    tone = "bad" if row.standing.out else "note"
    tone = "urgent" if calls_for_help(row) else tone
    return replace(row, conditions=(Condition(word, "", tone), *row.conditions))


def _best(
    board: Board, rows: Sequence[Row], width: int, lines: int
) -> tuple[Plan, list[Line]]:
    """The first plan with room for everybody in so many lines, or the one that needs the fewest;
    and the left side that goes with it."""
    largest = scales(board.rows)
    needs = [[cells(condition_text(c)) for c in row.conditions] for row in rows]
    found: list[tuple[int, Plan, list[Line]]] = []
    for group in groups(rows, width):
        if found and any(layout.name for layout in group):
            continue  # a whole name is worth more than a line
        fitting: list[tuple[int, Plan, list[Line]]] = []
        for layout in group:
            left = left_columns(board, rows, layout, width)
            used = width_of(left[0])
            plan = plan_for(layout, rows, largest)
            if all(plan.fits(row, used, width) for row in rows):
                fitting.append(
                    (height(rows, needs, plan, used, width), plan, left)
                )
        found += [min(fitting, key=lambda one: one[0])] if fitting else []
        if fitting and found[-1][0] <= lines:
            return found[-1][1:]
    if found:
        return min(found, key=lambda one: one[0])[1:]
    return plan, left


def _head(board: Board) -> Line:
    line = [Span(shown(board.title), "title")]
    for label, value in board.clock:
        told = (
            _labelled(label, value, "number")
            if label
            else [Span(shown(value), "number")]
        )
        line += [Span(GAP), *told]
    acting = [row for row in board.rows if row.acting]
    if acting:
        others = f" +{len(acting) - 1}" if len(acting) > 1 else ""
        left = f", {shown(board.turn.left)}" if board.turn.left else ""
        line += [Span(GAP), *_labelled("turn", acting[0].name, "acting")]
        line.append(Span(others or left, whole=True))
    return line


def _labelled(label: str, value: str, style: str) -> Line:
    return [
        Span(shown(label) + " ", "note", whole=True),
        Span(shown(value), style, whole=True),
    ]


def _heads(columns: Line, plan: Plan) -> Line:
    if not plan.wide:
        return columns
    gap = plan.layout.gap
    labels = (
        pad(shown(label), space, label in plan.right)
        for label, space in plan.slots.items()
    )
    return [*columns, Span("".join(gap + label for label in labels), "heading")]


def _row_lines(row: Row, columns: Line, plan: Plan, width: int) -> list[Line]:
    first, *others = plan.lines(row, width_of(columns), width)
    lines = [
        [*columns, Span(plan.layout.gap), *_tracks(first, plan)]
        if first
        else columns
    ]
    lines += [[Span(" " * INDENT), *_tracks(slots, plan)] for slots in others]
    needs = [cells(condition_text(condition)) for condition in row.conditions]
    places = spread(
        needs, rooms_for(row, plan, width_of(columns), width), width
    )
    begun = len(lines)
    for number in sorted(set(places)):
        on_it = [
            c
            for c, place in zip(row.conditions, places, strict=True)
            if place == number
        ]
        if number < begun:
            lines[number] = [*lines[number], Span(GAP), *conditions_line(on_it)]
        else:
            lines.append([Span(" " * INDENT), *conditions_line(on_it)])
    return lines


def _short(
    row: Row, columns: Line, plan: Plan, width: int, *, strict: bool
) -> list[Line]:
    """The row with those of the conditions for which there is room on the lines that it needs
    anyway, notes last, and a sign that there are more. Where the lines may be more (not `strict`),
    all that are no notes are kept; and always that somebody is dying."""
    conditions = sorted(
        row.conditions, key=lambda condition: condition.tone == "note"
    )
    tones = [condition.tone for condition in conditions]
    kept = tones.count("urgent") if strict else len(tones) - tones.count("note")
    least = _row_lines(
        replace(row, conditions=tuple(conditions[:kept])), columns, plan, width
    )
    for count in range(len(conditions), kept - 1, -1):
        more = [MORE] if count < len(conditions) else []
        some = replace(row, conditions=(*conditions[:count], *more))
        lines = _row_lines(some, columns, plan, width)
        if len(lines) == len(least):
            return lines
    return least


def _tracks(slots: Iterable[Slot], plan: Plan) -> Line:
    gap = Span(plan.layout.gap)
    return [span for slot in slots for span in (gap, *_track(slot, plan))][1:]


def _track(slot: Slot, plan: Plan) -> Line:
    track = slot.track
    if track is None:
        return [Span(" " * slot.width)]
    # Where every box counts, one must see whose it is: they stay with their label when folded.
    name = Span(shown(track.label) + " ", "note", whole=track.exact)
    shape = plan.shape(track)
    drawn = bar(shape, plan.layout.most, plan.largest[track.label])
    space, width = plan.columns(shape)
    right = track.label in plan.right
    number = " " * bool(space and width) + pad(shown(shape.text), width, right)
    line = [
        *([] if plan.wide else [name]),
        *drawn,
        Span(" " * (space - width_of(drawn))),
    ]
    line.append(Span(number, level(track)))
    fill = Span(" " * (slot.width - width_of(line)))
    return [fill, *line] if right else [*line, fill]


def _legend(board: Board, *, numbers: bool) -> Line:
    """Render the legend: the signs for states and sides on the screen, and what the numbers
    count if `numbers` is set."""
    rows = board.rows
    states = {state_sign(row) for row in rows}
    meanings = [
        f"{sign} {meaning}"
        for sign, meaning in STATES.items()
        if sign in states
    ]
    meanings += [
        f"{sign} {meaning}"
        for sign, meaning in side_signs(rows).values()
        if meaning
    ]
    meanings += units(
        [track for row in rows for track in row.tracks if numbers]
    )
    return [
        span
        for meaning in meanings
        for span in (Span("   "), Span(meaning, "note", whole=True))
    ][1:]


def units(tracks: Iterable[Track]) -> list[str]:
    """Describe what the numbers of tracks count, each unit once: `left: flesh, shield`, `filled:
    strain`.

    If all tracks share a unit, their names are left out: `numbers: what is left`. Tracks without
    a unit are skipped."""
    labels: dict[str, dict[str, None]] = {}
    for track in tracks:
        labels.setdefault(track.unit, {})[shown(track.label)] = None
    if len(labels) == 1:
        return [f"numbers: what is {shown(unit)}" for unit in labels if unit]
    return [
        f"{shown(unit)}: {', '.join(own)}"
        for unit, own in labels.items()
        if unit
    ]


FIXED_SIDES = {
    "pc": ("*", "player character"),
    "ally": ("+", "ally"),
    "foe": (" ", ""),
}
STATES = {">": "acts now", "·": "has acted", "!": "down", "x": "out"}
NOTHING = ("", "-")
LEAST_NAME = 8
MARKERS = 3
"""Columns of the signs before a name."""


def side_signs(rows: Sequence[Row]) -> dict[str, tuple[str, str]]:
    """Return a sign and its meaning for every side in the rows. Sides that are not in
    FIXED_SIDES get their first letter that is free, else `?`."""
    signs: dict[str, tuple[str, str]] = {}
    for side in dict.fromkeys(row.side for row in rows):
        taken = "*+ ", *STATES, *(sign for sign, _ in signs.values())
        letters = (
            c
            for c in shown(side)
            if cells(c) == 1 and not any(c in t for t in taken)
        )
        signs[side] = FIXED_SIDES.get(side) or (next(letters, "?"), shown(side))
    return signs


def state_sign(row: Row) -> str:
    """Return the sign for a row's state: `>` acts now, `!` needs help, `x` is out, `·` has
    acted, blank for none of these."""
    if row.acting:
        return ">"
    if calls_for_help(row):
        return "!"
    if row.standing.out:
        return "x"
    return "·" if row.done else " "


def left_columns(
    board: Board, rows: Sequence[Row], layout: Layout, width: int
) -> list[Line]:
    """The signs, the names and the columns in which anybody has anything, the heads first; all of
    the same width."""
    signs = side_signs(board.rows)
    # The columns with something in them, each with its head.
    cells_of = [[*row.cells, *[""] * len(board.columns)] for row in rows]
    told = [
        [head, *(own[at] for own in cells_of)]
        for at, head in enumerate(board.columns)
    ]
    texts = [
        [shown(text) for text in column]
        for column in told
        if column[0] not in board.spare[: layout.bare]
        and any(text not in NOTHING for text in column[1:])
    ]
    widths = [max(map(cells, column)) for column in texts]
    used = MARKERS + sum(widths) + len(layout.gap) * len(widths)
    most = layout.name or max(
        LEAST_NAME, min(LONGEST_NAME, width // 4, width - used)
    )
    if layout.kind in SHORT and not layout.name:
        most = LONGEST_NAME
    names = ["Name", *(_name(shown(row.name), most) for row in rows)]
    right = [False, *(all(map(is_number, column[1:])) for column in texts)]
    filled = [
        _filled(*column) for column in zip([names, *texts], right, strict=True)
    ]
    markers = ["  ", *(state_sign(row) + signs[row.side][0] for row in rows)]
    styles = ["heading", *map(_style, rows)]
    return [
        [Span(marker + " ", style), Span(layout.gap.join(pieces), style)]
        for marker, style, *pieces in zip(markers, styles, *filled, strict=True)
    ]


def _name(name: str, most: int) -> str:
    """The name in so many columns; a number at its end stays, since it tells one of many."""
    number = re.search(r"\s?\d+$", name)
    return cut(name, most, min(len(number[0]) if number else 0, most // 4))


def _filled(column: Sequence[str], right: bool) -> list[str]:
    width = max(map(cells, column))
    return [pad(text, width, right) for text in column]


def _style(row: Row) -> str:
    if calls_for_help(row):
        return "urgent"
    if row.acting:
        return "acting"
    if row.standing.out:
        return "out"
    return "pc" if row.side == "pc" else ""
