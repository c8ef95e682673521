"""What is let in, and what gets 404 without a word."""

import asyncio
import secrets
from typing import Any

import pytest
from tables import each_row

from gmtrack.serve.guard import EACH_SECOND, MOST_AT_ONCE, MOST_BYTES, Guard, Rates
from gmtrack.serve.hub import Hub, TooManyListeners
from gmtrack.serve.links import Links

HOST = "192.168.1.5:8765"
NAMES = {"joe": "Joe", "ann": "Ann"}


async def welcome(scope: Any, receive: Any, send: Any) -> None:
    """The page behind the guard."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"page"})


def asked(method: str = "GET", client: str = "10.0.0.2", **headers: str) -> list[Any]:
    """What a request gets: status, headers and body."""
    named = {"host": HOST} | {key.replace("_", "-"): value for key, value in headers.items()}
    raw = [(key.encode(), value.encode()) for key, value in named.items() if value != "-"]
    scope = {
        "type": "http", "method": method, "path": "/", "headers": raw, "client": (client, 1),
        "server": ("10.0.0.1", 8765),
    }  # fmt: skip
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b""}

    asyncio.run(Guard(welcome, [HOST])(scope, receive, send))
    return [sent[0]["status"], dict(sent[0]["headers"]), sent[1]["body"]]


OWN = f"http://{HOST}"


@each_row(
    ("method", "headers", "status"),
    [
        ("GET", {}, 200),
        ("HEAD", {}, 200),
        ("GET", {"sec_fetch_site": "cross-site"}, 200),  # a link in a message
        ("POST", {"origin": OWN}, 200),
        ("POST", {"origin": OWN, "sec_fetch_site": "same-origin"}, 200),
        ("POST", {"origin": OWN, "content_length": str(MOST_BYTES)}, 200),
        ("GET", {"host": "gmtrack.evil.example:8765"}, 404),  # DNS rebinding
        ("GET", {"host": "192.168.1.5"}, 404),
        ("GET", {"host": "10.0.0.1:8765"}, 200),  # the address that was connected to
        ("POST", {"host": "10.0.0.1:8765", "origin": "http://10.0.0.1:8765"}, 200),
        ("GET", {"host": "10.0.0.1:80"}, 404),
        ("GET", {"host": "10.0.0.1"}, 404),
        ("GET", {"host": "10.0.0.3:8765"}, 404),
        ("GET", {"host": "-"}, 404),
        ("GET", {"origin": "http://evil.example"}, 404),
        ("POST", {}, 404),
        ("POST", {"origin": "http://evil.example"}, 404),
        ("POST", {"origin": "null"}, 404),
        ("POST", {"origin": OWN, "sec_fetch_site": "cross-site"}, 404),
        ("PUT", {"origin": OWN}, 404),
        ("DELETE", {"origin": OWN}, 404),
        ("OPTIONS", {"origin": OWN}, 404),
        ("POST", {"origin": OWN, "content_length": str(MOST_BYTES + 1)}, 413),
        ("POST", {"origin": OWN, "content_length": "-1"}, 413),
        ("POST", {"origin": OWN, "transfer_encoding": "chunked"}, 413),
    ],
)
def test_what_is_let_in(method: str, headers: dict[str, str], status: int) -> None:
    found, told, body = asked(method, **headers)
    assert found == status
    assert body == (b"page" if status == 200 else b"")
    assert told[b"content-security-policy"].startswith(b"default-src 'none'; script-src 'self';")
    assert told[b"cache-control"] == b"no-store"
    assert told[b"referrer-policy"] == b"no-referrer"


def test_each_address_may_ask_so_often() -> None:
    now = [0.0]
    rates = Rates(lambda: now[0])
    assert [rates.allows("a") for _ in range(MOST_AT_ONCE)] == [True] * MOST_AT_ONCE
    assert not rates.allows("a")
    assert rates.allows("b"), "another address has its own"
    now[0] = 1.0
    assert [rates.allows("a") for _ in range(EACH_SECOND + 1)] == [True] * EACH_SECOND + [False]


def test_a_token_is_known_whole_or_not_at_all() -> None:
    tokens = {who: secrets.token_urlsafe(18) for who in ("", "joe", "ann", "away")}
    links = Links(tokens, ["joe", "ann"])
    assert links.find(tokens["away"]) is None, "nobody gets a link who has none this evening"
    for token in (links.everybody.token, *(link.token for link in links.own.values())):
        found = links.find(token)
        assert found is not None
        assert found.token == token
        for wrong in ("", token[:-1], token + "x", token.swapcase(), "ä"):
            assert links.find(wrong) is None
    own = links.find(links.own["joe"].token)
    assert own is not None
    assert own.who == "joe"


def heard(hub: Hub, who: str | None, change: Any) -> list[str]:
    """What a listener is sent, first and after a change, until the GM stops."""

    async def listen() -> list[str]:
        listener, found = hub.join(who, "10.0.0.2"), []
        async for part in hub.events_for(listener):
            found.append(part.decode())
            if len(found) == 2:
                change()
        hub.leave(listener)
        return found

    return asyncio.run(asyncio.wait_for(listen(), 5))


def test_a_listener_hears_the_newest_and_the_end() -> None:
    hub = Hub(2, 2, NAMES)
    hub.publish('{"round": 1}')
    hub.ask({"joe": '{"id": "x"}'})

    def change() -> None:
        for number in range(2, 50):
            hub.publish(f'{{"round": {number}}}')
        hub.ask({})
        hub.stop()

    fight, question, *rest = heard(hub, "joe", change)
    assert fight.startswith('event: fight\ndata: {"round": 1, "you": ')
    assert question == 'event: asked\ndata: {"id": "x"}\n\n'
    # Nobody has to hear what is not so any more.
    assert len(rest) <= 3
    assert rest[-1] == "event: gone\ndata: {}\n\n"
    assert hub.listeners == 0


def test_nobody_else_hears_what_a_player_is_asked() -> None:
    for who in (None, "ann"):
        hub = Hub(2, 2, NAMES)
        hub.publish("{}")
        hub.ask({"joe": '{"id": "x"}'})
        hub.publish('{"a": 1}')
        told = heard(hub, who, hub.stop) if who else only_everybodys(hub)
        assert not any('"x"' in part for part in told)


def only_everybodys(hub: Hub) -> list[str]:
    async def listen() -> list[str]:
        told = hub.events_for(hub.join(None, "10.0.0.2"))
        first = await anext(told)
        hub.stop()
        return [first.decode(), *[part.decode() async for part in told]]

    return asyncio.run(asyncio.wait_for(listen(), 5))


def test_more_than_may_listen_are_refused_but_players_have_places_of_their_own() -> None:
    async def crowd() -> None:
        hub = Hub(3, 2, NAMES)
        first = hub.join(None, "a")
        hub.join(None, "a")
        with pytest.raises(TooManyListeners):
            hub.join(None, "a")
        hub.join(None, "b")
        with pytest.raises(TooManyListeners):
            hub.join(None, "c")
        hub.join("joe", "a")
        hub.leave(first)
        hub.join(None, "c")

    asyncio.run(crowd())


def test_an_own_page_knows_whose_it_is() -> None:
    hub = Hub(2, 2, NAMES)
    hub.publish('{"round": 1}')
    hub.ask({"joe": '{"id": "x"}'})
    fight = heard(hub, "joe", hub.stop)[0]
    assert fight == 'event: fight\ndata: {"round": 1, "you": {"id": "joe", "name": "Joe"}}\n\n'
