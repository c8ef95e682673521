"""Screens of odds for tests, plain dice and initiative, as bars."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.view.odds.frame import (
    join_names,
    render_accuracy,
    render_tail,
    render_understood,
)
from gmtrack.view.percentages import (
    ROUNDING,
    ChartBar,
    format_or_more,
    format_percent,
    format_shares,
    render_bars,
)
from gmtrack.view.rolls import (
    parse_parts,
    render_explained_numbers,
    render_number_with_parts,
)
from gmtrack.view.tables import render_table
from gmtrack.view.text import (
    Line,
    Names,
    Span,
    cells,
    count_dice,
    cut,
    fold_all,
    pad,
    paragraph,
    show_name,
    shown,
    space_hyphens,
    space_underscores,
)

COUNTED = {"total": "Total", "hits": "Hits"}
"""Headings for the results of plain dice, by their key in the document."""


def render_dice(doc: Data, names: Names, width: int) -> list[Line]:
    """Render the odds of plain dice: the chance to reach a goal, if there is one, then totals or
    hits."""
    del names
    lines = [
        *paragraph(shown(doc["dice"]), width, "head"),
        *render_accuracy(doc, width),
    ]
    if "goal" in doc:
        lines += render_bars(
            _make_bars({f"{doc['goal']} or more": doc["chance"]}), width
        )
    for key in COUNTED.keys() & doc.keys():
        lines += [[], *render_distribution(COUNTED[key], doc[key], width)]
    return lines


def render_test(doc: Data, names: Names, width: int) -> list[Line]:
    """Render the odds of a test, or of the same test by several combatants."""
    tests = doc.get("tests", [doc])
    who = join_names((test["who"] for test in tests), names)
    head = paragraph(f"{who}: {space_hyphens(doc['test'])}", width, "head")
    lines = [
        *render_understood([doc], width),
        *head,
        *render_accuracy(doc, width),
    ]
    for roll in doc["rolls"]:
        lines += _render_dice_rolled(
            roll, names, width, alone=len(doc["rolls"]) == 1
        )
    if len(tests) > 1:
        lines += _render_several_tests(tests, names, width)
    else:
        outcomes = tests[0]["outcomes"]
        told = format_shares([*outcomes.values()])
        lines += render_bars(
            [
                *map(
                    ChartBar,
                    map(space_hyphens, outcomes),
                    outcomes.values(),
                    told,
                )
            ],
            width,
        )
    for roll in doc["rolls"]:
        if _is_worth_bars(roll):
            title = roll["counts"].capitalize()
            name = (
                "" if len(doc["rolls"]) == 1 else f", {_name_roll(roll, names)}"
            )
            lines += [
                [],
                *render_distribution(title + name, roll[roll["counts"]], width),
            ]
    if "damage" in doc:
        lines += [[], *render_distribution("Damage", doc["damage"], width)]
    lines += render_tail(doc, width)
    for test in tests:
        besides = {**test["marks"], **test["effects"]}
        title = (
            f"Besides, {show_name(test['who'], names)}"
            if len(tests) > 1
            else "Besides"
        )
        if besides:
            lines += [
                [],
                [Span(title, "heading")],
                *render_bars(_make_bars(besides), width),
            ]
    return lines


def render_initiative(doc: Data, names: Names, width: int) -> list[Line]:
    """Render who acts first: a bar for each combatant, and for each group that acts together."""
    lines: list[Line] = [
        [Span("Who acts first", "head")],
        *render_accuracy(doc, width),
    ]
    alone = [
        (show_name(one["who"], names), one["first"], _describe_score(one))
        for one in doc["initiative"]
    ]
    tied = [
        (join_names(one["who"], names), one["chance"], "together")
        for one in doc["shared"]
    ]
    labels, chances, behind = zip(*alone, *tied, strict=True)
    labels = tuple(cut(label, width // 3) for label in labels)
    return [
        *lines,
        *render_bars(
            [*map(ChartBar, labels, chances, format_shares(chances), behind)],
            width,
        ),
    ]


def _describe_score(row: Data) -> str:
    """Return mean and spread of a combatant's score; empty if the document does not tell it."""
    if "score" not in row:
        return ""
    return (
        f"score {row['score']['mean']:.1f}, spread {row['score']['spread']:.1f}"
    )


def _render_dice_rolled(
    roll: Data, names: Names, width: int, *, alone: bool
) -> list[Line]:
    """Render the dice of a roll and what they are rolled against: `composure 7 dice = 3 charisma
    + 4 willpower, threshold 2`. `alone`: the test has no other roll."""
    lines: list[Line] = []
    name = space_underscores(roll["name"]) if alone else _name_roll(roll, names)
    rest = [
        f"{key} {roll[key]}" for key in ("limit", "threshold") if key in roll
    ]
    if "pool" in roll:
        pool = render_number_with_parts(
            count_dice(roll["pool"]), parse_parts(roll.get("parts", ()))
        )
        lines.append([Span(f"  {name}  "), *pool])
        lines[0] += [Span(f", {text}", whole=True) for text in rest]
    for number in render_explained_numbers(roll):
        lines.append([Span("    " if lines else f"  {name}  "), *number])
    return fold_all(lines, width, 4)


def _render_several_tests(
    tests: Sequence[Data], names: Names, width: int
) -> list[Line]:
    """Render the outcomes of several combatants' tests as a table, a row each."""
    outcomes = list(
        dict.fromkeys(name for test in tests for name in test["outcomes"])
    )
    rows = [
        [
            show_name(test["who"], names),
            *(format_percent(test["outcomes"].get(one, 0)) for one in outcomes),
        ]
        for test in tests
    ]
    return render_table(
        ["Who", *(space_hyphens(one).capitalize() for one in outcomes)],
        rows,
        width,
        2,
    )


def _is_worth_bars(roll: Data) -> bool:
    """Whether a roll's results deserve bars: not if all of them are equally likely, as with one
    die, and not if there is only one."""
    if not roll.get("counts"):
        return False
    chances: list[float] = list(roll[roll["counts"]]["distribution"].values())
    return max(chances) - min(chances) > ROUNDING


def _make_bars(chances: Mapping[str, float]) -> list[ChartBar]:
    """Return a bar for each named chance, each chance written for itself."""
    return [
        ChartBar(space_hyphens(name), chance, format_percent(chance))
        for name, chance in chances.items()
    ]


def _name_roll(roll: Data, names: Names) -> str:
    """Return the name of a roll with whose it is: `defense of Joe`."""
    name = space_underscores(roll["name"].partition(".")[0])
    return f"{name} of {show_name(roll['who'], names)}"


RENDERED: dict[str, Callable[[Data, Names, int], list[Line]]] = {
    "dice": render_dice,
    "test": render_test,
    "initiative": render_initiative,
}
"""Functions that render a document of odds, by the key that tells its kind."""


MOST_ROWS = 16
"""Most rows of numbers; more numbers than that are grouped in steps."""
RARE = 0.001
"""Amounts at either end that together are rarer than this share one row."""


class NumberRow(NamedTuple):
    """Some numbers that share a row. `more` names these numbers and all above, as in `4+`; empty
    if their chance together is not shown."""

    label: str
    chance: float
    more: str = ""


def render_distribution(
    title: str, distribution: Data, width: int
) -> list[Line]:
    """Render a distribution: a heading with mean and spread, and a bar for each row of numbers."""
    mean = f"{title}: {distribution['mean']:.1f} on average, spread {distribution['spread']:.1f}"
    rows = group_numbers(distribution["distribution"])
    name = max(cells(row.label) for row in rows)
    chances = [row.chance for row in rows]
    above = format_or_more([row.more for row in rows], chances)
    labels = [pad(row.label, name, right=True) for row in rows]
    drawn = render_bars(
        [*map(ChartBar, labels, chances, format_shares(chances), above)],
        width,
        max(chances),
    )
    return [*paragraph(mean, width, "heading"), *drawn]


def group_numbers(distribution: Mapping[str, float]) -> list[NumberRow]:
    """Group a distribution into rows of numbers, in equal steps. Rare numbers at either end
    share a row: `3 or less`, `12 or more`."""
    found = sorted(
        (int(number), chance) for number, chance in distribution.items()
    )
    chances = dict(found)
    low = _find_first_common(found)
    high = _find_first_common(found[::-1])
    step = -(-(high - low + 1) // MOST_ROWS)
    rows: list[NumberRow] = []
    below = [number for number in chances if number < low]
    if below:
        label = f"{below[-1]} or less"
        rows.append(NumberRow(label, sum(chances[n] for n in below)))
    for first in range(low, high + 1, step):
        last = min(first + step - 1, high)
        inside = [number for number in chances if first <= number <= last]
        chance = sum(chances[n] for n in inside)
        if chance:
            label = str(first) if first == last else f"{first} to {last}"
            or_more = f"{first}+" if rows else ""
            rows.append(NumberRow(label, chance, or_more))
    above = [number for number in chances if number > high]
    if above:
        label = f"{above[0]} or more"
        rows.append(NumberRow(label, sum(chances[n] for n in above)))
    return rows


def _find_first_common(chances: Sequence[tuple[int, float]]) -> int:
    """Return the first number up to which the chances add up to RARE. A single rare number at
    the beginning is kept, since a row of its own takes no more room."""
    gone = 0.0
    for place, (number, chance) in enumerate(chances):
        gone += chance
        if gone >= RARE:
            return chances[0][0] if place == 1 else number
    return chances[-1][0]
