"""Screens of odds for tests, plain dice and initiative, as bars."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.view.odds.frame import about, all_named, tail, understood
from gmtrack.view.percentages import (
    ROUNDING,
    Bar,
    bars,
    or_more,
    percent,
    shares,
)
from gmtrack.view.rolls import explained, explained_numbers, parts_in
from gmtrack.view.tables import table
from gmtrack.view.text import (
    Line,
    Span,
    cells,
    cut,
    dice,
    fold_all,
    named,
    pad,
    paragraph,
    shown,
    spoken,
    unhyphened,
)

COUNTED = {"total": "Total", "hits": "Hits"}
"""Headings for the results of plain dice, by their key in the document."""


def render_dice(doc: Data, names: Mapping[str, str], width: int) -> list[Line]:
    """Render the odds of plain dice: the chance to reach a goal, if there is one, then totals or
    hits."""
    del names
    lines = [*paragraph(shown(doc["dice"]), width, "head"), *about(doc, width)]
    if "goal" in doc:
        lines += bars(_each({f"{doc['goal']} or more": doc["chance"]}), width)
    for key in COUNTED.keys() & doc.keys():
        lines += [[], *spread_out(COUNTED[key], doc[key], width)]
    return lines


def render_test(doc: Data, names: Mapping[str, str], width: int) -> list[Line]:
    """Render the odds of a test, or of the same test by several combatants."""
    tests = doc.get("tests", [doc])
    who = all_named((test["who"] for test in tests), names)
    head = paragraph(f"{who}: {unhyphened(doc['test'])}", width, "head")
    lines = [*understood([doc], width), *head, *about(doc, width)]
    for roll in doc["rolls"]:
        lines += _made_with(roll, names, width, alone=len(doc["rolls"]) == 1)
    if len(tests) > 1:
        lines += _several(tests, names, width)
    else:
        outcomes = tests[0]["outcomes"]
        told = shares([*outcomes.values()])
        lines += bars(
            [*map(Bar, map(unhyphened, outcomes), outcomes.values(), told)],
            width,
        )
    for roll in doc["rolls"]:
        if _worth_a_picture(roll):
            title = roll["counts"].capitalize()
            name = "" if len(doc["rolls"]) == 1 else f", {_whose(roll, names)}"
            lines += [
                [],
                *spread_out(title + name, roll[roll["counts"]], width),
            ]
    if "damage" in doc:
        lines += [[], *spread_out("Damage", doc["damage"], width)]
    lines += tail(doc, width)
    for test in tests:
        besides = {**test["marks"], **test["effects"]}
        title = (
            f"Besides, {named(test['who'], names)}"
            if len(tests) > 1
            else "Besides"
        )
        if besides:
            lines += [
                [],
                [Span(title, "heading")],
                *bars(_each(besides), width),
            ]
    return lines


def render_initiative(
    doc: Data, names: Mapping[str, str], width: int
) -> list[Line]:
    lines: list[Line] = [[Span("Who acts first", "head")], *about(doc, width)]
    alone = [
        (named(one["who"], names), one["first"], _score(one))
        for one in doc["initiative"]
    ]
    tied = [
        (all_named(one["who"], names), one["chance"], "together")
        for one in doc["shared"]
    ]
    labels, chances, behind = zip(*alone, *tied, strict=True)
    labels = tuple(cut(label, width // 3) for label in labels)
    return [
        *lines,
        *bars([*map(Bar, labels, chances, shares(chances), behind)], width),
    ]


def _score(row: Data) -> str:
    if "score" not in row:
        return ""
    return (
        f"score {row['score']['mean']:.1f}, spread {row['score']['spread']:.1f}"
    )


def _made_with(
    roll: Data, names: Mapping[str, str], width: int, *, alone: bool
) -> list[Line]:
    """`composure  7 dice = 3 charisma + 4 willpower, threshold 2`, and what it is made against."""
    lines: list[Line] = []
    name = spoken(roll["name"]) if alone else _whose(roll, names)
    rest = [
        f"{key} {roll[key]}" for key in ("limit", "threshold") if key in roll
    ]
    if "pool" in roll:
        pool = explained(dice(roll["pool"]), parts_in(roll.get("parts", ())))
        lines.append([Span(f"  {name}  "), *pool])
        lines[0] += [Span(f", {text}", whole=True) for text in rest]
    for number in explained_numbers(roll):
        lines.append([Span("    " if lines else f"  {name}  "), *number])
    return fold_all(lines, width, 4)


def _several(
    tests: Sequence[Data], names: Mapping[str, str], width: int
) -> list[Line]:
    outcomes = list(
        dict.fromkeys(name for test in tests for name in test["outcomes"])
    )
    rows = [
        [
            named(test["who"], names),
            *(percent(test["outcomes"].get(one, 0)) for one in outcomes),
        ]
        for test in tests
    ]
    return table(
        ["Who", *(unhyphened(one).capitalize() for one in outcomes)],
        rows,
        width,
        2,
    )


def _worth_a_picture(roll: Data) -> bool:
    """Whether a roll's results deserve bars: not if all of them are equally likely, as with one
    die, and not if there is only one."""
    if not roll.get("counts"):
        return False
    chances: list[float] = list(roll[roll["counts"]]["distribution"].values())
    return max(chances) - min(chances) > ROUNDING


def _each(chances: Mapping[str, float]) -> list[Bar]:
    return [
        Bar(unhyphened(name), chance, percent(chance))
        for name, chance in chances.items()
    ]


def _whose(roll: Data, names: Mapping[str, str]) -> str:
    name = spoken(roll["name"].partition(".")[0])
    return f"{name} of {named(roll['who'], names)}"


RENDERED: dict[str, Callable[[Data, Mapping[str, str], int], list[Line]]] = {
    "dice": render_dice,
    "test": render_test,
    "initiative": render_initiative,
}
"""Functions that render a document, by the key that tells its kind."""


MOST_ROWS = 16
"""Most rows of numbers; more numbers than that are grouped in steps."""
RARE = 0.001
"""Amounts at either end that together are rarer than this share one row."""


class Amounts(NamedTuple):
    """Some numbers that share a row. `more` names these numbers and all above, as in `4+`; empty
    if their chance together is not shown."""

    label: str
    chance: float
    more: str = ""


def spread_out(title: str, told: Data, width: int) -> list[Line]:
    """Render a distribution: a heading with mean and spread, and a bar for each row of numbers."""
    mean = (
        f"{title}: {told['mean']:.1f} on average, spread {told['spread']:.1f}"
    )
    rows = picture(told["distribution"])
    name = max(cells(row.label) for row in rows)
    chances = [row.chance for row in rows]
    above = or_more([row.more for row in rows], chances)
    labels = [pad(row.label, name, right=True) for row in rows]
    drawn = bars(
        [*map(Bar, labels, chances, shares(chances), above)],
        width,
        max(chances),
    )
    return [*paragraph(mean, width, "heading"), *drawn]


def picture(distribution: Mapping[str, float]) -> list[Amounts]:
    """Group a distribution into rows of numbers, in equal steps. Rare numbers at either end
    share a row: `3 or less`, `12 or more`."""
    found = sorted(
        (int(number), chance) for number, chance in distribution.items()
    )
    low, high = _first_that_matters(found), _first_that_matters(found[::-1])
    step = -(-(high - low + 1) // MOST_ROWS)
    rows: list[Amounts] = []
    if below := [(number, chance) for number, chance in found if number < low]:
        rows.append(
            Amounts(
                f"{below[-1][0]} or less", sum(chance for _, chance in below)
            )
        )
    for first in range(low, high + 1, step):
        last = min(first + step - 1, high)
        chance = sum(
            chance for number, chance in found if first <= number <= last
        )
        if chance:
            label = str(first) if first == last else f"{first} to {last}"
            rows.append(Amounts(label, chance, f"{first}+" if rows else ""))
    if above := [(number, chance) for number, chance in found if number > high]:
        rows.append(
            Amounts(
                f"{above[0][0]} or more", sum(chance for _, chance in above)
            )
        )
    return rows


def _first_that_matters(found: Sequence[tuple[int, float]]) -> int:
    """Return the first number up to which the chances add up to RARE. A single rare number at
    the beginning is kept, since a row of its own takes no more room."""
    gone = 0.0
    for place, (number, chance) in enumerate(found):
        gone += chance
        if gone >= RARE:
            return found[0][0] if place == 1 else number
    return found[-1][0]
