"""Tables of chances in the room there is."""

from collections.abc import Sequence
from typing import NamedTuple

from gmtrack.view.odds.frame import note
from gmtrack.view.tables import table
from gmtrack.view.text import GAP, Line, cells

INDENT = 2
NAME = 20
"""A name that is longer may be broken at its blanks, before anything is left out for it."""


Weight = tuple[float, ...]


class Column(NamedTuple):
    """A column with its head. Where there is too little room those of the least `weight` go first
    (what stands behind in it decides between equals); None stays. `names`: it has names."""

    head: str
    cells: Sequence[str]
    weight: Weight | None = None
    names: bool = False

    @property
    def width(self) -> int:
        """What it takes at the least."""
        texts = (self.head, *self.cells)
        whole = max(map(cells, texts))
        words = (word for text in texts for word in text.split())
        return min(whole, max(NAME, *map(cells, words))) if self.names else whole


def fitted(columns: Sequence[Column], width: int) -> list[Line]:
    """A table. Of the columns that can be spared as many go as there is no room for, of those with
    the same weight from the right, and are named below. Where that does not do, all are told in a
    list."""
    kept = list(columns)
    gone: list[str] = []
    weighed = [(each.weight, each) for each in columns if each.weight is not None]
    spare = [each for _, each in sorted(weighed, key=lambda pair: pair[0], reverse=True)]
    while spare and _width(kept) > width - INDENT:
        least = spare.pop()
        kept.remove(least)
        gone.insert(0, least.head)
    if _width(kept) > width - INDENT:
        kept, gone = list(columns), []
    rows = [*zip(*(column.cells for column in kept), strict=True)]
    heads = [column.head for column in kept]
    return [*table(heads, rows, width, INDENT), *note("not shown", gone, width)]


def stacked(heads: Sequence[str], columns: Sequence[Column], width: int) -> list[Line]:
    """A table with these heads of its rows; where its columns do not all fit, several tables one
    below the other, with about as many columns each."""
    least = Column("", heads, names=True)
    most = len(columns)
    groups = _groups(least, columns, width, most)
    if len(groups) > 1:
        groups = _groups(least, columns, width, -(-most // len(groups)))
    lines: list[Line] = []
    for group in groups:
        rows = [*zip(heads, *(column.cells for column in group), strict=True)]
        lines += [[], *table(["", *(column.head for column in group)], rows, width, INDENT)]
    return lines


def _groups(first: Column, columns: Sequence[Column], width: int, most: int) -> list[list[Column]]:
    """The columns in their order, in groups of at most so many that fit behind the first one."""
    groups: list[list[Column]] = [[]]
    for column in columns:
        whole = [first, *groups[-1], column]
        if groups[-1] and (len(groups[-1]) == most or _width(whole) > width - INDENT):
            groups.append([])
        groups[-1].append(column)
    return groups


def _width(columns: Sequence[Column]) -> int:
    return sum(column.width for column in columns) + len(GAP) * (len(columns) - 1)
