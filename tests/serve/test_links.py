"""Links stay from one server to the next, until there are new ones; and a sheet to print."""

import json
import re
import socket
import stat
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser
from serving import Gm, asked

from gmtrack.serve.links import KeptLinks, read_links


def served(gm: Gm, *words: str) -> dict[str, str]:
    """The tokens of a server that has ended, by whose they are. Other tests may have its port."""
    doc = gm.serve(*words)
    gm.stop()
    return tokens(doc)


def tokens(doc: dict[str, Any]) -> dict[str, str]:
    return {who: token(url) for who, url in {"": doc["url"], **doc["players"]}.items()}


def token(url: str) -> str:
    return urlsplit(url).path.strip("/")


def test_links_stay_until_there_are_new_ones(gm: Gm) -> None:
    first = served(gm)
    assert served(gm) == first
    new = served(gm, "--new-links")
    assert new.keys() == first.keys()
    assert not {*new.values()} & {*first.values()}
    doc = gm.serve()
    assert tokens(doc) == new
    base = doc["url"].removesuffix(f"{new['']}/")
    assert asked(f"{base}{new['joe']}/")[0] == 200
    for old in first.values():
        assert asked(f"{base}{old}/")[:2] == (404, b"")


def test_who_comes_later_gets_a_link_and_the_others_keep_theirs(gm: Gm) -> None:
    first = served(gm)
    gm("add", "Ann", "--template", "@ganger", "--set", "side=pc")
    second = served(gm)
    assert second.keys() == {"", "joe", "ann"}
    assert first.items() <= second.items()
    # Whoever has no link this evening has none, though theirs is kept.
    doc = gm.serve("--for", "ann")
    assert tokens(doc)["ann"] == second["ann"]
    assert asked(doc["url"].replace(second[""], second["joe"]))[0] == 404


def test_new_links_end_a_server_that_has_the_old_ones(gm: Gm) -> None:
    doc = gm.serve()
    old = gm.served[0]
    other = Gm(gm.folder)
    other.folder = gm.folder / "other"
    other.folder.mkdir()
    try:
        new = other.serve("--new-links")
        assert token(new["url"]) != token(doc["url"])
        assert old.wait() == 0
        assert "has made new links: these have ended" in (gm.folder / "served").read_text()
    finally:
        other.stop()


def test_a_party_has_the_same_links_in_all_its_fights(tmp_path: Path) -> None:
    gm = Gm(tmp_path)
    gm("load", "@underpass")
    members = json.loads(gm("party", "--json"))["members"]
    first = served(gm)
    assert {one["id"] for one in members} & first.keys()
    gm("end")
    gm("load", "@cold-store")
    second = served(gm)
    assert first.items() <= second.items()
    gm("party", "open")
    assert served(gm)[""] == first[""]


def test_what_is_kept_is_for_its_owner_alone(gm: Gm, tmp_path: Path) -> None:
    first = served(gm)
    [file] = (tmp_path / "home").rglob("links.json")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    gm("save", str(tmp_path / "saved.yaml"))
    gm("log", "--export", str(tmp_path / "log.jsonl"))
    for written in ("saved.yaml", "log.jsonl"):
        assert not any(one in (tmp_path / written).read_text() for one in first.values())
    gm("save")
    gm("forget", "knife-fight", "--force")
    assert not file.exists()


def test_a_port_that_is_taken_is_told_and_the_usual_one_stays(gm: Gm) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert urlsplit(gm.serve("--port", str(port))["url"]).port == port
    # Another server of the same fight, which does not get it.
    other = Gm(gm.folder)
    other.folder = gm.folder / "other"
    other.folder.mkdir()
    assert urlsplit(other.serve()["url"]).port != port
    assert f"port {port} is taken" in (other.folder / "served").read_text()
    other.stop()
    gm.stop()
    assert urlsplit(gm.serve()["url"]).port == port


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"[]", b"\xff", b"[" * 100_000, b'{"port": 1}',
        b'{"port": "1", "tokens": {}}', b'{"port": 1, "tokens": {"": "short"}}',
        b'{"port": 1, "tokens": {"": "' + b"a" * 24 + b'", "joe": "' + b"a" * 24 + b'"}}',
    ],
)  # fmt: skip
def test_what_was_not_written_here_is_no_link(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "links.json"
    file.write_bytes(data)
    assert read_links(file) == KeptLinks(None, {})


def test_a_sheet_has_a_card_for_each_player(gm: Gm, tmp_path: Path) -> None:
    gm("set", "joe", "name=<b>Joe & 'Schmoe'</b>")
    gm("add", "Boss", "--template", "@ganger", "--set", "hidden=true")
    gm("set", "fight", "name=The Boss comes")
    sheet = tmp_path / "cards.html"
    doc = gm.serve("--cards", str(sheet))
    text = sheet.read_text()
    cards = re.findall("<section>.*?</section>", text)
    assert len(cards) == 2
    assert "&lt;b&gt;Joe &amp; &#x27;Schmoe&#x27;&lt;/b&gt;" in cards[0]
    for card, url in zip(cards, [doc["players"]["joe"], doc["url"]], strict=True):
        assert url in card
        assert card.count("<svg") == 1
    assert "Boss" not in text
    assert "script" not in text
    assert "<b>" not in text
    assert stat.S_IMODE(sheet.stat().st_mode) == 0o600
    gm.stop()
    mine = tmp_path / "mine.html"
    mine.write_text("something else")
    with pytest.raises(AssertionError, match="holds something else"):
        gm("serve", "--cards", str(mine))
    assert mine.read_text() == "something else"


def test_a_sheet_is_shown_by_a_browser(gm: Gm, tmp_path: Path, browser: Browser) -> None:
    sheet = tmp_path / "cards.html"
    served(gm, "--cards", str(sheet))
    page = browser.new_page()
    page.goto(sheet.as_uri())
    boxes = [one.bounding_box() for one in page.locator("svg").all()]
    assert len(boxes) == 2
    assert all(box["width"] == box["height"] > 150 for box in boxes)
    page.close()
