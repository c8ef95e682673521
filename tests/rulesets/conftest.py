"""What the tests of the rulesets are given."""

from collections.abc import Iterator

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
