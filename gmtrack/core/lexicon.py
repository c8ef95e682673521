"""The words that can stand in a command line of one fight, for completion."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Entry(NamedTuple):
    """A word with its meaning in a command line."""

    word: str
    help: str = ""


NUMBER = re.compile(r"-\d+(\.\d+)?")
"""Pattern of a word that looks like an option and is a negative number."""
Entries = tuple[Entry, ...]
NONE: Mapping[str, Entries] = MappingProxyType({})
SAME_WORDS: Mapping[str, str] = {"odds": "attack"}
"""Commands that take the words and options of another command."""


class Lexicon(NamedTuple):
    """The words of a fight that a ruleset knows. `weapons` by combatant id; `words` (of
    `--with`) and `without` by command; `values` by word of `--with`; `options` by an option that
    the ruleset adds. Words stand as they are typed, in kebab-case."""

    weapons: Mapping[str, Entries] = NONE
    places: Entries = ()
    defenses: Entries = ()
    defense_price: str = ""
    """A remark on the price before a defense is chosen: `1 AP, also if the attack misses`."""
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
    """Words of `--with` by the name of the test."""
    spends: Entries = ()
    """Words of `--with` of an attack that cost the attacker points."""
    target_spends: Entries = ()
    """Words of `--with` of an attack that cost its target points."""
    afterwards: Entries = ()
    """Words of `options` that may still be said after the dice have fallen."""
    answers: Entries = ()
    """Words of `--with` that belong to the target. Their values are no bare words, as bare words
    are about the one who acts."""
    literals: Mapping[str, Entries] = NONE
    """Further words that may stand behind an action: `partial`, `good`."""
    things: Entries = ()
    """Things that an action or attack may name: cover, barriers."""
    takes: Mapping[str, Entries] = NONE
    """Options of an attack that an action takes (`--weapon`, `--called`), by action. These, and
    the action's words of `--with`, may be typed bare."""
    numbers: Mapping[str, Entries] = NONE
    """The word of `--with` that a bare number is the value of, by the word in front of the
    number: an action, a word (`burst`), or a word with its value (`mode=fa`)."""
    also: Mapping[str, Entries] = NONE
    """Other names of values, by word of `--with`, each with the value as its meaning."""
    modes: Mapping[str, Entries] = NONE
    """Modes of fire by combatant id: words of `--with` (`mode=burst`), each with a weapon that
    has the mode as its meaning."""
    also_actions: Entries = ()
    """Other names of actions, each with the action as its meaning."""
    also_effects: Entries = ()
    """Names of effects on screens that are not their words, each with the effect as its
    meaning: `bleeding-out`."""
    usages: Mapping[str, str] = MappingProxyType({})
    """What is typed behind an action (`SPELL TARGET...`), by action. One that is not here may take
    anything."""
    slots: Mapping[str, Mapping[str, Entries]] = MappingProxyType({})
    """The words that fill a slot of a usage besides people and weapons, by slot (`SPELL`) and
    combatant id."""
    thing_words: Mapping[str, Entries] = NONE
    """The word of `--with` that a bare thing or combatant is the value of, by action: `barrier`
    for `take-cover`. Elsewhere a bare thing is what the action names."""
    unusable: Mapping[str, Mapping[str, Entries]] = MappingProxyType({})
    """Weapons that a command would refuse now, by command and combatant id: completion leaves them
    out. They are still words of the fight, so that the refusal can say why."""
    actors: Mapping[str, Entries] = NONE
    """What only one combatant can do an action with, whoever has the turn, by action: each thing
    with the combatant's id as its meaning (a charge with whoever has set it)."""


def entries(words: Mapping[str, str]) -> Entries:
    """Return an entry for each word with its help, the words in kebab-case."""
    return tuple(
        Entry(word.replace("_", "-"), text) for word, text in words.items()
    )


def entries_without_help(*words: str) -> Entries:
    """Return an entry without help for each word, the words in kebab-case."""
    return tuple(Entry(word.replace("_", "-")) for word in words)
