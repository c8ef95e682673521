"""The grammar of bare words, the same for all commands, applied before the command's parser:
several people in a row become one word (`damage joe bob 3` is `damage joe,bob 3`), and
NAME=VALUE is an option without its dashes (`effect joe stunned rounds=2`)."""

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
"""Tests for the first word after the people of a command, by what its table row has in `then`.
Other commands have words of the rules or a text there, which only the fight can tell from
people."""
WORDS_OF_RULES = (("act", "--weapon"),)
"""Options, with their command, that share a name with a ruleset's word. NAME=VALUE typed bare
means the ruleset's word there."""
PERHAPS = ("--party", "--board", "--show")
"""Options whose value may be left out."""


OTHERS: Mapping[str, Callable[[str], str]] = {
    "add": lambda word: "--set",
    "roll-init": lambda word: "--with",
    "next": lambda word: "--with",
    "rest": lambda word: "--with",
}
"""Commands with an option that takes a whole `NAME=VALUE`, for names that are no option
themselves; each with a function that returns the option for the word. In other commands the
rules read such words."""


def join_bare_words(
    name: str, words: Sequence[str], taking: Mapping[str, bool]
) -> list[str]:
    """Return the words of the command `name` as its parser takes them: people in a row joined to
    one word, each bare `NAME=VALUE` made an option, an empty value put behind each option that
    may do without. `taking`: the options of the command, and whether a value follows each."""
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
    """Yield the words, and an empty value behind each option of PERHAPS that has none."""
    for word, after in pairwise([*words, "--"]):
        yield word
        if word in PERHAPS and taking.get(word) and after.startswith("-"):
            yield ""


def _bare_positions(
    words: Sequence[str], taking: Mapping[str, bool]
) -> Iterable[int]:
    """Yield the positions of the words that are neither options nor their values. Ends at `--`."""
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
    """Return the option and value for which a bare `NAME=VALUE` stands in the command `name`:
    `--NAME` if it has this option with a value, else the option of OTHERS with the whole word.
    None if it is neither."""
    key, sign, value = word.partition("=")
    if not sign:
        return None
    flag = f"--{squash(key)}"
    if taking.get(flag) and (name, flag) not in WORDS_OF_RULES:
        return flag, value
    rest = OTHERS.get(name)
    return (rest(word), word) if rest else None
