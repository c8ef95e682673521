"""Work that each process of the tests would do anew, done once in the process that they are forked
from (see `programs`): a fight of each ruleset is opened and its board drawn, so that its rules are
loaded and the shapes of its sheets are built, and the commands are described for completion.

Only importing this module does anything. It leaves nothing behind but what gmtrack remembers
within a process."""

import gc
import io
import os
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from prompt_toolkit import PromptSession
from prompt_toolkit.input import DummyInput
from prompt_toolkit.output import DummyOutput

from gmtrack.cli.completion import describe_commands
from gmtrack.cli.main import execute

ENCOUNTERS = Path(__file__).parents[1] / "encounters"
FIGHTS = ("knife-fight", "ninth-street", "back-room", "garage-night", "three-thugs-in-the-fog")
"""A ready-made encounter of each ruleset."""
LINES = ("roll-init --seed 1", "next", "what", "undo", "board")


def warm_up() -> None:
    """Carry out lines of each ruleset in a home that is gone afterwards."""
    with TemporaryDirectory() as home, patch.dict(os.environ, GMTRACK_HOME=home, COLUMNS="80"):
        os.environ.pop("GMTRACK_FILE", None)
        for fight in FIGHTS:
            for line in (f"load {ENCOUNTERS / fight}.yaml", *LINES):
                assert execute(line.split()) == 0, line
    PromptSession[str](input=DummyInput(), output=DummyOutput())
    describe_commands()


with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
    warm_up()
gc.collect()
gc.freeze()
