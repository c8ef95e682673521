"""A table: the GM at the prompt, two phones and a television in a real browser, and a defense that
is answered on a phone."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import Look
from play.terminal import Terminal
from playwright.sync_api import expect
from serving import Gm

SOON = 60_000
"""Milliseconds that a busy machine may need."""


@pytest.fixture
def terminal(tmp_path: Path, gm: Gm) -> Iterator[Terminal]:
    """The GM's own prompt, on the fight that is open."""
    session = Terminal(tmp_path / "home", 80, fight="")
    session.wait_for("| saved")
    yield session
    session.close()


def test_players_arrive_within_a_minute_with_one_command_and_one_code(
    tmp_path: Path, look: Look
) -> None:
    """From the first key of the GM until each of four phones, one after the other, has its own
    page; a television is there too."""
    begin = time.monotonic()
    terminal = Terminal(tmp_path / "home", 80, fight="@ninth-street", words=("--serve",))
    terminal.wait_for("phones: 0 of 4 here")
    [url] = set(re.findall(r"http://[^/]+/[a-z0-9]{5}-[a-z0-9]{5}/", terminal.transcript))
    television = look(f"{url}tv", 1920, 1080)
    expect(television.locator("#code svg")).to_be_visible(timeout=SOON)
    for name in ("Joe", "Sally", "Bill", "Wendy"):
        phone = look(url)
        phone.locator("#names").get_by_role("button", name=name, exact=True).tap()
        expect(phone.locator("#own-head")).to_have_text(name, timeout=SOON)
    assert time.monotonic() - begin < 60
    expect(television.locator("#names .here")).to_have_count(4, timeout=SOON)
    terminal.show("phones: 4 of 4 here")
    terminal.close()


def test_all_roll_initiative_at_once(tmp_path: Path, look: Look) -> None:
    """Three players, each with a phone; nobody waits for another, and the GM types no dice."""
    gm = Gm(tmp_path)
    gm("load", "@ganger-ambush")
    gm("hide", "hook")
    terminal = Terminal(tmp_path / "home", 80, fight="")
    terminal.wait_for("| unsaved")
    doc = gm.serve()
    phones = {who: look(url) for who, url in doc["players"].items()}
    twice = look(doc["players"]["vex"])
    terminal.type("ask pc all\r")
    terminal.wait_for("own dice")
    terminal.type("roll-init --roll blaze=1 --roll chains=1 --roll dodger=1 --roll spit=1\r")
    terminal.wait_for("still to answer: Mira Kade, Unit 7, Vex")
    for who, dice in (("mira", "1 die"), ("unit7", "2 dice"), ("vex", "1 die")):
        line = f"Roll {dice} for initiative"
        expect(phones[who].locator("#asked")).to_have_text(line, timeout=SOON)
    expect(twice.locator("#question")).to_be_visible(timeout=SOON)
    for who, faces in (("vex", [6]), ("unit7", [5, 2]), ("mira", [4])):
        for face in faces:
            button = phones[who].locator("#faces").get_by_role("button", name=str(face), exact=True)
            button.click()
        phones[who].get_by_role("button", name="Send").click()
    for told in ("Mira Kade  4  (typed)", "Unit 7  5 2  (typed)", "Vex  6  (typed)"):
        terminal.wait_for(told)
    terminal.wait_for("undo: roll-init")
    for page in (*phones.values(), twice):
        expect(page.locator("#question")).to_be_hidden(timeout=SOON)
        expect(page.locator("#now")).to_have_text("Vex", timeout=SOON)
        assert "Hook" not in page.content()
    terminal.close()
    gm.stop()


def test_a_player_takes_an_answer_back(tmp_path: Path, look: Look) -> None:
    gm = Gm(tmp_path)
    gm("load", "@ganger-ambush")
    terminal = Terminal(tmp_path / "home", 80, fight="")
    terminal.wait_for("| saved")
    doc = gm.serve()
    vex = look(doc["players"]["vex"])
    terminal.type("ask mira vex all\r")
    terminal.wait_for("own dice")
    others = ("blaze=1", "chains=1", "dodger=1", "hook=1", "spit=1", "unit7=6,6")
    terminal.type(f"roll-init {' '.join(f'--roll {one}' for one in others)}\r")
    terminal.wait_for("still to answer: Mira Kade, Vex")
    vex.locator("#faces").get_by_role("button", name="3", exact=True).tap()
    vex.locator("#send").tap()
    terminal.wait_for("Vex's phone: 3")
    vex.get_by_role("button", name="Take it back").tap()
    terminal.wait_for("Vex's phone takes back: 3")
    terminal.wait_for("still to answer: Mira Kade, Vex")
    # It can be changed die by die.
    vex.get_by_role("button", name="take back 3").tap()
    vex.locator("#faces").get_by_role("button", name="6", exact=True).tap()
    vex.locator("#send").tap()
    terminal.wait_for("Vex's phone: 6")
    expect(vex.locator("#sent")).to_have_text("Sent: 6", timeout=SOON)
    terminal.type("mira=2\r")
    terminal.wait_for("Vex  6  (typed)")
    expect(vex.locator("#question")).to_be_hidden(timeout=SOON)
    terminal.close()
    gm.stop()


def test_a_player_chooses_on_their_phone(gm: Gm, terminal: Terminal, look: Look) -> None:
    """The GM types the attack; how to defend, its dice and the soak come from the phone."""
    doc = gm.serve()
    mine, other = look(doc["players"]["joe"]), look(doc["url"])
    terminal.type("ask joe all\r")
    terminal.wait_for("own dice")
    terminal.type("attack bob joe --weapon unarmed --roll attack=6,6,6\r")
    expect(mine.locator("#asked")).to_have_text("How do you defend?", timeout=SOON)
    expect(other.locator("#question")).to_be_hidden()
    mine.locator(".option", has_text="Parry").first.click()
    mine.locator("#send").click()
    terminal.wait_for("Joe Schmoe's phone: parry")
    button, answers = mine.locator("#roll:visible:enabled, .option:visible:enabled"), 1
    while "undo: attack" not in terminal.transcript:
        button.last.click()
        if mine.locator(".option:visible").count():
            mine.locator("#send").click()
        answers += 1
        while terminal.transcript.count("Joe Schmoe's phone:") < answers:
            terminal.settle()
        terminal.settle()
    expect(mine.locator("#question")).to_be_hidden(timeout=SOON)
    expect(other.locator("#line")).to_contain_text("Bob Rock attacks Joe Schmoe", timeout=SOON)


def test_a_round_at_the_table(gm: Gm, terminal: Terminal, look: Look) -> None:
    doc = gm.serve()
    mine = look(doc["players"]["joe"])
    phone = look(doc["url"])
    television = look(f"{doc['url']}?big", 1920, 1080)
    for page in (mine, phone, television):
        page.set_default_timeout(SOON)
        expect(page.locator("#turn")).to_contain_text("not started", timeout=SOON)
    terminal.type("roll-init --roll joe=1 --roll bob=6\r")
    terminal.wait_for("acts at")
    for page in (mine, phone, television):
        expect(page.locator("#turn")).to_contain_text("Bob Rock", timeout=SOON)
    terminal.type("ask joe all\r")
    terminal.wait_for("own dice")
    terminal.type("attack bob joe --defense standard --roll attack=6,6,6\r")
    terminal.wait_for("dice (Enter = roll):")
    expect(mine.locator("#question")).to_be_visible(timeout=SOON)
    expect(mine.locator("#said")).to_contain_text("to defend yourself")
    expect(phone.locator("#question")).to_be_hidden()
    for face in (5, 5, 1, 2, 3, 4):
        mine.locator("#faces").get_by_role("button", name=str(face), exact=True).click()
    mine.get_by_role("button", name="Send").click()
    terminal.wait_for("5 5 1 2 3 4")
    # The soak is asked for next; the GM is quicker, and the question is gone.
    expect(mine.locator("#said")).to_contain_text("soak", timeout=SOON)
    terminal.wait_for("dice (Enter = roll):")
    terminal.type("\r")
    terminal.wait_for("undo: attack")
    expect(mine.locator("#question")).to_be_hidden(timeout=SOON)
    for page in (mine, phone, television):
        expect(page.locator("#fight")).to_contain_text("Bob Rock attacks Joe Schmoe", timeout=SOON)
    terminal.type("undo\r")
    terminal.wait_for("undone")
    for page in (mine, phone):
        expect(page.locator("#story")).not_to_contain_text("Bob Rock attacks", timeout=SOON)
    assert mine.evaluate("document.documentElement.scrollWidth") <= 360
    gm.stop()
    expect(phone.locator("body")).to_contain_text("stopped", timeout=SOON)
