"""The words that completion offers are those that the commands take."""

from collections.abc import Callable

import pytest

from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Lexicon
from gmtrack.errors import Refusal
from gmtrack.rulesets.storyteller import ruleset
from gmtrack.rulesets.storyteller.actions.actions import ACTIONS

from .book import CORE
from .fights import prepared

UNKNOWN = "is not known here"


def refused(encounter: Encounter, line: str) -> str:
    """Why a line is refused; nothing if it is not."""
    try:
        _, draft = CORE.resolved(encounter, line.split(), seed=1)
    except Refusal as refusal:
        return refusal.message
    draft.rollback()
    return ""


def taken(line: Callable[[str], str], lexicon: Lexicon) -> set[str]:
    """The words of any command that a line takes."""
    encounter = prepared({})
    every = {entry.word for entries in lexicon.words.values() for entry in entries}
    return {word for word in every if UNKNOWN not in refused(encounter, line(word))}


def offered(lexicon: Lexicon) -> dict[str, dict[str, str]]:
    """The words of each action with their help."""
    return {
        name: {entry.word: entry.help for entry in words}
        for name, words in lexicon.by_action.items()
    }


@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_takes_the_words_that_are_offered_and_no_others(action: str) -> None:
    lexicon = ruleset.lexicon(prepared({}))
    words = offered(lexicon)[action]
    assert taken(lambda word: f"act joe {action} bob --with {word}", lexicon) == set(words)
    assert all(words.values())


@pytest.mark.parametrize("what", ["consciousness", "surprise", "ambush", "wits", "wits+brawl"])
def test_a_test_takes_the_words_that_are_offered_and_no_others(what: str) -> None:
    lexicon = ruleset.lexicon(prepared({}))
    words = {entry.word for entry in lexicon.by_test[what]}
    assert taken(lambda word: f"test joe {what} --with {word}", lexicon) == words


def test_the_words_of_act_are_those_of_all_actions() -> None:
    lexicon = ruleset.lexicon(prepared({}))
    every = {word for words in offered(lexicon).values() for word in words}
    assert {entry.word for entry in lexicon.words["act"]} == every
    assert {"move", "help", "distance", "unaware"} <= every


def test_an_attack_takes_the_words_that_are_offered_and_no_others() -> None:
    lexicon = ruleset.lexicon(prepared({}))
    words = {entry.word for entry in lexicon.words["attack"]}
    assert taken(lambda word: f"attack joe bob --with {word}", lexicon) == words
