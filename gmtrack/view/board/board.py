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
    BoardLayout,
    BoardPlan,
    NeededLines,
    Slot,
    count_lines,
    find_scales,
    holds_numbers,
    list_layout_groups,
    make_plan,
    measure_free_columns,
    place_conditions,
    widen_text,
)
from gmtrack.view.board.tracks import (
    choose_track_style,
    describe_condition,
    draw_bar,
    draw_filled_boxes,
    render_conditions,
)
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
AROUND = 7
"""Lines of a board besides its combatants, as a rule: head, two of the scene, column heads, legend,
and two blank ones. The layout is chosen for this number, since the true one changes."""


class LineLimit(NamedTuple):
    """The number of lines that a board may have, and what may be left out to keep to it.

    Without `cut` the board grows as long as it needs. With `cut`, conditions of combatants who
    neither act nor come next are left out, notes first. `strict` decides what stays of the other
    conditions: with it only the urgent ones (somebody is dying), without it all of them. The
    heading and the scene are cut to one line each where that is needed.

    `layout` is the number of lines that decides about columns and bars, the same one for all
    boards of a screen; 0: `lines`."""

    lines: int
    cut: bool = False
    strict: bool = True
    layout: int = 0

    @property
    def lines_for_layout(self) -> int:
        """The number of lines for which columns and bars are chosen."""
        return (self.layout or self.lines) - AROUND


ENDLESS = LineLimit(1_000_000)


def render_board(
    board: Board, width: int, room: LineLimit = ENDLESS
) -> list[Line]:
    """Render the whole board: heading, scene, a table of the combatants and the legend. `room`
    limits the number of lines, as far as that can be done; without it nothing is left out."""
    board = board._replace(rows=in_screen_order(board.rows))
    if not board.rows:
        nobody = [Span("nobody is in this fight", "note")]
        head, scene = _render_head_and_scene(board, width, room)
        return [*head, *scene, [], *fold_all([nobody], width)]
    plan = _choose_plan(board, width, room.lines_for_layout)
    return _render_as_planned(board, plan, width, room)


def _render_head_and_scene(
    board: Board, width: int, room: LineLimit
) -> tuple[list[Line], list[Line]]:
    """Render the lines of the heading, with a shorter title if `room.cut` is set and they would be
    several, and those of the scene."""
    head, scene = (
        fold_all([_render_heading(board)], width, INDENT),
        _render_scene(board, width),
    )
    if len(head) > 1 and room.cut:
        rest = measure_line(_render_heading(board)) - cells(shown(board.title))
        title = cut(shown(board.title), max(SHORTEST_TITLE, width - rest))
        short = _render_heading(board._replace(title=title))
        head = [short] if measure_line(short) <= width else head
    return head, scene


def _render_as_planned(
    board: Board, plan: BoardPlan, width: int, room: LineLimit
) -> list[Line]:
    """Render the whole board by a plan that was chosen for this width and `room`. There is somebody
    in it, and its rows are in the order of the screen."""
    head, scene = _render_head_and_scene(board, width, room)
    legend = fold_all([_render_legend(board, plan)], width, INDENT)
    around = len(head) + len(scene) + len(legend) + 2
    table = _render_table(
        board, board.rows, plan, width, room._replace(lines=room.lines - around)
    )
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


def render_board_within(board: Board, width: int, lines: int) -> list[Line]:
    """Render a board in at most `lines` lines, at least four, for a screen on which it stays.

    What there is no room for is left out in this order: conditions of those who neither act nor
    come next, the legend, lines of the scene, combatants. The last line then says how many
    combatants. Those who are out go first, then those who have acted, then those who act last."""
    limit = LineLimit(lines, cut=True)
    if not board.rows:
        return render_board(board, width, limit)[:lines]
    board = board._replace(rows=in_screen_order(board.rows))
    plan = _choose_plan(board, width, limit.lines_for_layout)
    whole = _render_as_planned(board, plan, width, limit)
    if len(whole) <= lines:
        return whole
    heads, *columns = render_left_columns(board, board.rows, plan.layout, width)
    drawn = [
        fold_all(
            _shorten_row(
                _add_remarks(row, plan), left, plan, width, strict=True
            ),
            width,
            INDENT,
        )
        for row, left in zip(board.rows, columns, strict=True)
    ]
    top = [
        cut_line(_render_heading(board), width),
        cut_line(_render_column_heads(heads, plan), width),
    ]
    lengths = [len(own) for own in drawn]
    free = lines - len(top) - sum(lengths)
    if free >= 0:
        scene = _render_scene(board, width)[:free]
        top[1:1] = [cut_line(line, width) for line in scene]
        return [*top, *(line for own in drawn for line in own)]
    kept = _choose_rows(board.rows, lengths, lines - len(top) - 1)
    more = f"… {len(drawn) - len(kept)} more: `board` shows all"
    return [
        *top,
        *(line for at in kept for line in drawn[at]),
        cut_line([Span(more, "note")], width),
    ]


def _choose_rows(
    rows: Sequence[Row], lines_of_rows: Sequence[int], lines: int
) -> list[int]:
    """Return the positions of the rows that matter most and together need at most so many lines,
    in their order: first those who act, then those who come next."""
    acting = next((at for at, row in enumerate(rows) if row.acting), 0)

    def rank(at: int) -> tuple[bool, bool, bool, bool]:
        row = rows[at]
        is_out = row.standing.out and not calls_for_help(row)
        return not row.acting, is_out, row.done, at < acting

    kept: list[int] = []
    for at in sorted(range(len(rows)), key=rank):
        lines -= lines_of_rows[at]
        if lines < 0:
            break
        kept.append(at)
    return sorted(kept)


def render_rows(
    board: Board, rows: Sequence[Row], width: int, room: LineLimit = ENDLESS
) -> list[Line]:
    """Render some rows of a board as a table, without heading, scene and legend, in the columns
    that the whole board would have on a screen with this `room`. Nothing is left out."""
    plan = _choose_plan(board, width, room.lines_for_layout)
    return _render_table(board, in_screen_order(rows), plan, width, ENDLESS)


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
    board: Board,
    rows: Sequence[Row],
    plan: BoardPlan,
    width: int,
    room: LineLimit,
) -> list[Line]:
    """Render heads and rows for these rows alone, in the plan of the whole board. If `room.cut`
    is set and the lines do not suffice, rows of those who neither act nor come next are
    shortened."""
    told = [_add_remarks(row, plan) for row in rows]
    left = render_left_columns(board, rows, plan.layout, width)
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
    )


def _add_remarks(row: Row, plan: BoardPlan) -> Row:
    """Return the row with the combatant's standing as its first condition, unless the standing
    is as usual. Where no boxes are drawn, those that are filled follow as a note, if they can be
    of several kinds and the number alone does not say of which."""
    word = row.standing.status
    found: list[Condition] = []
    if word not in (USUAL, ""):
        tone = "bad" if row.standing.out else "note"
        tone = "urgent" if calls_for_help(row) else tone
        found.append(Condition(word, "", tone))
    found += row.conditions
    if plan.short:
        filled = [
            (track.label, draw_filled_boxes(track)) for track in row.tracks
        ]
        found += [
            Condition(f"{label} {boxes}", "", "note")
            for label, boxes in filled
            if boxes
        ]
    return replace(row, conditions=tuple(found))


def _choose_plan(board: Board, width: int, lines: int) -> BoardPlan:
    """Choose the first plan with room for all combatants of a board in so many lines, every second
    one with a condition of the usual length, or the plan that needs the fewest lines.

    No column is left out to save lines, and no name is cut for it. If no plan fits, the last
    layout is taken, which always works."""
    rows, largest = board.rows, find_scales(board.rows)
    found: list[tuple[NeededLines, BoardPlan]] = []
    # Many layouts differ in their tracks alone and share the columns left of them.
    columns_used: dict[BoardLayout, int] = {}
    for group in list_layout_groups(rows, width):
        fitting: list[tuple[NeededLines, BoardPlan]] = []
        for layout in group:
            if found and (layout.name or layout.bare > _count_spared(found)):
                continue
            left = layout._replace(most=0, beside=None, counters=True)
            if left not in columns_used:
                heads, *_ = render_left_columns(board, (), layout, width)
                columns_used[left] = measure_line(heads)
            used = columns_used[left]
            plan = make_plan(layout, rows, largest)
            if all(plan.fits(row, used, width) for row in rows):
                fitting.append((count_lines(rows, plan, used, width), plan))
        found += [min(fitting, key=_sum_up_lines)] if fitting else []
        if fitting and found[-1][0].with_conditions <= lines:
            return found[-1][1]
    if found:
        return min(found, key=_sum_up_lines)[1]
    return plan


def _count_spared(found: list[tuple[NeededLines, BoardPlan]]) -> int:
    """Return the least number of columns that any of these plans leaves out."""
    return min(plan.layout.bare for _, plan in found)


def _sum_up_lines(one: tuple[NeededLines, BoardPlan]) -> int:
    """Return the lines that a plan needs with conditions and without, added up."""
    return sum(one[0])


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
    if kept < len(conditions) and measure_line(least[-1]) < width:
        least[-1] = [*least[-1], Span(MORE.label, MORE.tone)]
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


def _render_legend(board: Board, plan: BoardPlan) -> Line:
    """Render the legend: the signs for states and sides on the screen, what the numbers count if
    there are any, and which columns there was no room for."""
    rows = board.rows
    numbers = plan.short or any(
        track.text for row in rows for track in row.tracks
    )
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
    spared = [
        head
        for head in list_columns(board)
        if head in board.spare[: plan.layout.bare]
    ]
    meanings += [f"no room: {', '.join(map(shown, spared))}"] if spared else []
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


def list_columns(board: Board) -> list[str]:
    """Return the heads of the columns that a board has where there is room for all of them: not
    the optional ones in which nobody has, nor can come to have, anything."""
    return [
        head
        for head in board.columns
        if head not in board.optional
        or head in board.widest
        or any(text not in NOTHING for text in _read_column(board, head))
    ]


def _read_column(
    board: Board, head: str, rows: Sequence[Row] | None = None
) -> list[str]:
    """Return the texts of a column for these rows, or for all of the board (None)."""
    at = board.columns.index(head)
    # A row may have fewer cells than the board has columns.
    return [
        shown(row.cells[at]) if at < len(row.cells) else ""
        for row in (board.rows if rows is None else rows)
    ]


def render_left_columns(
    board: Board, rows: Sequence[Row], layout: BoardLayout, width: int
) -> list[Line]:
    """Return the lines left of the tracks for some rows of a board: signs, names and cells, in
    columns as wide as the whole board needs. The heads come first, then a line for each row. A row
    without any number, as players see foes, ends behind the name."""
    signs = assign_side_signs(board.rows)
    spared = board.spare[: layout.bare]
    heads = [head for head in list_columns(board) if head not in spared]
    every = [
        [*_read_column(board, head), shown(board.widest.get(head, ""))]
        for head in heads
    ]
    widths = [
        max(cells(shown(head)), *(cells(widen_text(text)) for text in column))
        for head, column in zip(heads, every, strict=True)
    ]
    used = MARKERS + sum(widths) + len(layout.gap) * len(widths)
    most = layout.name or max(
        LEAST_NAME, min(LONGEST_NAME, width // 4, width - used)
    )
    if layout.kind == "numbers" and not layout.name:
        most = LONGEST_NAME
    cut_names = {row.id: _cut_name(shown(row.name), most) for row in board.rows}
    widest_name = max(cells("Name"), *map(cells, cut_names.values()))
    names = ["Name", *(cut_names[row.id] for row in rows)]
    filled = [[pad(name, widest_name) for name in names]]
    for head, column, space in zip(heads, every, widths, strict=True):
        texts = [shown(head), *_read_column(board, head, rows)]
        right = holds_numbers(column)
        filled.append([pad(text, space, right) for text in texts])
    markers = [
        "  ",
        *(choose_state_sign(row) + signs[row.side][0] for row in rows),
    ]
    styles = ["heading", *map(_choose_row_style, rows)]
    bare = [False, *(not row.tracks and not any(row.cells) for row in rows)]
    lines: list[Line] = []
    for marker, style, is_bare, *pieces in zip(
        markers, styles, bare, *filled, strict=True
    ):
        texts = pieces[:1] if is_bare else pieces
        lines.append(
            [Span(marker + " ", style), Span(layout.gap.join(texts), style)]
        )
    return lines


def _cut_name(name: str, most: int) -> str:
    """Cut a name to so many columns. A number at its end stays, since it tells one of many from
    the others."""
    number = re.search(r"\s?\d+$", name)
    return cut(name, most, min(len(number[0]) if number else 0, most // 4))


def _choose_row_style(row: Row) -> str:
    """Return the style of a combatant's row: `urgent`, `acting`, `out`, `pc`, or none."""
    if calls_for_help(row):
        return "urgent"
    if row.acting:
        return "acting"
    if row.standing.out:
        return "out"
    return "pc" if row.side == "pc" else ""
