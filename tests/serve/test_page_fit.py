"""The players' page in a real browser: for whoever reads it, on whatever screen, with whatever
names."""

import copy

import pytest
from browsing import Look, serious_violations
from fights import FIGHT, QUESTION, hostile
from playwright.sync_api import Page, expect
from stand_in import Server
from test_page_own import OWN

SCREENS = {"phone": (360, 740), "phone at 200 %": (180, 370), "television": (1920, 1080)}

CUT_OFF = """() => [...document.querySelectorAll("#fight *, #question *, h1, #clock")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth)
  .filter((one) => !one.closest(".unseen") && !one.textContent.includes("\u0489"))
  .map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 40)}`)"""
"""What the edge of the screen cuts off, but for what has the letter with a hundred accents."""


def plain(name: str) -> str:
    return name.replace("\u202e", "")


def assert_nothing_to_scroll_sideways(page: Page) -> None:
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("query", ["", "?big"])
def test_nothing_is_wider_than_the_screen(server: Server, look: Look, query: str) -> None:
    server.ask({**QUESTION, "sides": 20})
    page = look(server.own + query)
    for width, height in SCREENS.values():
        page.set_viewport_size({"width": width, "height": height})
        assert_nothing_to_scroll_sideways(page)


def test_text_of_twice_the_size_fits_a_phone(server: Server, look: Look) -> None:
    server.ask(QUESTION)
    page = look(server.own)
    once = page.locator("#now").bounding_box()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.locator("#now").bounding_box()["height"] == pytest.approx(2 * once["height"], 0.05)
    assert_nothing_to_scroll_sideways(page)


@pytest.mark.parametrize("query", ["", "?big"])
def test_hostile_names_stay_text_and_break_nothing(server: Server, look: Look, query: str) -> None:
    fight = hostile()
    names = [row["name"] for row in fight["rows"][::2]]
    text = names[0]
    server.show(fight)
    server.ask({**QUESTION, "line": text, "about": names[1], "help": names, "problem": text})
    page = look(server.own + query)
    assert page.locator("#order .head .name").all_text_contents()[0] == text
    shown = [plain(name) for name in names[:3]]
    title = ", ".join(shown) + f" – {text}" if query else "● Your dice! – Joe"
    expect(page).to_have_title(title)
    assert page.locator("img, script:not([src]), style").count() == 0
    for width, height in SCREENS.values():
        page.set_viewport_size({"width": width, "height": height})
        assert_nothing_to_scroll_sideways(page)


def test_a_name_cannot_turn_the_text_after_it_around(server: Server, look: Look) -> None:
    server.show(hostile())
    page = look(server.url)
    assert "\u202e" not in page.locator("body").inner_text()
    assert "\u05e9\u05dc\u05d5\u05dd" in page.locator("#now").inner_text()
    dice = page.locator(".roll").nth(2).locator(".die")
    first, second = dice.nth(2).bounding_box(), dice.nth(3).bounding_box()
    assert first["y"] < second["y"] or first["x"] < second["x"]


@pytest.mark.parametrize(
    ("address", "screen"), [("", "phone"), ("own", "phone"), ("?big", "television")]
)
def test_axe_finds_nothing_serious(server: Server, look: Look, address: str, screen: str) -> None:
    server.ask({**QUESTION, "problem": "needs 7 dice, got 3", "counts": "5+ 1!"})
    page = look(server.own if address == "own" else server.url + address, *SCREENS[screen])
    if address == "own":
        page.locator(".face").first.click()
        page.get_by_text("How these dice are read").click()
    assert serious_violations(page) == []
    server.lose()
    expect(page.locator("#link")).to_contain_text("Connection lost")
    assert serious_violations(page) == []


GROUND = "getComputedStyle(document.body).backgroundColor"


DARK, LIGHT = "rgb(15, 19, 23)", "rgb(251, 250, 247)"


def test_it_is_dark_or_light_as_the_reader_wants_it(server: Server, look: Look) -> None:
    page = look(server.own)
    assert page.evaluate(GROUND) == DARK
    button = page.get_by_role("button", name="Light page")
    for pressed, ground in (("true", LIGHT), ("false", DARK)):
        button.focus()
        page.keyboard.press("Enter")
        expect(button).to_have_attribute("aria-pressed", pressed)
        assert page.evaluate(GROUND) == ground
    assert look(f"{server.own}?light").evaluate(GROUND) == LIGHT
    television = look(f"{server.url}?big&light", *SCREENS["television"])
    assert television.evaluate(GROUND) == LIGHT
    expect(television.locator("#lit")).to_be_hidden()


@pytest.mark.parametrize("query", ["", "&big"])
def test_axe_finds_nothing_serious_in_the_light(server: Server, look: Look, query: str) -> None:
    server.show_own(OWN)
    server.ask({**QUESTION, "problem": "needs 7 dice, got 3", "counts": "5+ 1!"})
    page = look(f"{server.own}?light{query}", *SCREENS["television" if query else "phone"])
    if not query:
        page.locator(".face").first.click()
        for summary in ("How these dice are read", "What you can do now", "Your sheet"):
            page.get_by_text(summary).click()
    assert serious_violations(page, of_colours=True) == []


def test_nothing_moves_on_a_television(server: Server, look: Look) -> None:
    """What has not changed stays where it is, to the pixel."""
    page = look(f"{server.own}?big", *SCREENS["television"])
    every = "[...document.querySelectorAll('body *')]"
    boxes = f"{every}.map((one) => one.getBoundingClientRect().toJSON())"
    before = page.evaluate(boxes)
    server.show(copy.deepcopy(FIGHT))
    server.ask(QUESTION)
    page.wait_for_timeout(1500)
    assert page.evaluate(boxes) == before
    moving = "document.getAnimations().length"
    assert page.evaluate(moving) == 0


def test_the_page_has_landmarks_and_headings_in_order(server: Server, look: Look) -> None:
    page = look(server.url)
    expect(page.get_by_role("main")).to_have_count(1)
    expect(page.get_by_role("banner")).to_have_count(1)
    for name in ("Acting now", "Turn order", "Just happened", "The story so far"):
        expect(page.get_by_role("region", name=name)).to_have_count(1)
    levels = "[...document.querySelectorAll('h1, h2, h3')].filter((one) => one.checkVisibility())"
    assert page.evaluate(f"{levels}.map((one) => one.tagName).join(' ')") == "H1 H2 H2 H2 H2 H3 H3"


def test_without_javascript_a_sentence_says_so(server: Server, look: Look) -> None:
    page = look(server.url)
    sentence = page.locator("body > noscript").text_content()
    assert sentence is not None
    assert "This page follows the fight by JavaScript" in sentence
