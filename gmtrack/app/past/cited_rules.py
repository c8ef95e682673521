"""Which rows of the rules a number, a sentence or a change comes from: those that it brings along,
else those of all of its name."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from gmtrack.core.draft import Change, Path
from gmtrack.core.report import Fact, Roll

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset

Rows = tuple[str, ...]
"""Ids of rows in RULES.md."""
_PIECE = re.compile(
    r"(\.\.-?| to -?|, -| and -|)((?:[A-Z]+(?:-[A-Z]+)*-R?)?)(\d+)"
)
"""An id (`SS-ATK-04`), or one that leaves its beginning to the one before it (`..06`, `, -06`)."""
_COUNTED = re.compile(r"_\d+(?=_|$)")
"""What the name of a roll has in it where there are several: `attack_2`."""


class Citations:
    """The rows of what was told, made and changed. `known` are the ids that there are; the tables
    of sentences and rolls are those of the `ruleset`."""

    def __init__(
        self, known: Iterable[str], ruleset: "Ruleset | None" = None
    ) -> None:
        self._known = frozenset(known)
        self._phrases: Mapping[str, str] = ruleset.PHRASES if ruleset else {}
        self._rolls: Mapping[str, str] = getattr(ruleset, "ROLLS", {})

    def of(self, made: object) -> Rows:
        """The rows of a part, fact, roll, change, number or track."""
        return self._read(getattr(made, "rules", "") or self._by_name(made))

    def of_change(self, path: Path, changes: Iterable[Change]) -> Rows:
        """The rows by which, among these changes, what stands at a path, or in it, was changed."""
        rules = (one.rules for one in changes if one.path[: len(path)] == path)
        return self._read(", ".join(filter(None, rules)))

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


def unknown_rows(
    sources: Mapping[str, bytes], known: Iterable[str]
) -> Iterator[str]:
    """The ids in strings of Python sources that begin as those of the rules and are none of them,
    each with its file and line; and the files that are no Python."""
    rows = frozenset(known)
    begins = {_begin(row) for row in rows}
    for file, text in sources.items():
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError) as error:
            yield f"{file}: {error}"
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for row in cited(node.value):
                    if row not in rows and _begin(row) in begins:
                        yield f"{file}, line {node.lineno}: no row '{row}' in RULES.md"


def _begin(row: str) -> str:
    """`SS` of `SS-ATK-04`, `SP` of `SP-R20` and of `SP20`."""
    return re.split(r"[-\d]", row, maxsplit=1)[0]
