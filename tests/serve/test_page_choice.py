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
def server(server_of_the_module: Server) -> Server:
    server_of_the_module.begin()
    return server_of_the_module


@pytest.fixture
def page(server: Server, look: Look) -> Page:
    found = look(server.own, stay=True)
    server.ask(CHOICE)
    expect(found.locator("#question")).to_be_visible()
    return found


def texts(server: Server) -> list[str]:
    return [answer["text"] for answer in server.answers]


def choose(page: Page, name: str) -> None:
    page.locator("#options").get_by_role("button", name=name).click()


def send(page: Page) -> None:
    page.locator("#send").click()


def test_each_way_stands_there_with_what_it_costs(page: Page, server: Server) -> None:
    expect(page.get_by_role("form", name="Joe: defense")).to_be_visible()
    expect(page.locator("#about")).to_have_text("Bob attacks Joe with cue")
    expect(page.locator(".option")).to_have_text(
        ["Parry with the weapon in hand ", "Full all of your attention 1 AP, 2 left ", "Standard "]
    )
    expect(page.locator("#fields")).to_be_hidden()
    expect(page.locator("#amount")).to_be_hidden()
    expect(page.locator("#said")).to_have_text("You are asked. Joe: defense")
    expect(page).to_have_title("● Your choice! – Joe")


def test_one_chooses_first_and_sends_by_a_button_that_says_the_deed(
    page: Page, server: Server
) -> None:
    expect(page.locator("#send")).to_have_text("Choose one")
    send(page)
    expect(page.get_by_role("alert")).to_contain_text("Choose first")
    choose(page, "Parry")
    expect(page.get_by_role("alert")).to_be_empty()
    expect(page.locator("#send")).to_have_text("Parry")
    choose(page, "Full")
    expect(page.locator("#send")).to_have_text("Full: 1 AP, 2 left")
    expect(page.locator(".option[aria-pressed=true]")).to_have_text(
        "Full all of your attention 1 AP, 2 left "
    )
    assert server.answers == []
    send(page)
    expect(page.locator("#sent")).to_have_text("Sent: Full: 1 AP, 2 left")
    assert texts(server) == ["full"]
    assert {answer["question"] for answer in server.answers} == {CHOICE["id"]}
    expect(page.locator(".option").first).to_be_hidden()


def test_none_of_them_is_sent_as_nothing(page: Page, server: Server) -> None:
    choose(page, "Standard")
    send(page)
    expect(page.locator("#sent")).to_have_text("Sent: Standard")
    assert texts(server) == [""]


def test_yes_and_no_are_two_buttons(page: Page, server: Server) -> None:
    yes_no = [["yes", "", "of 2 karma left"], ["no", "", ""]]
    server.ask({**CHOICE, "id": "yes-or-no", "options": yes_no, "enter": "no"})
    expect(page.locator(".option")).to_have_text(["Yes of 2 karma left ", "No "])
    choose(page, "No")
    send(page)
    expect(page.locator("#sent")).to_have_text("Sent: No")
    assert texts(server) == ["no"]


def test_how_much_is_spent_is_drawn(page: Page, server: Server) -> None:
    server.ask(AMOUNT)
    slider = page.get_by_role("slider", name="How many")
    expect(slider).to_have_attribute("max", "4")
    # Nothing is sent that nobody has chosen, such as none.
    expect(page.locator("#chosen")).to_have_text("–")
    expect(page.locator("#send")).to_have_text("Choose how many")
    send(page)
    expect(page.get_by_role("alert")).to_contain_text("Choose first")
    slider.fill("3")
    expect(page.locator("#chosen")).to_have_text("3")
    page.get_by_role("button", name="one less").click()
    expect(page.locator("#send")).to_have_text("2 of 4")
    page.get_by_role("button", name="one more").click()
    send(page)
    expect(page.locator("#sent")).to_have_text("Sent: 3 of 4")
    assert texts(server) == ["3"]


def test_a_number_is_sent_by_a_button_that_says_what_it_means(page: Page, server: Server) -> None:
    deeds = ["None", *(f"{count} dice of your combat pool" for count in range(1, 5))]
    server.ask({**AMOUNT, "id": "with-labels", "deeds": deeds})
    page.get_by_role("slider", name="How many").fill("3")
    expect(page.locator("#send")).to_have_text("3 dice of your combat pool")
    choose(page, "None")
    expect(page.locator("#send")).to_have_text("None")


def test_none_is_chosen_as_everything_else_is(page: Page, server: Server) -> None:
    server.ask(AMOUNT)
    choose(page, "None")
    expect(page.locator("#send")).to_have_text("None")
    send(page)
    expect(page.locator("#sent")).to_have_text("Sent: None")
    assert texts(server) == ["0"]


def test_it_is_answered_with_the_keyboard_alone(page: Page, server: Server) -> None:
    expect(page.locator("#choosing")).to_be_enabled()
    while not str(page.evaluate("document.activeElement.textContent")).startswith("Full"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    while page.evaluate("document.activeElement.id") != "send":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#sent")).to_have_text("Sent: Full: 1 AP, 2 left")
    server.ask(AMOUNT)
    expect(page.locator("#much")).to_be_enabled()
    while page.evaluate("document.activeElement.id") != "much":
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    while page.evaluate("document.activeElement.id") != "send":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#sent")).to_have_text("Sent: 2 of 4")
    assert texts(server) == ["full", "2"]


def test_dice_come_after_a_choice_and_a_choice_after_dice(page: Page, server: Server) -> None:
    server.ask(QUESTION)
    expect(page.locator("#fields")).to_be_visible()
    expect(page.locator("#choosing")).to_be_hidden()
    server.ask(CHOICE)
    expect(page.locator("#choosing")).to_be_visible()
    expect(page.locator("#fields")).to_be_hidden()
    expect(page.locator("#reading")).to_be_hidden()


def test_what_is_not_taken_can_be_sent_again(page: Page, server: Server) -> None:
    server.answer_with = (429, None)
    choose(page, "Parry")
    send(page)
    expect(page.get_by_role("alert")).to_contain_text("Wait a moment")
    expect(page.locator("#send")).to_have_text("Parry")
    server.answer_with = (409, None)
    send(page)
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
