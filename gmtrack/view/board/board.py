"""The board: the fight at a glance, one line a combatant where there is room, else two.

Signs tell what colours tell: whose turn it is, who has acted, who is out, and the sides.
"""

from collections.abc import Iterable, Sequence

from gmtrack.core.screen import Board, Row
from gmtrack.view.board.plan import INDENT, Plan, height, plans, rooms_for, spread
from gmtrack.view.board.slots import Slot
from gmtrack.view.board.tracks import bar
from gmtrack.view.conditions import condition_text, conditions_line
from gmtrack.view.tables import is_number
from gmtrack.view.text import GAP, Line, Span, cells, cut, fold_all, pad, shown, width_of

FIXED_SIDES = {"pc": ("*", "player character"), "ally": ("+", "ally"), "foe": (" ", "")}
STATES = {">": "acts now", "·": "has acted", "x": "out"}


def render_board(board: Board, width: int) -> list[Line]:
    """The whole board in lines of at most `width` columns."""
    lines = [_head(board), *([Span(shown(text))] for text in board.lines), []]
    if not board.rows:
        return fold_all([*lines, [Span("nobody is in this fight", "note")]], width)
    legend = _legend(board.rows, _side_signs(board.rows))
    return fold_all([*lines, *_table(board, board.rows, width), [], legend], width, INDENT)


def render_rows(board: Board, rows: Sequence[Row], width: int) -> list[Line]:
    """Some rows of the board under their heads."""
    return fold_all(_table(board, rows, width), width, INDENT)


def _table(board: Board, rows: Sequence[Row], width: int) -> list[Line]:
    """Heads and rows, laid out for these rows alone: that is quick, however many there are."""
    left = _left_columns(board, rows, _side_signs(board.rows), width)
    used = width_of(left[0])
    needs = [[cells(condition_text(c)) for c in row.conditions] for row in rows]
    plan = min(
        plans(rows, used, width),
        key=lambda plan: height(rows, needs, plan, used, width),
    )
    lines = [_heads(left[0], plan)]
    for row, columns in zip(rows, left[1:], strict=True):
        lines += _row_lines(row, columns, plan, width)
    return lines


def _head(board: Board) -> Line:
    line = [Span(shown(board.title), "title")]
    for label, value in board.clock:
        told = _labelled(label, value, "number") if label else [Span(shown(value), "number")]
        line += [Span(GAP), *told]
    for row in board.rows:
        if row.acting:
            line += [Span(GAP), *_labelled("turn", row.name, "acting")]
    return line


def _labelled(label: str, value: str, style: str) -> Line:
    return [
        Span(shown(label) + " ", "note", whole=True),
        Span(shown(value), style, whole=True),
    ]


def _side_signs(rows: Sequence[Row]) -> dict[str, tuple[str, str]]:
    """A sign and its meaning for every side there is; unusual sides have their first letter."""
    signs: dict[str, tuple[str, str]] = {}
    for side in dict.fromkeys(row.side for row in rows):
        taken = "*+ ", *STATES, *(sign for sign, _ in signs.values())
        letters = (c for c in shown(side) if cells(c) == 1 and not any(c in t for t in taken))
        signs[side] = FIXED_SIDES.get(side) or (next(letters, "?"), shown(side))
    return signs


def _state_sign(row: Row) -> str:
    if row.acting:
        return ">"
    if row.standing.out:
        return "x"
    return "·" if row.done else " "


def _left_columns(
    board: Board, rows: Sequence[Row], signs: dict[str, tuple[str, str]], width: int
) -> list[Line]:
    """Markers, name, the board's own columns and the status, the heads first; all of the same
    width."""
    count = len(board.columns)
    texts = [[*map(shown, (*board.columns, "Status"))]]
    texts += [[*map(shown, (*row.cells[:count], row.standing.status))] for row in rows]
    widths = [max(map(cells, column)) for column in zip(*texts, strict=True)]
    right = [all(map(is_number, column)) for column in zip(*texts[1:], strict=True)]
    room = max(8, min(24, width // 4, width - 3 - sum(widths) - len(GAP) * len(widths)))
    names = [cut(shown(row.name), room, room // 4) for row in rows]
    name_width = max(map(cells, ["Name", *names]))
    lines: list[Line] = []
    markers = ["  ", *(_state_sign(row) + signs[row.side][0] for row in rows)]
    styles = ["heading", *map(_style, rows)]
    for marker, name, row, style in zip(markers, ["Name", *names], texts, styles, strict=True):
        filled = GAP.join([pad(name, name_width), *map(pad, row, widths, right)])
        lines.append([Span(marker + " ", style), Span(filled, style)])
    return lines


def _style(row: Row) -> str:
    if row.acting:
        return "acting"
    if row.standing.out:
        return "out"
    return "pc" if row.side == "pc" else ""


def _heads(columns: Line, plan: Plan) -> Line:
    if not plan.wide:
        return columns
    labels = "".join(GAP + pad(shown(label), plan.slots[label]) for label in plan.slots)
    return [*columns, Span(labels, "heading")]


def _row_lines(row: Row, columns: Line, plan: Plan, width: int) -> list[Line]:
    first, *others = plan.lines(row, width_of(columns), width)
    lines = [[*columns, Span(GAP), *_tracks(first, plan)] if first else columns]
    lines += [[Span(" " * INDENT), *_tracks(slots, plan)] for slots in others]
    needs = [cells(condition_text(condition)) for condition in row.conditions]
    places = spread(needs, rooms_for(row, plan, width_of(columns), width), width)
    begun = len(lines)
    for number in sorted(set(places)):
        on_it = [c for c, place in zip(row.conditions, places, strict=True) if place == number]
        if number < begun:
            lines[number] = [*lines[number], Span(GAP), *conditions_line(on_it)]
        else:
            lines.append([Span(" " * INDENT), *conditions_line(on_it)])
    return lines


def _tracks(slots: Iterable[Slot], plan: Plan) -> Line:
    return [span for slot in slots for span in (Span(GAP), *_track(slot, plan))][1:]


def _track(slot: Slot, plan: Plan) -> Line:
    track = slot.track
    if track is None:
        return [Span(" " * slot.width)]
    # Where every box counts, one must see whose it is: they stay with their label when folded.
    name = Span(shown(track.label) + " ", "note", whole=track.exact)
    drawn = bar(track, plan.layout.most)
    space, width = plan.columns(track)
    number = " " * bool(space and width) + pad(shown(track.text), width)
    line = [*([] if plan.wide else [name]), *drawn, Span(" " * (space - width_of(drawn)) + number)]
    return [*line, Span(" " * (slot.width - width_of(line)))]


def _legend(rows: Sequence[Row], signs: dict[str, tuple[str, str]]) -> Line:
    """What the signs that are on the screen mean."""
    states = {_state_sign(row) for row in rows}
    meanings = [(sign, meaning) for sign, meaning in STATES.items() if sign in states]
    meanings += [(sign, meaning) for sign, meaning in signs.values() if meaning]
    return [
        span
        for sign, meaning in meanings
        for span in (Span("   "), Span(f"{sign} {meaning}", "note", whole=True))
    ][1:]
