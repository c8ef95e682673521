"""The rows of RULES.md that a number, a sentence or a change comes from: those named with it,
else those of everything of its name."""

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
"""An id (`SS-ATK-04`), or a number that continues the id before it (`..06`, `, -06`)."""
_COUNTED = re.compile(r"_\d+(?=_|$)")
"""The number in the name of one of several rolls: `_2` of `attack_2`."""


class Citations:
    """Finds the rule rows of facts, rolls, numbers and changes. `known` are all ids of RULES.md;
    the tables of sentences and rolls come from the ruleset, and without one only rows named
    directly are found."""

    def __init__(
        self, known: Iterable[str], ruleset: "Ruleset | None" = None
    ) -> None:
        self._known = frozenset(known)
        self._phrases: Mapping[str, str] = ruleset.PHRASES if ruleset else {}
        self._rolls: Mapping[str, str] = getattr(ruleset, "ROLLS", {})

    def rows_of(self, made: object) -> Rows:
        """Return the rule rows of a part, fact, roll, change, number or track; empty if none are
        known."""
        return self._known_rows(
            getattr(made, "rules", "") or self._by_name(made)
        )

    def rows_of_change(self, path: Path, changes: Iterable[Change]) -> Rows:
        """Return the rule rows of those changes that wrote at this path or below it."""
        rules = (one.rules for one in changes if one.path[: len(path)] == path)
        return self._known_rows(", ".join(filter(None, rules)))

    def _by_name(self, made: object) -> str:
        """Return the rule text that the ruleset's tables give for the name of a fact or roll;
        empty for anything else."""
        if isinstance(made, Fact):
            return getattr(self._phrases.get(made.key), "rules", "")
        if isinstance(made, Roll):
            short = _COUNTED.sub("", made.name.partition(".")[0])
            return self._rolls.get(made.name) or self._rolls.get(short, "")
        return ""

    def _known_rows(self, rules: str) -> Rows:
        """Return the known ids in a rule text."""
        return tuple(row for row in cited_ids(rules) if row in self._known)


@cache
def cited_ids(text: str) -> Rows:
    """Return the ids that a text names, each once; a range (`A-01 to A-03`) includes those
    between."""
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
    """Yield an error for each row that a ruleset's sources name and that does not exist, but
    begins like one that does. Also yields files that cannot be parsed."""
    rows = frozenset(known)
    begins = {_prefix_of_id(row) for row in rows}
    for file, source in sources.items():
        try:
            texts = _texts_that_cite(file, source)
        except (SyntaxError, ValueError) as error:
            yield f"{file}: {error}"
            continue
        for line, text in texts:
            for row in cited_ids(text):
                if row not in rows and _prefix_of_id(row) in begins:
                    yield f"{file}, line {line}: no row '{row}' in RULES.md"


def _texts_that_cite(file: str, source: bytes) -> list[tuple[int, str]]:
    """Return the strings of a Python module, or the lines of another file, each with its line
    number. Raises SyntaxError or ValueError if the source cannot be parsed."""
    if not file.endswith(".py"):
        return list(enumerate(source.decode().splitlines(), 1))
    return [
        (node.lineno, node.value)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


def _prefix_of_id(row: str) -> str:
    """Return the letters at the beginning of an id: `SS` of `SS-ATK-04`, `SP` of `SP20`."""
    return re.split(r"[-\d]", row, maxsplit=1)[0]
