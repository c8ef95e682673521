"""A spreadsheet as text: a line of column names, then one combatant a line."""

import codecs
import csv
import io
from typing import NamedTuple

from gmtrack.characters.file import ForeignFile, check_length, refuse_file

MARKS = ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
"""Byte order marks of UTF-16, in which spreadsheets save `Unicode text`, with the codec."""
SEPARATORS = (",", ";", "\t")
MOST_COLUMNS = 500
MOST_ROWS = 500


class SpreadsheetRow(NamedTuple):
    """The row of one combatant: the number of its line, and the cells that are not empty, by
    column."""

    line: int
    cells: dict[str, str]


class Spreadsheet(NamedTuple):
    """The table in a file: the columns by the names in its first line, the rows, and sentences
    about what was assumed to read it."""

    columns: tuple[str, ...]
    rows: tuple[SpreadsheetRow, ...]
    assumed: tuple[str, ...]


def read_table(file: ForeignFile) -> Spreadsheet:
    """Return the table in a file. Raises BadFile for a file that is too long or no CSV, without
    rows or with too many, with columns that have no name or the same, and for a row with more
    cells than columns."""
    check_length(file)
    text, assumed = _decode_file(file)
    head, *rest = _read_lines(file, text)
    columns = _read_column_names(file, head)
    if len(rest) > MOST_ROWS:
        refuse_file(
            file,
            f"{len(rest)} combatants are more than the {MOST_ROWS} that are read at once",
        )
    if not rest:
        refuse_file(
            file, "below the column names stands nobody: one combatant a line"
        )
    rows = tuple(_read_row(file, columns, line) for line in rest)
    return Spreadsheet(tuple(columns), rows, assumed)


def _decode_file(file: ForeignFile) -> tuple[str, tuple[str, ...]]:
    """Return the text, and what had to be assumed to read it. Raises BadFile for control
    characters."""
    content = file.content
    for mark, name in MARKS:
        if content.startswith(mark):
            return _check_text(file, content.decode(name, "replace")), ()
    try:
        return _check_text(file, content.decode("utf-8-sig")), ()
    except UnicodeDecodeError:
        told = "the text is read as Windows-1252: it is not UTF-8"
        return _check_text(file, content.decode("cp1252", "replace")), (told,)


def _check_text(file: ForeignFile, text: str) -> str:
    """Return the text. Raises BadFile, with the line, for a control character."""
    strange = next(
        (n for n, c in enumerate(text) if c < " " and c not in "\t\r\n"), None
    )
    if strange is not None:
        line = text.count("\n", 0, strange) + 1
        refuse_file(
            file,
            "there is a control character: this is no spreadsheet as text",
            line=line,
        )
    return text


class _Line(NamedTuple):
    """A line of cells with its number, counted from 1."""

    number: int
    cells: list[str]


def _read_lines(file: ForeignFile, text: str) -> list[_Line]:
    """Return the lines that have a cell with content, with the number of the line on which each
    begins. The separator is the one that occurs most in the first line. Raises BadFile for no
    CSV, and for an empty file."""
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
        refuse_file(file, f"this is no CSV: {error}", line=before + 1)
    if not found:
        refuse_file(file, "the file is empty")
    return found


def _read_column_names(file: ForeignFile, head: _Line) -> list[str]:
    """Return the names in the first line, without empty ones at its end. Raises BadFile for too
    many columns, an empty name, and two that are the same."""
    names = [name.strip() for name in head.cells]
    while names and not names[-1]:
        names.pop()
    if len(names) > MOST_COLUMNS:
        refuse_file(
            file,
            f"{len(names)} columns are more than the {MOST_COLUMNS} that are read",
        )
    known: set[str] = set()
    for number, name in enumerate(names, 1):
        if not name:
            refuse_file(file, f"column {number} has no name", line=head.number)
        if _column_key(name) in known:
            refuse_file(
                file, f"there are two columns '{name[:60]}'", line=head.number
            )
        known.add(_column_key(name))
    return names


def _column_key(name: str) -> str:
    """Return a column's name in the form in which columns are compared."""
    return name.lower().replace("_", "-")


def _read_row(
    file: ForeignFile, columns: list[str], line: _Line
) -> SpreadsheetRow:
    """Return the row of a line. Raises BadFile for content beyond the named columns."""
    if any(cell.strip() for cell in line.cells[len(columns) :]):
        head = "1 column" if len(columns) == 1 else f"{len(columns)} columns"
        message = f"{len(line.cells)} cells, but the first line names {head}"
        refuse_file(file, message, line=line.number)
    pairs = zip(columns, line.cells, strict=False)
    return SpreadsheetRow(
        line.number,
        {name: cell.strip() for name, cell in pairs if cell.strip()},
    )
