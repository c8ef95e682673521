"""Taps on a phone that were not meant for what they hit: nobody loses anything by them."""

from typing import Any

import pytest
from browsing import Look, serious_violations
from fights import QUESTION
from playwright.sync_api import Locator, Page, expect
from stand_in import Server
from test_page_choice import AMOUNT, CHOICE
from test_page_own import OWN

SCREENS = {
    "small": (320, 568), "phone": (360, 740), "large": (390, 844),
    "on its side": (740, 360), "small, on its side": (568, 320),
}  # fmt: skip
UNTOUCHED = 0.7
"""Seconds after a change of the sheet in which no tap on it counts."""

HASTY = """() => {
  const real = window.setTimeout.bind(window);
  window.setTimeout = (what, time) => real(what, time - 20);
}"""
"""As timers are in Firefox, only more so."""


@pytest.fixture(autouse=True)
def untouched(server: Server) -> None:
    """The page waits as long as it does at the table."""
    server.is_hasty = False


@pytest.fixture
def page(server: Server, look: Look) -> Page:
    server.show_own(OWN)
    found = look(server.own)
    expect(found.locator("#own")).to_be_visible()
    return found


def middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap(page: Page, at: tuple[float, float]) -> None:
    """Tap where a finger was going anyway, whatever is there now."""
    page.touchscreen.tap(*at)


def bring_hand_down(page: Page) -> tuple[float, float]:
    """Have the button for a raised hand where the sheet will be, and return its middle."""
    x, y = middle(page.locator("#hand"))
    page.set_viewport_size({"width": 360, "height": int(y) + 80})
    return x, y


def sent(server: Server) -> list[str]:
    return [one.path for one in server.requests if one.method == "POST"]


def test_a_tap_that_was_meant_for_the_page_chooses_nothing(page: Page, server: Server) -> None:
    """`I want to do something`, and the sheet comes just before the finger does."""
    at = bring_hand_down(page)
    server.ask(CHOICE)
    expect(page.locator("#question")).to_be_visible()
    assert page.locator("#question").bounding_box()["y"] < at[1], "it lies above the button now"
    tap(page, at)
    page.wait_for_timeout(300)
    assert sent(server) == []
    expect(page.locator(".option[aria-pressed=true]")).to_have_count(0)
    expect(page.get_by_role("alert")).to_be_empty()


def test_a_tap_on_the_page_above_the_sheet_counts_at_once(page: Page, server: Server) -> None:
    page.evaluate("scrollTo(0, document.getElementById('hand').getBoundingClientRect().top - 60)")
    at = middle(page.locator("#hand"))
    server.ask(CHOICE)
    expect(page.locator("#question")).to_be_visible()
    tap(page, at)
    expect(page.locator("#hand")).to_have_attribute("aria-pressed", "true")
    assert sent(server) == ["/own-token/hand"]


@pytest.mark.parametrize("then", [{**QUESTION, "id": "the-next-one", "count": 1}, CHOICE, AMOUNT])
def test_a_second_tap_on_send_hits_nothing_of_what_comes_next(
    page: Page, server: Server, then: dict[str, Any]
) -> None:
    server.ask({**QUESTION, "count": 2})
    for face in "62":
        page.locator("#faces").get_by_role("button", name=face, exact=True).tap()
    at = middle(page.locator("#send"))
    tap(page, at)
    expect(page.locator("#sent")).to_be_visible()
    tap(page, at)
    server.ask(then)
    expect(page.locator("#asked")).to_have_text(str(then["line"]))
    for _ in range(3):
        tap(page, at)
    page.wait_for_timeout(300)
    assert [one["text"] for one in server.answers] == ["6 2"]
    expect(page.get_by_role("alert")).to_be_empty()
    expect(page.locator("#tapped li:visible, .option[aria-pressed=true]:visible")).to_have_count(0)


def test_a_tap_where_the_sheet_was_a_moment_ago_hits_nothing(page: Page, server: Server) -> None:
    at = bring_hand_down(page)
    server.ask(QUESTION)
    expect(page.locator("#typed")).to_be_enabled()
    server.ask(None)
    expect(page.locator("#question")).to_be_hidden()
    tap(page, at)
    page.wait_for_timeout(300)
    assert sent(server) == []
    page.wait_for_timeout(UNTOUCHED * 1000)
    tap(page, at)
    expect(page.locator("#hand")).to_have_attribute("aria-pressed", "true")


def test_after_a_moment_taps_count(page: Page, server: Server) -> None:
    server.ask(CHOICE)
    expect(page.locator("#question")).to_be_visible()
    at = middle(page.locator(".option").first)
    tap(page, at)
    expect(page.locator(".option[aria-pressed=true]")).to_have_count(0)
    page.wait_for_timeout(UNTOUCHED * 1000)
    tap(page, at)
    expect(page.locator(".option[aria-pressed=true]")).to_have_count(1)


def test_taps_count_also_where_timers_go_off_too_early(page: Page, server: Server) -> None:
    page.evaluate(HASTY)
    server.ask(CHOICE)
    expect(page.locator("#send")).to_be_enabled()
    server.ask(None)
    server.ask({**QUESTION, "count": 1})
    expect(page.locator("#send")).to_be_enabled()


def test_odds_that_come_later_disturb_nobody(page: Page, server: Server) -> None:
    server.ask(CHOICE)
    page.locator(".option").first.tap()
    server.ask({**CHOICE, "odds": ["down 12 %", "down 8 %", "down 87 %"]})
    expect(page.locator(".odds").first).to_have_text("down 12\u00a0%")
    expect(page.locator("#send")).to_be_enabled()
    page.locator("#send").tap()
    expect(page.locator("#sent")).to_be_visible()
    assert [one["text"] for one in server.answers] == ["parry"]


def test_the_sheet_can_be_folded_to_look_at_the_fight(page: Page, server: Server) -> None:
    server.ask({**QUESTION, "count": 2})
    page.locator("#faces").get_by_role("button", name="6", exact=True).tap()
    page.get_by_role("button", name="Hide").tap()
    expect(page.locator("#send")).to_be_hidden()
    expect(page.locator("#asked")).to_be_visible()
    page.get_by_role("button", name="Answer").tap()
    expect(page.locator("#typed")).to_have_value("6")


LONG = {
    "sixteen dice": {**QUESTION, "count": 16, "line": "Joe: soak, 16 dice (8 body + 8 armor)"},
    "d10": {**QUESTION, "sides": 10, "count": 8},
    "d20": {**QUESTION, "sides": 20, "count": 1, "rolls": True},
    "many ways": {**CHOICE, "options": [[f"way {n}", "what it means", "1 AP"] for n in range(12)]},
    "amount": AMOUNT,
}


PLACES = """() => {
  const place = (one) => one.getBoundingClientRect().toJSON();
  const faces = [...document.querySelectorAll(".face")].filter((one) => one.checkVisibility());
  return { room: place(document.getElementById("faces")), faces: faces.map(place) };
}"""


@pytest.mark.parametrize("screen", SCREENS)
def test_what_sends_stays_on_the_screen_and_faces_fit_a_finger(
    server: Server, look: Look, screen: str
) -> None:
    server.is_hasty = True
    page = look(server.own, *SCREENS[screen])
    for number, (name, question) in enumerate(LONG.items()):
        server.ask({**question, "id": f"long-question-{number}"})
        expect(page.locator("#asked")).to_have_text(str(question["line"]))
        if "count" in question:
            page.get_by_label("or type them").fill("5 " * int(question["count"]))
        expect(page.locator("#send")).to_be_in_viewport(ratio=1)
        places = page.evaluate(PLACES)
        faces = places["faces"]
        assert bool(faces) == ("count" in question), name
        assert all(box["width"] >= 44 and box["height"] >= 44 for box in faces), name
        if faces:
            assert max(box["right"] for box in faces) == pytest.approx(
                places["room"]["right"], abs=1
            ), name
            rows = {box["y"] for box in faces}
            assert len(faces) % len(rows) == 0, name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("query", ["?dark", "?light"])
def test_axe_finds_nothing_serious_in_the_sheet(server: Server, look: Look, query: str) -> None:
    server.is_hasty = True
    answer = {**CHOICE, "id": "answered-choice", "answer": "full", "state": "sent"}
    states = {
        "dice": {**QUESTION, "counts": "5+ 1!", "rolls": True},
        "amount": AMOUNT,
        "choice": {**CHOICE, "earlier": {"id": "an-earlier-one", "said": "parry"}},
        "answered": answer,
    }
    page = look(server.own + query)
    for name, question in states.items():
        server.ask(question)
        expect(page.locator("#asked")).to_have_text(str(question["line"]))
        if name == "answered":
            expect(page.locator("#take-back")).to_be_enabled()
        else:
            expect(page.locator("#send")).to_be_enabled()
        if name == "choice":
            page.locator(".option").nth(1).tap()
        elif name == "dice":
            page.locator(".face").nth(4).tap()
            page.locator("#roll").tap()
            expect(page.locator("#roll-surely")).to_be_enabled()
        elif name == "amount":
            page.locator("#more").tap()
        assert serious_violations(page, of_colours=query == "?light") == [], name
