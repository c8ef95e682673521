"""Dice that have fallen already, so that a command which is carried out again gets the same
ones."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from gmtrack.dice.port import Answer, Ask, Faces, Key


class FallenRoll(NamedTuple):
    """The dice of one roll after they have fallen."""

    name: str
    key: str
    """`Ask.key`: the word behind the name where the dice are typed."""
    dice: Faces
    again: Faces = ()
    """The faces that were rolled again, wave by wave."""
    given: bool = False
    """Whether somebody typed the dice, or rolled them on a phone; else the program rolled them."""
    hits: int | None = None
    """The number of hits, if somebody typed nothing but that. None: the faces are known."""
    phone: bool = False
    """Whether a phone has rolled the dice. The report says so; the history does not keep it."""
    hits_of: tuple[int, int] | None = None
    """The number of dice that have the hits, and the number that each hit reaches. None if the
    faces are known, and in histories that were written before these two were kept."""
    sides: Faces = ()
    """The number of faces of each die of `dice`. Histories keep it for dice of several kinds;
    empty if it is not known."""

    def to_data(self) -> list[Any]:
        """Return the roll as the history keeps it; `parse_fallen_roll` reads it."""
        data = [
            self.name,
            self.key,
            list(self.dice),
            list(self.again),
            self.given,
            self.hits,
        ]
        if self.is_mixed:
            return [*data, None, list(self.sides)]
        return data if self.hits_of is None else [*data, list(self.hits_of)]

    @property
    def is_mixed(self) -> bool:
        """Whether the dice are known to be of several kinds."""
        return len(set(self.sides)) > 1

    @property
    def typed(self) -> str:
        """The roll as somebody would type it; behind ` +` the faces that were rolled again."""
        if self.hits is not None:
            return f"{self.name}.{self.key}={self.hits}h"
        faces = ",".join(map(str, self.dice))
        more = f" +{','.join(map(str, self.again))}" if self.again else ""
        return f"{self.name}.{self.key}={faces}{more}"


def parse_fallen_roll(data: list[Any]) -> FallenRoll:
    """Make a roll of its list in the history (`FallenRoll.to_data`)."""
    name, key, dice, again, given, hits, *others = data
    hits_of, sides = (*others, None, None)[:2]
    return FallenRoll(
        name,
        key,
        tuple(dice),
        tuple(again),
        given,
        hits,
        hits_of=tuple(hits_of) if hits_of else None,
        sides=tuple(sides or ()),
    )


def to_fallen_roll(ask: Ask, answer: Answer) -> FallenRoll:
    """Make the record of a roll from its request and its answer."""
    hits = answer.hits if ask.count and not answer.dice else None
    hits_of = None if hits is None else (ask.count, ask.reading.hit or 0)
    return FallenRoll(
        ask.name,
        ask.key,
        answer.dice,
        answer.again,
        answer.given,
        hits,
        answer.phone,
        hits_of,
        ask.sides_of_dice if answer.dice else (),
    )


def collect_reported_rolls(
    rolls: Iterable[Mapping[str, Any]],
) -> list[FallenRoll]:
    """Make the records of the rolls in a report's document. The key is always the roller, since a
    document does not say which of several rolls of one name it is."""
    found = []
    for roll in rolls:
        hits = None
        if roll["given"] and not roll["dice"]:
            hits = roll.get("hits", roll.get("successes"))
        found.append(
            FallenRoll(
                roll["name"],
                roll["who"],
                tuple(roll["dice"]),
                tuple(roll.get("again") or ()),
                roll["given"],
                hits,
                sides=tuple(roll.get("sides") or ()),
            )
        )
    return found


def merge_fallen_rolls(
    before: Iterable[FallenRoll], now: Iterable[FallenRoll]
) -> list[FallenRoll]:
    """Merge what fell for a command now with what fell for it before.

    Every die is kept, also one that does not count now: it may count when the command is carried
    out again. A roll gets the dice behind its own that it had before, and rolls that were made
    only before come last."""
    queues: dict[Key, list[FallenRoll]] = {}
    for roll in before:
        queues.setdefault((roll.name, roll.key), []).append(roll)
    merged: list[FallenRoll] = []
    for roll in now:
        queue = queues.get((roll.name, roll.key))
        old = queue.pop(0) if queue else roll
        merged.append(_with_older_dice(roll, old))
    not_made_now = [roll for queue in queues.values() for roll in queue]
    return [*merged, *not_made_now]


def _with_older_dice(roll: FallenRoll, old: FallenRoll) -> FallenRoll:
    """Return `roll` with the dice of `old`, which may be more, if they begin with its own. Hits
    alone have no dice that could be added to."""
    if roll.hits is None and (roll.is_mixed or old.is_mixed):
        return _with_other_kinds(roll, old)
    if roll.hits is not None or old.dice[: len(roll.dice)] != roll.dice:
        return roll
    again = (
        old.again if old.again[: len(roll.again)] == roll.again else roll.again
    )
    return roll._replace(dice=old.dice, again=again)


def _with_other_kinds(roll: FallenRoll, old: FallenRoll) -> FallenRoll:
    """Return `roll` with those dice of `old` behind its own that it does not have, where one of
    both has dice of several kinds."""
    if not old.sides:
        return roll
    left = list(zip(old.sides, old.dice, strict=True))
    for die in zip(roll.sides, roll.dice, strict=True):
        if die in left:
            left.remove(die)
    return roll._replace(
        dice=(*roll.dice, *(face for _, face in left)),
        sides=(*roll.sides, *(sides for sides, _ in left)),
    )


class KeptRolls:
    """The rolls of one command that may be begun several times: what fell before, and what falls in
    this attempt."""

    def __init__(self, before: Iterable[FallenRoll] = ()) -> None:
        self._before = list(before)
        self._untaken = list(self._before)
        self._now: list[FallenRoll] = []
        self.settled: set[tuple[str, str, str]] = set()
        """The offers for which somebody has said how many dice they add: name and key of the roll,
        word of the offer."""

    def take(self, ask: Ask) -> FallenRoll | None:
        """Return the first roll that fell for a request before and was not taken yet; None if there
        is none."""
        for roll in self._untaken:
            if (roll.name, roll.key) == (ask.name, ask.key):
                self._untaken.remove(roll)
                return roll
        return None

    def add(self, ask: Ask, answer: Answer) -> None:
        """Keep a roll that was answered before the rules have asked for it; `take` returns it."""
        self._before.append(to_fallen_roll(ask, answer))
        self._untaken.append(self._before[-1])

    def note(self, ask: Ask, answer: Answer) -> None:
        """Note a roll of this attempt for the next one."""
        self._now.append(to_fallen_roll(ask, answer))

    def copy_untaken(self) -> "KeptRolls":
        """Return a copy with the rolls that were not taken yet."""
        return KeptRolls(self._untaken)

    def for_next_attempt(self) -> "KeptRolls":
        """Return the rolls for the next attempt: all that fell, now and before."""
        kept = KeptRolls(merge_fallen_rolls(self._before, self._now))
        kept.settled = self.settled
        return kept
