"""Answers of phones that may still be taken back."""

from typing import Any

from gmtrack.play.questions.given_answers import QuestionKey
from gmtrack.play.sent_answers import SentAnswer, SentAnswers


class Mailbox:
    """Where the answers to the questions of these ids were taken back."""

    def __init__(self, *taken: str) -> None:
        self.taken = taken
        self.closed: list[str] = []

    def is_taken_back(self, id: str) -> bool:
        return id in self.taken

    def close(self, id: str) -> None:
        self.closed.append(id)


def answer(key: Any, id: str, mailbox: Any) -> SentAnswer:
    return SentAnswer(key, "mara", "Mara", "3", bool, mailbox, id)


def test_only_an_answer_that_is_wanted_and_was_taken_back_is_found() -> None:
    first: QuestionKey | Any = ("dice", "mara")
    second: QuestionKey | Any = ("defense", "mara")
    sent = SentAnswers()
    mailbox = Mailbox("b")
    one, other = answer(first, "a", mailbox), answer(second, "b", mailbox)
    sent.add(one)
    sent.add(other)
    assert sent.find_taken_back(lambda _: True) is other
    assert sent.find_taken_back(lambda key: key == first) is None
    assert sent.find_last_of("mara") is other
    assert sent.find_last_of("dex") is None
