"""The hub: holds the newest documents for all listeners. A listener that does not read delays
nobody."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import NamedTuple

KEEP_ALIVE = 1.5
"""Seconds without news after which a listener is told that there is none."""
NOTHING = "null"
OF_A_PLAYER = 8
"""The most listeners on the own link of one player."""


class TooManyListeners(Exception):
    """Raised where no more listeners are allowed."""


class Listener(NamedTuple):
    """An open page: its player (None on everybody's page), its address, and an event that is set
    if there is news."""

    who: str | None
    address: str
    news: asyncio.Event


class Hub:
    """The newest document (`fight`), the question to each player (`asked`, by id) and what each
    player sees of themselves (`own`), all as text; and the players whose `hands` are up.

    `players` are the names of those with a link of their own. At most `most` listeners may have
    everybody's page, `of_one` from one address; players have places of their own."""

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
        self._you: dict[str, str] = {}
        self._listeners: dict[asyncio.Event, Listener] = {}
        self.set_players(players)

    @property
    def listeners(self) -> int:
        """The number of listeners."""
        return len(self._listeners)

    def set_players(self, players: Mapping[str, str]) -> None:
        """Replace the players, id to name, as when the server goes on to another fight. Whoever is
        not among them sees what everybody sees."""
        self._names = dict(players)
        self._you = {
            who: json.dumps({"id": who, "name": name})
            for who, name in players.items()
        }
        self._wake()

    def forget(self) -> None:
        """Forget what players were asked and shown in the fight so far."""
        self.asked, self.own, self.hands = {}, {}, frozenset()

    def names(self) -> dict[str, str]:
        """Return id and name of each player of the present fight."""
        return dict(self._names)

    def publish(self, fight: str) -> None:
        """Replace the document of the fight, and wake all listeners if it is new."""
        if fight != self.fight:
            self.fight = fight
            self._wake()

    def ask(self, asked: dict[str, str]) -> None:
        """Replace the open questions, and wake the pages of those whose question is new."""
        before, self.asked = self.asked, asked
        for who in before.keys() | asked.keys():
            if before.get(who) != asked.get(who):
                self._wake(who)

    def show_own(self, who: str, own: str) -> None:
        """Replace what a player sees of themselves, and wake their pages if it is new."""
        if self.own.get(who) != own:
            self.own[who] = own
            self._wake(who)

    def show_hands(self, hands: frozenset[str]) -> None:
        """Replace the set of raised hands, and wake the pages of those who have changed."""
        before, self.hands = self.hands, hands
        for who in before ^ hands:
            self._wake(who)

    def players(self) -> set[str]:
        """Return the players of the present fight who have their own page open."""
        open_pages = {one.who for one in self._listeners.values() if one.who}
        return open_pages & self._you.keys()

    def stop(self) -> None:
        """Tell all listeners that the server ends."""
        self.gone = True
        self._wake()

    def _wake(self, who: str | None = None) -> None:
        """Wake the pages of a player, or all pages for None."""
        for news, one in self._listeners.items():
            if who in (None, one.who):
                news.set()

    def join(self, who: str | None, address: str) -> Listener:
        """Return a new listener, who has to `leave`. Raises TooManyListeners."""
        same = [one for one in self._listeners.values() if one.who == who]
        alike = sum(1 for one in same if one.address == address)
        if (
            len(same) >= (OF_A_PLAYER if who else self._most)
            or alike >= self._of_one
        ):
            raise TooManyListeners
        listener = Listener(who, address, asyncio.Event())
        listener.news.set()
        self._listeners[listener.news] = listener
        return listener

    def leave(self, listener: Listener) -> None:
        """Forget a listener."""
        self._listeners.pop(listener.news, None)

    async def events_for(self, listener: Listener) -> AsyncIterator[bytes]:
        """Yield the server-sent events for a listener until the server ends."""
        news, who = listener.news, listener.who
        fight = asked = own = hand = ""
        while not self.gone:
            if not await _is_news_in_time(news):
                yield b": nothing new\n\n"
            news.clear()
            if self.fight != fight:
                fight = self.fight
                yield _event("fight", self._with_player(who, fight))
            question = self._find_for(who, self.asked) if who else asked
            if question != asked:
                asked = question
                yield _event("asked", asked)
            mine = self._find_for(who, self.own) if who else own
            if mine != own:
                own = mine
                yield _event("own", own)
            up = json.dumps(who in self.hands) if who else hand
            if up != hand:
                hand = up
                yield _event("hand", hand)
        yield _event("gone", "{}")

    def _find_for(self, who: str, documents: Mapping[str, str]) -> str:
        """Return a player's document; NOTHING if there is none, or they are no player now."""
        return documents.get(who, NOTHING) if who in self._you else NOTHING

    def _with_player(self, who: str | None, fight: str) -> str:
        """Return the document with the id and name of the player whose page it is; unchanged for
        everybody's page."""
        return (
            f'{fight[:-1]}, "you": {self._you[who]}}}'
            if who in self._you
            else fight
        )


async def _is_news_in_time(news: asyncio.Event) -> bool:
    """Whether news comes within KEEP_ALIVE seconds."""
    try:
        async with asyncio.timeout(KEEP_ALIVE):
            await news.wait()
    except TimeoutError:
        return False
    return True


def _event(name: str, data: str) -> bytes:
    """Return a server-sent event."""
    return f"event: {name}\ndata: {data}\n\n".encode()
