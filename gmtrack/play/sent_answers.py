"""Answers that phones have sent to the questions of the current command, and dice that were typed
at the prompt. A player may take an answer back that they sent, and the GM may type another one, for
as long as the command is not carried out."""

from collections.abc import Callable, Collection
from typing import NamedTuple

from gmtrack.play.questions.given_answers import QuestionKey
from gmtrack.store.mailbox import Mailbox


class SentAnswer(NamedTuple):
    """An answer to a question that was open on a phone.

    - `key`: the question that it answers
    - `who`, `name`: who was asked
    - `said`: the answer as it is shown
    - `fits`: the predicate whether a text would be an answer, too
    - `mailbox`, `id`: where the question and its answer are kept"""

    key: QuestionKey
    who: str
    name: str
    said: str
    fits: Callable[[str], bool]
    mailbox: Mailbox
    id: str


class SentAnswers:
    """The answers that phones still show, oldest first."""

    def __init__(self) -> None:
        self._sent: list[SentAnswer] = []
        self.waiting_message = ""
        """Message that is shown if an answer was taken back while the GM was typing; else empty."""

    def add(self, answer: SentAnswer, *, typed: bool = False) -> None:
        """Keep an answer, in place of an earlier one to the same question. One that was `typed` at
        the prompt is shown on the phone, and cannot be taken back there."""
        self.close([answer.key])
        if typed:
            answer.mailbox.answer_instead(answer.id, answer.said)
        self._sent.append(answer)

    def find_taken_back(
        self, is_wanted: Callable[[QuestionKey], bool]
    ) -> SentAnswer | None:
        """Return the first answer that was taken back, to a question for which `is_wanted` is
        true; None if there is none."""
        for answer in self._sent:
            if is_wanted(answer.key) and answer.mailbox.is_taken_back(
                answer.id
            ):
                return answer
        return None

    def find_last_of(self, who: str) -> SentAnswer | None:
        """Return the last answer of a combatant's player; None if there is none."""
        theirs = [one for one in self._sent if one.who == who]
        return theirs[-1] if theirs else None

    def answer_instead(self, keys: Collection[QuestionKey], text: str) -> None:
        """Show on the phone that the GM has answered the first of these questions with `text`,
        which cannot be taken back. Close the answers to the others."""
        for answer in [one for one in self._sent if one.key in keys]:
            self._sent.remove(answer)
            if answer.key == next(iter(keys)):
                answer.mailbox.answer_instead(answer.id, text)
                self._sent.append(answer)
            else:
                answer.mailbox.close(answer.id)

    def close(self, keys: Collection[QuestionKey]) -> None:
        """Let the answers to these questions not be taken back any more."""
        for answer in [one for one in self._sent if one.key in keys]:
            self._sent.remove(answer)
            answer.mailbox.close(answer.id)

    def close_all(self) -> None:
        """Let no answer be taken back any more: the command is carried out, or given up."""
        self.waiting_message = ""
        while self._sent:
            answer = self._sent.pop()
            answer.mailbox.close(answer.id)
