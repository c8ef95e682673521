"""Dice that are asked for while a command is carried out: people roll them at the table."""

import re
from collections.abc import Callable
from typing import NamedTuple, NoReturn, Protocol

from gmtrack.dice.fallen import KeptDice, KeptRolls
from gmtrack.dice.port import Answer, Ask, Dice, Reading, Throw, read_faces
from gmtrack.dice.sources import AGAIN
from gmtrack.dice.typed import TEN, format_dice_count, split_faces
from gmtrack.errors import Refusal


class AskForDice(Protocol):
    """Puts one question to a person and gives back what was typed; an interrupt goes through."""

    def __call__(self, ask: Ask, problem: str) -> str: ...


class RestartCommand(Exception):
    """The command is to be carried out anew, with what fell: somebody who rolls says one more word
    (the option and it are `words`), or the fight has `moved_on` since they were asked."""

    def __init__(self, *words: str, moved_on: bool) -> None:
        super().__init__(*words)
        self.words = list(words)
        self.moved_on = moved_on


class PhoneDice(str):
    """Dice that a phone has rolled."""


class _More(Exception):
    """So many dice are rolled on, and nobody has said yet how they fell."""


class RollQuestion:
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
        faces = ((3 * place) % self.now.sides + 1 for place in range(self.now.count))
        return ",".join(map(str, faces))

    def say(self, text: str) -> None:
        """Take what was said; nothing leaves the dice to the program."""
        phone, text = isinstance(text, PhoneDice), text.strip()
        try:
            if self.now is not self.ask:
                self._waves.append(self._of(text, self.now).marked or ())
            elif text:
                self._typed = text
            else:
                self.answer = self._rest.roll(self.ask)
                return
            waves = iter(self._waves)
            found = parse_dice_answer(
                self._typed, self.ask, lambda count: next(waves, None) or _more(count)
            )
            self.answer = found._replace(phone=phone)
        except _More as more:
            name, whole = self.ask.name + AGAIN, self.ask
            reading, self.problem = Reading(marked=more.args[0]), ""
            self.now = Ask(name, whole.who, more.args[0], whole.sides, reading, block=whole.block)
        except Refusal as refusal:
            self.problem = refusal.message

    def _of(self, text: str, ask: Ask) -> Answer:
        return parse_dice_answer(text, ask, _more) if text else self._rest.roll(ask)


class SimultaneousRolls(NamedTuple):
    """How several rolls are asked for at once: `attempt` carries the command out with other dice,
    and leaves nothing of it; `put` comes back when all have their answers."""

    attempt: Callable[[Dice], None]
    put: Callable[[list[RollQuestion]], None]


def _more(count: int) -> tuple[int, ...]:
    raise _More(count)


class AskedDice(Dice):
    """Asks for the rolls that `asked` says people make; an empty answer, and every other roll, is
    left to `rest`. `question` is put again, with what is wrong, until the answer is dice. `again`
    asks whether dice that do not count are to fall once more, `offered` how many of those that may
    be added to each roll are; what was `kept` is not rolled anew. `moved_on` says whether the fight
    has changed while somebody was asked. `together` asks at once for those that do not wait for
    each other."""

    def __init__(
        self,
        rest: Dice,
        asked: Callable[[Ask], bool],
        question: AskForDice,
        again: Callable[[Ask, Answer], bool] = lambda ask, answer: False,
        kept: KeptRolls | None = None,
        offered: Callable[[list[Ask]], list[int]] = lambda asks: [0] * len(asks),
        moved_on: Callable[[], bool] = lambda: False,
        together: SimultaneousRolls | None = None,
    ) -> None:
        self._dice = _Questions(rest, asked, question)
        self._rest = rest
        self._asked = asked
        self._again = again
        self._kept = kept or KeptRolls()
        self._offered = offered
        self._moved_on = moved_on
        self._together = together
        self._made: list[tuple[Ask, Answer]] = []

    def roll(self, ask: Ask) -> Answer:
        old = self._kept.take(ask)
        if old is None and self._offers(ask):
            self._offer(self._independent(ask))
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
            self._reconsider(f"--{option}", word)
        self._check_unmoved()
        return answer

    def _ask_together(self, ask: Ask) -> None:
        """Ask for this roll and all that do not wait for it, if there are any."""
        found = self._independent(ask)
        if self._together is None or len(found) < 2:
            return
        rolls = [RollQuestion(one, self._rest) for one in found]
        self._together.put(rolls)
        for one in rolls:
            if one.answer is not None:
                self._kept.add(one.ask, one.answer)

    def _independent(self, ask: Ask) -> list[Ask]:
        """This roll and all that are asked for in the same way and do not wait for it."""
        if self._together is None:
            return [ask]
        from gmtrack.dice.independent_rolls import find_independent_rolls

        def alike(one: Ask) -> bool:
            return self._asked(one) and self._offers(one) == self._offers(ask)

        return find_independent_rolls(ask, self._together.attempt, self._made, self._kept, alike)

    def _offers(self, ask: Ask) -> bool:
        """Whether somebody is still to say how many dice they add."""
        waits = ask.offer is not None and (ask.name, ask.key) not in self._kept.settled
        return waits and self._asked(ask)

    def _offer(self, asks: list[Ask]) -> None:
        """Ask how many dice are added. Raises Reconsidered where any are."""
        counts = self._offered(asks)
        self._kept.settled |= {(one.name, one.key) for one in asks}
        words = [
            word
            for one, count in zip(asks, counts, strict=True)
            if one.offer and count
            for word in (f"--{one.offer.option}", f"{one.offer.word}={count}")
        ]
        if words:
            self._reconsider(*words)

    def _check_unmoved(self) -> None:
        """Raises Reconsidered: what has been worked out is of a fight that is no more."""
        if self._moved_on():
            self._reconsider()

    def _reconsider(self, *words: str) -> NoReturn:
        moved_on = self._moved_on()
        if moved_on:
            self._kept.settled.clear()
        raise RestartCommand(*words, moved_on=moved_on)


class _Questions(Dice):
    """Asks, without a thought of what fell before."""

    def __init__(self, rest: Dice, asked: Callable[[Ask], bool], question: AskForDice) -> None:
        self._rest = rest
        self._asked = asked
        self._question = question

    def roll(self, ask: Ask) -> Answer:
        if not ask.count or not self._asked(ask):
            return self._rest.roll(ask)
        asked = RollQuestion(ask, self._rest)
        while asked.answer is None:
            asked.say(self._question(asked.now, asked.problem))
        return asked.answer


def is_dice(text: str) -> bool:
    """Whether somebody has typed dice, or hits, whatever the roll."""
    return bool(re.fullmatch(r"[\d\s,]*\d[\d\s,]*|\d{1,3} *h(its?)?", text.strip(), re.IGNORECASE))


def parse_dice_answer(text: str, ask: Ask, throw: Throw) -> Answer:
    """`6 6 2 4`, `6624`, or where hits are all that is read, `2 hits` or `2h`; `throw` gives
    the dice that are rolled on. Raises Refusal."""
    hits = re.fullmatch(r"(\d{1,3}) *h(its?)?", text, re.IGNORECASE)
    if hits:
        return _answer_of_hits(int(hits[1]), ask)
    words = [word for word in re.split(r"[\s,]+", text) if word]
    if len(words) == 1 and (ask.sides < TEN or (ask.sides == TEN and len(words[0]) == ask.count)):
        words = list(words[0])
    if not all(re.fullmatch(r"\d{1,3}", word) for word in words):
        raise Refusal("dice", f"'{text}' is not a list of dice such as 6 6 2")
    if len(words) != ask.count:
        raise Refusal("dice", f"needs {format_dice_count(ask.count)}, got {len(words)}")
    faces = split_faces(tuple(int(word) for word in words), ask.sides, ask.count)
    wrong = [face for face in faces if not 1 <= face <= ask.sides]
    if wrong:
        raise Refusal("dice", f"{wrong[0]} is not a face of a d{ask.sides}")
    return read_faces(faces, ask.reading, given=True, throw=throw)


def has_only_hits(ask: Ask) -> bool:
    """Whether the number of hits says all that is read of the dice."""
    reading = ask.reading
    more = reading.also or reading.ones or reading.sum or reading.marked
    return reading.hit is not None and not more


def _answer_of_hits(hits: int, ask: Ask) -> Answer:
    reading = ask.reading
    if not has_only_hits(ask):
        raise Refusal("dice", "type each die, not just the hits")
    if hits > ask.count and (reading.again is None or reading.adds):
        raise Refusal("dice", f"{hits} hits on {format_dice_count(ask.count)} are not possible")
    return Answer((), given=True, hits=hits)
