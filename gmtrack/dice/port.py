"""The dice port. A roll is asked for by name, number and *what is read from it*; the asker gets
that reading and looks at nothing else, so that a source which answers with random variables
instead of faces can stand behind the same resolver.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from gmtrack.core.values import frozen

if TYPE_CHECKING:
    from gmtrack.core.report import Part

T = TypeVar("T")
Key = tuple[str, str]
"""The name of a roll, and `Ask.key`."""


class Reading(NamedTuple):
    """What is read: the number of dice at or above `hit` (None: not read), the number of ones,
    the sum, and the faces of the first `marked` dice (of the last, if it is negative), which
    mean something of their own besides. What is not asked for is None in the answer.

    Faces at or above `again` are rolled again, in waves: each is one more die that is read like the
    first ones, or with `adds` is added to its own die, as long as that is below `hit`. The hits at
    each of the numbers `also` are read besides."""

    hit: int | None = None
    ones: bool = False
    sum: bool = False
    marked: int = 0
    again: int | None = None
    adds: bool = False
    also: tuple[int, ...] = ()


class Goal(NamedTuple):
    """The number that a roll is made against, in the game's word for it (`TN`, `Difficulty`).
    `reads`: it says which faces count, or a sum below it does. `own`: it follows from nothing but
    the one who rolls, so they may know it."""

    word: str
    parts: "tuple[Part, ...]"
    reads: bool = True
    own: bool = False


class Offer(NamedTuple):
    """Dice that may still be added: the option and the word that say how many, what they are, and
    how many at most."""

    option: str
    word: str
    what: str
    most: int


@frozen
class Ask:
    """One roll: `count` dice with `sides` faces, by the name a person would type; `who` rolls it.
    `block` is what is typed in place of the roller where one command has several rolls of the
    name: the attack that it belongs to, by its target or number. `limit` (the most hits that
    count), `using` (the weapon), `parts` (of `count`) and `goal` are for the person who rolls; what
    is read does not depend on them. `retry`: the option and its word that have the dice which do
    not count fall once more; it may still be said when they have fallen. `offer`: dice that
    the one who rolls may still add before they fall. `series`: it may be asked
    again under its name, and then goes on in the faces that were typed for it. `secret`: it is made
    only because of somebody whom players do not see, so nobody is asked for it."""

    name: str
    who: str
    count: int
    sides: int
    reading: Reading
    limit: int | None = None
    using: str = ""
    series: bool = False
    block: str | None = None
    parts: "tuple[Part, ...]" = ()
    goal: Goal | None = None
    retry: tuple[str, str] | None = None
    offer: Offer | None = None
    secret: bool = False

    @property
    def key(self) -> str:
        """What stands behind the name of the roll where its dice are typed."""
        return self.block or self.who


class Answer(NamedTuple):
    """What the dice said. `dice`, `again` (the faces that were rolled again, wave by wave) and
    `totals` (of each die that was read) are for the record only, and empty where a source works
    with distributions; rules look at the other fields alone. `phone`: somebody's phone has rolled
    them."""

    dice: tuple[int, ...]
    given: bool
    hits: int | None = None
    ones: int | None = None
    sum: int | None = None
    marked: tuple[int, ...] | None = None
    again: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    also: tuple[int, ...] = ()
    phone: bool = False


def amount(read: int | None) -> int:
    """A number that was asked for. `or 0` would observe a random variable."""
    return 0 if read is None else read


# What dice say may be a random variable: odds resolve an attack over distributions. `min`, `max`
# and subscripts would observe its value, and so part branches that go on alike.


def lesser(one: int, other: int) -> int:
    """The smaller of two numbers, of which the first may be random; it is not observed."""
    return min(one, other) if type(one) is int else one.lesser(other)  # type: ignore[attr-defined]


def greater(one: int, other: int) -> int:
    """The larger of two numbers, of which the first may be random; it is not observed."""
    return max(one, other) if type(one) is int else one.greater(other)  # type: ignore[attr-defined]


def looked_up(table: Mapping[int, T], place: int) -> T:
    """The entry of a table at a place that may be random: the entry is observed, not the place, so
    places with the same entry stay together."""
    return table[place] if type(place) is int else place.looked_up(table)  # type: ignore[attr-defined]


def judged(rule: Callable[[int], T], number: int) -> T:
    """What a rule says of a number that may be random: that is observed, not the number."""
    return rule(number) if type(number) is int else number.judged(rule)  # type: ignore[attr-defined]


def translated(table: Mapping[int, int], number: int) -> int:
    """The number that a table has for another, which may be random; it is not observed."""
    return table[number] if type(number) is int else number.translated(table)  # type: ignore[attr-defined]


class Dice(Protocol):
    """A source of dice; without more of its own one on which nothing was typed."""

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        """Told once, before the first roll of a command: the (name, key) of every roll that it
        may ask for. `either`: those that may come in place of the one of the same name in
        `rolls`, so that the bare name means whichever comes. Raises Refusal if dice were typed
        for any other."""
        return

    def roll(self, ask: Ask) -> Answer:
        """Roll. Raises Refusal if the typed dice are too few, too many or impossible."""

    def unused(self) -> list[str]:
        return []


Throw = Callable[[int], tuple[int, ...]]
"""Rolls so many dice of the same kind."""


def read_faces(dice: tuple[int, ...], reading: Reading, given: bool, throw: Throw) -> Answer:
    """The answer for known faces; `throw` rolls those that are rolled again."""
    again, totals = ((), dice) if reading.again is None else roll_waves(dice, reading, throw)
    return Answer(
        dice,
        given,
        hits=None if reading.hit is None else _count_hits(totals, reading.hit),
        ones=dice.count(1) if reading.ones else None,
        sum=sum(totals) if reading.sum else None,
        marked=_marked_faces(dice, reading.marked) if reading.marked else None,
        again=again,
        totals=totals,
        also=tuple([_count_hits(totals, number) for number in reading.also]),
    )


def _count_hits(totals: tuple[int, ...], number: int) -> int:
    return sum([result >= number for result in totals])


def roll_waves(
    dice: tuple[int, ...], reading: Reading, throw: Throw
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The faces of all waves, and what each die comes to."""
    added: list[int] = []
    totals = list(dice)
    wave = [place for place, face in enumerate(dice) if is_rolled_again(face, face, reading)]
    while wave:
        faces = throw(len(wave))
        added += faces
        if reading.adds:
            for place, face in zip(wave, faces, strict=True):
                totals[place] += face
        else:
            wave = list(range(len(totals), len(totals) + len(faces)))
            totals += faces
        wave = [
            place
            for place, face in zip(wave, faces, strict=True)
            if is_rolled_again(face, totals[place], reading)
        ]
    return tuple(added), tuple(totals)


def is_rolled_again(face: int, total: int, reading: Reading) -> bool:
    """Whether a die that shows this face, and has come to this total, is rolled again."""
    if reading.again is None or face < reading.again:
        return False
    return not reading.adds or reading.hit is None or total < reading.hit


def _marked_faces(dice: tuple[int, ...], count: int) -> tuple[int, ...]:
    return dice[:count] if count > 0 else dice[count:]
