"""The words of `--with` that completion offers, for a command, an action or a test, are those that
it takes, and no others. (Those of Swan Song depend on more: `swan_song/test_words.py`.)"""

from collections.abc import Iterator
from functools import cache

import pytest
from tables import check_rows

from gmtrack.app.what import candidates, try_candidates
from gmtrack.completion.words import suggest_weapons
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack
from gmtrack.core.lexicon import Entries, Lexicon
from gmtrack.errors import Refusal

from .core_play import CorePlay
from .test_sequences import fights_of

PEOPLE = {
    "i2050": ("lotus", "samurai"),
    "spotlight": ("joe", "sally"),
    "sr3": ("sam", "gus"),
    "storyteller": ("joe", "bob"),
}
COMMANDS = {"attack": "attack {} {}", "roll-init": "roll-init", "damage": "damage {} 1"}
UNKNOWN = "is not known here"
VALUES = {
    "against": "samurai", "defend-weapon": "unarmed", "mode": "single", "counter-mode": "single",
    "counter-weapon": "bat", "skill": "medicine",
}  # fmt: skip
"""Of words that name something."""


@cache
def lexicon_of(package: str) -> Lexicon:
    of = fights_of(package)
    found: Lexicon = of.CORE.ruleset.lexicon(of.prepared({}))
    return found


def lines_of(package: str) -> Iterator[tuple[str, Entries]]:
    """Yield the lines of a ruleset, each with the words that are offered for it."""
    lexicon = lexicon_of(package)
    for action, words in lexicon.by_action.items():
        yield f"act {{}} {action} {{}}", words
    for what, words in lexicon.by_test.items():
        yield f"test {{}} {what}", words
    for name, line in COMMANDS.items():
        if name in lexicon.words:
            yield line, lexicon.words[name]


def names(entries: Entries) -> set[str]:
    assert all(entry.help for entry in entries)
    return {entry.word for entry in entries}


def is_taken(core: CorePlay, encounter: Encounter, line: str, word: str) -> bool:
    """Any other refusal knows the word; what is done is taken back."""
    typed = f"{word}={VALUES[word]}" if word in VALUES else word
    try:
        _, draft = core.resolved(encounter, [*line.split(), "--with", typed], seed=1)
    except Refusal as refusal:
        return UNKNOWN not in refusal.message
    draft.rollback()
    return True


@pytest.mark.parametrize("package", PEOPLE)
def test_a_line_takes_just_the_words_that_are_offered_for_it(package: str) -> None:
    lexicon = lexicon_of(package)
    every = {entry.word for entries in lexicon.words.values() for entry in entries}
    core, encounter = fights_of(package).CORE, fights_of(package).prepared({})

    def check(line: str, offered: Entries) -> None:
        line = line.format(*PEOPLE[package])
        assert {word for word in every if is_taken(core, encounter, line, word)} == names(offered)

    check_rows(check, lines_of(package))


@pytest.mark.parametrize("package", PEOPLE)
def test_act_and_test_are_offered_the_words_of_all_their_rows(package: str) -> None:
    lexicon = lexicon_of(package)
    assert {*lexicon.by_action} == {entry.word for entry in lexicon.actions}
    assert {*lexicon.by_test} == {entry.word for entry in lexicon.tests}
    assert names(lexicon.words["act"]) == set().union(*map(names, lexicon.by_action.values()))
    if "test" in lexicon.words:
        assert names(lexicon.words["test"]) == set().union(*map(names, lexicon.by_test.values()))


UNKNOWN_NAMES = {
    "weapon": "attack {} {} --weapon nosuch",
    "target": "attack {} nosuch",
    "attacker": "attack nosuch {1}",
}


@pytest.mark.parametrize("package", [*PEOPLE, "swan_song"])
def test_who_or_what_is_unknown_is_said_whatever_words_stand_behind(package: str) -> None:
    """A word that fits no weapon in hand may fit the one that was meant."""
    lexicon = lexicon_of(package)
    core, encounter = fights_of(package).CORE, fights_of(package).prepared({})
    people = PEOPLE.get(package, ("joe", "bob"))

    def check(line: str) -> None:
        plain = said(core, encounter, line)
        assert "'nosuch'" in plain
        for entry in lexicon.words["attack"]:
            values = lexicon.values.get(entry.word, ())
            word = f"{entry.word}={values[0].word}" if values else entry.word
            assert said(core, encounter, f"{line} --with {word}") == plain

    check_rows(check, [(line.format(*people),) for line in UNKNOWN_NAMES.values()])


def said(core: CorePlay, encounter: Encounter, line: str) -> str:
    """The message with which a line is refused."""
    with pytest.raises(Refusal) as refused:
        core.resolved(encounter, line.split(), seed=1)
    return refused.value.message


@pytest.mark.parametrize("package", [*PEOPLE, "swan_song"])
def test_a_weapon_that_is_offered_for_an_attack_can_attack(package: str) -> None:
    """What Tab offers behind `--weapon` is refused for its kind nowhere."""
    ruleset, encounter = fights_of(package).CORE.ruleset, fights_of(package).prepared({})
    lexicon = ruleset.lexicon(encounter)

    def check(who: str, weapon: str) -> None:
        attacks = (
            one
            for one in candidates(ruleset, encounter, who)
            if isinstance(one.intent, Attack) and one.intent.options.weapon == weapon
        )
        assert any(not one.why for one in try_candidates(ruleset, encounter, who, attacks))

    offered = [
        (who, entry.word)
        for who in encounter.combatants
        for entry in suggest_weapons(who, "attack", lexicon)
    ]
    check_rows(check, offered)
