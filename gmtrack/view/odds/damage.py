"""The damage of an answer: in rows, and in one number."""

from collections.abc import Iterator, Mapping
from math import sqrt
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.view.odds.conditions import endings, told, worded
from gmtrack.view.odds.frame import Names, all_named, note
from gmtrack.view.percentages import NEGLIGIBLE, percent, unbroken
from gmtrack.view.text import Line, Span, fold_all

NONE: Data = {
    "any": 0, "damage": {"mean": 0, "distribution": {}}, "effects": {}, "down": 0, "dead": 0,
}  # fmt: skip


def risk_of(answer: Data) -> Data:
    """The risk that an answer tells, of several attacks that of all together."""
    found: Data = answer.get("risk") or answer.get("total", {}).get("risk") or NONE
    return found


def render_risk(answer: Data, names: Names, width: int) -> list[Line]:
    """In few lines under a heading; no lines where nothing is to be feared."""
    risk = risk_of(answer)
    hurt, found = harm(risk["damage"]), told([risk])
    after = {word: risk[end] for end, word in endings([risk]).items() if risk[end]}
    after |= {name: risk["effects"][name] for name in found.open}
    if not hurt and not after and not found.certain:
        return []
    damage = risk["damage"]
    mean = f"{average(damage)} on average over all cases, spread {spread(damage):.1f}"
    lines = [f"damage {percent(hurt)}, {mean}"] if hurt else []
    if risk["any"]:
        lines.insert(0, f"any harm {percent(risk['any'])}")
    rows = zip(worded([*after]), after.values(), strict=True)
    lines += [", ".join(f"{word} {percent(chance)}" for word, chance in rows)] if after else []
    body = fold_all([unbroken("  " + line) for line in lines], width, 4)
    sure = note("in any case", worded(found.certain), width)
    return [*_heading(answer, names, width), *body, *sure]


def _heading(answer: Data, names: Names, width: int) -> list[Line]:
    who = list(dict.fromkeys(one["attacker"] for one in answer.get("attacks", [answer])))
    verb = "risks" if len(who) == 1 else "risk"
    return [[], *fold_all([[Span(f"{all_named(who, names)} {verb}", "heading")]], width)]


MOST_ROWS = 14
"""More amounts than these are told in steps of several."""
TAIL = 0.01
"""Amounts beyond which all together are less likely do not make the others rougher."""
LEAST = 0.05
"""A mean that is less has no number."""


class Amount(NamedTuple):
    """One row of the damage: how likely these amounts are."""

    low: int
    high: int | None
    chance: float

    @property
    def label(self) -> str:
        if self.high is None:
            return f"{self.low}+"
        return f"{self.low}-{self.high}" if self.high > self.low else str(self.low)


def harm(damage: Data) -> float:
    """The chance of any damage at all."""
    chances: Mapping[str, float] = damage["distribution"]
    return sum(chance for amount, chance in chances.items() if amount != "0")


def average(damage: Data) -> str:
    """The mean as told: `3.8`, `<0.1` for what is next to nothing."""
    return "<0.1" if 0 < damage["mean"] < LEAST else f"{damage['mean']:.1f}"


def spread(damage: Data) -> float:
    """The standard deviation."""
    mean = damage["mean"]
    squares = ((int(n) - mean) ** 2 * chance for n, chance in damage["distribution"].items())
    return sqrt(sum(squares))


def amounts(distribution: Mapping[str, float]) -> list[Amount]:
    """The amounts that matter, in as many rows as one takes in: the rare ones above the rest are
    told together, and many in steps; how long these are the tail does not decide."""
    found = sorted((int(n), chance) for n, chance in distribution.items())
    left = sum(chance for _, chance in found)
    most = found[-1][0]
    step = max(1, -(-(_last_of_weight(found) - found[0][0]) // MOST_ROWS))
    rows: list[Amount] = []
    for low, high, chance in _steps(found, step):
        rare = left < (TAIL if chance < NEGLIGIBLE else NEGLIGIBLE * 2)
        if rows and high < most and (rare or len(rows) == MOST_ROWS):
            rows.append(Amount(low, None, left))
            break
        rows.append(Amount(low, high, chance))
        left -= chance
    return rows


def _last_of_weight(found: list[tuple[int, float]]) -> int:
    """The first amount beyond which hardly anything lies."""
    beyond = 0.0
    for amount, chance in reversed(found):
        beyond += chance
        if beyond >= TAIL:
            return amount
    return found[0][0]


def _steps(found: list[tuple[int, float]], step: int) -> Iterator[tuple[int, int, float]]:
    """Amounts in steps; nothing at all stands alone."""
    chances = dict(found)
    low = found[0][0]
    while low <= found[-1][0]:
        high = low if low == 0 else min(low + step - 1, found[-1][0])
        inside = [chances[n] for n in range(low, high + 1) if n in chances]
        if inside:
            yield low, high, sum(inside)
        low = high + 1
