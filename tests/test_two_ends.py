"""Two workers of xdist go through the modules from different ends, and keep one order of tests."""

from pathlib import Path

import pytest

pytest_plugins = ("pytester",)

MODULE = """
import os
from pathlib import Path

import pytest

WORKER = os.environ["PYTEST_XDIST_WORKER"]
with Path({log!r}).with_suffix("." + WORKER).open("a") as log:
    log.write("{name} ")

@pytest.mark.parametrize("number", [1, 2])
def test_{name}(number): pass
"""
NAMES = ("a/test_one", "a/test_two", "b/test_three", "test_four")


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A suite of four modules in three folders; each writes its name down when it is imported."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    pytester.makeini("[pytest]\ntestpaths = tests\naddopts = -p two_ends -n 2")
    for name in NAMES:
        file = pytester.path / "tests" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        text = MODULE.format(log=str(pytester.path / "log"), name=file.stem.removeprefix("test_"))
        file.write_text(text)
    return pytester


def imported(suite: pytest.Pytester) -> list[list[str]]:
    """Return the modules that each worker imported, in order."""
    return [(suite.path / f"log.gw{number}").read_text().split() for number in (0, 1)]


def test_two_workers_begin_at_different_ends(suite: pytest.Pytester) -> None:
    # xdist refuses to run if the workers differ in the order of the tests.
    suite.runpytest_subprocess().assert_outcomes(passed=8)
    forward, backward = imported(suite)
    assert forward == ["one", "two", "three", "four"]
    assert backward == forward[::-1]


def test_what_is_named_is_collected_in_the_order_of_its_naming(suite: pytest.Pytester) -> None:
    suite.runpytest_subprocess("tests/test_four.py", "tests/a").assert_outcomes(passed=6)
    assert imported(suite) == [["four", "one", "two"]] * 2
