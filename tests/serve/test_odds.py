"""What each choice would bring, on the phone of the one who chooses."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import Look
from play.terminal import Terminal
from playwright.sync_api import expect
from serving import Gm, Phone, within
from stand_in import Server
from test_page_choice import AMOUNT, CHOICE

from gmtrack.app.phone_questions import ChoiceQuestion
from gmtrack.cli.main import execute
from gmtrack.cli.phone_odds import odds_of_choices
from gmtrack.store.session import open_session
from gmtrack.view.odds.attack import summarize_odds

SOON = 60
ATTACK = "attack bob joe --weapon unarmed"


class Table:
    """A GM at the prompt, and the phones of those who are asked."""

    def __init__(self, folder: Path, fight: str, *words: str) -> None:
        self.gm = Gm(folder)
        self.gm("load", f"@{fight}")
        self._words = words
        self.terminal: Terminal | None = None

    def ask(self, line: str, *who: str) -> list[Phone]:
        links = self.gm.serve(*self._words)["players"]
        phones = [Phone(links[one]) for one in who]
        self.terminal = Terminal(self.gm.folder / "home", 80, fight="")
        self.terminal.wait_for("saved")
        self.terminal.type(f"ask {' '.join(who)} all\r")
        self.terminal.wait_for("own dice")
        self.terminal.type(f"{line}\r")
        return phones

    def close(self) -> None:
        if self.terminal:
            self.terminal.close()
        self.gm.stop()


@pytest.fixture
def tables() -> Iterator[list[Table]]:
    found: list[Table] = []
    yield found
    for table in found:
        table.close()


def odds_of(phone: Phone) -> Any:
    return (phone.question() or {}).get("odds")


def exactly(gm: Gm, line: str) -> str:
    """A line's odds as the GM is told them."""
    doc = json.loads(gm("odds", *line.split()[1:], "--json"))
    return summarize_odds(doc, 0).removeprefix("odds: ")


def test_each_way_to_defend_with_its_odds(tmp_path: Path, tables: list[Table]) -> None:
    table = Table(tmp_path, "knife-fight")
    tables.append(table)
    [phone] = table.ask(ATTACK, "joe")
    odds = within(SOON, lambda: odds_of(phone))
    options = [word for word, _, _ in phone.question()["options"]]
    assert len(odds) == len(options) + 1
    for word, told in zip(options, odds, strict=False):
        assert told == exactly(table.gm, f"{ATTACK} --defense {word}")
    assert odds[-1] == odds[options.index("standard")]
    assert b"attacks" not in phone.bytes.replace(b"Bob Rock attacks", b"")


def test_each_number_of_a_slider_with_its_odds_as_the_attack_fell(
    tmp_path: Path, tables: list[Table]
) -> None:
    table = Table(tmp_path, "garage-night")
    tables.append(table)
    table.gm("roll-init", "--seed", "1")
    attack = "attack boss rook --weapon revolver --force"
    [phone] = table.ask(f"{attack} --roll attack=6,6,6,6,1 --roll attack_again=5,5,5,5", "rook")
    odds = within(SOON, lambda: odds_of(phone))
    question = phone.question()
    assert question["about"].startswith("The boss attacks you")
    assert len(odds) == question["most"] + 1 > 4
    hits = [float(told.split("hit ")[1].split(" ")[0].strip("<>")) for told in odds]
    assert hits == sorted(hits, reverse=True) != [hits[0]] * len(hits)


def test_there_are_none_where_the_gm_does_not_want_them(
    tmp_path: Path, tables: list[Table]
) -> None:
    table = Table(tmp_path, "knife-fight", "--no-odds")
    tables.append(table)
    [phone] = table.ask(ATTACK, "joe")
    assert "odds" not in within(SOON, phone.question)
    table.terminal.type("\r")  # type: ignore[union-attr]
    within(SOON, lambda: (phone.question() or {}).get("what"))
    assert b" %" not in phone.bytes


def test_of_somebody_hidden_there_are_none(tmp_path: Path, tables: list[Table]) -> None:
    table = Table(tmp_path, "knife-fight")
    tables.append(table)
    table.gm("hide", "bob")
    [phone] = table.ask(ATTACK, "joe")
    assert "odds" not in within(SOON, phone.question)
    assert b"Bob" not in phone.bytes


def test_whoever_is_hidden_changes_no_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Swan Song gives a bonus for each friend beside the attacker."""
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path))
    assert execute(["load", "@ganger-ambush"]) == 0
    assert execute(["roll-init", "--seed", "1"]) == 0
    line = "attack chains vex --weapon unarmed"
    question = ChoiceQuestion("a", "vex", "Vex", "", "", (), 0, "", "", (line, f"{line} --force"))

    def told() -> list[str]:
        with open_session(None, write=False) as session:
            return odds_of_choices(session, question)

    before = told()
    assert all("%" in one for one in before)
    for line in ("hide hook", "act hook aim --force", "effect hook prone", "set hook ap=0"):
        execute(line.split())
        assert told() == before
    assert execute(["hide", "chains"]) == 0
    assert told() == ["", ""]


def test_they_stand_below_each_choice_as_soon_as_they_are_known(server: Server, look: Look) -> None:
    server.ask({**CHOICE, "odds": []})
    page = look(server.own)
    parry = page.get_by_role("button", name="parry")
    expect(parry).to_be_enabled()
    parry.focus()
    server.ask({**CHOICE, "odds": ["hit 54 %", "hit 12 %", "hit 60 %"]})
    expect(page.locator(".odds")).to_have_text(["hit 54 %", "hit 12 %", "hit 60 %"])
    expect(parry).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    server.ask({**AMOUNT, "odds": [f"hit {90 - n} %" for n in range(5)]})
    expect(page.locator(".odds")).to_have_text(["hit 90 %"])
    expect(page.locator("#much")).to_be_enabled()
    page.locator("#much").press("End")
    expect(page.locator("#amount-odds")).to_have_text("hit 86 %")
