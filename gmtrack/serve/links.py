"""The addresses of the page: each holds a token that nobody can guess, and is kept from one server
to the next, for a fight in its folder, for a party and all its fights in that of the party."""

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
"""Of a token: 24 letters."""
KEPT = "links.json"
EVERYBODY = ""
"""Whose link is for all."""


class Link(NamedTuple):
    """One address: what stands in it, and whose it is (None: everybody's)."""

    token: str
    who: str | None = None


class Links:
    """All addresses of one server: one for everybody, and one for each of these players."""

    def __init__(self, tokens: Mapping[str, str], players: Collection[str]) -> None:
        self.everybody = Link(tokens[EVERYBODY])
        self.own = {who: Link(tokens[who], who) for who in players}

    def find(self, token: str) -> Link | None:
        """The link of a token. How long it takes tells nothing of how much of it is right."""
        found, given = None, token.encode()
        for link in (self.everybody, *self.own.values()):
            if hmac.compare_digest(link.token.encode(), given):
                found = link
        return found

    def are_over(self, file: Path) -> bool:
        """Whether new ones are kept in their place."""
        mine = self.everybody.token
        return kept(file).tokens.get(EVERYBODY, mine) != mine


class KeptLinks(NamedTuple):
    """What is kept: the port, and the tokens by whose they are."""

    port: int | None
    tokens: dict[str, str]


def file_of(encounter: Encounter, folder: Path) -> Path:
    """Where the links of a fight, whose history lies in `folder`, are kept."""
    link = encounter.fight.get("party")
    if link:
        from gmtrack.store import parties

        party = parties.of_mark(link["mark"])
        folder = party.place.folder if party else folder
    return folder / KEPT


def kept(file: Path) -> KeptLinks:
    """What is kept; nothing where nothing is, or what is there was not written here."""
    try:
        data: Any = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return KeptLinks(None, {})
    is_whole = isinstance(data, dict) and data.keys() == {"port", "tokens"}
    if not is_whole or not _are_tokens(data["tokens"]) or type(data["port"]) is not int:
        return KeptLinks(None, {})
    return KeptLinks(**data)


def keep(file: Path, players: Collection[str], port: int, *, anew: bool, moved: bool) -> Links:
    """The links, with new ones for those who have none, or (`anew`) for all. The `port` is kept
    where there was none, or it was `moved`. Raises StoreError."""
    found, wanted = kept(file), (EVERYBODY, *players)
    if anew or moved or not found.tokens.keys() >= {*wanted}:
        make_folder(file.parent)
        with working_copies.moving():
            # Another server may have made some just now.
            found = kept(file)
            old = {} if anew else found.tokens
            new = {one: secrets.token_urlsafe(BYTES) for one in wanted if one not in old}
            stays = found.port is not None and not moved
            found = KeptLinks(found.port if stays else port, {**old, **new})
            replace_file(file, json.dumps(found._asdict()).encode() + b"\n")
    return Links(found.tokens, players)


def _are_tokens(data: Any) -> bool:
    return (
        isinstance(data, dict)
        and all(isinstance(one, str) and re.fullmatch(r"[\w-]{24}", one) for one in data.values())
        and len({*data.values()}) == len(data)
    )
