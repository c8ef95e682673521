"""A spreadsheet as text: a line of column names, then one combatant a line."""

import codecs
import csv
import io
from typing import NamedTuple

from gmtrack.characters.file import File, check_length, refuse

MARKS = ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
"""Spreadsheets save `Unicode text` so."""
SEPARATORS = (",", ";", "\t")
MOST_COLUMNS = 500
MOST_ROWS = 500


class Row(NamedTuple):
    """Row of one combatant: the number of its line, and the cells that are not empty, by column."""

    line: int
    cells: dict[str, str]


class Table(NamedTuple):
    """The columns as they are called, the rows, and what was made out about the text."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    assumed: tuple[str, ...]


def read(file: File) -> Table:
    """Return the table in a file. Raises BadFile."""
    check_length(file)
    text, assumed = _decoded(file)
    head, *rest = _lines(file, text)
    columns = _columns(file, head)
    if len(rest) > MOST_ROWS:
        refuse(
            file,
            f"{len(rest)} combatants are more than the {MOST_ROWS} that are read at once",
        )
    if not rest:
        refuse(
            file, "below the column names stands nobody: one combatant a line"
        )
    rows = tuple(_row(file, columns, line) for line in rest)
    return Table(tuple(columns), rows, assumed)


def _decoded(file: File) -> tuple[str, tuple[str, ...]]:
    """Return the text, and what had to be assumed to read it."""
    content = file.content
    for mark, name in MARKS:
        if content.startswith(mark):
            return _text(file, content.decode(name, "replace")), ()
    try:
        return _text(file, content.decode("utf-8-sig")), ()
    except UnicodeDecodeError:
        told = "the text is read as Windows-1252: it is not UTF-8"
        return _text(file, content.decode("cp1252", "replace")), (told,)


def _text(file: File, text: str) -> str:
    strange = next(
        (n for n, c in enumerate(text) if c < " " and c not in "\t\r\n"), None
    )
    if strange is not None:
        line = text.count("\n", 0, strange) + 1
        refuse(
            file,
            "there is a control character: this is no spreadsheet as text",
            line=line,
        )
    return text


class _Line(NamedTuple):
    number: int
    cells: list[str]


def _lines(file: File, text: str) -> list[_Line]:
    """Return the lines that say something, with the number of the line on which each begins."""
    found: list[_Line] = []
    # What parts the column names is what stands there most.
    head = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(SEPARATORS, key=head.count)
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=separator, strict=True
    )
    before = 0
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                found.append(_Line(before + 1, cells))
            before = reader.line_num
    except csv.Error as error:
        refuse(file, f"this is no CSV: {error}", line=before + 1)
    if not found:
        refuse(file, "the file is empty")
    return found


def _columns(file: File, head: _Line) -> list[str]:
    names = [name.strip() for name in head.cells]
    while names and not names[-1]:
        names.pop()
    if len(names) > MOST_COLUMNS:
        refuse(
            file,
            f"{len(names)} columns are more than the {MOST_COLUMNS} that are read",
        )
    known: set[str] = set()
    for number, name in enumerate(names, 1):
        if not name:
            refuse(file, f"column {number} has no name", line=head.number)
        if _alike(name) in known:
            refuse(
                file, f"there are two columns '{name[:60]}'", line=head.number
            )
        known.add(_alike(name))
    return names


def _alike(name: str) -> str:
    return name.lower().replace("_", "-")


def _row(file: File, columns: list[str], line: _Line) -> Row:
    if any(cell.strip() for cell in line.cells[len(columns) :]):
        head = "1 column" if len(columns) == 1 else f"{len(columns)} columns"
        message = f"{len(line.cells)} cells, but the first line names {head}"
        refuse(file, message, line=line.number)
    pairs = zip(columns, line.cells, strict=False)
    return Row(
        line.number,
        {name: cell.strip() for name, cell in pairs if cell.strip()},
    )
