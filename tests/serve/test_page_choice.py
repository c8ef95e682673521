"""A choice on a player's phone: what can be chosen, what it costs, and what is sent."""

import pytest
from browsing import Look
from fights import QUESTION
from playwright.sync_api import Page, expect
from stand_in import Server

CHOICE = {
    "id": "a-choice-of-joe",
    "who": "joe",
    "name": "Joe",
    "about": "Bob attacks Joe with cue",
    "line": "Joe: defense",
    "options": [
        ["parry", "with the weapon in hand", ""],
        ["full", "all of your attention", "1 AP, 2 left"],
    ],
    "most": 0,
    "enter": "standard",
    "problem": "",
}
AMOUNT = {
    **CHOICE, "id": "an-amount", "line": "Joe: resistance, 5 dice. pool 4 left: how many?",
    "options": [], "most": 4, "enter": "none",
}  # fmt: skip


@pytest.fixture
def page(server: Server, look: Look) -> Page:
    server.ask(CHOICE)
    found = look(server.own)
    expect(found.locator("#question")).to_be_visible()
    return found


def texts(server: Server) -> list[str]:
    return [answer["text"] for answer in server.answers]


def test_each_way_stands_there_with_what_it_costs(page: Page, server: Server) -> None:
    expect(page.get_by_role("form", name="Joe: defense")).to_be_visible()
    expect(page.locator("#about")).to_have_text("Bob attacks Joe with cue")
    expect(page.locator(".option")).to_have_text(
        ["parry with the weapon in hand ", "full all of your attention 1 AP, 2 left ", "standard "]
    )
    expect(page.locator("#fields")).to_be_hidden()
    expect(page.locator("#amount")).to_be_hidden()
    expect(page.locator("#said")).to_have_text("You are asked. Joe: defense")
    expect(page).to_have_title("● Your choice! – Joe")
    page.get_by_role("button", name="full").click()
    expect(page.locator("#notice")).to_have_text("Sent: full")
    assert texts(server) == ["full"]
    assert {answer["question"] for answer in server.answers} == {CHOICE["id"]}
    expect(page.locator(".option").first).to_be_disabled()


def test_none_of_them_is_sent_as_nothing(page: Page, server: Server) -> None:
    page.get_by_role("button", name="standard").click()
    expect(page.locator("#notice")).to_have_text("Sent: standard")
    assert texts(server) == [""]


def test_yes_and_no_are_two_buttons(page: Page, server: Server) -> None:
    yes_no = [["yes", "", "of 2 karma left"], ["no", "", ""]]
    server.ask({**CHOICE, "id": "yes-or-no", "options": yes_no, "enter": "no"})
    expect(page.locator(".option")).to_have_text(["yes of 2 karma left ", "no "])
    page.get_by_role("button", name="no").click()
    expect(page.locator("#notice")).to_have_text("Sent: no")
    assert texts(server) == ["no"]


def test_how_much_is_spent_is_drawn(page: Page, server: Server) -> None:
    server.ask(AMOUNT)
    slider = page.get_by_role("slider", name="How many")
    expect(slider).to_have_value("0")
    expect(slider).to_have_attribute("max", "4")
    slider.fill("3")
    expect(page.locator("#chosen")).to_have_text("3")
    page.locator("#amount").get_by_role("button", name="Send").click()
    expect(page.locator("#notice")).to_have_text("Sent: 3")
    assert texts(server) == ["3"]


def test_it_is_answered_with_the_keyboard_alone(page: Page, server: Server) -> None:
    while not str(page.evaluate("document.activeElement.textContent")).startswith("full"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_have_text("Sent: full")
    server.ask(AMOUNT)
    expect(page.locator("#much")).to_be_enabled()
    while page.evaluate("document.activeElement.id") != "much":
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_have_text("Sent: 2")
    assert texts(server) == ["full", "2"]


def test_dice_come_after_a_choice_and_a_choice_after_dice(page: Page, server: Server) -> None:
    server.ask(QUESTION)
    expect(page.locator("#fields")).to_be_visible()
    expect(page.locator("#choosing")).to_be_hidden()
    server.ask(CHOICE)
    expect(page.locator("#choosing")).to_be_visible()
    expect(page.locator("#fields")).to_be_hidden()
    expect(page.locator("#reading")).to_be_hidden()


def test_what_is_not_taken_can_be_chosen_again(page: Page, server: Server) -> None:
    server.answer_with = (429, None)
    page.get_by_role("button", name="parry").click()
    expect(page.get_by_role("alert")).to_contain_text("Wait a moment")
    expect(page.locator(".option").first).to_be_enabled()
    server.answer_with = (409, None)
    page.get_by_role("button", name="parry").click()
    expect(page.locator("#question")).to_be_hidden()
    expect(page.locator("#notice")).to_contain_text("This question is over")


def test_words_are_text_and_fit_a_phone(page: Page, server: Server) -> None:
    hostile = "<img src=x onerror=\"document.title='owned'\">" + "W" * 300
    options = [[hostile, hostile, hostile]] * 12
    server.ask({**CHOICE, "id": "hostile", "options": options, "enter": hostile, "line": hostile})
    expect(page.locator(".option")).to_have_count(12)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("#question img").count() == 0
    for box in (one.bounding_box() for one in page.locator(".option").all()):
        assert box is not None
        assert box["height"] >= 44
