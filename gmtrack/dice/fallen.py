"""Dice that have fallen already: a command that is carried out again gets the same ones."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from gmtrack.dice.port import Answer, Ask, Dice, Key, Reading, read_faces
from gmtrack.dice.sources import AGAIN, TableDice
from gmtrack.dice.typed import format_dice_count
from gmtrack.errors import Refusal


class FallenRoll(NamedTuple):
    """One roll as it fell: its name and what stands behind it where dice are typed, the faces, and
    those that were rolled on, wave by wave. `hits`: what was typed of a roll whose faces nobody
    knows. `phone`: a phone has rolled them, which the report tells."""

    name: str
    key: str
    dice: tuple[int, ...]
    again: tuple[int, ...] = ()
    given: bool = False
    hits: int | None = None
    phone: bool = False

    def to_data(self) -> list[Any]:
        """As a history keeps it."""
        return [self.name, self.key, list(self.dice), list(self.again), self.given, self.hits]

    @property
    def typed(self) -> str:
        """As one would type it, and what was rolled on behind it."""
        faces = ",".join(map(str, self.dice))
        more = f" +{','.join(map(str, self.again))}" if self.again else ""
        return f"{self.name}.{self.key}={faces}{more}"


def parse_fallen_roll(data: list[Any]) -> FallenRoll:
    name, key, dice, again, given, hits = data
    return FallenRoll(name, key, tuple(dice), tuple(again), given, hits)


def to_fallen_roll(ask: Ask, answer: Answer) -> FallenRoll:
    hits = answer.hits if ask.count and not answer.dice else None
    return FallenRoll(
        ask.name, ask.key, answer.dice, answer.again, answer.given, hits, answer.phone
    )


def collect_reported_rolls(rolls: Iterable[Mapping[str, Any]]) -> list[FallenRoll]:
    """What fell, as far as the rolls of a report tell it: all but what stands behind the name where
    one roller has several of it."""
    return [
        FallenRoll(
            roll["name"],
            roll["who"],
            tuple(roll["dice"]),
            tuple(roll.get("again") or ()),
            roll["given"],
            None if roll["dice"] or not roll["given"] else roll.get("hits", roll.get("successes")),
        )
        for roll in rolls
    ]


def merge_fallen_rolls(before: Iterable[FallenRoll], now: Iterable[FallenRoll]) -> list[FallenRoll]:
    """What fell for the rolls of a command, now and before: what does not count now may count again
    one day."""
    queues: dict[Key, list[FallenRoll]] = {}
    for old in before:
        queues.setdefault((old.name, old.key), []).append(old)
    found: list[FallenRoll] = []
    for one in now:
        queue = queues.get((one.name, one.key))
        found.append(one)
        old = queue.pop(0) if queue else one
        if old.dice[: len(one.dice)] == one.dice:
            # With the dice that fell behind it before.
            again = old.again if old.again[: len(one.again)] == one.again else one.again
            found[-1] = one._replace(dice=old.dice, again=again)
    return [*found, *(old for queue in queues.values() for old in queue)]


class KeptRolls:
    """The dice of one command: what fell before it was begun anew, and what falls now."""

    def __init__(self, before: Iterable[FallenRoll] = ()) -> None:
        self._before = list(before)
        self._left = list(self._before)
        self._now: list[FallenRoll] = []
        self.settled: set[Key] = set()
        """Rolls of which somebody has said how many dice they add."""

    def take(self, ask: Ask) -> FallenRoll | None:
        """What fell for a roll before; once only."""
        same = (one for one in self._left if (one.name, one.key) == (ask.name, ask.key))
        found = next(same, None)
        if found is not None:
            self._left.remove(found)
        return found

    def add(self, ask: Ask, answer: Answer) -> None:
        """What has fallen for a roll before the rules have come to it."""
        self._before.append(to_fallen_roll(ask, answer))
        self._left.append(self._before[-1])

    def note(self, ask: Ask, answer: Answer) -> None:
        self._now.append(to_fallen_roll(ask, answer))

    def copy_untaken(self) -> "KeptRolls":
        return KeptRolls(self._left)

    def for_next_attempt(self) -> "KeptRolls":
        found = KeptRolls(merge_fallen_rolls(self._before, self._now))
        found.settled = self.settled
        return found


class KeptDice(TableDice):
    """Gives each roll, by its name and roller, what fell for it, in the order in which it fell.
    Where a roll needs more dice the first are kept and the others are those that were `typed`, or
    `rest` rolls them; where it needs fewer the first count. A roll that was typed whole takes the
    place of what fell."""

    def __init__(
        self, typed: dict[str, tuple[int, ...]], rest: Dice, kind: str, known: Iterable[FallenRoll]
    ) -> None:
        super().__init__(typed, rest, kind)
        self._left: dict[Key, list[FallenRoll]] = {}
        for one in known:
            self._left.setdefault((one.name, one.key), []).append(one)
        self._over: list[FallenRoll] = []
        self.new: list[FallenRoll] = []
        """What did not fall before."""

    def roll(self, ask: Ask) -> Answer:
        waiting = self._left.get((ask.name, ask.key))
        old = waiting.pop(0) if waiting else None
        self._check_count(ask, old)
        if old is None or max(old.dice, default=0) > ask.sides or self.types(ask) == ask.count:
            return self._anew(ask, old)
        if old.hits is not None:
            # Of dice that nobody has seen nothing else can be read.
            hits_alone = ask.reading == Reading(ask.reading.hit) != Reading()
            return Answer((), given=True, hits=old.hits) if hits_alone else self._anew(ask, old)
        fresh: list[int] = []
        waves = list(old.again)

        def throw(count: int) -> tuple[int, ...]:
            kept = tuple(waves[:count])
            del waves[:count]
            return kept + self._more(ask, ask.name + AGAIN, count - len(kept), fresh)

        missing = ask.count - len(old.dice)
        first = old.dice[: ask.count] + self._more(ask, ask.name, missing, fresh)
        answer = read_faces(first, ask.reading, given=old.given and not fresh, throw=throw)
        answer = answer._replace(phone=old.phone and not fresh)
        self._note(FallenRoll(ask.name, ask.key, tuple(fresh)), self.new)
        self._note(old._replace(dice=old.dice[ask.count :], again=tuple(waves)), self._over)
        return answer

    def _check_count(self, ask: Ask, old: FallenRoll | None) -> None:
        """Dice are typed for the whole roll, or for those that it needs besides what fell. Raises
        Refusal."""
        typed = self.types(ask)
        missing = ask.count - len(old.dice) if old and old.hits is None else 0
        if typed is None or ask.series or typed == ask.count or (typed == missing > 0):
            return
        more = f", or {missing} more" if missing > 0 else ""
        raise Refusal(
            self.kind, f"{ask.name} needs {format_dice_count(ask.count)}{more}, got {typed}"
        )

    def unused(self) -> list[str]:
        rest = (one for waiting in self._left.values() for one in waiting)
        return [*super().unused(), *(one.typed for one in (*self._over, *rest))]

    def _anew(self, ask: Ask, old: FallenRoll | None) -> Answer:
        answer = super().roll(_without_questions(ask))
        now = to_fallen_roll(ask, answer)
        if old and (old.dice, old.again, old.hits) == (now.dice, now.again, now.hits):
            return answer
        self._note(now, self.new)
        if old is not None:
            self._note(old, self._over)
        return answer

    def _more(self, ask: Ask, name: str, count: int, fresh: list[int]) -> tuple[int, ...]:
        if count <= 0:
            return ()
        more = replace(ask, name=name, count=count, reading=Reading(marked=count), parts=())
        faces = super().roll(_without_questions(more)).marked or ()
        fresh += faces
        return faces

    @staticmethod
    def _note(one: FallenRoll, where: list[FallenRoll]) -> None:
        if one.dice or one.again or one.hits is not None:
            where.append(one)


def _without_questions(ask: Ask) -> Ask:
    """A roll for which nobody is asked what they would do: what has happened since is known."""
    return replace(ask, retry=None, offer=None, limit=None)
