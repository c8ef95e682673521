"""Attacks in a row: by several people, and by one until somebody is down."""

from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from long_run import LONG

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack
from gmtrack.odds.amounts import margin
from gmtrack.odds.engine import Search, results
from gmtrack.odds.sampled import sampled

from .odds_play import FOLDERS, Sample, core, encounter, same, samples, whole

TIMES = 3
TRIALS = 2_500 if LONG else 400


def small(folder: str) -> Sample:
    """The first small attack of a ruleset that is on one target."""
    return next(
        one for one in samples("small") if one.folder == folder and "--roll" not in one.line
    )


def attack(sample: Sample, fight: Encounter) -> Attack:
    play = core(sample.folder)
    intent = play.intent(play.parsed(sample.line.split()), fight)
    assert isinstance(intent, Attack)
    return intent


def search(sample: Sample, fight: Encounter, times: int, **options: Any) -> Search:
    intents = [attack(sample, fight)] * times
    ruleset: Any = core(sample.folder).ruleset
    return Search(ruleset, fight, intents, lambda everything: everything, **options)


def down(sample: Sample, fight: Encounter, draft: Draft) -> bool:
    ruleset = core(sample.folder).ruleset
    return bool(ruleset.standing(draft, attack(sample, fight).targets[0]).out)


@pytest.mark.parametrize("folder", FOLDERS)
def test_two_in_a_row_say_the_same_merged_and_alone(folder: str) -> None:
    sample = small(folder)
    fight = encounter(sample)
    together = search(sample, fight, 2).odds(10**6)
    whole(together)
    same(together, search(sample, fight, 2, merging=False).odds(10**6))
    assert len(together.blocks) == 2
    assert encounter(sample).fight == fight.fight


@pytest.mark.parametrize("folder", FOLDERS)
def test_until_somebody_is_down_agrees_with_trials(folder: str) -> None:
    sample = small(folder)
    fight = encounter(sample)
    over = partial(down, sample, fight)
    exact = search(sample, fight, TIMES, until=over).odds(10**6).turns
    ruleset: Any = core(folder).ruleset
    intents = [attack(sample, fight)] * TIMES
    known = partial(results, ruleset)
    tried = sampled(ruleset, fight, intents, lambda dice: dice, known, over, most=TRIALS)
    assert sum(exact.values(), Fraction()) <= 1
    for number in exact.keys() | tried.turns.keys():
        found = exact.get(number, Fraction()) - tried.turns.get(number, Fraction())
        assert abs(found) < 2 * margin(tried.trials)


def test_what_one_attack_needs_is_there_again_for_the_next_where_nothing_came_of_it() -> None:
    """Misses change nothing: the second attack is down as often as the first one."""
    sample = small("spotlight")
    fight = encounter(sample)
    found = search(sample, fight, 2, until=partial(down, sample, fight)).odds(10**6)
    first = found.turns.get(1, Fraction())
    assert found.turns[2] >= first * (1 - first) * Fraction(9, 10)
