"""The choice of a simulated fight that is worth looking at: the typical one, the worst one, one
that was won, one that was lost.

Fights are told apart by their course alone: who won, in how many rounds, and how many fell on each
side. There are few different courses, so a million fights take no more memory than a thousand. The
first fight of a course stands for all of it, so the choice does not depend on who played them."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, Self

from gmtrack.simulation.fight import NOBODY, PARTY, Ending, Sides

TYPICAL, WORST, WON, LOST = KINDS = ("typical", "worst", "won", "lost")
"""Words for the fights that can be chosen."""


class Course(NamedTuple):
    """How a fight went, as seen from one side: that of the party (`side_of_interest`)."""

    won: str
    """The side that won, or `NOBODY`."""
    rounds: int
    out: int
    """How many of the own side were out at the end; the next number, how many of them were dead."""
    dead: int
    others_out: int
    """How many of all other sides were out."""


def side_of_interest(sides: Sides) -> str:
    """Return the side from which fights are judged: the party's, or that of the first combatant
    where there is no party."""
    every = [*sides.side_by_combatant.values()]
    return PARTY if PARTY in every else every[0]


def make_course(ending: Ending, sides: Sides) -> Course:
    """Return the course of a fight. Neutral combatants do not count."""
    own, by_combatant = side_of_interest(sides), sides.side_by_combatant
    out = [
        by_combatant[who] == own for who in ending.out if who in by_combatant
    ]
    dead = [who for who in ending.dead if by_combatant.get(who) == own]
    return Course(
        ending.won, ending.rounds, sum(out), len(dead), len(out) - sum(out)
    )


class Courses:
    """The courses of many fights: how often each came, and the number of its first fight."""

    def __init__(self) -> None:
        self.counts: Counter[Course] = Counter()
        self.first: dict[Course, int] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Courses) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def add(self, course: Course, number: int) -> None:
        """Count the fight with this number."""
        self.counts[course] += 1
        self._keep_first(course, number)

    def merge(self, other: "Courses") -> Self:
        """Add the fights of others to these, and return these."""
        self.counts += other.counts
        for course, number in other.first.items():
            self._keep_first(course, number)
        return self

    def _keep_first(self, course: Course, number: int) -> None:
        """Remember the number as that of the course's first fight, unless a lower one is known."""
        self.first[course] = min(number, self.first.get(course, number))

    def choose(self, own: str) -> Mapping[str, int]:
        """Return the number of the fight to look at for each of `KINDS`, as seen from the side
        `own`. Kinds of which there was none are left out.

        - typical: of the fights that ended as most did, the one nearest to their medians
        - won, lost: the same among those that the side won, or that another side won
        - worst: lost rather than undecided rather than won; then most dead, then most out of the
          side, then fewest of the others"""
        if not self.counts:
            return {}
        winners: Counter[str] = Counter()
        for course, count in self.counts.items():
            winners[course.won] += count
        likely = max(sorted(winners), key=winners.__getitem__)
        asked: dict[str, Callable[[Course], bool]] = {
            TYPICAL: lambda course: course.won == likely,
            WON: lambda course: course.won == own,
            LOST: lambda course: course.won not in (own, NOBODY),
        }
        found: dict[str, Course | None] = {
            kind: self._nearest_to_medians(filter(is_of_kind, self.counts))
            for kind, is_of_kind in asked.items()
        }
        found[WORST] = min(
            self.counts, key=lambda course: (*_rank_loss(course, own), course)
        )
        return {
            kind: self.first[one]
            for kind in KINDS
            if (one := found[kind]) is not None
        }

    def _nearest_to_medians(self, courses: Iterable[Course]) -> Course | None:
        """Return the course whose rounds and fallen are together nearest to the medians of the
        fights of these courses; None without any. Of several it is the most frequent one, then the
        one that came first."""
        among = sorted(courses)
        if not among:
            return None
        medians = [
            self._median(among, place)
            for place in range(1, len(Course._fields))
        ]

        def distance(course: Course) -> tuple[int, int, int]:
            numbers: tuple[int, ...] = course[1:]
            off = (abs(a - b) for a, b in zip(numbers, medians, strict=True))
            return sum(off), -self.counts[course], self.first[course]

        return min(among, key=distance)

    def _median(self, courses: Iterable[Course], place: int) -> int:
        """Return the median over all fights of some courses of the number at a place of
        `Course`; the lower one where two share the middle."""
        counts: Counter[int] = Counter()
        for course in courses:
            counts[int(course[place])] += self.counts[course]
        left = (counts.total() + 1) // 2
        for number in sorted(counts):
            left -= counts[number]
            if left <= 0:
                return number
        return 0


def _rank_loss(course: Course, own: str) -> tuple[int, int, int, int]:
    """Return the key by which the worst course for a side is the least one."""
    ranks = {own: 2, NOBODY: 1}
    rank = ranks.get(course.won, 0)
    return rank, -course.dead, -course.out, course.others_out
