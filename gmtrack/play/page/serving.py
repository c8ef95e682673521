"""The process that serves the players' page as long as a session lasts. It is one of its own, so
that no phone makes the prompt wait."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from gmtrack.cli.exit_status import ERROR
from gmtrack.core.encounter import Data
from gmtrack.errors import StoreError

PATIENCE = 3.0
"""Seconds in which the process has to end by itself."""
OPTION = "--by-play"
"""The option that makes `serve` follow the files that it reads from its input, and end with it."""


class ServingProcess:
    """A running `serve` of this session. It ends when its input does, so that it never outlives
    the session, however that ends.

    `words` are its options, `file` is the fight that it shows first. Raises StoreError if the
    page cannot be served; the message says why. `wait` calls a function that Ctrl-C may break
    off."""

    def __init__(
        self,
        words: Sequence[str],
        file: str,
        wait: Callable[[Callable[[], str]], str],
    ) -> None:
        self._errors = TemporaryFile(  # noqa: SIM115 - closed by `stop`
            "w+", encoding="utf-8"
        )
        self._process = self._start(words, file, self._errors)
        try:
            self.addresses = self._read_addresses(wait)
        except BaseException:
            self.stop()
            raise
        self._file = file

    @staticmethod
    def _start(
        words: Sequence[str], file: str, errors: IO[str]
    ) -> "subprocess.Popen[str]":
        """Start the process: in a group of its own, which Ctrl-C at the terminal does not reach."""
        package = str(Path(__file__).parents[3])
        path = [package, *filter(None, [os.environ.get("PYTHONPATH")])]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
        program = [sys.executable, "-P", "-m", "gmtrack", "-f", file]
        apart: dict[str, Any] = {"start_new_session": True}
        if sys.platform == "win32":
            apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        return subprocess.Popen(
            [*program, "serve", "--json", OPTION, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=env,
            encoding="utf-8",
            **apart,
        )

    def _read_addresses(self, wait: Callable[[Callable[[], str]], str]) -> Data:
        """Return the addresses that the process tells when it serves. Raises StoreError."""
        assert self._process.stdout is not None
        line = wait(self._process.stdout.readline)
        with suppress(ValueError):
            found: Any = json.loads(line)
            if isinstance(found, dict) and "lobby" in found:
                return found
        self._process.wait(PATIENCE)
        self._errors.seek(0)
        told = self._errors.read().strip().removeprefix(ERROR).strip()
        raise StoreError("serve", told or "the page could not be served")

    @property
    def is_running(self) -> bool:
        """Whether the page is still served."""
        return self._process.poll() is None

    def follow(self, file: str | None) -> None:
        """Show the fight in this file from now on; None: the one so far."""
        if file is None or file == self._file:
            return
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.write(json.dumps(file) + "\n")
            self._process.stdin.flush()
            self._file = file

    def stop(self) -> None:
        """End the process; all pages are told."""
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._errors.close()
