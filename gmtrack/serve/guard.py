"""The check of each request: only requests to the server's own names and from its own pages
pass, and only small ones at a limited rate. Everything else gets 404 without explanation."""

import time
from collections import OrderedDict
from collections.abc import Callable, Collection

from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 2_000
"""The largest request body; an answer is a line of dice."""
MOST_AT_ONCE = 180
"""The most requests from one address in a burst; many phones may share one, and each asks for a
dozen parts of its page at once."""
EACH_SECOND = 20
MOST_KNOWN = 10_000
"""The most addresses whose requests are counted; the oldest is dropped."""
METHODS = ("GET", "HEAD", "POST")
HEADERS = (
    # One request each: what is sent behind it, or instead of its end, is not even read.
    (b"connection", b"close"),
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        b"img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


class Rates:
    """The rate limit of each address, a token bucket that fills up again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, address: str) -> bool:
        """Whether one more request of an address is allowed; it is counted."""
        now = self._clock()
        left, then = self._left.pop(address, (float(MOST_AT_ONCE), now))
        left = min(float(MOST_AT_ONCE), left + (now - then) * EACH_SECOND)
        allowed = left >= 1
        self._left[address] = (left - allowed, now)
        if len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)
        return allowed


class Guard:
    """An ASGI middleware that lets only proper requests through. `hosts` are the names, with
    port, under which the server is reached."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._rates = Rates()

    async def __call__(
        self, scope: Scope, receive: Receive, send: Send
    ) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        address = (scope.get("client") or ("", 0))[0]
        if not self._rates.allows(address):
            await send_refusal(send, 429)
        elif not self._is_own_request(scope):
            await send_refusal(send, 404)
        elif is_too_large(scope):
            await send_refusal(send, 413)
        else:
            await self._app(scope, receive, with_headers(send))

    def _is_own_request(self, scope: Scope) -> bool:
        """Whether a request addresses one of the server's own names, or the address it has come
        to, and comes from the server's own pages. A foreign name that leads here (DNS rebinding)
        is neither."""
        headers = scope["headers"]
        hosts = [value for name, value in headers if name == b"host"]
        origins = [value for name, value in headers if name == b"origin"]
        sites = [value for name, value in headers if name == b"sec-fetch-site"]
        if scope["method"] not in METHODS or len(hosts) != 1:
            return False
        host = hosts[0].decode("latin-1").lower()
        own = [f"http://{host}".encode("latin-1")]
        if not (host in self._hosts or host in _reached_addresses(scope)) or (
            origins and origins != own
        ):
            return False
        if scope["method"] == "POST" and not origins:
            return False
        # A link may be followed from anywhere; nothing else comes from another site.
        return scope["method"] != "POST" or sites in ([], [b"same-origin"])


def _reached_addresses(scope: Scope) -> tuple[str, ...]:
    """Return the address and port that a request has come to, as browsers write them."""
    address, port = scope.get("server") or ("", None)
    return (
        (f"{address}:{port}", address) if port == 80 else (f"{address}:{port}",)
    )


def is_too_large(scope: Scope) -> bool:
    """Whether the body is larger than an answer can be, or its length is not stated."""
    headers = dict(scope["headers"])
    length = headers.get(b"content-length", b"0")
    return (
        b"transfer-encoding" in headers
        or not length.isdigit()
        or int(length) > MOST_BYTES
    )


async def send_refusal(send: Send, status: int) -> None:
    """Answer with a status and nothing else."""
    headers = [(b"content-length", b"0"), *HEADERS]
    await send(
        {"type": "http.response.start", "status": status, "headers": headers}
    )
    await send({"type": "http.response.body", "body": b""})


def with_headers(send: Send) -> Send:
    """Return a `send` that adds security headers to each answer."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *HEADERS]
        await send(message)

    return sent
