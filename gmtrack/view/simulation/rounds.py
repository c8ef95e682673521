"""The numbers of rounds that fights take, in groups that fit beside each other."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, groupby

from gmtrack.view.percentages import NumberRange

RARE_TOGETHER = 0.02
"""Groups of rounds at the end that together are rarer than this share one column."""
REST = 0.2
"""Largest chance of an open last group, if not all groups fit."""
GAP_OF = 3
"""Least number of empty groups in a row that are merged into one."""


def group_rounds(
    distribution: Mapping[str, float], most: int
) -> list[NumberRange]:
    """Group the numbers of rounds into at most `most` groups; an empty list if there were no
    fights.

    Each number is a group of its own if that leaves little for the last group, else groups are
    steps of equal length. Rare groups at the end share one."""
    rounds_and_chances = sorted(
        (int(rounds), chance)
        for rounds, chance in distribution.items()
        if chance > 0
    )
    for step in count(1) if rounds_and_chances else ():
        # With the last ones together that are rare; it begins with one that is not empty.
        groups = [*_split_into_steps(rounds_and_chances, step)]
        left = len(groups)
        while (
            left
            and sum(group.chance for group in groups[left - 1 :])
            < RARE_TOGETHER
        ):
            left -= 1
        while left < len(groups) and not groups[left].chance:
            left += 1
        groups = (
            groups
            if len(groups) - left < 2
            else [*groups[:left], _merge_groups(groups[left:])]
        )
        if len(groups) <= most:
            return groups
        cut = [*groups[: most - 1], _merge_groups(groups[most - 1 :])]
        if cut[-1].chance <= REST:
            return cut
    return []


def _split_into_steps(
    rounds_and_chances: Sequence[tuple[int, float]], step: int
) -> Iterator[NumberRange]:
    """Yield groups of `step` rounds, also those in which no fight ends; GAP_OF or more empty
    ones in a row become one."""
    fewest, most = rounds_and_chances[0][0], rounds_and_chances[-1][0]
    every: list[NumberRange] = []
    for first in range(fewest, most + 1, step):
        inside = [
            chance
            for rounds, chance in rounds_and_chances
            if first <= rounds < first + step
        ]
        last = min(first + step - 1, most)
        every.append(NumberRange(first, last, sum(inside)))
    for empty, alike in groupby(every, key=lambda group: not group.chance):
        run = list(alike)
        if empty and len(run) >= GAP_OF:
            yield NumberRange(run[0].low, run[-1].high, 0)
        else:
            yield from run


def _merge_groups(groups: Sequence[NumberRange]) -> NumberRange:
    """Merge groups into one without an upper end."""
    return NumberRange(
        groups[0].low, None, sum(group.chance for group in groups)
    )
