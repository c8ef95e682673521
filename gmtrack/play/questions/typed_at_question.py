"""Command lines typed at an open question: those that only look are carried out, any other
leaves the question."""

from typing import TYPE_CHECKING

from gmtrack.cli.parse import split_line
from gmtrack.core.command_table import SHORT
from gmtrack.errors import Refusal
from gmtrack.play.typed_line import (
    HELP,
    LEAVING,
    find_command,
    only_looks,
)
from gmtrack.view.text import shown

if TYPE_CHECKING:
    from gmtrack.play.table import PlayTable


def look_aside(table: "PlayTable", text: str) -> str | None:
    """Carry out a command typed at a question if it only looks. Return what to say: empty after
    a look, else a refusal. None for any other text."""
    try:
        words = split_line(text)
        name = _find_command_or_none(words)
        if name is None or not _only_looks(name, words):
            return None
        table.look_meanwhile(words)
    except Refusal as refusal:
        return shown(refusal.message)
    return ""


def leaves_question(text: str) -> bool:
    """Whether a text is a command that does more than look, so that the question has to be left
    for it."""
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
