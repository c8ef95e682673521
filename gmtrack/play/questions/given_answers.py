"""Answers to the questions of one command, kept so that `<` can go back to the question before.

Going back carries the command out again from its start. The answers before the last one are given
again without asking, and the program's dice fall as they fell."""

import random
from collections.abc import Hashable, Iterable, Mapping

from gmtrack.dice.port import Ask
from gmtrack.play.choices import PlayerChoice

BACK = "<"
"""Answer that goes back to the question before."""
BACK_HELP = f"`{BACK}` or Esc goes back to the question before"
QuestionKey = tuple[Hashable, ...]
"""Identifies a question within a command. The same answers fit two questions with equal keys."""


class WentBack(Exception):
    """Somebody went back to the question before: the command is to be carried out again."""


def question_key(asked: Ask | PlayerChoice) -> QuestionKey:
    """Return the key of a question for dice or for a choice."""
    if isinstance(asked, Ask):
        return (
            asked.name,
            asked.key,
            asked.count,
            asked.sides,
            asked.reading,
            asked.kinds,
        )
    words = tuple(entry.word for entry in asked.words)
    return (asked.who, asked.option, asked.text, words, asked.most)


class GivenAnswers:
    """The answers that people have given to the questions of one command, in their order.

    A line at the prompt can answer several questions at once, so an answer is a map of question
    keys to texts."""

    def __init__(self) -> None:
        self._given: list[Mapping[QuestionKey, str]] = []
        self._taken = 0
        """Number of answers that the command has used since it was begun."""
        self._former: dict[tuple[QuestionKey, int], str] = {}
        """Answers that were taken back, by question and how often it was asked before."""
        self._rest_from: int | None = None
        """Number of answers after which the program makes all rolls; None: people are asked."""
        self._standing: list[tuple[QuestionKey, str]] = []
        """Answers given after one that was taken back alone: they are given again when their
        question is asked."""
        self._seed = random.SystemRandom().getrandbits(64)
        self._attempts = 0

    def begin(self) -> None:
        """Begin the command again: the answers are given once more from the first one."""
        self._taken = self._attempts = 0

    def next_seed(self) -> int:
        """Return the seed for the program's dice. It is another one for each attempt since
        `begin`, and the same ones come again after the next `begin`."""
        self._attempts += 1
        return self._seed + self._attempts

    @property
    def rolls_rest(self) -> bool:
        """Whether the program makes all rolls from here on, as the last answer has said."""
        return self._rest_from is not None and self._taken >= self._rest_from

    def roll_rest(self) -> None:
        """Leave all rolls to the program from here on, until the last answer is taken back."""
        self._rest_from = len(self._given)

    def take(
        self, keys: Iterable[QuestionKey]
    ) -> Mapping[QuestionKey, str] | None:
        """Return the next answer, by question, if it answers questions among `keys`. Return None
        if these have to be asked; answers that were given later are then taken back."""
        answer = (
            self._given[self._taken] if self._taken < len(self._given) else None
        )
        if answer is not None and answer.keys() <= set(keys):
            self._taken += 1
            return answer
        while len(self._given) > self._taken:
            self._take_back_last()
        return self._take_standing({*keys})

    def _take_standing(
        self, keys: set[QuestionKey]
    ) -> Mapping[QuestionKey, str] | None:
        """Return the standing answers to these questions; None if there are none."""
        found: dict[QuestionKey, str] = {}
        for answer in [*self._standing]:
            key, text = answer
            if key in keys and key not in found:
                found[key] = text
                self._standing.remove(answer)
        self.note(found)
        return found or None

    def take_one(self, key: QuestionKey) -> str | None:
        """Return the answer that was given to a question; None if it has to be asked."""
        answer = self.take([key])
        return None if answer is None else answer[key]

    def note(self, answer: Mapping[QuestionKey, str]) -> None:
        """Note an answer to one question or several. Does nothing if it answers none."""
        if answer:
            self._given.append(answer)
            self._taken = len(self._given)

    def correct(
        self, key: QuestionKey, text: str, dropped: Iterable[QuestionKey]
    ) -> None:
        """Replace the last answer to a question. `dropped` are questions that were asked because
        of the earlier answer; their answers are dropped."""
        gone = set(dropped)
        place = self._find_last(key)
        if place is None:
            return
        corrected = [{**self._given[place], key: text}]
        for answer in self._given[place + 1 :]:
            left = {
                one: said for one, said in answer.items() if one not in gone
            }
            corrected += [left] if left else []
        self._given[place:] = corrected
        self._taken = len(self._given)

    def take_back(self, key: QuestionKey) -> bool:
        """Take the last answer to a question back, so that it is asked again when the command is
        carried out anew. Later answers stand. Return False if there is no answer."""
        place = self._find_last(key)
        if place is None:
            return False
        later = self._given[place:]
        del self._given[place:]
        self._taken = min(self._taken, place)
        self._standing = [
            (other, text)
            for answer in later
            for other, text in answer.items()
            if other != key
        ] + self._standing
        if self._rest_from is not None and len(self._given) < self._rest_from:
            self._rest_from = None
        return True

    def replace(self, key: QuestionKey, text: str) -> bool:
        """Give another answer to a question than the last one, as `take_back` does; it is not
        asked again. Return False if there is no answer."""
        is_there = self.take_back(key)
        if is_there:
            self._standing.insert(0, (key, text))
        return is_there

    def drop(self, keys: Iterable[QuestionKey]) -> None:
        """Drop the last answer to each of these questions, which are asked again at once."""
        for key in keys:
            place = self._find_last(key)
            if place is None:
                continue
            left = {k: v for k, v in self._given[place].items() if k != key}
            self._given[place : place + 1] = [left] if left else []
        self._taken = len(self._given)

    def _find_last(self, key: QuestionKey) -> int | None:
        """Return the place of the last answer to a question; None if there is none."""
        places = [n for n, one in enumerate(self._given) if key in one]
        return places[-1] if places else None

    def note_refused(self, key: QuestionKey) -> None:
        """Drop the last answer if it was the one to this question, as it was refused."""
        if self._given and self._given[-1].keys() == {key}:
            self._given.pop()
            self._taken = len(self._given)

    def former(self, key: QuestionKey) -> str:
        """Return what was answered to a question before somebody went back; empty if nothing
        was."""
        return self._former.get((key, self._count(key)), "")

    def go_back(self) -> None:
        """Take the last answer back. Raises WentBack; returns if no question came before."""
        if self._given:
            self._take_back_last()
            raise WentBack

    def _take_back_last(self) -> None:
        """Move the last answer to the former ones."""
        answer = self._given.pop()
        if self._rest_from is not None and len(self._given) < self._rest_from:
            self._rest_from = None
        for key, text in answer.items():
            self._former[key, self._count(key)] = text

    def _count(self, key: QuestionKey) -> int:
        """Return how many of the given answers answer a question."""
        return sum(key in answer for answer in self._given)
