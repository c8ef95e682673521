"""Plain dice as people write them: `3d6+2`, `8d6>=5`, `5d10k3`."""

import operator
import re
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.dice.typed import MOST_DICE
from gmtrack.errors import Refusal

LONGEST = 100
"""Characters of an expression."""
MOST_SIDES = 1_000
MOST_NUMBER = 1_000_000
EXAMPLES = "`3d6+2`, `8d6>=5` or `5d10k3`"
PERCENT = "%"

COMPARED = MappingProxyType(
    {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt, "=": operator.eq}
)
_TERM = re.compile(
    r"(?P<sign>[+-]?)"
    r"(?:(?P<count>[0-9]*)d(?P<sides>[0-9]+|%)(?:k(?P<end>[hl]?)(?P<keep>[0-9]+))?"
    r"(?:(?P<compare>>=|<=|>|<|=)(?P<bar>[0-9]+))?"
    r"|(?P<plain>[0-9]+))"
)


class Term(NamedTuple):
    """One part of an expression. Without `sides` it is the number itself. `keep`: so many of the
    dice are read, the highest or the `lowest`; None: all. `compare` and `bar`: those are counted
    that compare so; else they are added up."""

    text: str
    sign: int
    number: int
    sides: int | None = None
    keep: int | None = None
    lowest: bool = False
    compare: str = ""
    bar: int = 0


class FallenTerm(NamedTuple):
    """One part as it fell: `good` tells of each die whether it is read, or counted."""

    term: Term
    dice: tuple[int, ...]
    good: tuple[bool, ...]
    value: int
    """What it adds to the whole, with its sign."""


def parse_terms(text: str, kind: str) -> list[Term]:
    """The parts of an expression. Raises Refusal(kind) for what is none, or too large."""
    compact = re.sub(r"\s*(>=|<=|[-+<>=])\s*", r"\1", text.strip()).lower()
    if len(compact) > LONGEST:
        raise Refusal(kind, f"at most {LONGEST} characters of dice, such as {EXAMPLES}")
    terms = list(_split_terms(compact, text, kind))
    if sum(term.number for term in terms if term.sides) > MOST_DICE:
        raise Refusal(kind, f"{text}: at most {MOST_DICE} dice at once")
    rolled = {bool(term.compare) for term in terms if term.sides}
    if not rolled:
        raise Refusal(kind, f"'{text}' has no dice: type {EXAMPLES}")
    if len(rolled) > 1:
        raise Refusal(kind, f"{text}: count hits on all of the dice or on none")
    return terms


def _split_terms(compact: str, text: str, kind: str) -> Iterator[Term]:
    place = 0
    while place < len(compact) or not compact:
        found = _TERM.match(compact, place)
        if found is None or (place and not found["sign"]):
            message = f"'{text}' is not dice: type {EXAMPLES}; `roll-init` rolls initiative"
            raise Refusal(kind, message)
        yield _parse_term(found, kind)
        place = found.end()


def _parse_term(found: re.Match[str], kind: str) -> Term:
    sign = -1 if found["sign"] == "-" else 1
    text = found[0].lstrip("+-")
    if found["plain"]:
        return Term(text, sign, _parse_number(found["plain"], 0, MOST_NUMBER, "a number", kind))
    count = _parse_number(found["count"] or "1", 1, MOST_DICE, "dice", kind)
    sides = "100" if found["sides"] == PERCENT else found["sides"]
    keep = found["keep"]
    return Term(
        text,
        sign,
        count,
        _parse_number(sides, 2, MOST_SIDES, "sides", kind),
        _parse_number(keep, 1, count, "dice to keep", kind) if keep else None,
        found["end"] == "l",
        found["compare"] or "",
        int(found["bar"] or 0),
    )


def _parse_number(digits: str, least: int, most: int, what: str, kind: str) -> int:
    number = int(digits)
    if not least <= number <= most:
        size = "large" if number > most else "small"
        raise Refusal(kind, f"{digits} is too {size} for {what}: {least} to {most}")
    return number


def roll_terms(terms: list[Term], throw: Callable[[int, int], tuple[int, ...]]) -> list[FallenTerm]:
    """All parts as they fall; `throw` rolls so many dice with so many sides."""
    return [_roll_term(term, throw) for term in terms]


def _roll_term(term: Term, throw: Callable[[int, int], tuple[int, ...]]) -> FallenTerm:
    if term.sides is None:
        return FallenTerm(term, (), (), term.sign * term.number)
    dice = throw(term.number, term.sides)
    kept = _mark_kept(dice, term)
    if not term.compare:
        total = sum(face for face, keep in zip(dice, kept, strict=True) if keep)
        return FallenTerm(term, dice, kept, term.sign * total)
    fits = COMPARED[term.compare]
    good = tuple(keep and fits(face, term.bar) for face, keep in zip(dice, kept, strict=True))
    return FallenTerm(term, dice, good, term.sign * sum(good))


def _mark_kept(dice: tuple[int, ...], term: Term) -> tuple[bool, ...]:
    if term.keep is None:
        return (True,) * len(dice)
    ranked = sorted(range(len(dice)), key=lambda place: dice[place], reverse=not term.lowest)
    best = set(ranked[: term.keep])
    return tuple(place in best for place in range(len(dice)))
