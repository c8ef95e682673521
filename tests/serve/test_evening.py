"""An evening in each ruleset: four players on phones, in real browsers, for three rounds. All roll
initiative at once, choose and roll on their phones. The GM types nothing that a player could."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from browsing import Look
from long_run import LONG
from play.terminal import Terminal
from playwright.sync_api import Page
from serving import Gm

FIGHTS = {
    "ganger-ambush": ("hook", "Hook", "vex"),
    "garage-night": ("boss", "Boss", "rook"),
    "ninth-street": ("boss", "Boss", "joe"),
    "back-room": ("host", "Host", "nick"),
    "three-thugs-in-the-fog": ("sally", "Sally", "mona"),
    "dragon-wakes": ("kobold", "Kobold", "kira"),
}
"""A fight of each ruleset, and of a page: somebody whom the players do not see, their name, and
whose sheet those have who come besides."""
PHONES = 4
ROUNDS = 3
MOST_LINES = 200


@pytest.mark.skipif(not LONG, reason="takes minutes: GMTRACK_LONG_TESTS=1")
@pytest.mark.parametrize("fight", FIGHTS)
def test_three_rounds_with_four_phones(tmp_path: Path, look: Look, fight: str) -> None:
    gm = Gm(tmp_path)
    gm("load", f"@{fight}")
    hidden, name, like = FIGHTS[fight]
    gm("hide", hidden)
    gm("set", hidden, f"name={name}quirk")
    party = [one for one in board(gm)["order"] if one["side"] == "pc"]
    for number in range(len(party), PHONES):
        new = ("add", f"Player {number + 1}", "--from", f"@{fight}:{like}", "--fresh")
        gm(*new, "--set", "side=pc")
    doc = gm.serve()
    assert len(doc["players"]) == PHONES
    phones = {who: look(url) for who, url in doc["players"].items()}
    terminal = Terminal(tmp_path / "home", 80, fight="")
    terminal.wait_for("saved")
    terminal.type("ask pc all\r")
    terminal.wait_for("own dice")
    answers: Counter[str] = Counter()
    for _ in range(MOST_LINES):
        now = board(gm)
        if (now.get("round") or 0) > ROUNDS or (
            now.get("round") == ROUNDS and now["phase"] == "round-over"
        ):
            break
        play(gm, terminal, line_of(now), phones, answers)
    assert (board(gm).get("round") or 0) >= ROUNDS
    assert terminal.transcript.count("still to answer: ") >= ROUNDS
    assert answers.keys() == phones.keys(), "each has answered on their phone"
    for page in phones.values():
        assert f"{name}quirk" not in page.content()
    terminal.close()
    gm.stop()


def board(gm: Gm) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(gm("board", "--json"))
    return found


def line_of(now: dict[str, Any]) -> str:
    """What the GM types: the first attack that works, or `next`; no dice and no choices."""
    lines: list[str] = now.get("choices") or []
    attacks = [line for line in lines if line.startswith("attack ") and "--with" not in line]
    return (attacks or ["next"])[0]


def play(
    gm: Gm, terminal: Terminal, line: str, phones: dict[str, Page], answers: Counter[str]
) -> None:
    """Type a line, and let the players answer until it is done or refused."""
    before = gm("log", "--json")
    terminal.settle()
    said = terminal.transcript.count("error: ")
    terminal.type(f"{line}\r")
    quiet = 0
    while gm("log", "--json") == before and terminal.transcript.count("error: ") == said:
        screen = terminal.settle(0.1)
        asked = [who for who, page in phones.items() if is_asked(page)]
        for who in asked:
            answers[who] += answered(phones[who])
        quiet = 0 if asked else quiet + 1
        assert quiet < 60, screen
        if quiet > 10 and any("(Enter = no)" in text for text in screen[-3:]):
            # Of the GM alone, as whether somebody who is dead is attacked.
            terminal.type("\r")
            play(gm, terminal, "next", phones, answers)
            return
    if terminal.transcript.count("error: ") > said:
        play(gm, terminal, "next", phones, answers)


def is_asked(page: Page) -> bool:
    """Whether a question is open that has no answer yet."""
    return page.locator("#question:not(.answered)").is_visible()


def answered(page: Page) -> int:
    """Answer what is asked: the first way that is offered, or every die as it falls here: who is
    tied must not be for ever."""
    if page.locator("#choosing").is_visible():
        buttons = page.locator("#options button:visible:enabled")
        if not buttons.count():
            return 0
        buttons.first.click(timeout=2_000)
        page.locator("#send").click(timeout=2_000)
        return 1
    faces, left = page.locator("#faces button:enabled"), page.locator("#counted").text_content()
    if not faces.count() or not left or not is_asked(page) or page.locator("#typed").is_disabled():
        return 0
    most = int(left.split(" of ")[1].split()[0])
    for _ in range(most):
        faces.nth(random.randrange(faces.count())).click(timeout=2_000)
    page.locator("#send").click(timeout=2_000)
    return 1
