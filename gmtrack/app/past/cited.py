"""Which rows of the rules a number, a sentence or a change comes from: those that the code cites
which has made it. The rules themselves know nothing of it, and nobody pays who does not ask."""

import re
import sys
from collections.abc import Iterable
from functools import cache
from types import CodeType, FrameType
from typing import Any, Self

from gmtrack.core.draft import Change, Path
from gmtrack.core.report import Fact, Part, Roll
from gmtrack.core.screen import Number

Rows = tuple[str, ...]
"""Ids of rows in RULES.md."""

MADE = (Part, Fact, Change, Number)
"""Tuples whose makers are asked for what they cite."""
_NEW: dict[CodeType, type] = {
    getattr(kind, name).__code__: kind for kind in MADE for name in ("__new__", "_make")
}
_INIT = Roll.__init__.__code__
_PIECE = re.compile(r"(\.\.-?| to -?|, -| and -|)((?:[A-Z]+(?:-[A-Z]+)*-R?)?)(\d+)")
"""An id (`SS-ATK-04`), or one that leaves its beginning to the one before it (`..06`, `, -06`)."""


class Citations:
    """While it listens (`with`), it hears of everything that is made and reads in the docstrings
    of the code at work, from the innermost function out, which rows that carries out. `known` are
    the ids that there are."""

    def __init__(self, known: Iterable[str]) -> None:
        self._known = frozenset(known)
        self._rows: dict[int, tuple[object, Rows]] = {}
        self._changed: dict[Path, Rows] = {}
        self._before: Any = None

    def __enter__(self) -> Self:
        self._before = sys.getprofile()
        sys.setprofile(self._heard)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(self._before)

    def of(self, made: object) -> Rows:
        """The rows of a part, fact, roll or number that was made meanwhile; a part that was made
        from others has those of one that reads the same."""
        found = self._rows.get(id(made))
        if found:
            return found[1]
        alike = (rows for one, rows in self._rows.values() if rows and _is_alike(one, made))
        return next(alike, ())

    def of_change(self, path: Path) -> Rows:
        """The rows by which what stands at this path, or in it, was changed."""
        found = (rows for place, rows in self._changed.items() if place[: len(path)] == path)
        return tuple(dict.fromkeys(row for rows in found for row in rows))

    def _heard(self, frame: FrameType, event: str, made: Any) -> None:
        if event != "return":
            return
        if frame.f_code is _INIT:
            made = frame.f_locals["self"]
        elif frame.f_code not in _NEW or made is None:
            return
        rows = self._cited_above(frame)
        self._rows[id(made)] = made, rows
        if isinstance(made, Change) and not made.made:
            self._changed[made.path] = (*self._changed.get(made.path, ()), *rows)

    def _cited_above(self, frame: FrameType) -> Rows:
        """What the innermost function cites that cites anything."""
        above = frame.f_back
        while above is not None:
            rows = tuple(row for row in cited(_docstring(above.f_code)) if row in self._known)
            if rows:
                return rows
            above = above.f_back
        return ()


def _is_alike(one: object, other: object) -> bool:
    return type(one) is type(other) is Part and one == other


def _docstring(code: CodeType) -> str:
    first = code.co_consts[0] if code.co_consts else None
    return first if isinstance(first, str) else ""


@cache
def cited(text: str) -> Rows:
    """The ids that a text names, those between the first and the last of `A-01 to A-03` too."""
    found: list[str] = []
    stem, last, end = "", "", -1
    for piece in _PIECE.finditer(text):
        joint, own, number = piece.groups()
        goes_on = bool(stem) and piece.start() == end
        if not own and not (joint and goes_on):
            stem = ""
            continue
        if goes_on and joint.strip(" -") in ("..", "to") and own in ("", stem):
            between = range(int(last) + 1, int(number))
            found += [f"{stem}{one:0{len(last)}}" for one in between]
        stem, last, end = own or stem, number, piece.end()
        found.append(f"{stem}{number}")
    return tuple(dict.fromkeys(found))
