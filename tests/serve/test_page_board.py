"""The players' page in a real browser: what it shows of a fight."""

import copy
import re
from typing import Any

import pytest
from browsing import Look, television
from fights import FIGHT, foe, friend, turn_of
from playwright.sync_api import Page, expect
from stand_in import KINDS, PAGE, Server

SIZES = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.id !== "now" && !one.closest("#now") && one.checkVisibility())
  .map((one) => parseFloat(getComputedStyle(one).fontSize))"""
SAID = """() => {
  window.said = [];
  const region = document.querySelector("#said");
  new MutationObserver(() => window.said.push(region.textContent))
    .observe(region, { childList: true, characterData: true, subtree: true });
}"""


def size_of(page: Page, selector: str) -> float:
    return page.eval_on_selector(selector, "(one) => parseFloat(getComputedStyle(one).fontSize)")


def lines(page: Page, selector: str) -> list[str]:
    return page.locator(selector).all_text_contents()


def test_whose_turn_it_is_has_the_largest_letters(server: Server, look: Look) -> None:
    for page in (look(server.url), look(*television(server))):
        expect(page.locator("#now")).to_have_text("Joe")
        assert size_of(page, "#now") > 1.5 * max(page.evaluate(SIZES))


def test_the_round_and_who_is_next_are_told(server: Server, look: Look) -> None:
    page = look(server.url)
    expect(page.locator("#clock")).to_have_text("round 2 · pass 1")
    expect(page.locator("#next")).to_have_text("next: Bob")
    expect(page.locator("#left")).to_have_text("left: 2 AP")
    expect(page.get_by_role("heading", name="Two in an alley")).to_be_visible()
    expect(page).to_have_title("Joe – Two in an alley")


def test_the_order_is_that_of_the_turns_and_the_acting_one_is_marked(
    server: Server, look: Look
) -> None:
    page = look(server.url)
    assert lines(page, "#order .head .name") == ["Rat", "Joe", "Bob", "Kat", "Third thug"]
    acting = page.locator("#order [aria-current=true]")
    expect(acting).to_have_count(1)
    expect(acting).to_contain_text("▶acts now: Joe")
    expect(page.locator("#order li.row").first).to_contain_text("✓has acted: Rat")


def test_friends_have_bars_and_foes_a_word(server: Server, look: Look) -> None:
    page = look(server.url)
    joe = page.locator(".row", has_text="acts now")
    assert lines(page, ".row.acting .track .text") == ["flesh 6/10 left", "strain 2/8 filled"]
    # What is left is bright, whether the table counts that or what is filled.
    flesh, strain = joe.locator(".bar").nth(0), joe.locator(".bar").nth(1)
    expect(flesh.locator(".box.full")).to_have_count(6)
    expect(flesh.locator(".box.lost")).to_have_count(4)
    expect(strain.locator(".box.full")).to_have_count(6)
    expect(strain.locator(".box.strain")).to_have_count(2)
    assert joe.locator(".bar").first.bounding_box()["width"] > 80
    expect(joe.locator(".cell")).to_have_text(["Score 10", "AP 2"])
    bob = page.locator(".row").nth(2)
    expect(bob).to_contain_text("Bob foe hurt")
    expect(bob.locator(".bar")).to_have_count(0)
    expect(page.locator(".row").nth(3).locator(".word")).to_have_text("unconscious")


def test_little_that_is_left_has_the_colours_of_the_board(server: Server, look: Look) -> None:
    def flesh(left: int) -> dict[str, object]:
        boxes = [["full", left], ["lost", 10 - left]]
        return {"label": "flesh", "text": f"{left}/10", "unit": "left", "segments": boxes}

    tracks = [flesh(left) for left in (5, 4, 3, 2)]
    server.show({**FIGHT, "rows": [friend("Joe", tracks=tracks)]})
    page = look(server.url)
    amber, red = "rgb(255, 180, 84)", "rgb(255, 143, 128)"
    for number, colour in enumerate(("rgb(125, 220, 154)", amber, amber, red)):
        track = page.locator(".track").nth(number)
        expect(track.locator(".box.full").first).to_have_css("background-color", colour)
        told = colour if number else "rgb(185, 195, 204)"
        expect(track.locator(".text")).to_have_css("color", told)


LEFT_OF = {
    "pool": [["full", 7], ["lost", 3]],
    "filled": [["strain", 3], ["empty", 7]],
    "boxes": [["lethal", 1], ["bruise", 1], ["empty", 7], ["unusable", 1]],
    "bashing": [["bashing", 3], ["empty", 7]],
}
"""Tracks as the rulesets count them, each with seven left of ten."""


def test_bars_mean_the_same_however_the_table_counts(server: Server, look: Look) -> None:
    """Left is bright and stands first, lost is dark; and a box is as long in each track."""
    tracks = [
        {"label": label, "text": "", "unit": "", "segments": segments}
        for label, segments in LEFT_OF.items()
    ]
    short = {
        "label": "shield",
        "text": "2/5",
        "unit": "left",
        "segments": [["full", 2], ["lost", 3]],
    }
    server.show({**FIGHT, "rows": [friend("Joe", tracks=[*tracks, short])]})
    page = look(server.url)
    good, dark = "rgb(125, 220, 154)", "rgb(43, 52, 60)"
    colours = """(bars) => bars.map((bar) => [...bar.querySelectorAll(".box")]
      .map((box) => getComputedStyle(box).backgroundColor))"""
    *ten, five = page.eval_on_selector_all(".bar", colours)
    assert ten == [[good] * 7 + [dark] * 3] * 4
    assert five[2:] == [dark] * 3
    widths = page.eval_on_selector_all(
        ".bar",
        "(bars) => bars.map((bar) => bar.querySelector('.box').getBoundingClientRect().width)",
    )
    assert max(widths) - min(widths) < 3


def test_a_turn_that_players_do_not_see_is_the_gm_s(server: Server, look: Look) -> None:
    turn = {"now": [], "next": [], "left": ""}
    server.show({**FIGHT, "turn": turn, "begun": True, "over": None})
    page = look(server.url)
    expect(page.locator("#now")).to_have_text("The GM’s turn")
    expect(page).to_have_title("The GM’s turn – Two in an alley")
    # Between rounds it is the same: it does not tell that somebody hidden acts.
    server.show({**FIGHT, "clock": [["", "end of round 2"]], "turn": turn, "begun": True})
    expect(page.locator("#clock")).to_have_text("end of round 2")
    expect(page.locator("#now")).to_have_text("The GM’s turn")


@pytest.mark.parametrize("query", ["", "?big"])
def test_the_end_of_a_fight_is_a_summary(server: Server, look: Look, query: str) -> None:
    over = {
        "stand": ["Joe", "Rat"],
        "fell": ["Kat (unconscious)", "Bob (down)"],
        "best": "Joe on Bob: 5 hits",
        "downed": ["Joe: Bob"],
    }
    turn = {"now": [], "next": [], "left": ""}
    server.show({**FIGHT, "clock": [["", "over"]], "turn": turn, "begun": True, "over": over})
    page = look(server.url + query)
    expect(page.locator("#turn")).to_be_hidden()
    expect(page.locator("#ending")).to_contain_text("The fight is over")
    told = page.locator("#summary dd").all_inner_texts()
    assert told == ["Joe, Rat", "Kat (unconscious), Bob (down)", "Joe on Bob: 5 hits", "Joe: Bob"]
    server.show(FIGHT)
    expect(page.locator("#ending")).to_be_hidden()
    expect(page.locator("#now")).to_have_text("Joe")


def test_a_dying_player_character_is_red(server: Server, look: Look) -> None:
    joe = friend("Joe", status="dying", health="down", out=True, urgent=True)
    server.show({**FIGHT, "rows": [joe]})
    page = look(server.url)
    expect(page.locator(".row .name")).to_have_css("color", "rgb(255, 143, 128)")
    expect(page.locator(".word.urgent")).to_have_text("dying")


def test_boxes_that_people_count_are_told_to_those_who_do_not_see_them(
    server: Server, look: Look
) -> None:
    arm = {"label": "l.arm", "text": "", "unit": "left", "segments": [["lethal", 2], ["empty", 3]]}
    server.show({**FIGHT, "rows": [friend("Joe", tracks=[arm])]})
    page = look(server.url)
    assert lines(page, ".track .text") == ["l.arm 2 lethal, 3 empty"]
    expect(page.locator(".box")).to_have_count(5)


def test_a_long_track_is_drawn_in_proportion(server: Server, look: Look) -> None:
    segments = [["full", 30], ["lost", 90], ["strange", 0]]
    track = {"label": "hit points", "text": "30/120", "unit": "left", "segments": segments}
    server.show({**FIGHT, "rows": [friend("Joe", tracks=[track])]})
    page = look(server.url)
    full, lost = (page.locator(f".box.{kind}").bounding_box() for kind in ("full", "lost"))
    assert 2.7 < lost["width"] / full["width"] < 3.3


def test_conditions_stand_with_the_one_they_are_on(server: Server, look: Look) -> None:
    page = look(server.url)
    assert lines(page, ".row.acting .conditions li") == ["prone", "stunned, 2 rounds"]
    assert lines(page, ".conditions li") == ["prone", "stunned, 2 rounds"]


def test_a_good_die_is_told_by_more_than_its_colour(server: Server, look: Look) -> None:
    page = look(server.url)
    assert lines(page, ".roll") == [
        "Joe: attack 6 good 6 good 2 4 again 5 good = 3 hits ",
        "Bob: defense 1 5 good 2 = 1 hit ",
    ]
    drawn = (
        "(one) => { const s = getComputedStyle(one); return [s.textDecorationLine, s.fontWeight] }"
    )
    assert page.eval_on_selector(".die.good", drawn) == ["underline", "800"]
    assert page.eval_on_selector(".die:not(.good)", drawn) == ["none", "400"]


def test_a_fight_in_which_nothing_has_happened_shows_no_report(server: Server, look: Look) -> None:
    turn = {"now": [], "next": [], "left": ""}
    clock = [["", "not started"]]
    nothing = {"last": None, "story": [], "rows": [], "begun": False}
    server.show({**FIGHT, "clock": clock, "turn": turn, **nothing})
    page = look(server.url)
    expect(page.locator("#now")).to_have_text("not started")
    expect(page.locator("#whose")).to_have_text("The fight")
    expect(page.locator("#last")).to_be_hidden()
    expect(page.locator("#story")).to_be_hidden()


def test_the_story_has_the_newest_first_and_can_be_folded(server: Server, look: Look) -> None:
    page = look(server.url)
    assert lines(page, "#rounds h3") == ["Round 2", "Round 1"]
    assert lines(page, "#rounds section:first-child li") == [
        "Joe attacks Bob: hit",
        "Rat attacks Joe: miss",
    ]
    page.get_by_text("Newest first").click()
    expect(page.locator("#rounds")).to_be_hidden()


def test_a_round_that_is_over_stays_as_it_is_for_who_reads_it(server: Server, look: Look) -> None:
    page = look(server.url)
    page.evaluate("document.querySelector('#rounds section:last-child').marked = true")
    later = turn_of("Bob", "Joe", 3)
    later["story"].append({"head": "Round 3", "lines": ["Bob misses"]})
    server.show(later)
    expect(page.locator("#rounds h3")).to_have_text(["Round 3", "Round 2", "Round 1"])
    assert page.evaluate("document.querySelector('#rounds section:last-child').marked") is True


def test_two_phones_and_a_television_follow_at_once_there_and_back(
    server: Server, look: Look
) -> None:
    pages = [look(server.url), look(server.own), look(*television(server))]
    server.show(turn_of("Bob", "Joe"))
    for page in pages:
        expect(page.locator("#now")).to_have_text("Bob")
        expect(page.locator("#rounds li").first).to_have_text("Bob acts")
    server.show(FIGHT)
    for page in pages:
        expect(page.locator("#now")).to_have_text("Joe")
        expect(page.locator("#rounds")).not_to_contain_text("Bob acts")
    # By the line that is open since the beginning: nobody had to ask again.
    assert sum(request.path.endswith("/live") for request in server.requests) == len(pages)


def test_the_turn_is_said_once_for_each_change_and_nothing_else(server: Server, look: Look) -> None:
    page = look(server.url)
    expect(page.locator("#said[role=status]")).to_have_text(
        "round 2 · pass 1; acting now: Joe; next: Bob"
    )
    page.evaluate(SAID)
    same = copy.deepcopy(FIGHT)
    same["turn"].update(left="1 AP", next=["Rat"])
    same["rows"][0]["health"] = same["rows"][0]["status"] = "down"
    server.show(same)
    expect(page.locator("#left")).to_have_text("left: 1 AP")
    server.show(turn_of("Bob", "Joe"))
    expect(page.locator("#now")).to_have_text("Bob")
    assert page.evaluate("window.said") == ["round 2 · pass 1; acting now: Bob; next: Joe"]


def test_a_player_is_told_that_it_is_their_turn(server: Server, look: Look) -> None:
    page = look(server.own)
    expect(page.locator("#whose")).to_have_text("Your turn")
    expect(page).to_have_title("Your turn – Two in an alley")
    server.show(turn_of("Bob", "Joe"))
    expect(page.locator("#whose")).to_have_text("Acting now")


def test_a_fight_that_cannot_be_read_now_is_said_to_be_the_last_one(
    server: Server, look: Look
) -> None:
    page = look(server.url)
    expect(page.locator("#link")).to_be_empty()
    server.show({**FIGHT, "stale": True})
    expect(page.locator("#link")).to_have_text("One moment… This is how the fight stood.")
    server.show(FIGHT)
    expect(page.locator("#link")).to_be_empty()


def test_a_television_has_two_columns_and_nothing_to_press(server: Server, look: Look) -> None:
    server.ask(None)
    page = look(f"{server.own}?big", 1920, 1080)
    left, right = (page.locator(".column").nth(place).bounding_box() for place in (0, 1))
    assert left["x"] + left["width"] < right["x"]
    controls = page.locator("button, input, summary, a").all()
    assert not [one for one in controls if one.is_visible()]
    expect(page.locator("#rounds")).to_be_visible()


def test_a_large_fight_fits_a_television(server: Server, look: Look) -> None:
    large = copy.deepcopy(FIGHT)
    large["rows"] += [friend(f"Hero {n}") for n in range(3)] + [foe(f"Ghoul {n}") for n in range(6)]
    large["story"] = [{"head": f"Round {n}", "lines": ["Joe is hit"] * 9} for n in range(20)]
    small = look(*television(server))
    letters = size_of(small, "html")
    assert letters >= 32
    server.show(large)
    expect(small.locator(".row")).to_have_count(14)
    assert small.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert size_of(small, ".row .name") >= 28


PAGE_PARTS = sorted((*KINDS, "live"))


FRIENDS = ("Mira Kade", "Unit 7", "Vex", "Joe Schmoe", "Lena Okafor", "Doc Ramirez")


def crowd(many: int, dead: int = 0) -> dict[str, Any]:
    """A fight of so many, some of them dead; somebody acts, and somebody is dying."""
    found = copy.deepcopy(FIGHT)
    rows = [friend(name) for name in FRIENDS]
    rows[0].update(acting=True, conditions=["prone", "stunned, 2 rounds"])
    rows[2].update(status="dying", health="down", out=True, urgent=True)
    health = ("unhurt", "hurt", "badly hurt")
    rows += [foe(f"Ganger {n} of the Viaduct", health[n % 3]) for n in range(many - 6 - dead)]
    rows += [foe(f"Dead {n}", "down") for n in range(dead)]
    turn = {"now": [FRIENDS[0]], "next": [FRIENDS[1]], "left": "2 AP"}
    return {**found, "rows": rows, "turn": turn, "begun": True}


SMALLER_OR_CUT = """(least) => [...document.querySelectorAll(".row:not([hidden]) .name")]
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < least
    || one.getBoundingClientRect().bottom > innerHeight)
  .map((one) => one.textContent)"""


LEFT_EDGES = "(rows) => rows.map((row) => Math.round(row.getBoundingClientRect().left))"


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720)])
def test_a_crowd_can_be_read_on_a_television(
    server: Server, look: Look, width: int, height: int
) -> None:
    """Names of 28 px and more, 20 of them at least; the dead are folded, the others counted."""
    page = look(f"{server.url}?big", width, height)
    for many, dead in ((20, 0), (20, 4), (30, 0), (30, 9)):
        server.show(crowd(many, dead))
        expect(page.locator(".row")).to_have_count(many)
        assert_crowd_can_be_read(page, many, dead)
        # It goes back to letters as large as can be when the crowd is gone.
        server.show(FIGHT)
        expect(page.locator(".row")).to_have_count(5)
        assert size_of(page, ".row .name") >= 28
        expect(page.locator("#rounds")).to_be_visible()
        expect(page.locator("#folded")).to_be_empty()


def assert_crowd_can_be_read(page: Page, many: int, dead: int) -> None:
    """Assert that a television shows the living in two columns of large names, all or as many as
    it says, and the dead in one line."""
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate(SMALLER_OR_CUT, 28) == []
    shown = page.locator(".row:not([hidden])")
    names = shown.locator(".name").all_inner_texts()
    assert len(names) >= min(many - dead, 20)
    assert {*FRIENDS} <= {*names}
    assert not [name for name in names if name.startswith("Dead")]
    told = page.locator("#folded").inner_text()
    left_out = many - dead - len(names)
    assert ("more" in told) == bool(left_out)
    assert f"and {left_out} more" in told or not left_out
    assert ("out: Dead 0, Dead 1" in told) == bool(dead)
    assert len(set(page.eval_on_selector_all(".row:not([hidden])", LEFT_EDGES))) == 2


def test_on_a_small_television_words_are_whole_before_letters_are_large(
    server: Server, look: Look
) -> None:
    friends = [
        friend(name, conditions=["in melee with Chains"]) for name in ("Unit 7", "Vex", "Mira")
    ]
    foes = [foe(f"Ganger {number}", "badly hurt") for number in range(5)]
    server.show({**FIGHT, "rows": [*friends, *foes]})
    page = look(f"{server.url}?big", 1280, 720)
    cut = """() => [...document.querySelectorAll(".row .head :is(.name, .word)")]
      .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
    assert page.evaluate(cut) == []
    assert size_of(page, ".row .name") >= 28
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_whom_nothing_befell_takes_one_line_in_two_columns(server: Server, look: Look) -> None:
    """Six tracks each, as in Spotlight: nobody is left out for them."""
    places = ("head", "torso", "r.arm", "l.arm", "r.leg", "l.leg")
    tracks = [
        {"label": one, "text": "", "unit": "left", "segments": [["full", 6]]} for one in places
    ]
    whole = [friend(name, health="unhurt", tracks=tracks) for name in ("Joe", "Sally", "Bill")]
    hurt = friend(
        "Wendy", tracks=[{**tracks[0], "segments": [["full", 4], ["lost", 2]]}, *tracks[1:]]
    )
    server.show({**FIGHT, "rows": [*whole, hurt, *(foe(f"Thug {n}") for n in range(5))]})
    page = look(f"{server.url}?big", 1280, 720)
    expect(page.locator(".row:visible")).to_have_count(9)
    rows = page.locator("#order .row")
    expect(rows.nth(0).locator(".track:visible")).to_have_count(0)
    expect(rows.nth(0).locator(".word:visible")).to_have_text("unhurt")
    expect(rows.nth(3).locator(".track:visible")).to_have_count(6)
    page.set_viewport_size({"width": 1920, "height": 2160})
    expect(rows.nth(0).locator(".track:visible")).to_have_count(6)
    expect(rows.nth(0).locator(".word:visible")).to_have_count(0)


@pytest.mark.parametrize("many", [5, 20])
def test_a_television_shows_who_is_waited_for_and_the_dice_so_far(
    server: Server, look: Look, many: int
) -> None:
    server.show(FIGHT if many == 5 else crowd(many))
    page = look(*television(server))
    expect(page.locator("#table")).to_be_hidden()
    dice = [{"who": "Joe", "dice": [6, 2, 5]}]
    table = {"waits": ["Ann", "Kat"], "about": "Bob attacks Joe with cue", "fallen": dice}
    server.tell("table", table)
    expect(page.locator("#table")).to_contain_text("Bob attacks Joe with cue")
    expect(page.locator("#fallen .die")).to_have_text(["6", "2", "5"])
    expect(page.locator("#waits")).to_have_text("waiting for Ann, Kat")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    server.tell("table", {"waits": [], "about": "", "fallen": []})
    expect(page.locator("#table")).to_be_hidden()
    phone = look(server.url)
    server.tell("table", table)
    expect(phone.locator("#table")).to_be_hidden()


def test_a_television_tells_what_came_of_it(server: Server, look: Look) -> None:
    moment = {
        "number": 1,
        "lines": ["Joe hits Bob: 7 damage", "Bob goes down"],
        "own": {},
        "felt": [],
    }
    server.show({**FIGHT, "moment": moment})
    page = look(*television(server))
    expect(page.locator("#result")).to_have_text("Joe hits Bob: 7 damage. Bob goes down.")
    expect(page.locator("#line")).to_have_text(str(FIGHT["last"]["line"]))


def test_only_the_page_itself_and_the_fight_are_asked_for(server: Server, look: Look) -> None:
    page = look(server.url)
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url))
    page.reload()
    expect(page.locator("#now")).to_have_text("Joe")
    assert sorted(seen) == [server.url + name for name in PAGE_PARTS]
    paths = {request.path for request in server.requests}
    assert paths == {f"/common-token/{name}" for name in PAGE_PARTS}


def test_the_browser_keeps_nothing_of_it(server: Server, look: Look) -> None:
    page = look(server.own)
    assert page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]") == [
        0,
        0,
        "",
    ]
    assert page.context.cookies() == []


def test_no_two_scripts_of_the_page_give_a_name_twice() -> None:
    """All of them share one scope: the later function would take the place of the other."""
    given = [
        name
        for file in PAGE.glob("*.js")
        for name in re.findall(
            r"^(?:async function|function|const|let) (\w+)", file.read_text(), re.MULTILINE
        )
    ]
    assert [name for name in given if given.count(name) > 1] == []
