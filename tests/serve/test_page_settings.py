"""What a reader sets for the page: light or dark, and a sound; both outlive a reload."""

from typing import Literal

import pytest
from browsing import Look
from fights import QUESTION
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
    page.wait_for_timeout(800)  # until taps count again where the sheet was
    sound.click()
    heard = page.evaluate("sounds")
    assert heard == 2, "one hears how it sounds"
    server.ask(QUESTION)
    expect(page.locator("#question")).to_be_visible()
    assert page.evaluate("sounds") == heard + 2
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.evaluate("localStorage.clear()")
