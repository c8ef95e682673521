"""Files of other programs that are read as encounters, and the other way round: what takes them is
said in place of what is no YAML, or no character, in them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath

from gmtrack import system
from gmtrack.errors import BadFile, Fault

SUFFIXES = (".chum5", ".chum5lz", ".csv", ".json", ".ods", ".tsv", ".xlsx")
_OURS = re.compile(rb"\b(gmtrack|ruleset)[\"']?[ \t]*:")
"""A key that an encounter has, also one that is written as JSON."""

_BEGINS = re.compile(rb"^[\s{]*[\"']?gmtrack[\"']?[ \t]*:", re.MULTILINE)
"""How an encounter says what it is."""


def refuse_ours(content: bytes, file: str) -> None:
    """Raises BadFile with the lines that work for an encounter of gmtrack's own."""
    if _BEGINS.search(content):
        opened, taken = (system.quote(word) for word in (file, f"{file}:NAME"))
        message = f"this is an encounter: `gmtrack load {opened}` opens it"
        message += f", `gmtrack add --from {taken}` takes somebody from it"
        raise BadFile([Fault("", message, file)])


@contextmanager
def told_of_import(content: bytes, file: str) -> Iterator[None]:
    """Raises BadFile with the line that works where one with the faults of an encounter comes of a
    file that is none."""
    try:
        yield
    except BadFile as error:
        if PurePath(file).suffix.lower() not in SUFFIXES or _OURS.search(
            content
        ):
            raise
        line = f"gmtrack import {system.quote(file)}"
        message = f"this is not an encounter; `{line}` adds characters of other programs"
        raise BadFile([Fault("", message, file)]) from error
