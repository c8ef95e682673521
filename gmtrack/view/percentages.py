"""Chances as percentages, each for itself or those of one whole, which add up to a hundred; and
chances as bars."""

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from gmtrack.view.text import Line, Span, cells, pad

NEGLIGIBLE = 0.0005
"""Smaller chances are written as `<0.1 %`."""
ROUNDING = 1e-12
"""The error that sums of chances may have."""
NEVER = "-"
ALWAYS = "100 %"

PERCENTAGE = re.compile(r"([<>]?[\d.]+ %)")


class PercentScale(NamedTuple):
    """A scale for percentages: into how many `parts` a whole is divided, the `least` chance that
    has a number, and the text for smaller ones (`hardly`), for nearly certain ones (`nearly`)
    and for none (`never`)."""

    parts: int
    least: float
    hardly: str
    nearly: str
    never: str = NEVER


COARSE = PercentScale(100, NEGLIGIBLE, "<0.1 %", ">99.9 %")
FINE = COARSE._replace(parts=1000)
ESTIMATED = PercentScale(100, 0.005, "<1 %", ">99 %", never="0 %")
"""The scale of chances counted in trials: whole percents, no more exact than the count."""


def is_certain(chance: float) -> bool:
    """Whether a chance is 1, but for the rounding of sums."""
    return chance > 1 - ROUNDING


def format_percent(chance: float) -> str:
    """Write one chance as a percentage: `63 %`, `4.2 %`, `<0.1 %`. A dash means impossible; only
    a certain event has `100 %`."""
    if NEGLIGIBLE <= chance <= 1 - NEGLIGIBLE:
        tenths = 0 if 0.0995 <= chance < 0.995 else 1
        return f"{chance * 100:.{tenths}f} %"
    return _format_extreme(chance, COARSE)


def format_shares(chances: Sequence[float]) -> list[str]:
    """Write the chances of one whole so that the percentages add up to 100 %.

    All have as many decimals: none, or one where any of them needs it (under 10 % or over 99 %).
    Each is rounded down, and the missing parts go to those that lost most by it. Chances below
    0.05 % are written as `<0.1 %` and get no part; if several of them together come to a tenth,
    that tenth counts as theirs. Nothing is written as 0 or 100 % that is not: such chances are
    `<0.1 %` and `>99.9 %`, and a chance of 0 is `-`."""
    return _format_on_scale(chances, _choose_scale(chances))


def format_estimate(chance: float) -> str:
    """Write a chance counted in trials: `63 %`, `<1 %`, `>99 %`. `0 %` means that it never
    happened, `100 %` that it always did."""
    if ESTIMATED.least <= chance <= 1 - ESTIMATED.least:
        return f"{min(COARSE.parts - 1, int(chance * COARSE.parts + 0.5))} %"
    return _format_extreme(chance, ESTIMATED)


def format_estimates(chances: Sequence[float]) -> list[str]:
    """Write chances of one whole, counted in trials, in whole percents that add up to 100
    (compare `format_shares`)."""
    return _format_on_scale(chances, ESTIMATED)


def keep_percentages_whole(text: str) -> Line:
    """Make a line of the text in which folding never breaks a percentage in two."""
    parts = PERCENTAGE.split(text)
    return [
        Span(part, whole=place % 2 == 1)
        for place, part in enumerate(parts)
        if part
    ]


def format_running_sums(chances: Sequence[float]) -> list[str]:
    """Write for each chance the sum of it and all later ones. Every sum is rounded by itself,
    with as many decimals as `format_shares` uses."""
    scale = _choose_scale(chances)
    sums = accumulate(chances[::-1])
    return [
        _format_share(chance, round(chance * scale.parts), scale)
        for chance in sums
    ][::-1]


def format_or_more(names: Sequence[str], chances: Sequence[float]) -> list[str]:
    """Return `7+ 38 %` for each row: its name and the chance of it or any later row. Empty for
    rows without a name, and for the last row, whose own share says it."""
    told = [
        f"{name} {sum_}" if name else ""
        for name, sum_ in zip(names, format_running_sums(chances), strict=True)
    ]
    return [*told[:-1], ""]


def _format_extreme(chance: float, scale: PercentScale) -> str:
    """Write a chance that has no number on the scale: the scale's `never` for 0, `<0.1 %`,
    `>99.9 %`, or `100 %` if it is certain."""
    if chance <= 0:
        return scale.never
    if chance < scale.least:
        return scale.hardly
    return ALWAYS if is_certain(chance) else scale.nearly


def _format_on_scale(
    chances: Sequence[float], scale: PercentScale
) -> list[str]:
    """Write chances of one whole so that their parts of the scale add up."""
    units = _apportion_units(chances, scale)
    return [
        _format_share(chance, unit, scale)
        for chance, unit in zip(chances, units, strict=True)
    ]


def _format_share(chance: float, units: int, scale: PercentScale) -> str:
    """Write a chance that got so many units of the scale; one without a number on the scale by
    itself."""
    if not scale.least <= chance <= 1 - scale.least:
        return _format_extreme(chance, scale)
    if not 0 < units < scale.parts:
        return scale.nearly if units else scale.hardly
    return f"{units / 10:.1f} %" if scale is FINE else f"{units} %"


def _is_rare(chance: float, scale: PercentScale) -> bool:
    """Whether a chance is possible, but too small for a number on the scale."""
    return 0 < chance < scale.least


def _apportion_units(
    chances: Sequence[float], scale: PercentScale
) -> list[int]:
    """Distribute the parts of the scale among the chances so that they add up to the whole.
    Chances too small for a number get 0."""
    rest = _sum_rare_chances(chances, scale)
    exact = [
        0 if _is_rare(chance, scale) else chance * scale.parts
        for chance in chances
    ]
    units = [int(share + ROUNDING * scale.parts) for share in exact]
    missing = (
        round(sum(chances) * scale.parts)
        - round(rest * scale.parts)
        - sum(units)
    )
    lost = sorted(range(len(units)), key=lambda n: units[n] - exact[n])
    for place in lost[: max(0, missing)]:
        units[place] += 1
    return units


def _sum_rare_chances(chances: Sequence[float], scale: PercentScale) -> float:
    """Return the sum of the chances that are too small for a number."""
    return sum(chance for chance in chances if _is_rare(chance, scale))


def _choose_scale(chances: Sequence[float]) -> PercentScale:
    """Return the scale with tenths of percents if a chance needs them, else the one with whole
    percents."""
    fine = _sum_rare_chances(chances, COARSE) >= NEGLIGIBLE or any(
        map(_needs_tenths, chances)
    )
    return FINE if fine else COARSE


def _needs_tenths(chance: float) -> bool:
    """Whether a chance is so near to 0 or 1 that whole percents are too coarse."""
    return NEGLIGIBLE <= chance < 0.0995 or 0.99 < chance <= 1 - ROUNDING


LONGEST_BAR = 40
NUMBER_WIDTH = 7
"""`>99.9 %`"""


class ChartBar(NamedTuple):
    """A row of a bar chart: label, chance, the chance as text, and a note behind it."""

    label: str
    chance: float
    told: str
    behind: str = ""


class NumberRange(NamedTuple):
    """A range of numbers with its chance; `high` is None where the range is open above."""

    low: int
    high: int | None
    chance: float

    @property
    def label(self) -> str:
        """The range as text: `4`, `4-7`, or `4+` if it is open above."""
        if self.high is None:
            return f"{self.low}+"
        return (
            f"{self.low}-{self.high}" if self.high > self.low else str(self.low)
        )


def render_bars(
    rows: Sequence[ChartBar], width: int, most: float = 1
) -> list[Line]:
    """Draw a row for each bar; a chance of `most` has the full length. No rows give no lines."""
    if not rows:
        return []
    name = max(cells(row.label) for row in rows)
    behind = max(cells(row.behind) for row in rows)
    taken = 2 + name + 2 + NUMBER_WIDTH + 2 + (behind + 2 if behind else 0)
    room = max(1, min(LONGEST_BAR, width - taken))
    lines: list[Line] = []
    for row in rows:
        number = Span(pad(row.told, 2 + NUMBER_WIDTH, right=True), "number")
        line = [Span("  " + pad(row.label, name)), number, Span("  ")]
        if behind:
            line.append(
                Span(pad(row.behind, behind, right=True) + "  ", "note")
            )
        lines.append(
            [*line, Span("█" * round(row.chance / most * room), "full")]
        )
    return lines
