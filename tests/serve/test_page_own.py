"""One's own sheet on one's own link: how one stands, and what one can do, in words."""

from typing import Any

import pytest
from browsing import Look
from fights import FIGHT, QUESTION, friend, turn_of
from playwright.sync_api import Page, expect
from stand_in import Server

OWN: dict[str, Any] = {
    "title": "Joe",
    "tracks": [
        {"label": "flesh", "text": "4/10", "unit": "left", "segments": [["full", 4], ["lost", 6]]},
        {"label": "Karma", "text": "1/2", "unit": "", "segments": [["full", 1], ["lost", 1]]},
    ],
    "conditions": ["stunned, 2 rounds"],
    "sections": [
        {
            "title": "Derived", "columns": [], "rows": [],
            "numbers": [["soak", "6", "armor +5, half-body +1"], ["AP", "3", ""]],
        },
        {
            "title": "Weapons", "numbers": [], "columns": ["weapon", "DV"],
            "rows": [["combat-knife", "4P"], ["pistol", "6P"]],
        },
        {"title": "Nothing", "numbers": [], "columns": [], "rows": []},
    ],
    "can": [["attack with Combat knife", "1 AP"], ["stand up: from the ground", ""]],
}  # fmt: skip


@pytest.fixture
def page(server: Server, look: Look) -> Page:
    server.show_own(OWN)
    found = look(server.own)
    expect(found.locator("#own")).to_be_visible()
    return found


def test_how_one_stands_is_seen_at_once(page: Page, server: Server) -> None:
    server.show(turn_of("Bob", "Joe"))
    own = page.get_by_role("region", name="Joe")
    expect(own.locator("#own-tracks .text")).to_have_text(["flesh 4/10 left", "Karma 1/2 "])
    expect(own.locator(".conditions li")).to_have_text(["stunned, 2 rounds"])
    expect(own.locator("#can-list")).to_be_hidden()
    expect(own.locator("#sheet-sections")).to_be_hidden()


def test_what_one_can_do_is_words_and_no_button(page: Page, server: Server) -> None:
    server.show(turn_of("Bob", "Joe"))
    expect(page.locator("#can-list")).to_be_hidden()
    page.get_by_text("What you can do now").click()
    expect(page.locator("#can-list li")).to_have_text(
        ["attack with Combat knife 1 AP", "stand up: from the ground"]
    )
    page.get_by_text("Your sheet").click()
    expect(page.locator("#sheet-sections h3")).to_have_text(["Derived", "Weapons"])
    expect(page.locator("#sheet-sections dt")).to_have_text(["soak", "AP"])
    expect(page.locator("#sheet-sections dd")).to_have_text(["6 = armor +5, half-body +1", "3"])
    expect(page.locator("#sheet-sections td")).to_have_text(["combat-knife", "4P", "pistol", "6P"])
    assert page.locator("#own button:not(#hand), #own a, #own input").count() == 0
    assert not [one for one in server.requests if one.method == "POST"]


def test_it_follows_the_fight_and_stays_open(page: Page, server: Server) -> None:
    page.get_by_text("Your sheet").click()
    server.show_own({**OWN, "conditions": ["prone"], "can": []})
    expect(page.locator("#own .conditions li")).to_have_text(["prone"])
    expect(page.locator("#can")).to_be_hidden()
    expect(page.locator("#sheet-sections")).to_be_visible()
    server.ask(QUESTION)
    expect(page.locator("#question")).to_be_visible()
    expect(page.locator("#own")).to_be_visible()
    server.show_own(None)
    expect(page.locator("#own")).to_be_hidden()


def test_a_hand_is_raised_and_taken_down(page: Page, server: Server) -> None:
    hand = page.get_by_role("button", name="I want to do something")
    expect(hand).to_have_attribute("aria-pressed", "false")
    hand.click()
    up = page.get_by_role("button", name="Your hand is up")
    expect(up).to_have_attribute("aria-pressed", "true")
    up.focus()
    page.keyboard.press("Enter")
    expect(hand).to_have_attribute("aria-pressed", "false")
    sent = [(one.path, one.body) for one in server.requests if one.method == "POST"]
    assert sent == [("/own-token/hand", b"true"), ("/own-token/hand", b"false")]
    server.turn_hand(up=True)
    expect(up).to_be_visible()


def test_nobody_else_sees_it(server: Server, look: Look) -> None:
    server.show_own(OWN)
    for url in (server.url, f"{server.own}?big"):
        expect(look(url).locator("#own")).to_be_hidden()


def test_names_are_text_and_fit_a_phone(page: Page, server: Server) -> None:
    hostile = "<img src=x onerror=\"document.title='owned'\">" + "W" * 200
    sections = [
        {"title": hostile, "numbers": [[hostile] * 3], "columns": [hostile] * 5,
         "rows": [[hostile] * 5]},
    ]  # fmt: skip
    server.show_own({**OWN, "title": hostile, "sections": sections, "can": [[hostile, hostile]]})
    expect(page.locator("#can-list")).to_be_visible()
    page.get_by_text("Your sheet").click()
    expect(page.locator("#sheet-sections td").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("#own img").count() == 0


def test_an_unhurt_friend_takes_one_line_and_oneself_no_second_panel(
    page: Page, server: Server
) -> None:
    whole = [{"label": "flesh", "text": "10/10", "unit": "left", "segments": [["full", 10]]}]
    cells = [["Score", "13"], ["AP", "3"], ["Karma", "3/3"], ["Wounds", "0"]]
    kat = friend("Katherine the Great", health="unhurt", tracks=whole, cells=cells)
    hurt = friend("Vex", conditions=["prone"])
    server.show({**FIGHT, "rows": [friend("Joe", conditions=["prone"]), kat, hurt]})
    expect(page.locator("#order .row")).to_have_count(3)
    joe, kat_row, vex = page.locator("#order .row").all()
    for row, word in ((joe, "hurt"), (kat_row, "unhurt")):
        expect(row.locator(".track, .conditions")).to_have_count(0)
        expect(row.locator(".word")).to_have_text(word)
    letters = kat_row.locator(".name").bounding_box()
    box = kat_row.bounding_box()
    assert box is not None
    assert letters is not None
    assert box["height"] < 2.2 * letters["height"]
    expect(vex.locator(".track")).to_have_count(2)
    page.goto(f"{server.own}?big")
    expect(page.locator("#order .row").nth(1).locator(".track")).to_have_count(1)
