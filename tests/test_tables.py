"""What checks many rows in one test fails with each row that is wrong, and only then."""

import random

import pytest
from tables import check_rows, each_row


def refuse(number: int, word: str) -> None:
    with pytest.raises(ValueError, match="invalid"):
        int(word)
    assert number < 3, f"{number} is too large"


def test_rows_that_are_right_pass() -> None:
    check_rows(refuse, [(1, "x"), (2, "y")])


def test_every_wrong_row_is_named_with_its_reason_and_line() -> None:
    with pytest.raises(AssertionError) as failed:
        check_rows(refuse, [(1, "7"), (2, "x"), (5, "y")])
    first, *_, last = str(failed.value).splitlines()
    (second,) = [line for line in str(failed.value).splitlines() if line.startswith("5,")]
    start = refuse.__code__.co_firstlineno
    assert last.startswith("2 of 3 rows are wrong")
    assert first.startswith(f"1, '7': line {start + 1}: Failed: DID NOT RAISE")
    assert second.startswith(f"5, 'y': line {start + 3}: AssertionError: 5 is too large")


def test_an_error_of_any_kind_is_a_wrong_row() -> None:
    with pytest.raises(AssertionError, match=r"0: line \d+: ZeroDivision[^\n]*\n1 of 2 rows"):
        check_rows(lambda number: 1 // number, [(0,), (1,)])


def test_a_table_without_rows_fails() -> None:
    with pytest.raises(AssertionError, match="no rows"):
        check_rows(refuse, [])


@pytest.mark.parametrize("place", ["here", "there"])
def test_a_decorated_test_keeps_its_other_parameters(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    @each_row("pair", [(1, 2), (3, 4)])
    @each_row(("one", "two"), {"a": 1, "b": 2}.items())
    def check(one: str, two: int, pair: tuple[int, int], place: str, patch: object) -> None:
        seen.append((place, pair, one, two))
        assert patch is monkeypatch
        assert (one, pair) != ("b", (3, 4))

    with pytest.raises(AssertionError, match=r"(?s)\(3, 4\): .*'b', 2: .*1 of 2 rows.*1 of 2 rows"):
        check(place=place, patch=monkeypatch)
    assert seen == [
        (place, (1, 2), "a", 1),
        (place, (1, 2), "b", 2),
        (place, (3, 4), "a", 1),
        (place, (3, 4), "b", 2),
    ]


@each_row("number", range(3))
def test_fixtures_and_rows_go_together(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random, "random", lambda: number)
    assert random.random() == number
