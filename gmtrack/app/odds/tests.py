"""Odds of a test."""

from collections.abc import Sequence
from contextlib import suppress

from gmtrack.app.odds.attack import MOST_RUNS, TAIL
from gmtrack.app.run import check_extras, understood
from gmtrack.app.several import not_together
from gmtrack.app.typed_dice import TypedDice, odds_dice
from gmtrack.core.choice import line_of
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Intent, Planning, Test
from gmtrack.core.names import squash
from gmtrack.dice.port import Dice
from gmtrack.errors import Refusal
from gmtrack.odds.amounts import TooManyRuns, margin_of_error
from gmtrack.odds.source import AllDice
from gmtrack.odds.tests import (
    TestChances,
    exact_test_chances,
    join_tests,
    sample_test_chances,
)
from gmtrack.rulesets.port import Ruleset

TRIALS = 2_500
"""The number of trials of a test that takes too many runs for an exact answer."""

ALONE = "each has chances of their own"
"""Why the odds of a test are asked for one combatant alone."""


def test_chances(
    ruleset: Ruleset, encounter: Encounter, intent: Test, rolls: Sequence[str]
) -> Data:
    """Return the document of a test's odds: exact, or sampled if that takes too many runs.
    `rolls` are typed dice. Whose turn it is and what the test costs do not matter. Raises
    Refusal as the test would."""
    planning = Planning((*ruleset.WORDS.turn, *ruleset.WORDS.price))
    options = intent.options._replace(planning=planning)
    told = (intent.what, intent.threshold, intent.limit, intent.bare)
    intent = Test(intent.who, *told, options=options)
    check_extras(ruleset, intent)
    found, meant = _understood(ruleset, encounter, intent, rolls)
    doc: Data = {"test": squash(meant.what), **found.to_json()}
    if meant is not intent:
        doc["understood"] = ["odds " + line_of(meant)]
    if meant.threshold is not None:
        doc["threshold"] = meant.threshold
    if found.endless:
        doc["tail"] = TAIL
    if found.trials:
        doc["sampled"] = {
            "trials": found.trials,
            "margin": margin_of_error(found.trials),
        }
    return doc


def _understood(
    ruleset: Ruleset, encounter: Encounter, intent: Test, rolls: Sequence[str]
) -> tuple[TestChances, Test]:
    """Return the chances, and the test with all words in full. Raises Refusal, also for a line
    that means several tests."""

    def answer(intents: list[Intent]) -> tuple[TestChances, Test]:
        tests = [one for one in intents if isinstance(one, Test)]
        if len(tests) > 1:
            raise not_together(
                [one.who for one in tests], ruleset.WORDS.value, ALONE
            )
        return _chances(ruleset, encounter, tests[0], rolls), tests[0]

    return understood(ruleset, encounter, [intent], answer)[0]


def _chances(
    ruleset: Ruleset, encounter: Encounter, intent: Test, rolls: Sequence[str]
) -> TestChances:
    """Return the chances of a test. If several combatants make it at once, each is computed
    alone and joined, because their rolls are independent and all together would have too many
    results."""
    names = encounter.names()

    def over_all(everything: AllDice) -> TypedDice:
        return odds_dice(rolls, everything, ruleset.WORDS, names)

    def falling(rest: Dice) -> TypedDice:
        return TypedDice(rolls, rest, ruleset.WORDS, names)

    def found(test: Test) -> TestChances:
        """Return the chances of one combatant's test: exact, or from trials."""
        try:
            return exact_test_chances(
                ruleset, encounter, test, over_all, MOST_RUNS
            )
        except TooManyRuns:
            return sample_test_chances(
                ruleset, encounter, test, falling, TRIALS
            )

    people = sample_test_chances(ruleset, encounter, intent, falling, 1).people
    if len(people) > 1 and not rolls:
        rest = (intent.what, intent.threshold, intent.limit)
        with suppress(Refusal):
            return join_tests(
                found(Test(who, *rest, options=intent.options))
                for who in people
            )
    return found(intent)
