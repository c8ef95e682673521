"""The exact distribution of plain dice, in the notation of `roll`."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from gmtrack.dice.expression import COMPARED, Term
from gmtrack.odds.amounts import Amounts

Ways = dict[int, int]
"""In how many ways the dice come to each number."""

MOST_WORK = 2_000_000
"""Additions that an exact answer may take. A limit of work, not of time: the same dice have the
same answer on a busy machine."""


def distribution_of_terms(terms: list[Term]) -> Amounts | None:
    """What all parts come to together; None where that is too much work."""
    if sum(map(_work_of_term, terms)) + _work_of_adding(terms) > MOST_WORK:
        return None
    ways: Ways = {0: 1}
    for term in terms:
        ways = _add_independent(
            ways,
            {term.sign * n: count for n, count in _ways_of_term(term).items()},
        )
    every = sum(ways.values())
    return {number: Fraction(count, every) for number, count in ways.items()}


def _ways_of_term(term: Term) -> Ways:
    """Of one part, without its sign."""
    if term.sides is None:
        return {term.number: 1}
    values = _face_values(term)
    return (
        _ways_of_kept_dice(term, values)
        if term.keep is not None
        else _ways_of_all_dice(term, values)
    )


def _face_values(term: Term) -> dict[int, int]:
    """What each face is worth."""
    faces = range(1, (term.sides or 0) + 1)
    if not term.compare:
        return {face: face for face in faces}
    return {face: int(COMPARED[term.compare](face, term.bar)) for face in faces}


def _ways_of_all_dice(term: Term, values: Mapping[int, int]) -> Ways:
    """Every die is read."""
    ways: Ways = {0: 1}
    for _ in range(term.number):
        ways = _add_die(ways, values, summed=not term.compare)
    return ways


def _add_die(ways: Ways, values: Mapping[int, int], *, summed: bool) -> Ways:
    """With another die. Of dice that are added up each number has the ways of those below it, as
    many as the die has faces, and that is a sum which goes along."""
    if not summed:
        hits = sum(values.values())
        return _add_independent(ways, {0: len(values) - hits, 1: hits})
    found: Ways = {}
    below, sides = 0, len(values)
    for number in range(min(ways) + 1, max(ways) + sides + 1):
        below += ways.get(number - 1, 0) - ways.get(number - 1 - sides, 0)
        found[number] = below
    return found


def _ways_of_kept_dice(term: Term, values: Mapping[int, int]) -> Ways:
    """The highest dice are read, or the lowest: face by face, how many of those that are left show
    it, and how many of these are still read."""
    keep = term.keep or 0
    states: dict[tuple[int, int], int] = {(term.number, 0): 1}
    for face in sorted(values, reverse=not term.lowest):
        new: dict[tuple[int, int], int] = {}
        for (left, worth), ways in states.items():
            read = max(0, keep - (term.number - left))
            for shown in range(left + 1):
                state = (left - shown, worth + min(shown, read) * values[face])
                new[state] = new.get(state, 0) + ways * comb(left, shown)
        states = new
    return {worth: ways for (left, worth), ways in states.items() if not left}


def _add_independent(one: Ways, other: Ways) -> Ways:
    """Two parts that do not depend on each other."""
    found: Ways = {}
    for mine, ways in one.items():
        for yours, more in other.items():
            found[mine + yours] = found.get(mine + yours, 0) + ways * more
    return found


# --- work ---


def _work_of_term(term: Term) -> int:
    """About how many additions one part takes."""
    if term.sides is None:
        return 1
    if term.keep is None:
        return term.number * _width_of_term(term)
    return term.sides * term.number**2 * _width_of_term(term)


def _work_of_adding(terms: list[Term]) -> int:
    """The same for putting the parts together."""
    work, width = 0, 1
    for term in terms:
        work += width * _width_of_term(term)
        width += _width_of_term(term)
    return work


def _width_of_term(term: Term) -> int:
    """How many numbers a part can come to."""
    if term.sides is None:
        return 1
    read = term.keep or term.number
    return read + 1 if term.compare else read * (term.sides - 1) + 1
