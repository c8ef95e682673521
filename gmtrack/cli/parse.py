"""Parses command lines into steps and attacks, without carrying them out."""

import re
import shlex
from typing import Any

from gmtrack import system
from gmtrack.app.step import CommandRequest
from gmtrack.cli.options import CommandLine
from gmtrack.cli.tree import (
    Performed,
    UsageError,
    command_for,
    full_command_name,
    is_step,
)
from gmtrack.core.intents import Attack
from gmtrack.errors import Refusal

PROGRAM = "gmtrack"
LONGEST = 10_000
"""The most characters of a line; a longer one was pasted or piped by mistake."""


def split_line(text: str) -> list[str]:
    """Split a line into words, with quotes as in a shell; a leading `gmtrack` is dropped. Raises
    Refusal for an open quote, a line that is too long, and a null character."""
    if len(text) > LONGEST:
        raise Refusal(
            "usage",
            f"a line has at most {LONGEST:,} characters; this one is longer",
        )
    if "\0" in text:
        raise Refusal(
            "usage", "a line cannot hold the character \\x00: take it out"
        )
    if system.BACKSLASH_QUOTES:
        words = _split_words(_INSIDE_A_WORD.sub(_escape_apostrophe, text), text)
    else:
        words = _split_words(
            _INSIDE_A_PATH.sub(_escape_in_path, text),
            text.replace("\\", "\\\\"),
        )
    # What people are told to type is told as for a shell.
    return words[1:] if words[:1] == [PROGRAM] and words[1:] else words


_INSIDE_A_WORD = re.compile(
    r"""\\.|"(?:\\.|[^"\\])*"|(?<=\w)'(?=\w)|'[^']*'""", re.DOTALL
)
"""The parts of a line that need care: escapes, quoted texts, and the apostrophe of `he's`."""


_INSIDE_A_PATH = re.compile(r"""\\|"[^"]*"|(?<=\w)'(?=\w)|'[^']*'""")
"""The same for systems where a backslash separates the parts of a path."""


def _escape_apostrophe(found: re.Match[str]) -> str:
    """Return a lone apostrophe escaped, anything else unchanged."""
    return r"\'" if found[0] == "'" else found[0]


def _escape_in_path(found: re.Match[str]) -> str:
    """Return a lone apostrophe, and each backslash outside single quotes, escaped."""
    if found[0][0] != "'":
        return found[0].replace("\\", "\\\\")
    return _escape_apostrophe(found)


def _split_words(text: str, typed: str) -> list[str]:
    """Split a text with shlex. If a quote is open, every apostrophe counts as a letter. Raises
    Refusal if that does not help."""
    try:
        return shlex.split(text, comments=True)
    except ValueError:
        letters = re.sub(r"\\?'", r"\'", typed)
    try:
        return shlex.split(letters, comments=True)
    except ValueError as error:
        raise Refusal(
            "usage", f"{error}: type \\ twice, or close the quotes"
        ) from error


def parse_step(words: list[str]) -> tuple[CommandLine, CommandRequest]:
    """Return the command line and the step that these words ask of the rules. Raises Refusal,
    before anything is done, for a command that the rules do not resolve."""
    name = full_command_name(words[0])
    if not is_step(name):
        raise Refusal("usage", f"{name} is not resolved by the rules")
    line = history_line()
    step = invoke_command(name, words[1:], line)
    assert isinstance(step, CommandRequest)
    return line, step


def invoke_command(
    name: str, words: list[str], line: CommandLine
) -> "CommandRequest | Performed | int | None":
    """Call the function of a command with these words, and return its step or callback. A
    command that only looks has given its answer by then. Raises Refusal for wrong words."""
    context = _make_context(name, words, line)
    if line.taker is not None:
        if "json" not in line.values:
            raise Refusal("usage", f"{name} has no document (--json)")
        line.values["json"] = True
    try:
        return context.command.invoke(context)  # type: ignore[no-any-return]
    except UsageError as error:
        raise Refusal("usage", error.format_message()) from error


def parse_attack_words(
    words: list[str],
) -> tuple[CommandLine, str, tuple[str, ...]]:
    """Return the command line with the options, the attacker and the targets in the words after
    `attack`. Raises Refusal."""
    line = history_line()
    context = _make_context("attack", words, line)
    return line, context.params["attacker"], tuple(context.params["targets"])


def parse_attack(words: list[str]) -> tuple[Attack, tuple[str, ...]]:
    """Return the intent of the words after `attack`, and the typed dice. Raises Refusal."""
    line, attacker, targets = parse_attack_words(words)
    return Attack(attacker, targets, options=line.options()), line.values[
        "rolls"
    ]


def history_line() -> CommandLine:
    """Return an empty command line that counts as part of a history, so that nothing is shown."""
    line = CommandLine()
    line.in_history = True
    return line


def _make_context(name: str, words: list[str], line: CommandLine) -> Any:
    """Return typer's context for a command with these words. Raises Refusal if they are wrong."""
    try:
        # Without names for it there is no --help, which would print: these are words, no command.
        command = command_for(name, words)
        return command.make_context(
            name, list(words), obj=line, help_option_names=[]
        )
    except UsageError as error:
        raise Refusal("usage", error.format_message()) from error
