"""The words that completion offers are those that the commands take, and no others; what the usage
of an action says is what it takes."""

import copy
from collections.abc import Callable

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Damage, Intent, Options, RollInit
from gmtrack.core.intents import Test as Wanted
from gmtrack.core.lexicon import Entries, Lexicon
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal
from gmtrack.rulesets.i2050 import ruleset
from gmtrack.rulesets.i2050.actions.actions import ACTIONS
from gmtrack.rulesets.i2050.sheet.fighter import NEEDS

from .book import BOOK, CORE

VALUES = {"against": "samurai", "defend-weapon": "unarmed"}
"""Words that name something."""


def scene() -> Encounter:
    sheets = copy.deepcopy({name: BOOK.cast[name] for name in ("lotus", "samurai", "thug")})
    document = {"gmtrack": 1, "name": "words", "ruleset": "i2050", "combatants": sheets}
    return CORE.encounter(document)


LEXICON: Lexicon = ruleset.lexicon(scene())
ALL_WORDS = sorted({entry.word for entries in LEXICON.words.values() for entry in entries})


def refusal(intent: Intent) -> str:
    """Why a command is refused; nothing where it is carried out."""
    try:
        ruleset.resolve(Draft(scene()), intent, RandomDice(1))
    except Refusal as refused:
        return refused.kind
    return ""


def taken(command: Callable[[Options], Intent]) -> set[str]:
    """The words that a command takes, of all that there are."""
    typed = {word: f"{word}={VALUES[word]}" if word in VALUES else word for word in ALL_WORDS}
    return {
        word for word in ALL_WORDS if refusal(command(Options(words=(typed[word],)))) != "unknown"
    }


def words(entries: Entries) -> set[str]:
    assert all(entry.help for entry in entries)
    return {entry.word for entry in entries}


@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_takes_just_the_words_that_are_offered_for_it(action: str) -> None:
    found = taken(lambda options: Act("lotus", action, ("samurai",), options=options))
    assert found == words(LEXICON.by_action[action])


@pytest.mark.parametrize("what", [entry.word for entry in LEXICON.tests])
def test_a_test_takes_just_the_words_that_are_offered_for_it(what: str) -> None:
    found = taken(lambda options: Wanted("lotus", what, options=options))
    assert found == words(LEXICON.by_test[what])


@pytest.mark.parametrize(
    ("command", "make"),
    [
        ("attack", lambda options: Attack("lotus", ("samurai",), options=options)),
        ("roll-init", lambda options: RollInit((), options=options)),
        ("damage", lambda options: Damage("lotus", 1, options=options)),
    ],
)
def test_a_command_takes_just_the_words_that_are_offered_for_it(
    command: str, make: Callable[[Options], Intent]
) -> None:
    assert taken(make) == words(LEXICON.words[command])


def test_act_is_offered_the_words_of_all_its_actions() -> None:
    assert set(LEXICON.by_action) == set(ACTIONS)
    assert words(LEXICON.words["act"]) == set().union(*map(words, LEXICON.by_action.values()))


# --- usage ---

FEWEST = {"": 0, "[TARGET]": 0, "TARGET": 1, "TARGET...": 1}
MOST = {"": 0, "[TARGET]": 1, "TARGET": 1, "TARGET...": 2}


def fits(action: str, *targets: str) -> bool:
    """Whether an action takes these targets, whatever else forbids it."""
    intent = Act("samurai", action, targets, options=Options(force=True))
    try:
        report = ruleset.resolve(Draft(scene()), intent, RandomDice(1))
    except Refusal as refused:
        return refused.kind != "target"
    return all(override.kind != "target" for override in report.overrides)


@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_needs_the_targets_that_its_usage_does_not_bracket(action: str) -> None:
    people = ("lotus", "thug")
    fewest = FEWEST[ACTIONS[action].usage]
    assert fits(action, *people[:fewest])
    assert not fewest or not fits(action, *people[: fewest - 1])


@pytest.mark.parametrize("action", [action for action in ACTIONS if action not in NEEDS])
def test_an_action_takes_no_more_targets_than_its_usage_says(action: str) -> None:
    people = ("lotus", "thug")
    most = MOST[ACTIONS[action].usage]
    assert fits(action, *people[:most])
    assert most == len(people) or not fits(action, *people[: most + 1])
