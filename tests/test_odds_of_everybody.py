"""Odds against many: quick, and the first rows are there before the last ones."""

import io
import sys
from copy import deepcopy
from typing import Any

import pytest
from simulation.fights import opened

from gmtrack.app.odds.attack import AGAINST, answer_all, questions_of_everybody
from gmtrack.app.odds.attack_rolls import OddsQuestion
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Attack
from gmtrack.rulesets.registry import load
from gmtrack.view import preview
from gmtrack.view.text import Span

ONE = [
    ("ganger-ambush", "mira", "hook"),
    ("ninth-street", "joe", "punk"),
    ("back-room", "nick", "bouncer"),
    ("garage-night", "rook", "spotter"),
    ("car-park", "rita", "crane"),
]
"""One fight of each ruleset: who attacks, and a foe."""


def crowd(name: str, foe: str, count: int) -> Encounter:
    """A fight with so many more like one foe, each with a note of its own."""
    encounter = opened(name)
    for number in range(count):
        sheet = deepcopy(encounter.combatants[foe])
        sheet |= {"name": f"Extra {number}", "notes": f"number {number}"}
        encounter.combatants[f"extra-{number}"] = sheet
    return encounter


class Counted:
    """A ruleset that counts how often somebody asks for its words."""

    def __init__(self, ruleset: Any) -> None:
        self.lexicons, self._ruleset = 0, ruleset

    def lexicon(self, *args: Any) -> Any:
        self.lexicons += 1
        return self._ruleset.lexicon(*args)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ruleset, name)


@pytest.mark.parametrize(("name", "who", "foe"), ONE)
def test_all_that_many_have_in_common_is_found_once(
    name: str, who: str, foe: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    encounter, asked = crowd(name, foe, 30), []
    counted: Any = Counted(load(encounter.ruleset))
    plain = OddsQuestion(counted, encounter, Attack(who, ("all",)))
    find = "gmtrack.app.odds.attack.attack_odds"
    real = answer_all.__globals__["attack_odds"]
    monkeypatch.setattr(find, lambda question: asked.append(question) or real(question))
    doc = answer_all(list(questions_of_everybody(plain)), AGAINST)
    people = [one["target"] for one in [*doc[AGAINST], *doc.get("refused", ())]]
    assert len(people) == len(set(people)) >= 30
    assert counted.lexicons <= 1
    if "refused" not in doc:
        assert len(asked) < 10


def test_each_answer_is_told_as_soon_as_it_is_known() -> None:
    encounter = opened("ganger-ambush")
    plain = OddsQuestion(load(encounter.ruleset), encounter, Attack("mira", ("all",)))
    told: list[int] = []

    def on_answer(so_far: Data) -> None:
        told.append(len(so_far[AGAINST]))

    doc = answer_all(list(questions_of_everybody(plain)), AGAINST, on_answer=on_answer)
    assert told == [*range(1, len(doc[AGAINST]) + 1)]


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_the_rows_so_far_and_erases_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview, "AFTER", 0.0)
    monkeypatch.setattr(preview, "EVERY", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(sys, "stdout", Terminal())
    with preview.preview_screen() as show:
        show(lambda width: [[Span(f"first row {width}")]])
        shown = screen.getvalue()
    assert "first row " in shown
    assert "\x1b[2K" in screen.getvalue()[len(shown) :]


def test_nothing_is_shown_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    with preview.preview_screen() as show:
        show(lambda width: [[Span("first row")]])
    assert capsys.readouterr() == ("", "")
