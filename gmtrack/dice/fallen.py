"""Dice that have fallen already, so that a command which is carried out again gets the same
ones."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from gmtrack.dice.hits_alone import is_enough, make_hits_answer
from gmtrack.dice.port import (
    Answer,
    Ask,
    Dice,
    Faces,
    Key,
    Reading,
    read_faces,
)
from gmtrack.dice.sources import AGAIN, TableDice
from gmtrack.dice.typed import format_dice_count
from gmtrack.errors import Refusal


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
        return data if self.hits_of is None else [*data, list(self.hits_of)]

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
    name, key, dice, again, given, hits, *hits_of = data
    return FallenRoll(
        name,
        key,
        tuple(dice),
        tuple(again),
        given,
        hits,
        hits_of=tuple(hits_of[0]) if hits_of else None,
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
    if roll.hits is not None or old.dice[: len(roll.dice)] != roll.dice:
        return roll
    again = (
        old.again if old.again[: len(roll.again)] == roll.again else roll.again
    )
    return roll._replace(dice=old.dice, again=again)


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


class KeptDice(TableDice):
    """Dice that give each roll what fell for it before, by its name and key, in the order in which
    it fell.

    A roll that needs more dice keeps those that fell; the others were typed, or `rest` rolls them.
    A roll that needs fewer takes the first ones. Dice that were typed for the whole roll replace
    what fell. `known` are the rolls that fell; the other arguments are those of `TableDice`."""

    def __init__(
        self,
        typed: dict[str, Faces],
        rest: Dice,
        kind: str,
        known: Iterable[FallenRoll],
    ) -> None:
        super().__init__(typed, rest, kind)
        self._known: dict[Key, list[FallenRoll]] = {}
        for roll in known:
            self._known.setdefault((roll.name, roll.key), []).append(roll)
        self._unneeded: list[FallenRoll] = []
        """Dice that fell and that no roll needs any more."""
        self.new: list[FallenRoll] = []
        """Dice that did not fall before."""

    def roll(self, ask: Ask) -> Answer:
        """Answer a roll from the dice that fell for it, and from new ones for what is missing.

        All dice are new if none fell, if they do not fit (a larger die, or hits without faces where
        faces are read), or if the whole roll was typed.
        Raises Refusal if the typed dice are neither as many as the roll has nor as many as are
        missing."""
        waiting = self._known.get((ask.name, ask.key))
        old = waiting.pop(0) if waiting else None
        self._check_count(ask, old)
        is_typed_whole = self.count_typed(ask) == ask.count
        if (
            old is None
            or max(old.dice, default=0) > ask.sides
            or is_typed_whole
        ):
            return self._roll_anew(ask, old)
        if old.hits is not None:
            # Nobody has seen the faces, so the hits are worth nothing for another roll.
            of = (ask.count, ask.reading.hit)
            is_same = old.hits_of in (None, of) and is_enough(old.hits, ask)
            if not is_same:
                return self._roll_anew(ask, old)
            return make_hits_answer(old.hits, ask, self.kind)
        fresh: list[int] = []
        waves = list(old.again)

        def throw(count: int) -> Faces:
            kept = tuple(waves[:count])
            del waves[:count]
            return kept + self._roll_more(
                ask, ask.name + AGAIN, count - len(kept), fresh
            )

        missing = ask.count - len(old.dice)
        first = old.dice[: ask.count] + self._roll_more(
            ask, ask.name, missing, fresh
        )
        answer = read_faces(
            first, ask.reading, given=old.given and not fresh, throw=throw
        )
        answer = answer._replace(phone=old.phone and not fresh)
        self._note(FallenRoll(ask.name, ask.key, tuple(fresh)), self.new)
        unneeded = old._replace(dice=old.dice[ask.count :], again=tuple(waves))
        self._note(unneeded, self._unneeded)
        return answer

    def _check_count(self, ask: Ask, old: FallenRoll | None) -> None:
        """Check that dice were typed for the whole roll, or for those that it needs besides what
        fell. Raises Refusal for any other number."""
        typed = self.count_typed(ask)
        missing = ask.count - len(old.dice) if old and old.hits is None else 0
        if (
            typed is None
            or ask.series
            or typed == ask.count
            or (typed == missing > 0)
        ):
            return
        more = f", or {missing} more" if missing > 0 else ""
        needed = f"{format_dice_count(ask.count)}{more}"
        raise Refusal(self.kind, f"{ask.name} needs {needed}, got {typed}")

    def unused(self) -> list[str]:
        """Return the typed names that no roll has used, and the dice that fell before and are not
        needed any more, as `FallenRoll.typed`."""
        not_asked_for = [
            roll for waiting in self._known.values() for roll in waiting
        ]
        return [
            *super().unused(),
            *(roll.typed for roll in (*self._unneeded, *not_asked_for)),
        ]

    def _roll_anew(self, ask: Ask, old: FallenRoll | None) -> Answer:
        """Roll all dice of a roll, from typed ones or `rest`, and note what is new about them.
        `old` is what fell before; the same dice typed again are not new."""
        answer = super().roll(_without_questions(ask))
        now = to_fallen_roll(ask, answer)
        if old and (old.dice, old.again, old.hits) == (
            now.dice,
            now.again,
            now.hits,
        ):
            return answer
        self._note(now, self.new)
        if old is not None:
            self._note(old, self._unneeded)
        return answer

    def _roll_more(
        self, ask: Ask, name: str, count: int, fresh: list[int]
    ) -> Faces:
        """Roll `count` more dice for a roll under `name`, add their faces to `fresh` and return
        them. Rolls nothing if `count` is 0 or less."""
        if count <= 0:
            return ()
        more = replace(
            ask, name=name, count=count, reading=Reading(marked=count), parts=()
        )
        faces = super().roll(_without_questions(more)).marked or ()
        fresh += faces
        return faces

    @staticmethod
    def _note(roll: FallenRoll, where: list[FallenRoll]) -> None:
        """Append a roll to a list, unless it is empty."""
        if roll.dice or roll.again or roll.hits is not None:
            where.append(roll)


def _without_questions(ask: Ask) -> Ask:
    """Return a roll request without its choices (retry, offer, limit). The command is repeated, and
    the choices were made when it was carried out first."""
    return replace(ask, retry=None, offer=None, bought=None, limit=None)
