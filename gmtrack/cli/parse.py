"""What the words of a command line ask, without doing it."""

from typing import Any

from gmtrack.app.step import Step
from gmtrack.cli.options import CommandLine
from gmtrack.cli.tree import UsageError, build, command_meant, is_step
from gmtrack.core.intents import Attack
from gmtrack.errors import Refusal


def step_of(words: list[str]) -> tuple[CommandLine, Step]:
    """What a command that the rules resolve asks of them. Raises Refusal for what is none, before
    anything of it is done."""
    name = command_meant(words[0])
    if not is_step(name):
        raise Refusal("usage", f"{name} is not resolved by the rules")
    line, context = _context(name, words[1:])
    try:
        step = context.command.invoke(context)
    except UsageError as error:
        raise Refusal("usage", error.format_message()) from error
    assert isinstance(step, Step)
    return line, step


def read_attack(words: list[str]) -> tuple[CommandLine, str, tuple[str, ...]]:
    """The options, the attacker and the targets in the words after `attack`. Raises Refusal."""
    line, context = _context("attack", words)
    return line, context.params["attacker"], tuple(context.params["targets"])


def attack_of(words: list[str]) -> tuple[Attack, tuple[str, ...]]:
    """The intent of `attack` with these words, and the dice that were typed. Raises Refusal."""
    line, attacker, targets = read_attack(words)
    return Attack(attacker, targets, options=line.options()), line.values["rolls"]


def _context(name: str, words: list[str]) -> tuple[CommandLine, Any]:
    line = CommandLine()
    line.in_history = True
    try:
        # Without names for it there is no --help, which would print: these are words, no command.
        context = build(name).make_context(name, list(words), obj=line, help_option_names=[])
    except UsageError as error:
        raise Refusal("usage", error.format_message()) from error
    return line, context
