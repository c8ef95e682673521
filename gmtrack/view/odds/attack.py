"""Screens of odds for one attack, or for several attacks of one action: outcomes, damage,
conditions and risk."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import sqrt

from gmtrack.core.encounter import Data
from gmtrack.core.report import total
from gmtrack.view.odds.frame import (
    choose_conditions,
    describe_attack_roll,
    describe_goal,
    find_endings,
    join_names,
    render_accuracy,
    render_circumstances,
    render_heading,
    render_tail,
    render_understood,
    unhyphen_all,
)
from gmtrack.view.percentages import (
    NEGLIGIBLE,
    ROUNDING,
    ChartBar,
    NumberRange,
    format_or_more,
    format_percent,
    format_shares,
    is_certain,
    keep_percentages_whole,
    render_bars,
)
from gmtrack.view.rolls import parse_parts, render_number_with_parts
from gmtrack.view.tables import TableColumn, render_fitted_table
from gmtrack.view.text import (
    Line,
    Names,
    Span,
    cells,
    count_dice,
    fold_all,
    paragraph,
    render_note,
    show_name,
    shown,
    space_hyphens,
    space_underscores,
)

MANY, NOT_SO_FAR = "more", "not within 20"


def render_until(doc: Data, names: Names, width: int) -> list[Line]:
    """Render the chances that an end comes with the first attack, the second and so on: a bar
    for each, with the chance that so many attacks are enough."""
    told = doc["until"]
    mean = (
        f", {told['mean']:.1f} attacks on average where it is"
        if "mean" in told
        else ""
    )
    heading = paragraph(
        f"Until {told['end']}, in a row{mean}", width, "heading"
    )
    lines = [
        *fold_all([render_heading(doc, names)], width),
        *render_accuracy(doc, width),
        [],
        *heading,
    ]
    chances = [*told["attacks"].values(), told["more"]]
    labels = [*told["attacks"], MANY if told["attacks"] else NOT_SO_FAR]
    whole = accumulate(told["attacks"].values())
    behind = [
        f"within {label}: {format_percent(chance)}"
        for label, chance in zip(labels, whole, strict=False)
    ]
    rows = zip(
        labels, chances, format_shares(chances), [*behind, ""], strict=True
    )
    return [
        *lines,
        *render_bars(
            [ChartBar(*row) for row in rows if row[1]], width, max(chances)
        ),
    ]


MOSTLY = "as it most often is after {before}"
FEW = 0.01
"""Conditions below this chance share one line instead of a bar each."""


def render_answer(doc: Data, names: Names, width: int) -> list[Line]:
    """Render the odds of an action: heading, circumstances, outcomes, damage, conditions
    afterwards and the attacker's risk. Several attacks of one action share a table of outcomes."""
    lines = [
        *render_understood([doc], width),
        *fold_all([render_heading(doc, names)], width),
    ]
    lines += [
        *_render_set_upon(doc, names, width),
        *render_circumstances([doc], [""], names, width),
    ]
    lines += [
        *render_accuracy(doc, width),
        *_render_attack_roll(doc.get("roll"), width),
    ]
    if "attacks" in doc:
        lines += _render_several_attacks(doc["attacks"], names, width)
    else:
        lines += _render_outcomes(doc["outcomes"], width)
    after = [
        *_render_full_outcomes(doc, width),
        *_render_damage(doc, width),
        *_render_afterwards(doc, width),
    ]
    return [*lines, *after, *render_risk(doc, names, width)]


def _render_set_upon(doc: Data, names: Names, width: int) -> list[Line]:
    """Render who attacks a combatant that fends off several, in the order in which the combatant
    deals with them. Return no lines for any other action."""
    attacks = doc.get("attacks", ())
    foes = [attack["attacker"] for attack in attacks]
    targets = {one["target"] for one in attacks}
    if doc["attacker"] in foes or targets != {doc["attacker"]}:
        return []
    one, others = show_name(doc["attacker"], names), join_names(foes, names)
    text = (
        f"  {one} is set upon, and shares out to them in this order: {others}"
    )
    return paragraph(text, width, "", 4)


def _render_attack_roll(roll: Data | None, width: int) -> list[Line]:
    """Render the dice and the goal of a roll: `attack with the pistol 2 dice = 2 firearms`. None
    gives no lines."""
    if roll is None:
        return []
    using = f", {shown(roll['using'])}" if "using" in roll else ""
    parts, many = parse_parts(roll["parts"]), count_dice(roll["dice"])
    whole = count_dice(total(tuple(parts))) if parts else many
    # Where nothing is left of a pool something may be rolled all the same.
    pool = render_number_with_parts(
        many if whole == many else f"{whole}, {many} rolled", parts
    )
    lines = [[Span(f"  {space_underscores(roll['name'])}{using}  "), *pool]]
    if "goal" in roll:
        lines.append(
            [
                Span("  "),
                *render_number_with_parts(
                    describe_goal(roll), parse_parts(roll["goal"]["parts"])
                ),
            ]
        )
    if "after" in roll:
        before = ", ".join(map(space_underscores, roll["after"]))
        lines.append([Span(f"  {MOSTLY.format(before=before)}", "note")])
    return fold_all(lines, width, 4)


def _render_outcomes(outcomes: dict[str, float], width: int) -> list[Line]:
    """Render a bar for each outcome, or one line of text if one outcome is certain."""
    sure = [name for name, chance in outcomes.items() if is_certain(chance)]
    if sure:
        return [
            [
                Span(f"  {space_hyphens(sure[0])} "),
                Span(format_percent(1), "number"),
            ]
        ]
    chances = [*outcomes.values()]
    rows = zip(
        unhyphen_all([*outcomes]), chances, format_shares(chances), strict=True
    )
    return render_bars([ChartBar(*row) for row in rows], width)


def _render_full_outcomes(doc: Data, width: int) -> list[Line]:
    """Render the likeliest full outcomes under `Most likely`. One attack has a line for each;
    several attacks have a line each, and one for all together. Return no lines if nothing is
    worth telling."""
    attacks = doc.get("attacks", ())
    names = _find_outcomes(attacks or [doc])
    texts = [] if attacks else _describe_full_outcomes(doc, names)
    for label, answer in [
        *enumerate(attacks, 1),
        *([("all", doc)] if attacks else []),
    ]:
        if several := _describe_full_outcomes(answer, names):
            texts.append(f"{label}  {'; '.join(several)}")
    lines = fold_all(
        [keep_percentages_whole(f"  {text}") for text in texts], width, 4
    )
    return [[], [Span("Most likely", "heading")], *lines] if lines else []


def _describe_full_outcomes(answer: Data, outcomes: Sequence[str]) -> list[str]:
    """Return full outcomes as text: `hit for 6, prone: 24 %`. `outcomes` are the names of all
    outcomes, for percentages that agree with theirs.

    Leave out a certain one. Return an empty list if they say no more than the outcomes (or, for
    several attacks, the damage) do."""
    stories = [
        one
        for one in answer.get("stories", ())
        if not is_certain(one["chance"])
    ]
    events = [_describe_event(story, answer) for story in stories]
    if events == [
        [space_hyphens(story.get("outcome", _describe_damage(story)))]
        for story in stories
    ]:
        return []
    chances = ChancesLikeOutcomes(answer, outcomes)
    return [
        f"{', '.join(event)}: {chances.format(story['chance'])}"
        for event, story in zip(events, stories, strict=True)
    ]


def _describe_event(story: Data, answer: Data) -> list[str]:
    """Return the parts of one full outcome as words: outcome with damage, the conditions that
    are told below, and the worst end."""
    news = choose_conditions([answer]).open
    ends = [
        word
        for end, word in reversed(find_endings([answer]).items())
        if story.get(end)
    ][:1]
    return [
        _describe_damage(story),
        *unhyphen_all([name for name in news if name in story["effects"]]),
        *ends,
    ]


def _describe_damage(story: Data) -> str:
    """Return outcome and damage as text: `hit for 6`. Several attacks together have no common
    outcome: `6 damage`."""
    if "outcome" not in story:
        return f"{story['damage'] or 'no'} damage"
    what = space_hyphens(story["outcome"])
    return f"{what} for {story['damage']}" if story["damage"] else what


def _find_outcomes(answers: Sequence[Data]) -> list[str]:
    """Return the names of all outcomes in these answers, each once."""
    return list(
        dict.fromkeys(name for answer in answers for name in answer["outcomes"])
    )


def _format_outcome_shares(
    answer: Data, outcomes: Sequence[str]
) -> dict[str, str]:
    """Return the percentages of an answer's outcomes by name, rounded so that they agree with
    each other."""
    told = format_shares(
        [answer.get("outcomes", {}).get(name, 0) for name in outcomes]
    )
    return dict(zip(outcomes, told, strict=True))


class ChancesLikeOutcomes:
    """Chances of one answer as text. A chance that is that of an outcome, such as that of the
    effect which the outcome brings, is written as the outcome is; any other by itself."""

    def __init__(self, answer: Data, outcomes: Sequence[str]) -> None:
        told = _format_outcome_shares(answer, outcomes)
        self._told = [
            (answer.get("outcomes", {}).get(name, 0), text)
            for name, text in told.items()
        ]

    def format(self, chance: float) -> str:
        """Return a chance as text."""
        alike = (
            text for one, text in self._told if abs(one - chance) < ROUNDING
        )
        return next(alike, "") or format_percent(chance)


def _render_damage(doc: Data, width: int) -> list[Line]:
    """Render the damage as bars under its mean and spread. Damage that is certain has a heading
    alone; no damage at all has no lines."""
    damage = doc["damage"]
    lines: list[Line] = []
    found = group_damage(damage["distribution"])
    if any(is_certain(row.chance) and row.low == row.high for row in found):
        always = f"Damage: {damage['mean']:.0f} in any case"
        lines += (
            [[], *paragraph(always, width, "heading")] if damage["mean"] else []
        )
    elif sum_harm_chance(damage):
        mean = f"Damage: {format_mean(damage)} on average, spread {find_deviation(damage):.1f}"
        chances = [row.chance for row in found]
        # That at least nothing happens is no news.
        more = format_or_more(
            [f"{row.low}+" if row.low else "" for row in found], chances
        )
        labels = [row.label for row in found]
        rows = map(ChartBar, labels, chances, format_shares(chances), more)
        lines += [
            [],
            *paragraph(mean, width, "heading"),
            *render_bars([*rows], width, max(chances)),
        ]
    return [*lines, *render_tail(doc, width)]


def _render_afterwards(doc: Data, width: int) -> list[Line]:
    """Render the chances of conditions and ends of the target. If two or more conditions are
    rarer than FEW, they share one line."""
    found = choose_conditions([doc])
    after = {
        word: doc[end] for end, word in find_endings([doc]).items() if doc[end]
    }
    few = [name for name in found.open if doc["effects"][name] < FEW]
    few = few if len(few) > 1 else []
    after |= {
        name: doc["effects"][name] for name in found.open if name not in few
    }
    rows = zip(unhyphen_all([*after]), after.values(), strict=True)
    chances = ChancesLikeOutcomes(doc, [*doc.get("outcomes", {})])
    lines = render_bars(
        [
            ChartBar(word, chance, chances.format(chance))
            for word, chance in rows
        ],
        width,
    )
    lines += render_note("below 1 %", unhyphen_all(few), width)
    lines += render_note("in any case", unhyphen_all(found.certain), width)
    return [[], [Span("Afterwards", "heading")], *lines] if lines else []


def _render_several_attacks(
    attacks: Sequence[Data], names: Names, width: int
) -> list[Line]:
    """Render several attacks as a table, a row each. A column that does not fit is left out,
    unlikely outcomes first."""
    one_attacker = len({attack["attacker"] for attack in attacks}) == 1
    who = "target" if one_attacker else "attacker"
    numbers = [str(number) for number in range(1, len(attacks) + 1)]
    people = [show_name(attack[who], names) for attack in attacks]
    means = [format_mean(attack["damage"]) for attack in attacks]
    columns = [
        TableColumn("", numbers),
        TableColumn(who.capitalize(), people, names=True),
        *_make_outcome_columns(attacks),
        TableColumn("damage", means),
    ]
    for end, word in find_endings(attacks).items():
        chances = [attack[end] for attack in attacks]
        if any(chances):
            columns.append(TableColumn(word, [*map(format_percent, chances)]))
    risks = [find_risk(attack)["any"] for attack in attacks]
    # What only the last attack of one attacker risks is that of the whole action: it stands below.
    is_of_all = one_attacker and len(risks) > 1 and not any(risks[:-1])
    if any(risks) and not is_of_all:
        columns.append(TableColumn("risk", [*map(format_percent, risks)]))
    rolls = [describe_attack_roll(attack) for attack in attacks]
    if any(rolls):
        columns.append(TableColumn("rolled", rolls, (-1,)))
    return render_fitted_table(columns, width)


def _make_outcome_columns(attacks: Sequence[Data]) -> Iterator[TableColumn]:
    """Yield a column for each outcome. The column of the likeliest outcome always stays; of the
    others, the unlikely ones are left out first."""
    outcomes = _find_outcomes(attacks)
    shares = [_format_outcome_shares(attack, outcomes) for attack in attacks]
    highest: dict[str, float] = {}
    for name in outcomes:
        highest[name] = max(
            attack["outcomes"].get(name, 0) for attack in attacks
        )
    for name, chance in highest.items():
        stays = chance == max(highest.values())
        texts = [share[name] for share in shares]
        yield TableColumn(
            space_hyphens(name), texts, None if stays else (chance,)
        )


NO_RISK: Data = {
    "any": 0, "damage": {"mean": 0, "distribution": {}}, "effects": {}, "down": 0, "dead": 0,
}  # fmt: skip


def summarize_odds(doc: Data, width: int) -> str:
    """Return the odds in one line: `odds: hit 54 %, miss 46 %, 3.5 damage, down 12 %`, with the
    attacker's risk if it fits into the width."""
    outcomes = sorted(
        doc.get("outcomes", {}).items(), key=lambda entry: -entry[1]
    )
    told = format_shares([chance for _, chance in outcomes])
    parts = [
        f"{space_hyphens(name)} {share}"
        for (name, _), share in zip(outcomes, told, strict=True)
    ]
    parts.append(f"{format_mean(doc['damage'])} damage")
    parts += [
        f"{word} {format_percent(doc[end])}"
        for end, word in find_endings([doc]).items()
        if doc[end]
    ]
    line = f"odds: {'about ' if 'sampled' in doc else ''}{', '.join(parts)}"
    risk = find_risk(doc)
    is_told = risk["any"] and risks_harm(risk) and not risk.get("harmless")
    more = f", risk {format_percent(risk['any'])}" if is_told else ""
    return line + more if cells(line + more) <= width else line


def find_risk(answer: Data) -> Data:
    """Return the risk in an answer; for several attacks that of all together, and NO_RISK if the
    answer has none."""
    found: Data = (
        answer.get("risk") or answer.get("total", {}).get("risk") or NO_RISK
    )
    return found


def render_risk(answer: Data, names: Names, width: int) -> list[Line]:
    """Render what the attacker risks under a heading. Return no lines if there is no risk."""
    risk = find_risk(answer)
    hurt, found = sum_harm_chance(risk["damage"]), choose_conditions([risk])
    after = {
        word: risk[end]
        for end, word in find_endings([risk]).items()
        if risk[end]
    }
    after |= {name: risk["effects"][name] for name in found.open}
    if not hurt and not after and not found.certain:
        return []
    damage = risk["damage"]
    mean = f"{format_mean(damage)} on average over all cases, spread {find_deviation(damage):.1f}"
    harms = risks_harm(risk)
    lines = []
    if harms and risk["any"] and not risk.get("harmless"):
        lines = [f"any harm {format_percent(risk['any'])}"]
    lines += [f"damage {format_percent(hurt)}, {mean}"] if hurt else []
    rows = zip(unhyphen_all([*after]), after.values(), strict=True)
    lines += (
        [", ".join(f"{word} {format_percent(chance)}" for word, chance in rows)]
        if after
        else []
    )
    body = fold_all(
        [keep_percentages_whole("  " + line) for line in lines], width, 4
    )
    sure = render_note("in any case", unhyphen_all(found.certain), width)
    who = {one["attacker"]: None for one in answer.get("attacks", [answer])}
    heading = f"{join_names(who, names)} {'risks' if len(who) == 1 else 'risk'}"
    if not harms:
        heading = f"{join_names(who, names)} afterwards"
    return [[], *paragraph(heading, width, "heading"), *body, *sure]


def risks_harm(risk: Data) -> bool:
    """Whether anything that may happen to an attacker is harm: any damage, a bad end, or an effect
    that is not `harmless`."""
    ends = any(risk[end] for end in find_endings([risk]))
    effects = risk["effects"].keys() - set(risk.get("harmless", ()))
    return bool(sum_harm_chance(risk["damage"]) or ends or effects)


MOST_ROWS = 14
"""Most rows of amounts; more amounts than that are grouped in steps."""
RARE_TOGETHER = 0.01
"""Amounts above which everything together is rarer than this do not make the steps larger."""
LEAST = 0.05
"""A mean below this is shown as `<0.1`."""


def sum_harm_chance(damage: Data) -> float:
    """Return the chance of any damage at all."""
    chances: Mapping[str, float] = damage["distribution"]
    return sum(chance for amount, chance in chances.items() if amount != "0")


def format_mean(damage: Data) -> str:
    """Return the mean damage as text: `3.8`; `<0.1` if it is below LEAST but not 0."""
    return "<0.1" if 0 < damage["mean"] < LEAST else f"{damage['mean']:.1f}"


def find_deviation(damage: Data) -> float:
    """Return the standard deviation of the damage."""
    mean = damage["mean"]
    squares = (
        (int(n) - mean) ** 2 * chance
        for n, chance in damage["distribution"].items()
    )
    return sqrt(sum(squares))


def group_damage(distribution: Mapping[str, float]) -> list[NumberRange]:
    """Group a distribution of damage into at most MOST_ROWS rows, in equal steps. Rare amounts
    at the upper end share one open row; that tail does not influence the length of the steps."""
    amounts = sorted((int(n), chance) for n, chance in distribution.items())
    left = sum(chance for _, chance in amounts)
    most = amounts[-1][0]
    step = max(1, -(-(_find_last_common(amounts) - amounts[0][0]) // MOST_ROWS))
    rows: list[NumberRange] = []
    for low, high, chance in _split_into_steps(amounts, step):
        rare = left < (RARE_TOGETHER if chance < NEGLIGIBLE else NEGLIGIBLE * 2)
        if rows and high < most and (rare or len(rows) == MOST_ROWS):
            rows.append(NumberRange(low, None, left))
            break
        rows.append(NumberRange(low, high, chance))
        left -= chance
    return rows


def _find_last_common(chances: list[tuple[int, float]]) -> int:
    """Return the highest amount that together with all above it has a chance of at least
    RARE_TOGETHER."""
    beyond = 0.0
    for amount, chance in reversed(chances):
        beyond += chance
        if beyond >= RARE_TOGETHER:
            return amount
    return chances[0][0]


def _split_into_steps(
    amounts: list[tuple[int, float]], step: int
) -> Iterator[tuple[int, int, float]]:
    """Yield low, high and chance of each step that has any chance; 0 is a step of its own."""
    chances = dict(amounts)
    low = amounts[0][0]
    while low <= amounts[-1][0]:
        high = low if low == 0 else min(low + step - 1, amounts[-1][0])
        inside = [chances[n] for n in range(low, high + 1) if n in chances]
        if inside:
            yield low, high, sum(inside)
        low = high + 1
