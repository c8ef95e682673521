"""RULES.md of a ruleset, parsed row by row: every table whose first column is `id`."""

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
    """Return the rows of RULES.md in this package, then the rows that all rulesets share. Empty
    if the package has no RULES.md. Cached for the process."""
    own, common = files(package) / RULES, files(__package__) / RULES
    if not own.is_file():
        return ()
    rows: list[RuleRow] = []
    for file in (own, common):
        rows += parse_rows(file.read_text(encoding="utf-8"))
    return tuple(rows)


def parse_rows(text: str) -> Iterator[RuleRow]:
    """Yield the rows of all tables whose first column is `id`, each with the headings above it."""
    section: tuple[str, ...] = ()
    columns: list[str] = []
    for line in text.splitlines():
        heading = re.match(r"(#{2,4}) (.*)", line)
        if heading:
            depth = len(heading[1]) - 2
            section = (*section[:depth], heading[2].strip())
        if not line.startswith("|"):
            columns = []
        elif not columns:
            columns = _split_cells(line)
        elif columns[0] == "id" and not set(line) <= set("|-: "):
            name, *cells = _split_cells(line)
            yield RuleRow(name, section, tuple(columns[1:]), tuple(cells))


def _split_cells(line: str) -> list[str]:
    """Return the cells of a table's line; `\\|` is a bar within a cell."""
    return [
        cell.strip().replace("\\|", "|")
        for cell in _CELL.split(line.strip())[1:-1]
    ]


accept_old_imports(globals())
