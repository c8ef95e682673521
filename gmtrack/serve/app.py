"""The requests of a browser: the page, its parts, the stream of news, an answer, a raised hand."""

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from importlib.resources import files
from typing import Any, Protocol

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from gmtrack.serve.hub import Full, Hub
from gmtrack.serve.links import Link, Links

PARTS: Mapping[str, str] = {
    "": "text/html; charset=utf-8",
    "page.css": "text/css; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
}
"""The parts of the page with their types; the page itself has an empty name."""

STALLED = 20.0
"""Seconds in which a listener has to take what it is sent."""
UNREADABLE = "an answer is one line of at most 200 letters"
TAKEN, GONE, WRONG, FULL = 204, 409, 422, 503


class Page:
    """The request handlers."""

    def __init__(self, hub: Hub, links: Links, takes: "Takes") -> None:
        self._hub, self._links, self._takes = hub, links, takes
        self._parts = {name: _part(name) for name in PARTS}

    def _linked(self, request: Request) -> Link | None:
        return self._links.find(request.path_params["token"])

    async def part(self, request: Request) -> Response:
        """Send the page, or a part of it."""
        name = request.path_params.get("part", "")
        if self._linked(request) is None or name not in self._parts:
            return Response(status_code=404)
        return Response(self._parts[name], media_type=PARTS[name])

    async def live(self, request: Request) -> Response:
        """Send news for as long as somebody listens."""
        link = self._linked(request)
        if link is None:
            return Response(status_code=404)
        try:
            address = request.client.host if request.client else ""
            return Live(self._hub, link.who, address)
        except Full:
            return Response(status_code=FULL, headers={"retry-after": "30"})

    async def answered(self, request: Request) -> Response:
        """Take a player's answer to a question."""
        link = self._linked(request)
        if link is None or link.who is None:
            return Response(status_code=404)
        said = _said(await request.body())
        status = WRONG if said is None else self._takes.answer(link.who, *said)
        if status != WRONG:
            return Response(status_code=status)
        problem = json.dumps({"problem": UNREADABLE})
        return Response(
            problem, status_code=WRONG, media_type="application/json"
        )

    async def raised(self, request: Request) -> Response:
        """Take a player's raised hand, or lower it again."""
        link = self._linked(request)
        if link is None or link.who is None:
            return Response(status_code=404)
        said = {b"true": True, b"false": False}.get(await request.body())
        status = WRONG if said is None else self._takes.hand(link.who, up=said)
        return Response(status_code=status)


class Takes(Protocol):
    """The callbacks for what players send; each returns the HTTP status."""

    def answer(self, who: str, question_id: str, text: str) -> int: ...

    def hand(self, who: str, *, up: bool) -> int: ...


def application(hub: Hub, links: Links, takes: Takes) -> Starlette:
    page = Page(hub, links, takes)
    routes = [
        Route("/{token}/", page.part, methods=["GET"]),
        Route("/{token}/live", page.live, methods=["GET"]),
        Route("/{token}/answer", page.answered, methods=["POST"]),
        Route("/{token}/hand", page.raised, methods=["POST"]),
        Route("/{token}/{part}", page.part, methods=["GET"]),
    ]
    app = Starlette(
        routes=routes, exception_handlers={404: _nothing, 405: _nothing}
    )
    # A hint how an address should end would be a word too much.
    app.router.redirect_slashes = False
    return app


class Live(StreamingResponse):
    """Server-sent events, as long as somebody listens. Raises Full."""

    def __init__(self, hub: Hub, who: str | None, address: str) -> None:
        self._hub, self._listener = hub, hub.join(who, address)
        super().__init__(
            hub.told(self._listener), media_type="text/event-stream"
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


async def _nothing(request: Request, error: Exception) -> Response:
    del request, error
    return Response(status_code=404)


def _part(name: str) -> bytes:
    return (
        files("gmtrack.serve")
        .joinpath("page", name or "index.html")
        .read_bytes()
    )


def _said(body: bytes) -> tuple[str, str] | None:
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
