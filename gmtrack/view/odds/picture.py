"""A number that dice decide, as a picture: the rare ones at both ends are told together."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.view.bars import Bar, bars
from gmtrack.view.percentages import or_more, shares
from gmtrack.view.text import Line, Span, cells, fold_all, pad

MOST_ROWS = 16
"""More numbers than these are told in steps of several."""
RARE = 0.001
"""Numbers at either end that are rarer all together are told in one row."""


class Numbers(NamedTuple):
    """Some numbers that are told together. `more`: how they and all above them are called; empty
    where nobody asks for it."""

    label: str
    chance: float
    more: str = ""


def spread_out(title: str, told: Data, width: int) -> list[Line]:
    """Mean and spread, and how likely it is, row by row."""
    mean = f"{title}: {told['mean']:.1f} on average, spread {told['spread']:.1f}"
    rows = picture(told["distribution"])
    name = max(cells(row.label) for row in rows)
    chances = [row.chance for row in rows]
    above = or_more([row.more for row in rows], chances)
    labels = [pad(row.label, name, right=True) for row in rows]
    drawn = bars([*map(Bar, labels, chances, shares(chances), above)], width, max(chances))
    return [*fold_all([[Span(mean, "heading")]], width), *drawn]


def picture(distribution: Mapping[str, float]) -> list[Numbers]:
    """The numbers that matter, in as many rows as one takes in."""
    found = sorted((int(number), chance) for number, chance in distribution.items())
    low, high = _first_that_matters(found), _first_that_matters(found[::-1])
    step = -(-(high - low + 1) // MOST_ROWS)
    rows: list[Numbers] = []
    if below := [(number, chance) for number, chance in found if number < low]:
        rows.append(Numbers(f"{below[-1][0]} or less", sum(chance for _, chance in below)))
    for first in range(low, high + 1, step):
        last = min(first + step - 1, high)
        chance = sum(chance for number, chance in found if first <= number <= last)
        if chance:
            label = str(first) if first == last else f"{first} to {last}"
            rows.append(Numbers(label, chance, f"{first}+" if rows else ""))
    if above := [(number, chance) for number, chance in found if number > high]:
        rows.append(Numbers(f"{above[0][0]} or more", sum(chance for _, chance in above)))
    return rows


def _first_that_matters(found: Sequence[tuple[int, float]]) -> int:
    """The first number up to which all together are more than rare; one alone is never left out."""
    gone = 0.0
    for place, (number, chance) in enumerate(found):
        gone += chance
        if gone >= RARE:
            return found[0][0] if place == 1 else number
    return found[-1][0]
