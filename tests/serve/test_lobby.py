"""The lobby: one code for all, a name to tap, and the GM who is asked about a taken one."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from browsing import Look, violations
from fights import FIGHT
from playwright.sync_api import expect
from serving import Gm, Phone, asked, within
from stand_in import Server

from gmtrack.serve.lobby import ASKS_FOR, MOST_ASKING, TAKEN_FOR, Lobby
from gmtrack.store.shared_page import (
    AWAY,
    FREE,
    HERE,
    NO,
    YES,
    PageNotice,
    SharedPage,
    say_of_name,
    shared_pages,
    take_said,
)
from gmtrack.view.qr_code import draw_code

PATIENT = 30.0


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def lobby(tmp_path: Path, clock: Clock) -> Lobby:
    return Lobby(tmp_path / "lobby.json", clock=clock)


def test_a_free_name_is_taken_at_once_and_outlives_the_server(
    lobby: Lobby, tmp_path: Path, clock: Clock
) -> None:
    assert re.fullmatch("[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}", lobby.code)
    token, is_free = lobby.take("joe", ())
    assert is_free
    assert len(token) == 24
    assert lobby.find(token) == "joe"
    assert lobby.find(token[:-1]) is None
    again = Lobby(tmp_path / "lobby.json", clock=clock)
    assert (again.code, again.find(token)) == (lobby.code, "joe")
    anew = Lobby(tmp_path / "lobby.json", anew=True, clock=clock)
    assert anew.code != lobby.code
    assert anew.find(token) is None


def test_the_gm_is_asked_about_a_taken_name(lobby: Lobby) -> None:
    first, _ = lobby.take("joe", ())
    (one, is_free), (two, _) = lobby.take("joe", ()), lobby.take("joe", ())
    assert not is_free
    assert lobby.asks() == ("joe",)
    assert lobby.answer_to(one) is None
    lobby.say(YES, "joe")
    assert lobby.asks() == ()
    token = lobby.answer_to(one)
    assert token
    assert (lobby.find(token), lobby.find(first)) == ("joe", None), "it has moved"
    assert lobby.answer_to(two) == "", "the other one gets nothing"
    assert lobby.answer_to(one) == "", "a ticket is good for one answer"


def test_the_gm_says_no_or_frees_a_name(lobby: Lobby) -> None:
    first, _ = lobby.take("joe", ())
    ticket, _ = lobby.take("joe", ())
    lobby.say(NO, "joe")
    assert (lobby.answer_to(ticket), lobby.find(first)) == ("", "joe")
    lobby.say(FREE, "joe")
    assert lobby.find(first) is None
    assert lobby.take("joe", ())[1]


def test_whoever_came_by_a_card_has_their_name(lobby: Lobby) -> None:
    assert not lobby.take("joe", {"joe"})[1]


def test_a_name_that_nobody_uses_is_free_the_next_evening(lobby: Lobby, clock: Clock) -> None:
    token, _ = lobby.take("joe", ())
    clock.now += TAKEN_FOR - 1
    assert not lobby.take("joe", ())[1]
    clock.now += 2
    assert lobby.find(token) == "joe", "the phone that has it keeps it as long as nobody wants it"
    assert lobby.take("joe", ())[1]
    assert lobby.find(token) is None


def test_who_asks_too_long_or_with_too_many_is_not_heard(lobby: Lobby, clock: Clock) -> None:
    lobby.take("joe", ())
    tickets = [lobby.take("joe", ())[0] for _ in range(MOST_ASKING + 5)]
    assert [bool(one) for one in tickets] == [True] * MOST_ASKING + [False] * 5
    clock.now += ASKS_FOR + 1
    assert lobby.asks() == ()
    assert lobby.take("joe", ())[0]


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"[]", b"\xff", b'{"code": "aaaaa-aaaaa"}', b'{"code": "short", "taken": {}}',
        b'{"code": "aaaaa-aaaaa", "taken": {"joe": ["short", 1]}}',
        b'{"code": "aaaaa-aaaaa", "taken": {"joe": 1}}',
    ],
)  # fmt: skip
def test_what_was_not_written_here_is_no_lobby(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "lobby.json").write_bytes(data)
    found = Lobby(tmp_path / "lobby.json")
    assert found.code != "aaaaa-aaaaa"
    assert found.taken_names(()) == set()


def test_a_notice_is_there_as_long_as_its_server(tmp_path: Path) -> None:
    page = SharedPage("http://here/", "http://all/", {"joe": HERE, "ann": AWAY}, ("joe",), 2)
    notice = PageNotice()
    notice.write(tmp_path / "one", page)
    assert shared_pages(tmp_path / "one") == [page]
    notice.write(tmp_path / "two", page)
    assert (shared_pages(tmp_path / "one"), shared_pages(tmp_path / "two")) == ([], [page])
    assert notice._lock is not None
    notice._lock.close()  # as when the process is killed
    assert shared_pages(tmp_path / "two") == []
    assert list((tmp_path / "two").iterdir()) == []


def test_what_the_gm_says_is_heard_once(tmp_path: Path) -> None:
    say_of_name(tmp_path, YES, "joe")
    say_of_name(tmp_path, FREE, "ann-2")
    assert sorted(take_said(tmp_path)) == [(FREE, "ann-2"), (YES, "joe")]
    assert list(take_said(tmp_path)) == []


# --- the real server ---


@pytest.fixture
def gm(tmp_path: Path) -> Iterator[Gm]:
    found = Gm(tmp_path)
    found("load", "@ganger-ambush")
    found("hide", "hook")
    found("set", "vex", "players=The quiet one")
    yield found
    found.stop()


def folder_of(gm: Gm) -> Path:
    return gm.folder / "home" / "encounters" / "ganger-ambush"


def lobby_of(gm: Gm, doc: dict[str, Any]) -> str:
    """The short address."""
    code = json.loads((folder_of(gm) / "lobby.json").read_text())["code"]
    return f"{doc['url'].rsplit('/', 2)[0]}/{code}/"


def wish(url: str, **document: str) -> tuple[int, Any]:
    base = "/".join(url.split("/")[:3])
    status, body, _ = asked(url + "take", "POST", json.dumps(document), Origin=base)
    return status, json.loads(body) if body else None


def test_the_short_address_leads_to_the_lobby_and_nothing_else_is_short(gm: Gm) -> None:
    doc = gm.serve()
    url = lobby_of(gm, doc)
    path = urlsplit(url).path
    status, _, headers = asked(url.removesuffix("/"))
    assert (status, headers["location"]) == (307, path)
    assert asked(url + "tv")[2]["location"] == f"{path}?big"
    assert asked(url)[0] == 200
    for wrong in (f"{url[:-2]}/", f"{url[:-1]}x/", url.replace("-", ""), f"{url[:-2]}"):
        assert asked(wrong)[:2] == (404, b""), wrong
    own = doc["players"]["vex"]
    assert asked(own + "tv")[0] == 404
    for where in ("answer", "hand", "leave", "look"):
        assert asked(url + where, "POST", "true", Origin=url.rsplit("/", 2)[0])[0] == 404


def test_a_phone_takes_a_name_and_a_second_one_asks_the_gm(gm: Gm) -> None:
    doc = gm.serve()
    url = lobby_of(gm, doc)
    tv = Phone(url)
    within(PATIENT, lambda: tv.told("lobby"))
    assert sorted(one[:2] for one in tv.told("lobby")["names"]) == [
        ["mira", "Mira Kade"], ["unit7", "Unit 7"], ["vex", "The quiet one"],
    ]  # fmt: skip
    for wrong in ({}, {"who": 1}, {"who": "vex", "more": "x"}, {"what": "vex"}, []):
        base = "/".join(url.split("/")[:3])
        assert asked(url + "take", "POST", json.dumps(wrong), Origin=base)[0] == 422
    for nobody in ("hook", "blaze", "nobody", "", "../vex"):
        assert wish(url, who=nobody)[0] == 409
    assert wish(doc["players"]["vex"], who="mira")[0] == 404, "only in the lobby"
    assert asked(url + "take", "POST", '{"who": "vex"}')[0] == 404, "from its own page alone"
    status, found = wish(url, who="vex")
    assert status == 200
    phone = Phone(f"{url}{found['go']}".replace(f"{urlsplit(url).path}../", "/"))
    within(PATIENT, lambda: phone.own() and phone.fight()["you"]["id"] == "vex")
    assert phone.told("taken") == {}
    within(PATIENT, lambda: ["vex", "The quiet one", True, "here"] in tv.told("lobby")["names"])
    card = Phone(doc["players"]["vex"])
    within(PATIENT, card.own)
    assert card.told("taken") is None
    status, ticket = wish(url, who="vex")
    assert status == 202
    assert wish(url, **ticket) == (202, ticket)
    within(PATIENT, lambda: [one.asks for one in shared_pages(folder_of(gm))] == [("vex",)])
    say_of_name(folder_of(gm), YES, "vex")
    status, moved = within(PATIENT, lambda: (got := wish(url, **ticket))[0] == 200 and got)
    assert moved != found
    within(PATIENT, lambda: phone.told("moved") == f"../{urlsplit(url).path.strip('/')}/")
    gm("damage", "vex", "1")
    within(PATIENT, lambda: "9/10" in json.dumps(card.own()))
    assert "9/10" not in json.dumps(phone.own())
    for secret in (b"Hook", b"hook"):
        assert secret not in tv.bytes + phone.bytes + card.bytes
    assert b"Vex" not in tv.bytes
    assert wish(url, ticket="x" * 24)[0] == 409
    for listener in (tv, phone, card):
        listener.close()


def test_a_taken_name_goes_on_to_the_next_fight_and_the_next_server(gm: Gm) -> None:
    doc = gm.serve()
    url = lobby_of(gm, doc)
    token = wish(url, who="mira")[1]["go"].strip("./")
    own = f"{url.rsplit('/', 2)[0]}/{token}/"
    phone = Phone(own)
    within(PATIENT, phone.own)
    gm("new", "Later", "--ruleset", "swan-song")
    gm("add", "Mira", "--from", "@ganger-ambush:mira", "--fresh")
    within(PATIENT, lambda: phone.fight()["title"] == "Later" and phone.own())
    phone.close()
    gm.stop()
    gm.serve()
    assert asked(own)[0] == 200
    assert asked(url)[0] == 200
    gm.stop()
    gm.serve("--new-links")
    assert asked(own)[0] == 404
    assert asked(url)[0] == 404


def test_four_players_are_there_with_one_code(gm: Gm, look: Look) -> None:
    """As they do it: scan, tap; a wrong tap is taken back; a second phone waits for the GM."""
    gm("add", "Fourth", "--from", "@ganger-ambush:mira", "--fresh")
    gm("set", "vex", "players=")
    url = lobby_of(gm, gm.serve())
    tv = look(f"{url}?big", 1920, 1080)
    expect(tv.locator("#code svg")).to_be_visible()
    box = tv.locator("#code svg").bounding_box()
    assert box is not None
    assert box["height"] > 500
    expect(tv.locator("#lobby-address")).to_have_text(url.removeprefix("http://").rstrip("/"))
    phones = []
    for name in ("Vex", "Mira Kade", "Unit 7", "Fourth"):
        phone = look(url.rstrip("/"))
        phone.locator("#names").get_by_role("button", name=name, exact=True).click()
        expect(phone.locator("#own-head")).to_have_text(name)
        expect(phone.locator("#lobby")).to_be_hidden()
        phones.append(phone)
    expect(tv.locator("#names .here")).to_have_count(4)
    late = look(url)
    late.get_by_role("button", name="Vex").click()
    expect(late.locator("#lobby-said")).to_contain_text("The GM is asked")
    say_of_name(folder_of(gm), NO, "vex")
    expect(late.locator("#lobby-said")).to_contain_text("not given")
    phones[0].get_by_role("button", name="This is not me").click()
    expect(phones[0].locator("#names")).to_be_visible()
    late.get_by_role("button", name="Vex").click()
    expect(late.locator("#own-head")).to_have_text("Vex")
    gm("roll-init", "--seed", "1")
    expect(tv.locator("#lobby")).to_be_hidden()
    expect(tv.locator("#order")).to_be_visible()
    expect(tv.locator("#join")).to_contain_text("join: ")


LOBBY = {
    "address": "http://192.168.1.5:8765/abcde-fghjk/",
    "code": draw_code("http://192.168.1.5:8765/abcde-fghjk/"),
    "names": [
        ["joe", "Joe", False, "away"], ["ann", "Ann", True, "here"], ["kat", "Kat", True, "asleep"],
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("query", "width", "height"),
    [("?dark", 360, 740), ("?light", 320, 640), ("?big", 1920, 1080), ("?big&light", 1280, 720)],
)
def test_everybody_can_use_the_lobby(
    server: Server, look: Look, query: str, width: int, height: int
) -> None:
    server.show({**FIGHT, "begun": False})
    page = look(server.url + query, width, height)
    server.tell("lobby", LOBBY)
    expect(page.locator("#lobby")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if "big" in query:
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        code = page.locator("#code svg").bounding_box()
        assert code
        assert code["height"] >= height / 2
        # Whoever is asked comes first.
        server.tell("table", {"waits": ["Joe"], "about": "", "fallen": []})
        expect(page.locator("#lobby")).to_be_hidden()
        expect(page.locator("#waits")).to_have_text("waiting for Joe")
        server.tell("table", {"waits": [], "about": "", "fallen": []})
        expect(page.locator("#lobby")).to_be_visible()
        return
    for button in page.locator("#names button").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 44
