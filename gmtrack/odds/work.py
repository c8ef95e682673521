"""The work that an exact answer may take: counted, not timed, so that the same question has the
same answer on every machine."""

from collections.abc import Hashable

from gmtrack.dice.port import Answer, Ask
from gmtrack.dice.sources import RandomDice
from gmtrack.odds.amounts import TooManyRuns

MOST_WORK = 3_500_000
"""The most rows of tables that one exact answer goes through, which takes about a second."""
MOST_DICE = 800_000
"""The most dice of all trials of one sample together, where rolls and kinds of dice count as
more (ROLL, KIND)."""
ROLL = 40
"""A roll takes as long as so many of its dice."""
KIND = 160
"""Each further kind of dice of a roll takes, with the rest of its formula, as long as so many."""


class TooMuchWork(TooManyRuns):
    """Raised where an exact answer would go through more rows than it may."""


def check_work(rows: int) -> int:
    """Return the number of rows that are gone through for a single value. Raises TooMuchWork if
    these are more than a whole answer may take."""
    if rows > MOST_WORK:
        raise TooMuchWork
    return rows


class WorkLimit:
    """The work that is left to a search: rows of tables that it may go through."""

    def __init__(self, most: int = MOST_WORK) -> None:
        self.left = most
        self._done: set[Hashable] = set()

    def take(self, rows: int) -> None:
        """Note that so many rows are gone through. Raises TooMuchWork if that is more than is
        left."""
        self.left -= rows
        if self.left < 0:
            raise TooMuchWork

    def take_once(self, what: Hashable, rows: int) -> None:
        """Note the rows of something that is remembered, so that only its first time counts.
        Raises TooMuchWork."""
        if what not in self._done:
            self._done.add(what)
            self.take(rows)


class CountedDice(RandomDice):
    """Random dice of a seed that count what they have rolled: the dice, ROLL for each roll, and
    KIND for each kind of dice besides its first."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rolled = 0

    def roll(self, ask: Ask) -> Answer:
        """Roll the dice and count them; never raises."""
        answer = super().roll(ask)
        further_kinds = max(0, len(answer.kinds) - 1)
        self.rolled += len(answer.dice) + len(answer.again)
        self.rolled += ROLL + KIND * further_kinds
        return answer


def trials_within_limit(trials: int, rolled: int) -> int:
    """Return how many of so many trials are made if one of them rolls `rolled` dice: as many as
    stay within MOST_DICE, and at least one."""
    return max(1, min(trials, MOST_DICE // max(1, rolled)))
