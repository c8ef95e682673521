"""What the tests of the rulesets are given."""

import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from long_run import LONG

from .replay_tests import Replay, replayed
from .typing_in import at_home_in, done, try_choices_seldom

BeginWith = Callable[..., None]
"""Begins a test where these lines have been carried out."""


@pytest.fixture
def board_without_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what the one who acts can do wherever the board is told as a document: trying all
    of that takes most of the time of `board --json`, and is no use where a test asks who acts."""
    try_choices_seldom(monkeypatch, 0)


@pytest.fixture(scope="class")
def replay(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Replay]:
    """A recorded fight of the book that the test class names, played once. What can be done is
    tried for every sixth board of it, or for each in the long run."""
    folder = tmp_path_factory.mktemp("replay")
    with pytest.MonkeyPatch.context() as patch:
        at_home_in(folder, patch)
        try_choices_seldom(patch, 1 if LONG else 6)
        yield replayed(request.cls.book, request.param, folder)


@pytest.fixture(scope="session")
def home_after(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Returns the state folder in which some lines were carried out, once in each process. It is
    not to be changed."""

    @cache
    def after(*lines: str) -> Path:
        folder = tmp_path_factory.mktemp("begun")
        with pytest.MonkeyPatch.context() as patch:
            at_home_in(folder, patch)
            for line in lines:
                done(*line.split())
        return folder / "home"

    return after


@pytest.fixture
def begin_with(home: Path, home_after: Callable[..., Path]) -> BeginWith:
    """Lets a test begin where some lines have been carried out, without doing that again if
    another test began so."""

    def begin(*lines: str) -> None:
        shutil.copytree(home_after(*lines), home / "home")

    return begin


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own, where gmtrack keeps its state."""
    at_home_in(tmp_path, monkeypatch)
    return tmp_path
