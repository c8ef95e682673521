"""Chances as percentages: each for itself, or those of one whole, which add up to a hundred."""

from collections.abc import Sequence
from itertools import accumulate

NEGLIGIBLE = 0.0005
"""What is less likely has no number."""
ROUNDING = 1e-12
"""What sums of chances may be wrong by."""
NEVER = "-"
ALWAYS = "100 %"
HARDLY = "<0.1 %"
NEARLY = ">99.9 %"
COARSE = 100
FINE = 1000
"""So many parts has a whole that is told in percent, or in tenths of them."""


def certain(chance: float) -> bool:
    """Whether it happens in any case."""
    return chance > 1 - ROUNDING


def percent(chance: float) -> str:
    """`63 %`, `4.2 %`, `<0.1 %`; a dash for what cannot happen, 100 for nothing less than sure."""
    if NEGLIGIBLE <= chance <= 1 - NEGLIGIBLE:
        return f"{chance * 100:.{_tenths(chance)}f} %"
    return _extreme(chance)


def shares(chances: Sequence[float]) -> list[str]:
    """The chances of all that may come of one thing, so that what is told adds up to 100 %.

    All have as many decimals: none, or one where any of them needs it (under 10 % or over 99 %).
    Each is rounded down, and the parts that are missing go to those that lost most by it. What is
    less likely than 0.05 % is told as `<0.1 %` and gets none of them; where several such come to a
    tenth, that tenth is theirs. Nothing is told as 0 or 100 % that is not: these are `-`,
    `<0.1 %`, `>99.9 %`.
    """
    units, parts = _apportioned(chances)
    return [_share(chance, unit, parts) for chance, unit in zip(chances, units, strict=True)]


def running(chances: Sequence[float]) -> list[str]:
    """Of the same whole, each together with all behind it: the exact sums, each rounded for itself,
    with as many decimals as `shares` tells."""
    parts = _parts(chances)
    told = [_share(chance, round(chance * parts), parts) for chance in accumulate(chances[::-1])]
    return told[::-1]


def or_more(names: Sequence[str], chances: Sequence[float]) -> list[str]:
    """`7+ 38 %` for each row that has such a name; the last one says that itself."""
    told = [
        f"{name} {sum_}" if name else "" for name, sum_ in zip(names, running(chances), strict=True)
    ]
    return [*told[:-1], ""]


def _tenths(chance: float) -> int:
    return 0 if 0.0995 <= chance < 0.995 else 1


def _extreme(chance: float) -> str:
    if chance <= 0:
        return NEVER
    if chance < NEGLIGIBLE:
        return HARDLY
    return ALWAYS if certain(chance) else NEARLY


def _share(chance: float, units: int, parts: int) -> str:
    if not NEGLIGIBLE <= chance <= 1 - NEGLIGIBLE:
        return _extreme(chance)
    if not 0 < units < parts:
        return NEARLY if units else HARDLY
    return f"{units} %" if parts == COARSE else f"{units / 10:.1f} %"


def _rare(chance: float) -> bool:
    return 0 < chance < NEGLIGIBLE


def _apportioned(chances: Sequence[float]) -> tuple[list[int], int]:
    """How many parts of the whole each is told to have (those without a number: none), and how
    many there are."""
    rest, parts = _rest(chances), _parts(chances)
    exact = [0 if _rare(chance) else chance * parts for chance in chances]
    units = [int(share + ROUNDING * parts) for share in exact]
    missing = round(sum(chances) * parts) - round(rest * parts) - sum(units)
    lost = sorted(range(len(units)), key=lambda n: units[n] - exact[n])
    for place in lost[: max(0, missing)]:
        units[place] += 1
    return units, parts


def _rest(chances: Sequence[float]) -> float:
    """What all come to that have no number."""
    return sum(filter(_rare, chances))


def _parts(chances: Sequence[float]) -> int:
    fine = _rest(chances) >= NEGLIGIBLE or any(map(_needs_tenths, chances))
    return FINE if fine else COARSE


def _needs_tenths(chance: float) -> bool:
    return NEGLIGIBLE <= chance < 0.0995 or 0.99 < chance <= 1 - ROUNDING
