"""The lines of earlier evenings, for the arrow keys."""

import os
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path

from prompt_toolkit.history import FileHistory

from gmtrack.play.words import LONGEST
from gmtrack.system import open_fd

LATEST = 1 << 20
"""Bytes at the end of the file that are read."""
MOST = 2_000
"""Lines that are remembered; all of them are looked through whenever a key is pressed."""


class LineHistory(FileHistory):
    """A file of lines, of which the last are remembered. Not being able to read or write it is no
    reason to refuse anything."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._path = path

    def load_history_strings(self) -> Iterable[str]:
        """The last lines, the newest first."""
        text = ""
        with suppress(OSError), self._path.open("rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - LATEST))
            text = file.read(LATEST).decode("utf-8", "replace")
        return list(islice(_entries(text), MOST))

    def store_string(self, string: str) -> None:
        """Add a line, unless it was pasted by mistake."""
        if len(string) <= LONGEST:
            with suppress(OSError):
                os.close(open_fd(self._path, os.O_WRONLY | os.O_CREAT, 0o600))
                super().store_string(string)


def _entries(text: str) -> Iterable[str]:
    """What was typed at once, newest first: lines that begin with `+`, others between them."""
    entry: list[str] = []
    for line in reversed(text.split("\n")):
        if line.startswith("+"):
            entry.append(line[1:])
        elif entry:
            yield "\n".join(reversed(entry))
            entry = []
