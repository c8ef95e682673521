"""Plain dice as people write them: `3d6+2`, `8d6>=5`, `5d10k3`."""

import operator
import re
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.dice.port import Faces
from gmtrack.dice.typed import MOST_DICE
from gmtrack.errors import Refusal

LONGEST = 100
"""The most characters of an expression."""
MOST_SIDES = 1_000
MOST_NUMBER = 1_000_000
EXAMPLES = "`3d6+2`, `8d6>=5` or `5d10k3`"
PERCENT = "%"

COMPARED = MappingProxyType(
    {
        ">=": operator.ge,
        "<=": operator.le,
        ">": operator.gt,
        "<": operator.lt,
        "=": operator.eq,
    }
)
"""The comparison of a face with a number, by its sign."""
_TERM_PATTERN = re.compile(
    r"(?P<sign>[+-]?)"
    r"(?:(?P<count>[0-9]*)d(?P<sides>[0-9]+|%)(?:k(?P<end>[hl]?)(?P<keep>[0-9]+))?"
    r"(?:(?P<compare>>=|<=|>|<|=)(?P<bar>[0-9]+))?"
    r"|(?P<plain>[0-9]+))"
)
"""The form of one term (`3d6k2`, `4`). A new way to write dice also changes `_LOOKS_LIKE_DICE`
in `app/odds/odds_of_plain_dice.py`, and what a ruleset reads as dice on its sheets."""

Throw = Callable[[int, int], tuple[int, ...]]
"""Callback that rolls a number of dice with a number of sides and returns their faces."""


class Term(NamedTuple):
    """A part of an expression between signs: dice, or a plain number."""

    text: str
    """The term as typed, without its sign."""
    sign: int
    """1 or -1."""
    number: int
    """The number of dice, or the plain number."""
    sides: int | None = None
    """The sides of the dice. None: the term is a plain number."""
    keep: int | None = None
    """The number of dice that are kept. None: all."""
    lowest: bool = False
    """Whether the lowest dice are kept, and not the highest."""
    compare: str = ""
    """The sign with which dice that count compare to `bar`. Empty: the dice are added up."""
    bar: int = 0


class FallenTerm(NamedTuple):
    """A term of an expression after its dice have fallen."""

    term: Term
    dice: Faces
    good: tuple[bool, ...]
    """Whether each die is kept, or counts as a hit if hits are counted."""
    value: int
    """The amount that the term adds to the total, with its sign."""


def parse_terms(text: str, kind: str) -> list[Term]:
    """Parse an expression of plain dice.

    Raises Refusal(kind) for text that is no expression, has no dice, is too long or too large, or
    counts hits on some of its dice and not on others."""
    compact = re.sub(r"\s*(>=|<=|[-+<>=])\s*", r"\1", text.strip()).lower()
    if len(compact) > LONGEST:
        raise Refusal(
            kind, f"at most {LONGEST} characters of dice, such as {EXAMPLES}"
        )
    terms = list(_split_terms(compact, text, kind))
    if sum(term.number for term in terms if term.sides) > MOST_DICE:
        raise Refusal(kind, f"{text}: at most {MOST_DICE} dice at once")
    ways_to_count = {bool(term.compare) for term in terms if term.sides}
    if not ways_to_count:
        raise Refusal(kind, f"'{text}' has no dice: type {EXAMPLES}")
    if len(ways_to_count) > 1:
        raise Refusal(kind, f"{text}: count hits on all of the dice or on none")
    return terms


def _split_terms(compact: str, text: str, kind: str) -> Iterator[Term]:
    """Yield the terms of an expression without blanks. Raises Refusal(kind) where no term begins;
    `text` is the expression as typed, for the message."""
    place = 0
    while place < len(compact) or not compact:
        match = _TERM_PATTERN.match(compact, place)
        if match is None or (place and not match["sign"]):
            message = f"'{text}' is not dice: type {EXAMPLES}; `roll-init` rolls initiative"
            raise Refusal(kind, message)
        yield _parse_term(match, kind)
        place = match.end()


def _parse_term(match: re.Match[str], kind: str) -> Term:
    """Make a term of a match of `_TERM_PATTERN`. Raises Refusal(kind) for numbers out of bounds."""
    sign = -1 if match["sign"] == "-" else 1
    text = match[0].lstrip("+-")
    if match["plain"]:
        return Term(
            text,
            sign,
            _parse_number(match["plain"], 0, MOST_NUMBER, "a number", kind),
        )
    count = _parse_number(match["count"] or "1", 1, MOST_DICE, "dice", kind)
    sides = "100" if match["sides"] == PERCENT else match["sides"]
    keep = match["keep"]
    return Term(
        text,
        sign,
        count,
        _parse_number(sides, 2, MOST_SIDES, "sides", kind),
        _parse_number(keep, 1, count, "dice to keep", kind) if keep else None,
        match["end"] == "l",
        match["compare"] or "",
        int(match["bar"] or 0),
    )


def _parse_number(
    digits: str, least: int, most: int, name: str, kind: str
) -> int:
    """Return the number that `digits` are. Raises Refusal(kind) if it is below `least` or above
    `most`; `name` names it in the message."""
    number = int(digits)
    if not least <= number <= most:
        size = "large" if number > most else "small"
        raise Refusal(
            kind, f"{digits} is too {size} for {name}: {least} to {most}"
        )
    return number


def roll_terms(terms: list[Term], throw: Throw) -> list[FallenTerm]:
    """Roll the dice of all terms, from left to right, with `throw`."""
    return [_roll_term(term, throw) for term in terms]


def _roll_term(term: Term, throw: Throw) -> FallenTerm:
    """Roll the dice of one term and add them up, or count its hits."""
    if term.sides is None:
        return FallenTerm(term, (), (), term.sign * term.number)
    dice = throw(term.number, term.sides)
    kept = _mark_kept(dice, term)
    if not term.compare:
        total = sum(face for face, keep in zip(dice, kept, strict=True) if keep)
        return FallenTerm(term, dice, kept, term.sign * total)
    fits = COMPARED[term.compare]
    good = tuple(
        keep and fits(face, term.bar)
        for face, keep in zip(dice, kept, strict=True)
    )
    return FallenTerm(term, dice, good, term.sign * sum(good))


def _mark_kept(dice: Faces, term: Term) -> tuple[bool, ...]:
    """Return for each die whether the term keeps it. Of equal dice the first are kept."""
    if term.keep is None:
        return (True,) * len(dice)
    ranked = sorted(
        range(len(dice)), key=lambda place: dice[place], reverse=not term.lowest
    )
    best = set(ranked[: term.keep])
    return tuple(place in best for place in range(len(dice)))
