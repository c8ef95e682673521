"""Dice that are asked for while a command is carried out: people roll them at the table."""

import re
from collections.abc import Callable, Iterable
from typing import Protocol

from gmtrack.dice.notation import TEN, spread
from gmtrack.dice.port import Answer, Ask, Dice, Key, Reading, Throw, read
from gmtrack.dice.sources import AGAIN
from gmtrack.errors import Refusal


class Question(Protocol):
    """Puts one question to a person and gives back what was typed; an interrupt goes through."""

    def __call__(self, ask: Ask, problem: str) -> str: ...


Kept = dict[tuple[str, str], list[Answer]]
"""What has fallen already, by name and key, in its order."""


class Reconsidered(Exception):
    """Somebody who rolls says one more word: the command is to be carried out with it, and
    with what was `kept`."""

    def __init__(self, option: str, word: str, kept: Kept) -> None:
        super().__init__(option, word)
        self.words = [f"--{option}", word]
        self.kept = kept


class AskedDice:
    """Asks for the rolls that `asked` says people make; an empty answer, and every other roll, is
    left to `rest`. `question` is put again, with what is wrong, until the answer is dice. `again`
    asks whether dice that do not count are to fall once more, `offered` how many of those that may
    be added are; what is `kept` of the first time is not rolled anew."""

    def __init__(
        self,
        rest: Dice,
        asked: Callable[[Ask], bool],
        question: Question,
        again: Callable[[Ask, Answer], bool] = lambda ask, answer: False,
        kept: Kept | None = None,
        offered: Callable[[Ask], int] = lambda ask: 0,
    ) -> None:
        self._rest = rest
        self._asked = asked
        self._question = question
        self._again = again
        self._kept = kept or {}
        self._offered = offered
        self._fallen: Kept = {}

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        """People can roll anything."""

    def roll(self, ask: Ask) -> Answer:
        key = (ask.name, ask.key)
        if ask.offer and not self._kept.get(key) and self._asked(ask):
            more = self._offered(ask)
            if more:
                raise Reconsidered(ask.offer.option, f"{ask.offer.word}={more}", kept=self._fallen)
        answer = self._kept[key].pop(0) if self._kept.get(key) else self._rolled(ask)
        self._fallen.setdefault(key, []).append(answer)
        misses = answer.hits is not None and answer.hits < ask.count
        if ask.retry and misses and self._asked(ask) and self._again(ask, answer):
            raise Reconsidered(*ask.retry, kept=self._fallen)
        return answer

    def _rolled(self, ask: Ask) -> Answer:
        problem = ""
        while ask.count and self._asked(ask):
            text = self._question(ask, problem).strip()
            if not text:
                break
            try:
                return answer(text, ask, lambda count: self._more(ask, count))
            except Refusal as refusal:
                problem = refusal.message
        return self._rest.roll(ask)

    def unused(self) -> list[str]:
        return []

    def _more(self, ask: Ask, count: int) -> tuple[int, ...]:
        """The faces of the dice that are rolled on."""
        name = ask.name + AGAIN
        more = Ask(name, ask.who, count, ask.sides, Reading(marked=count), block=ask.block)
        return self._rolled(more).marked or ()


def is_dice(text: str) -> bool:
    """Whether somebody has typed dice, or hits, whatever the roll."""
    return bool(re.fullmatch(r"[\d\s,]*\d[\d\s,]*|\d{1,3} *h(its?)?", text.strip(), re.IGNORECASE))


def answer(text: str, ask: Ask, throw: Throw) -> Answer:
    """`6 6 2 4`, `6624`, or where hits are all that is read, `2 hits` or `2h`; `throw` gives
    the dice that are rolled on. Raises Refusal."""
    hits = re.fullmatch(r"(\d{1,3}) *h(its?)?", text, re.IGNORECASE)
    if hits:
        return _hits(int(hits[1]), ask)
    words = [word for word in re.split(r"[\s,]+", text) if word]
    if len(words) == 1 and (ask.sides < TEN or (ask.sides == TEN and len(words[0]) == ask.count)):
        words = list(words[0])
    if not all(re.fullmatch(r"\d{1,3}", word) for word in words):
        raise Refusal("dice", f"'{text}' is not a list of dice such as 6 6 2")
    if len(words) != ask.count:
        raise Refusal("dice", f"needs {_dice(ask.count)}, got {len(words)}")
    faces = spread(tuple(int(word) for word in words), ask.sides, ask.count)
    wrong = [face for face in faces if not 1 <= face <= ask.sides]
    if wrong:
        raise Refusal("dice", f"{wrong[0]} is not a face of a d{ask.sides}")
    return read(faces, ask.reading, given=True, throw=throw)


def hits_alone(ask: Ask) -> bool:
    """Whether the number of hits says all that is read of the dice."""
    reading = ask.reading
    more = reading.also or reading.ones or reading.sum or reading.marked
    return reading.hit is not None and not more


def _hits(hits: int, ask: Ask) -> Answer:
    reading = ask.reading
    if not hits_alone(ask):
        raise Refusal("dice", "type each die, not just the hits")
    if hits > ask.count and (reading.again is None or reading.adds):
        raise Refusal("dice", f"{hits} hits on {_dice(ask.count)} are not possible")
    return Answer((), given=True, hits=hits)


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"
