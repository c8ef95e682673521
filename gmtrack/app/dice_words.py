"""Written dice among the words of a command line: `-r attack=3 4 5`, `i mara 5 3 kurt=2`."""

import re
from collections.abc import Sequence

from gmtrack.core.command_table import AMOUNT, row
from gmtrack.dice.typed import HITS, is_dice, join_dice

ROLL = ("--roll", "-r")
"""The option that takes dice."""
OF_PEOPLE = ("roll-init",)
"""Commands whose bare words are people, each perhaps with their dice behind them."""
OF_ASSIGNMENTS = ("roll-init", "next")
"""Commands in which a bare `WHO=DICE` are dice."""
OPTIONS = ("roll", "seed", "with")
"""Options of these commands that may be typed without dashes: `seed=5` is no dice."""
_NUMBER = re.compile(r"[-+]?\d+", re.ASCII)


def join_dice_words(command: str, words: Sequence[str]) -> list[str]:
    """Return the words behind a command with the dice of each `--roll` as one word, in the form
    in which the history has them: `-r attack=3 4 5` becomes `-r attack=3,4,5`, and `-r def 2 5` the
    option `-r def=2,5`. In `roll-init`, people with dice behind them become an option each.

    A command that takes an amount keeps the number behind its dice, unless it has one already."""
    rest = list(words)
    found: list[str] = []
    has_amount = False
    while rest:
        word = rest.pop(0)
        if word == "--":
            return [*found, word, *rest]
        option, sign, value = word.partition("=")
        if option in ROLL and (sign or rest):
            value = value if sign else rest.pop(0)
            ends = row(command).then == AMOUNT and not has_amount
            dice = [] if ends else _take_dice(rest, value)
            found += [option, _join_roll(value, dice)]
        elif _takes_dice(command, word, rest):
            found += [ROLL[0], _join_roll(word, _take_dice(rest, word))]
        else:
            has_amount = has_amount or bool(_NUMBER.fullmatch(word))
            found.append(word)
    return found


def _takes_dice(command: str, word: str, rest: Sequence[str]) -> bool:
    """Whether a bare word of a command names somebody whose dice it holds, or stand behind it."""
    if word.startswith("-") or is_dice(word):
        return False
    name, sign, value = word.partition("=")
    if name.lower() in OPTIONS:
        return False
    if sign:
        return command in OF_ASSIGNMENTS and is_dice(value)
    return command in OF_PEOPLE and is_dice(" ".join(rest[:1]))


def _take_dice(rest: list[str], value: str) -> list[str]:
    """Take the dice that follow a value from the front of `rest` and return them. None follow a
    value that can have no dice behind it."""
    found: list[str] = []
    while rest and (
        is_dice(rest[0])
        or (rest[0].lower() in HITS and _ends_in_number(found, value))
    ):
        found.append(rest.pop(0))
    return found


def _ends_in_number(dice: Sequence[str], value: str) -> bool:
    """Whether the last word in front of a word such as `hits` is a single number."""
    before = dice[0] if dice else value.rpartition("=")[2]
    return len(dice) < 2 and before.isdecimal()


def _join_roll(value: str, dice: Sequence[str]) -> str:
    """Return a value of `--roll` with the dice that follow it, written without blanks."""
    name, sign, first = value.partition("=")
    if not sign:
        if is_dice(value):
            return join_dice(" ".join([value, *dice]))
        return f"{value}={join_dice(' '.join(dice))}" if dice else value
    return f"{name}={join_dice(' '.join([first, *dice]))}"
