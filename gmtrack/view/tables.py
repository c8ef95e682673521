"""Tables of free text: columns as wide as they need, narrowed and wrapped where they must."""

import re
from collections.abc import Sequence
from itertools import zip_longest

from gmtrack.view.text import GAP, Line, Span, cells, fold_all, pad, shown, wrap

LEAST = 7
"""A column narrower than this is not worth reading; the table is then written as a list."""
_NUMBER = re.compile(r"[-+−]?\d[\d./+]*|[-–]?")


def is_number(text: str) -> bool:
    """Whether a cell reads as a number, to stand at the right end of its column."""
    return bool(_NUMBER.fullmatch(text))


def table(
    columns: Sequence[str], rows: Sequence[Sequence[str]], width: int, indent: int = 0
) -> list[Line]:
    """Rows under their column heads, at most `width` columns in all; a row may be shorter than
    the others."""
    if not rows:
        return []
    count = max(len(columns), *(len(row) for row in rows))
    heads, *filled = ([*row, *[""] * (count - len(row))] for row in (columns, *rows))
    natural = [_natural(column) for column in zip(heads, *filled, strict=True)]
    least = [_longest_word(column) for column in zip(heads, *filled, strict=True)]
    widths = narrowed(natural, width - indent - len(GAP) * (count - 1), least)
    if widths is None:
        return _as_list(heads, filled, width, indent)
    right = [all(map(is_number, column)) for column in zip(*filled, strict=True)]
    lines = _row(heads, widths, right, indent, "heading") if any(columns) else []
    for row in filled:
        lines += _row(row, widths, right, indent, "")
    return lines


def narrowed(
    natural: Sequence[int], room: int, least: Sequence[int] | None = None
) -> list[int] | None:
    """The widths cut down to a sum of at most `room`, the widest first, none below its `least`;
    None if some would become unreadable."""
    if sum(natural) <= room:
        return list(natural)
    least = least or [0] * len(natural)
    cap = room
    while cap >= LEAST:
        widths = [min(w, max(cap, floor)) for w, floor in zip(natural, least, strict=True)]
        if sum(widths) <= room:
            return widths
        cap -= 1
    return None


def _longest_word(column: Sequence[str]) -> int:
    """What a column needs so that no id and no key is broken in two."""
    return max((cells(shown(word)) for cell in column for word in str(cell).split()), default=0)


def _natural(column: Sequence[str]) -> int:
    return max(cells(shown(line)) for cell in column for line in str(cell).split("\n"))


def _row(
    row: Sequence[str], widths: list[int], right: list[bool], indent: int, style: str
) -> list[Line]:
    wrapped = [wrap(text, max(1, width)) for text, width in zip(row, widths, strict=True)]
    lines: list[Line] = []
    for pieces in zip_longest(*wrapped, fillvalue=""):
        filled = map(pad, pieces, widths, right)
        lines.append([Span(" " * indent), Span(GAP.join(filled).rstrip(), style)])
    return lines


def _as_list(
    columns: Sequence[str], rows: Sequence[Sequence[str]], width: int, indent: int
) -> list[Line]:
    lines: list[Line] = []
    for row in rows:
        for head, cell in zip(columns, row, strict=True):
            if cell not in ("", "-"):
                label = f"{shown(head)}: " if head else ""
                lines.append([Span(" " * indent), Span(label, "heading"), Span(shown(cell))])
        lines.append([])
    return fold_all(lines[:-1], width, indent + 2)
