"""What all listeners are told: always the newest. Nobody waits for one that does not listen."""

import asyncio
from collections.abc import AsyncIterator

KEEP_ALIVE = 10.0
"""Seconds without news after which a listener is told that there is none."""
NOTHING = "null"


class Full(Exception):
    """As many listen as may."""


class Hub:
    """The newest document (`fight`), and what each player is asked (`asked`, by id), as text."""

    def __init__(self, most: int) -> None:
        self.fight = ""
        self.asked: dict[str, str] = {}
        self.gone = False
        self._most = most
        self._listeners: set[asyncio.Event] = set()

    @property
    def listeners(self) -> int:
        return len(self._listeners)

    def publish(self, fight: str) -> None:
        """The fight is another one now."""
        if fight != self.fight:
            self.fight = fight
            self._wake()

    def ask(self, asked: dict[str, str]) -> None:
        """This is what players are asked now; nobody else is asked anything."""
        if asked != self.asked:
            self.asked = asked
            self._wake()

    def stop(self) -> None:
        """The GM has stopped."""
        self.gone = True
        self._wake()

    def _wake(self) -> None:
        for listener in self._listeners:
            listener.set()

    def join(self) -> asyncio.Event:
        """One listener more, who has to `leave`. Raises Full."""
        if len(self._listeners) >= self._most:
            raise Full
        news = asyncio.Event()
        news.set()
        self._listeners.add(news)
        return news

    def leave(self, news: asyncio.Event) -> None:
        """A listener has gone."""
        self._listeners.discard(news)

    async def told(self, news: asyncio.Event, who: str | None) -> AsyncIterator[bytes]:
        """All that a listener is sent, from now on, until the GM stops."""
        fight = asked = ""
        while not self.gone:
            if not await _in_time(news):
                yield b": nothing new\n\n"
            news.clear()
            if self.fight != fight:
                fight = self.fight
                yield _event("fight", fight)
            question = self.asked.get(who, NOTHING) if who else asked
            if question != asked:
                asked = question
                yield _event("asked", asked)
        yield _event("gone", "{}")


async def _in_time(news: asyncio.Event) -> bool:
    try:
        await asyncio.wait_for(news.wait(), KEEP_ALIVE)
    except TimeoutError:
        return False
    return True


def _event(name: str, data: str) -> bytes:
    return f"event: {name}\ndata: {data}\n\n".encode()
