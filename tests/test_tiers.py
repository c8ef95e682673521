"""The daily tier: what is left out of it, and why."""

from collections import Counter

import pytest
import tiers
from rulesets.cover import first_of_each_table
from rulesets.sr3.book import BOOK
from tiers import (
    DAILY_SET,
    NO_DAILY_SET,
    SLOW_TESTS,
    WHOLLY_SLOW,
    function_of,
    is_slow,
    pattern_for,
    slow_tests,
)

pytest_plugins = ("pytester",)


def test_every_function_has_a_daily_parameter_set_or_a_reason(pytestconfig: pytest.Config) -> None:
    left_out = {one for one in pytestconfig.stash[WHOLLY_SLOW] if pattern_for(one) is None}
    assert not left_out, "make them faster, or say why in `tiers.NO_DAILY_SET`"


def test_every_pattern_is_that_of_some_function() -> None:
    lines = SLOW_TESTS.read_text().splitlines()
    with_daily_sets = {
        function_of(line.removeprefix(DAILY_SET)) for line in lines if line.startswith(DAILY_SET)
    }
    functions = {line for line in lines if "[" not in line} - with_daily_sets
    patterns = {pattern for patterns in NO_DAILY_SET.values() for pattern in patterns}
    assert patterns - {pattern_for(function) for function in functions} == set()


def test_each_function_keeps_its_fastest_set_and_the_rest_is_filled_up_from_the_fastest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tiers, "SHARE", 0.25)
    monkeypatch.setattr(tiers, "LONGEST", 0.15)
    fast = {"f[a]": 5, "g[a]": 1, "g[b]": 2}
    slow = {"f[b]": 9, "g[c]": 3, "h": 7, "i[a]": 8}
    assert slow_tests(fast | slow) == ["f[b]", "g[c]", "h", "i"]


def test_a_set_that_only_a_run_of_all_tests_has_is_never_the_daily_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tiers, "SHARE", 0.0)
    monkeypatch.setattr(tiers, "LONGEST", 1.0)
    test = "tests/store/test_x.py::test_y"
    assert slow_tests({f"{test}[windows]": 1, f"{test}[posix]": 2}) == [f"{test}[windows]"]


def test_where_most_sets_are_slow_those_are_named_that_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tiers, "SHARE", 0.01)
    monkeypatch.setattr(tiers, "LONGEST", 0.01)
    lines = slow_tests({"f[a]": 1, "f[b]": 90, "f[c]": 90})
    assert lines == ["f", "but not f[a]"]
    left_out = [one for one in ("f[a]", "f[b]", "f[c]", "f[new]") if is_slow(one, {*lines})]
    assert left_out == ["f[b]", "f[c]", "f[new]"]


def test_of_a_table_the_first_row_is_played_and_each_case_without_one() -> None:
    rows = Counter((case.file, case.outline or case.id) for case in BOOK.cases)
    found = first_of_each_table(BOOK)
    assert len(found) == len(rows) < len(BOOK.cases)
    left_out = [case for case in BOOK.cases if case.id not in found]
    assert all(rows[case.file, case.outline or case.id] > 1 for case in left_out)


SUITE = """
    import pytest

    @pytest.fixture(scope="module")
    def shared():
        import time
        time.sleep({slow})

    @pytest.mark.parametrize("seconds", [0, {slow}])
    def test_function(seconds):
        import time
        time.sleep(seconds)

    def test_first(shared): pass

    def test_second(shared): pass
"""
SLOW = ["test_it.py::test_first", "test_it.py::test_function[0.1]", "test_it.py::test_second"]


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A suite of four tests, three of which take a third of the whole time each."""
    monkeypatch.setattr(tiers, "SLOW_TESTS", pytester.path / "slow_tests.txt")
    monkeypatch.setattr(tiers, "LONGEST", 0.2)
    monkeypatch.setattr(tiers, "SHARE", 0.2)
    tiers.SLOW_TESTS.touch()
    pytester.makepyfile(test_it=SUITE.format(slow=0.1))
    return pytester


def test_a_shared_fixture_counts_for_each_test_that_needs_it(suite: pytest.Pytester) -> None:
    suite.inline_run("--all", "--renew-tiers", plugins=[tiers]).assertoutcome(passed=4)
    assert tiers.SLOW_TESTS.read_text().splitlines() == SLOW


@pytest.mark.parametrize(
    ("words", "passed"),
    [
        ((), 1),
        (("--all",), 4),
        (("test_it.py::test_first",), 1),
        (("test_it.py::test_function",), 2),
        (("--all", "--every", "2"), 3),
    ],
)
def test_slow_tests_run_with_all_and_where_they_are_named(
    suite: pytest.Pytester, words: tuple[str, ...], passed: int
) -> None:
    tiers.SLOW_TESTS.write_text("\n".join(SLOW))
    suite.inline_run(*words, plugins=[tiers]).assertoutcome(passed=passed)


@pytest.mark.parametrize("words", [(), ("--all", "test_it.py")])
def test_a_record_is_made_of_a_run_of_every_test_alone(
    suite: pytest.Pytester, words: tuple[str, ...]
) -> None:
    tiers.SLOW_TESTS.write_text("\n".join(SLOW))
    found = suite.inline_run(*words, "--renew-tiers", plugins=[tiers])
    assert found.ret == pytest.ExitCode.USAGE_ERROR
    assert tiers.SLOW_TESTS.read_text().splitlines() == SLOW


def test_a_run_that_is_broken_off_leaves_the_record_as_it_was(suite: pytest.Pytester) -> None:
    tiers.SLOW_TESTS.write_text("\n".join(SLOW))
    suite.makepyfile(test_that_is_stopped="def test_it(): raise KeyboardInterrupt")
    found = suite.inline_run("--all", "--renew-tiers", plugins=[tiers], no_reraise_ctrlc=True)
    assert found.ret == pytest.ExitCode.INTERRUPTED
    assert tiers.SLOW_TESTS.read_text().splitlines() == SLOW
