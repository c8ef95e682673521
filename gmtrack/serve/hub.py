"""The newest documents for all listeners. A listener that does not read delays nobody."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import NamedTuple

KEEP_ALIVE = 10.0
"""Seconds without news after which a listener is told that there is none."""
NOTHING = "null"
OF_A_PLAYER = 8
"""Pages that listen to the own link of one."""


class Full(Exception):
    """No more listeners are allowed."""


class Listener(NamedTuple):
    """One open page: its player (None: everybody's page), its address, and whether there is
    news."""

    who: str | None
    address: str
    news: asyncio.Event


class Hub:
    """The newest document (`fight`), the question to each player (`asked`, by id), what each
    player sees of themselves (`own`), all as text; and whose `hands` are up. `players`: names of
    those with a link of their own. At most `most` listeners may have everybody's page, `of_one`
    from one address; players have places of their own."""

    def __init__(
        self, most: int, of_one: int, players: Mapping[str, str]
    ) -> None:
        self.fight = ""
        self.asked: dict[str, str] = {}
        self.own: dict[str, str] = {}
        self.hands: frozenset[str] = frozenset()
        self.gone = False
        self._most = most
        self._of_one = of_one
        self._you = {
            who: json.dumps({"id": who, "name": name})
            for who, name in players.items()
        }
        self._listeners: dict[asyncio.Event, Listener] = {}

    @property
    def listeners(self) -> int:
        return len(self._listeners)

    def publish(self, fight: str) -> None:
        if fight != self.fight:
            self.fight = fight
            self._wake()

    def ask(self, asked: dict[str, str]) -> None:
        """Replace the open questions by these."""
        before, self.asked = self.asked, asked
        for who in before.keys() | asked.keys():
            if before.get(who) != asked.get(who):
                self._wake(who)

    def show_own(self, who: str, own: str) -> None:
        if self.own.get(who) != own:
            self.own[who] = own
            self._wake(who)

    def show_hands(self, hands: frozenset[str]) -> None:
        before, self.hands = self.hands, hands
        for who in before ^ hands:
            self._wake(who)

    def players(self) -> set[str]:
        return {one.who for one in self._listeners.values() if one.who}

    def stop(self) -> None:
        self.gone = True
        self._wake()

    def _wake(self, who: str | None = None) -> None:
        for news, one in self._listeners.items():
            if who in (None, one.who):
                news.set()

    def join(self, who: str | None, address: str) -> Listener:
        """Return a new listener, who has to `leave`. Raises Full."""
        same = [one for one in self._listeners.values() if one.who == who]
        alike = sum(1 for one in same if one.address == address)
        if (
            len(same) >= (OF_A_PLAYER if who else self._most)
            or alike >= self._of_one
        ):
            raise Full
        listener = Listener(who, address, asyncio.Event())
        listener.news.set()
        self._listeners[listener.news] = listener
        return listener

    def leave(self, listener: Listener) -> None:
        self._listeners.pop(listener.news, None)

    async def told(self, listener: Listener) -> AsyncIterator[bytes]:
        """Yield everything that a listener is sent, from now on until the server ends."""
        news, who = listener.news, listener.who
        fight = asked = own = hand = ""
        while not self.gone:
            if not await _in_time(news):
                yield b": nothing new\n\n"
            news.clear()
            if self.fight != fight:
                fight = self.fight
                yield _event("fight", self._for(who, fight))
            question = self.asked.get(who, NOTHING) if who else asked
            if question != asked:
                asked = question
                yield _event("asked", asked)
            mine = self.own.get(who, NOTHING) if who else own
            if mine != own:
                own = mine
                yield _event("own", own)
            up = json.dumps(who in self.hands) if who else hand
            if up != hand:
                hand = up
                yield _event("hand", hand)
        yield _event("gone", "{}")

    def _for(self, who: str | None, fight: str) -> str:
        """Return the document together with the player whose page it is."""
        return (
            f'{fight[:-1]}, "you": {self._you[who]}}}'
            if who in self._you
            else fight
        )


async def _in_time(news: asyncio.Event) -> bool:
    try:
        async with asyncio.timeout(KEEP_ALIVE):
            await news.wait()
    except TimeoutError:
        return False
    return True


def _event(name: str, data: str) -> bytes:
    return f"event: {name}\ndata: {data}\n\n".encode()
