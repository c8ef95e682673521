"""The server: the address it listens on, who may connect, and how it ends."""

import asyncio
import logging
import re
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from ipaddress import IPv4Address
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from gmtrack.errors import StoreError
from gmtrack.serve.app import make_application
from gmtrack.serve.follow import Follower
from gmtrack.serve.guard import Guard
from gmtrack.serve.hub import Hub
from gmtrack.serve.reception import Reception

PORT = 8765
"""The usual port: taken if none is typed and the fight keeps none from before (`KeptLinks.port`).
If it is taken, the next free one is. `cli/serve.py` and `guide/phones.md` name it too."""
TRIED = 100
"""The most ports that are tried, from the first on."""
MOST_LISTENERS, LISTENERS_OF_ONE = 150, 60
MOST_CONNECTIONS, MOST_OF_ONE = 400, 120
"""The most connections at all, and from one address: behind a router all phones may share one."""
BACKLOG = 128
"""The most connections that wait to be accepted."""
SILENCE = 10.0
"""Seconds in which a connection has to send a request."""
LINKS_EVERY = 0.5
"""Seconds between two looks for new links, and whether the server is to end."""
HERE = "127.0.0.1"


def bind_socket(port: int, *, lan: bool, alone: bool = False) -> socket.socket:
    """Return a socket on this port, or unless `alone` on the next free one. Raises StoreError if
    none is free."""
    last = port + 1 if alone else min(port + TRIED, 65_536)
    for number in range(port, last):
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(("0.0.0.0" if lan else HERE, number))
            # From now on nobody is turned away, and no other process gets the port.
            found.listen(BACKLOG)
        except OSError:
            found.close()
        else:
            return found
    if alone:
        with bind_socket(port + 1, lan=lan) as free:
            works = free.getsockname()[1]
        raise StoreError(
            "busy",
            f"port {port} is in use: `serve --port {works}` takes another one, under which phones "
            "need new links",
        )
    raise StoreError(
        "busy",
        f"no port from {port} on is free: type another one behind --port",
    )


def own_address() -> str:
    """Return this machine's address in its network, or the loopback address. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return HERE
        return str(probe.getsockname()[0])


def is_own(address: str) -> bool:
    """Whether an address is one of this machine's: what is sent there would come from the same
    address. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((str(IPv4Address(address)), 9))
        except (OSError, ValueError):
            return False
        return str(probe.getsockname()[0]) == address


def own_addresses() -> list[str]:
    """Return this machine's addresses in its networks, as far as the system tells them, without
    the loopback."""
    found = [own_address()]
    with suppress(OSError):
        infos = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [str(one[4][0]) for one in infos]
    with suppress(OSError):
        # Linux has all of them here, among others.
        found += re.findall(
            r"[\d.]+", Path("/proc/net/fib_trie").read_text(encoding="ascii")
        )
    lan = (one for one in dict.fromkeys(found) if not one.startswith("127."))
    return [one for one in lan if is_own(one)]


def host_names(port: int, *, lan: bool) -> Iterator[str]:
    """Yield all names with port under which a browser may address the server, besides the
    address of the connection."""
    hosts = [HERE, "localhost"]
    if lan:
        own = socket.gethostname().lower()
        hosts += [own_address(), own, f"{own}.local"]
    for host in hosts:
        yield f"{host}:{port}"
        if port == 80:
            yield host


class BoundedConnection(H11Protocol):
    """A connection, which is closed if no request comes in time, or if its address has too many."""

    each: ClassVar[Counter[str]] = Counter()
    """The number of connections by address."""

    def connection_made(self, transport: Any) -> None:
        """Accept a connection, or abort it if there are too many, at all or from its address."""
        super().connection_made(transport)
        peer = transport.get_extra_info("peername") or ("",)
        self._address = str(peer[0])
        BoundedConnection.each[self._address] += 1
        self._hurry = self.loop.call_later(SILENCE, self._late)
        alone = BoundedConnection.each[self._address] <= MOST_OF_ONE
        if not alone or BoundedConnection.each.total() > MOST_CONNECTIONS:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        BoundedConnection.each[self._address] -= 1
        if not BoundedConnection.each[self._address]:
            del BoundedConnection.each[self._address]
        self._hurry.cancel()
        super().connection_lost(exc)

    def _late(self) -> None:
        """Close the connection, unless a whole request, head and body, has come in time."""
        begun = self.cycle is not None and self.cycle.response_started
        if not begun and not self.transport.is_closing():
            self.transport.abort()


class Server(uvicorn.Server):
    """A server that tells all listeners when it ends, so that it waits for none."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop the hub, then the server, on a signal."""
        self._hub.stop()
        super().handle_exit(sig, frame)


def serve(
    sock: socket.socket,
    reception: Reception,
    follower: Follower,
    *,
    lan: bool,
    is_over: Callable[[], bool] = bool,
) -> bool:
    """Serve until Ctrl-C, until `is_over`, or until there are newer links. Returns whether there
    are. Errors of guests are not shown on the GM's screen."""
    hub, links = reception.hub, reception.links
    logging.disable(logging.CRITICAL)
    app = Guard(
        make_application(reception, follower),
        set(host_names(sock.getsockname()[1], lan=lan)),
    )
    config = uvicorn.Config(
        app,
        http=BoundedConnection,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        lifespan="off",
        ws="none",
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=8_192,
    )

    serving = Server(config, hub)

    async def end_with_links() -> None:
        while not (is_over() or links.are_over()):
            await asyncio.sleep(LINKS_EVERY)
        hub.stop()
        serving.should_exit = True

    async def all_of_it() -> bool:
        ending = asyncio.create_task(end_with_links())
        beside = [ending, asyncio.create_task(follower.follow())]
        try:
            await serving.serve(sockets=[sock])
            return ending.done() and not is_over()
        finally:
            reception.close()
            for task in beside:
                task.cancel()

    return asyncio.run(all_of_it())
