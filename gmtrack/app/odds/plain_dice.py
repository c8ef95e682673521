"""What a question of odds is about, and what plain dice will come to."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from gmtrack.app.plain_dice import by_chance
from gmtrack.core.encounter import Data
from gmtrack.core.names import means_somebody, squash
from gmtrack.dice.expression import Term, parse_terms, roll_terms
from gmtrack.odds.amounts import (
    Amounts,
    amounts_to_json,
    chance_of_at_least,
    margin_of_error,
)
from gmtrack.odds.plain_dice import distribution_of_terms

DICE, TEST, INIT = "dice", "test", "init"
WORDS = (TEST, INIT)
"""What a question may begin with, where nobody is called so."""
_DICE = re.compile(r"[-+]?(\d+[-+])*\d*d[\d%].*", re.IGNORECASE)


def roll_asked(word: str, names: Mapping[str, str]) -> str:
    """What a question of odds is about whose first word this is: DICE, or one of WORDS; empty for
    an attack. A combatant of this very name is meant before anything else, one whose name begins so
    before a word that does, and before dice."""
    wanted = squash(word)
    if wanted in {squash(text) for pair in names.items() for text in pair}:
        return ""
    if wanted in WORDS:
        return wanted
    if means_somebody(word, names):
        return ""
    begun = [one for one in WORDS if wanted and one.startswith(wanted)]
    if len(begun) == 1:
        return begun[0]
    return DICE if _DICE.fullmatch(word) else ""


TRIALS = 2_500
"""Trials of dice that are too many for an exact answer."""
SEED = 0
"""The same question has the same answer."""
_NUMBER = re.compile(r"[-+]?\d+")
MOST_DIGITS = 9


def dice_asked(words: Sequence[str], kind: str) -> Data:
    """The document of plain dice in several words, of which the last one may be the number that is
    to be reached. Raises Refusal(kind)."""
    *dice, last = words
    if not dice or not _NUMBER.fullmatch(last) or len(last) > MOST_DIGITS:
        return dice_chances(" ".join(words), None, kind)
    return dice_chances(" ".join(dice), int(last), kind)


def dice_chances(text: str, goal: int | None, kind: str) -> Data:
    """The document of plain dice, and of the chance to reach a number. Raises Refusal(kind)."""
    terms = parse_terms(text, kind)
    exact = distribution_of_terms(terms)
    amounts = exact or _tried(terms)
    counts = any(term.compare for term in terms)
    doc: Data = {
        "dice": text,
        "hits" if counts else "total": amounts_to_json(amounts),
    }
    if goal is not None:
        doc |= {
            "goal": goal,
            "chance": float(chance_of_at_least(amounts, goal)),
        }
    return (
        doc
        if exact
        else doc
        | {"sampled": {"trials": TRIALS, "margin": margin_of_error(TRIALS)}}
    )


def _tried(terms: list[Term]) -> Amounts:
    throw = by_chance(SEED)
    fell = Counter(
        sum(part.value for part in roll_terms(terms, throw))
        for _ in range(TRIALS)
    )
    return {number: Fraction(count, TRIALS) for number, count in fell.items()}
