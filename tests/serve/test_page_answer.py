"""A player's own link in a real browser: the question, and the dice that are sent."""

import json

import pytest
from browsing import Look
from fights import QUESTION
from playwright.sync_api import Page, expect
from stand_in import Server


@pytest.fixture
def server(server_of_the_module: Server) -> Server:
    server_of_the_module.begin()
    return server_of_the_module


@pytest.fixture
def page(server: Server, look: Look) -> Page:
    """Joe's phone, on which he is asked for seven dice."""
    found = look(server.own, stay=True)
    server.ask(QUESTION)
    expect(found.locator("#question")).to_be_visible()
    return found


SEVEN = (6, 6, 2, 4, 1, 5, 1)


def tap(page: Page, *faces: int) -> None:
    for face in faces:
        page.locator("#faces").get_by_role("button", name=str(face), exact=True).click()


def type_dice(page: Page, *faces: int) -> None:
    """Enter dice in less time than by tapping, where it is not about how they are entered."""
    page.locator("#typed").fill(" ".join(map(str, faces)))


def send(page: Page) -> None:
    page.get_by_role("button", name="Send").click()


def answered(page: Page, server: Server) -> list[str]:
    """The texts that were sent, once the last one was taken."""
    expect(page.locator("#sent")).to_be_visible()
    expect(page.locator("#problem")).to_be_empty()
    assert {answer["question"] for answer in server.answers} == {QUESTION["id"]}
    return [answer["text"] for answer in server.answers]


def test_the_question_stands_below_with_what_it_is_about(page: Page) -> None:
    expect(page.get_by_role("form", name=QUESTION["line"])).to_be_visible()
    expect(page.locator("#about")).to_have_text("Bob attacks Joe with cue")
    expect(page.locator("#said")).to_have_text(f"You are asked. {QUESTION['line']}")
    expect(page).to_have_title("● Your dice! – Joe")
    box = page.locator("#question").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] == 740
    page.get_by_text("How these dice are read").click()
    expect(page.locator("#help li")).to_have_text(["a die counts at 5 or more"])


@pytest.mark.parametrize("scrolled", [0, 150])
def test_a_question_moves_nothing_when_it_comes_and_goes(
    server: Server, look: Look, scrolled: int
) -> None:
    page = look(server.own)
    page.evaluate(f"scrollTo(0, {scrolled})")
    every = "[...document.querySelectorAll('header, #fight *')]"
    boxes = f"{every}.map((one) => one.getBoundingClientRect().toJSON())"
    before = page.evaluate(boxes)
    for question in (QUESTION, {**QUESTION, "id": "the-second-one", "count": 2}, None):
        server.ask(question)
        expect(page.locator("#question")).to_be_visible(visible=question is not None)
        assert page.evaluate(boxes) == before


def test_dice_are_tapped_and_sent(page: Page, server: Server) -> None:
    tap(page, 6, 6, 2, 4, 1, 5, 1)
    expect(page.locator("#counted")).to_have_text("7 of 7 dice")
    send(page)
    assert answered(page, server) == ["6 6 2 4 1 5 1"]
    post = next(request for request in server.requests if request.method == "POST")
    assert (post.path, post.origin) == ("/own-token/answer", server.address)
    assert json.loads(post.body).keys() == {"question", "text"}
    expect(page.locator("#sent")).to_have_text("Sent: 6 6 2 4 1 5 1")
    expect(page.locator("#typed")).to_be_hidden()


def test_dice_of_several_kinds_are_tapped_each_with_its_own_faces(
    server: Server, look: Look
) -> None:
    sword = {**QUESTION, "count": 2, "sides": 8, "sides_of_dice": [8, 6], "counts": "="}
    server.ask(sword)
    page = look(server.own)
    faces = page.locator("#faces button")
    expect(faces).to_have_count(8)
    expect(page.locator("#counted")).to_have_text("0 of 2 dice, d8 next")
    tap(page, 8)
    expect(faces).to_have_count(6)
    expect(page.locator("#counted")).to_have_text("1 of 2 dice, d6 next: total 8")
    tap(page, 3)
    page.locator("#typed").fill("8 7")
    send(page)
    expect(page.locator("#problem")).to_have_text("7 is not a face of a d6.")
    page.locator("#typed").fill("5 3")
    send(page)
    assert answered(page, server) == ["5 3"]


def test_a_die_is_taken_back(page: Page) -> None:
    tap(page, 6, 2, 4)
    page.get_by_role("button", name="take back 2").click()
    expect(page.locator("#tapped button")).to_have_text(["take back 6×", "take back 4×"])
    expect(page.locator("#typed")).to_have_value("6 4")
    expect(page.locator("#tapped button").nth(1)).to_be_focused()


def test_no_more_dice_are_tapped_than_are_asked_for(page: Page) -> None:
    tap(page, *[3] * 7)
    page.locator(".face").first.click(force=True)
    expect(page.locator("#typed")).to_have_value("3 3 3 3 3 3 3")
    expect(page.locator(".face").first).to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("typed", ["6624151", "6 6 2 4 1 5 1", "6,6,2,4,1,5,1", "662 41 51"])
def test_dice_are_typed(page: Page, server: Server, typed: str) -> None:
    page.get_by_label("or type them").fill(typed)
    expect(page.locator("#tapped li")).to_have_count(7)
    page.keyboard.press("Enter")
    assert answered(page, server) == ["6 6 2 4 1 5 1"]


COUNTED = [
    # the code, sides, what is typed, which count, which are ones, what is said
    ("5+ 1!", 6, "6 5 1 2", ["6", "5"], ["1"], "4 of 7 dice: 2 count, 1 one"),
    ("1!", 6, "6 1 1", [], ["1", "1"], "3 of 7 dice: 2 ones"),
    ("8+ 10* 1!", 10, "10 7 8", ["10", "8"], [], "3 of 7 dice: 2 count"),
    ("=", 6, "6 5", [], [], "2 of 7 dice: total 11"),
    ("", 6, "6 5", [], [], "2 of 7 dice"),
]


@pytest.mark.parametrize("code", COUNTED, ids=lambda code: code[0] or "nothing")
def test_what_counts_is_shown_while_dice_are_typed(
    page: Page, server: Server, code: tuple[str, int, str, list[str], list[str], str]
) -> None:
    counts, sides, dice, good, ones, told = code
    server.ask({**QUESTION, "id": f"code-{sides:06}", "counts": counts, "sides": sides})
    expect(page.locator(".face")).to_have_count(sides)
    page.get_by_label("or type them").fill(dice)
    expect(page.locator("#counted")).to_have_text(told)
    expect(page.locator(".chip.counts")).to_have_text([f"take back {die}×" for die in good])
    expect(page.locator(".chip.one")).to_have_text([f"take back {die}×" for die in ones])
    for kind, said in (("counts", "counts"), ("one", "a one")):
        for button in page.locator(f".{kind}").all():
            expect(button).to_have_accessible_description(said)


def test_a_d20_counts_under_its_number(page: Page, server: Server) -> None:
    server.ask({**QUESTION, "id": "under-it", "counts": "14-", "sides": 20, "count": 1})
    expect(page.locator(".face.counts")).to_have_count(14)
    tap(page, 14)
    expect(page.locator("#counted")).to_have_text("1 of 1 die: 1 count")


def test_hits_alone_are_sent_instead_of_dice(page: Page, server: Server) -> None:
    tap(page, 6, 6)
    page.get_by_label("or hits alone").fill("3")
    expect(page.locator("#tapped li")).to_have_count(0)
    send(page)
    assert answered(page, server) == ["3h"]


def test_dice_are_sent_instead_of_hits(page: Page, server: Server) -> None:
    page.get_by_label("or hits alone").fill("3")
    tap(page, *SEVEN)
    expect(page.get_by_label("or hits alone")).to_have_value("")
    send(page)
    assert answered(page, server) == [" ".join(map(str, SEVEN))]


def test_hits_are_not_asked_for_where_each_die_is_needed(page: Page, server: Server) -> None:
    server.ask({**QUESTION, "id": "another-one", "hits_alone": False})
    expect(page.get_by_label("or hits alone")).to_be_hidden()
    expect(page.get_by_label("or type them")).to_be_visible()


def test_the_program_rolls_for_who_wants_it(page: Page, server: Server) -> None:
    page.get_by_role("button", name="Roll for me").click()
    assert answered(page, server) == [""]


def test_a_phone_rolls_where_the_table_allows_it(page: Page, server: Server) -> None:
    expect(page.get_by_role("button", name="Roll on this phone")).to_be_hidden()
    found = set()
    for number in range(12):
        server.ask({**QUESTION, "id": f"rolls-{number:04}", "rolls": True, "line": f"{number}"})
        button = page.get_by_role("button", name="Roll on this phone")
        expect(page.locator("#counted")).to_have_text("0 of 7 dice")
        button.click()
        expect(page.locator("#sent")).to_contain_text("Sent: rolled ")
        head, *faces = server.answers[-1]["text"].split()
        assert head == "rolled"
        assert len(faces) == 7
        found |= {int(face) for face in faces}
    assert found == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("dice", "told"),
    [
        ("", "Tap or type your dice first"),
        ("6 6 2", "4 dice are missing: 3 of 7."),
        ("6 6 2 4 1 5", "1 die is missing: 6 of 7."),
        ("6 6 2 4 1 5 1 1", "1 die too many: only 7 are asked for."),
        ("6 6 2 4 1 5 7", "7 is not a face of a d6."),
        ("6 6 2 4 1 5 x", "x is not a face of a d6."),
    ],
)
def test_the_phone_itself_checks_the_dice_and_keeps_them(
    page: Page, server: Server, dice: str, told: str
) -> None:
    page.get_by_label("or type them").fill(dice)
    send(page)
    expect(page.get_by_role("alert")).to_contain_text(told)
    expect(page.locator("#typed")).to_have_value(dice)
    assert server.answers == []


def test_more_hits_than_dice_are_not_sent(page: Page, server: Server) -> None:
    page.get_by_label("or hits alone").fill("8")
    send(page)
    expect(page.get_by_role("alert")).to_contain_text("Hits are a number from 0 to 7")
    assert server.answers == []


def test_who_has_tapped_dice_is_asked_before_the_program_rolls(page: Page, server: Server) -> None:
    tap(page, 6, 6, 2)
    page.get_by_role("button", name="Roll for me").click()
    page.get_by_role("button", name="Keep my dice").click()
    expect(page.locator("#typed")).to_have_value("6 6 2")
    assert server.answers == []
    page.get_by_role("button", name="Roll for me", exact=True).click()
    page.get_by_role("button", name="Yes, roll for me").click()
    assert answered(page, server) == [""]


def test_a_problem_is_shown_and_the_dice_stay(page: Page, server: Server) -> None:
    server.answer_with = (422, {"problem": "an answer is one line"})
    type_dice(page, *SEVEN)
    send(page)
    expect(page.get_by_role("alert")).to_have_text("an answer is one line")
    expect(page.locator("#typed")).to_have_value("6 6 2 4 1 5 1")
    server.answer_with = (204, None)
    page.get_by_role("button", name="take back 2").click()
    tap(page, 3)
    send(page)
    assert answered(page, server) == ["6 6 2 4 1 5 1", "6 6 4 1 5 1 3"]


def test_what_the_gm_s_program_refuses_can_be_mended(page: Page, server: Server) -> None:
    type_dice(page, *SEVEN)
    send(page)
    expect(page.locator("#sent")).to_be_visible()
    server.ask({**QUESTION, "id": "asked-once-more", "problem": "needs 7 dice, got 3"})
    expect(page.get_by_role("alert")).to_have_text("needs 7 dice, got 3")
    expect(page.locator("#typed")).to_be_enabled()
    expect(page.locator("#typed")).to_have_value("6 6 2 4 1 5 1")


def test_what_the_gm_mistypes_leaves_the_tapped_dice_alone(page: Page, server: Server) -> None:
    tap(page, 6, 6, 2)
    server.ask({**QUESTION, "id": "asked-once-more"})
    page.wait_for_timeout(200)
    tap(page, 4, 1, 5, 1)
    send(page)
    expect(page.locator("#sent")).to_be_visible()
    assert server.answers == [{"question": "asked-once-more", "text": "6 6 2 4 1 5 1"}]


def test_an_answer_that_is_not_taken_can_be_sent_again(page: Page, server: Server) -> None:
    type_dice(page, *SEVEN)
    for status, said in ((413, "too long"), (429, "Wait a moment"), (500, "has not arrived")):
        server.answer_with = (status, None)
        send(page)
        expect(page.get_by_role("alert")).to_contain_text(said)
        expect(page.locator("#typed")).to_be_enabled()


def test_whether_an_answer_has_arrived_is_said_when_it_is_known(page: Page, server: Server) -> None:
    server.lose()
    type_dice(page, *SEVEN)
    send(page)
    expect(page.get_by_role("alert")).to_contain_text("Nobody knows yet whether this has arrived")
    expect(page.locator("#typed")).to_have_value("6 6 2 4 1 5 1")
    expect(page.locator("#typed")).to_be_disabled()
    server.dead = False
    expect(page.get_by_role("alert")).to_contain_text("Not sent: it has not arrived")
    expect(page.locator("#typed")).to_have_value("6 6 2 4 1 5 1")
    send(page)
    assert answered(page, server) == ["6 6 2 4 1 5 1"]


def test_an_answer_that_comes_too_late_ends_the_question(page: Page, server: Server) -> None:
    server.answer_with = (409, None)
    type_dice(page, *SEVEN)
    send(page)
    expect(page.locator("#question")).to_be_hidden()
    expect(page.locator("#notice")).to_contain_text("This question is over")


def test_a_question_that_the_gm_answers_disappears(page: Page, server: Server) -> None:
    expect(page.locator("#typed")).to_be_enabled()
    page.locator(".face").first.focus()
    server.ask(None)
    expect(page.locator("#question")).to_be_hidden()
    expect(page.locator("#notice")).to_have_text("This question is over: the GM has gone on.")
    expect(page.locator("#main")).to_be_focused()
    expect(page).to_have_title("Your turn – Two in an alley")


def test_a_question_that_was_answered_disappears(page: Page, server: Server) -> None:
    type_dice(page, *SEVEN)
    send(page)
    expect(page.locator("#sent")).to_have_text("Sent: 6 6 2 4 1 5 1")
    server.ask(None)
    expect(page.locator("#question")).to_be_hidden()
    expect(page.locator("#notice")).to_have_text("Done: 6 6 2 4 1 5 1")


def test_the_next_question_begins_without_dice(page: Page, server: Server) -> None:
    tap(page, 6, 6)
    server.ask({**QUESTION, "id": "the-next-one", "line": "Joe: soak, 1 die", "count": 1})
    expect(page.locator("#asked")).to_have_text("Joe: soak, 1 die")
    expect(page.locator("#typed")).to_have_value("")
    expect(page.locator("#counted")).to_have_text("0 of 1 die")


def test_a_question_is_answered_with_the_keyboard_alone(page: Page, server: Server) -> None:
    while page.evaluate("document.activeElement.textContent") != "5":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    expect(page.locator("#counted")).to_have_text("2 of 7 dice")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.get_by_label("or type them").fill("5 5 4 1 1 1 1")
    while page.evaluate("document.activeElement.id") != "send":
        page.keyboard.press("Tab")
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(outline) == "solid"
    page.keyboard.press("Enter")
    assert answered(page, server) == ["5 5 4 1 1 1 1"]


def test_each_face_of_the_die_has_a_button_if_it_can(page: Page, server: Server) -> None:
    for sides, buttons in ((4, 4), (10, 10), (20, 20), (100, 0)):
        server.ask({**QUESTION, "id": f"a-d{sides}-question", "sides": sides, "count": 2})
        expect(page.locator("#faces button")).to_have_count(buttons)
        page.get_by_label("or type them").fill(f"{sides} 1")
        expect(page.locator("#tapped li")).to_have_count(2)


def test_the_ten_of_a_d10_is_typed_as_0(page: Page, server: Server) -> None:
    server.ask({**QUESTION, "id": "a-d10-question", "sides": 10, "count": 3})
    expect(page.locator("#faces button")).to_have_count(10)
    page.get_by_label("or type them").fill("073")
    assert page.locator("#counted").text_content() == "3 of 3 dice"


def test_the_common_link_and_a_television_are_asked_nothing(server: Server, look: Look) -> None:
    server.ask(QUESTION)
    for url in (server.url, f"{server.own}?big"):
        page = look(url)
        server.ask(QUESTION)
        expect(page.locator("#now")).to_have_text("Joe")
        expect(page.locator("#question")).to_be_hidden()


SENT = {**QUESTION, "answer": "6 6 2 4 1 5 1", "state": "sent"}


def test_an_answer_is_taken_back_and_changed(page: Page, server: Server) -> None:
    type_dice(page, *SEVEN)
    send(page)
    expect(page.locator("#sent")).to_be_visible()
    expect(page.locator("#take-back")).to_be_hidden()
    server.ask(SENT)
    expect(page.locator("#sent")).to_have_text("Sent: 6 6 2 4 1 5 1")
    expect(page).to_have_title("Your turn – Two in an alley")
    page.get_by_role("button", name="Take it back").click()
    server.ask({**SENT, "state": "back"})
    expect(page.locator("#sent")).to_have_text("Taking it back: 6 6 2 4 1 5 1")
    server.ask(None)
    server.ask({**QUESTION, "id": "asked-once-more"})
    expect(page.locator("#send")).to_be_enabled()
    expect(page.locator("#notice")).to_be_empty()
    posts = [one for one in server.requests if one.path.endswith("/back")]
    assert [one.body.decode() for one in posts] == [QUESTION["id"]]
    type_dice(page, *SEVEN[::-1])
    send(page)
    expect(page.locator("#sent")).to_have_text("Sent: 1 5 1 4 2 6 6")


def test_an_answer_outlives_a_reload(page: Page, server: Server) -> None:
    server.ask(SENT)
    page.reload()
    expect(page.locator("#sent")).to_have_text("Sent: 6 6 2 4 1 5 1")
    expect(page.get_by_role("button", name="Take it back")).to_be_visible()
    server.ask(QUESTION)
    expect(page.locator("#send")).to_be_visible()
    expect(page.locator("#typed")).to_have_value("6 6 2 4 1 5 1")


def test_what_is_carried_out_is_too_late_to_take_back(page: Page, server: Server) -> None:
    server.ask(SENT)
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator("#take-back")).to_be_disabled()
    server.ask(None)
    expect(page.locator("#question")).to_be_hidden()
    expect(page.locator("#notice")).to_contain_text("Too late to take it back")


def test_a_take_back_that_comes_too_late_is_told(page: Page, server: Server) -> None:
    server.ask(SENT)
    server.answer_with = (409, None)
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_role("alert")).to_contain_text("Too late to take it back")


def test_what_the_gm_answers_instead_is_told(page: Page, server: Server) -> None:
    server.ask(SENT)
    server.ask({**SENT, "answer": "3h", "state": "instead"})
    expect(page.locator("#sent")).to_have_text("The GM answered: 3h")
    expect(page.locator("#take-back")).to_be_hidden()


def test_an_earlier_answer_is_taken_back_beside_the_next_question(
    page: Page, server: Server
) -> None:
    server.ask({**QUESTION, "id": "the-next-one", "earlier": {"id": "first-one", "said": "full"}})
    with page.expect_response("**/back"):
        page.get_by_role("button", name="Take back: full").click()
    expect(page.locator("#send")).to_be_visible()
    posts = [one for one in server.requests if one.path.endswith("/back")]
    assert [one.body.decode() for one in posts] == ["first-one"]
