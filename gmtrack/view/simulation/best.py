"""Which of several simulations is best for the party, and whether one may say so."""

from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.view.percentages import estimate
from gmtrack.view.simulation.fractions import VAGUE, said
from gmtrack.view.simulation.sides import PARTY
from gmtrack.view.simulation.words import outcome
from gmtrack.view.text import shown

AS_IT_IS = "as it is"
FEW = 2
"""Fewer are not compared."""


class Verdict(NamedTuple):
    """In plain words, empty where there is nothing to compare; and the place of the one that is
    better beyond the margin, None where none is."""

    told: str = ""
    best: int | None = None


def words_of(variant: Data) -> str:
    """What is different in it."""
    return shown(variant["words"]) or AS_IT_IS


def verdict(doc: Data) -> Verdict:
    """Of those that were played: which is best for the party, how much better than as it is, and
    which is nearest to even."""
    variants = doc["variants"]
    if "best" not in doc or len(variants) < FEW or not all(map(_known, variants)):
        return Verdict()
    if max(one["margin"] for one in variants) > VAGUE:
        return Verdict("Too few fights to tell how much better one is than another.")
    best = variants[doc["best"]]
    found = _wins(best)
    if not any(_better(best, one) for one in variants):
        return Verdict(f"All about the same for the party: {found}.")
    even = f" {_nearest_to_even(doc)}" if "even" in doc else ""
    base = next((one for one in variants if not one["words"]), variants[0])
    rivals = [one for one in variants if one is not base] if best is base else [base]
    if not all(_better(best, one) for one in rivals):
        told = f"Nothing is clearly better for the party than {words_of(base)}: {_wins(base)}."
        return Verdict(told + even)
    if best is base:
        told = f"Best for the party: {words_of(best)}. {found[0].upper()}{found[1:]}."
        return Verdict(told + even, doc["best"])
    before = said(_chance(base), base["margin"]).times
    told = f"Best for the party: {words_of(best)}. Then {found}; {words_of(base)}, {before}."
    return Verdict(told + even, doc["best"])


def _known(variant: Data) -> bool:
    return bool(variant["fights"]) or "decided" in variant


def _chance(variant: Data) -> float:
    return float(variant["won"].get(PARTY, 0))


def _better(one: Data, other: Data) -> bool:
    """Beyond the margin."""
    margin: float = max(one["margin"], other["margin"])
    return _chance(one) - _chance(other) > margin


def _wins(variant: Data) -> str:
    return outcome(PARTY, said(_chance(variant), variant["margin"]))


def _nearest_to_even(doc: Data) -> str:
    """`Nearest to even: add ganger --count 7, 38 %.`"""
    one = doc["variants"][doc["even"]]
    return f"Nearest to even: {words_of(one)}, {estimate(_chance(one))}."
