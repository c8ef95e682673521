"""A session in this process whose questions are answered by a list."""

import contextlib
import io
import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from programs import ROOT

from gmtrack.cli.main import execute
from gmtrack.play import asking, at_prompt
from gmtrack.play.table import PlayTable


class Answering:
    """A session on a fight that asks `people`. `answers` are typed at its questions, in this order,
    then Enter; `questions` are those that were asked. The program's dice fall alike each time."""

    def __init__(
        self, patch: pytest.MonkeyPatch, fight: str, *lines: str, people: str = "pc foe all"
    ) -> None:
        self.table = PlayTable(execute)
        self.answers: list[str] = []
        self.questions: list[str] = []
        self.said = ""
        """What the last line has printed, without line ends."""
        patch.setattr(random, "SystemRandom", partial(random.Random, 7))
        patch.setattr(at_prompt, "prompt_for_answer", self._answer)
        patch.setattr(asking, "prompt_for_answer", self._answer)
        for line in (f"load {ROOT}/encounters/{fight}.yaml --fresh", *lines, f"ask {people}"):
            assert self.table.run_line(line) == 0, line
        self.table.asking.put = asking.make_put_choice(self.table)
        self.table.asking.put_all = asking.make_put_choices(self.table)
        self.table.asking.rollers = asking.make_dice_source(self.table)

    def _answer(
        self, table: PlayTable, question: str | Callable[[], str], phone: object = None
    ) -> str:
        text = question if isinstance(question, str) else question()
        self.questions.append(" ".join(text.split()))
        return self.answers.pop(0) if self.answers else ""

    def type(self, line: str, *answers: str) -> list[str]:
        """Carry out a line with these answers; the questions that were asked."""
        self.questions.clear()
        self.answers = [*answers]
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            status = self.table.run_line(line)
        self.said = " ".join(out.getvalue().split())
        assert status == 0, self.said
        assert not self.answers, self.questions
        return [*self.questions]

    def last_step(self) -> dict[str, Any]:
        """The last step of the history."""
        assert self.table.last.outcome
        from gmtrack.store.session import open_session

        with open_session(None, write=False) as session:
            entry = [*session.log()][-1]
            found: dict[str, Any] = json.loads(
                json.dumps({"line": entry.line, **self.table.last.outcome.document()})
            )
            return found


def rolls(step: dict[str, Any]) -> dict[str, list[int]]:
    """The dice of a step, by the roll and its roller."""
    blocks = step.get("attacks") or [step]
    return {
        f"{roll['name']}.{roll['who']}": roll["dice"] for one in blocks for roll in one["rolls"]
    }
