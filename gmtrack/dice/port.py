"""The dice port: how the rules ask for a roll, and what every dice source answers.

The rules name a roll, its number of dice and *what is to be read from them*. They look at nothing
but that reading. So a source may answer with random variables instead of faces, and the same rules
work out the odds.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeVar

from gmtrack.core.values import frozen

if TYPE_CHECKING:
    from gmtrack.core.report import Part

T = TypeVar("T")
Key = tuple[str, str]
"""Identifies a roll within a command: its name, and `Ask.key`."""


Faces = tuple[int, ...]
"""The faces of some dice, in the order in which the dice fell."""


OnesMatter = Literal["any", "half", "most", "all"]
"""How many of the first dice are ones: at least one, at least half, more than half, all."""


class Reading(NamedTuple):
    """The values that the rules read from the dice of one roll. A value that is not read is None
    in the answer."""

    hit: int | None = None
    """Count the dice whose total is at least this number. None: do not count hits."""
    ones: bool = False
    """Whether to count the ones among the first dice."""
    sum: bool = False
    """Whether to add up all dice."""
    marked: int = 0
    """Return the faces of this many dice, which mean something of their own besides: of the first
    dice, or of the last ones if the number is negative."""
    again: int | None = None
    """Roll dice again that show at least this face, in waves until none does. None: never."""
    adds: bool = False
    """Whether a die that is rolled again adds to its own total, as long as that is below `hit`.
    Otherwise it counts as one more die."""
    also: tuple[int, ...] = ()
    """Further target numbers at which to count hits."""
    ones_matter: OnesMatter = "any"
    """How many of the first dice have to be ones for them to mean anything, where they are counted.
    Hits that leave fewer other dice may be typed without the faces."""


class Goal(NamedTuple):
    """The number that a roll is made against. It is shown to whoever rolls."""

    word: str
    """The game's word for the number (`TN`, `Difficulty`)."""
    parts: "tuple[Part, ...]"
    reads: bool = True
    """Whether the number decides which faces count, or below which number a sum counts."""
    own: bool = False
    """Whether the number follows from the roller alone, so that their player may know it."""


class Offer(NamedTuple):
    """Dice that the roller may still add before the dice fall."""

    option: str
    """The option, without dashes, that says how many dice are added (`--OPTION WORD=NUMBER`)."""
    word: str
    what: str
    """The name by which people call these dice."""
    most: int
    is_paid: bool = False
    """Whether each die costs a point that no turn gives back. People are asked about it as about
    everything that they spend."""


class DiceKind(NamedTuple):
    """Dice of one kind in a roll of several kinds: how many, with how many faces, and what is
    read from them."""

    dice: int
    sides: int
    reading: Reading


@frozen
class Ask:
    """Request for one roll of `count` dice with `sides` faces, which the rules ask of a dice
    source.

    `limit`, `using`, `parts`, `goal`, `faces_decide` and `rivals` inform the person who rolls; the
    answer does not depend on them."""

    name: str
    """The name of the roll, as people type it."""
    who: str
    """The id of the combatant who rolls."""
    count: int
    sides: int
    reading: Reading
    limit: int | None = None
    """The most hits that count. None: all."""
    using: str = ""
    """The weapon that is used."""
    series: bool = False
    """Whether the same roll may be asked for again in this command. It then takes the next of the
    faces that were typed for it."""
    block: str | None = None
    """The attack that the roll belongs to, by its target or number, where one command has several
    rolls of this name. It is typed in place of the roller. None: the roller's id is enough."""
    parts: "tuple[Part, ...]" = ()
    """The parts that add up to `count`."""
    goal: Goal | None = None
    retry: tuple[str, str] | None = None
    """The option and its word that roll the misses once more. They may still be chosen after the
    dice have fallen."""
    retry_costs: str = ""
    """The name of the points of which `retry` costs one; empty if it costs none."""
    offer: Offer | None = None
    """Dice that the roller may still add before the dice fall."""
    bought: Offer | None = None
    """Dice that the roller may still buy with points, besides those of `offer`."""
    points_named: bool = False
    """Whether the line names points for this roll already, so that nobody is asked for more after
    the dice have fallen."""
    secret: bool = False
    """Whether nobody is asked for the dice: the roll is made only because of a combatant whom
    players do not see, or nothing comes of it any more."""
    faces_decide: str = ""
    """The thing that faces decide besides the hits, in the game's words: `a glitch`."""
    rivals: tuple[str, ...] = ()
    """The ids of those with whom the roller is tied, where the roll breaks a tie."""
    kinds: tuple[DiceKind, ...] = ()
    """The kinds of dice of a roll that has several (`1d8+1d6`), in the order in which they are
    typed; `ask_for_kinds` sets the fields that follow from them. Empty: all dice are of one kind,
    that of `count`, `sides` and `reading`."""

    @property
    def key(self) -> str:
        """The word that follows the roll's name where its dice are typed: block, or roller."""
        return self.block or self.who

    @property
    def sides_of_dice(self) -> tuple[int, ...]:
        """The number of faces of each die, in the order in which the dice are typed."""
        kinds = self.kinds or (DiceKind(self.count, self.sides, self.reading),)
        return tuple(kind.sides for kind in kinds for _ in range(kind.dice))


def ask_for_kinds(
    name: str, who: str, kinds: Sequence[DiceKind], block: str | None = None
) -> Ask:
    """Make the request for one roll of dice of several kinds. A single kind makes a plain request.

    `count` is the number of all dice and `sides` that of the largest; the reading of the request is
    empty, since each kind has its own."""
    if len(kinds) == 1:
        return Ask(name, who, *kinds[0], block=block)
    count = sum(kind.dice for kind in kinds)
    largest = max(kind.sides for kind in kinds)
    return Ask(
        name, who, count, largest, Reading(), block=block, kinds=tuple(kinds)
    )


def ask_of_kind(ask: Ask, kind: DiceKind) -> Ask:
    """Return the plain request for the dice of one kind of a roll."""
    return Ask(ask.name, ask.who, *kind, block=ask.block)


class Answer(NamedTuple):
    """The answer of a dice source to one roll.

    Rules look at the values that the reading asked for. `dice`, `again` and `totals` are for the
    record only; a source that works with distributions leaves them empty."""

    dice: Faces
    """The faces of the first dice."""
    given: bool
    """Whether somebody typed the dice, or rolled them on a phone; else the program rolled them."""
    hits: int | None = None
    ones: int | None = None
    sum: int | None = None
    marked: Faces | None = None
    again: Faces = ()
    """The faces that were rolled again, wave by wave."""
    totals: tuple[int, ...] = ()
    """The number that each die came to."""
    also: tuple[int, ...] = ()
    """The hits at each of the numbers `Reading.also`."""
    phone: bool = False
    """Whether somebody's phone has rolled the dice."""
    kinds: "tuple[Answer, ...]" = ()
    """The answer of each kind of dice, where the roll has several (`Ask.kinds`)."""


def amount(read: int | None) -> int:
    """Return a value of an answer, or 0 if it was not read."""
    # `read or 0` would observe a random variable.
    return 0 if read is None else read


# A value that dice decide may be a random variable: odds resolve an attack over distributions.
# `min`, `max` and subscripts would observe its value, and so split branches that go on alike.


def lesser(one: int, other: int) -> int:
    """Return the smaller of two numbers. The first may be a random variable; it is not observed."""
    return min(one, other) if type(one) is int else one.lesser(other)  # type: ignore[attr-defined]


def greater(one: int, other: int) -> int:
    """Return the larger of two numbers. The first may be a random variable; it is not observed."""
    return max(one, other) if type(one) is int else one.greater(other)  # type: ignore[attr-defined]


def looked_up(table: Mapping[int, T], place: int) -> T:
    """Return the entry of a table at a place that may be a random variable. The entry is observed
    and the place is not, so odds do not tell places with the same entry apart."""
    return table[place] if type(place) is int else place.looked_up(table)  # type: ignore[attr-defined]


def judged(rule: Callable[[int], T], number: int) -> T:
    """Apply a rule to a number that may be a random variable. The result is observed, the number is
    not, so odds do not tell numbers with the same result apart."""
    return rule(number) if type(number) is int else number.judged(rule)  # type: ignore[attr-defined]


def translated(table: Mapping[int, int], number: int) -> int:
    """Return the table's number for another one that may be a random variable. Nothing is observed:
    the result is random if the number is."""
    return table[number] if type(number) is int else number.translated(table)  # type: ignore[attr-defined]


class Dice(Protocol):
    """A source of dice. A source that inherits `expect` and `unused` has no typed dice."""

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        """Declare every roll that a command may ask for. Called once, before its first roll.

        `either` are the rolls that may come in place of the roll of the same name in `rolls`: the
        bare name then means whichever of them is made. Raises Refusal if dice were typed for a roll
        that is in neither."""
        return

    def roll(self, ask: Ask) -> Answer:
        """Make a roll and return its answer. Raises Refusal if the typed dice are too few, too many
        or impossible."""

    def unused(self) -> list[str]:
        """Return the names of typed dice that no roll has used, or not all of them."""
        return []


Throw = Callable[[int], Faces]
"""Callback that rolls a number of dice of the same kind and returns their faces."""
KindReader = Callable[[Ask, Faces], Answer]
"""Callback that makes the answer of the dice of one kind, from their request and faces."""


def answer_of_kinds(answers: Sequence[Answer]) -> Answer:
    """Make the answer of a roll from those of its kinds of dice, in their order."""
    return Answer(
        tuple(face for answer in answers for face in answer.dice),
        all(answer.given for answer in answers),
        again=tuple(face for answer in answers for face in answer.again),
        totals=tuple(number for answer in answers for number in answer.totals),
        kinds=tuple(answers),
    )


def roll_kinds(ask: Ask, roll: Callable[[Ask], Answer]) -> Answer:
    """Roll the kinds of dice of a roll one after the other and return the answer of all. `roll`
    rolls those of one kind."""
    return answer_of_kinds([roll(ask_of_kind(ask, kind)) for kind in ask.kinds])


def read_kinds(ask: Ask, dice: Faces, read: KindReader) -> Answer:
    """Make the answer of known faces of a roll that has several kinds of dice. `read` reads those
    of one kind."""
    answers: list[Answer] = []
    first = 0
    for kind in ask.kinds:
        faces = dice[first : first + kind.dice]
        answers.append(read(ask_of_kind(ask, kind), faces))
        first += kind.dice
    return answer_of_kinds(answers)


def read_faces(
    dice: Faces, reading: Reading, given: bool, throw: Throw
) -> Answer:
    """Make the answer of known faces. `throw` is called for dice that are rolled again; `given`
    says whether somebody typed the faces."""
    again: Faces = ()
    totals = dice
    if reading.again is not None:
        again, totals = roll_waves(dice, reading, throw)
    hits = ones = whole_sum = marked = None
    if reading.hit is not None:
        hits = _count_hits(totals, reading.hit)
    if reading.ones:
        ones = dice.count(1)
    if reading.sum:
        whole_sum = sum(totals)
    if reading.marked:
        marked = _marked_faces(dice, reading.marked)
    # A list is quicker than a generator here.
    also = tuple([_count_hits(totals, number) for number in reading.also])
    return Answer(
        dice,
        given,
        hits=hits,
        ones=ones,
        sum=whole_sum,
        marked=marked,
        again=again,
        totals=totals,
        also=also,
    )


def _count_hits(totals: tuple[int, ...], number: int) -> int:
    """Return how many totals are at least `number`."""
    # A list is quicker than a generator here, and simulated fights spend much of their time here.
    return sum([result >= number for result in totals])


def roll_waves(
    dice: Faces, reading: Reading, throw: Throw
) -> tuple[Faces, tuple[int, ...]]:
    """Roll dice again, wave after wave, until none shows a face that is rolled again.

    Returns the faces of all waves in their order, and the total of each die. Dice that do not add
    to their own die have a total of their own at the end."""
    added: list[int] = []
    totals = list(dice)
    wave = [
        place
        for place, face in enumerate(dice)
        if is_rolled_again(face, face, reading)
    ]
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
    """Whether a die is rolled again that shows `face` last and has come to `total` with its earlier
    faces."""
    if reading.again is None or face < reading.again:
        return False
    return not reading.adds or reading.hit is None or total < reading.hit


def _marked_faces(dice: Faces, count: int) -> Faces:
    """Return the first `count` faces, or the last ones if `count` is negative."""
    return dice[:count] if count > 0 else dice[count:]
