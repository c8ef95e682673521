"""What a reader sets for the page: light or dark, and a sound; both outlive a reload."""

from typing import Literal

import pytest
from browsing import Look
from fights import FIGHT, QUESTION, turn_of
from playwright.sync_api import Page, expect
from stand_in import Server
from test_page_fit import DARK, GROUND, LIGHT

SOUNDS = """() => {
  window.sounds = 0;
  window.OscillatorNode = class {
    constructor() { window.sounds += 1; }
    connect() { return this; }
    start() {}
    stop() {}
  };
}"""

TAPS_COUNT = """new Promise((done) => {
  const look = () => (sheetTop === Infinity ? done() : setTimeout(look, 10));
  look();
})"""
"""Comes when taps count again where the sheet was."""


@pytest.mark.parametrize(("scheme", "ground"), [("light", LIGHT), ("dark", DARK)])
def test_a_phone_is_as_light_as_the_device(
    server: Server, look: Look, scheme: Literal["light", "dark"], ground: str
) -> None:
    page = look(server.own)
    page.emulate_media(color_scheme=scheme)
    page.reload()
    assert page.evaluate(GROUND) == ground
    page.goto(f"{server.own}?big")
    assert page.evaluate(GROUND) == DARK, "a television is dark"
    page.emulate_media(color_scheme="dark")


def chosen(page: Page) -> str | None:
    return page.get_by_role("button", name="Light page").get_attribute("aria-pressed")


def test_what_was_chosen_outlives_a_reload(server: Server, look: Look) -> None:
    page = look(server.own)
    for pressed, ground in (("true", LIGHT), ("false", DARK)):
        page.get_by_role("button", name="Light page").click()
        page.reload()
        assert page.evaluate(GROUND) == ground
        assert chosen(page) == pressed
    page.goto(f"{server.own}?light")
    assert page.evaluate(GROUND) == LIGHT, "the address says more"
    page.evaluate("localStorage.clear()")


def test_a_question_sounds_only_if_the_reader_wants_it(server: Server, look: Look) -> None:
    page = look(server.own)
    page.evaluate(SOUNDS)
    sound = page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    server.ask(QUESTION)
    expect(page.locator("#question")).to_be_visible()
    assert page.evaluate("sounds") == 0
    server.ask(None)
    expect(page.locator("#question")).to_be_hidden()
    page.evaluate(TAPS_COUNT)
    sound.click()
    heard = page.evaluate("sounds")
    assert heard == 2, "one hears how it sounds"
    server.ask(QUESTION)
    expect(page.locator("#question")).to_be_visible()
    assert page.evaluate("sounds") == heard + 2
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.evaluate("localStorage.clear()")


LOCKS = """{
  window.locks = [];
  const request = (kind) => {
    window.locks.push(kind);
    return FAILS ? Promise.reject(new Error("not now")) : Promise.resolve({ released: RELEASED });
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
}"""
"""A browser that keeps its screen on, refuses to, or lets it go dark again at once."""


def with_locks(look: Look, server: Server, **given: bool) -> Page:
    """A phone whose browser knows of such locks."""
    script = LOCKS
    for name in ("fails", "released"):
        script = script.replace(name.upper(), str(given.get(name, False)).lower())
    server.script_before = script
    page = look(server.own)
    page.wait_for_function("window.locks.length > 0")
    return page


def asked_for_the_screen(page: Page) -> int:
    """How often, after somebody has touched the page and looked at it again."""
    page.locator("#clock").tap()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    return int(page.evaluate("window.locks.length"))


def test_the_screen_is_kept_on_where_the_browser_allows_it(server: Server, look: Look) -> None:
    page = with_locks(look, server)
    assert asked_for_the_screen(page) == 1, "it is on"
    assert page.evaluate("window.locks") == ["screen"]


@pytest.mark.parametrize("why", ["fails", "released"])
def test_a_screen_that_may_go_dark_is_asked_for_again_at_each_touch(
    server: Server, look: Look, why: str
) -> None:
    """Nobody is bothered with it: what a script would throw fails the test."""
    page = with_locks(look, server, **{why: True})
    assert asked_for_the_screen(page) == 3
    expect(page.locator("#notice")).to_be_empty()


def test_nothing_is_asked_of_a_browser_that_cannot(server: Server, look: Look) -> None:
    server.script_before = (
        "Object.defineProperty(navigator, 'wakeLock', { value: undefined });"
        "Object.defineProperty(navigator, 'vibrate', { value: undefined });"
    )
    page = look(server.own)
    expect(page.locator("#own, #turn").first).to_be_attached()
    page.locator("#clock").tap()
    server.ask(QUESTION)
    expect(page.locator("#question")).to_be_visible()
    expect(page.locator("#send")).to_be_enabled()
    expect(page.locator("#notice")).to_be_empty()


SHAKES = """
navigator.vibrate = (times) => (window.shaken ??= []).push(times);
addEventListener("pointerdown", () => (window.touched = true), true);
Object.defineProperty(navigator, "userActivation", {
  value: { get hasBeenActive() { return window.touched === true; } },
});
"""
"""A script that looks at a page counts as a touch of it: here only a touch does."""


def test_a_question_shakes_a_phone_that_somebody_has_touched_and_no_other(
    server: Server, look: Look
) -> None:
    server.script_before = SHAKES
    page = look(server.own)
    server.ask(QUESTION)
    expect(page.locator("#question")).to_be_visible()
    assert page.evaluate("window.shaken ?? []") == [], "a browser would refuse it"
    page.locator("#clock").tap()
    server.ask({**QUESTION, "id": "the-next-one"})
    expect(page.locator("#question")).to_be_visible()
    server.ask({**QUESTION, "id": "one-more", "count": 3, "line": "Roll 3 dice"})
    expect(page.locator("#asked")).to_have_text("Roll 3 dice")
    assert page.evaluate("window.shaken") == [200]


def test_a_television_never_shakes(server: Server, look: Look) -> None:
    server.script_before = SHAKES
    page = look(f"{server.own}?big")
    page.locator("#title").tap()
    server.ask(QUESTION)
    server.show(turn_of("Bob", "Joe"))
    expect(page.locator("#now")).to_have_text("Bob")
    server.show(FIGHT)
    expect(page.locator("#now")).to_have_text("Joe")
    assert page.evaluate("window.shaken ?? []") == []
