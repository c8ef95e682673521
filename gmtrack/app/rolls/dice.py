"""What plain dice will come to."""

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from gmtrack.app.plain_dice import by_chance
from gmtrack.core.encounter import Data
from gmtrack.dice.expression import Term, fall, parse
from gmtrack.odds.amounts import Amounts, at_least, to_json
from gmtrack.odds.plain_dice import distribution_of
from gmtrack.odds.sampled import margin

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
    terms = parse(text, kind)
    exact = distribution_of(terms)
    amounts = exact or _tried(terms)
    counts = any(term.compare for term in terms)
    doc: Data = {"dice": text, "hits" if counts else "total": to_json(amounts)}
    if goal is not None:
        doc |= {"goal": goal, "chance": float(at_least(amounts, goal))}
    return doc if exact else doc | {"sampled": {"trials": TRIALS, "margin": margin(TRIALS)}}


def _tried(terms: list[Term]) -> Amounts:
    throw = by_chance(SEED)
    fell = Counter(sum(part.value for part in fall(terms, throw)) for _ in range(TRIALS))
    return {number: Fraction(count, TRIALS) for number, count in fell.items()}
