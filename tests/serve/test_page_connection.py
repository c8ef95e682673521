"""The players' page in a real browser: a connection that breaks, falls silent, or says rubbish."""

import time
from collections.abc import Callable
from itertools import pairwise

import pytest
from browsing import Look
from fights import FIGHT, QUESTION, turn_of
from playwright.sync_api import Page, expect
from stand_in import END, Server, event

LOST = "Connection lost, trying again… This is how the fight stood."
GONE = "The GM has stopped sharing the fight. It may go on at another address."
AGAIN = 2_100
"""Milliseconds, a little more than until the page tries again."""

GARBAGE = [
    b"event: fight\ndata: {not json\n\n",
    b"event: fight\ndata: null\n\n",
    b'event: fight\ndata: {"rows": [], "clock": [], "story": [], "turn": {}}\n\n',
    b"event: asked\ndata: 7\n\n",
]


def until(holds: Callable[[], bool]) -> None:
    patient = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < patient, "it never came to that"
        time.sleep(0.02)


def tries(server: Server) -> int:
    return sum(request.path.endswith("/live") for request in server.requests)


@pytest.fixture
def page(server: Server, look: Look) -> Page:
    """Joe's phone, whose clock the test can put forward."""
    return look(server.own, clock=True)


def test_a_lost_connection_is_said_and_comes_back(page: Page, server: Server) -> None:
    server.lose()
    expect(page.locator("#link")).to_have_text(LOST)
    expect(page.locator("#now")).to_have_text("Joe")
    page.clock.run_for(3 * AGAIN)
    expect(page.locator("#link")).to_have_text(LOST)
    server.show(turn_of("Bob", "Joe"))
    server.dead = False
    page.clock.run_for(AGAIN)
    expect(page.locator("#now")).to_have_text("Bob")
    expect(page.locator("#link")).to_be_empty()


def test_it_comes_back_by_itself_within_seconds(server: Server, look: Look) -> None:
    page = look(server.url)
    server.say(END)
    expect(page.locator("#link")).to_have_text(LOST)
    expect(page.locator("#link")).to_be_empty()


def test_a_gm_who_has_stopped_is_said_until_the_fight_goes_on(page: Page, server: Server) -> None:
    server.ask(QUESTION)
    expect(page.locator("#question")).to_be_visible()
    server.dead = True
    server.say(event("gone", {}))
    expect(page.locator("#link")).to_have_text(GONE)
    expect(page.locator("#question")).to_be_hidden()
    expect(page.locator("#notice")).to_be_empty()
    page.clock.run_for(3 * AGAIN)
    expect(page.locator("#link")).to_have_text(GONE)
    server.dead = False
    page.clock.run_for(AGAIN)
    expect(page.locator("#link")).to_be_empty()
    expect(page.locator("#question")).to_be_visible()


@pytest.mark.parametrize(
    ("status", "said"), [(404, "is not shared any more"), (503, "Too many are watching")]
)
def test_an_address_that_is_refused_says_what_to_do(
    page: Page, server: Server, status: int, said: str
) -> None:
    server.refused = status
    server.say(END)
    page.clock.run_for(AGAIN)
    expect(page.locator("#link")).to_contain_text(said)
    server.refused = 0
    page.clock.run_for(5 * AGAIN)
    expect(page.locator("#link")).to_be_empty()


def test_a_silent_connection_is_given_up_within_5_seconds(page: Page, server: Server) -> None:
    server.silent = True
    page.clock.run_for(4_000)
    assert tries(server) == 1
    page.clock.run_for(900)
    expect(page.locator("#link")).to_have_text(LOST)
    server.silent = False
    page.clock.run_for(AGAIN)
    expect(page.locator("#link")).to_be_empty()
    assert tries(server) == 2


def test_a_comment_keeps_the_connection_alive(page: Page, server: Server) -> None:
    server.silent = True
    for _ in range(3):
        page.clock.run_for(3_000)
        server.say(b":\n\n")
        page.wait_for_timeout(300)
    expect(page.locator("#link")).to_be_empty()
    assert tries(server) == 1


def test_after_a_sleep_the_page_does_not_wait_to_find_out(page: Page, server: Server) -> None:
    now = page.evaluate("Date.now()")
    page.clock.set_system_time((now + 3_600_000) / 1_000)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(lambda: tries(server) == 2)
    expect(page.locator("#link")).to_be_empty()


def test_a_phone_without_a_network_says_so_at_once(page: Page, server: Server) -> None:
    page.context.set_offline(True)
    expect(page.locator("#link")).to_have_text(LOST)
    page.context.set_offline(False)
    expect(page.locator("#link")).to_be_empty()


def test_rubbish_changes_nothing_and_the_page_recovers(page: Page, server: Server) -> None:
    for garbage in GARBAGE:
        server.say(garbage)
        expect(page.locator("#link")).to_have_text(LOST)
        expect(page.locator("#now")).to_have_text("Joe")
        expect(page.locator(".row")).to_have_count(len(FIGHT["rows"]))
        page.clock.run_for(AGAIN)
        expect(page.locator("#link")).to_be_empty()


def test_what_the_page_does_not_know_is_passed_over(page: Page, server: Server) -> None:
    server.say(b"event: weather\ndata: rain\n\nid: 7\nretry: 5\nfoo\n\n\xff\xfe\n\n")
    server.show(turn_of("Bob", "Joe"))
    expect(page.locator("#now")).to_have_text("Bob")
    expect(page.locator("#link")).to_be_empty()


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_an_event_is_read_however_it_is_cut(page: Page, server: Server, end: bytes) -> None:
    fight = turn_of("Bób 🎲", "Joe")
    raw = event("fight", fight).replace(b"B\\u00f3b \\ud83c\\udfb2", "Bób 🎲".encode())
    raw = raw.replace(b"\n", end)
    size = len(raw)
    cuts = sorted({0, 5, raw.index("🎲".encode()) + 2, size - 2 * len(end) + 1, size - 1, size})
    for start, stop in pairwise(cuts):
        server.say(raw[start:stop])
        page.wait_for_timeout(50)
    # The end of a line that ends in a carriage return is known by what follows.
    server.say(b":\n")
    expect(page.locator("#now")).to_have_text("Bób 🎲")
