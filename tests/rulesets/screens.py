"""A screen of a fight: lines that are typed, and what the last one shows at each width."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from golden import assert_golden

from gmtrack.store.session import open_session

from .typing_in import gmtrack


def looks_as_it_did(golden: Path, before: Sequence[list[str]], line: list[str], home: Path) -> None:
    """Type the lines before, and hold what the last one shows against the golden screen."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GMTRACK_HOME", str(home))
        patch.setattr(os, "fsync", lambda descriptor: None)
        for words in before:
            answer = gmtrack(*words)
            assert answer.code == 0, answer.err
        begun = done()

        def drawn(width: int) -> str:
            patch.setenv("COLUMNS", str(width))
            if done() > begun:
                assert gmtrack("undo").code == 0
            return gmtrack(*line).out

        assert_golden(golden, drawn)


def done() -> int:
    """How many steps are in effect."""
    with open_session(None, write=False) as session:
        return sum(entry.kind == "step" and not entry.undone for entry in session.log())
