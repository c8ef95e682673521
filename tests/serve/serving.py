"""`gmtrack serve` as a process of its own, and what a browser would ask it."""

import http.client
import json
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

from programs import PATIENCE, Output, Program, ran

from gmtrack.cli.main import execute


class Gm:
    """A GM with a state folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.env = {**os.environ, "GMTRACK_HOME": str(folder / "home")}
        self.served: list[Program] = []

    def __call__(self, *words: str) -> str:
        """What a command prints."""
        status, out, err = self.run(*words)
        assert status == 0, err
        return out

    def run(self, *words: str) -> tuple[int, str, str]:
        """The exit status of a command, and what it printed and complained. It is carried out in
        this process, which takes a tenth of the time; `serve`, which may go on, in its own."""
        if "serve" in words:
            return ran(words, self.env)
        out, err = StringIO(), StringIO()
        environment = patch.dict(os.environ, self.env, clear=True)
        with environment, redirect_stdout(out), redirect_stderr(err):
            status = execute(list(words))
        return status, out.getvalue(), err.getvalue()

    def serve(self, *words: str, before: tuple[str, ...] = ()) -> dict[str, Any]:
        """The document of a server that goes on, and says the rest in the file `served`."""
        file = self.folder / "served"
        with file.open("wb") as out:
            output = Output(out.fileno(), out.fileno())
            self.served.append(Program([*before, "serve", "--json", *words], self.env, output))
        within(PATIENCE, lambda: file.read_text().endswith("}\n"))
        found: dict[str, Any] = json.loads(file.read_text().splitlines()[-1])
        return found

    def stop(self) -> None:
        for process in self.served:
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGINT)
            process.wait()
        self.served.clear()


def asked(
    url: str, method: str = "GET", body: str = "", **headers: str
) -> tuple[int, bytes, dict[str, str]]:
    """Status, body and headers of an answer."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=30)
    told = {key.replace("_", "-"): value for key, value in headers.items()}
    connection.request(method, parts.path, body or None, told)
    answer = connection.getresponse()
    found = answer.status, answer.read(), {k.lower(): v for k, v in answer.getheaders()}
    connection.close()
    return found


class Phone:
    """Listens to the live part of a page."""

    def __init__(self, url: str) -> None:
        self.bytes = b""
        self.events: list[tuple[str, Any]] = []
        parts = urlsplit(url)
        self._connection = http.client.HTTPConnection(parts.netloc, timeout=30)
        self._connection.request("GET", f"{parts.path}live")
        self._answer = self._connection.getresponse()
        assert self._answer.status == 200
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        name = ""
        with suppress(OSError, ValueError, AttributeError, http.client.HTTPException):
            while line := self._answer.readline():
                self.bytes += line
                text = line.decode().rstrip("\n")
                if text.startswith("event: "):
                    name = text.removeprefix("event: ")
                elif text.startswith("data: "):
                    self.events.append((name, json.loads(text.removeprefix("data: "))))

    def fight(self) -> Any:
        """The newest."""
        return next((data for name, data in reversed(self.events) if name == "fight"), None)

    def question(self) -> Any:
        """What is asked now."""
        return next((data for name, data in reversed(self.events) if name == "asked"), None)

    def own(self) -> Any:
        """What one sees of oneself."""
        return self.told("own")

    def told(self, kind: str) -> Any:
        """The newest of a kind."""
        return next((data for name, data in reversed(self.events) if name == kind), None)

    def gone(self) -> bool:
        return any(name == "gone" for name, _ in self.events)

    def close(self) -> None:
        self._connection.close()


def within(seconds: float, look: Callable[[], Any]) -> Any:
    """What is there as soon as it is."""
    until = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < until, "it never came"
        time.sleep(0.01)
    return found
