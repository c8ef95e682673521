"""Odds of a test."""

from collections.abc import Sequence
from contextlib import suppress

from gmtrack.app.odds.attack import MOST_RUNS, TAIL
from gmtrack.app.run import refuse_foreign_options, try_then_expand_shorthand
from gmtrack.app.several import several_refused
from gmtrack.app.typed_dice import TypedDice, typed_dice_for_odds
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


def test_odds(
    ruleset: Ruleset, encounter: Encounter, intent: Test, rolls: Sequence[str]
) -> Data:
    """Return the document of a test's odds: `test`, the chances, `threshold` if typed,
    `understood` if shorthand was expanded, `tail` if some runs do not end, and `sampled` if
    exact odds take too many runs. `rolls` are typed dice. Whose turn it is and what the test
    costs do not matter. Raises Refusal as the test would."""
    planning = Planning((*ruleset.WORDS.turn, *ruleset.WORDS.price))
    options = intent.options._replace(planning=planning)
    told = (intent.what, intent.threshold, intent.limit, intent.bare)
    intent = Test(intent.who, *told, options=options)
    refuse_foreign_options(ruleset, intent)
    found, meant = _chances_expanding_shorthand(
        ruleset, encounter, intent, rolls
    )
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


def _chances_expanding_shorthand(
    ruleset: Ruleset, encounter: Encounter, intent: Test, rolls: Sequence[str]
) -> tuple[TestChances, Test]:
    """Return the chances, and the test with all words in full. Raises Refusal, also for a line
    that means several tests."""

    def answer(intents: list[Intent]) -> tuple[TestChances, Test]:
        tests = [one for one in intents if isinstance(one, Test)]
        if len(tests) > 1:
            raise several_refused(
                [one.who for one in tests], ruleset.WORDS.value, ALONE
            )
        return _chances_of_people(ruleset, encounter, tests[0], rolls), tests[0]

    return try_then_expand_shorthand(ruleset, encounter, [intent], answer)[0]


def _chances_of_people(
    ruleset: Ruleset, encounter: Encounter, intent: Test, rolls: Sequence[str]
) -> TestChances:
    """Return the chances of a test. If several combatants make it at once, each is computed
    alone and joined, because their rolls are independent and all together would have too many
    results."""
    names = encounter.names()

    def typed_before_all(everything: AllDice) -> TypedDice:
        return typed_dice_for_odds(rolls, everything, ruleset.WORDS, names)

    def typed_before_chance(rest: Dice) -> TypedDice:
        return TypedDice(rolls, rest, ruleset.WORDS, names)

    def exact_or_tried(test: Test) -> TestChances:
        """Return the chances of one combatant's test: exact, or from trials."""
        try:
            return exact_test_chances(
                ruleset, encounter, test, typed_before_all, MOST_RUNS
            )
        except TooManyRuns:
            return sample_test_chances(
                ruleset, encounter, test, typed_before_chance, TRIALS
            )

    people = sample_test_chances(
        ruleset, encounter, intent, typed_before_chance, 1
    ).people
    if len(people) > 1 and not rolls:
        rest = (intent.what, intent.threshold, intent.limit)
        with suppress(Refusal):
            return join_tests(
                exact_or_tried(Test(who, *rest, options=intent.options))
                for who in people
            )
    return exact_or_tried(intent)
