"""What many fights came to, counted in whole numbers: in whatever order they were played, the sums
are the same."""

from collections import Counter
from math import sqrt
from typing import Self

from gmtrack.odds.amounts import CERTAIN
from gmtrack.simulation.fight import Ending, Idle


class Tally:
    """How many of the fights ended in which way. `out` and `dead` count by combatant, `winners_out`
    and `winners_dead` those among the winners, `tracks` sum the numbers by combatant and label,
    `stuck` counts why fights could not go on, `idle` who still stood where nobody won.
    `broken_off`: somebody would not wait for more."""

    def __init__(self) -> None:
        self.fights = 0
        self.broken_off = False
        self.won: Counter[str] = Counter()
        self.rounds: Counter[int] = Counter()
        self.out: Counter[str] = Counter()
        self.dead: Counter[str] = Counter()
        self.winners_out: Counter[str] = Counter()
        self.winners_dead: Counter[str] = Counter()
        self.tracks: Counter[tuple[str, str]] = Counter()
        self.stuck: Counter[str] = Counter()
        self.idle: Counter[Idle] = Counter()

    def add(self, ending: Ending) -> None:
        self.fights += 1
        self.won[ending.won] += 1
        self.rounds[ending.rounds] += 1
        self.out.update(ending.out)
        self.dead.update(ending.dead)
        self.winners_out.update(who for who in ending.out if who in ending.winners)
        self.winners_dead.update(who for who in ending.dead if who in ending.winners)
        self.tracks.update(ending.tracks)
        self.idle.update(ending.idle)
        if ending.stuck:
            self.stuck[ending.stuck] += 1

    def merge(self, other: "Tally") -> Self:
        """What others came to, besides."""
        self.fights += other.fights
        self.won += other.won
        self.rounds += other.rounds
        self.out += other.out
        self.dead += other.dead
        self.winners_out += other.winners_out
        self.winners_dead += other.winners_dead
        self.stuck += other.stuck
        self.idle += other.idle
        # A sum of tracks may be below 0, which `+=` would leave out.
        self.tracks.update(other.tracks)
        return self

    @property
    def margin(self) -> float:
        """Within how much of each chance to win the truth lies, in nineteen of twenty: Wilson's
        interval, which is no point even where all fights ended alike."""
        n = max(1, self.fights)
        chances = (count / n for count in self.won.values())
        nearest_half = min(chances, default=0.5, key=lambda chance: abs(chance - 0.5))
        spread = nearest_half * (1 - nearest_half) / n + CERTAIN**2 / (4 * n * n)
        return CERTAIN * sqrt(spread) / (1 + CERTAIN**2 / n)
