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
    work = sum(map(_work_of_term, terms)) + _work_of_adding(terms)
    if work > MOST_WORK:
        return None
    ways: Ways = {0: 1}
    for term in terms:
        signed = {
            term.sign * number: count
            for number, count in _ways_of_term(term).items()
        }
        ways = _add_independent(ways, signed)
    every = sum(ways.values())
    return {number: Fraction(count, every) for number, count in ways.items()}


def _ways_of_term(term: Term) -> Ways:
    """Return the ways of one term, ignoring its sign."""
    if term.sides is None:
        return {term.number: 1}
    values = _face_values(term)
    if term.keep is None:
        return _ways_of_all_dice(term, values)
    return _ways_of_kept_dice(term, values)


def _face_values(term: Term) -> dict[int, int]:
    """Return what each face of a term's dice is worth: its number, or 1 and 0 where dice are
    compared with a bar."""
    faces = range(1, (term.sides or 0) + 1)
    if not term.compare:
        return {face: face for face in faces}
    compare = COMPARED[term.compare]
    return {face: int(compare(face, term.bar)) for face in faces}


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
    below = 0
    sides = len(values)
    lowest = min(ways) + 1
    highest = max(ways) + sides
    for number in range(lowest, highest + 1):
        below += ways.get(number - 1, 0)
        below -= ways.get(number - 1 - sides, 0)
        found[number] = below
    return found


def _ways_of_kept_dice(term: Term, values: Mapping[int, int]) -> Ways:
    """Return the ways of a term of which only the highest or lowest dice count. Goes face by
    face: how many of the remaining dice show it, and how many of these still count."""
    keep = term.keep or 0
    states: dict[tuple[int, int], int] = {(term.number, 0): 1}
    for face in sorted(values, reverse=not term.lowest):
        new: dict[tuple[int, int], int] = {}
        value = values[face]
        for (left, worth), ways in states.items():
            still_kept = max(0, keep - (term.number - left))
            for shown in range(left + 1):
                added = min(shown, still_kept) * value
                state = (left - shown, worth + added)
                more = ways * comb(left, shown)
                new[state] = new.get(state, 0) + more
        states = new
    return {worth: ways for (left, worth), ways in states.items() if left == 0}


def _add_independent(one: Ways, other: Ways) -> Ways:
    """Return the ways of the sum of two independent terms."""
    found: Ways = {}
    for mine, ways in one.items():
        for yours, more in other.items():
            total = mine + yours
            found[total] = found.get(total, 0) + ways * more
    return found


# --- work ---


def _work_of_term(term: Term) -> int:
    """Return roughly how many additions one term takes."""
    if term.sides is None:
        return 1
    if term.keep is None:
        return term.number * _width_of_term(term)
    # Each face is combined with every number of dice left and shown.
    states = term.number**2 * _width_of_term(term)
    return term.sides * states


def _work_of_adding(terms: list[Term]) -> int:
    """Return roughly how many additions it takes to add the terms up."""
    work = 0
    width = 1
    for term in terms:
        added = _width_of_term(term)
        work += width * added
        width += added
    return work


def _width_of_term(term: Term) -> int:
    """Return how many different totals a term can have."""
    if term.sides is None:
        return 1
    counted = term.keep or term.number
    if term.compare:
        return counted + 1
    return counted * (term.sides - 1) + 1
