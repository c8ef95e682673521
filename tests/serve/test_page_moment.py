"""What has just happened stands before all else on a phone, in words to whoever is hit; and one's
own turn cannot be missed."""

import copy
from typing import Any

import pytest
from browsing import Look
from fights import FIGHT, QUESTION, friend, turn_of
from playwright.sync_api import Page, expect
from stand_in import Server
from test_page_own import OWN

MOMENT: dict[str, Any] = {
    "number": 3,
    "lines": ["Bob hits Joe: 3 damage, flesh 3 of 10 left", "Joe goes down"],
    "own": {"Joe": ["Bob hits you: 3 damage, flesh 3 of 10 left", "You fall"]},
    "felt": ["Joe"],
}
SHAKEN = (
    """() => { window.shaken = []; navigator.vibrate = (times) => window.shaken.push(times); }"""
)


def struck(moment: dict[str, Any] | None = MOMENT, **row: Any) -> dict[str, Any]:
    """The fight after a blow at Joe, in Bob's turn."""
    fight = copy.deepcopy(turn_of("Bob", "Joe"))
    fight["moment"] = moment
    flesh = {
        "label": "flesh", "text": "3/10", "unit": "left",
        "segments": [["full", 3], ["lost", 3, "new"], ["lost", 4]],
    }  # fmt: skip
    fight["rows"][1] = friend("Joe", tracks=[flesh], **row)
    return fight


@pytest.fixture
def page(server: Server, look: Look) -> Page:
    server.show_own(OWN)
    found = look(server.own)
    expect(found.locator("#own")).to_be_visible()
    return found


def test_the_one_who_is_hit_reads_it_without_scrolling(page: Page, server: Server) -> None:
    expect(page.locator("#result")).to_have_text("")
    server.show(struck())
    result = page.locator("#result[role=status]")
    expect(result).to_have_text("Bob hits you: 3 damage, flesh 3 of 10 left. You fall.")
    expect(result).to_have_class("felt")
    box = result.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 740
    server.ask(QUESTION)
    server.show(struck())
    server.ask(None)
    expect(result).to_be_in_viewport()


def test_the_one_who_is_hit_reads_it_wherever_they_have_scrolled_to(
    page: Page, server: Server
) -> None:
    page.get_by_text("Your sheet").click()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    server.show(struck())
    expect(page.locator("#result")).not_to_be_in_viewport()
    notice = page.locator("#notice")
    expect(notice).to_have_text("Bob hits you: 3 damage, flesh 3 of 10 left. You fall.")
    expect(notice).to_be_in_viewport(ratio=1)
    other = {**MOMENT, "number": 4, "own": {}, "felt": ["Kat"], "lines": ["Bob hits Kat"]}
    page.evaluate("notice('')")
    server.show(struck(other))
    expect(page.locator("#result")).to_have_text("Bob hits Kat.")
    expect(notice).to_be_empty()


def test_a_hit_is_read_above_the_question_that_covers_it(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 360, "height": 420})
    server.ask(QUESTION)
    expect(page.locator("#question")).to_be_visible()
    server.show(struck())
    told = "Bob hits you: 3 damage, flesh 3 of 10 left. You fall."
    expect(page.locator("#notice")).to_have_text(told)
    server.ask(None)
    expect(page.locator("#question")).to_be_hidden()
    expect(page.get_by_text(told).first).to_be_in_viewport()


def test_everybody_else_reads_it_by_name(server: Server, look: Look) -> None:
    server.show(struck())
    expect(look(server.url).locator("#result")).to_have_text(
        "Bob hits Joe: 3 damage, flesh 3 of 10 left. Joe goes down."
    )


def test_boxes_that_were_lost_just_now_are_marked_once(
    page: Page, server: Server, look: Look
) -> None:
    own = {**OWN, "tracks": [{**OWN["tracks"][0], "text": "3/10"}]}
    server.show(struck())
    server.show_own(own)
    theirs = look(server.url)
    for seen in (page.locator("#own-tracks"), theirs.locator("#order .row:nth-child(2)")):
        expect(seen.locator(".box.news")).to_have_count(3)
        expect(seen.locator(".box.lost")).to_have_count(7)
    after = struck()
    after["rows"][1]["tracks"][0]["segments"] = [["full", 3], ["lost", 7]]
    server.show(after)
    expect(theirs.locator("#order .box.news")).to_have_count(0)
    expect(page.locator("#own-tracks .box.news")).to_have_count(0)


def test_dying_stands_across_the_panel_and_who_needs_help_is_named(
    page: Page, server: Server
) -> None:
    expect(page.locator("#fate")).to_be_hidden()
    fight = struck(status="dying", out=True, urgent=True, health="down")
    fight["rows"][3]["urgent"] = True
    server.show(fight)
    expect(page.locator("#fate")).to_have_text("dying")
    expect(page.locator("#fate")).to_have_css("text-transform", "uppercase")
    expect(page.locator("#needs li")).to_have_text(["Kat needs help: unconscious"])
    server.show(struck())
    expect(page.locator("#fate")).to_be_hidden()
    expect(page.locator("#needs")).to_be_hidden()


def test_a_phone_shakes_for_its_own_combatant_alone_and_once(page: Page, server: Server) -> None:
    page.evaluate(SHAKEN)
    page.locator("#clock").click()
    server.show(struck())
    expect(page.locator("#result")).to_have_class("felt")
    assert page.evaluate("window.shaken") == [[120, 60, 240]]
    server.show({**struck(), "stale": True})
    other = {**MOMENT, "number": 4, "own": {}, "felt": ["Kat"], "lines": ["Bob hits Kat"]}
    server.show(struck(other))
    expect(page.locator("#result")).to_have_text("Bob hits Kat.")
    assert len(page.evaluate("window.shaken")) == 1
    server.show({**FIGHT, "moment": other})
    expect(page.locator("#whose")).to_have_text("Your turn")
    assert page.evaluate("window.shaken")[1:] == [[80, 60, 80]]


def test_ones_own_turn_is_from_edge_to_edge_with_what_one_can_do(
    page: Page, server: Server
) -> None:
    turn = page.locator("#turn")
    expect(turn).to_have_css("margin-left", "-16px")
    box = turn.bounding_box()
    assert box is not None
    assert (box["x"], box["width"]) == (0, 360)
    expect(page.locator("#left")).to_have_text("left: 2 AP")
    expect(page.locator("#can-list")).to_be_visible()
    server.show(struck())
    expect(page.locator("#can-list")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_television_tells_the_deed_and_what_it_came_to(server: Server, look: Look) -> None:
    fight = struck()
    fight["last"]["line"] = "Bob attacks Joe with cue and hits. Joe takes 3 damage"
    server.show(fight)
    page = look(f"{server.url}?big", 1920, 1080)
    result = page.locator("#result")
    expect(result).to_have_text("Bob hits Joe: 3 damage, flesh 3 of 10 left. Joe goes down.")
    expect(page.locator("#line")).to_have_text(fight["last"]["line"])
    assert result.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)") >= 28
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    # The next deed takes its place as soon as somebody is asked about it.
    server.tell("table", {"waits": ["Kat"], "about": "Bob attacks Kat", "fallen": []})
    expect(result).to_be_hidden()
    server.tell("table", {"waits": [], "about": "", "fallen": []})
    expect(result).to_be_visible()
    # In two columns there is room for one of both.
    fight["rows"] += [friend(f"Ally {number}") for number in range(20)]
    server.show(fight)
    expect(result).to_be_hidden()
    expect(page.locator("#line")).to_contain_text("flesh 3 of 10 left")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
