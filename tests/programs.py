"""gmtrack as processes of their own, forked from one that has imported it: Python and all that is
imported take most of the time of a command. How it starts by itself is seen in `test_cli_start`."""

import fcntl
import multiprocessing
import os
import sys
import termios
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from multiprocessing import forkserver
from multiprocessing.reduction import DupFd
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).parents[1]
FORKS = multiprocessing.get_context("forkserver")
ROOMS = ("cli", "play", "view", "app", "completion", "store", "serve")
LIBRARIES = (
    "rich.console", "rich.table", "rich.text", "yaml", "pydantic.dataclasses",
    "pydantic.type_adapter", "importlib.metadata", "prompt_toolkit.input.vt100", "uvicorn",
)  # fmt: skip
PATIENCE = 60


@cache
def _ready() -> None:
    """Start the process that the others are forked from; it knows nothing of the tests."""
    files = (file for room in ROOMS for file in (ROOT / "gmtrack" / room).rglob("[!_]*.py"))
    names = (".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files)
    FORKS.set_forkserver_preload([*names, *LIBRARIES, __name__, "warm"])
    with patch.dict(os.environ, PYTHONPATH=os.pathsep.join((str(ROOT), str(ROOT / "tests")))):
        forkserver.ensure_running()


class Output:
    """The numbers of the files that are standard output and error of a process."""

    def __init__(self, out: int, err: int) -> None:
        self.numbers = out, err

    def __getstate__(self) -> list[Any]:
        return [DupFd(number) for number in self.numbers]

    def __setstate__(self, passed: list[Any]) -> None:
        self.numbers = passed[0].detach(), passed[1].detach()


class Program(FORKS.Process):  # type: ignore[name-defined, misc]
    """`gmtrack` with these words, to be handled like a Popen. At a terminal, to which it writes,
    it leads a session of its own, so that Ctrl-C is a signal, and odds are never left out for want
    of time: a screen must not hang on the machine."""

    def __init__(
        self,
        words: Sequence[str],
        env: Mapping[str, str],
        output: Output,
        at_terminal: bool = False,
        folder: Path | None = None,
    ) -> None:
        """Start it in `folder`, or where the process it is forked from began."""
        _ready()
        args = (words, dict(env), output, at_terminal, folder)
        super().__init__(target=_main, args=args, daemon=True)
        self.start()

    @property
    def returncode(self) -> int | None:
        return self.exitcode

    def wait(self, seconds: float = PATIENCE) -> int:
        self.join(seconds)
        assert self.exitcode is not None, "it goes on"
        return int(self.exitcode)

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)


def _main(
    words: Sequence[str],
    env: Mapping[str, str],
    output: Output,
    at_terminal: bool,
    folder: Path | None,
) -> None:
    from gmtrack.cli.main import main
    from gmtrack.play import foresight

    out, err = output.numbers
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, given in enumerate((out if at_terminal else nothing, out, err)):
        os.dup2(given, number)
    os.closerange(3, max(nothing, out, err) + 1)
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(number, mode, encoding="utf-8", buffering=1)
        for number, mode in enumerate(("r", "w", "w"))
    )
    if at_terminal:
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        foresight.AT_ONCE = 60.0
    os.environ.clear()
    os.environ.update(env)
    if folder:
        os.chdir(folder)
    sys.path[:0] = env.get("PYTHONPATH", "").split(os.pathsep)
    sys.argv = ["gmtrack", *words]
    main()


def run_forked(function: Callable[..., object], *args: str, seconds: float = PATIENCE) -> int:
    """Call a function of a module of the tests in a process of its own, and return its exit
    status: 1 after an exception, whose traceback goes to standard error."""
    _ready()
    process = FORKS.Process(target=function, args=args, daemon=True)
    process.start()
    process.join(seconds)
    assert process.exitcode is not None, "it goes on"
    return int(process.exitcode)


def ran(words: Sequence[str], env: Mapping[str, str]) -> tuple[int, str, str]:
    """The exit status of a command, and what it printed and complained."""
    with TemporaryFile() as out, TemporaryFile() as err:
        program = Program(words, env, Output(out.fileno(), err.fileno()))
        status = program.wait()
        program.close()
        out.seek(0)
        err.seek(0)
        return status, out.read().decode(), err.read().decode()
