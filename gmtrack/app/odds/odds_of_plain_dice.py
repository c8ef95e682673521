"""Kinds of questions that `odds` is asked, and the odds of plain dice."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from gmtrack.app.roll_command import make_throw
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
"""Words that a question may begin with, unless a combatant has that name."""
_LOOKS_LIKE_DICE = re.compile(r"[-+]?(\d+[-+])*\d*d[\d%].*", re.IGNORECASE)
"""The form of a word that is taken for dice if it means no combatant. Whether the dice are well
formed is checked later."""


def kind_of_odds(word: str, names: Mapping[str, str]) -> str:
    """Return what a question of odds is about, by its first word: DICE, or one of WORDS; empty
    for an attack. A combatant of exactly this name comes first; one whose name begins so comes
    before short words and before dice."""
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
    return DICE if _LOOKS_LIKE_DICE.fullmatch(word) else ""


TRIALS = 2_500
"""The number of trials of dice with too many results for an exact answer."""
SEED = 0
"""A fixed seed, so that a question always has the same answer."""
_NUMBER = re.compile(r"[-+]?\d+")
MOST_DIGITS = 9
"""The largest number of characters of a number to reach."""


def parse_dice_odds(words: Sequence[str], kind: str) -> Data:
    """Return the document of plain dice typed in several words; a number at the end is the
    number to reach. Raises Refusal (`kind`) for bad dice."""
    *dice, last = words
    if not dice or not _NUMBER.fullmatch(last) or len(last) > MOST_DIGITS:
        return dice_odds(" ".join(words), None, kind)
    return dice_odds(" ".join(dice), int(last), kind)


def dice_odds(text: str, goal: int | None, kind: str) -> Data:
    """Return the document of plain dice: `dice`, and the amounts as `hits` if the dice count
    successes, else as `total`; `goal` and its `chance` unless `goal` is None; `sampled`
    (`trials`, `margin`) if not exact. Raises Refusal (`kind`) for bad dice."""
    terms = parse_terms(text, kind)
    exact = distribution_of_terms(terms)
    amounts = exact or _amounts_by_trial(terms)
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


def _amounts_by_trial(terms: list[Term]) -> Amounts:
    """Return the chances of each result from trials."""
    throw = make_throw(SEED)
    fell = Counter(
        sum(part.value for part in roll_terms(terms, throw))
        for _ in range(TRIALS)
    )
    return {number: Fraction(count, TRIALS) for number, count in fell.items()}
