"""Errors for files in the wrong place: files of other programs that somebody opens as
encounters, and encounters that somebody imports as characters. Each names the command that
works."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath

from gmtrack import system
from gmtrack.errors import BadFile, Fault

SUFFIXES = (
    ".chum5",
    ".chum5lz",
    ".csv",
    ".json",
    ".ods",
    ".toml",
    ".tsv",
    ".xlsx",
)
NOT_IMPORTED = {
    ".chum": "this is no encounter, but a character of Chummer for Shadowrun 4: "
    "`gmtrack import` reads those of Chummer5a for Shadowrun 5 (.chum5)",
    ".pdf": "this is no encounter, but a PDF: export the character from its program, and "
    "`gmtrack import` reads that",
}
"""Messages that refuse files from which nobody can be imported, by suffix."""
_OURS = re.compile(rb"\b(gmtrack|ruleset)[\"']?[ \t]*:")
"""Pattern of a key that only an encounter of gmtrack has, also in JSON."""

_BEGINS = re.compile(rb"^[\s{]*[\"']?gmtrack[\"']?[ \t]*:", re.MULTILINE)
"""Pattern of the key by which an encounter names its format."""


def refuse_encounter(content: bytes, file: str) -> None:
    """Raise BadFile with the commands that work if `content` is an encounter of gmtrack; else do
    nothing."""
    if _BEGINS.search(content):
        opened, taken = (system.quote(word) for word in (file, f"{file}:NAME"))
        message = f"this is an encounter: `gmtrack load {opened}` opens it"
        message += f", `gmtrack add --from {taken}` takes somebody from it"
        raise BadFile([Fault("", message, file)])


@contextmanager
def hint_at_import(content: bytes, file: str) -> Iterator[None]:
    """Replace a BadFile that is raised inside a `with` block by one that names `gmtrack import`,
    if the file has the suffix of another program's file and no key of an encounter."""
    try:
        yield
    except BadFile as error:
        suffix = PurePath(file).suffix.lower()
        is_other = suffix in SUFFIXES or suffix in NOT_IMPORTED
        if not is_other or _OURS.search(content):
            raise
        line = f"gmtrack import {system.quote(file)}"
        message = f"this is not an encounter; `{line}` adds characters of other programs"
        message = NOT_IMPORTED.get(suffix, message)
        raise BadFile([Fault("", message, file)]) from error
