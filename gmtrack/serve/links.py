"""The addresses of the page: each holds a token that nobody can guess."""

import hmac
import secrets
from collections.abc import Iterable
from typing import NamedTuple

BYTES = 18
"""Of a token: 24 letters."""


class Link(NamedTuple):
    """One address: what stands in it, and whose it is (None: everybody's)."""

    token: str
    who: str | None = None


class Links:
    """All addresses of one server: one for everybody, and one for each of these players."""

    def __init__(self, players: Iterable[str]) -> None:
        self.everybody = Link(secrets.token_urlsafe(BYTES))
        self.own = {who: Link(secrets.token_urlsafe(BYTES), who) for who in players}

    def find(self, token: str) -> Link | None:
        """The link of a token. How long it takes tells nothing of how much of it is right."""
        found, given = None, token.encode()
        for link in (self.everybody, *self.own.values()):
            if hmac.compare_digest(link.token.encode(), given):
                found = link
        return found
