"""How long fights take: a small histogram, one column a round, or some rounds together."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, groupby
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.view.percentages import estimates
from gmtrack.view.simulation.small_print import rounds_on_average
from gmtrack.view.text import Line, Span, fold_all, pad

BLOCKS = "▁▂▃▄▅▆▇█"
COLUMN = 6
"""`>99 %` and a blank."""
MOST = 12
"""More columns than these nobody compares."""
THICK = 3
INDENT = 1
TAIL = 0.02
"""The last rounds that all together are rarer are told in one column."""
REST = 0.2
"""Where there is no room for all, the last column has no more than this."""


GAP_OF = 3
"""So many empty columns are one."""


class Group(NamedTuple):
    """How likely a fight is over in these rounds; `last` is None where no end is told."""

    first: int
    last: int | None
    chance: float

    @property
    def label(self) -> str:
        if self.last is None:
            return f"{self.first}+"
        return f"{self.first}-{self.last}" if self.last > self.first else str(self.first)


def render_rounds(doc: Data, width: int) -> list[Line]:
    """Labels, blocks and percents below each other."""
    rounds = doc["rounds"]
    groups = grouped(rounds["distribution"], max(1, min(MOST, (width - INDENT) // COLUMN)))
    most = max(group.chance for group in groups)
    begun = f" from round {doc['from_round']} on" if "from_round" in doc else ""
    title = Span(f"Rounds{begun}: {rounds_on_average(doc)}", "heading")
    blocks = [_block(group.chance / most) if group.chance else "" for group in groups]
    return [
        *fold_all([[title]], width),
        _columns([group.label for group in groups], ""),
        _columns(blocks, "full"),
        _columns(estimates([group.chance for group in groups]), "number"),
    ]


def _block(share: float) -> str:
    return BLOCKS[max(0, round(share * len(BLOCKS)) - 1)] * THICK


def _columns(texts: Sequence[str], style: str) -> Line:
    filled = (pad(text, COLUMN, right=True) for text in texts)
    return [Span(" " * INDENT), Span("".join(filled), style)]


def grouped(distribution: Mapping[str, float], most: int) -> list[Group]:
    """In at most so many groups: each round for itself where that leaves few for the last one, else
    in steps of several; the last groups together where they are rare. None of no fights."""
    found = sorted((int(rounds), chance) for rounds, chance in distribution.items() if chance > 0)
    for step in count(1) if found else ():
        groups = _closed([*_steps(found, step)], TAIL)
        if len(groups) <= most:
            return groups
        cut = [*groups[: most - 1], _together(groups[most - 1 :])]
        if cut[-1].chance <= REST:
            return cut
    return []


def _steps(found: Sequence[tuple[int, float]], step: int) -> Iterator[Group]:
    """Groups of so many rounds, also those in which no fight ends; many such in one."""
    every = [
        Group(
            first,
            min(first + step - 1, found[-1][0]),
            sum(chance for rounds, chance in found if first <= rounds < first + step),
        )
        for first in range(found[0][0], found[-1][0] + 1, step)
    ]
    for empty, alike in groupby(every, key=lambda group: not group.chance):
        run = list(alike)
        if empty and len(run) >= GAP_OF:
            yield Group(run[0].first, run[-1].last, 0)
        else:
            yield from run


def _closed(groups: list[Group], rare: float) -> list[Group]:
    """With the last ones together that are rare; it begins with one that is not empty."""
    left = len(groups)
    while left and sum(group.chance for group in groups[left - 1 :]) < rare:
        left -= 1
    while left < len(groups) and not groups[left].chance:
        left += 1
    return groups if len(groups) - left < 2 else [*groups[:left], _together(groups[left:])]


def _together(groups: Sequence[Group]) -> Group:
    return Group(groups[0].first, None, sum(group.chance for group in groups))
