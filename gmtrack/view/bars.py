"""Chances as bars."""

from collections.abc import Sequence
from typing import NamedTuple

from gmtrack.view.text import Line, Span, cells, pad

MOST = 40
NUMBER = 7
"""`>99.9 %`"""


class Bar(NamedTuple):
    """What it stands for, its chance, how that is told, and what stands behind it."""

    label: str
    chance: float
    told: str
    behind: str = ""


def bars(rows: Sequence[Bar], width: int, most: float = 1) -> list[Line]:
    """Each in a row, as long as it can be for `most`."""
    if not rows:
        return []
    name = max(cells(row.label) for row in rows)
    behind = max(cells(row.behind) for row in rows)
    taken = 2 + name + 2 + NUMBER + 2 + (behind + 2 if behind else 0)
    room = max(1, min(MOST, width - taken))
    lines: list[Line] = []
    for row in rows:
        number = Span(pad(row.told, 2 + NUMBER, right=True), "number")
        line = [Span("  " + pad(row.label, name)), number, Span("  ")]
        if behind:
            line.append(Span(pad(row.behind, behind, right=True) + "  ", "note"))
        lines.append([*line, Span("█" * round(row.chance / most * room), "full")])
    return lines
