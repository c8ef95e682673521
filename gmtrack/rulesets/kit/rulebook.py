"""RULES.md of a ruleset, read row by row: every table whose first column is `id`."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from gmtrack.rulesets.kit.renamed import accept_old_imports
from gmtrack.rulesets.port import RuleRow

RULES = "RULES.md"
_CELL = re.compile(r"(?<!\\)\|")


@cache
def read_rulebook(package: str) -> tuple[RuleRow, ...]:
    """The rows of the ruleset whose package this is, then those that all have; none where it has no
    RULES.md."""
    own, common = files(package) / RULES, files(__package__) / RULES
    if not own.is_file():
        return ()
    texts = [file.read_text(encoding="utf-8") for file in (own, common)]
    return tuple(row for text in texts for row in parse_rows(text))


def parse_rows(text: str) -> Iterator[RuleRow]:
    section: tuple[str, ...] = ()
    columns: list[str] = []
    for line in text.splitlines():
        heading = re.match(r"(#{2,4}) (.*)", line)
        if heading:
            section = (*section[: len(heading[1]) - 2], heading[2].strip())
        if not line.startswith("|"):
            columns = []
        elif not columns:
            columns = _split_cells(line)
        elif columns[0] == "id" and not set(line) <= set("|-: "):
            name, *cells = _split_cells(line)
            yield RuleRow(name, section, tuple(columns[1:]), tuple(cells))


def _split_cells(line: str) -> list[str]:
    return [
        cell.strip().replace("\\|", "|")
        for cell in _CELL.split(line.strip())[1:-1]
    ]


accept_old_imports(globals())
