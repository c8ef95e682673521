"""Dice that are asked for while a command is carried out: people roll them at the table."""

import re
from collections.abc import Callable, Iterable
from typing import Protocol

from gmtrack.dice.kept import Fell, KeptDice, ever_fell, fell
from gmtrack.dice.notation import TEN, dice, spread
from gmtrack.dice.port import Answer, Ask, Dice, Reading, Throw, read
from gmtrack.dice.sources import AGAIN
from gmtrack.errors import Refusal


class AskForDice(Protocol):
    """Puts one question to a person and gives back what was typed; an interrupt goes through."""

    def __call__(self, ask: Ask, problem: str) -> str: ...


class Reconsidered(Exception):
    """The command is to be carried out anew, with what fell: somebody who rolls says one more word
    (the option and it are `words`), or the fight has `moved_on` since they were asked."""

    def __init__(self, *words: str, moved_on: bool) -> None:
        super().__init__(*words)
        self.words = list(words)
        self.moved_on = moved_on


class Kept:
    """The dice of one command: what fell before it was begun anew, and what falls now."""

    def __init__(self, before: Iterable[Fell] = ()) -> None:
        self._before = list(before)
        self._left = list(self._before)
        self._now: list[Fell] = []

    def take(self, ask: Ask) -> Fell | None:
        """What fell for a roll before; once only."""
        same = (one for one in self._left if (one.name, one.key) == (ask.name, ask.key))
        found = next(same, None)
        if found is not None:
            self._left.remove(found)
        return found

    def note(self, ask: Ask, answer: Answer) -> None:
        self._now.append(fell(ask, answer))

    def anew(self) -> "Kept":
        """For the next time."""
        return Kept(ever_fell(self._before, self._now))


class AskedDice(Dice):
    """Asks for the rolls that `asked` says people make; an empty answer, and every other roll, is
    left to `rest`. `question` is put again, with what is wrong, until the answer is dice. `again`
    asks whether dice that do not count are to fall once more, `offered` how many of those that may
    be added are; what was `kept` is not rolled anew. `moved_on` says whether the fight has changed
    while somebody was asked."""

    def __init__(
        self,
        rest: Dice,
        asked: Callable[[Ask], bool],
        question: AskForDice,
        again: Callable[[Ask, Answer], bool] = lambda ask, answer: False,
        kept: Kept | None = None,
        offered: Callable[[Ask], int] = lambda ask: 0,
        moved_on: Callable[[], bool] = lambda: False,
    ) -> None:
        self._dice = _Questions(rest, asked, question)
        self._asked = asked
        self._again = again
        self._kept = kept or Kept()
        self._offered = offered
        self._moved_on = moved_on

    def roll(self, ask: Ask) -> Answer:
        old = self._kept.take(ask)
        if ask.offer and old is None and self._asked(ask):
            more = self._offered(ask)
            if more:
                word = f"{ask.offer.word}={more}"
                raise Reconsidered(f"--{ask.offer.option}", word, moved_on=self._moved_on())
        known = KeptDice({}, self._dice, "dice", [old]) if old else self._dice
        answer = known.roll(ask)
        self._kept.note(ask, answer)
        self._check_unmoved()
        misses = answer.hits is not None and answer.hits < ask.count
        if ask.retry and misses and self._asked(ask) and self._again(ask, answer):
            option, word = ask.retry
            raise Reconsidered(f"--{option}", word, moved_on=self._moved_on())
        self._check_unmoved()
        return answer

    def _check_unmoved(self) -> None:
        """Raises Reconsidered: what has been worked out is of a fight that is no more."""
        if self._moved_on():
            raise Reconsidered(moved_on=True)


class _Questions(Dice):
    """Asks, without a thought of what fell before."""

    def __init__(self, rest: Dice, asked: Callable[[Ask], bool], question: AskForDice) -> None:
        self._rest = rest
        self._asked = asked
        self._question = question

    def roll(self, ask: Ask) -> Answer:
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

    def _more(self, ask: Ask, count: int) -> tuple[int, ...]:
        """The faces of the dice that are rolled on."""
        name = ask.name + AGAIN
        more = Ask(name, ask.who, count, ask.sides, Reading(marked=count), block=ask.block)
        return self.roll(more).marked or ()


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
        raise Refusal("dice", f"needs {dice(ask.count)}, got {len(words)}")
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
        raise Refusal("dice", f"{hits} hits on {dice(ask.count)} are not possible")
    return Answer((), given=True, hits=hits)
