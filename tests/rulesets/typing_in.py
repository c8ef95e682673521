"""Command lines typed in this process, and what they gave."""

import contextlib
import io
import itertools
import json
import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from gmtrack.app import what
from gmtrack.cli.main import execute
from gmtrack.core.encounter import Encounter
from gmtrack.core.screen import Board
from gmtrack.play.choices import PlayerChoice
from gmtrack.play.table import PlayTable
from gmtrack.rulesets.port import Ruleset

from .comparing import Data


@dataclass(frozen=True)
class Answer:
    """What one command line gave: exit status, document, and standard error."""

    code: int
    out: str
    err: str

    @cached_property
    def doc(self) -> Data:
        doc = json.loads(self.out)
        assert isinstance(doc, dict)
        return doc


def gmtrack(*argv: str) -> Answer:
    """One command line in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = execute(list(argv))
    return Answer(code, out.getvalue(), err.getvalue())


def done(*argv: str) -> Answer:
    """The answer to a command line, whole or in words, that is carried out."""
    answer = gmtrack(*(argv[0].split() if len(argv) == 1 else argv))
    assert answer.code == 0, (argv, answer.err or answer.out)
    return answer


def told(*argv: str) -> str:
    """What is printed then, wherever it is broken."""
    return " ".join(done(*argv).out.split())


def doc(*argv: str) -> Data:
    """The document of it."""
    return done(*(argv[0].split() if len(argv) == 1 else argv), "--json").doc


def refused(*argv: str) -> str:
    """Why a command line is refused."""
    answer = gmtrack(*(argv[0].split() if len(argv) == 1 else argv))
    assert answer.code == 1, (argv, answer.out)
    return answer.err


def asked(line: str, answer: str) -> list[str]:
    """What the one at the prompt is asked when they type this line, and answers so."""
    found: list[str] = []
    table = PlayTable(execute)

    def put(question: PlayerChoice) -> str:
        found.append(question.text)
        return answer

    table.asking.put = put
    assert table.run_line(line) == 0
    return found


def at_home_in(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Let gmtrack keep its state in this folder."""
    patch.setenv("GMTRACK_HOME", str(folder / "home"))
    patch.setenv("XDG_DATA_HOME", str(folder / "data"))
    patch.delenv("GMTRACK_FILE", raising=False)
    # What a power cut leaves is tested elsewhere; waiting for the disk here is half the time.
    patch.setattr(os, "fsync", lambda descriptor: None)


def try_choices_seldom(patch: pytest.MonkeyPatch, every: int) -> None:
    """Let only every so-many-th document of a board tell what the one who acts can do; none if it
    is 0."""
    told = what.board_document
    numbers = itertools.count(1)

    def seldom(ruleset: Ruleset, encounter: Encounter, board: Board) -> Data:
        with pytest.MonkeyPatch.context() as without:
            if not every or next(numbers) % every:
                without.setattr(what, "choices", lambda *_: ())
            return told(ruleset, encounter, board)

    patch.setattr(what, "board_document", seldom)


def loaded(text: str) -> Answer:
    """The answer to loading a file of this text, which stands beside the home."""
    file = Path(os.environ["GMTRACK_HOME"]).with_name("table.yaml")
    file.write_text(text, encoding="utf-8")
    return gmtrack("load", str(file))


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
