"""Command lines typed in this process, and what they gave."""

import contextlib
import io
import json
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from .comparing import Data


@dataclass(frozen=True)
class Answer:
    """What one command line gave: exit status, document, and standard error."""

    code: int
    out: str
    err: str

    @property
    def doc(self) -> Data:
        doc = json.loads(self.out)
        assert isinstance(doc, dict)
        return doc


def gmtrack(*argv: str) -> Answer:
    """One command line in this process."""
    from gmtrack.cli.main import execute

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = execute(list(argv))
    return Answer(code, out.getvalue(), err.getvalue())


def at_home_in(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Let gmtrack keep its state in this folder."""
    patch.setenv("GMTRACK_HOME", str(folder / "home"))
    patch.setenv("XDG_DATA_HOME", str(folder / "data"))
    patch.delenv("GMTRACK_FILE", raising=False)
    # What a power cut leaves is tested elsewhere; waiting for the disk here is half the time.
    patch.setattr(os, "fsync", lambda descriptor: None)


def saved(folder: Path, name: str = "saved") -> bytes:
    """The working copy as it is now."""
    path = folder / f"{name}.yaml"
    answer = gmtrack("save", str(path))
    assert answer.code == 0, answer.err
    return path.read_bytes()


def undone() -> int:
    """Take everything back; how many steps that were."""
    steps = 0
    while gmtrack("undo").code == 0:
        steps += 1
    return steps
