"""`completion`: the script that completes words in a shell, and the commands as completion sees
them."""

from functools import cache

import typer

from gmtrack.cli import output
from gmtrack.cli.options import arg
from gmtrack.cli.tree import Commands, build_command, value_flags
from gmtrack.completion.scripts import SCRIPTS
from gmtrack.completion.words import CommandWords, Option
from gmtrack.core import command_table

COMMANDS = Commands()
LONGEST = 60
"""The most columns of a help text beside a word."""


@COMMANDS.add("completion", ())
def completion(
    shell: str = arg("SHELL", f"{', '.join(SCRIPTS)}.", ...),
) -> None:
    """Run `completion`: print the script for a shell."""
    if shell not in SCRIPTS:
        raise typer.BadParameter(
            f"'{shell}' is not {', '.join(SCRIPTS)}", param_hint="SHELL"
        )
    output.say(*SCRIPTS[shell].strip("\n").splitlines())


@cache
def describe_command(name: str) -> CommandWords:
    """Return the help and the options of a command for completion. Cached."""
    command = build_command(name)
    options = tuple(
        Option(
            flag,
            getattr(param, "help", None) or "",
            takes=flag in value_flags(param),
        )
        for param in command.params
        for flag in param.opts
        if flag.startswith("--")
    )
    short = (
        flag
        for param in command.params
        for flag in value_flags(param)
        if flag[:2] != "--"
    )
    return CommandWords(
        command.get_short_help_str(LONGEST), options, tuple(short)
    )


@cache
def describe_commands() -> dict[str, CommandWords]:
    """Return the same of all commands, by name. Cached."""
    return {name: describe_command(name) for name in command_table.COMMANDS}
