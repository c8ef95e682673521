"""The reception: who has a page open, who asks for which name, and what the GM says to that."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from gmtrack.serve.hub import Hub
from gmtrack.serve.links import Link, Links
from gmtrack.serve.lobby import Lobby
from gmtrack.store.shared_page import (
    AWAY,
    PageNotice,
    SharedPage,
    take_said,
)


class Reception:
    """Whoever lets phones in: by their links, by the short code, and by a name that they have
    taken. Tells the hub, and the sessions of the fight, who is there.

    `base` is the address of the server; `draw_code` returns the rows of a code for a phone's
    camera, as texts of `0` and `1`."""

    def __init__(
        self,
        hub: Hub,
        links: Links,
        lobby: Lobby,
        base: str,
        draw_code: Callable[[str], Sequence[str]],
    ) -> None:
        self.hub, self.links, self.lobby = hub, links, lobby
        self._base = base
        self._rows = list(draw_code(self.address))
        self._notice = PageNotice()
        hub.is_open = self._is_open

    @property
    def address(self) -> str:
        """The short address of the lobby."""
        return f"{self._base}/{self.lobby.code}/"

    def _is_open(self, token: str) -> bool:
        """Whether a token still opens a page."""
        return self.find(token) is not None

    def find(self, token: str) -> Link | None:
        """Return the link that a token opens: a player's, everybody's or the lobby's; None for a
        wrong one."""
        who = self.lobby.find(token)
        if self.lobby.is_code(token):
            return Link(token)
        return (
            Link(token, who, True)
            if who is not None
            else self.links.find(token)
        )

    def take(self, who: str) -> tuple[str, bool] | None:
        """Take a player's name, as `Lobby.take` says; None if nobody in the fight has that id."""
        if who not in self.hub.names():
            return None
        found = self.lobby.take(who, self.hub.players())
        self.tell_names()
        return found

    def leave(self, token: str) -> None:
        """Give back the name of the phone that has this token."""
        self.lobby.leave(token)
        self.tell_names()
        self.hub.wake_all()

    def look(self, folder: Path) -> None:
        """Do what the GM has said about names, and tell sessions in the fight's folder, and the
        pages, how things stand now."""
        said = list(take_said(folder))
        for word, who in said:
            self.lobby.say(word, who)
        if said:
            self.hub.wake_all()
        self.tell_names()
        page = SharedPage(
            address=self.address,
            page=f"{self._base}/{self.links.everybody.token}/",
            phones=self.hub.phones(),
            asks=self.lobby.asks(),
            others=self.hub.count_shared_pages(),
        )
        self._notice.write(folder, page)

    def tell_names(self) -> None:
        """Tell everybody's pages which names are there and which of them are taken."""
        taken = self.lobby.taken_names(self.hub.players())
        phones = self.hub.phones()
        names = [
            [who, name, who in taken, phones.get(who, AWAY)]
            for who, name in self.hub.names().items()
        ]
        document = {"address": self.address, "code": self._rows, "names": names}
        path = f"../{self.lobby.code}/"
        self.hub.show_lobby(json.dumps(document), path)

    def close(self) -> None:
        """Tell sessions that the page is shared no longer."""
        self._notice.remove()
