"""A simulation's answer in one line, as a person would say it: chances in words, no more exact
than they are known."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from gmtrack.core.encounter import FRIENDS, Data
from gmtrack.view.percentages import is_certain
from gmtrack.view.simulation.small_print import (
    A_LOT,
    NOBODY,
    PARTY,
    conjugate_win,
    find_reasons_for_nobody,
    find_share_down,
    format_count,
    has_unfinished_fights,
    name_combatant,
    name_side,
)
from gmtrack.view.text import (
    Names,
)


class Fraction(NamedTuple):
    """A round share, how often that is, and how much of something."""

    value: float
    times: str
    part: str
    rough: bool = False
    """Also said where little is known."""


FRACTIONS = (
    Fraction(1 / 20, "one of twenty times", "a twentieth", rough=True),
    Fraction(1 / 10, "one of ten times", "a tenth", rough=True),
    Fraction(1 / 6, "one of six times", "a sixth"),
    Fraction(1 / 5, "one of five times", "a fifth", rough=True),
    Fraction(1 / 4, "one of four times", "a quarter", rough=True),
    Fraction(3 / 10, "three of ten times", "three tenths"),
    Fraction(1 / 3, "one of three times", "a third", rough=True),
    Fraction(2 / 5, "two of five times", "two fifths"),
    Fraction(1 / 2, "half of the time", "half", rough=True),
    Fraction(3 / 5, "three of five times", "three fifths"),
    Fraction(2 / 3, "two of three times", "two thirds", rough=True),
    Fraction(7 / 10, "seven of ten times", "seven tenths"),
    Fraction(3 / 4, "three of four times", "three quarters", rough=True),
    Fraction(4 / 5, "four of five times", "four fifths", rough=True),
    Fraction(5 / 6, "five of six times", "five sixths"),
    Fraction(9 / 10, "nine of ten times", "nine tenths", rough=True),
)
ROUGH = 0.035
"""Margin above which only rough fractions are used, if one is near."""
VAGUE = 0.1
"""Margin above which no fraction is named at all."""
NEAR = 0.02
"""Largest distance of a rough fraction from the chance; beyond it the nearest of all fractions
is used."""
SAME = 0.01
"""Distance within which a chance counts as equal to a fraction, even if the margin is smaller."""
NEARLY, HARDLY = 0.97, 0.03
SURE = 0.01
"""Largest margin for which `always` and `never` are said; above it, `in all of these fights`."""


class WordedChance(NamedTuple):
    """A chance in words: how often (`two of three times`), and how much of something (`two
    thirds`).

    `adverb`: `times` stands before a verb (`nearly always`). `seen`: the chance is 0 or 1 in too
    few fights to be certain."""

    times: str
    part: str
    adverb: bool = False
    seen: bool = False


def word_chance(chance: float, margin: float) -> WordedChance:
    """Return a chance in words: the nearest fraction, with `a little more than` or `a little
    less than` if the difference is above the margin."""
    if is_certain(chance):
        return _word_certainty("always", "all", margin)
    if not chance:
        return _word_certainty("never", "none", margin)
    if chance >= NEARLY:
        return WordedChance("nearly always", "nearly all", adverb=True)
    if chance <= HARDLY:
        return WordedChance("hardly ever", "hardly any", adverb=True)
    rough = _find_nearest(chance, [each for each in FRACTIONS if each.rough])
    near = round(abs(chance - rough.value), 9) <= NEAR
    found = (
        rough if margin > ROUGH and near else _find_nearest(chance, FRACTIONS)
    )
    off = chance - found.value
    if round(abs(off), 9) <= max(SAME, margin):
        return WordedChance(found.times, found.part)
    more = "a little more than" if off > 0 else "a little less than"
    return WordedChance(f"{more} {found.times}", f"{more} {found.part}")


def _word_certainty(adverb: str, part: str, margin: float) -> WordedChance:
    """Return the words for a chance of 0 or 1: certain if the margin is small, else limited to
    these fights."""
    if margin <= SURE:
        return WordedChance(adverb, part, adverb=True)
    return WordedChance(f"in {part} of these fights", part, seen=True)


def widen_margin(margin: float, share: float) -> float:
    """Return the margin for a chance that is counted in only this share of the fights; 1 for no
    share."""
    return margin / sqrt(share) if share > 0 else 1.0


def _find_nearest(chance: float, known: Sequence[Fraction]) -> Fraction:
    """Return the fraction nearest to a chance; of two that are equally near, the one nearer to a
    half."""
    return min(
        known,
        key=lambda each: (
            round(abs(chance - each.value), 9),
            abs(each.value - 0.5),
        ),
    )


HALF = 0.5
"""The share from which on fights are most of them, and up to which the median counts."""
GOES_DOWN, DIES = 0.1, 0.05
"""Least chances of going down and of dying that are mentioned."""
EVEN = 0.06
"""Largest lead in chances that still counts as even."""
EVENLY = 0.05
"""Margin above which nobody can say whether sides are even."""
BETWEEN = (0.3, 0.7)
"""Range of the fraction of a mean for which two numbers of rounds are named: `3 or 4`."""


class Loss(NamedTuple):
    """The combatant to whom something happens most often (empty name: nobody), and its chance."""

    name: str
    chance: float


def summarize_simulation(doc: Data, names: Names) -> str:
    """Return a simulation's result in sentences: who wins how often, how soon and at what cost,
    and why many fights have no winner."""
    share: float = doc["won"].get(NOBODY, 0)
    told = (
        []
        if share >= HALF
        else [_describe_winner(doc) + _describe_cost(doc, names)]
    )
    if share >= A_LOT:
        told.append(_describe_no_winner(doc, share))
    if share >= HALF:
        told += _describe_all_sides(doc)
    return " ".join(f"{one[0].upper()}{one[1:]}." for one in told)


def describe_side_wins(side: str, how_often: WordedChance) -> str:
    """Return how often a side wins: `two of three times the party wins`, `the party nearly
    always wins`, `the party wins none of these fights`."""
    if how_often.seen:
        return f"{name_side(side)} {conjugate_win(side)} {how_often.part} of these fights"
    if how_often.adverb:
        return f"{name_side(side)} {how_often.times} {conjugate_win(side)}"
    return f"{how_often.times} {name_side(side)} {conjugate_win(side)}"


def _rank_sides(doc: Data) -> list[str]:
    """Return the sides by how often they win, the most frequent first, without NOBODY."""
    won: Mapping[str, float] = doc["won"]
    return sorted(won.keys() - {NOBODY}, key=lambda side: (-won[side], side))


def _find_winner(doc: Data) -> str | None:
    """Return the side that clearly wins more often than the others, or None."""
    first, *others = _rank_sides(doc)
    ahead = doc["won"][first] - doc["won"][others[0]] if others else 1
    return first if ahead > max(2 * doc["margin"], EVEN) else None


def _describe_winner(doc: Data) -> str:
    """Return who wins how often, and how soon: `two of three times the party wins, in 4 rounds`."""
    winner, margin = _find_winner(doc), doc["margin"]
    if winner is None:
        if margin > EVENLY:
            return "too few fights to tell who wins more often"
        one, other, *_ = map(name_side, _rank_sides(doc))
        return f"about even between {one} and {other}{_describe_rounds(doc)}"
    wins = f"{name_side(winner)} {conjugate_win(winner)}"
    if doc["fights"] == 1:
        return f"in the only fight {wins}{_describe_rounds(doc)}"
    how_often = word_chance(doc["won"][winner], margin)
    if margin > VAGUE and not how_often.seen:
        return f"more often than not {wins}{_describe_rounds(doc)}"
    return f"{describe_side_wins(winner, how_often)}{_describe_rounds(doc)}"


def _describe_rounds(doc: Data) -> str:
    """Return how soon: `, in 4 rounds`, or in the middle of a fight `, in 3 or 4 more rounds`.
    Uses the median in place of the mean if many fights have no winner."""
    mean: float = doc["rounds"]["mean"]
    if has_unfinished_fights(doc) or doc["won"].get(NOBODY, 0) >= A_LOT:
        mean = _find_median(doc["rounds"]["distribution"])
    what = "more round" if "from_round" in doc else "round"
    whole, rest = divmod(mean, 1)
    if whole and BETWEEN[0] < rest < BETWEEN[1]:
        return f", in {whole:.0f} or {format_count(round(whole) + 1, what)}"
    return f", in {format_count(max(1, round(mean)), what)}"


def describe_mean_rounds(doc: Data) -> str:
    """Return the mean number of rounds: `4.1 on average`; `at least 24.0 on average` if fights
    were broken off."""
    least = "at least " if has_unfinished_fights(doc) else ""
    return f"{least}{doc['rounds']['mean']:.1f} on average"


def _find_median(distribution: Mapping[str, float]) -> int:
    """Return the median number of rounds."""
    left, found = HALF, 0
    for rounds, share in sorted(
        (int(rounds), share) for rounds, share in distribution.items()
    ):
        if left > 0:
            found = rounds
        left -= share
    return found


def _describe_cost(doc: Data, names: Names) -> str:
    """Return what winning costs: `; Vex goes down in half of those and Joe dies in a tenth`. If
    the party does not win, it says who of them dies."""
    winner = _find_winner(doc)
    side = winner or (PARTY if PARTY in doc["won"] else _rank_sides(doc)[0])
    margin = widen_margin(doc["margin"], doc["won"][side])
    losses = (
        []
        if margin > VAGUE
        else [*_describe_losses(doc, names, side, margin, winner is None)]
    )
    losses += _describe_deaths(doc, names, side)
    return f"; {' and '.join(losses)}" if losses else ""


def _describe_losses(
    doc: Data, names: Names, side: str, margin: float, even: bool
) -> Iterator[str]:
    """Yield who of a side most often goes down, and who most often dies, in the fights that it
    wins. Both only if they are frequent enough."""
    down = _find_likeliest(
        doc, names, side, lambda one: find_share_down(one["if_won"] or {})
    )
    dead = _find_likeliest(
        doc, names, side, lambda one: (one["if_won"] or {}).get("dead", 0)
    )
    which = (
        f" of the fights that {name_side(side)} {conjugate_win(side)}"
        if even
        else " of those"
    )
    if down.chance >= GOES_DOWN:
        yield f"{down.name} goes down in {word_chance(down.chance, margin).part}{which}"
        which = ""
    if dead.chance >= DIES and (side == PARTY or PARTY not in doc["won"]):
        who = "" if which == "" and dead.name == down.name else f"{dead.name} "
        yield f"{who}dies in {word_chance(dead.chance, margin).part}{which}"


def _describe_deaths(doc: Data, names: Names, side: str) -> Iterator[str]:
    """Yield who of the party dies most often, if another side wins and it is frequent enough."""
    if side == PARTY or doc["margin"] > VAGUE:
        return
    dead = _find_likeliest(doc, names, PARTY, lambda one: one["dead"])
    if dead.chance >= DIES:
        yield f"{dead.name} dies in {word_chance(dead.chance, doc['margin']).part} of all fights"


def _find_likeliest(
    doc: Data, names: Names, side: str, chance: Callable[[Data], float]
) -> Loss:
    """Return the combatant of a side with the highest value of `chance`; a Loss without a name
    if there is nobody."""
    people: Mapping[str, Data] = doc["combatants"]
    found = [
        Loss(name_combatant(who, one, names), chance(one))
        for who, one in people.items()
        if side == (PARTY if one["side"] in FRIENDS else one["side"])
    ]
    return max(found, key=lambda each: each.chance, default=Loss("", 0))


def _describe_no_winner(doc: Data, share: float) -> str:
    """Return how often nobody wins, and why: `nobody wins a fifth of the fights: not over after
    50 rounds`."""
    how_often = word_chance(share, doc["margin"])
    part = (
        how_often.part
        if doc["margin"] <= VAGUE
        else "many"
        if share >= HALF
        else "some"
    )
    told = f"nobody wins {part} of the fights"
    if is_certain(share):
        told = (
            "nobody wins any of these fights"
            if how_often.seen
            else "nobody ever wins"
        )
    first, *others = find_reasons_for_nobody(doc).items()
    reasons = [first[0], *(why for why, part in others if part >= A_LOT)]
    return f"{told}: {', or '.join(reasons)}"


def _describe_all_sides(doc: Data) -> Iterator[str]:
    """Yield how often each side wins, if nobody wins most of the fights."""
    for side in _rank_sides(doc):
        chance = doc["won"][side]
        if chance >= A_LOT and doc["margin"] <= VAGUE:
            yield describe_side_wins(side, word_chance(chance, doc["margin"]))
