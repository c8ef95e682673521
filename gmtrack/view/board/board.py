"""The board: the fight at a glance, a line for each combatant where there is room.

Signs show the same as colours: whose turn it is, who has acted, who is out, and the sides."""

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
    BoardLayout,
    BoardPlan,
    Slot,
    count_lines,
    find_scales,
    list_layout_groups,
    make_plan,
    measure_free_columns,
    place_conditions,
)
from gmtrack.view.board.tracks import (
    choose_track_style,
    describe_condition,
    draw_bar,
    render_conditions,
)
from gmtrack.view.tables import is_number
from gmtrack.view.text import (
    GAP,
    Line,
    Span,
    blanks,
    cells,
    cut,
    cut_line,
    fold_all,
    measure_line,
    pad,
    shown,
)

USUAL = "up"
"""The status that is not shown, since it goes without saying."""
SHORTEST_TITLE = 10
MOST_OF_NOBODY = 10
"""Most boxes of a bar for a track that belongs to the fight and to no combatant."""
NEXT_ONES = 2
"""Number of combatants next in the order that keep all their lines when the board is cut."""
MORE = Condition("…", "", "note")


class LineLimit(NamedTuple):
    """The number of lines that a board may have, and what may be left out to keep to it.

    Without `cut` the board grows as long as it needs. With `cut`, conditions of combatants who
    neither act nor come next are left out, notes first. `strict` decides what stays of the other
    conditions: with it only the urgent ones (somebody is dying), without it all of them. The
    heading and the scene are cut to one line each where that is needed."""

    lines: int
    cut: bool = False
    strict: bool = True


ENDLESS = LineLimit(1_000_000)


def render_board(
    board: Board, width: int, room: LineLimit = ENDLESS
) -> list[Line]:
    """Render the whole board: heading, scene, a table of the combatants and the legend. `room`
    limits the number of lines, as far as that can be done; without it nothing is left out."""
    board = board._replace(rows=in_screen_order(board.rows))
    head, scene = (
        fold_all([_render_heading(board)], width, INDENT),
        _render_scene(board, width),
    )
    if len(head) > 1 and room.cut:
        rest = measure_line(_render_heading(board)) - cells(shown(board.title))
        title = cut(shown(board.title), max(SHORTEST_TITLE, width - rest))
        short = _render_heading(board._replace(title=title))
        head = [short] if measure_line(short) <= width else head
    if not board.rows:
        return [
            *head,
            *scene,
            [],
            *fold_all([[Span("nobody is in this fight", "note")]], width),
        ]
    legend = fold_all([_render_legend(board, numbers=True)], width, INDENT)
    around = len(head) + len(scene) + len(legend) + 2
    table, plan = _render_table(
        board, board.rows, width, room._replace(lines=room.lines - around)
    )
    if not (
        plan.short
        or any(track.text for row in board.rows for track in row.tracks)
    ):
        legend = fold_all([_render_legend(board, numbers=False)], width, INDENT)
    if around + len(table) > room.lines and room.cut:
        scene = [cut_line([Span(shown(text))], width) for text in board.lines]
        scene += (
            [cut_line(_render_fight_tracks(board.tracks), width)]
            if board.tracks
            else []
        )
    whole = [*head, *scene, [], *table, [], *legend]
    if len(whole) > room.lines and room.cut:
        return [line for line in whole if line]
    return whole


def render_rows(board: Board, rows: Sequence[Row], width: int) -> list[Line]:
    """Render some rows of a board as a table, without heading, scene and legend."""
    return _render_table(board, in_screen_order(rows), width, ENDLESS)[0]


def _render_scene(board: Board, width: int) -> list[Line]:
    """Render the lines of the scene, the tracks of the fight itself, and remarks cut to one line
    each."""
    lines = fold_all(
        ([Span(shown(text))] for text in board.lines), width, INDENT
    )
    lines += fold_all(
        [_render_fight_tracks(board.tracks)] if board.tracks else [],
        width,
        INDENT,
    )
    return [
        *lines,
        *(cut_line([Span(shown(text), "note")], width) for text in board.aside),
    ]


def _render_fight_tracks(tracks: Iterable[Track]) -> Line:
    """Render the tracks of the fight itself one behind the other, as a line that is not folded
    yet. There must be a track."""
    line: Line = []
    for track in tracks:
        label = Span(shown(track.label) + " ", "note", whole=True)
        drawn = [
            one._replace(whole=True) for one in draw_bar(track, MOST_OF_NOBODY)
        ]
        text = Span(
            f" {shown(track.text)}", choose_track_style(track), whole=True
        )
        line += [Span(GAP), label, *drawn, text]
    return line[1:]


def _render_table(
    board: Board, rows: Sequence[Row], width: int, room: LineLimit
) -> tuple[list[Line], BoardPlan]:
    """Render heads and rows for these rows alone, and return them with the plan of their
    columns. If `room.cut` is set and the lines do not suffice, rows of those who neither act nor
    come next are shortened."""
    told = [_add_status(row) for row in rows]
    plan, left = _choose_plan(board, told, width, room.lines - 1)
    lines = [_render_column_heads(left[0], plan)]
    drawn = [
        _render_row(row, columns, plan, width)
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
            else _shorten_row(row, columns, plan, width, strict=room.strict)
            for lines, row, columns in zip(drawn, told, left[1:], strict=True)
        ]
    return fold_all(
        [*lines, *(line for own in drawn for line in own)], width, INDENT
    ), plan


def _add_status(row: Row) -> Row:
    """Return the row with the combatant's standing as its first condition, unless the standing
    is as usual."""
    word = row.standing.status
    if word in (USUAL, ""):
        return row
    tone = "bad" if row.standing.out else "note"
    tone = "urgent" if calls_for_help(row) else tone
    return replace(row, conditions=(Condition(word, "", tone), *row.conditions))


def _choose_plan(
    board: Board, rows: Sequence[Row], width: int, lines: int
) -> tuple[BoardPlan, list[Line]]:
    """Choose the first plan with room for everybody in so many lines, or the one that needs the
    fewest. Return it with the left columns that go with it.

    If no plan fits, the last layout is taken, which always works."""
    largest = find_scales(board.rows)
    needs = [
        [cells(describe_condition(c)) for c in row.conditions] for row in rows
    ]
    found: list[tuple[int, BoardPlan, list[Line]]] = []
    for group in list_layout_groups(rows, width):
        if found and any(layout.name for layout in group):
            continue  # a whole name is worth more than a line
        fitting: list[tuple[int, BoardPlan, list[Line]]] = []
        for layout in group:
            left = render_left_columns(board, rows, layout, width)
            used = measure_line(left[0])
            plan = make_plan(layout, rows, largest)
            if all(plan.fits(row, used, width) for row in rows):
                fitting.append(
                    (count_lines(rows, needs, plan, used, width), plan, left)
                )
        found += [min(fitting, key=lambda one: one[0])] if fitting else []
        if fitting and found[-1][0] <= lines:
            return found[-1][1:]
    if found:
        return min(found, key=lambda one: one[0])[1:]
    return plan, left


def _render_heading(board: Board) -> Line:
    """Render the heading: title, clock, and whose turn it is, as a line that is not folded yet."""
    line = [Span(shown(board.title), "title")]
    for label, value in board.clock:
        told = (
            _render_labelled(label, value, "number")
            if label
            else [Span(shown(value), "number")]
        )
        line += [Span(GAP), *told]
    acting = [row for row in board.rows if row.acting]
    if acting:
        others = f" +{len(acting) - 1}" if len(acting) > 1 else ""
        left = f", {shown(board.turn.left)}" if board.turn.left else ""
        line += [Span(GAP), *_render_labelled("turn", acting[0].name, "acting")]
        line.append(Span(others or left, whole=True))
    return line


def _render_labelled(label: str, value: str, style: str) -> Line:
    """Return a label and its value as a line that breaks only between them."""
    return [
        Span(shown(label) + " ", "note", whole=True),
        Span(shown(value), style, whole=True),
    ]


def _render_column_heads(columns: Line, plan: BoardPlan) -> Line:
    """Add the heads of the tracks to the heads of the left columns; only a wide plan has any."""
    if not plan.wide:
        return columns
    gap = plan.layout.gap
    labels = (
        pad(shown(label), space, label in plan.right)
        for label, space in plan.slots.items()
    )
    return [*columns, Span("".join(gap + label for label in labels), "heading")]


def _render_row(
    row: Row, columns: Line, plan: BoardPlan, width: int
) -> list[Line]:
    """Render a combatant: left columns, tracks as the plan places them, and conditions where
    there is room, else on further lines."""
    first, *others = plan.distribute_tracks(row, measure_line(columns), width)
    lines = [
        [*columns, Span(plan.layout.gap), *_render_slots(first, plan)]
        if first
        else columns
    ]
    lines += [[blanks(INDENT), *_render_slots(slots, plan)] for slots in others]
    needs = [
        cells(describe_condition(condition)) for condition in row.conditions
    ]
    places = place_conditions(
        needs,
        measure_free_columns(row, plan, measure_line(columns), width),
        width,
    )
    begun = len(lines)
    for number in sorted(set(places)):
        on_it = [
            c
            for c, place in zip(row.conditions, places, strict=True)
            if place == number
        ]
        if number < begun:
            lines[number] = [
                *lines[number],
                Span(GAP),
                *render_conditions(on_it),
            ]
        else:
            lines.append([blanks(INDENT), *render_conditions(on_it)])
    return lines


def _shorten_row(
    row: Row, columns: Line, plan: BoardPlan, width: int, *, strict: bool
) -> list[Line]:
    """Render a combatant in as few lines as the row needs anyway, with as many conditions as
    fit, notes last, and a sign for those left out.

    Urgent conditions always stay. Without `strict` all conditions but notes stay, even if they
    need more lines."""
    conditions = sorted(
        row.conditions, key=lambda condition: condition.tone == "note"
    )
    tones = [condition.tone for condition in conditions]
    kept = tones.count("urgent") if strict else len(tones) - tones.count("note")
    least = _render_row(
        replace(row, conditions=tuple(conditions[:kept])), columns, plan, width
    )
    for count in range(len(conditions), kept - 1, -1):
        more = [MORE] if count < len(conditions) else []
        some = replace(row, conditions=(*conditions[:count], *more))
        lines = _render_row(some, columns, plan, width)
        if len(lines) == len(least):
            return lines
    return least


def _render_slots(slots: Iterable[Slot], plan: BoardPlan) -> Line:
    """Render the slots of one line beside each other, with the plan's gap between them."""
    gap = Span(plan.layout.gap)
    return [
        span for slot in slots for span in (gap, *_render_slot(slot, plan))
    ][1:]


def _render_slot(slot: Slot, plan: BoardPlan) -> Line:
    """Render a track in its slot: label (unless it stands in the heads), bar and number, filled
    to the slot's width. A slot without a track is blank."""
    track = slot.track
    if track is None:
        return [blanks(slot.width)]
    # Where every box counts, one must see whose it is: they stay with their label when folded.
    name = Span(shown(track.label) + " ", "note", whole=track.exact)
    shape = plan.shape_track(track)
    drawn = draw_bar(shape, plan.layout.most, plan.largest[track.label])
    space, width = plan.measure_track(shape)
    right = track.label in plan.right
    number = " " * bool(space and width) + pad(shown(shape.text), width, right)
    line = [
        *([] if plan.wide else [name]),
        *drawn,
        blanks(space - measure_line(drawn)),
    ]
    line.append(Span(number, choose_track_style(track)))
    fill = blanks(slot.width - measure_line(line))
    return [fill, *line] if right else [*line, fill]


def _render_legend(board: Board, *, numbers: bool) -> Line:
    """Render the legend: the signs for states and sides on the screen, and what the numbers
    count if `numbers` is set."""
    rows = board.rows
    states = {choose_state_sign(row) for row in rows}
    meanings = [
        f"{sign} {meaning}"
        for sign, meaning in STATES.items()
        if sign in states
    ]
    meanings += [
        f"{sign} {meaning}"
        for sign, meaning in assign_side_signs(rows).values()
        if meaning
    ]
    meanings += describe_units(
        [track for row in rows for track in row.tracks if numbers]
    )
    return [
        span
        for meaning in meanings
        for span in (Span("   "), Span(meaning, "note", whole=True))
    ][1:]


def describe_units(tracks: Iterable[Track]) -> list[str]:
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


def assign_side_signs(rows: Sequence[Row]) -> dict[str, tuple[str, str]]:
    """Return a sign and its meaning for every side in the rows. Sides that are not in
    FIXED_SIDES get their first letter that is free, else `?`."""
    signs: dict[str, tuple[str, str]] = {}
    for side in dict.fromkeys(row.side for row in rows):
        if side in FIXED_SIDES:
            signs[side] = FIXED_SIDES[side]
            continue
        used_signs = [sign for sign, _ in signs.values()]
        taken = "".join(["*+ ", *STATES, *used_signs])
        free_letters = (
            letter
            for letter in shown(side)
            if cells(letter) == 1 and letter not in taken
        )
        signs[side] = next(free_letters, "?"), shown(side)
    return signs


def choose_state_sign(row: Row) -> str:
    """Return the sign for a row's state: `>` acts now, `!` needs help, `x` is out, `·` has
    acted, blank for none of these."""
    if row.acting:
        return ">"
    if calls_for_help(row):
        return "!"
    if row.standing.out:
        return "x"
    return "·" if row.done else " "


def render_left_columns(
    board: Board, rows: Sequence[Row], layout: BoardLayout, width: int
) -> list[Line]:
    """Return the lines left of the tracks: signs, names and those columns in which anybody has
    anything, all of the same width. The heads come first, then a line for each row."""
    signs = assign_side_signs(board.rows)
    texts: list[list[str]] = []
    for at, head in enumerate(board.columns):
        # A row may have fewer cells than the board has columns.
        column = [row.cells[at] if at < len(row.cells) else "" for row in rows]
        is_spared = head in board.spare[: layout.bare]
        if not is_spared and any(text not in NOTHING for text in column):
            texts.append([shown(text) for text in (head, *column)])
    widths = [max(map(cells, column)) for column in texts]
    used = MARKERS + sum(widths) + len(layout.gap) * len(widths)
    most = layout.name or max(
        LEAST_NAME, min(LONGEST_NAME, width // 4, width - used)
    )
    if layout.kind in SHORT and not layout.name:
        most = LONGEST_NAME
    names = ["Name", *(_cut_name(shown(row.name), most) for row in rows)]
    right = [False, *(all(map(is_number, column[1:])) for column in texts)]
    filled = [
        _pad_column(*column)
        for column in zip([names, *texts], right, strict=True)
    ]
    markers = [
        "  ",
        *(choose_state_sign(row) + signs[row.side][0] for row in rows),
    ]
    styles = ["heading", *map(_choose_row_style, rows)]
    return [
        [Span(marker + " ", style), Span(layout.gap.join(pieces), style)]
        for marker, style, *pieces in zip(markers, styles, *filled, strict=True)
    ]


def _cut_name(name: str, most: int) -> str:
    """Cut a name to so many columns. A number at its end stays, since it tells one of many from
    the others."""
    number = re.search(r"\s?\d+$", name)
    return cut(name, most, min(len(number[0]) if number else 0, most // 4))


def _pad_column(column: Sequence[str], right: bool) -> list[str]:
    """Pad all texts of a column to the width of the widest."""
    width = max(map(cells, column))
    return [pad(text, width, right) for text in column]


def _choose_row_style(row: Row) -> str:
    """Return the style of a combatant's row: `urgent`, `acting`, `out`, `pc`, or none."""
    if calls_for_help(row):
        return "urgent"
    if row.acting:
        return "acting"
    if row.standing.out:
        return "out"
    return "pc" if row.side == "pc" else ""
