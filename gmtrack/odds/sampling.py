"""Odds by trial: an attack with too many branches is carried out again and again with random
dice."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Intent
from gmtrack.core.report import Block, Report
from gmtrack.core.stages import Stage, StepRunner
from gmtrack.dice.port import Dice
from gmtrack.errors import Refusal
from gmtrack.odds.branch_runner import BLOCKS_OF_A_TURN
from gmtrack.odds.chances import (
    ActionEnd,
    AttackResult,
    BranchSegment,
    BranchTally,
    JudgeFate,
    Odds,
    OutcomeFact,
    effects_besides_attacks,
    fate_of,
    marks_of,
)
from gmtrack.odds.checkpoint import checkpoint_of
from gmtrack.odds.later_attacks import resolve_later
from gmtrack.odds.work import MOST_DICE, CountedDice
from gmtrack.rulesets.port import Ruleset

TRIALS = 2_500
"""The usual number of trials: 19 of 20 answers are off by less than two of a hundred."""
MOST_ATTACKS = 4_000
"""The most attacks of all trials together; an action with many attacks gets fewer trials."""
SEED = 0
"""The fixed seed, so that the same question has the same answer."""

Results = Callable[[Draft, list[Data]], list[AttackResult]]
"""A callback that returns what attacks have come to, given the draft and their documents."""


class TrialRunner(StepRunner):
    """A runner of trials on one draft that notes what each attack came to as soon as it is
    resolved."""

    narrated = False
    reported = False

    def __init__(self, encounter: Encounter, results: Results) -> None:
        self.draft = Draft(encounter, self)
        self._results = results
        self.begin()

    def begin(self) -> None:
        """Begin another trial: put the fight back as it was and forget the last trial."""
        self.draft.rollback()
        self.ended: dict[int, AttackResult] = {}
        self.besides: set[OutcomeFact] = set()
        self._turn = self._taken = 0

    def run(self, plan: Any, first: Stage[Any]) -> None:
        """Run an action stage by stage, and note the attacks that each resolves."""
        stage: Stage[Any] | None = first
        while stage is not None:
            stage = stage.run(plan)
            blocks = plan.game.report.blocks
            self.take_attacks(
                blocks
                if stage is None
                else blocks[: checkpoint_of(stage).block]
            )

    def take_attacks(self, blocks: Sequence[Block]) -> None:
        """Note the results of the attacks in `blocks` that are not noted yet."""
        new = [block.document() for block in blocks[self._taken :]]
        self._taken = len(blocks)
        numbers = range(
            self._turn + len(blocks) - len(new), self._turn + len(blocks)
        )
        self.ended |= zip(numbers, self._results(self.draft, new), strict=True)

    def end_action(self, report: Report) -> None:
        """Note the results of an action's last attacks, and its effects outside attacks, from
        its finished report."""
        self.take_attacks(report.blocks)
        self.besides |= effects_besides_attacks(report)

    def begin_action(self, number: int) -> None:
        """Begin the action of this number, which has a report of its own."""
        self._turn, self._taken = number * BLOCKS_OF_A_TURN, 0


def sample_odds(
    ruleset: Ruleset,
    encounter: Encounter,
    intents: Sequence[Intent],
    table: Callable[[Dice], Dice],
    results: Results,
    most: int = TRIALS,
    enough: Callable[[], bool] = lambda: False,
) -> Odds:
    """Estimate the odds of attacks in a row by trials, and return them with the number of
    trials.

    Makes at most `most` trials, MOST_ATTACKS attacks and rolls of MOST_DICE dice, and stops when
    `enough` returns true, but not before the first trial. `table` wraps the random dice in a source
    that has the typed dice. Raises Refusal as the first attack would; a later attack that is
    refused is left out."""
    chance, found = CountedDice(SEED), BranchTally()
    made: list[BranchSegment] = []
    attacks = 0
    runner = TrialRunner(encounter, results)
    fate = partial(fate_of, ruleset, runner.draft)
    try:
        while (
            len(made) < most
            and attacks < MOST_ATTACKS
            and chance.rolled < MOST_DICE
            and not (made and enough())
        ):
            runner.begin()
            _play_trial(ruleset, runner, intents, table(chance))
            attacks += len(runner.ended)
            made.append(_segment_of_trial(runner, fate))
    finally:
        runner.draft.rollback()
    for segment in made:
        found.add(segment, Fraction(1, len(made)))
    return found.to_odds(trials=len(made))


def _play_trial(
    ruleset: Ruleset, runner: TrialRunner, intents: Sequence[Intent], dice: Dice
) -> None:
    """Carry out all intents of one trial; a later one that is refused is left out."""
    for number, intent in enumerate(intents):
        runner.begin_action(number)
        if number == 0:
            runner.end_action(ruleset.resolve(runner.draft, intent, dice))
            continue
        with suppress(Refusal):
            runner.end_action(
                resolve_later(ruleset, runner.draft, intent, dice)
            )


def _segment_of_trial(runner: TrialRunner, fate: JudgeFate) -> BranchSegment:
    """Return a trial as one segment that goes from the beginning to the end, with all its
    weight."""
    ended = list(runner.ended.values())
    judged = {
        who: fate(who) for one in ended for who in (one.attacker, one.target)
    }
    marks = runner.besides | marks_of(ended, judged)
    results = {
        number: one._replace(
            amounts={one.damage: 1}, own_amounts={one.suffered: 1}
        )
        for number, one in runner.ended.items()
    }
    damage = sum(one.damage for one in ended)
    suffered = sum(one.suffered for one in ended)
    return BranchSegment(
        1, 1, results, {ActionEnd(damage, suffered, frozenset(marks)): 1}
    )
