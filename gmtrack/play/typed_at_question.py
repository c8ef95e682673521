"""Command lines typed at an open question: those that only look are carried out, any other has
to wait."""

from typing import TYPE_CHECKING

from gmtrack.cli.parse import split_line
from gmtrack.core.command_table import SHORT
from gmtrack.errors import Refusal
from gmtrack.play.typed_line import (
    END,
    HELP,
    LEAVING,
    find_command,
    only_looks,
)
from gmtrack.view.text import cut, shown

if TYPE_CHECKING:
    from gmtrack.play.table import PlayTable

TOLD = 30


def look_aside(table: "PlayTable", text: str, enter: str) -> str | None:
    """Carry out a command typed at a question if it only looks. Return what to say: empty after
    a look, else a refusal, or that the command has to wait. None if the text is no command.
    `enter` is what Enter means at the question."""
    try:
        words = split_line(text)
        name = _find_command_or_none(words)
        if name is None:
            return None
        if _only_looks(name, words):
            table.look_meanwhile(words)
            return ""
    except Refusal as refusal:
        return shown(refusal.message)
    line = cut(shown(text.strip()), TOLD)
    return (
        f"`{line}` has to wait: answer this first (Enter = {enter}), or {END}"
    )


def has_to_wait(text: str) -> bool:
    """Whether a text is a command that does more than look."""
    try:
        words = split_line(text)
        name = _find_command_or_none(words)
    except Refusal:
        return False
    return name is not None and not _only_looks(name, words)


def _only_looks(name: str, words: list[str]) -> bool:
    """Whether a command shows something without writing anything, neither the fight nor a file."""
    return only_looks(name) and "--svg" not in words and "--html" not in words


def _find_command_or_none(words: list[str]) -> str | None:
    """Return the command that a line begins with, or None. A single letter must be one of the
    short words."""
    if not words or (
        len(words[0]) == 1 and words[0].lower() not in (*SHORT, *LEAVING, *HELP)
    ):
        return None
    try:
        return find_command(words[0])
    except Refusal:
        return None
