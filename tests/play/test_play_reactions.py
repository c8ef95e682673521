"""What players are asked when it happens: to strike at who moves past, to take a held action, to
fight for their life. Nothing that somebody hidden does asks anything."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from programs import ran

from gmtrack.app.players import ChoiceQuestion, every_posted
from gmtrack.store.mailbox import Mailbox

from .terminal import Terminal

STILL = "(Enter = no for the rest):"


class Evening:
    """A session in which player characters are asked, and its questions."""

    def __init__(self, home: Path, fight: str, *lines: str) -> None:
        self._env = {**os.environ, "GMTRACK_HOME": str(home)}
        for line in (f"load @{fight}", "roll-init --seed 1", *lines):
            status, _, err = ran(line.split(), self._env)
            assert status == 0, err
        self.phones = Mailbox(home / "encounters" / fight)
        self.terminal = Terminal(home, 150, fight="")
        self.terminal.wait_for("saved")
        self.terminal.type("ask pc\r")
        self.terminal.wait_for("own dice")

    def asked(self) -> dict[str, ChoiceQuestion]:
        found = {one.who: one for one in every_posted(self.phones)}
        assert all(isinstance(one, ChoiceQuestion) for one in found.values())
        return found  # type: ignore[return-value]

    def log(self) -> list[str]:
        status, out, err = ran(["log", "--json"], self._env)
        assert status == 0, err
        return [step["line"] for step in json.loads(out)["steps"]]


@pytest.fixture
def evenings() -> Iterator[list[Evening]]:
    found: list[Evening] = []
    yield found
    for evening in found:
        evening.terminal.close()


@pytest.fixture
def ambush(tmp_path: Path, evenings: list[Evening]) -> Evening:
    """Vex holds their action; Blaze acts."""
    evenings.append(Evening(tmp_path / "home", "ganger-ambush", "next", "delay vex"))
    return evenings[0]


def test_who_moves_past_can_be_struck_at(ambush: Evening) -> None:
    terminal = ambush.terminal
    terminal.type("act blaze walk\r")
    terminal.wait_for("Blaze: walk")
    terminal.wait_for(STILL)
    questions = ambush.asked()
    assert questions.keys() == {"mira", "unit7", "vex"}
    assert questions["mira"]._replace(id="") == ChoiceQuestion(
        id="", who="mira", name="Mira Kade", about="Blaze: walk", line="Mira Kade: reaction",
        options=(("intercept", "strike at them as they move past", "1 AP, 2 left"),),
        most=0, enter="no", problem="",
    )  # fmt: skip
    assert ambush.phones.answer(questions["mira"].id, "")
    terminal.wait_for("Mira Kade's phone: no")
    assert ambush.phones.answer(questions["vex"].id, "intercept")
    terminal.wait_for("Vex's phone: intercept")
    terminal.wait_for(STILL)
    terminal.type("\r")
    # Their own dice come next.
    terminal.wait_for("act vex intercept blaze")
    terminal.wait_for("Vex: attack")
    terminal.type("\r\r")
    terminal.wait_for("undo: act vex intercept")
    assert ambush.log()[-2:] == ["act blaze walk", "act vex intercept blaze"]


def test_who_holds_an_action_is_asked_when_another_turn_comes(ambush: Evening) -> None:
    terminal = ambush.terminal
    terminal.type("next\r")
    terminal.wait_for("Dodger acts now")
    terminal.wait_for("Vex: reaction? intervene (Enter = no)")
    assert ambush.asked()["vex"].options == (("intervene", "take the held action", ""),)
    # Another line in its place is an answer, too.
    terminal.type("note vex waits\r")
    terminal.wait_for("undo: note vex waits")
    terminal.type("next\r")
    terminal.wait_for("Spit acts now")
    [question] = ambush.asked().values()
    assert ambush.phones.answer(question.id, "intervene")
    terminal.wait_for("undo: intervene vex")
    terminal.type("next\r")
    terminal.wait_for("undo: next")
    assert not ambush.asked(), "they hold nothing any more"


def test_what_is_undone_or_refused_asks_nothing(ambush: Evening) -> None:
    terminal = ambush.terminal
    for line, says in (
        ("undo", "undone: delay vex"),
        ("redo", "done again: delay vex"),
        ("act blaze fly", "err"),
    ):
        terminal.type(f"{line}\r")
        terminal.wait_for(says)
        terminal.settle()
        assert not ambush.asked(), line
    assert "reaction" not in terminal.transcript


def test_nothing_that_somebody_hidden_does_asks_anything(
    tmp_path: Path, evenings: list[Evening]
) -> None:
    hidden = ("hide blaze", "hide dodger")
    evenings.append(Evening(tmp_path / "home", "ganger-ambush", "next", "delay vex", *hidden))
    terminal = evenings[0].terminal
    for line in ("act blaze walk", "next"):
        terminal.type(f"{line}\r")
        terminal.wait_for(f"undo: {line}")
        assert not evenings[0].asked()
    assert "reaction" not in terminal.transcript
    # One whom they see comes next.
    terminal.type("next\r")
    terminal.wait_for("Spit acts now")
    assert evenings[0].asked().keys() == {"vex"}


@pytest.mark.parametrize(
    ("fight", "line", "option"),
    [
        ("knife-fight", "damage joe 10 --pool flesh",
         ("fight-for-your-life", "conscious to the end of the round", "1 karma, 1 left")),
        ("ninth-street", "damage joe 12 --location torso --type lethal",
         ("cheat-death", "a willpower test; passed, it costs 1 Fortitude for good",
          "of 3 Fortitude left")),
    ],
)  # fmt: skip
def test_who_falls_may_do_something_about_it(
    tmp_path: Path, evenings: list[Evening], fight: str, line: str, option: tuple[str, ...]
) -> None:
    evenings.append(Evening(tmp_path / "home", fight))
    terminal = evenings[0].terminal
    terminal.type(f"{line}\r")
    terminal.wait_for(": reaction? ")
    question = evenings[0].asked()["joe"]
    assert question.options == (option,)
    assert evenings[0].phones.answer(question.id, option[0])
    terminal.wait_for(f"act joe {option[0]}")
    terminal.type("\r")
    terminal.wait_for(f"undo: act joe {option[0]}")


def test_whoever_leaves_cover_can_be_shot_at(tmp_path: Path, evenings: list[Evening]) -> None:
    evenings.append(Evening(tmp_path / "home", "ninth-street"))
    evening = evenings[0]
    evening.terminal.type("act punk move --with react\r")
    evening.terminal.wait_for(STILL)
    questions = evening.asked()
    assert questions.keys() == {"joe", "sally", "bill", "wendy"}
    assert {one.options[0][0] for one in questions.values()} == {"opportunity"}
    assert {one.options[0][2] for one in questions.values()} == {"1 AP, 3 left"}
    evening.terminal.type("joe=opp\r")
    evening.terminal.wait_for("still to answer: Sally, Bill, Wendy")
    evening.terminal.type("\r")
    evening.terminal.wait_for("attack joe punk --with opportunity")
    evening.terminal.wait_for("dice (Enter = roll):")
    evening.terminal.type("\x03")
    evening.terminal.wait_for("nothing has changed")
