"""The work of an exact answer is counted row by row."""

import pytest

from gmtrack.odds.work import TooMuchWork, WorkLimit


def test_all_the_rows_that_are_left_may_be_taken_and_no_more() -> None:
    limit = WorkLimit(10)
    limit.take(4)
    limit.take(6)
    with pytest.raises(TooMuchWork):
        limit.take(1)


def test_the_rows_of_what_is_remembered_count_once() -> None:
    limit = WorkLimit(10)
    for _ in range(3):
        limit.take_once("attack of kira", 6)
    limit.take_once("attack of ogre", 4)
    with pytest.raises(TooMuchWork):
        limit.take_once("a third", 1)
