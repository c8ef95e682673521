"""Answers to questions for dice: names, corrections, and advice that works."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtrack.cli.main import execute
from gmtrack.dice.asking import RollQuestion
from gmtrack.dice.port import Ask, Reading
from gmtrack.dice.sources import RandomDice
from gmtrack.play.open_questions import OpenQuestions, make_dice_kind
from gmtrack.play.table import PlayTable

from .answering import Answering, rolls

Open = Callable[..., Answering]


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, type_line: object) -> Open:
    """Opens a session in a home of its own."""
    return lambda fight, *lines, **how: Answering(monkeypatch, fight, *lines, **how)


def initiative(table: Answering) -> dict[str, list[int]]:
    fell = rolls(table.last_step())
    return {key.partition(".")[2]: dice for key, dice in fell.items() if "initiative." in key}


def test_a_corrected_line_replaces_the_one_that_was_taken_in_part(session: Open) -> None:
    table = session("garage-night", people="pc")
    questions = table.type("roll-init", "rook=4 brick=3 hale=2", "rook=4 5 brick=3 hale=2")
    assert "still to answer: Rook rook=1,4" in questions[1]
    fell = initiative(table)
    assert [fell[who] for who in ("rook", "brick", "hale")] == [[4, 5], [3], [2]]


def test_somebody_who_has_answered_may_be_answered_anew(session: Open) -> None:
    table = session("garage-night", people="pc")
    questions = table.type("roll-init", "brick 3", "brick 6 hale 2", "brick=7", "rook 45")
    assert questions[3].startswith("still to answer: Rook")
    assert "Brick: 7 is not a face of a d6; the earlier answer stands" in table.said
    fell = initiative(table)
    assert [fell[who] for who in ("rook", "brick", "hale")] == [[4, 5], [6], [2]]


def test_a_corrected_answer_stands_when_somebody_goes_back(session: Open) -> None:
    table = session("garage-night", people="pc")
    table.type("roll-init", "brick 3", "brick 6 hale 2", "<", "rook 45 hale 2")
    fell = initiative(table)
    assert [fell[who] for who in ("rook", "brick", "hale")] == [[4, 5], [6], [2]]


def test_dice_without_a_name_are_asked_about_with_a_line_that_works(session: Open) -> None:
    table = session("garage-night", people="pc")
    table.type("roll-init", "4 5", "rook=4 5 brick=3 hale=2")
    assert "whose dice? Type rook=4 5" in table.said
    table.type("undo")
    table.type("roll-init", "3 rook=4 5", "rook=4 5 brick=3 hale=2")
    assert "whose dice? Type brick=3" in table.said


def test_a_question_to_one_takes_no_dice_of_somebody_else(session: Open) -> None:
    table = session("back-room", "roll-init --seed 3", people="nick")
    questions = table.type("test nick wits --force", "bouncer 2 8", "nick=2 8 bouncer=3", "2 8")
    assert "only Nick rolls now: type `1,4`" in questions[1]
    assert "only Nick rolls now: type `2 8`" in questions[2]
    assert rolls(table.last_step())["test.nick"] == [2, 8]


def test_a_command_at_a_question_is_no_name(session: Open) -> None:
    table = session("back-room", "roll-init --seed 3", people="nick")
    questions = table.type("test nick wits --force", "show nick", "n 2", "", "28")
    assert "Leave the question for `n 2`" in questions[2]
    assert rolls(table.last_step())["test.nick"] == [2, 8]


NAMES = {"tib": "Tib", "kes": "Kestrel Wright", "thug-2": "Thug 2"}


def open_questions(counts: list[int], sides: int) -> OpenQuestions:
    """Questions for so many dice to each of NAMES."""
    reading = Reading(hit=5) if sides < 10 else Reading(sum=True)
    asked = [
        RollQuestion(Ask("initiative", who, count, sides, reading), RandomDice(1))
        for who, count in zip(NAMES, counts, strict=True)
    ]
    kind = make_dice_kind(str, lambda one: [])
    return OpenQuestions(PlayTable(execute), asked, NAMES, lambda *_: None, kind)  # type: ignore[arg-type, return-value]


@settings(deadline=None)
@given(
    st.lists(st.integers(1, 4), min_size=3, max_size=3),
    st.sampled_from([6, 10, 20]),
    st.lists(st.integers(1, 6), min_size=1, max_size=5),
)
def test_every_line_that_is_advised_works(counts: list[int], sides: int, dice: list[int]) -> None:
    everybody = open_questions(counts, sides)
    everybody.post_open_questions = lambda: None  # type: ignore[method-assign]
    [said] = everybody.take_line(" ".join(map(str, dice)))
    advised = said.partition("Type ")[2]
    before = len(everybody.open)
    assert everybody.take_line(advised) == []
    assert len(everybody.open) == before - 1
    while everybody.open:
        example = everybody.prompt_text().split("\n")[-1].partition(" (Enter")[0]
        before = len(everybody.open)
        assert everybody.take_line(example) == []
        assert len(everybody.open) == before - 1


def test_hits_alone_may_be_typed_with_names_too(session: Open, tmp_path: Path) -> None:
    table = session("ninth-street", people="pc")
    questions = table.type("roll-init", "joe 2h sally 3 hits bill=1h", "wendy 0h")
    assert "still to answer: Wendy" in questions[1]
    document = table.last_step()
    found = {one["who"]: (one["hits"], one["dice"]) for one in document["rolls"]}
    assert found["joe"] == (2, [])
    assert found["sally"] == (3, [])
    assert found["wendy"] == (0, [])
