"""A number that somebody chooses at the prompt or on a phone."""

import pytest

from gmtrack.play.choices import Choice
from gmtrack.play.open_questions import OpenAmount


@pytest.mark.parametrize(
    ("text", "answer"),
    [("", "0"), ("0", "0"), (" 2 ", "2"), ("3", "3"), ("4", None), ("-1", None), ("two", None)],
)
def test_every_number_up_to_the_most_is_an_answer(text: str, answer: str | None) -> None:
    one = OpenAmount(Choice("Karma", (), most=3))
    one.say(text)
    assert one.answer == answer
    assert one.problem == ("" if answer else "a number from 0 to 3")
