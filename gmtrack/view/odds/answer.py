"""The answer to one question: one attack, or several of one action."""

from collections.abc import Mapping, Sequence
from itertools import accumulate

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part
from gmtrack.view.bars import Bar, bars
from gmtrack.view.odds.beside import Column, fitted
from gmtrack.view.odds.conditions import endings, told, worded
from gmtrack.view.odds.damage import amounts, average, harm, render_risk, risk_of, spread
from gmtrack.view.odds.frame import (
    Names,
    about,
    all_named,
    circumstances,
    dice_of,
    goal_of,
    head,
    named,
    note,
    rolled,
    understood,
)
from gmtrack.view.parts import explained
from gmtrack.view.percentages import ROUNDING, certain, or_more, percent, shares, unbroken
from gmtrack.view.text import Line, Span, fold_all, shown, spoken, unhyphened

MANY, NOT_SO_FAR = "more", "not within 20"


def render_until(doc: Data, names: Names, width: int) -> list[Line]:
    """A bar for each number of attacks, with how likely it is that so many are enough."""
    told = doc["until"]
    lines = [*fold_all([head(doc, names)], width), *about(doc, width)]
    mean = f", {told['mean']:.1f} attacks on average where it is" if "mean" in told else ""
    heading = f"Until {told['end']}, in a row{mean}"
    lines += [[], *fold_all([[Span(heading, "heading")]], width)]
    chances = [*told["attacks"].values(), told["more"]]
    labels = [*told["attacks"], MANY if told["attacks"] else NOT_SO_FAR]
    whole = accumulate(told["attacks"].values())
    behind = [
        f"within {label}: {percent(chance)}" for label, chance in zip(labels, whole, strict=False)
    ]
    rows = zip(labels, chances, shares(chances), [*behind, ""], strict=True)
    return [*lines, *bars([Bar(*row) for row in rows if row[1]], width, max(chances))]


MOSTLY = "as it most often is after {before}"
FEW = 0.01
"""Conditions that are less likely have no bar each."""
TAIL = "  dice may roll on without end: beyond the last amount lies less than one in {:,.0f}"


def render_answer(doc: Data, names: Names, width: int) -> list[Line]:
    """Who attacks whom with what, what comes of it, and what is risked."""
    lines = [*understood([doc], width), *fold_all([head(doc, names)], width)]
    lines += [*_set_upon(doc, names, width), *circumstances([doc], [""], names, width)]
    lines += [*about(doc, width), *_needed(doc.get("roll"), width)]
    if "attacks" in doc:
        lines += _several(doc["attacks"], names, width)
    else:
        lines += _outcomes(doc["outcomes"], width)
    after = [*_stories(doc, width), *_damage(doc, width), *_afterwards(doc, width)]
    return [*lines, *after, *render_risk(doc, names, width)]


def _set_upon(doc: Data, names: Names, width: int) -> list[Line]:
    """Where those who are named behind somebody are the ones who attack: who is who, and in which
    order the one who is named first deals with them."""
    attacks = doc.get("attacks", ())
    foes = [attack["attacker"] for attack in attacks]
    if (
        not foes
        or doc["attacker"] in foes
        or {one["target"] for one in attacks} != {doc["attacker"]}
    ):
        return []
    one, others = named(doc["attacker"], names), all_named(foes, names)
    text = f"  {one} is set upon, and shares out to them in this order: {others}"
    return fold_all([[Span(text)]], width, 4)


def _needed(roll: Data | None, width: int) -> list[Line]:
    """`attack with the pistol  2 dice = 2 firearms`, and what they are rolled against."""
    if roll is None:
        return []
    using = f", {shown(roll['using'])}" if "using" in roll else ""
    pool = explained(dice_of(roll), _parts(roll["parts"]))
    lines = [[Span(f"  {spoken(roll['name'])}{using}  "), *pool]]
    if "goal" in roll:
        goal = _parts(roll["goal"]["parts"])
        lines.append([Span("  "), *explained(goal_of(roll), goal)])
    if "after" in roll:
        before = ", ".join(map(spoken, roll["after"]))
        lines.append([Span(f"  {MOSTLY.format(before=before)}", "note")])
    return fold_all(lines, width, 4)


def _parts(listed: Sequence[Data]) -> tuple[Part, ...]:
    return tuple(Part(one["label"], one["value"]) for one in listed)


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
    for label, answer in [*enumerate(attacks, 1), *([("all", doc)] if attacks else [])]:
        if several := _told_stories(answer, names):
            texts.append(f"{label}  {'; '.join(several)}")
    lines = fold_all([unbroken(f"  {text}") for text in texts], width, 4)
    return [[], [Span("Most likely", "heading")], *lines] if lines else []


def _told_stories(answer: Data, outcomes: Sequence[str]) -> list[str]:
    """`hit for 6, prone: 24 %`. One that comes in any case is told by the rest, and where all are
    outcomes with nothing besides, or of several attacks damage, they are no news."""
    stories = [one for one in answer.get("stories", ()) if not certain(one["chance"])]
    events = [_event(story, answer) for story in stories]
    if events == [[unhyphened(story.get("outcome", _dealt(story)))] for story in stories]:
        return []
    chances = _shares_of(answer, outcomes)
    return [
        f"{', '.join(event)}: {_chance_of(story, answer, chances)}"
        for event, story in zip(events, stories, strict=True)
    ]


def _event(story: Data, answer: Data) -> list[str]:
    """What happens, with those conditions that are told below."""
    news = told([answer]).open
    ends = [word for end, word in reversed(endings([answer]).items()) if story.get(end)][:1]
    return [_dealt(story), *worded([name for name in news if name in story["effects"]]), *ends]


def _dealt(story: Data) -> str:
    """`hit for 6`; several attacks together have no one outcome: `6 damage`."""
    if "outcome" not in story:
        return f"{story['damage'] or 'no'} damage"
    what = unhyphened(story["outcome"])
    return f"{what} for {story['damage']}" if story["damage"] else what


def _chance_of(story: Data, answer: Data, chances: Mapping[str, str]) -> str:
    """That of its outcome in the same words where it is the whole of it."""
    name, chance = story.get("outcome", ""), story["chance"]
    whole = name and abs(answer["outcomes"].get(name, 0) - chance) < ROUNDING
    return chances[name] if whole else percent(chance)


def _outcomes_of(answers: Sequence[Data]) -> list[str]:
    return list(dict.fromkeys(name for answer in answers for name in answer["outcomes"]))


def _shares_of(answer: Data, outcomes: Sequence[str]) -> dict[str, str]:
    """What is told of each outcome."""
    told = shares([answer.get("outcomes", {}).get(name, 0) for name in outcomes])
    return dict(zip(outcomes, told, strict=True))


def _damage(doc: Data, width: int) -> list[Line]:
    """As a picture; an amount that comes in any case needs none."""
    damage = doc["damage"]
    lines: list[Line] = []
    found = amounts(damage["distribution"])
    if any(certain(row.chance) and row.low == row.high for row in found):
        always = fold_all([[Span(f"Damage: {damage['mean']:.0f} in any case", "heading")]], width)
        lines += [[], *always] if damage["mean"] else []
    elif harm(damage):
        mean = f"Damage: {average(damage)} on average, spread {spread(damage):.1f}"
        chances = [row.chance for row in found]
        # That at least nothing happens is no news.
        more = or_more([f"{row.low}+" if row.low else "" for row in found], chances)
        labels = [row.label for row in found]
        rows = map(Bar, labels, chances, shares(chances), more)
        lines += [[], *fold_all([[Span(mean, "heading")]], width)]
        lines += bars([*rows], width, max(chances))
    if "tail" in doc:
        lines += fold_all([[Span(TAIL.format(1 / doc["tail"]), "note")]], width, 2)
    return lines


def _afterwards(doc: Data, width: int) -> list[Line]:
    """What becomes of the target; what is unlikely in one line, if there is more than one such."""
    found = told([doc])
    after = {word: doc[end] for end, word in endings([doc]).items() if doc[end]}
    few = [name for name in found.open if doc["effects"][name] < FEW]
    few = few if len(few) > 1 else []
    after |= {name: doc["effects"][name] for name in found.open if name not in few}
    rows = zip(worded([*after]), after.values(), strict=True)
    lines = bars([Bar(word, chance, percent(chance)) for word, chance in rows], width)
    lines += note("below 1 %", worded(few), width)
    lines += note("in any case", worded(found.certain), width)
    return [[], [Span("Afterwards", "heading")], *lines] if lines else []


def _several(attacks: Sequence[Data], names: Names, width: int) -> list[Line]:
    """Each attack of one action in a row."""
    outcomes = _outcomes_of(attacks)
    one_attacker = len({attack["attacker"] for attack in attacks}) == 1
    who = "target" if one_attacker else "attacker"
    ends = endings(attacks)
    ends = {end: word for end, word in ends.items() if any(attack[end] for attack in attacks)}
    risks = [risk_of(attack)["any"] for attack in attacks]
    each = [_shares_of(attack, outcomes).values() for attack in attacks]
    # The likeliest outcome stays.
    likely = [max(attack["outcomes"].get(name, 0) for attack in attacks) for name in outcomes]
    weights = [None if chance == max(likely) else (chance,) for chance in likely]
    columns = [
        Column("", [str(number) for number in range(1, len(attacks) + 1)]),
        Column(who.capitalize(), [named(attack[who], names) for attack in attacks], names=True),
        *map(Column, worded(outcomes), zip(*each, strict=True), weights),
        Column("damage", [average(attack["damage"]) for attack in attacks]),
        *(Column(word, [percent(attack[end]) for attack in attacks]) for end, word in ends.items()),
    ]
    if any(risks):
        columns.append(Column("risk", [percent(risk) for risk in risks]))
    rolls = [rolled(attack) for attack in attacks]
    if any(rolls):
        columns.append(Column("rolled", rolls, (-1,)))
    return fitted(columns, width)
