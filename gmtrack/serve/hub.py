"""The hub: holds the newest documents for all listeners. A listener that does not read delays
nobody."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from typing import NamedTuple

from gmtrack.store.shared_page import ASLEEP, AWAY, HERE

KEEP_ALIVE = 1.5
"""Seconds without news after which a listener is told that there is none."""
NOTHING = "null"
OF_A_PLAYER = 8
"""The most listeners on the own link of one player."""


class TooManyListeners(Exception):
    """Raised where no more listeners are allowed."""


class Listener(NamedTuple):
    """An open page: its player (None on everybody's page), its address, an event that is set if
    there is news, the token that opened it, and whether its name was taken in the lobby."""

    who: str | None
    address: str
    news: asyncio.Event
    token: str = ""
    is_taken: bool = False


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
        self.table = ""
        """What everybody's pages are told of the questions that are open: who is waited for."""
        self.lobby = ""
        """What everybody's pages are told of the lobby."""
        self.lobby_path = ""
        """Where the lobby is, for pages whose name has moved to another phone."""
        self.is_open: Callable[[str], bool] = bool
        """Whether a token still opens the page that it has opened."""
        self.gone = False
        self._most = most
        self._of_one = of_one
        self._you: dict[str, str] = {}
        self._listeners: dict[asyncio.Event, Listener] = {}
        self._came: set[str] = set()
        """The players who have had their page open."""
        self._dark: set[str] = set()
        """The players who do not look at their page, though it is open."""
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

    def phones(self) -> dict[str, str]:
        """Return how the phone of each player is: HERE, ASLEEP or AWAY."""
        seen = self.players() - self._dark
        return {who: self._phone_of(who, seen) for who in self._names}

    def _phone_of(self, who: str, seen: set[str]) -> str:
        """Return how a player's phone is; `seen` are those who look at theirs."""
        if who in seen:
            return HERE
        return ASLEEP if who in self._came else AWAY

    def count_shared_pages(self) -> int:
        """Return how many open pages are nobody's own."""
        return sum(1 for one in self._listeners.values() if one.who is None)

    def look(self, who: str, *, looks: bool) -> None:
        """Note whether a player looks at their page."""
        if looks:
            self._dark.discard(who)
        else:
            self._dark.add(who)

    def show_lobby(self, lobby: str, path: str) -> None:
        """Replace what everybody's pages are told of the lobby, and wake them if it is new."""
        self.lobby_path = path
        if self.lobby != lobby:
            self.lobby = lobby
            self._wake()

    def show_table(self, table: str) -> None:
        """Replace what everybody's pages are told of open questions, and wake them if it is new."""
        if self.table != table:
            self.table = table
            self._wake()

    def wake_all(self) -> None:
        """Let all pages look whether they may stay open."""
        self._wake()

    def stop(self) -> None:
        """Tell all listeners that the server ends."""
        self.gone = True
        self._wake()

    def _wake(self, who: str | None = None) -> None:
        """Wake the pages of a player, or all pages for None."""
        for news, one in self._listeners.items():
            if who in (None, one.who):
                news.set()

    def join(
        self,
        who: str | None,
        address: str,
        token: str = "",
        *,
        is_taken: bool = False,
    ) -> Listener:
        """Return a new listener, who has to `leave`. Raises TooManyListeners."""
        same = [one for one in self._listeners.values() if one.who == who]
        alike = sum(1 for one in same if one.address == address)
        if (
            len(same) >= (OF_A_PLAYER if who else self._most)
            or alike >= self._of_one
        ):
            raise TooManyListeners
        listener = Listener(who, address, asyncio.Event(), token, is_taken)
        listener.news.set()
        if who is not None:
            self._came.add(who)
            self._dark.discard(who)
        self._listeners[listener.news] = listener
        return listener

    def leave(self, listener: Listener) -> None:
        """Forget a listener."""
        self._listeners.pop(listener.news, None)

    async def events_for(self, listener: Listener) -> AsyncIterator[bytes]:
        """Yield the server-sent events for a listener until the server ends."""
        news, who = listener.news, listener.who
        fight = asked = own = hand = ""
        told: dict[str, str] = {}
        if listener.is_taken:
            yield _event("taken", "{}")
        while not self.gone:
            if listener.token and not self.is_open(listener.token):
                yield _event("moved", json.dumps(self.lobby_path))
                return
            if not await _is_news_in_time(news):
                yield b": nothing new\n\n"
            news.clear()
            if self.fight != fight:
                fight = self.fight
                yield _event("fight", self._with_player(who, fight))
            for kind, text in self._news_for_everybody(who, told):
                told[kind] = text
                yield _event(kind, text)
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

    def _news_for_everybody(
        self, who: str | None, told: Mapping[str, str]
    ) -> list[tuple[str, str]]:
        """Return what is new for everybody's pages, as pairs of kind and text; nothing for a
        player's. `told` is what the page knows."""
        if who is not None:
            return []
        now = {"table": self.table, "lobby": self.lobby}
        return [
            (kind, text)
            for kind, text in now.items()
            if text != told.get(kind, "")
        ]

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
