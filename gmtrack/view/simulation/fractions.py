"""Chances in words, as people say them, and no more exact than they are known."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from gmtrack.view.percentages import certain


class Fraction(NamedTuple):
    """A round share, how often that is, and how much of something."""

    value: float
    times: str
    part: str
    rough: bool = False
    """Also said where little is known."""


FRACTIONS = (
    Fraction(1 / 20, "one of twenty times", "a twentieth", rough=True),
    Fraction(1 / 10, "one of ten times", "a tenth", rough=True),
    Fraction(1 / 6, "one of six times", "a sixth"),
    Fraction(1 / 5, "one of five times", "a fifth", rough=True),
    Fraction(1 / 4, "one of four times", "a quarter", rough=True),
    Fraction(3 / 10, "three of ten times", "three tenths"),
    Fraction(1 / 3, "one of three times", "a third", rough=True),
    Fraction(2 / 5, "two of five times", "two fifths"),
    Fraction(1 / 2, "half of the time", "half", rough=True),
    Fraction(3 / 5, "three of five times", "three fifths"),
    Fraction(2 / 3, "two of three times", "two thirds", rough=True),
    Fraction(7 / 10, "seven of ten times", "seven tenths"),
    Fraction(3 / 4, "three of four times", "three quarters", rough=True),
    Fraction(4 / 5, "four of five times", "four fifths", rough=True),
    Fraction(5 / 6, "five of six times", "five sixths"),
    Fraction(9 / 10, "nine of ten times", "nine tenths", rough=True),
)
ROUGH = 0.035
"""With a wider margin than this the roughest fractions are said, as long as they are near."""
VAGUE = 0.1
"""With a wider margin than this there is no fraction to be said."""
NEAR = 0.02
"""A fraction that is further from what was counted gives way to a nearer one."""
SAME = 0.01
"""What is no further from a fraction is that fraction, however exactly it is known."""
NEARLY, HARDLY = 0.97, 0.03
SURE = 0.01
"""Only with a margin as narrow as this what was always so is so; else it is what was seen."""


class Said(NamedTuple):
    """A chance in words: how often (`two of three times`), how much of something (`two thirds`).
    `adverb`: how often, as it stands before a verb (`nearly always`). `seen`: it is said of these
    fights alone, of which it was all or none."""

    times: str
    part: str
    adverb: bool = False
    seen: bool = False


def said(chance: float, margin: float) -> Said:
    """The nearest fraction, with `a little more than` where it lies outside of the margin."""
    if certain(chance):
        return _seen("always", "all", margin)
    if not chance:
        return _seen("never", "none", margin)
    if chance >= NEARLY:
        return Said("nearly always", "nearly all", adverb=True)
    if chance <= HARDLY:
        return Said("hardly ever", "hardly any", adverb=True)
    found = _found(chance, margin)
    off = chance - found.value
    if round(abs(off), 9) <= max(SAME, margin):
        return Said(found.times, found.part)
    more = "a little more than" if off > 0 else "a little less than"
    return Said(f"{more} {found.times}", f"{more} {found.part}")


def _seen(adverb: str, part: str, margin: float) -> Said:
    """What was so in all or none of the fights."""
    if margin <= SURE:
        return Said(adverb, part, adverb=True)
    return Said(f"in {part} of these fights", part, seen=True)


def _found(chance: float, margin: float) -> Fraction:
    """The nearest; of what is not well known the nearest rough one, unless another is nearer by
    more than is let pass."""
    rough = _nearest(chance, [each for each in FRACTIONS if each.rough])
    near = round(abs(chance - rough.value), 9) <= NEAR
    return rough if margin > ROUGH and near else _nearest(chance, FRACTIONS)


def within(margin: float, share: float) -> float:
    """The margin of a chance that only so large a share of the fights tells of."""
    return margin / sqrt(share) if share > 0 else 1.0


def _nearest(chance: float, known: Sequence[Fraction]) -> Fraction:
    """Of two equally near ones the one nearer to a half."""
    return min(known, key=lambda each: (round(abs(chance - each.value), 9), abs(each.value - 0.5)))
