"""What happens while players are asked: the GM undoes, amends and is killed, a player is hidden.
Nothing is doubled, nothing lost, nothing told."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import Look
from play.terminal import Terminal
from playwright.sync_api import Page, expect
from serving import Gm, Phone, within

SOON = 60_000
SECRET = "Hookquirk"


@pytest.fixture
def gm(tmp_path: Path) -> Iterator[Gm]:
    """An ambush in which the players do not see one of the gangers."""
    found = Gm(tmp_path)
    found("load", "@ganger-ambush")
    found("hide", "hook")
    found("set", "hook", f"name={SECRET}")
    yield found
    found.stop()


@pytest.fixture
def sessions(gm: Gm) -> Iterator[list[Terminal]]:
    found: list[Terminal] = []
    yield found
    for session in found:
        session.close()


def opened(gm: Gm, sessions: list[Terminal]) -> Terminal:
    sessions.append(Terminal(gm.folder / "home", 150, fight=""))
    sessions[-1].wait_for("saved")
    sessions[-1].type("ask pc all\r")
    sessions[-1].wait_for("own dice")
    return sessions[-1]


def steps(gm: Gm) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(gm("log", "--json"))["steps"]
    return found


def refused(gm: Gm, *words: str) -> str:
    status, _, err = gm.run(*words)
    assert status == 1
    return err


def tapped(page: Page, *faces: int) -> None:
    for face in faces:
        page.locator("#faces").get_by_role("button", name=str(face), exact=True).click()
    page.get_by_role("button", name="Send").click()


ROLL = "roll-init " + " ".join(f"--roll {one}=1" for one in ("blaze", "chains", "dodger", "spit"))
DICE = {"vex": (6,), "unit7": (5, 2), "mira": (4,)}


def test_play_is_killed_amid_questions_and_started_again(
    gm: Gm, sessions: list[Terminal], look: Look
) -> None:
    doc = gm.serve()
    pages = {who: look(url) for who, url in doc["players"].items()}
    first = opened(gm, sessions)
    first.type(f"{ROLL}\r")
    first.wait_for("still to answer: Mira Kade, Unit 7, Vex")
    before = steps(gm)
    expect(pages["vex"].locator("#asked")).to_contain_text("for initiative", timeout=SOON)
    tapped(pages["vex"], 3)
    first.wait_for("Vex's phone: 3")
    for face in (1, 1):  # half of an answer is no answer
        pages["unit7"].locator("#faces").get_by_role("button", name=str(face), exact=True).click()
    first.process.kill()
    first.process.wait()
    for page in pages.values():
        expect(page.locator("#question")).to_be_hidden(timeout=SOON)
    assert steps(gm) == before
    second = opened(gm, sessions)
    second.type(f"{ROLL}\r")
    second.wait_for("still to answer: Mira Kade, Unit 7, Vex")
    for who, page in pages.items():
        expect(page.locator("#question")).to_be_visible(timeout=SOON)
        expect(page.locator("#tapped li")).to_have_count(0)
        tapped(page, *DICE[who])
    second.wait_for("undo: roll-init")
    done = steps(gm)
    assert len(done) == len(before) + 1
    fell = {
        roll["who"]: (tuple(roll["dice"]), roll["given"])
        for roll in done[-1]["report"]["rolls"]
        if roll["name"] == "initiative"
    }
    assert {who: fell[who] for who in DICE} == {who: (dice, True) for who, dice in DICE.items()}
    for page in pages.values():
        expect(page.locator("#question")).to_be_hidden(timeout=SOON)
        assert SECRET not in page.content()
    folder = gm.folder / "home" / "encounters" / "ganger-ambush"
    assert not [*folder.glob("*asked*"), *folder.glob("*answer*"), *folder.glob("*taken*")]


@pytest.mark.parametrize("kind", ["dice", "choices"])
def test_the_gm_undoes_and_amends_while_questions_are_open(
    gm: Gm, sessions: list[Terminal], kind: str
) -> None:
    gm("roll-init", "--seed", "1")
    gm("damage", "vex", "1")
    number = steps(gm)[-1]["seq"]
    doc = gm.serve()
    phone = Phone(doc["players"]["vex"])
    terminal = opened(gm, sessions)
    how = "--defense standard" if kind == "dice" else ""
    line = f"attack blaze vex --force --roll attack=6,6,6,6,6,6,6,6 {how}".strip()
    line = line.replace("6,6,6,6,6,6,6,6", ",".join("6" * attack_dice(gm)))
    terminal.type(f"{line}\r")
    question = within(60, phone.question)
    assert ("options" in question) == (kind == "choices")
    before = steps(gm)
    for words in (["undo"], ["amend", str(number), "damage", "vex", "2"], ["set", "vex", "ap=0"]):
        assert "a running `play` waits for" in refused(gm, *words)
    for words in ("undo", f"amend {number} --drop"):
        terminal.type(f"{words}\r")
        terminal.wait_for("Leave the question for")
        terminal.wait_for("(Enter = no)")
        terminal.type("\r")
        terminal.wait_for("(Enter = ")
    assert (steps(gm), phone.question()["id"]) == (before, question["id"])
    # Ctrl-C takes it back; it is undone and amended then, and asked anew as it is now.
    terminal.type("\x03")
    terminal.wait_for("nothing has changed")
    within(60, lambda: phone.question() is None)
    gm("amend", str(number), "damage", "vex", "2")
    gm("undo")
    terminal.type(f"{line}\r")
    again = within(60, phone.question)
    assert again["id"] != question["id"]
    assert {**again, "id": ""} == {**question, "id": ""}
    assert SECRET.encode() not in phone.bytes


def attack_dice(gm: Gm) -> int:
    """How many dice Blaze attacks with."""
    doc = json.loads(gm("attack", "blaze", "vex", "--force", "-n", "--seed", "1", "--json"))
    return int(doc["rolls"][0]["pool"])


def test_who_is_hidden_in_mid_evening_sees_nothing_more(gm: Gm, sessions: list[Terminal]) -> None:
    """Their own page stays theirs; all others see and are told what they are of anybody hidden, and
    they themselves learn nothing of the others who are."""
    gm("roll-init", "--seed", "1")
    doc = gm.serve()
    everybody, mine, other = (
        Phone(doc["url"]), Phone(doc["players"]["vex"]), Phone(doc["players"]["mira"]),
    )  # fmt: skip
    before = within(60, mine.own)
    assert "Vex" in names(everybody)
    gm("hide", "vex")
    for phone in (everybody, mine, other):
        within(60, lambda phone=phone: "Vex" not in names(phone))
        assert SECRET not in str(phone.fight())
    within(60, lambda: mine.own() and other.own())
    assert {row[0] for row in mine.own()["can"]} <= {row[0] for row in before["can"]}
    assert mine.own()["title"] == before["title"]
    seen = {phone: len(phone.bytes) for phone in (everybody, other)}
    terminal = opened(gm, sessions)
    dice = ",".join("6" * attack_dice(gm))
    terminal.type(f"attack blaze vex --force --roll attack={dice}\r")
    assert within(60, mine.question)["who"] == "vex"
    assert mine.question()["about"].startswith("Blaze attacks you")
    gm("board")  # whoever looks does not wait
    assert other.question() is None
    for phone, count in seen.items():
        assert b"Vex" not in phone.bytes[count:]
    for phone in (everybody, mine, other):
        assert SECRET.encode() not in phone.bytes


def names(phone: Phone) -> list[str]:
    return [row["name"] for row in (phone.fight() or {"rows": []})["rows"]]
