"""The exact distribution of plain dice, written as for `roll`."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from gmtrack.dice.expression import COMPARED, Term
from gmtrack.odds.amounts import Amounts

Ways = dict[int, int]
"""The number of ways in which dice come to each total."""

MOST_WORK = 2_000_000
"""The most additions for an exact answer. This limits work, not time: the same dice have the
same answer on a busy machine."""


def distribution_of_terms(terms: list[Term]) -> Amounts | None:
    """Return the chance of each total of these terms, or None if that takes more than MOST_WORK
    additions."""
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
    """Return the ways of one term, ignoring its sign."""
    if term.sides is None:
        return {term.number: 1}
    values = _face_values(term)
    return (
        _ways_of_kept_dice(term, values)
        if term.keep is not None
        else _ways_of_all_dice(term, values)
    )


def _face_values(term: Term) -> dict[int, int]:
    """Return what each face of a term's dice is worth: its number, or 1 and 0 where dice are
    compared with a bar."""
    faces = range(1, (term.sides or 0) + 1)
    if not term.compare:
        return {face: face for face in faces}
    return {face: int(COMPARED[term.compare](face, term.bar)) for face in faces}


def _ways_of_all_dice(term: Term, values: Mapping[int, int]) -> Ways:
    """Return the ways of a term whose dice all count."""
    ways: Ways = {0: 1}
    for _ in range(term.number):
        ways = _add_die(ways, values, summed=not term.compare)
    return ways


def _add_die(ways: Ways, values: Mapping[int, int], *, summed: bool) -> Ways:
    """Return the ways with another die.

    Where faces are added up (`summed`), the ways of a number are those of the numbers below it,
    one for each face; that sum is carried along."""
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
    """Return the ways of a term of which only the highest or lowest dice count. Goes face by
    face: how many of the remaining dice show it, and how many of these still count."""
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
    """Return the ways of the sum of two independent terms."""
    found: Ways = {}
    for mine, ways in one.items():
        for yours, more in other.items():
            found[mine + yours] = found.get(mine + yours, 0) + ways * more
    return found


# --- work ---


def _work_of_term(term: Term) -> int:
    """Return roughly how many additions one term takes."""
    if term.sides is None:
        return 1
    if term.keep is None:
        return term.number * _width_of_term(term)
    return term.sides * term.number**2 * _width_of_term(term)


def _work_of_adding(terms: list[Term]) -> int:
    """Return roughly how many additions it takes to add the terms up."""
    work, width = 0, 1
    for term in terms:
        work += width * _width_of_term(term)
        width += _width_of_term(term)
    return work


def _width_of_term(term: Term) -> int:
    """Return how many different totals a term can have."""
    if term.sides is None:
        return 1
    read = term.keep or term.number
    return read + 1 if term.compare else read * (term.sides - 1) + 1
