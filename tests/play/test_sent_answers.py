"""Answers of phones that may still be taken back."""

from types import SimpleNamespace
from typing import Any

import pytest

from gmtrack.play.at_prompt import overwrite_answer
from gmtrack.play.questions.given_answers import QuestionKey, WentBack
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
    return SentAnswer(key, "mara", "Mara", "3", str.isdecimal, mailbox, id)


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


def test_a_line_such_as_mara_3_takes_the_place_of_an_answer() -> None:
    mailbox, replaced = Mailbox(), dict[Any, str]()
    sent = SentAnswers()
    key: QuestionKey | Any = ("defense", "mara")
    sent.add(answer(key, "a", mailbox))
    encounter = SimpleNamespace(names=lambda: {"mara": "Mara", "dex": "Dex"})
    table: Any = SimpleNamespace(
        fight=SimpleNamespace(known=SimpleNamespace(encounter=encounter)),
        asking=SimpleNamespace(sent=sent, answers=SimpleNamespace(replace=replaced.__setitem__)),
    )
    for line in ("mara", "attack mara=3", "vex=3", "dex=3"):
        assert overwrite_answer(table, line, "dex") == "", line
    assert overwrite_answer(table, "mara=3", "mara") == "", "Mara is asked now"
    assert "'x' is no answer" in overwrite_answer(table, "mara=x", "dex")
    assert not replaced
    with pytest.raises(WentBack):
        overwrite_answer(table, " mara=4 ", "dex")
    assert replaced == {key: "4"}
    assert mailbox.closed == ["a"]
