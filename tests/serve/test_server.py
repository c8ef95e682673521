"""The real server, as a process: what it tells, to whom, and what it does not."""

import json
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from serving import Gm, Phone, asked, within

from gmtrack.app.phone_questions import DiceQuestion, post_question
from gmtrack.serve import server
from gmtrack.store.mailbox import Mailbox

PATIENT = 30.0
"""Seconds that a busy machine may need; how fast it is measures tests/bench/serve.py."""


@pytest.fixture
def gm(tmp_path: Path) -> Iterator[Gm]:
    """A GM in the middle of a fight."""
    found = Gm(tmp_path)
    found("load", "@ganger-ambush")
    found("hide", "hook")
    found("note", "fight", "the traitor pays")
    found("roll-init", "--seed", "1")
    yield found
    found.stop()


def test_the_addresses_are_one_for_all_and_one_for_each_player(gm: Gm) -> None:
    doc = gm.serve()
    assert doc.keys() == {"url", "players"}
    assert list(doc["players"]) == ["mira", "unit7", "vex"]
    urls = [doc["url"], *doc["players"].values()]
    assert len(set(urls)) == 4
    for url in urls:
        assert urlsplit(url).hostname == "127.0.0.1"
        status, body, headers = asked(url)
        assert status == 200
        assert body.startswith(b"<!doctype html>") or body.startswith(b"<!DOCTYPE html>")
        assert headers["content-security-policy"].startswith("default-src 'none'")
        assert "server" not in headers
    assert asked(doc["url"] + "page.js")[2]["content-type"].startswith("text/javascript")
    assert asked(doc["url"] + "page.css")[2]["content-type"].startswith("text/css")


def test_for_names_those_who_get_a_link(gm: Gm) -> None:
    assert list(gm.serve("--for", "vex", "--for", "mira")["players"]) == ["vex", "mira"]


def test_a_taken_port_gives_way_to_the_next(gm: Gm) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        found = urlsplit(gm.serve("--port", str(port))["url"]).port
        assert found is not None
        assert port < found < port + 100


def test_wrong_addresses_get_not_a_word(gm: Gm) -> None:
    url = gm.serve()["url"]
    base, token = url.rsplit("/", 2)[0], url.rsplit("/", 2)[1]
    for wrong in (
        f"{base}/", f"{base}/{token}", f"{base}/{token}x/", f"{base}/{token[:-1]}/",
        f"{base}/{token}/live/", f"{base}/{token}/../", f"{base}/{token}/encounter.yaml",
        f"{base}/{token}/%2e%2e/app.py", f"{base}/favicon.ico", f"{base}/{token}/page.html",
        f"{base}/{'x' * 3000}/",
    ):  # fmt: skip
        status, body, _ = asked(wrong)
        assert (status, body) == (404, b""), wrong
    assert asked(url, Host="gmtrack.example")[:2] == (404, b"")
    assert asked(url + "answer", "POST", "{}", Origin=base)[:2] == (404, b"")


def test_every_change_is_told_and_no_secret(gm: Gm) -> None:
    doc = gm.serve()
    phone, own = Phone(doc["url"]), Phone(doc["players"]["vex"])
    first = within(PATIENT, phone.fight)
    assert first["clock"] == [["round", "1"], ["pass", "1"]]
    gm("attack", "unit7", "spit", "--force", "--seed", "3")
    told = within(PATIENT, lambda: (phone.fight()["last"] or {}).get("line"))
    assert told.startswith("Unit 7 attacks Spit with ")
    gm("attack", "hook", "vex", "--force", "--seed", "4")
    within(PATIENT, lambda: phone.fight()["last"]["line"].startswith("Somebody attacks Vex"))
    gm("undo", "2")
    # The moment says what was taken back; all else is as it was.
    within(PATIENT, lambda: {**phone.fight(), "moment": None} == first)
    gm("set", "spit", "notes=the traitor")
    gm("damage", "spit", "30")
    within(PATIENT, lambda: "Spit goes down" in json.dumps(phone.fight()))
    within(PATIENT, lambda: "Spit goes down" in json.dumps(own.fight()))
    for listener in (phone, own):
        for secret in (b"Hook", b"hook", b"traitor", b"yaml", b"home", b"--force"):
            assert secret not in listener.bytes
    assert phone.question() is None
    gm.stop()
    within(PATIENT, phone.gone)
    phone.close()
    own.close()


def test_a_players_own_link_has_their_sheet_and_nobody_elses_has(gm: Gm) -> None:
    doc = gm.serve()
    phone, vex, mira = (
        Phone(url) for url in (doc["url"], doc["players"]["vex"], doc["players"]["mira"])
    )
    within(PATIENT, lambda: vex.own() and mira.own())
    assert (vex.own()["title"], mira.own()["title"]) == ("Vex", "Mira Kade")
    gm("damage", "vex", "3", "--type", "kinetic")
    within(PATIENT, lambda: "7/10" in json.dumps(vex.own()))
    gm("undo")
    within(PATIENT, lambda: "10/10" in json.dumps(vex.own()["tracks"]))
    gm("hide", "vex")
    within(PATIENT, lambda: "Vex" not in json.dumps(mira.fight()))
    within(PATIENT, lambda: vex.own() is not None)
    assert phone.own() is None
    assert not any(name == "own" for name, _ in phone.events)
    for listener in (vex, mira):
        for secret in (b"Hook", b"hook", b"traitor", b"yaml", b"home", b"--force"):
            assert secret not in listener.bytes
    for one in (phone, vex, mira):
        one.close()


def test_a_hand_goes_up_on_the_gms_board_alone(gm: Gm) -> None:
    doc = gm.serve()
    own = doc["players"]["vex"]
    base = own.rsplit("/", 2)[0]
    phone, everybody = Phone(own), Phone(doc["url"])
    within(PATIENT, lambda: phone.told("hand") is False)

    def hand(up: str, url: str = own) -> int:
        return asked(url + "hand", "POST", up, Origin=base)[0]

    assert hand("true") == 204
    within(PATIENT, lambda: phone.told("hand") is True)
    assert "hand up" in gm("board")
    assert "hand up" in gm("next")
    assert hand("true") == 204
    assert hand("false") == 204
    within(PATIENT, lambda: phone.told("hand") is False)
    assert "hand up" not in gm("board")
    for wrong in ("", "1", "True", "[]", '"true"', "x" * 1990):
        assert hand(wrong) == 422
    assert hand("true", doc["url"]) == 404
    assert asked(own + "hand", "POST", "true")[0] == 404, "from its own page alone"
    assert asked(own + "hand")[0] == 404
    # Whoever does something has had their say.
    assert hand("true") == 204
    gm("damage", "mira", "1")
    time.sleep(1)
    assert "hand up" in gm("board")
    gm("attack", "vex", "spit", "--force", "--seed", "3")
    within(PATIENT, lambda: "hand up" not in gm("board"))
    assert b"hand up" not in everybody.bytes
    assert not any(name == "hand" for name, _ in everybody.events)
    # It is of this evening alone, and no step of the history.
    assert hand("true") == 204
    assert "hand" not in gm("log")
    gm.stop()
    phone = Phone(gm.serve()["url"])
    within(PATIENT, lambda: "hand up" not in gm("board"))
    phone.close()


def test_answers_are_taken_of_nobody_who_is_not_asked(gm: Gm) -> None:
    doc = gm.serve()
    own = doc["players"]["vex"]
    base = own.rsplit("/", 2)[0]
    body = json.dumps({"question": "abcdefgh", "text": "6 6"})
    assert asked(own + "answer", "POST", body, Origin=base)[:2] == (409, b"")
    for wrong in ("", "[]", "{", '{"question": 1, "text": "6"}', '"' * 200, "[" * 1990):
        status, problem, _ = asked(own + "answer", "POST", wrong, Origin=base)
        assert status == 422
        assert "one line" in json.loads(problem)["problem"]
    assert asked(own + "answer", "POST", "x" * 3000, Origin=base)[0] == 413
    assert asked(own + "answer", "POST", body)[0] == 404


def test_who_is_refused_is_not_listened_to_any_longer(gm: Gm) -> None:
    """What comes behind the head of a request that is refused is not read."""
    parts = urlsplit(gm.serve()["url"])
    with socket.create_connection((parts.hostname, parts.port), timeout=PATIENT) as guest:
        guest.sendall(b"POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        assert guest.recv(4096).startswith(b"HTTP/1.1 404 ")

        def cut_off() -> bool:
            try:
                guest.sendall(b"1\r\na\r\n")
            except (BrokenPipeError, ConnectionResetError):
                return True
            return False

        within(PATIENT, cut_off)


def test_the_pages_follow_to_the_next_fight(gm: Gm) -> None:
    gm("load", "@knife-fight")
    doc = gm.serve()
    phone, own = Phone(doc["url"]), Phone(doc["players"]["joe"])
    within(PATIENT, lambda: phone.fight() and own.own())
    gm("switch", "ganger-ambush")
    within(PATIENT, lambda: "Vex" in json.dumps(phone.fight()))
    assert "Joe" not in json.dumps(phone.fight())
    # Joe is not there: his phone sees what everybody sees, and can say nothing.
    within(PATIENT, lambda: own.fight() == phone.fight() and own.own() is None)
    base = doc["url"].rsplit("/", 2)[0]
    assert asked(doc["players"]["joe"] + "hand", "POST", "true", Origin=base)[0] == 409
    gm("damage", "vex", "1")
    within(PATIENT, lambda: "9/10" in json.dumps(phone.fight()))
    gm("switch", "knife-fight")
    within(PATIENT, lambda: own.own() is not None and own.fight()["you"]["id"] == "joe")
    for listener in (phone, own):
        for secret in (b"Hook", b"hook", b"traitor", b"yaml", b"home"):
            assert secret not in listener.bytes
        listener.close()


def test_a_player_has_one_link_in_this_fight_and_the_next(gm: Gm) -> None:
    """Whoever is in both has their own page in both, and keeps the link when the server is started
    again; a namesake who is no player character has none."""
    gm("load", "@knife-fight")
    doc = gm.serve()
    own, bob = Phone(doc["players"]["joe"]), doc["players"].get("bob")
    assert bob is None
    within(PATIENT, own.own)
    gm("new", "Later", "--ruleset", "swan-song")
    gm("add", "Joe", "--from", "@knife-fight:joe", "--fresh")
    within(PATIENT, lambda: own.fight()["title"] == "Later" and own.own())
    gm("damage", "joe", "2")
    within(PATIENT, lambda: "8/10" in json.dumps(own.own()))
    gm("set", "joe", "side=foe")
    gm.stop()
    own.close()
    assert gm.serve("--for", "joe")["players"] == doc["players"]
    gm.stop()
    gm("switch", "knife-fight")
    own = Phone(gm.serve()["players"]["joe"])
    within(PATIENT, own.own)
    gm("switch", "later")
    within(PATIENT, lambda: own.fight()["title"] == "Later")
    within(PATIENT, lambda: own.own() is None)
    own.close()


def test_the_page_of_a_named_file_stays_with_it(gm: Gm, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    gm("save", str(file))
    phone = Phone(gm.serve(before=("-f", str(file)))["url"])
    within(PATIENT, phone.fight)
    gm("load", "@knife-fight")
    gm("-f", str(file), "damage", "vex", "1")
    within(PATIENT, lambda: "9/10" in json.dumps(phone.fight()))
    assert b"Joe Schmoe" not in phone.bytes
    phone.close()


def test_everybody_sees_whom_the_table_waits_for_and_the_dice_as_they_come(
    gm: Gm, tmp_path: Path
) -> None:
    doc = gm.serve()
    tv, own = Phone(doc["url"]), Phone(doc["players"]["vex"])
    within(PATIENT, lambda: tv.told("table") == {"waits": [], "about": "", "fallen": []})
    mailbox = Mailbox(tmp_path / "home" / "encounters" / "ganger-ambush")
    about = "Blaze attacks Vex with Machete"
    for who, name in (("vex", "Vex"), ("mira", "Mira Kade"), ("hook", "Hook")):
        question = DiceQuestion(
            f"abcdefgh-{who}", who, name, "defense", "Blaze attacks you", f"{name}: defense",
            3, 6, (), True, "", told=about,
        )  # fmt: skip
        post_question(mailbox, question, among=True)
    within(PATIENT, lambda: sorted(tv.told("table")["waits"]) == ["Mira Kade", "Vex"])
    assert tv.told("table")["about"] == about
    base = doc["url"].rsplit("/", 2)[0]
    within(PATIENT, own.question)
    answer = json.dumps({"question": own.question()["id"], "text": "6 2 5"})
    assert asked(doc["players"]["vex"] + "answer", "POST", answer, Origin=base)[0] == 204
    fallen = [{"who": "Vex", "dice": [6, 2, 5]}]
    within(PATIENT, lambda: tv.told("table")["fallen"] == fallen)
    assert tv.told("table")["waits"] == ["Mira Kade"]
    # Dice that the GM types for a player fall there too, those of a foe do not.
    for who, name in (("blaze", "Blaze"), ("unit7", "Unit 7")):
        id = f"abcdefgh-{who}"
        question = DiceQuestion(
            id, who, name, "defense", "", f"{name}: defense", 2, 6, (), True, "", told=about
        )
        post_question(mailbox, question, among=True)
        mailbox.answer_instead(id, "4 4")
    fallen.append({"who": "Unit 7", "dice": [4, 4]})
    within(PATIENT, lambda: tv.told("table")["fallen"] == fallen)
    # What is about somebody hidden is not told.
    for who in ("vex", "mira", "hook", "blaze", "unit7"):
        mailbox.close(f"abcdefgh-{who}")
    within(PATIENT, lambda: tv.told("table")["waits"] == [])
    secret = DiceQuestion(
        "abcdefgh-secret", "mira", "Mira Kade", "defense", "Hook attacks you with knucks",
        "Mira Kade: defense", 3, 6, (), True, "", told="Hook attacks Mira Kade with knucks",
    )  # fmt: skip
    post_question(mailbox, secret, among=True)
    nothing_more = {"waits": ["Mira Kade"], "about": "", "fallen": []}
    within(PATIENT, lambda: tv.told("table") == nothing_more)
    for hidden in (b"Hook", b"hook", b"knucks"):
        assert hidden not in tv.bytes
    assert own.told("table") is None
    mailbox.close(secret.id)
    tv.close()
    own.close()


def test_nobody_goes_on_while_a_player_is_asked(gm: Gm, tmp_path: Path) -> None:
    phone = Phone(gm.serve()["url"])
    within(PATIENT, phone.fight)
    mailbox = Mailbox(tmp_path / "home" / "encounters" / "ganger-ambush")
    question = DiceQuestion(
        "abcdefgh1", "vex", "Vex", "attack", "", "Vex: attack", 3, 6, (), True, ""
    )
    post_question(mailbox, question)
    gm("load", "@knife-fight")
    time.sleep(1)
    assert b"Joe Schmoe" not in phone.bytes
    mailbox.close(question.id)
    within(PATIENT, lambda: "Joe Schmoe" in json.dumps(phone.fight()))
    phone.close()


def test_what_guests_do_wrong_is_not_told_on_the_gms_screen(gm: Gm) -> None:
    parts = urlsplit(gm.serve()["url"])
    for text in (b"\x16\x03\x01garbage\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"):
        with socket.create_connection((parts.hostname, parts.port), timeout=PATIENT) as guest:
            guest.sendall(text)
            guest.recv(4096)
    gm.stop()
    assert (gm.folder / "served").read_text().count("\n") == 1


def test_a_crowd_of_silent_guests_leaves_room(gm: Gm) -> None:
    """Who opens many connections and says nothing is cut off; the page goes on."""
    doc = gm.serve()
    phone = Phone(doc["url"])
    within(PATIENT, phone.fight)
    parts = urlsplit(doc["url"])
    crowd = [socket.socket() for _ in range(600)]
    try:
        for one in crowd:
            one.setblocking(False)
            with suppress(OSError):
                one.connect((parts.hostname, parts.port))
        time.sleep(1)
        gm("damage", "vex", "1")
        within(PATIENT, lambda: "9/10" in json.dumps(phone.fight()))
    finally:
        for one in crowd:
            one.close()
    within(PATIENT, lambda: asked(doc["url"])[0] == 200)
    phone.close()


def test_serve_says_what_it_lacks_and_who_is_hidden(gm: Gm) -> None:
    with pytest.raises(AssertionError, match="hook is hidden from the players"):
        gm("serve", "--for", "hook")
    with pytest.raises(AssertionError, match="no combatant"):
        gm("serve", "--for", "nobody")


def test_only_an_address_of_this_machine_is_its_own() -> None:
    assert server.is_own("127.0.0.1")
    for wrong in ("203.0.113.9", "0.0.0.0", "255.255.255.255", "224.0.0.1", "vex", "127.1"):
        assert not server.is_own(wrong)


def test_each_address_of_this_machine_is_taken_and_one_can_be_chosen(gm: Gm) -> None:
    url = gm.serve("--lan", "127.0.0.1")["url"]
    parts = urlsplit(url)
    assert parts.hostname == "127.0.0.1"
    if sys.platform == "linux":
        # Another address of this machine, which nobody has told the server of.
        assert asked(url.replace("127.0.0.1", "127.0.0.5"))[0] == 200
    assert asked(url, Host=f"evil.example:{parts.port}")[0] == 404
    assert asked(url, Host=f"203.0.113.9:{parts.port}")[0] == 404
    has = server.own_addresses()
    assert all(map(server.is_own, has))
    with pytest.raises(AssertionError, match=has[0] if has else "in no network"):
        gm("serve", "--lan", "203.0.113.9")
    with pytest.raises(AssertionError, match=r"unexpected '127\.0\.0\.1'"):
        gm("serve", "127.0.0.1")
