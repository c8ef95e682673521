"""The commands as completion sees them."""

from functools import cache

from gmtrack.cli.tree import build, flags
from gmtrack.completion.words import CommandWords, Option
from gmtrack.core.commands import COMMANDS

LONGEST = 60
"""Columns of a help text beside a word."""


@cache
def described(name: str) -> CommandWords:
    command = build(name)
    options = tuple(
        Option(flag, getattr(param, "help", None) or "", takes=flag in flags(param))
        for param in command.params
        for flag in param.opts
        if flag.startswith("--")
    )
    short = (flag for param in command.params for flag in flags(param) if flag[:2] != "--")
    return CommandWords(command.get_short_help_str(LONGEST), options, tuple(short))


@cache
def all_described() -> dict[str, CommandWords]:
    return {name: described(name) for name in COMMANDS}
