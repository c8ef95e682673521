"""A file of another program, and how it is refused."""

from typing import NamedTuple, NoReturn

from gmtrack.errors import BadFile, Fault

MOST_BYTES = 16 * 1024 * 1024
"""Length of the longest file that is read; portraits make a Chummer character a few MiB."""


class ForeignFile(NamedTuple):
    """A file's content, its name for messages, and what is called after it."""

    content: bytes
    name: str
    stem: str


def refuse_file(
    file: ForeignFile, message: str, at: str = "", line: int = 0
) -> NoReturn:
    """Raise BadFile with one fault."""
    raise BadFile([Fault(at, message, file.name, line)])


def check_length(file: ForeignFile) -> None:
    """Raise BadFile for a file that is too long to be read."""
    if len(file.content) > MOST_BYTES:
        refuse_file(
            file,
            f"the file is longer than {MOST_BYTES // 2**20} MiB, the most that is read",
        )
