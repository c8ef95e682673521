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
    split_commands,
)
from gmtrack.view.text import shown

if TYPE_CHECKING:
    from gmtrack.play.table import PlayTable


def look_aside(table: "PlayTable", text: str) -> str | None:
    """Carry out commands typed at a question if they only look. Return what to say: empty after
    a look, else a refusal. None for any other text."""
    try:
        commands = [split_line(command) for command in split_commands(text)]
        if not commands or not all(map(_is_look, commands)):
            return None
        for words in commands:
            table.look_meanwhile(words)
    except Refusal as refusal:
        return shown(refusal.message)
    return ""


def leaves_question(text: str) -> bool:
    """Whether a text begins with a command, and it or another behind a `;` does more than look,
    so that the question has to be left for it."""
    try:
        commands = [split_line(command) for command in split_commands(text)]
    except Refusal:
        return False
    return (
        bool(commands)
        and _find_command_or_none(commands[0]) is not None
        and not all(map(_is_look, commands))
    )


def _is_look(words: list[str]) -> bool:
    """Whether a line is a command that shows something without writing anything, neither the
    fight nor a file."""
    name = _find_command_or_none(words)
    writes = "--svg" in words or "--html" in words
    return name is not None and only_looks(name) and not writes


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
