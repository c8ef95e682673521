"""The words that can stand in a command line of one fight, for completion."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Entry(NamedTuple):
    """One word with its meaning in a line."""

    word: str
    help: str = ""


NUMBER = re.compile(r"-\d+(\.\d+)?")
"""A word that looks like an option and is none: a number, wherever one is due."""
Entries = tuple[Entry, ...]
NONE: Mapping[str, Entries] = MappingProxyType({})
SAME_WORDS: Mapping[str, str] = {"odds": "attack"}
"""Commands that take the words and options of another."""


class Lexicon(NamedTuple):
    """What a ruleset knows of a fight's words. `weapons` are by the combatant's id; `words` (of
    `--with`) and `without` by command; `values` by word of `--with`; `options` by an option that
    the ruleset adds. Words stand as they are typed, in kebab-case."""

    weapons: Mapping[str, Entries] = NONE
    places: Entries = ()
    defenses: Entries = ()
    words: Mapping[str, Entries] = NONE
    values: Mapping[str, Entries] = NONE
    without: Mapping[str, Entries] = NONE
    actions: Entries = ()
    tests: Entries = ()
    effects: Entries = ()
    types: Entries = ()
    pools: Entries = ()
    options: Mapping[str, Entries] = NONE
    by_action: Mapping[str, Entries] = NONE
    """Words of `--with` by action."""
    by_test: Mapping[str, Entries] = NONE
    """Words of `--with` by what is tested."""
    spends: Entries = ()
    """Words of `--with` of an attack for which the one who attacks pays with points."""
    afterwards: Entries = ()
    """Words of `options` that somebody who rolls can still say when the dice have fallen."""
    answers: Entries = ()
    """Words of `--with` that belong to the one who is attacked or grappled: their values are no
    bare words, since those are said of the one who acts."""
    literals: Mapping[str, Entries] = NONE
    """What else can stand behind an action: `partial`, `good`."""
    things: Entries = ()
    """What else an action or attack can name: cover, barriers."""
    takes: Mapping[str, Entries] = NONE
    """Options of an attack that an action takes (`--weapon`, `--called`), by action: these, and its
    words of `--with`, may be typed bare."""
    numbers: Mapping[str, Entries] = NONE
    """Which word of `--with` a bare number belongs to, by the action, the word (`burst`) or the
    word with its value (`mode=fa`) that it stands behind."""
    also: Mapping[str, Entries] = NONE
    """Other names of values, by word of `--with`, each with the value as its meaning."""
    modes: Mapping[str, Entries] = NONE
    """The ways in which weapons are fired, by the combatant's id: words of `--with` (`mode=burst`),
    each with a weapon that can do it as its meaning."""
    also_actions: Entries = ()
    """Other names of actions, each with the action as its meaning."""


def entries(words: Mapping[str, str]) -> Entries:
    return tuple(Entry(word.replace("_", "-"), text) for word, text in words.items())


def plain(*words: str) -> Entries:
    return tuple(Entry(word.replace("_", "-")) for word in words)
