"""Odds of initiative: who acts first."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from gmtrack.app.run import initiative_groups
from gmtrack.app.several import combatants_named
from gmtrack.app.step import INITIATIVE
from gmtrack.core.encounter import Data, Encounter
from gmtrack.dice.sources import GroupedDice
from gmtrack.errors import Refusal
from gmtrack.odds.amounts import TooManyRuns, amounts_to_json, margin_of_error
from gmtrack.odds.initiative import (
    FirstChances,
    InitiativeOdds,
    NotCountable,
    fight_among,
    leaders_of,
    roll_and_look,
)
from gmtrack.odds.work import CountedDice, trials_within_limit
from gmtrack.rulesets.port import Ruleset

MOST_RUNS = 4_000
"""Runs of the rules that an exact answer may take; each has only two combatants in it."""
TRIALS = 1_000
"""The number of trials if an exact answer takes too many runs."""
SEED = 0
"""A fixed seed, so that a question always has the same answer."""


def initiative_odds(
    ruleset: Ruleset, encounter: Encounter, words: Sequence[str]
) -> Data:
    """Return the document of who acts first among the named combatants, or among everybody
    present if none is named: `initiative`, a row for each, `shared`, the chances of ties, and
    `sampled` (`trials`, `margin`) if it takes too long to be exact. Raises Refusal if no dice
    would be rolled."""
    who = _who_rolls(ruleset, encounter, words)
    initiative = InitiativeOdds(ruleset, encounter, who, INITIATIVE, MOST_RUNS)
    if not initiative.rolls:
        message = (
            "no dice would be rolled for initiative now: `board` has the order"
        )
        raise Refusal(ruleset.WORDS.value, message)
    groups = initiative_groups(encounter)
    try:
        found = initiative.chances(groups)
    except (TooManyRuns, NotCountable):
        found = _first_by_trial(ruleset, encounter, who, groups)
    doc: Data = {"initiative": _chance_rows(found, who)}
    doc["shared"] = [
        {
            "who": [one for one in who if one in together],
            "chance": float(chance),
        }
        for together, chance in found.first.items()
        if len(together) > 1
    ]
    if found.trials:
        doc["sampled"] = {
            "trials": found.trials,
            "margin": margin_of_error(found.trials),
        }
    return doc


def _who_rolls(
    ruleset: Ruleset, encounter: Encounter, words: Sequence[str]
) -> list[str]:
    """Return the ids that the words mean, each once; for no words everybody present. Raises
    Refusal for somebody unknown or away."""
    found = [
        who
        for word in words
        for who in combatants_named(word, encounter, ruleset.WORDS)
    ]
    for who in found:
        if away := encounter.away(who):
            raise Refusal(
                ruleset.WORDS.absent,
                f"{encounter.display_name(who)} is away ({away}): `join {who}`",
            )
    return list(dict.fromkeys(found)) or encounter.present()


def _chance_rows(found: FirstChances, who: Sequence[str]) -> list[Data]:
    """Return a row for each combatant, the most likely first one at the top: `who`, `first` (the
    chance to act first alone) and `score`, a distribution, if it is known."""
    rows: list[Data] = []
    for one in who:
        row: Data = {
            "who": one,
            "first": float(found.first.get(frozenset((one,)), 0)),
        }
        if one in found.scores:
            row["score"] = amounts_to_json(found.scores[one])
        rows.append(row)
    return sorted(rows, key=lambda row: -row["first"])


def _first_by_trial(
    ruleset: Ruleset,
    encounter: Encounter,
    who: Sequence[str],
    groups: Mapping[str, str],
) -> FirstChances:
    """Return the chances from trials, of which rolls with very many dice get fewer."""
    chance, fight = CountedDice(SEED), fight_among(encounter, who)
    of_file: Data = {}

    def try_once() -> frozenset[str]:
        dice = GroupedDice(chance, groups, INITIATIVE)
        return roll_and_look(
            ruleset,
            fight,
            dice,
            lambda after: leaders_of(ruleset, after),
            of_file,
        )

    firsts = [try_once()]
    trials = trials_within_limit(TRIALS, chance.rolled)
    firsts += [try_once() for _ in range(trials - 1)]
    found = FirstChances(trials=trials)
    for first in firsts:
        found.add(first, Fraction(1, trials))
    return found
