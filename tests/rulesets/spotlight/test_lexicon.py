"""The words of `--with` that are offered, by action and by test, are those that the rules read."""

import copy
import re

import pytest

from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Entries, Lexicon
from gmtrack.errors import Refusal
from gmtrack.rulesets.spotlight import ruleset
from gmtrack.rulesets.spotlight.actions.actions import ACTIONS

from .book import BOOK, CORE

CAST = ("joe", "sally", "punk")
COVER = {"wall": {"type": "heavy", "rating": {"legs": 20}}}
VALUES = {"mode": "single", "counter-mode": "single", "counter-weapon": "bat", "skill": "medicine"}
"""A value for each word that means nothing without one."""

GRAMMAR = re.compile(r"|\[(TEXT|WEAPON)(\.\.\.)?\]|(TARGET|WEAPON|COVER)(\.\.\.)?")
"""One slot or none: what no action of Spotlight has, several parts, is left out."""
FILLED = {"TARGET": "sally", "WEAPON": "uzi", "COVER": "wall"}


def fight() -> Encounter:
    sheets = copy.deepcopy({who: BOOK.cast[who] for who in CAST})
    doc = {
        "gmtrack": 1, "name": "any", "ruleset": "spotlight", "scene": {"cover": COVER},
        "combatants": sheets,
    }  # fmt: skip
    return CORE.encounter(doc)


def offered() -> Lexicon:
    return ruleset.lexicon(fight())


def words(entries: Entries) -> set[str]:
    return {entry.word for entry in entries}


def refused_as_unknown(line: str, word: str) -> bool:
    """Whether the line is refused because it does not know the word; any other refusal knows it."""
    try:
        CORE.resolved(fight(), [*line.split(), "--with", worded(word)], seed=1)
    except Refusal as refusal:
        return refusal.kind == "unknown-name" and f"'{word}'" in refusal.message
    return False


def worded(word: str) -> str:
    return f"{word}={VALUES[word]}" if word in VALUES else word


def test_each_action_and_test_has_its_words_and_act_has_all_of_them() -> None:
    lexicon = offered()
    assert set(lexicon.by_action) == words(lexicon.actions)
    assert set(lexicon.by_test) == words(lexicon.tests)
    assert set().union(*map(words, lexicon.by_action.values())) == words(lexicon.words["act"])
    assert all(entry.help for entry in (*lexicon.words["act"], *lexicon.words["attack"]))


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_takes_what_is_offered_for_it_and_nothing_else(name: str) -> None:
    lexicon = offered()
    own = words(lexicon.by_action[name])
    line = f"act joe {name}"
    assert {word for word in words(lexicon.words["act"]) if not refused_as_unknown(line, word)} == (
        own
    )


@pytest.mark.parametrize("name", ACTIONS)
def test_what_usage_requires_is_required_and_the_rest_may_be_left_out(name: str) -> None:
    usage = ACTIONS[name].usage
    assert GRAMMAR.fullmatch(usage)
    required = usage if usage and not usage.startswith("[") else ""
    assert asks_for_more(name) is bool(required)
    if required:
        assert not asks_for_more(name, FILLED[required.removesuffix("...")])
    if usage.endswith(("...", "...]")):
        assert not asks_for_more(name, "sally", "punk")


def asks_for_more(name: str, *args: str) -> bool:
    """Whether an action is refused because too few words follow it, or too many."""
    try:
        CORE.resolved(fight(), ["act", "joe", name, *args, "--force"], seed=1)
    except Refusal as refusal:
        return refusal.message.startswith(f"`act joe {name}` takes")
    return False


def test_a_test_takes_what_is_offered_for_it_and_nothing_else() -> None:
    lexicon = offered()
    for what, own in lexicon.by_test.items():
        line = f"test joe {what}"
        taken = {
            word
            for word in words((*lexicon.words["act"], *lexicon.words["attack"]))
            if not refused_as_unknown(line, word)
        }
        assert taken == words(own), what


@pytest.mark.parametrize("switch", [False, True])
def test_an_attack_takes_what_is_offered_for_it(switch: bool) -> None:
    lexicon = offered()
    entries = lexicon.without["attack"] if switch else lexicon.words["attack"]
    assert entries
    option = "--without" if switch else "--with"
    for entry in entries:
        line = ["attack", "joe", "punk", "--force", option, worded(entry.word)]
        if entry.word.startswith("counter"):
            line += ["--defense", "counter"]
        CORE.resolved(fight(), line, seed=1)
