"""Sessions whose lines come from a script, in this process, and lines that spend a turn in each
ruleset."""

import io
import json
import os
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from gmtrack.cli.main import execute


class SpentTurn(NamedTuple):
    """The lines up to the end of a turn, the last of which spends it; whose turn it is, and whose
    is the next."""

    lines: list[str]
    name: str
    then: str


SPENT = {
    "knife-fight": SpentTurn(
        ["i --roll joe=5 --roll bob=1", "x use-item", "x use-item", "x use-item"],
        "Joe Schmoe",
        "bob",
    ),
    "back-room": SpentTurn(["i --seed 1", "x other"], "The host", "lena"),
    "cold-store": SpentTurn(
        ["i --seed 1", "x drop-prone", "a buyer --seed 1", "a buyer --seed 2"], "Sable", "lotus"
    ),
    "stand-off": SpentTurn(["i --seed 1", *["x other"] * 4], "Dex", "mara"),
    "street-samurai-duel": SpentTurn(
        ["i", "x master fight kaz", "x kaz fight master", "x samurai fight lotus",
         "x lotus fight samurai", "x student dodge", "n", "a master kaz --seed 1"],
        "The master",
        "lotus",
    ),
}  # fmt: skip
"""A turn in an encounter of each ruleset, by the encounter."""


class Done(NamedTuple):
    status: int
    out: str
    err: str


Play = Callable[..., Done]


def make_play(home: Path) -> Play:
    """Return what carries out a command of gmtrack in this home, with lines on its standard
    input."""

    def played(words: str, *lines: str) -> Done:
        out, err = io.StringIO(), io.StringIO()
        stdin = io.TextIOWrapper(io.BytesIO("\n".join(lines).encode()))
        environment = {"GMTRACK_HOME": str(home), "COLUMNS": "80"}
        with (
            patch.dict(os.environ, environment),
            patch.object(sys, "stdin", stdin),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            status = execute(words.split())
        return Done(status, out.getvalue(), err.getvalue())

    return played


def steps_of(play: Play) -> list[str]:
    """Return the lines of the steps that are in effect."""
    steps = json.loads(play("log --json").out)["steps"]
    return [one["line"] for one in steps if one["kind"] == "step" and not one.get("undone")]
