"""The record of what a session has printed, from which the screen is drawn again."""

import io

import pytest

from gmtrack.play.split.story_record import RecordingStream, StoryRecord


@pytest.mark.parametrize(
    ("written", "lines"),
    [
        ("one\ntwo\r\nthree", ["one", "two"]),
        ("\x1b[1;32mgreen\x1b[0m\n", ["\x1b[1;32mgreen\x1b[0m"]),
        ("50 %\r\x1b[2K100 %\n", ["100 %"]),
        ("one\n\x1b[?25l50 %\n\r\x1b[1A\x1b[2K\x1b[?25htwo\n", ["one", "two"]),
        ("one\n50 %\n60 %\n\x1b[A\x1b[2K\x1b[A\x1b[2Ktwo\n", ["one", "two"]),
        ("\x1b[9Aone\n", ["one"]),
        ("\x1b7\x1b[3;1Hone\x1b8\n", ["one"]),
    ],
)
def test_lines_are_recorded_as_they_stand_at_last(written: str, lines: list[str]) -> None:
    record = StoryRecord()
    record.add(written)
    assert record.lines_before(0, 9) == lines


def test_older_lines_are_found_by_how_many_came_after_them() -> None:
    record = StoryRecord(most=5)
    record.add("".join(f"{number}\n" for number in range(8)))
    assert len(record) == 5
    assert record.lines_before(0, 2) == ["6", "7"]
    assert record.lines_before(2, 2) == ["4", "5"]
    assert record.lines_before(4, 3) == ["3"]
    assert record.lines_before(9, 3) == []


def test_a_stream_that_is_recorded_is_otherwise_the_same() -> None:
    inner, record = io.StringIO(), StoryRecord()
    stream = RecordingStream(inner, record)
    assert stream.write("one\n") == 4
    assert inner.getvalue() == "one\n"
    assert record.lines_before(0, 1) == ["one"]
    assert not stream.isatty()
