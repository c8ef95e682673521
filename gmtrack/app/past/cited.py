"""Which rows of the rules a number, a sentence or a change comes from: those that the code cites
which has made it. The rules themselves know nothing of it, and nobody pays who does not ask."""

import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any, Self

from gmtrack.app.past.docs import docstring
from gmtrack.core.draft import Change, Path
from gmtrack.core.report import Fact, Part, Roll
from gmtrack.core.screen import Number, Track

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset

Rows = tuple[str, ...]
"""Ids of rows in RULES.md."""

MADE = (Part, Fact, Change, Number, Track)
"""Tuples whose makers are asked for what they cite."""
_NEW: frozenset[CodeType] = frozenset(
    getattr(kind, name).__code__
    for kind in MADE
    for name in ("__new__", "_make")
    # Changes that are made of others are only summed up.
    if (kind, name) != (Change, "_make")
)
_INIT = Roll.__init__.__code__
_PIECE = re.compile(r"(\.\.-?| to -?|, -| and -|)((?:[A-Z]+(?:-[A-Z]+)*-R?)?)(\d+)")
"""An id (`SS-ATK-04`), or one that leaves its beginning to the one before it (`..06`, `, -06`)."""
_COUNTED = re.compile(r"_\d+(?=_|$)")
"""What the name of a roll has in it where there are several: `attack_2`."""


class Citations:
    """The rows of what was told, made and changed: those that it brings along (`rules`), else those
    of its sentence, or of rolls of its name, by the tables of the ruleset. Of what has neither it
    hears while it listens (`with`): it reads in the docstrings of the code at work, from the
    innermost function out, which rows that carries out. `known` are the ids that there are."""

    def __init__(self, known: Iterable[str], ruleset: "Ruleset | None" = None) -> None:
        self._known = frozenset(known)
        self._phrases: Mapping[str, str] = ruleset.PHRASES if ruleset else {}
        self._rolls: Mapping[str, str] = getattr(ruleset, "ROLLS", {})
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
        """The rows of a part, fact, roll, number or track."""
        said = getattr(made, "rules", "") or self._by_name(made)
        if said:
            return self._read(said)
        found = self._rows.get(id(made))
        if found:
            return found[1]
        return self._alike(made, list(self._rows))

    def of_part(self, part: Part, roll: Roll) -> Rows:
        """The rows of a part of a roll; one that was made from others, or is only read, has those
        of the last one before the roll that reads the same."""
        if part.rules or id(part) in self._rows:
            return self.of(part)
        made = list(self._rows)
        before = made[: made.index(id(roll))] if id(roll) in made else made
        own = {id(one) for one in roll.parts}
        return self._alike(part, [one for one in before if one not in own])

    def _by_name(self, made: object) -> str:
        """What a table says of all that have this name."""
        if isinstance(made, Fact):
            return getattr(self._phrases.get(made.key), "rules", "")
        if isinstance(made, Roll):
            short = _COUNTED.sub("", made.name.partition(".")[0])
            return self._rolls.get(made.name) or self._rolls.get(short, "")
        return ""

    def _read(self, rules: str) -> Rows:
        return tuple(row for row in cited(rules) if row in self._known)

    def _alike(self, made: object, among: list[int]) -> Rows:
        for one, rows in map(self._rows.__getitem__, reversed(among)):
            if rows and type(one) is type(made) is Part and one == made:
                return rows
        return ()

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
        said = getattr(made, "rules", "")
        rows = self._read(said) if said else self._cited_above(frame)
        self._rows[id(made)] = made, rows
        if isinstance(made, Change) and not made.made:
            self._changed[made.path] = (*self._changed.get(made.path, ()), *rows)

    def _cited_above(self, frame: FrameType) -> Rows:
        """What the innermost function cites that cites anything."""
        above = frame.f_back
        while above is not None:
            rows = self._read(docstring(above.f_code))
            if rows:
                return rows
            above = above.f_back
        return ()


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
