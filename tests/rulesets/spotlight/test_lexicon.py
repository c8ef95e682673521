"""What is offered for an attack can be typed, and the usage of an action says what it takes."""

import copy
import re

import pytest
from tables import each_row

from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Lexicon
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


def worded(word: str) -> str:
    return f"{word}={VALUES[word]}" if word in VALUES else word


@each_row("name", ACTIONS)
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


@each_row(("house_rules", "which"), [({}, "first"), ({"location_dice": "last_two"}, "last")])
def test_the_page_of_locations_names_the_dice_of_the_house(
    house_rules: dict[str, str], which: str
) -> None:
    doc = {"gmtrack": 1, "name": "any", "ruleset": "spotlight", "house_rules": house_rules,
           "combatants": {}}  # fmt: skip
    page = ruleset.topics(CORE.encounter(doc))["locations"]
    assert page.notes[0].startswith(f"the {which} two dice")
