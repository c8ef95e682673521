"""RULES.md of a ruleset, read row by row: every table whose first column is `id`."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

RULES = "RULES.md"
_CELL = re.compile(r"(?<!\\)\|")


class Row(NamedTuple):
    """One rule or ruling. `section` is the heading it stands under, with those above it;
    `columns` names the `cells` behind the id."""

    id: str
    section: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[str, ...]

    def cell(self, column: str) -> str:
        """What stands in a column; empty where there is none of that name."""
        return dict(zip(self.columns, self.cells, strict=False)).get(column, "")

    @property
    def is_ruling(self) -> bool:
        """Whether it settles a doubt about the source."""
        return "question" in self.columns


@cache
def rulebook(package: str) -> tuple[Row, ...]:
    """The rows of the ruleset whose package this is; none where it has no RULES.md."""
    file = files(package) / RULES
    return tuple(rows_of(file.read_text(encoding="utf-8"))) if file.is_file() else ()


def rows_of(text: str) -> Iterator[Row]:
    """The rows of a page, in its order."""
    section: tuple[str, ...] = ()
    columns: list[str] = []
    for line in text.splitlines():
        heading = re.match(r"(#{2,4}) (.*)", line)
        if heading:
            section = (*section[: len(heading[1]) - 2], heading[2].strip())
        if not line.startswith("|"):
            columns = []
        elif not columns:
            columns = _cells(line)
        elif columns[0] == "id" and not set(line) <= set("|-: "):
            name, *cells = _cells(line)
            yield Row(name, section, tuple(columns[1:]), tuple(cells))


def _cells(line: str) -> list[str]:
    return [cell.strip().replace("\\|", "|") for cell in _CELL.split(line.strip())[1:-1]]
