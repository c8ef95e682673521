"""Numbers that several choose at once, at the prompt or on a phone."""

from typing import Any

import pytest

from gmtrack.cli.main import execute
from gmtrack.play.choices import PlayerChoice
from gmtrack.play.open_questions import AMOUNT_KIND, OpenAmount, OpenQuestions
from gmtrack.play.table import PlayTable


@pytest.mark.parametrize(
    ("text", "answer"),
    [("", "0"), ("0", "0"), (" 2 ", "2"), ("3", "3"), ("4", None), ("-1", None), ("two", None)],
)
def test_every_number_up_to_the_most_is_an_answer(text: str, answer: str | None) -> None:
    one = OpenAmount(PlayerChoice("Karma", (), most=3))
    one.say(text)
    assert one.answer == answer
    assert one.problem == ("" if answer else "a number from 0 to 3")


@pytest.mark.parametrize("text", ["3", "ann 3", "ann=3", "bob="])
def test_what_is_typed_when_all_have_answered_takes_no_answer_away(text: str) -> None:
    """Phones may have answered while the GM was typing."""
    asked = [OpenAmount(PlayerChoice("Karma", (), most=3, who=who)) for who in ("ann", "bob")]
    for one in asked:
        one.answer = "1"
    question: Any = None
    everybody = OpenQuestions(
        PlayTable(execute), asked, {"ann": "Ann", "bob": "Bob"}, question, AMOUNT_KIND
    )
    [said] = everybody.take_line(text)
    assert "answered" in said
    assert [one.answer for one in asked] == ["1", "1"]
