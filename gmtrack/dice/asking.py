"""Dice that are asked for while a command is carried out: people roll them at the table."""

import re
from collections.abc import Callable
from typing import NamedTuple, Protocol

from gmtrack.dice.kept import Kept, KeptDice
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


class Rolled(str):
    """Dice that a phone has rolled."""


class _More(Exception):
    """So many dice are rolled on, and nobody has said yet how they fell."""


class Asked:
    """A roll that somebody makes: what they are asked now (`now`), what was wrong with the last
    answer to it, and the `answer`, once it is whole. `rest` rolls what they leave to it."""

    def __init__(self, ask: Ask, rest: Dice) -> None:
        self.ask = self.now = ask
        self.problem = ""
        self.answer: Answer | None = None
        self._rest = rest
        self._typed = ""
        self._waves: list[tuple[int, ...]] = []

    @property
    def who(self) -> str:
        return self.ask.who

    @property
    def example(self) -> str:
        """Dice as they can be typed."""
        faces = ((3 * place) % self.now.sides + 1 for place in range(self.now.count))
        return ",".join(map(str, faces))

    def say(self, text: str) -> None:
        """Take what was said; nothing leaves the dice to the program."""
        phone, text = isinstance(text, Rolled), text.strip()
        try:
            if self.now is not self.ask:
                self._waves.append(self._of(text, self.now).marked or ())
            elif text:
                self._typed = text
            else:
                self.answer = self._rest.roll(self.ask)
                return
            waves = iter(self._waves)
            found = answer(self._typed, self.ask, lambda count: next(waves, None) or _more(count))
            self.answer = found._replace(phone=phone)
        except _More as more:
            name, whole = self.ask.name + AGAIN, self.ask
            reading, self.problem = Reading(marked=more.args[0]), ""
            self.now = Ask(name, whole.who, more.args[0], whole.sides, reading, block=whole.block)
        except Refusal as refusal:
            self.problem = refusal.message

    def _of(self, text: str, ask: Ask) -> Answer:
        return answer(text, ask, _more) if text else self._rest.roll(ask)


class Together(NamedTuple):
    """How several rolls are asked for at once: `attempt` carries the command out with other dice,
    and leaves nothing of it; `put` comes back when all have their answers."""

    attempt: Callable[[Dice], None]
    put: Callable[[list[Asked]], None]


def _more(count: int) -> tuple[int, ...]:
    raise _More(count)


class AskedDice(Dice):
    """Asks for the rolls that `asked` says people make; an empty answer, and every other roll, is
    left to `rest`. `question` is put again, with what is wrong, until the answer is dice. `again`
    asks whether dice that do not count are to fall once more, `offered` how many of those that may
    be added are; what was `kept` is not rolled anew. `moved_on` says whether the fight has changed
    while somebody was asked. `together` asks at once for those that do not wait for each other."""

    def __init__(
        self,
        rest: Dice,
        asked: Callable[[Ask], bool],
        question: AskForDice,
        again: Callable[[Ask, Answer], bool] = lambda ask, answer: False,
        kept: Kept | None = None,
        offered: Callable[[Ask], int] = lambda ask: 0,
        moved_on: Callable[[], bool] = lambda: False,
        together: Together | None = None,
    ) -> None:
        self._dice = _Questions(rest, asked, question)
        self._rest = rest
        self._asked = asked
        self._again = again
        self._kept = kept or Kept()
        self._offered = offered
        self._moved_on = moved_on
        self._together = together
        self._made: list[tuple[Ask, Answer]] = []

    def roll(self, ask: Ask) -> Answer:
        old = self._kept.take(ask)
        if ask.offer and old is None and self._asked(ask):
            more = self._offered(ask)
            if more:
                word = f"{ask.offer.word}={more}"
                raise Reconsidered(f"--{ask.offer.option}", word, moved_on=self._moved_on())
        if old is None and ask.count and self._asked(ask):
            self._ask_together(ask)
            old = self._kept.take(ask)
        known = KeptDice({}, self._dice, "dice", [old]) if old else self._dice
        answer = known.roll(ask)
        self._kept.note(ask, answer)
        self._made.append((ask, answer))
        self._check_unmoved()
        misses = answer.hits is not None and answer.hits < ask.count
        if ask.retry and misses and self._asked(ask) and self._again(ask, answer):
            option, word = ask.retry
            raise Reconsidered(f"--{option}", word, moved_on=self._moved_on())
        self._check_unmoved()
        return answer

    def _ask_together(self, ask: Ask) -> None:
        """Ask for this roll and all that do not wait for it, if there are any."""
        if self._together is None:
            return
        from gmtrack.dice.together import independent

        attempt, put = self._together
        found = independent(ask, attempt, self._made, self._kept, self._asked)
        if len(found) < 2:
            return
        rolls = [Asked(one, self._rest) for one in found]
        put(rolls)
        for one in rolls:
            if one.answer is not None:
                self._kept.add(one.ask, one.answer)

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
        if not ask.count or not self._asked(ask):
            return self._rest.roll(ask)
        asked = Asked(ask, self._rest)
        while asked.answer is None:
            asked.say(self._question(asked.now, asked.problem))
        return asked.answer


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
