"""Chances by trial: an attack that has too many ways to add up is carried out again and again."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import sqrt

from gmtrack.core.branching import AsRead, Attacks, Branches
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Intent
from gmtrack.dice.port import Dice
from gmtrack.dice.sources import RandomDice
from gmtrack.odds.chances import DEAD, DOWN, ONE, AttackResult, Odds, Segment, Tally
from gmtrack.rulesets.port import Ruleset

TRIALS = 2_500
"""Trials that are made: within two of a hundred, in nineteen of twenty answers."""
SEED = 0
"""The same question has the same answer."""
CERTAIN = 1.96
"""Standard deviations within which nineteen of twenty answers lie."""

Results = Callable[[Draft, list[Data]], list[AttackResult]]
"""What attacks have come to, and how their targets are now."""


class Told(Branches):
    """Notes what each attack of one trial came to, as soon as it is resolved."""

    narrated = False

    def __init__(self, encounter: Encounter, results: Results) -> None:
        self.draft = Draft(encounter, self)
        self.ended: list[AttackResult] = []
        self._results = results

    def merge(self, blocks: Attacks, *carried: object, as_read: AsRead = None) -> None:
        self.take(blocks)

    def take(self, blocks: Attacks) -> None:
        """The attacks up to here are resolved."""
        new = [block.document() for block in blocks[len(self.ended) :]]
        self.ended += self._results(self.draft, new)


def sampled(
    ruleset: Ruleset,
    encounter: Encounter,
    intent: Intent,
    table: Callable[[Dice], Dice],
    results: Results,
) -> Odds:
    """The chances as trials show them; `table` lays typed dice before those that fall.
    Raises Refusal as the attack would."""
    chance, found = RandomDice(SEED), Tally()
    share = Fraction(1, TRIALS)
    for _ in range(TRIALS):
        told = Told(encounter, results)
        try:
            report = ruleset.resolve(told.draft, intent, table(chance))
            told.take(report.blocks)
        finally:
            told.draft.rollback()
        found.add(_segment(told.ended), share)
    found.close()
    return Odds(found.blocks, found.total, endless=False, trials=TRIALS)


def margin(trials: int) -> float:
    """How far the answer may be off, in nineteen of twenty."""
    return CERTAIN * sqrt(0.25 / trials)


def _segment(ended: Sequence[AttackResult]) -> Segment:
    """One trial as a branch that goes from the beginning to the end."""
    marks = {effect for one in ended for effect in one.effects}
    marks |= {DOWN} if any(one.down for one in ended) else set()
    marks |= {DEAD} if any(one.dead for one in ended) else set()
    results = [one._replace(amounts={one.damage: ONE}) for one in ended]
    damage = sum(one.damage for one in ended)
    return Segment(ONE, 0, results, {damage: ONE}, {frozenset(marks): ONE})
