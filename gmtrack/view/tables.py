"""Tables of free text: columns as wide as they need, narrowed and wrapped where they must be."""

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from gmtrack.view.text import (
    GAP,
    Line,
    Span,
    blanks,
    cells,
    fold_all,
    pad,
    render_note,
    shown,
    wrap,
)

LEAST = 7
"""A column narrower than this is not worth reading; the table is then written as a list."""
_NUMBER = re.compile(r"[-+−]?\d[\d./+]*|[-–]?")


def is_number(text: str) -> bool:
    """Whether a cell reads as a number, to stand at the right end of its column."""
    return bool(_NUMBER.fullmatch(text))


def render_table(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    width: int,
    indent: int = 0,
) -> list[Line]:
    """Render rows under their column heads, at most `width` columns wide, indented by `indent`.
    No rows give no lines, and no heads no heading.

    A row may be shorter than the others. Columns of numbers are aligned to the right. If the
    columns would become unreadably narrow, the rows are written as a list."""
    if not rows:
        return []
    count = max(len(columns), *(len(row) for row in rows))
    heads, *filled = (
        [*row, *[""] * (count - len(row))] for row in (columns, *rows)
    )
    natural = [
        _measure_column(column) for column in zip(heads, *filled, strict=True)
    ]
    least = [
        _measure_longest_word(column)
        for column in zip(heads, *filled, strict=True)
    ]
    widths = narrow_widths(
        natural, width - indent - len(GAP) * (count - 1), least
    )
    if widths is None:
        return _render_as_list(heads, filled, width, indent)
    right = [
        all(map(is_number, column)) for column in zip(*filled, strict=True)
    ]
    lines = (
        _render_row(heads, widths, right, indent, "heading")
        if any(columns)
        else []
    )
    for row in filled:
        lines += _render_row(row, widths, right, indent, "")
    return lines


def narrow_widths(
    natural: Sequence[int], room: int, least: Sequence[int] | None = None
) -> list[int] | None:
    """Return the widths cut down to a sum of at most `room`, the widest first, none below its
    `least` (None: no limit). Return None if columns would become unreadable."""
    if sum(natural) <= room:
        return list(natural)
    least = least or [0] * len(natural)
    cap = room
    while cap >= LEAST:
        widths = [
            min(w, max(cap, floor))
            for w, floor in zip(natural, least, strict=True)
        ]
        if sum(widths) <= room:
            return widths
        cap -= 1
    return None


def _measure_longest_word(column: Sequence[str]) -> int:
    """Return the width of the longest word of a column, so that no id and no key is broken in
    two."""
    return max(
        (cells(shown(word)) for cell in column for word in str(cell).split()),
        default=0,
    )


def _measure_column(column: Sequence[str]) -> int:
    """Return the width of the widest line of a column."""
    return max(
        cells(shown(line)) for cell in column for line in str(cell).split("\n")
    )


def _render_row(
    row: Sequence[str],
    widths: list[int],
    right: list[bool],
    indent: int,
    style: str,
) -> list[Line]:
    """Render the cells of a row in columns of these widths, wrapped; `right` says which columns
    are aligned to the right."""
    wrapped = [
        wrap(text, max(1, width))
        for text, width in zip(row, widths, strict=True)
    ]
    lines: list[Line] = []
    for pieces in zip_longest(*wrapped, fillvalue=""):
        filled = map(pad, pieces, widths, right)
        lines.append([blanks(indent), Span(GAP.join(filled).rstrip(), style)])
    return lines


def _render_as_list(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    width: int,
    indent: int,
) -> list[Line]:
    """Render each cell on a line of its own behind its head, an empty line between the rows.
    Empty cells are left out."""
    lines: list[Line] = []
    for row in rows:
        for head, cell in zip(columns, row, strict=True):
            if cell not in ("", "-"):
                label = f"{shown(head)}: " if head else ""
                lines.append(
                    [
                        blanks(indent),
                        Span(label, "heading"),
                        Span(shown(cell)),
                    ]
                )
        lines.append([])
    return fold_all(lines[:-1], width, indent + 2)


INDENT = 2
NAME = 20
"""A name that is longer may be broken at its blanks, before anything is left out for it."""


class TableColumn(NamedTuple):
    """A column with its head, for tables that may leave columns out.

    If there is too little room, columns of the least `weight` are left out first, of equal ones
    the last; None: never. `names`: the cells are names, which may be broken at blanks."""

    head: str
    cells: Sequence[str]
    weight: tuple[float, ...] | None = None
    names: bool = False

    @property
    def width(self) -> int:
        """The columns of the screen that it needs; names longer than NAME may be broken at
        blanks."""
        texts = (self.head, *self.cells)
        whole = max(map(cells, texts))
        words = (word for text in texts for word in text.split())
        return (
            min(whole, max(NAME, *map(cells, words))) if self.names else whole
        )


def render_fitted_table(
    columns: Sequence[TableColumn], width: int
) -> list[Line]:
    """Render a table, and leave out as many columns as do not fit, those of the least weight
    first. Their heads are named below. If the columns that must stay do not fit either,
    everything is written as a list."""
    kept = list(columns)
    gone: list[str] = []
    weighed = [
        (each.weight, each) for each in columns if each.weight is not None
    ]
    spare = [
        each
        for _, each in sorted(weighed, key=lambda pair: pair[0], reverse=True)
    ]
    while spare and _measure_columns(kept) > width - INDENT:
        least = spare.pop()
        kept.remove(least)
        gone.insert(0, least.head)
    if _measure_columns(kept) > width - INDENT:
        kept, gone = list(columns), []
    rows = [*zip(*(column.cells for column in kept), strict=True)]
    heads = [column.head for column in kept]
    return [
        *render_table(heads, rows, width, INDENT),
        *render_note("not shown", gone, width),
    ]


def render_stacked_tables(
    heads: Sequence[str], columns: Sequence[TableColumn], width: int
) -> list[Line]:
    """Render a table with these heads of its rows. If its columns do not all fit, render several
    tables one below the other, with about as many columns each."""
    least = TableColumn("", heads, names=True)
    most = len(columns)
    groups = _group_columns(least, columns, width, most)
    if len(groups) > 1:
        groups = _group_columns(least, columns, width, -(-most // len(groups)))
    lines: list[Line] = []
    for group in groups:
        rows = [*zip(heads, *(column.cells for column in group), strict=True)]
        lines += [
            [],
            *render_table(
                ["", *(column.head for column in group)], rows, width, INDENT
            ),
        ]
    return lines


def _group_columns(
    first: TableColumn, columns: Sequence[TableColumn], width: int, most: int
) -> list[list[TableColumn]]:
    """Split the columns in their order into groups of at most `most` that fit behind the first
    column. A column that is too wide stands alone."""
    groups: list[list[TableColumn]] = [[]]
    for column in columns:
        whole = [first, *groups[-1], column]
        if groups[-1] and (
            len(groups[-1]) == most or _measure_columns(whole) > width - INDENT
        ):
            groups.append([])
        groups[-1].append(column)
    return groups


def _measure_columns(columns: Sequence[TableColumn]) -> int:
    """Return the width of columns beside each other, with gaps."""
    return sum(column.width for column in columns) + len(GAP) * (
        len(columns) - 1
    )
