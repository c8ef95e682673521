"""Screens of odds for several answers beside each other: variants of one attack, or everybody
against one target."""

from collections.abc import Callable, Sequence
from math import floor, inf, log10

from gmtrack.core.encounter import Data
from gmtrack.view.odds.attack import (
    find_deviation,
    find_risk,
    format_mean,
    sum_harm_chance,
)
from gmtrack.view.odds.frame import (
    choose_conditions,
    describe_attack_roll,
    find_endings,
    is_harmful,
    join_names,
    rate_seriousness,
    render_circumstances,
    render_heading,
    render_understood,
    replace_ids,
    unhyphen_all,
)
from gmtrack.view.percentages import NEGLIGIBLE, NEVER, format_percent
from gmtrack.view.tables import (
    TableColumn,
    render_fitted_table,
    render_stacked_tables,
)
from gmtrack.view.text import (
    Line,
    Names,
    Span,
    fold_all,
    paragraph,
    render_note,
    show_name,
    shown,
    space_hyphens,
)

BEST = "*"
BEFORE_UNKNOWN = (0, 1)
"""Weight of a column that is dropped last among those that show nothing harmful."""
Best = Callable[[Sequence[float]], float]
"""Function that picks the best of several numbers: `min` or `max`."""


def render_beside(doc: Data, key: str, names: Names, width: int) -> list[Line]:
    """Render the answers under `key` as a table, and below it what was refused. Variants have a
    column each under a letter; other answers have a row for each combatant."""
    answers: Sequence[Data] = doc[key]
    found = choose_conditions(answers)
    measures = [
        each
        for each in _make_measures(answers, found.open)
        if {*each.cells} != {NEVER}
    ]
    if key == "variants":
        drawn = _render_lettered(answers, measures, names, width)
    else:
        drawn = _render_rows(
            answers, doc.get("refused", ()), measures, names, width
        )
    drawn += render_note("in any case", unhyphen_all(found.certain), width)
    for refused in doc.get("refused", ()):
        what = shown(refused.get("words", ""))
        if not what:
            attacker = show_name(refused["attacker"], names)
            target = show_name(refused["target"], names)
            what = f"{attacker} against {target}"
        why = shown(replace_ids(refused["why"], names))
        drawn += paragraph(f"  {what}: {why}", width, hang=4)
    return drawn


def _render_rows(
    answers: Sequence[Data],
    refused: Sequence[Data],
    measures: Sequence[TableColumn],
    names: Names,
    width: int,
) -> list[Line]:
    """Render a row for each answer, named by its target if targets differ, else by its attacker."""
    asked = [*answers, *refused]
    attackers, targets = (
        {each[who] for each in asked} for who in ("attacker", "target")
    )
    other = "target" if len(targets) > 1 else "attacker"
    who = [show_name(answer[other], names) for answer in answers]
    attacker = "..." if len(attackers) > 1 else join_names(attackers, names)
    target = "..." if len(targets) > 1 else join_names(targets, names)
    return [
        *fold_all([[Span(f"{attacker} against {target}", "head")]], width),
        *render_circumstances(answers, who, names, width),
        *render_fitted_table(
            [TableColumn("Who", who, names=True), *measures], width
        ),
    ]


def _render_lettered(
    answers: Sequence[Data],
    measures: Sequence[TableColumn],
    names: Names,
    width: int,
) -> list[Line]:
    """Render a column for each answer under a letter, with a legend for the letters: the words
    of a variant seldom fit into a column."""
    letters = [chr(ord("A") + place % 26) for place in range(len(answers))]
    legend: list[Line] = [
        [
            Span(f"  {letter}  "),
            Span(shown(answer["words"]) or "as typed"),
            Span(f"  {describe_attack_roll(answer)}", "note"),
        ]
        for letter, answer in zip(letters, answers, strict=True)
    ]
    columns = map(
        TableColumn,
        letters,
        zip(*(measure.cells for measure in measures), strict=True),
    )
    return [
        *render_understood(answers, width),
        *fold_all([render_heading(answers[0], names), *legend], width, 5),
        *render_circumstances(answers, letters, names, width),
        *render_stacked_tables(
            [measure.head for measure in measures], [*columns], width
        ),
    ]


def _make_measures(
    answers: Sequence[Data], effects: Sequence[str]
) -> list[TableColumn]:
    """Return the columns by which answers are compared, each with a mark at the attacker's best:
    the most harm to the target, the least risk.

    The spread has no best value, nor has a condition that is not known to be harmful."""
    damage = [answer["damage"] for answer in answers]
    means = [each["mean"] for each in damage]
    marked_means = _mark_best(means, [*map(format_mean, damage)], max)
    deviations = [f"{find_deviation(each):.1f}" for each in damage]
    columns = [
        _make_chance_column("harm", [*map(sum_harm_chance, damage)], max),
        TableColumn("mean", marked_means),
        TableColumn("spread", deviations, BEFORE_UNKNOWN),
    ]
    for name in effects:
        chances = [answer["effects"].get(name, 0) for answer in answers]
        best = max if is_harmful(name) else None
        weight = _weigh_condition(name, chances)
        columns.append(
            _make_chance_column(space_hyphens(name), chances, best, weight)
        )
    for end, word in find_endings(answers).items():
        chances = [answer[end] for answer in answers]
        columns.append(_make_chance_column(word, chances, max))
    risks = [find_risk(answer)["any"] for answer in answers]
    return [*columns, _make_chance_column("risk", risks, min)]


def _weigh_condition(
    condition: str, chances: Sequence[float]
) -> tuple[float, ...]:
    """Return a sort key for how long a condition's column is kept when there is little room:
    harmful before others, then by power of ten of the chance, then by seriousness, then by
    chance."""
    likely, serious = max(chances), rate_seriousness(condition)
    return (
        bool(serious),
        floor(log10(likely)) if likely else -inf,
        serious,
        likely,
    )


def _make_chance_column(
    name: str,
    chances: Sequence[float],
    best: Best | None,
    weight: tuple[float, ...] | None = None,
) -> TableColumn:
    """Return a column of chances with a mark at the best. None for `best`: no mark."""
    return TableColumn(
        name, _mark_best(chances, [*map(format_percent, chances)], best), weight
    )


def _mark_best(
    numbers: Sequence[float], texts: Sequence[str], best: Best | None
) -> list[str]:
    """Return the texts with a mark at the best number, and at all that look the same or differ
    negligibly. No mark if that would be all of them."""
    if best is None:
        return [*texts]
    top = best(numbers)
    looks = texts[numbers.index(top)]
    good = [
        text == looks or abs(number - top) < NEGLIGIBLE
        for number, text in zip(numbers, texts, strict=True)
    ]
    marked = [
        f"{text} {BEST}" if one else text
        for text, one in zip(texts, good, strict=True)
    ]
    return [*texts] if all(good) else marked
