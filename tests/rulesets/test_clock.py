"""The head line of a board says where the fight stands: before it, in it, after it."""

from pathlib import Path

import pytest

from .evening import READY
from .typing_in import at_home_in, gmtrack


def head(*argv: str) -> str:
    answer = gmtrack(*argv)
    assert answer.code == 0, answer.err
    return next(line for line in answer.out.splitlines() if line)


@pytest.mark.parametrize("file", READY, ids=lambda file: file.stem)
def test_a_fight_that_has_ended_is_over_and_not_about_to_start(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home_in(tmp_path, monkeypatch)
    head("load", str(file))
    assert head("board").endswith("not started")
    head("roll-init", "--seed", "1")
    assert "1" in head("board")
    head("end")
    assert head("board").endswith("over")
    assert gmtrack("board", "--json").doc["phase"] == "not-started"
    head("undo")
    assert not head("board").endswith(("over", "not started"))
