"""The answer to one question, one attack or several of one action: what comes of it, how much it
hurts, what is risked."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import sqrt

from gmtrack.core.encounter import Data
from gmtrack.core.report import total
from gmtrack.view.odds.frame import (
    Names,
    about,
    all_named,
    circumstances,
    endings,
    goal_of,
    head,
    rolled,
    tail,
    told,
    understood,
    worded,
)
from gmtrack.view.percentages import (
    NEGLIGIBLE,
    ROUNDING,
    Bar,
    Numbers,
    bars,
    certain,
    or_more,
    percent,
    shares,
    unbroken,
)
from gmtrack.view.rolls import explained, parts_in
from gmtrack.view.tables import Column, fitted
from gmtrack.view.text import (
    Line,
    Span,
    cells,
    dice,
    fold_all,
    named,
    note,
    paragraph,
    shown,
    spoken,
    unhyphened,
)

MANY, NOT_SO_FAR = "more", "not within 20"


def render_until(doc: Data, names: Names, width: int) -> list[Line]:
    """A bar for each number of attacks, with how likely it is that so many are enough."""
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
        *fold_all([head(doc, names)], width),
        *about(doc, width),
        [],
        *heading,
    ]
    chances = [*told["attacks"].values(), told["more"]]
    labels = [*told["attacks"], MANY if told["attacks"] else NOT_SO_FAR]
    whole = accumulate(told["attacks"].values())
    behind = [
        f"within {label}: {percent(chance)}"
        for label, chance in zip(labels, whole, strict=False)
    ]
    rows = zip(labels, chances, shares(chances), [*behind, ""], strict=True)
    return [
        *lines,
        *bars([Bar(*row) for row in rows if row[1]], width, max(chances)),
    ]


MOSTLY = "as it most often is after {before}"
FEW = 0.01
"""Conditions that are less likely have no bar each."""


def render_answer(doc: Data, names: Names, width: int) -> list[Line]:
    """Who attacks whom with what, what comes of it, and what is risked."""
    lines = [*understood([doc], width), *fold_all([head(doc, names)], width)]
    lines += [
        *_set_upon(doc, names, width),
        *circumstances([doc], [""], names, width),
    ]
    lines += [*about(doc, width), *_needed(doc.get("roll"), width)]
    if "attacks" in doc:
        lines += _several(doc["attacks"], names, width)
    else:
        lines += _outcomes(doc["outcomes"], width)
    after = [
        *_stories(doc, width),
        *_damage(doc, width),
        *_afterwards(doc, width),
    ]
    return [*lines, *after, *render_risk(doc, names, width)]


def _set_upon(doc: Data, names: Names, width: int) -> list[Line]:
    """Where those who are named behind somebody are the ones who attack: who is who, and in which
    order the one who is named first deals with them."""
    attacks = doc.get("attacks", ())
    foes = [attack["attacker"] for attack in attacks]
    targets = {one["target"] for one in attacks}
    if doc["attacker"] in foes or targets != {doc["attacker"]}:
        return []
    one, others = named(doc["attacker"], names), all_named(foes, names)
    text = (
        f"  {one} is set upon, and shares out to them in this order: {others}"
    )
    return paragraph(text, width, "", 4)


def _needed(roll: Data | None, width: int) -> list[Line]:
    """`attack with the pistol  2 dice = 2 firearms`, and what they are rolled against."""
    if roll is None:
        return []
    using = f", {shown(roll['using'])}" if "using" in roll else ""
    parts, many = parts_in(roll["parts"]), dice(roll["dice"])
    whole = dice(total(tuple(parts))) if parts else many
    # Where nothing is left of a pool something may be rolled all the same.
    pool = explained(
        many if whole == many else f"{whole}, {many} rolled", parts
    )
    lines = [[Span(f"  {spoken(roll['name'])}{using}  "), *pool]]
    if "goal" in roll:
        lines.append(
            [
                Span("  "),
                *explained(goal_of(roll), parts_in(roll["goal"]["parts"])),
            ]
        )
    if "after" in roll:
        before = ", ".join(map(spoken, roll["after"]))
        lines.append([Span(f"  {MOSTLY.format(before=before)}", "note")])
    return fold_all(lines, width, 4)


def _outcomes(outcomes: dict[str, float], width: int) -> list[Line]:
    """A bar for each; one that comes in any case needs none."""
    sure = [name for name, chance in outcomes.items() if certain(chance)]
    if sure:
        return [[Span(f"  {unhyphened(sure[0])} "), Span(percent(1), "number")]]
    chances = [*outcomes.values()]
    rows = zip(worded([*outcomes]), chances, shares(chances), strict=True)
    return bars([Bar(*row) for row in rows], width)


def _stories(doc: Data, width: int) -> list[Line]:
    """What will most likely have happened, one line each; of several attacks a line for each
    attack, and one for all together."""
    attacks = doc.get("attacks", ())
    names = _outcomes_of(attacks or [doc])
    texts = [] if attacks else _told_stories(doc, names)
    for label, answer in [
        *enumerate(attacks, 1),
        *([("all", doc)] if attacks else []),
    ]:
        if several := _told_stories(answer, names):
            texts.append(f"{label}  {'; '.join(several)}")
    lines = fold_all([unbroken(f"  {text}") for text in texts], width, 4)
    return [[], [Span("Most likely", "heading")], *lines] if lines else []


def _told_stories(answer: Data, outcomes: Sequence[str]) -> list[str]:
    """`hit for 6, prone: 24 %`. One that comes in any case is told by the rest, and where all are
    outcomes with nothing besides, or of several attacks damage, they are no news."""
    stories = [
        one for one in answer.get("stories", ()) if not certain(one["chance"])
    ]
    events = [_event(story, answer) for story in stories]
    if events == [
        [unhyphened(story.get("outcome", _dealt(story)))] for story in stories
    ]:
        return []
    told_as = _shares_of(answer, outcomes)
    texts = []
    for event, story in zip(events, stories, strict=True):
        name, chance = story.get("outcome", ""), story["chance"]
        # That of its outcome in the same words where it is the whole of it.
        whole = (
            name and abs(answer["outcomes"].get(name, 0) - chance) < ROUNDING
        )
        texts.append(
            f"{', '.join(event)}: {told_as[name] if whole else percent(chance)}"
        )
    return texts


def _event(story: Data, answer: Data) -> list[str]:
    """What happens, with those conditions that are told below."""
    news = told([answer]).open
    ends = [
        word
        for end, word in reversed(endings([answer]).items())
        if story.get(end)
    ][:1]
    return [
        _dealt(story),
        *worded([name for name in news if name in story["effects"]]),
        *ends,
    ]


def _dealt(story: Data) -> str:
    """`hit for 6`; several attacks together have no one outcome: `6 damage`."""
    if "outcome" not in story:
        return f"{story['damage'] or 'no'} damage"
    what = unhyphened(story["outcome"])
    return f"{what} for {story['damage']}" if story["damage"] else what


def _outcomes_of(answers: Sequence[Data]) -> list[str]:
    return list(
        dict.fromkeys(name for answer in answers for name in answer["outcomes"])
    )


def _shares_of(answer: Data, outcomes: Sequence[str]) -> dict[str, str]:
    told = shares(
        [answer.get("outcomes", {}).get(name, 0) for name in outcomes]
    )
    return dict(zip(outcomes, told, strict=True))


def _damage(doc: Data, width: int) -> list[Line]:
    """As a picture; an amount that comes in any case needs none."""
    damage = doc["damage"]
    lines: list[Line] = []
    found = amounts(damage["distribution"])
    if any(certain(row.chance) and row.low == row.high for row in found):
        always = f"Damage: {damage['mean']:.0f} in any case"
        lines += (
            [[], *paragraph(always, width, "heading")] if damage["mean"] else []
        )
    elif harm(damage):
        mean = (
            f"Damage: {average(damage)} on average, spread {spread(damage):.1f}"
        )
        chances = [row.chance for row in found]
        # That at least nothing happens is no news.
        more = or_more(
            [f"{row.low}+" if row.low else "" for row in found], chances
        )
        labels = [row.label for row in found]
        rows = map(Bar, labels, chances, shares(chances), more)
        lines += [
            [],
            *paragraph(mean, width, "heading"),
            *bars([*rows], width, max(chances)),
        ]
    return [*lines, *tail(doc, width)]


def _afterwards(doc: Data, width: int) -> list[Line]:
    """What becomes of the target; what is unlikely in one line, if there is more than one such."""
    found = told([doc])
    after = {word: doc[end] for end, word in endings([doc]).items() if doc[end]}
    few = [name for name in found.open if doc["effects"][name] < FEW]
    few = few if len(few) > 1 else []
    after |= {
        name: doc["effects"][name] for name in found.open if name not in few
    }
    rows = zip(worded([*after]), after.values(), strict=True)
    lines = bars(
        [Bar(word, chance, percent(chance)) for word, chance in rows], width
    )
    lines += note("below 1 %", worded(few), width)
    lines += note("in any case", worded(found.certain), width)
    return [[], [Span("Afterwards", "heading")], *lines] if lines else []


def _several(attacks: Sequence[Data], names: Names, width: int) -> list[Line]:
    outcomes = _outcomes_of(attacks)
    one_attacker = len({attack["attacker"] for attack in attacks}) == 1
    who = "target" if one_attacker else "attacker"
    ends = endings(attacks)
    ends = {
        end: word
        for end, word in ends.items()
        if any(attack[end] for attack in attacks)
    }
    risks = [risk_of(attack)["any"] for attack in attacks]
    each = [_shares_of(attack, outcomes).values() for attack in attacks]
    # The likeliest outcome stays.
    likely = [
        max(attack["outcomes"].get(name, 0) for attack in attacks)
        for name in outcomes
    ]
    weights = [
        None if chance == max(likely) else (chance,) for chance in likely
    ]
    columns = [
        Column("", [str(number) for number in range(1, len(attacks) + 1)]),
        Column(
            who.capitalize(),
            [named(attack[who], names) for attack in attacks],
            names=True,
        ),
        *map(Column, worded(outcomes), zip(*each, strict=True), weights),
        Column("damage", [average(attack["damage"]) for attack in attacks]),
        *(
            Column(word, [percent(attack[end]) for attack in attacks])
            for end, word in ends.items()
        ),
    ]
    if any(risks):
        columns.append(Column("risk", [percent(risk) for risk in risks]))
    rolls = [rolled(attack) for attack in attacks]
    if any(rolls):
        columns.append(Column("rolled", rolls, (-1,)))
    return fitted(columns, width)


NO_RISK: Data = {
    "any": 0, "damage": {"mean": 0, "distribution": {}}, "effects": {}, "down": 0, "dead": 0,
}  # fmt: skip


def summary(doc: Data, width: int) -> str:
    """`odds: hit 54 %, miss 46 %, 3.5 damage, down 12 %`, and what the attacker risks if there is
    room for it."""
    outcomes = sorted(
        doc.get("outcomes", {}).items(), key=lambda entry: -entry[1]
    )
    told = shares([chance for _, chance in outcomes])
    parts = [
        f"{unhyphened(name)} {share}"
        for (name, _), share in zip(outcomes, told, strict=True)
    ]
    parts.append(f"{average(doc['damage'])} damage")
    parts += [
        f"{word} {percent(doc[end])}"
        for end, word in endings([doc]).items()
        if doc[end]
    ]
    line = f"odds: {'about ' if 'sampled' in doc else ''}{', '.join(parts)}"
    risk = risk_of(doc)["any"]
    more = f", risk {percent(risk)}" if risk else ""
    return line + more if cells(line + more) <= width else line


def risk_of(answer: Data) -> Data:
    """The risk that an answer tells, of several attacks that of all together."""
    found: Data = (
        answer.get("risk") or answer.get("total", {}).get("risk") or NO_RISK
    )
    return found


def render_risk(answer: Data, names: Names, width: int) -> list[Line]:
    """In few lines under a heading; no lines where nothing is to be feared."""
    risk = risk_of(answer)
    hurt, found = harm(risk["damage"]), told([risk])
    after = {
        word: risk[end] for end, word in endings([risk]).items() if risk[end]
    }
    after |= {name: risk["effects"][name] for name in found.open}
    if not hurt and not after and not found.certain:
        return []
    damage = risk["damage"]
    mean = f"{average(damage)} on average over all cases, spread {spread(damage):.1f}"
    lines = [f"any harm {percent(risk['any'])}"] if risk["any"] else []
    lines += [f"damage {percent(hurt)}, {mean}"] if hurt else []
    rows = zip(worded([*after]), after.values(), strict=True)
    lines += (
        [", ".join(f"{word} {percent(chance)}" for word, chance in rows)]
        if after
        else []
    )
    body = fold_all([unbroken("  " + line) for line in lines], width, 4)
    sure = note("in any case", worded(found.certain), width)
    who = {one["attacker"]: None for one in answer.get("attacks", [answer])}
    heading = f"{all_named(who, names)} {'risks' if len(who) == 1 else 'risk'}"
    return [[], *paragraph(heading, width, "heading"), *body, *sure]


MOST_ROWS = 14
"""More amounts than these are told in steps of several."""
RARE_TOGETHER = 0.01
"""Amounts beyond which all together are less likely do not make the others rougher."""
LEAST = 0.05
"""A mean that is less has no number."""


def harm(damage: Data) -> float:
    chances: Mapping[str, float] = damage["distribution"]
    return sum(chance for amount, chance in chances.items() if amount != "0")


def average(damage: Data) -> str:
    """The mean as told: `3.8`, `<0.1` for what is next to nothing."""
    return "<0.1" if 0 < damage["mean"] < LEAST else f"{damage['mean']:.1f}"


def spread(damage: Data) -> float:
    mean = damage["mean"]
    squares = (
        (int(n) - mean) ** 2 * chance
        for n, chance in damage["distribution"].items()
    )
    return sqrt(sum(squares))


def amounts(distribution: Mapping[str, float]) -> list[Numbers]:
    """The amounts that matter, in as many rows as one takes in: the rare ones above the rest are
    told together, and many in steps; how long these are the tail does not decide."""
    found = sorted((int(n), chance) for n, chance in distribution.items())
    left = sum(chance for _, chance in found)
    most = found[-1][0]
    step = max(1, -(-(_last_of_weight(found) - found[0][0]) // MOST_ROWS))
    rows: list[Numbers] = []
    for low, high, chance in _steps(found, step):
        rare = left < (RARE_TOGETHER if chance < NEGLIGIBLE else NEGLIGIBLE * 2)
        if rows and high < most and (rare or len(rows) == MOST_ROWS):
            rows.append(Numbers(low, None, left))
            break
        rows.append(Numbers(low, high, chance))
        left -= chance
    return rows


def _last_of_weight(found: list[tuple[int, float]]) -> int:
    """The first amount beyond which hardly anything lies."""
    beyond = 0.0
    for amount, chance in reversed(found):
        beyond += chance
        if beyond >= RARE_TOGETHER:
            return amount
    return found[0][0]


def _steps(
    found: list[tuple[int, float]], step: int
) -> Iterator[tuple[int, int, float]]:
    """Amounts in steps; nothing at all stands alone."""
    chances = dict(found)
    low = found[0][0]
    while low <= found[-1][0]:
        high = low if low == 0 else min(low + step - 1, found[-1][0])
        inside = [chances[n] for n in range(low, high + 1) if n in chances]
        if inside:
            yield low, high, sum(inside)
        low = high + 1
