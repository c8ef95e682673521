"""Sessions in which players are asked, at the prompt and on their phones."""

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from programs import ran

from gmtrack.app.phone_questions import Question, posted_questions
from gmtrack.store.mailbox import Mailbox

from .terminal import Terminal


class Evening:
    """A session on a fight or file, after these lines, that asks `ask`, and its questions. `words`
    are more words of its command line."""

    def __init__(
        self,
        home: Path,
        fight: str = "knife-fight",
        *lines: str,
        ask: str = "pc all",
        columns: int = 80,
        words: tuple[str, ...] = (),
    ) -> None:
        self._env = {**os.environ, "GMTRACK_HOME": str(home)}
        self._home, self._ask, self._columns, self._words = home, ask, columns, words
        self.folder = home / "encounters" / Path(fight).stem
        self.phones = Mailbox(self.folder)
        for line in (f"load {fight}" if "/" in fight else f"load @{fight}", *lines):
            self(line)
        self.open()

    def __call__(self, line: str) -> str:
        """What a command of its own prints."""
        status, out, err = ran(line.split(), self._env)
        assert status == 0, err
        return out

    def open(self) -> None:
        """A session more: where there was one it is gone."""
        self.terminal = Terminal(self._home, self._columns, fight="", words=self._words)
        self.terminal.wait_for("saved")
        if self._ask:
            self.terminal.type(f"ask {self._ask}\r")
            self.terminal.wait_for("own dice")

    def type(self, line: str, *told: str) -> None:
        """Type a line, and wait for what it says."""
        self.terminal.type(f"{line}\r")
        for text in told:
            self.terminal.wait_for(text)

    def still(self, names: str, end: str = "(Enter = roll the rest):") -> None:
        """Wait until these are still to answer."""
        told = ""
        while told != names:
            self.terminal.wait_for("still to answer: ")
            told = self.terminal.wait_for(end).split("\n")[0].strip()

    def asked(self) -> dict[str, Question]:
        """What is asked now, by whom it is asked."""
        return {one.who: one for one in posted_questions(self.phones)}

    def answer(self, who: str, text: str) -> None:
        """Answer from somebody's phone; it must count."""
        assert self.phones.answer(self.asked()[who].id, text)

    def is_gone(self) -> bool:
        """Whether nothing is left of what was asked."""
        kinds = ("*asked*", "*answer*", "waiting*")
        return not any(file for kind in kinds for file in self.folder.glob(kind))

    def wait_until_gone(self) -> None:
        """Wait until nothing is left of what was asked: the session goes on after it has told."""
        until = time.monotonic() + 60
        while not self.is_gone():
            assert time.monotonic() < until, [*self.folder.glob("*")]
            time.sleep(0.02)

    def steps(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self("log --json"))["steps"]
        return found


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """A session on the knife-fight."""
    session = Terminal(tmp_path / "home", 80)
    session.wait_for("| saved")
    yield session
    session.close()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Callable[..., Evening]]:
    """Opens an evening; each is closed at last."""
    found: list[Evening] = []

    def opened(fight: str = "knife-fight", *lines: str, **how: Any) -> Evening:
        found.append(Evening(tmp_path / "home", fight, *lines, **how))
        return found[-1]

    yield opened
    for one in found:
        one.terminal.close()
