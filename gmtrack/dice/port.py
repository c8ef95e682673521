"""The dice port. A roll is asked for by name, number and *what is read from it*; the asker gets
that reading and looks at nothing else, so that a source which answers with classes of results
instead of faces can stand behind the same resolver.
"""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from gmtrack.core.values import value


class Reading(NamedTuple):
    """What is read: the number of dice at or above `hit` (None: not read), the number of ones,
    the sum, and the faces of the first `marked` dice (of the last, if it is negative), which
    mean something of their own besides. What is not asked for is None in the answer."""

    hit: int | None = None
    ones: bool = False
    sum: bool = False
    marked: int = 0


@value
class Ask:
    """One roll: `count` dice with `sides` faces, by the name a person would type."""

    name: str
    who: str
    count: int
    sides: int
    reading: Reading


class Answer(NamedTuple):
    """What the dice said. `dice` are for the record only (empty where a source works with
    classes of results); rules look at the other fields alone."""

    dice: tuple[int, ...]
    given: bool
    hits: int | None = None
    ones: int | None = None
    sum: int | None = None
    marked: tuple[int, ...] | None = None


class Dice(Protocol):
    """A source of dice."""

    def expect(self, rolls: Iterable[tuple[str, str]]) -> None:
        """Told once, before the first roll of a command: the (name, who) of every roll that it
        may ask for. Raises Refusal if dice were typed for any other."""

    def roll(self, ask: Ask) -> Answer:
        """Roll. Raises Refusal if the typed dice are too few, too many or impossible."""

    def unused(self) -> list[str]:
        """Names of typed dice that nobody asked for."""


def read(dice: tuple[int, ...], reading: Reading, given: bool) -> Answer:
    """The answer for known faces."""
    return Answer(
        dice,
        given,
        hits=None if reading.hit is None else sum(face >= reading.hit for face in dice),
        ones=dice.count(1) if reading.ones else None,
        sum=sum(dice) if reading.sum else None,
        marked=_marked(dice, reading.marked) if reading.marked else None,
    )


def _marked(dice: tuple[int, ...], count: int) -> tuple[int, ...]:
    return dice[:count] if count > 0 else dice[count:]
