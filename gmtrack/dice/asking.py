"""Ask people for the dice that they roll at the table while a command is carried out."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, NoReturn, Protocol

from gmtrack.core.values import replace
from gmtrack.dice.fallen import KeptRolls
from gmtrack.dice.hits_alone import make_hits_answer
from gmtrack.dice.kept_dice import KeptDice
from gmtrack.dice.port import (
    Answer,
    Ask,
    Dice,
    Faces,
    Offer,
    Reading,
    read_faces,
    read_kinds,
)
from gmtrack.dice.sources import AGAIN
from gmtrack.dice.typed import (
    WrittenDice,
    describe_impossible_die,
    describe_wrong_count,
    parse_dice,
    split_faces_of_roll,
)
from gmtrack.errors import Refusal


class AskForDice(Protocol):
    """Callback that puts one question for dice to a person."""

    def __call__(self, ask: Ask, problem: str) -> str:
        """Return what the person typed. `problem` says what was wrong with the last answer; it is
        empty at first. KeyboardInterrupt goes through."""


class RestartCommand(Exception):
    """The command has to be carried out anew, with the dice that have fallen.

    Either whoever rolls has chosen something more: `words` are the option and its word. Or the
    fight has changed while somebody was asked: then `moved_on` is true."""

    def __init__(self, *words: str, moved_on: bool) -> None:
        super().__init__(*words)
        self.words = list(words)
        self.moved_on = moved_on


class PhoneDice(str):
    """Typed dice that come from a phone, which has rolled them."""


class _NeedsMoreDice(Exception):
    """Dice of the roll are rolled again, and nobody has said yet how they fell."""

    def __init__(self, count: int, sides: int) -> None:
        super().__init__(count, sides)
        self.count, self.sides = count, sides


ThrowMore = Callable[[Ask, int], Faces]
"""Callback that rolls dice of one kind again: the request for them, and how many. Returns their
faces."""


class RollQuestion:
    """The question for the dice of one roll, from the first words to the whole answer.

    `rest` rolls the dice if the person leaves them to the program."""

    def __init__(self, ask: Ask, rest: Dice) -> None:
        self.ask = ask
        self.now = ask
        """The roll to ask for now: the roll itself, then its dice that are rolled again."""
        self.problem = ""
        """The reason why the last answer was refused; empty if it was not."""
        self.answer: Answer | None = None
        """The answer to the roll; None until it is whole."""
        self._rest = rest
        self._typed = ""
        self._waves: list[Faces] = []

    @property
    def who(self) -> str:
        """The id of the combatant who rolls."""
        return self.ask.who

    @property
    def example(self) -> str:
        """An example of what can be typed, with as many dice as the roll needs now."""
        return example_dice(self.now)

    def say(self, text: str) -> None:
        """Take what a person said; an empty text leaves the dice to the program.

        Afterwards either `answer` is set, or `problem` says what was wrong, or `now` asks for the
        dice that are rolled again."""
        from_phone, text = isinstance(text, PhoneDice), text.strip()
        self.problem = ""
        try:
            if self.now is not self.ask and not self._is_whole_roll(text):
                self._waves.append(self._faces_of_wave(text))
            elif text:
                self.reopen()
                self._typed = text
            else:
                self.answer = self._rest.roll(self.ask)
                return
            self.answer = self._parse_all()._replace(phone=from_phone)
        except _NeedsMoreDice as more:
            name, whole = self.ask.name + AGAIN, self.ask
            reading, self.problem = Reading(marked=more.count), ""
            self.now = Ask(
                name,
                whole.who,
                more.count,
                more.sides,
                reading,
                block=whole.block,
            )
        except Refusal as refusal:
            self.problem = refusal.message

    def fits(self, text: str) -> bool:
        """Whether a text is dice for the roll that is asked for now, as many as it needs."""
        return is_answer_to_roll(text, self.now)

    def reopen(self) -> None:
        """Ask for the whole roll again, as if nobody had said anything."""
        self.now, self.answer, self.problem = self.ask, None, ""
        self._typed, self._waves = "", []

    def _is_whole_roll(self, text: str) -> bool:
        """Whether a text that is said of the dice that are rolled again is none for them, but the
        whole roll as it should have been."""
        if not text or is_answer_to_roll(text, self.now):
            return False
        return is_answer_to_roll(text, self.ask)

    def _parse_all(self) -> Answer:
        """Parse the dice of the roll and of all waves said so far. Raises _NeedsMoreDice if the
        next wave has not been said, Refusal for text that is no dice."""
        waves = iter(self._waves)

        def next_wave(kind: Ask, count: int) -> Faces:
            wave = next(waves, None)
            return wave or _need_more_dice(kind, count)

        return parse_dice_answer(self._typed, self.ask, next_wave)

    def _faces_of_wave(self, text: str) -> Faces:
        """Return the faces of the dice that are rolled again now; the program rolls them if `text`
        is empty. Raises Refusal for text that is no dice."""
        if text:
            answer = parse_dice_answer(text, self.now, _need_more_dice)
        else:
            answer = self._rest.roll(self.now)
        return answer.marked or ()


def describe_offer(offer: Offer | None) -> str:
    """Return the name of the dice of an offer; empty for none."""
    return offer.what if offer is not None else ""


def example_dice(ask: Ask) -> str:
    """Return dice as they can be typed for a roll, as many as it needs."""
    faces = (
        (3 * place) % sides + 1 for place, sides in enumerate(ask.sides_of_dice)
    )
    return ",".join(map(str, faces))


def is_answer_to_roll(text: str, ask: Ask) -> bool:
    """Whether a text is dice for a roll, as many as it needs, or hits if they are enough."""
    try:
        parse_dice_answer(text, ask, _need_more_dice)
    except _NeedsMoreDice:
        return True
    except Refusal:
        return False
    return True


class SimultaneousRolls(NamedTuple):
    """Callbacks with which a session asks for several rolls at once."""

    attempt: Callable[[Dice], None]
    """Carries the command out with other dice and rolls its changes back."""
    put: Callable[[list[RollQuestion]], None]
    """Puts all questions and returns when each has its answer."""


def _need_more_dice(kind: Ask, count: int) -> Faces:
    """Raise _NeedsMoreDice, in place of throwing the dice."""
    raise _NeedsMoreDice(count, kind.sides)


class AskedDice(Dice):
    """Dice that people roll and are asked for.

    `rest` rolls for whoever leaves it to the program, and everything that nobody is asked for.
    `is_asked` says for which rolls people are asked. `question` puts one question; it is put again
    until the answer is dice.

    The other arguments are optional. `wants_again` asks whether the misses of a roll fall once
    more, and `ask_offers` how many dice are added to each of several rolls, before they fall.
    `kept` are rolls that have fallen already and are not made anew. `moved_on` says whether the
    fight has changed while somebody was asked. `together` asks at once for rolls that do not wait
    for each other; without it each is asked for when its turn comes."""

    def __init__(
        self,
        rest: Dice,
        is_asked: Callable[[Ask], bool],
        question: AskForDice,
        wants_again: Callable[[Ask, Answer], bool] = lambda ask, answer: False,
        kept: KeptRolls | None = None,
        ask_offers: Callable[[list[Ask]], list[int]] = lambda asks: (
            [0] * len(asks)
        ),
        moved_on: Callable[[], bool] = lambda: False,
        together: SimultaneousRolls | None = None,
    ) -> None:
        self._questions = _QuestionDice(rest, is_asked, question)
        self._rest = rest
        self._is_asked = is_asked
        self._wants_again = wants_again
        self._kept = kept or KeptRolls()
        self._ask_offers = ask_offers
        self._moved_on = moved_on
        self._together = together
        self._made: list[tuple[Ask, Answer]] = []

    def roll(self, ask: Ask) -> Answer:
        """Ask for the dice of a roll, unless they have fallen already, and return the answer.

        Raises RestartCommand if somebody adds dice or rolls misses once more, and if the fight has
        changed in the meantime."""
        old = self._kept.take(ask)
        while old is None and self._open_offer(ask) is not None:
            self._settle_offers(self._independent_rolls(ask))
        if old is None and ask.count and self._is_asked(ask):
            self._ask_together(ask)
            old = self._kept.take(ask)
        dice = (
            KeptDice({}, self._questions, "dice", [old])
            if old
            else self._questions
        )
        answer = dice.roll(ask)
        self._kept.note(ask, answer)
        self._made.append((ask, answer))
        self._check_unmoved()
        misses = answer.hits is not None and answer.hits < ask.count
        if (
            ask.retry
            and misses
            and self._is_asked(ask)
            and self._wants_again(ask, answer)
        ):
            option, word = ask.retry
            self._restart(f"--{option}", word)
        self._check_unmoved()
        return answer

    def _ask_together(self, ask: Ask) -> None:
        """Ask for this roll and all that do not wait for it, and keep the answers. Does nothing if
        there are no others: `roll` then asks."""
        if self._together is None:
            return
        rolls = self._independent_rolls(ask)
        if len(rolls) < 2:
            return
        questions = [RollQuestion(roll, self._rest) for roll in rolls]
        self._together.put(questions)
        for question in questions:
            if question.answer is not None:
                self._kept.add(question.ask, question.answer)

    def _independent_rolls(self, ask: Ask) -> list[Ask]:
        """Return this roll and all that people are asked for in the same way and that do not wait
        for it."""
        if self._together is None:
            return [ask]
        # Imported late: most commands ask for no dice, and every one is a fresh process.
        from gmtrack.dice.independent_rolls import find_independent_rolls

        offered = describe_offer(self._open_offer(ask))

        def is_asked_alike(other: Ask) -> bool:
            return (
                self._is_asked(other)
                and describe_offer(self._open_offer(other)) == offered
            )

        return find_independent_rolls(
            ask, self._together.attempt, self._made, self._kept, is_asked_alike
        )

    def _open_offer(self, ask: Ask) -> Offer | None:
        """Return the offer about which the roller has yet to say how many dice they add: that of
        a pool first, then that of bought dice. None if there is none, or nobody is asked."""
        if not self._is_asked(ask):
            return None
        for offer in (ask.offer, ask.bought):
            if offer is not None and not self._is_settled(ask, offer):
                return offer
        return None

    def _is_settled(self, ask: Ask, offer: Offer) -> bool:
        """Whether the roller has said how many dice of an offer they add."""
        return (ask.name, ask.key, offer.word) in self._kept.settled

    def _settle_offers(self, asks: list[Ask]) -> None:
        """Ask how many dice of its open offer are added to each roll. Raises RestartCommand if any
        are."""
        open_asks = [replace(ask, offer=self._open_offer(ask)) for ask in asks]
        counts = self._ask_offers(open_asks)
        words: list[str] = []
        for ask, count in zip(open_asks, counts, strict=True):
            offer = ask.offer
            if offer is not None:
                self._kept.settled.add((ask.name, ask.key, offer.word))
                if count:
                    words += [f"--{offer.option}", f"{offer.word}={count}"]
        if words:
            self._restart(*words)

    def _check_unmoved(self) -> None:
        """Raise RestartCommand if the fight has changed: the command was worked out for a fight
        that is no more."""
        if self._moved_on():
            self._restart()

    def _restart(self, *words: str) -> NoReturn:
        """Raise RestartCommand with the words that were chosen. If the fight has changed, people
        are asked anew how many dice they add."""
        moved_on = self._moved_on()
        if moved_on:
            self._kept.settled.clear()
        raise RestartCommand(*words, moved_on=moved_on)


class _QuestionDice(Dice):
    """Dice that are asked for one roll at a time, whatever fell before."""

    def __init__(
        self, rest: Dice, is_asked: Callable[[Ask], bool], question: AskForDice
    ) -> None:
        self._rest = rest
        self._is_asked = is_asked
        self._question = question

    def roll(self, ask: Ask) -> Answer:
        """Ask until the answer is dice; let `rest` roll where nobody is asked."""
        if not ask.count or not self._is_asked(ask):
            return self._rest.roll(ask)
        question = RollQuestion(ask, self._rest)
        while question.answer is None:
            question.say(self._question(question.now, question.problem))
        return question.answer


def parse_dice_answer(text: str, ask: Ask, throw: ThrowMore) -> Answer:
    """Parse what a person typed for a roll: `6 6 2 4`, `6624`, `2 hits` or `2h`.

    `throw` gives the dice that are rolled again. Raises Refusal for anything else, for too few or
    too many dice, for impossible faces, and for hits if more is read of the dice."""
    dice = parse_dice(text, "dice")
    if dice.hits is not None:
        return make_hits_answer(dice.hits, ask, "dice")
    faces = _faces_of_roll(dice, ask)

    def read_kind(kind: Ask, dice: Faces) -> Answer:
        return read_faces(
            dice, kind.reading, given=True, throw=partial(throw, kind)
        )

    if ask.kinds:
        return read_kinds(ask, faces, read_kind)
    return read_kind(ask, faces)


def typed_faces(text: str, ask: Ask) -> Faces:
    """Return the faces that a person typed for a roll, without dice that are rolled again. Empty
    for hits alone, and for text that is no dice for this roll."""
    try:
        dice = parse_dice(text, "dice")
        return () if dice.hits is not None else _faces_of_roll(dice, ask)
    except Refusal:
        return ()


def _faces_of_roll(dice: WrittenDice, ask: Ask) -> Faces:
    """Return the faces of written dice for a roll. Raises Refusal for too few or too many dice and
    for impossible faces."""
    faces = split_faces_of_roll(dice, ask)
    problem = describe_wrong_count(faces, ask)
    problem = problem or describe_impossible_die(faces, ask)
    if problem:
        raise Refusal("dice", problem)
    return faces
