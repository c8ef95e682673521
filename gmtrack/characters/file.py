"""A file of another program, and the errors that refuse it."""

from typing import NamedTuple, NoReturn

from gmtrack.errors import BadFile, Fault

MOST_BYTES = 16 * 1024 * 1024
"""Length of the longest file that is read; portraits make a Chummer character a few MiB."""


class ForeignFile(NamedTuple):
    """A file of another program: its content, its name for messages, and the `stem` that names a
    character without a name."""

    content: bytes
    name: str
    stem: str


def refuse_file(
    file: ForeignFile, message: str, at: str = "", line: int = 0
) -> NoReturn:
    """Raise BadFile with one fault: the message, the place `at` inside the file, and the line
    (0: none)."""
    raise BadFile([Fault(at, message, file.name, line)])


def check_length(file: ForeignFile) -> None:
    """Raise BadFile if the file is longer than MOST_BYTES."""
    if len(file.content) > MOST_BYTES:
        refuse_file(
            file,
            f"the file is longer than {MOST_BYTES // 2**20} MiB, the most that is read",
        )
