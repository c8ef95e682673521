"""The players' page in Firefox: it follows the fight, asks, and sends, as in Chromium."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from fights import FIGHT, QUESTION, turn_of
from firefox import Firefox, firefox
from stand_in import Server
from test_page_choice import AMOUNT, CHOICE
from test_page_own import OWN

AXE = next(Path(axe_playwright_python.__file__).parent.rglob("axe*.js"))
SHOWN = "return !document.getElementById('fight').hidden"
ASKED = "return !document.getElementById('question').hidden"
OPEN = ASKED + " && !document.getElementById('sending').disabled"
IS_LIGHT = "return document.documentElement.classList.contains('light')"
WATCH_LINK = """
const link = document.getElementById("link");
const told = (text) => (document.body.dataset.told ??= text);
setTimeout(told, 5_000, "too late");
new MutationObserver(() => told("in time")).observe(link, { childList: true });
"""
"""Both by timers of the page, so that a busy machine delays both."""
SERIOUS = """
return axe.run().then((found) => found.violations
  .filter((one) => ["serious", "critical"].includes(one.impact))
  .map((one) => one.id + " " + one.nodes.map((node) => node.target)));
"""


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    program = firefox()
    if program is None:
        pytest.skip("no Firefox: install Debian's package firefox-esr, or set FIREFOX")
    found = Firefox(program, tmp_path_factory.mktemp("firefox") / "profile")
    yield found
    found.close()


def joes_phone(window: Firefox, server: Server) -> Firefox:
    server.show_own(OWN)
    window.look(server.own)
    window.until(SHOWN)
    return window


@pytest.fixture
def page(window: Firefox, server: Server) -> Firefox:
    return joes_phone(window, server)


def serious(page: Firefox) -> list[str]:
    page.run(AXE.read_text())
    found: list[str] = page.run(SERIOUS)
    return found


def test_it_follows_the_fight_and_comes_back(page: Firefox, server: Server) -> None:
    assert page.text("#now") == "Joe"
    assert "flesh 4/10 left" in page.text("#own")
    server.show(turn_of("Bob", "Joe"))
    page.until("return document.getElementById('now').textContent === 'Bob'")
    server.lose()
    page.until("return document.getElementById('link').textContent.startsWith('Connection lost')")
    server.dead = False
    server.show(FIGHT)
    page.until("return document.getElementById('link').textContent === ''")
    page.until("return document.getElementById('now').textContent === 'Joe'")


def test_dice_are_tapped_and_a_choice_is_made(page: Firefox, server: Server) -> None:
    server.ask({**QUESTION, "count": 2})
    page.until("return !document.getElementById('question').hidden")
    page.until("return !document.getElementById('fields').disabled")
    page.click("#faces button:nth-child(6)")
    page.click("#faces button:nth-child(2)")
    page.click("#send")
    page.until("return document.getElementById('sent').textContent === 'Sent: 6 2'")
    server.ask(CHOICE)
    page.until("return !document.getElementById('choosing').disabled")
    page.type(".option:nth-child(2)", "\ue007")
    page.click("#send")
    page.until("return document.getElementById('sent').textContent.startsWith('Sent: Full')")
    server.ask(AMOUNT)
    page.until("return !document.getElementById('amount').hidden")
    page.until("return !document.getElementById('choosing').disabled")
    page.type("#much", "\ue014\ue014\ue014")
    page.click("#send")
    page.until("return document.getElementById('sent').textContent === 'Sent: 3 of 4'")
    assert [one["text"] for one in server.answers] == ["6 2", "full", "3"]
    page.click("#hand")
    page.until("return document.getElementById('hand').ariaPressed === 'true'")


def test_a_tap_that_comes_too_early_for_the_sheet_chooses_nothing(
    window: Firefox, server: Server
) -> None:
    server.is_hasty = False
    page = joes_phone(window, server)
    server.ask(CHOICE)
    page.until(ASKED)
    at = page.middle(".option:nth-child(2)")
    page.tap(*at)
    assert page.run("return document.querySelectorAll('.option[aria-pressed=true]').length") == 0
    page.until(OPEN)
    page.tap(*at)
    page.until("return document.querySelectorAll('.option[aria-pressed=true]').length === 1")
    send = page.middle("#send")
    page.tap(*send)
    page.until("return document.getElementById('sent').textContent.startsWith('Sent: Full')")
    server.ask({**QUESTION, "id": "the-next-one", "count": 1})
    page.until("return document.getElementById('asked').textContent.endsWith('intuition)')")
    for _ in range(3):
        page.tap(*send)
    assert [one["text"] for one in server.answers] == ["full"]
    assert page.text("#problem") == ""
    assert page.run("return document.getElementById('typed').value") == ""


def test_an_answer_is_taken_back_and_another_one_given(page: Firefox, server: Server) -> None:
    server.ask({**CHOICE, "answer": "full", "state": "sent"})
    page.until("return document.getElementById('sent').textContent.startsWith('Sent: Full')")
    page.until("return !document.getElementById('take-back').matches(':disabled')")
    page.tap(*page.middle("#take-back"))
    server.ask({**CHOICE, "answer": "full", "state": "back"})
    page.until("return document.getElementById('sent').textContent.startsWith('Taking it back')")
    server.ask({**CHOICE, "id": "asked-again"})
    page.until("return !document.getElementById('question').classList.contains('answered')")
    page.until(OPEN)
    page.tap(*page.middle(".option:nth-child(1)"))
    page.tap(*page.middle("#send"))
    page.until("return document.getElementById('sent').textContent === 'Sent: Parry'")
    posts = [one.path for one in server.requests if one.method == "POST"]
    assert posts == ["/own-token/back", "/own-token/answer"]


def test_a_dead_network_is_told_within_5_seconds(page: Firefox, server: Server) -> None:
    server.silent = True
    page.run(WATCH_LINK)
    assert page.until("return document.body.dataset.told") == "in time"
    server.silent = False
    page.until("return document.getElementById('link').textContent === ''")


def test_the_page_is_as_light_as_the_device_until_one_chooses(
    page: Firefox, server: Server
) -> None:
    assert page.run(IS_LIGHT) is True
    page.click("#lit")
    assert page.run(IS_LIGHT) is False
    page.ask("WebDriver:Refresh", {})
    page.until(SHOWN)
    assert page.run(IS_LIGHT) is False
    page.look(f"{server.own}?big")
    page.until(SHOWN)
    assert page.run(IS_LIGHT) is False


@pytest.mark.parametrize(("query", "question"), [("?dark", QUESTION), ("?light", CHOICE)])
def test_axe_finds_nothing_serious(
    window: Firefox, server: Server, query: str, question: dict[str, Any]
) -> None:
    server.show_own(OWN)
    window.look(server.own + query)
    window.until(SHOWN)
    window.until("return !document.getElementById('own').hidden")
    for part in ("can", "sheet"):
        window.run("document.getElementById(arguments[0]).open = true", part)
    server.ask(question)
    window.until(OPEN)
    assert serious(window) == []
    assert window.run("return document.documentElement.scrollWidth <= innerWidth")
    window.ask("WebDriver:Navigate", {"url": "about:blank"})
