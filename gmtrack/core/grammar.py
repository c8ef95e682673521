"""The grammar of bare words, alike for all commands, applied before their parser: several people
in a row are one WHO (`damage joe bob 3` is `damage joe,bob 3`), and NAME=VALUE is an option
without its dashes (`effect joe stunned rounds=2`)."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from gmtrack.core.command_table import AMOUNT, ASSIGNMENT, row
from gmtrack.core.lexicon import NUMBER
from gmtrack.core.names import squash

ENDS: Mapping[str, Callable[[str], bool]] = {
    "": lambda word: False,
    AMOUNT: lambda word: (
        bool(re.fullmatch(r"[-+]?\d+", word)) or squash(word) == "all"
    ),
    ASSIGNMENT: lambda word: "=" in word,
}
"""By command, the test for the first word that is no person any more. Behind the people of other
commands stand words of the rules or a text, which only the fight can tell from people."""
WORDS_OF_RULES = (("act", "--weapon"),)
"""Options with the name of a word of a ruleset. Typed bare, such a name is the ruleset's word."""
PERHAPS = ("--party",)
"""Options whose value may be left out."""
_DICE = re.compile(r"\d[\d\s,]*")


def _roll_or_word_option(word: str) -> str:
    """Return the option, `--roll` or `--with`, that a bare NAME=VALUE stands for: `mara=5` is a
    roll, `first=pc` a word."""
    return "--roll" if _DICE.fullmatch(word.partition("=")[2]) else "--with"


OTHERS: Mapping[str, Callable[[str], str]] = {
    "add": lambda word: "--set",
    "roll-init": _roll_or_word_option,
    "next": _roll_or_word_option,
    "rest": lambda word: "--with",
}
"""Commands with an option to which `NAME=VALUE` belongs that is none by itself. The rules read what
belongs to none."""


def join_bare_words(
    name: str, words: Sequence[str], taking: Mapping[str, bool]
) -> list[str]:
    """Return the words of the command `name` as its parser takes them. `taking`: its options,
    and whether a value follows each."""
    words = list(_fill_left_out_values(words, taking))
    plain = list(_bare_positions(words, taking))
    found: list[list[str]] = [[word] for word in words]
    command = row(name)
    if command.named:
        for place in plain[:]:
            if option := _option_of_assignment(name, words[place], taking):
                found[place] = list(option)
                plain.remove(place)
    ends = ENDS.get(command.then) if command.who else None
    if ends:
        every = 0 if command.then else len(plain)
        first = next(
            (n for n, place in enumerate(plain) if ends(words[place])), every
        )
        people = plain[:first]
        if len(people) > 1:
            found[people[0]] = [",".join(words[place] for place in people)]
            for place in people[1:]:
                found[place] = []
    return [word for words in found for word in words]


def _fill_left_out_values(
    words: Sequence[str], taking: Mapping[str, bool]
) -> Iterable[str]:
    """Return the words with an empty value behind each option that may do without one and has
    none."""
    for word, after in pairwise([*words, "--"]):
        yield word
        if word in PERHAPS and taking.get(word) and after.startswith("-"):
            yield ""


def _bare_positions(
    words: Sequence[str], taking: Mapping[str, bool]
) -> Iterable[int]:
    """Return the positions of the words that are neither options nor their values."""
    skip = False
    for place, word in enumerate(words):
        if skip:
            skip = False
        elif word == "--":
            return
        elif (
            word.startswith("-")
            and len(word) > 1
            and not NUMBER.fullmatch(word)
        ):
            skip = taking.get(word.replace("_", "-"), False)
        else:
            yield place


def _option_of_assignment(
    name: str, word: str, taking: Mapping[str, bool]
) -> tuple[str, str] | None:
    """Return the option that a bare `NAME=VALUE` is, with its value; None if it is none."""
    key, sign, value = word.partition("=")
    if not sign:
        return None
    flag = f"--{squash(key)}"
    if taking.get(flag) and (name, flag) not in WORDS_OF_RULES:
        return flag, value
    rest = OTHERS.get(name)
    return (rest(word), word) if rest else None
