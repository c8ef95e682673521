"""The count of many simulated fights. It holds whole numbers alone, so the sums are the same in
whatever order the fights were played."""

from collections import Counter
from math import sqrt
from typing import Self

from gmtrack.odds.amounts import CERTAIN
from gmtrack.simulation.courses import Courses
from gmtrack.simulation.fight import Ending, Idle


class Tally:
    """The number of fights that ended in each way."""

    def __init__(self) -> None:
        self.fights = 0
        self.broken_off = False
        """Whether somebody did not want to wait for the other fights."""
        self.won: Counter[str] = Counter()
        """Fights by the side that won (`NOBODY`: none)."""
        self.rounds: Counter[int] = Counter()
        """Fights by the number of their rounds."""
        self.out: Counter[str] = Counter()
        """Fights in which each combatant was out at the end."""
        self.dead: Counter[str] = Counter()
        self.fled: Counter[str] = Counter()
        """Fights in which each combatant had left on their feet; these count as out, too."""
        self.winners_fled: Counter[str] = Counter()
        self.winners_out: Counter[str] = Counter()
        """Fights in which each combatant was out although their side won."""
        self.winners_dead: Counter[str] = Counter()
        self.tracks: Counter[tuple[str, str]] = Counter()
        """The sum of each track's last numbers, by combatant and label."""
        self.points: Counter[tuple[str, str]] = Counter()
        """The sum of the points that combatants had left, by combatant and name."""
        self.met: Counter[tuple[str, str]] = Counter()
        """Fights in which a side came to a choice, by side and choice (`Habits.met`)."""
        self.stuck: Counter[str] = Counter()
        """Fights that could not go on, by the reason."""
        self.idle: Counter[Idle] = Counter()
        """Combatants that still stood where nobody won, by what they did last."""
        self.courses = Courses()
        """Fights by their course, to find the ones that are worth looking at."""

    def add(self, ending: Ending) -> None:
        """Count one fight."""
        self.fights += 1
        self.won[ending.won] += 1
        self.rounds[ending.rounds] += 1
        self.out.update(ending.out)
        self.dead.update(ending.dead)
        self.fled.update(ending.fled)
        self.winners_fled.update(
            who for who in ending.fled if who in ending.winners
        )
        self.winners_out.update(
            who for who in ending.out if who in ending.winners
        )
        self.winners_dead.update(
            who for who in ending.dead if who in ending.winners
        )
        self.tracks.update(ending.tracks)
        self.points.update(ending.points)
        self.met.update(ending.met)
        self.idle.update(ending.idle)
        if ending.stuck:
            self.stuck[ending.stuck] += 1

    def merge(self, other: "Tally") -> Self:
        """Add the fights of another tally to this one, and return this one."""
        self.fights += other.fights
        self.won += other.won
        self.rounds += other.rounds
        self.out += other.out
        self.dead += other.dead
        self.fled += other.fled
        self.winners_fled += other.winners_fled
        self.winners_out += other.winners_out
        self.winners_dead += other.winners_dead
        self.points += other.points
        self.met += other.met
        self.stuck += other.stuck
        self.idle += other.idle
        self.courses.merge(other.courses)
        # A sum of tracks may be below 0, which `+=` would leave out.
        self.tracks.update(other.tracks)
        return self

    @property
    def margin(self) -> float:
        """Half the width of the 95 % confidence interval of the chances to win, from 0 to 1
        (0.05: five percentage points); without fights as for one.

        It is Wilson's interval, which has a width even if all fights ended alike, for the chance
        nearest to one half, whose interval is the widest."""
        n = max(1, self.fights)
        nearest_half = min(
            self.won.values(),
            default=n / 2,
            key=lambda count: abs(count / n - 0.5),
        )
        low, high = self.interval(nearest_half)
        return (high - low) / 2

    def interval(self, count: float) -> tuple[float, float]:
        """Return the least and the greatest chance, by Wilson's 95 % confidence interval, of what
        happened in so many of the fights; without fights as of one."""
        n = max(1, self.fights)
        chance = count / n
        spread = chance * (1 - chance) / n + CERTAIN**2 / (4 * n * n)
        middle = chance + CERTAIN**2 / (2 * n)
        half = CERTAIN * sqrt(spread)
        scale = 1 + CERTAIN**2 / n
        return (middle - half) / scale, (middle + half) / scale
