"""Whether sense does worse than plain play: pairs of fights with the same dice, in one of which a
side has sense, and a sequential test that stops as soon as the answer is clear."""

from collections.abc import Callable
from functools import cache
from math import log, sqrt
from typing import NamedTuple

from long_run import LONG

from gmtrack.core.encounter import Encounter
from gmtrack.simulation.fight import Sides
from gmtrack.simulation.work import Player

from .fights import opened, setup, sharing_player


class Limits(NamedTuple):
    """When a comparison of pairs of fights ends."""

    most: int
    """The most pairs."""
    margin: float
    """The loss, as a share of the fights, that has to be told from none."""
    rounds: int
    """The most rounds of a fight."""


LIMITS = Limits(400, 0.08, 50) if LONG else Limits(80, 0.25, 15)
BATCH = 5
"""The pairs after each of which a loss is looked for."""
FEWEST = 10
"""The pairs before which nothing is called worse."""
FEWEST_FOR_NO_LOSS = 4
"""The pairs before which nothing is called no loss: of fewer, chance alone decides."""
STRICT = 2.8
"""Standard deviations from which on a loss is no chance."""
MISSED = 0.1
"""The odds of the margin against no loss at which a comparison ends: no loss is that likely."""


class Comparison(NamedTuple):
    """How much more fights a side wins with sense than without, and whether that is a loss."""

    pairs: int
    mean: float
    is_worse: bool

    def __str__(self) -> str:
        return f"{self.mean:+.2f} in {self.pairs} pairs"


def compare(advantage: Callable[[int], int], limits: Limits = LIMITS) -> Comparison:
    """Look at pairs of fights until it is clear whether a side loses by having sense.
    `advantage` returns of the pair with a number 1 if only sense won it, -1 if only plain play
    did, and 0 otherwise.

    There are two bounds. It is worse if the mean is more than `STRICT` standard deviations below
    nothing, after any `BATCH` pairs. It is not if a loss of the margin has become `1 / MISSED`
    times less likely than no loss, by the ratio of the two likelihoods of a normal mean, after any
    pair. That is Wald's bound, which holds however often one looks: a true loss of the margin gets
    past it in at most one of ten comparisons (tried with 4,000 each, of pairs of which none to
    three of four are alike: in 7 to 9 %). After the most pairs only the first bound counts."""
    found: list[int] = []
    while True:
        found.append(advantage(len(found)))
        pairs, mean = len(found), sum(found) / len(found)
        spread = spread_of_mean(found)
        is_loss_looked_for = pairs >= FEWEST and pairs % BATCH == 0
        if is_loss_looked_for and mean + STRICT * spread < 0:
            return Comparison(pairs, mean, True)
        margin = limits.margin
        ratio = -margin * (2 * mean + margin) / (2 * spread**2)
        is_no_loss = pairs >= FEWEST_FOR_NO_LOSS and ratio <= log(MISSED)
        if is_no_loss or pairs >= limits.most:
            return Comparison(pairs, mean, False)


def spread_of_mean(found: list[int]) -> float:
    """Return the standard deviation of the mean. Two pairs that never were, one won and one lost by
    sense, keep it above nothing where all pairs are alike."""
    pairs = len(found)
    mean = sum(found) / pairs
    squares = (sum(map(abs, found)) + 2) / (pairs + 2)
    return sqrt(max(squares - mean**2, 2 / (pairs + 2) ** 2) / pairs)


class FightPairs:
    """The fights of an encounter with and without sense, each played at most once."""

    def __init__(self, encounter: Encounter, rounds: int = LIMITS.rounds) -> None:
        self._setup = setup(encounter, rounds=rounds)
        self._sides = Sides(encounter).side_by_combatant
        self._players: dict[str, Player] = {}
        self._winners: dict[tuple[str, int], str] = {}

    def winner(self, number: int, sensible: str = "") -> str:
        """Return who wins the fight with this number in which one side has sense; without a side
        everybody fights plainly."""
        if (sensible, number) not in self._winners:
            if sensible not in self._players:
                who = tuple(one for one, side in self._sides.items() if side == sensible)
                self._players[sensible] = sharing_player(self._setup._replace(sensible=who))
            self._winners[sensible, number] = self._players[sensible].fight(number).play().won
        return self._winners[sensible, number]

    def advantage(self, side: str, number: int) -> int:
        """Return 1 if a side wins the fight only with sense, -1 if it wins only without, and 0
        otherwise."""
        return (self.winner(number, side) == side) - (self.winner(number) == side)


@cache
def pairs_of(name: str) -> FightPairs:
    """Return the pairs of a ready-made fight, the same ones each time."""
    return FightPairs(opened(name))
