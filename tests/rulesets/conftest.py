"""What the tests of the rulesets are given."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .replay_tests import Replay, replayed
from .typing_in import at_home_in


@pytest.fixture(scope="class")
def replay(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Replay]:
    """A recorded fight of the book that the test class names, played once."""
    folder = tmp_path_factory.mktemp("replay")
    with pytest.MonkeyPatch.context() as patch:
        at_home_in(folder, patch)
        yield replayed(request.cls.book, request.param, folder)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own, where gmtrack keeps its state."""
    at_home_in(tmp_path, monkeypatch)
    return tmp_path
