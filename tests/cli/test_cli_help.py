"""Every command is there, explains itself and ends its help with an example."""

import re
from pathlib import Path

import pytest
from cli_support import Gm
from screen import Screen
from tables import check_rows, each_row

import gmtrack
from gmtrack.core.command_table import COMMANDS as TABLE

SR3 = Path(__file__).parents[2] / "encounters" / "garage-night.yaml"
COMMANDS = [
    "new",
    "load",
    "save",
    "validate",
    "check",
    "examples",
    "fights",
    "switch",
    "forget",
    "party",
    "board",
    "show",
    "what",
    "note",
    "add",
    "import",
    "leave",
    "join",
    "remove",
    "set",
    "stock",
    "roll-init",
    "next",
    "delay",
    "intervene",
    "turn",
    "act",
    "attack",
    "test",
    "damage",
    "heal",
    "rest",
    "effect",
    "count",
    "odds",
    "simulate",
    "end",
    "roll",
    "undo",
    "redo",
    "log",
    "stats",
    "amend",
    "why",
    "replay",
    "hide",
    "reveal",
    "play",
    "watch",
    "serve",
    "demo",
    "rules",
    "guide",
    "rulesets",
    "schema",
    "doctor",
    "completion",
]
KNIFE_FIGHT = Path(__file__).parents[2] / "encounters" / "knife-fight.yaml"
WITHOUT_DICE = ["hide", "reveal", "note", "add", "join", "remove"]
UNKNOWN_TO_THE_TOY = ("note", "leave", "join")
RESOLVING = [
    "leave",
    "set",
    "roll-init",
    "next",
    "delay",
    "intervene",
    "turn",
    "act",
    "attack",
    "test",
    "damage",
    "heal",
    "effect",
    "end",
]


each_module = pytest.mark.parametrize("module", sorted({row.module for row in TABLE.values()}))
"""All commands, in items of some of them: those of one module."""


def commands_of(module: str) -> list[tuple[str]]:
    """Return a row for each command of a module."""
    return [(name,) for name, row in TABLE.items() if row.module == module]


HELP: dict[str, Screen] = {}


def help_of(gm: Gm, command: str) -> Screen:
    """Return the help of a command where no fight is open; shown once for all tests of it."""
    if command not in HELP:
        HELP[command] = gm(command, "--help")
    return HELP[command]


def test_the_commands_are_those_of_the_contract_in_its_order() -> None:
    assert list(TABLE) == COMMANDS


def test_the_help_lists_every_command_in_order(gm: Gm) -> None:
    result = gm("--help")
    listed = re.findall(r"^  ([a-z-]+)  ", result.out.partition("Commands:")[2], re.MULTILINE)
    assert result.status == 0
    assert listed == COMMANDS
    assert "..." not in result.out.partition("Commands:")[2]


def test_without_a_command_the_help_is_shown_while_a_fight_is_open(gm: Gm) -> None:
    gm("load", "@knife-fight")
    assert gm() == gm("--help")


@each_module
def test_the_help_of_a_command_ends_with_an_example_of_it(gm: Gm, module: str) -> None:
    def check(command: str) -> None:
        result = help_of(gm, command)
        assert result.status == 0
        assert re.search(rf"Example: gmtrack {command}\b[^\n]*\n$", result.out)

    check_rows(check, commands_of(module))


@each_module
def test_every_option_of_a_command_has_a_help_text(gm: Gm, module: str) -> None:
    def check(command: str) -> None:
        options = help_of(gm, command).out.partition("Options:")[2].partition("\n\n")[0]
        names = re.findall(r"^  (?:-\w, )?(--[\w-]+)", options, re.MULTILINE)
        helped = re.findall(r"^  (?:-\w, )?(--[\w-]+).*?(?:  |\n {10,})\S", options, re.MULTILINE)
        assert names == helped
        assert "--json" in names or command in ("demo", "watch", "completion")

    check_rows(check, commands_of(module))


@each_row("command", RESOLVING)
def test_a_command_that_changes_something_takes_the_common_options(gm: Gm, command: str) -> None:
    text = help_of(gm, command).out
    for option in ("--roll", "--seed", "--dry-run", "--force", "--json"):
        assert option in text


@pytest.mark.parametrize("command", WITHOUT_DICE)
def test_a_command_that_never_rolls_takes_dice_options_but_does_not_show_them(
    gm: Gm, command: str
) -> None:
    assert gm("load", str(KNIFE_FIGHT)).status == 0
    text = gm(command, "--help").out
    assert "--roll" not in text
    assert "--seed" not in text
    assert "--dry-run" in text
    if command in UNKNOWN_TO_THE_TOY:
        return
    words = {"add": ("Cy", "--from", f"{KNIFE_FIGHT}:bob"), "note": ("bob", "owes Joe")}
    if command == "join":
        gm("leave", "bob")
    assert gm(command, *words.get(command, ("bob",)), "--seed", "1", "-n").status == 0


def test_the_help_is_of_the_ruleset_in_play(gm: Gm) -> None:
    assert "--karma" in gm("attack", "--help").out
    assert "--limit" in gm("test", "--help").out
    file = str(SR3)
    assert "--karma" not in gm("-f", file, "attack", "--help").out
    assert "--limit" not in gm("-f", file, "test", "--help").out


def test_the_help_of_a_fight_names_who_is_there(gm: Gm) -> None:
    told = gm("-f", str(SR3), "attack", "--help").out
    line = told.rpartition("Example: gmtrack ")[2].split()
    assert gm("-f", str(SR3), *line, "-n").status == 0
    assert "gmtrack rules words" in told


@pytest.mark.parametrize("command", ["attack", "odds", "act", "test"])
def test_what_rolls_a_pool_takes_the_circumstances(gm: Gm, command: str) -> None:
    text = gm(command, "--help").out
    for option in ("--weapon", "--called", "--defense", "--with", "--without", "--mod"):
        assert option in text
    assert "--defense-mod" in text


def test_an_option_of_a_ruleset_stands_at_the_commands_that_it_names(gm: Gm) -> None:
    assert "Toy: Lucky dice." in gm("attack", "--help").out
    assert "Toy: Lucky dice." in gm("odds", "--help").out
    assert "Lucky dice" not in gm("test", "--help").out


def test_an_option_of_two_rulesets_stands_once_with_both_helps(gm: Gm) -> None:
    text = " ".join(gm("roll-init", "--help").out.split())
    assert text.count("--karma") == 1
    assert "Swan Song: " in text
    assert "Toy: Of the toy." in text


def test_help_is_a_word_too(gm: Gm) -> None:
    assert gm("help") == gm("help", "help") == gm("--help")
    assert gm("help", "attack") == gm("attack", "--help")
    assert gm("-f", str(SR3), "help", "test") == gm("-f", str(SR3), "test", "--help")
    assert gm("help", "atack").status == 2


def test_the_version_is_the_package_s(gm: Gm) -> None:
    assert gm("--version").out == f"gmtrack {gmtrack.__version__}\n"


def test_underscores_and_hyphens_are_the_same_in_commands_and_options(loaded: Gm) -> None:
    assert loaded("roll_init", "--dry_run", "--json").doc["dry_run"] is True
