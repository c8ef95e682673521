"""The handlers for a browser's requests: the page, its parts, the stream of news, an answer, a
raised hand."""

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from importlib.resources import files
from typing import Any, Protocol

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import (
    JSONResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from gmtrack.serve.hub import Hub, TooManyListeners
from gmtrack.serve.links import Link
from gmtrack.serve.reception import Reception

PARTS: Mapping[str, str] = {
    "": "text/html; charset=utf-8",
    "page.css": "text/css; charset=utf-8",
    "question.css": "text/css; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "lobby.js": "text/javascript; charset=utf-8",
    "moment.js": "text/javascript; charset=utf-8",
    "question.js": "text/javascript; charset=utf-8",
    "television.js": "text/javascript; charset=utf-8",
    "settings.js": "text/javascript; charset=utf-8",
}
"""The parts of the page with their types; the page itself has an empty name."""

STALLED = 20.0
"""Seconds in which a listener has to receive what it is sent."""
UNREADABLE = "an answer is one line of at most 200 letters"
TAKEN, GONE, WRONG, FULL = 204, 409, 422, 503
ASKED = 202
"""The status while the GM has not said yet whether a phone gets a taken name."""
WHO, TICKET = "who", "ticket"
"""What a phone in the lobby sends: the name that it wants, or what it was given when it asked."""


class RequestHandlers:
    """The request handlers."""

    def __init__(self, reception: Reception, takes: "PlayerCallbacks") -> None:
        self._reception, self._hub = reception, reception.hub
        self._takes = takes
        self._parts = {name: _read_part(name) for name in PARTS}

    def _find_link(self, request: Request) -> Link | None:
        """Return the link whose token the request has, or None."""
        return self._reception.find(request.path_params["token"])

    async def send_part(self, request: Request) -> Response:
        """Send the page, or a part of it."""
        name = request.path_params.get("part", "")
        if self._find_link(request) is None or name not in self._parts:
            return Response(status_code=404)
        return Response(self._parts[name], media_type=PARTS[name])

    async def send_news(self, request: Request) -> Response:
        """Send news for as long as somebody listens."""
        link = self._find_link(request)
        if link is None:
            return Response(status_code=404)
        try:
            address = request.client.host if request.client else ""
            return EventStream(self._hub, link, address)
        except TooManyListeners:
            return Response(status_code=FULL, headers={"retry-after": "30"})

    async def take_answer(self, request: Request) -> Response:
        """Take a player's answer to a question."""
        link = self._find_link(request)
        if link is None or link.who is None:
            return Response(status_code=404)
        if link.who not in self._hub.names():
            return Response(status_code=GONE)
        answer = _parse_answer(await request.body())
        status = (
            WRONG if answer is None else self._takes.answer(link.who, *answer)
        )
        if status != WRONG:
            return Response(status_code=status)
        problem = json.dumps({"problem": UNREADABLE})
        return Response(
            problem, status_code=WRONG, media_type="application/json"
        )

    async def take_back(self, request: Request) -> Response:
        """Take back the answer to a question, whose id is the body."""
        link = self._find_link(request)
        if link is None or link.who is None:
            return Response(status_code=404)
        body = await request.body()
        if not body.isascii():
            return Response(status_code=WRONG)
        return Response(
            status_code=self._takes.take_back(link.who, body.decode("ascii"))
        )

    async def take_hand(self, request: Request) -> Response:
        """Take a player's raised hand, or lower it again."""
        link = self._find_link(request)
        if link is None or link.who is None:
            return Response(status_code=404)
        if link.who not in self._hub.names():
            return Response(status_code=GONE)
        is_up = {b"true": True, b"false": False}.get(await request.body())
        status = (
            WRONG if is_up is None else self._takes.hand(link.who, up=is_up)
        )
        return Response(status_code=status)

    async def take_proposal(self, request: Request) -> Response:
        """Take what a player proposes to do in their turn."""
        link = self._find_link(request)
        if link is None or link.who is None:
            return Response(status_code=404)
        proposal = _parse_proposal(await request.body())
        if proposal is None:
            return Response(status_code=WRONG)
        return Response(status_code=self._takes.propose(link.who, *proposal))

    async def send_short(self, request: Request) -> Response:
        """Lead who has typed the short code without its last stroke to the lobby."""
        if not self._reception.lobby.is_code(request.path_params["token"]):
            return Response(status_code=404)
        code = self._reception.lobby.code
        return RedirectResponse(f"/{code}/")

    async def send_television(self, request: Request) -> Response:
        """Lead a television to the page in its form for televisions."""
        link = self._find_link(request)
        if link is None or link.who is not None:
            return Response(status_code=404)
        return RedirectResponse(f"/{link.token}/?big")

    async def take_name(self, request: Request) -> Response:
        """Take the name of a player for a phone in the lobby, or tell it what the GM has said."""
        link = self._find_link(request)
        if link is None or link.who is not None:
            return Response(status_code=404)
        asked = _parse_wish(await request.body())
        if asked is None:
            return Response(status_code=WRONG)
        kind, text = asked
        if kind == TICKET:
            return self._answer_to(text)
        found = self._reception.take(text)
        if found is None or not found[0]:
            return Response(status_code=GONE)
        token, is_free = found
        return _lead_to(token) if is_free else _let_wait(token)

    def _answer_to(self, ticket: str) -> Response:
        """Return what the GM has said to a phone that asked for a taken name."""
        token = self._reception.lobby.answer_to(ticket)
        if token is None:
            return _let_wait(ticket)
        return _lead_to(token) if token else Response(status_code=GONE)

    async def take_leave(self, request: Request) -> Response:
        """Give back the name that this phone has taken in the lobby, and lead it there: the stream
        that says so too may just be interrupted."""
        link = self._find_link(request)
        if link is None or link.who is None:
            return Response(status_code=404)
        self._reception.leave(link.token)
        return JSONResponse({"go": self._hub.lobby_path})

    async def take_look(self, request: Request) -> Response:
        """Note whether a player looks at the page."""
        link = self._find_link(request)
        if link is None or link.who is None:
            return Response(status_code=404)
        looks = {b"true": True, b"false": False}.get(await request.body())
        if looks is None:
            return Response(status_code=WRONG)
        self._hub.look(link.who, looks=looks)
        return Response(status_code=TAKEN)


class PlayerCallbacks(Protocol):
    """The callbacks for what players send; each returns the HTTP status."""

    def answer(self, who: str, question_id: str, text: str) -> int:
        """Take a player's answer to a question."""

    def take_back(self, who: str, question_id: str) -> int:
        """Take back a player's answer to a question."""

    def hand(self, who: str, *, up: bool) -> int:
        """Raise or lower a player's hand."""

    def propose(self, who: str, text: str, target: str) -> int:
        """Take what a player proposes to do, as their own page calls it."""


def make_application(reception: Reception, takes: PlayerCallbacks) -> Starlette:
    """Return the web application of the players' page."""
    page = RequestHandlers(reception, takes)
    routes = [
        Route("/{token}", page.send_short, methods=["GET"]),
        Route("/{token}/", page.send_part, methods=["GET"]),
        Route("/{token}/live", page.send_news, methods=["GET"]),
        Route("/{token}/answer", page.take_answer, methods=["POST"]),
        Route("/{token}/back", page.take_back, methods=["POST"]),
        Route("/{token}/hand", page.take_hand, methods=["POST"]),
        Route("/{token}/propose", page.take_proposal, methods=["POST"]),
        Route("/{token}/take", page.take_name, methods=["POST"]),
        Route("/{token}/leave", page.take_leave, methods=["POST"]),
        Route("/{token}/look", page.take_look, methods=["POST"]),
        Route("/{token}/tv", page.send_television, methods=["GET"]),
        Route("/{token}/{part}", page.send_part, methods=["GET"]),
    ]
    app = Starlette(
        routes=routes,
        exception_handlers={404: _answer_not_found, 405: _answer_not_found},
    )
    # A hint how an address should end would be a word too much.
    app.router.redirect_slashes = False
    return app


class EventStream(StreamingResponse):
    """A response of server-sent events for as long as somebody listens. Raises TooManyListeners."""

    def __init__(self, hub: Hub, link: Link, address: str) -> None:
        self._hub = hub
        self._listener = hub.join(
            link.who, address, link.token, is_taken=link.is_taken
        )
        super().__init__(
            hub.events_for(self._listener), media_type="text/event-stream"
        )

    async def __call__(
        self, scope: Scope, receive: Receive, send: Send
    ) -> None:
        async def in_time(message: Message) -> None:
            async with asyncio.timeout(STALLED):
                await send(message)

        try:
            with suppress(TimeoutError):
                await super().__call__(scope, receive, in_time)
        finally:
            self._hub.leave(self._listener)


async def _answer_not_found(request: Request, error: Exception) -> Response:
    """Answer 404 for a wrong address or method alike."""
    del request, error
    return Response(status_code=404)


def _read_part(name: str) -> bytes:
    """Return the content of the part `name` of the page, `index.html` if it is empty. Raises
    OSError for an unknown part."""
    return (
        files("gmtrack.serve")
        .joinpath("page", name or "index.html")
        .read_bytes()
    )


def _parse_answer(body: bytes) -> tuple[str, str] | None:
    """Return the question's id and the text of a player's answer, or None if the body is
    malformed."""
    try:
        doc: Any = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(doc, dict):
        return None
    question, text = doc.get("question"), doc.get("text")
    return (
        (question, text)
        if isinstance(question, str) and isinstance(text, str)
        else None
    )


def _lead_to(token: str) -> Response:
    """Return the answer that leads a phone to the page of a token."""
    return JSONResponse({"go": f"../{token}/"})


def _let_wait(ticket: str) -> Response:
    """Return the answer to a phone that has to wait for the GM."""
    return JSONResponse({TICKET: ticket}, status_code=ASKED)


def _parse_wish(body: bytes) -> tuple[str, str] | None:
    """Return WHO or TICKET, and its text, of what a phone in the lobby sends; None if the body is
    malformed."""
    try:
        doc: Any = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(doc, dict) or len(doc) != 1:
        return None
    [(kind, text)] = doc.items()
    is_known = kind in (WHO, TICKET) and isinstance(text, str)
    return (kind, text) if is_known else None


def _parse_proposal(body: bytes) -> tuple[str, str] | None:
    """Return what a player proposes to do, and to whom (empty for nobody); None if the body is
    malformed."""
    try:
        doc: Any = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(doc, dict):
        return None
    text, target = doc.get("text"), doc.get("target")
    if not isinstance(text, str) or not isinstance(target, str):
        return None
    return text, target
