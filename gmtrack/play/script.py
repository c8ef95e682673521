"""Lines from a pipe or a file: one command each, stopping at the first that is refused."""

import re
from collections.abc import Iterator
from typing import TextIO

from gmtrack.cli.exit_status import (
    INTERRUPTED,
    WRONG_LINE,
    report_error,
    write_to_stderr,
)
from gmtrack.cli.parse import LONGEST
from gmtrack.errors import StoreError
from gmtrack.play.table import PlayTable
from gmtrack.view.text import cut, shown

TOLD = 200
"""Columns that are shown of a line that failed."""
UNDECODED = re.compile("[\udc80-\udcff]")
"""Characters that stand for bytes that are not UTF-8 (error handler `surrogateescape`)."""


def run_script(table: PlayTable, stream: TextIO, *, keep_going: bool) -> int:
    """Carry out the lines of a script; return the exit status of the first that failed, 0 if
    none did.

    A failed line is reported with its number and ends the script, unless `keep_going` is set.
    Raises StoreError if the script cannot be read."""
    first = 0
    table.asking.alone = True
    lines = read_script_lines(stream)
    number = 0
    while not table.left:
        try:
            text = table.signals.breaking(lambda: next(lines, None))
        except KeyboardInterrupt:
            return INTERRUPTED
        if text is None:
            break
        number += 1
        if unread := explain_undecoded(text):
            report_error("usage", unread)
        status = WRONG_LINE if unread else table.run_commands(text)
        if status:
            write_to_stderr(
                f"line {number}: {cut(shown(text.strip()), TOLD)}\n"
            )
            first = first or status
            if status == INTERRUPTED or not keep_going:
                break
    return first


def explain_undecoded(text: str) -> str:
    """Return what is wrong with a line that is not UTF-8; empty for a good line."""
    byte = UNDECODED.search(text)
    if byte is None:
        return ""
    found = f"byte {ord(byte[0]) - 0xDC00:#04x} at character {byte.start() + 1}"
    return f"not UTF-8 text ({found}): save the script as UTF-8"


def read_script_lines(stream: TextIO) -> Iterator[str]:
    """Yield the lines of a script in UTF-8, with or without a byte order mark, without their
    line ends. Of a line that is too long, yield just enough to have it refused. Raises
    StoreError (`bad-file`) if the stream cannot be read."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(
            encoding="utf-8-sig", errors="surrogateescape", newline=None
        )
    try:
        while text := stream.readline(LONGEST + 1):
            rest = text
            yield text.removesuffix("\n")
            while len(rest) > LONGEST and not rest.endswith("\n"):
                rest = stream.readline(LONGEST + 1)
    except OSError as error:
        message = f"the script cannot be read: {error.strerror or error}"
        raise StoreError("bad-file", message) from error
