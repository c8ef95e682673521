"""The addresses of the players' page. Each contains a token that nobody can guess. Tokens are
kept from one server to the next: those of a fight in its folder, those of a party and all its
fights in the party's folder."""

import hmac
import json
import re
import secrets
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from gmtrack.core.encounter import Encounter
from gmtrack.store import working_copies
from gmtrack.store.atomic_files import make_folder, replace_file

BYTES = 18
"""The random bytes of a token, which make 24 letters."""
KEPT = "links.json"
EVERYBODY = ""
"""The owner of the link for everybody."""


class Link(NamedTuple):
    """An address: its token, its player (None for everybody's), and whether it is that of a phone
    that has taken the player's name in the lobby."""

    token: str
    who: str | None = None
    is_taken: bool = False


class Links:
    """The addresses of one server: one for everybody, and one for each player. After it has gone
    on to another fight the addresses of the fights before still lead to it."""

    def __init__(
        self,
        tokens: Mapping[str, str],
        players: Collection[str],
        file: Path | None = None,
    ) -> None:
        self.everybody = Link(tokens[EVERYBODY])
        self.own = {who: Link(tokens[who], who) for who in players}
        self.file = file
        """The file that keeps the links of the present fight; None if none does."""
        self._earlier: tuple[Link, ...] = ()
        """The links of the fights before."""

    @property
    def tokens(self) -> dict[str, str]:
        """The tokens by their owners; of those who are not in the present fight the last ones."""
        links = (*self._earlier, self.everybody, *self.own.values())
        return {link.who or EVERYBODY: link.token for link in links}

    def go_on(self, new: "Links") -> None:
        """Take the links of the fight that the server goes on to, and keep the ones so far."""
        until_now = (*self._earlier, self.everybody, *self.own.values())
        self._earlier = tuple(dict.fromkeys(until_now))
        self.everybody, self.own = new.everybody, new.own
        self.file = new.file

    def find(self, token: str) -> Link | None:
        """Return the link of a token, or None. Takes the same time however much of the token is
        right."""
        found, given = None, token.encode()
        for link in (*self._earlier, self.everybody, *self.own.values()):
            if hmac.compare_digest(link.token.encode(), given):
                found = link
        return found

    def are_over(self) -> bool:
        """Whether the file of the present fight holds newer links than these."""
        mine = self.everybody.token
        kept = read_links(self.file).tokens if self.file else {}
        return kept.get(EVERYBODY, mine) != mine


class KeptLinks(NamedTuple):
    """The content of the file: the port, None if none is kept, and the tokens by player."""

    port: int | None
    tokens: dict[str, str]


def file_of(encounter: Encounter, folder: Path) -> Path:
    """Return the file for the links of a fight whose history lies in `folder`."""
    link = encounter.fight.get("party")
    if link:
        from gmtrack.store import parties

        party = parties.party_of_mark(link["mark"])
        folder = party.place.folder if party else folder
    return folder / KEPT


def read_links(file: Path) -> KeptLinks:
    """Return what the file holds; no port and no tokens if there is no file, or if it was not
    written by gmtrack."""
    try:
        data: Any = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return KeptLinks(None, {})
    is_whole = isinstance(data, dict) and data.keys() == {"port", "tokens"}
    if (
        not is_whole
        or not _are_tokens(data["tokens"])
        or type(data["port"]) is not int
    ):
        return KeptLinks(None, {})
    return KeptLinks(**data)


def keep_links(
    file: Path,
    players: Collection[str],
    port: int,
    *,
    anew: bool = False,
    moved: bool = False,
    usual: Mapping[str, str] | None = None,
) -> Links:
    """Return the links of a server, and write them to the file if any are new.

    Players without a link get one: their token in `usual`, or a new one. With `anew` everybody
    gets a new one. `port` is kept if none was, or if it was `moved`. Raises StoreError."""
    found, wanted = read_links(file), (EVERYBODY, *players)
    if anew or moved or not found.tokens.keys() >= {*wanted}:
        make_folder(file.parent)
        with working_copies.lock_names():
            # Another server may have made some just now.
            found = read_links(file)
            old = {} if anew else found.tokens
            new = {
                one: (usual or {}).get(one) or secrets.token_urlsafe(BYTES)
                for one in wanted
                if one not in old
            }
            stays = found.port is not None and not moved
            found = KeptLinks(found.port if stays else port, {**old, **new})
            replace_file(file, json.dumps(found._asdict()).encode() + b"\n")
    return Links(found.tokens, players, file)


def _are_tokens(data: Any) -> bool:
    """Whether data is a mapping of owners to distinct well-formed tokens."""
    return (
        isinstance(data, dict)
        and all(
            isinstance(one, str) and re.fullmatch(r"[\w-]{24}", one)
            for one in data.values()
        )
        and len({*data.values()}) == len(data)
    )
