"""Numbers that explain themselves: `7 dice = 4 agility + 3 blades`."""

from collections.abc import Iterable, Sequence

from gmtrack.core.report import Part
from gmtrack.view.text import Line, Span, shown, unhyphened


def parts_line(parts: Iterable[Part]) -> Line:
    """`4 agility + 3 blades - 8 neck`; empty without parts."""
    line: Line = []
    for part in parts:
        minus = part.value < 0
        sign = ("+ ", "- ")[minus] if line else ("", "-")[minus]
        text = f"{sign}{abs(part.value)} {unhyphened(part.label)}"
        line += [Span(" " if line else ""), Span(text, "bad" if minus else "", whole=True)]
    return line


def explained(number: str, parts: Sequence[Part]) -> Line:
    """`6 = 3 reaction + 3 intuition`; the bare number if nothing stands behind it."""
    bold = Span(shown(number), "number", whole=True)
    return [bold, Span(" = "), *parts_line(parts)] if parts else [bold]
