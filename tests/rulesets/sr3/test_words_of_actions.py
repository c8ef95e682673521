"""What completion offers for an attack is what it takes, and the usage of an action is true."""

import re

from tables import each_row

from gmtrack.core.choice import line_of
from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Lexicon
from gmtrack.errors import Refusal
from gmtrack.rulesets.sr3 import ruleset
from gmtrack.rulesets.sr3.actions.actions import ACTIONS
from gmtrack.rulesets.sr3.actions.tests import PLAIN_WORDS, WORDS_OF
from gmtrack.rulesets.sr3.attack.aim import SYSTEMS
from gmtrack.rulesets.sr3.attack.target_number import MELEE_MODIFIERS, RANGED_MODIFIERS
from gmtrack.rulesets.sr3.attack.words import attack_words
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.karma import KARMA_WORDS

from .book import BOOK, CORE

ARGUMENTS = {
    "TARGET": "gus", "TARGET...": "gus", "WEAPON": "smg", "EXPLOSIVE": "smg", "CHARGE": "smg",
    "SPELL": "manabolt",
}  # fmt: skip
"""What is typed for a slot of a usage."""
USAGE = re.compile(
    r"(TARGET|\[TARGET\.\.\.\]|\[SPELL\]|SPELL TARGET\.\.\.|TARGET\.\.\.|WEAPON|\[WEAPON\]"
    r"|EXPLOSIVE TARGET\.\.\.|CHARGE|\[ITEM\] \[TARGET\.\.\.\])?"
)
"""The grammar, as far as these actions need it."""


def fight() -> Encounter:
    cast = {who: BOOK.cast[who] for who in ("sam", "gus")}
    return CORE.encounter({"gmtrack": 1, "name": "x", "ruleset": "sr3", "combatants": cast})


def offered() -> Lexicon:
    return ruleset.lexicon(fight())


def refusal(*argv: str) -> Refusal | None:
    """What is said against a line, if anything is."""
    try:
        CORE.done(fight(), [*argv, "--seed", "1"])
    except Refusal as refused:
        return refused
    return None


def test_the_help_of_a_word_is_that_of_its_row() -> None:
    lexicon = offered()
    for name, row in ACTIONS.items():
        # Whoever rolls may spend Karma.
        words = {**row.words, **(KARMA_WORDS if row.rolls is None else {})}
        assert {entry.word: entry.help for entry in lexicon.by_action[name]} == words
    for name, entries in lexicon.by_test.items():
        words = {**WORDS_OF.get(name, PLAIN_WORDS), **KARMA_WORDS}
        assert {entry.word: entry.help for entry in entries} == words


def test_every_modifier_with_a_word_is_a_word_of_the_attack() -> None:
    rows = (*MELEE_MODIFIERS, *RANGED_MODIFIERS, *SYSTEMS)
    words = attack_words(House({"play": "common"}))
    assert {row.label for row in rows} - {row.label for row in rows if row.told} == {"called"}
    for row in (row for row in rows if row.told):
        word = words[row.label]
        assert (word.help, word.auto) == (row.help, row.off)
        assert set(row.rules.split(", ")) <= set(word.rules.split(", "))


def test_a_value_that_is_offered_by_name_is_understood() -> None:
    words = attack_words(House({"play": "common"}))
    offers = [(row, choice) for row in words.values() for choice in row.choices]
    assert offers
    for row, choice in offers:
        assert row.read
        row.read(row.name, choice)


@each_row("action", ACTIONS)
def test_the_usage_of_an_action_is_true(action: str) -> None:
    """What stands there without brackets has to be typed, what stands in brackets may be left out,
    and one more than that is refused."""
    usage = ACTIONS[action].usage
    assert USAGE.fullmatch(usage)
    line = ["act", "sam", action]
    slots = [slot for slot in usage.split() if not slot.startswith("[")]
    enough = [ARGUMENTS[slot] for slot in slots]
    if enough:
        assert kind_of(refusal(*line)) == "option"
    assert kind_of(refusal(*line, *enough)) != "option"
    if "..." not in usage:
        most = [ARGUMENTS[slot.strip("[]")] for slot in usage.split()]
        assert kind_of(refusal(*line, *most, "gus" if "TARGET" in usage else "smg")) == "option"


def kind_of(refused: Refusal | None) -> str:
    return refused.kind if refused else ""


def test_the_weapon_in_hand_is_offered_once_without_its_name() -> None:
    lines = [line_of(one.intent) for one in ruleset.candidates(fight(), "gus")]
    for action in ("remove-clip", "fill-clip", "deploy"):
        assert f"act gus {action}" in lines
        assert f"act gus {action} club" not in lines
        assert f"act gus {action} heavy-pistol" in lines
