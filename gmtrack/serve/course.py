"""The choice of the fight that a server shows, and of the people who have a page in it."""

import json
import os
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from threading import Thread
from typing import NamedTuple

from gmtrack.core.encounter import Encounter
from gmtrack.core.players import FRIENDS, hidden_combatants, names_for_players
from gmtrack.errors import GmtrackError
from gmtrack.serve.links import Links, file_of, keep_links
from gmtrack.serve.lobby import lobby_file
from gmtrack.serve.reception import Reception
from gmtrack.store import working_copies
from gmtrack.store.session import Session

PLAYERS = "pc"


class PageOwners(NamedTuple):
    """Who can have an own page in a fight: its links, and its players (id to name)."""

    links: Links
    players: Mapping[str, str]


class Course(NamedTuple):
    """Which fight a follower follows, and for whom. `find_file` returns the file of the fight that
    is played now; None for the one so far. `cast` returns who has an own page in a fight; the
    players that it is given keep theirs if they are in it. `enter` is called with another cast, in
    the server's own thread."""

    find_file: Callable[[], str | None]
    cast: Callable[[Session, Collection[str]], PageOwners]
    enter: Callable[[PageOwners], object]


def make_course(
    reception: Reception,
    port: int,
    only: Collection[str] | None,
    find_file: Callable[[], str | None],
) -> Course:
    """Return the course of a server with this reception and port. With `only` nobody else has an
    own page."""
    links, lobby = reception.links, reception.lobby

    def find_cast(session: Session, here: Collection[str]) -> PageOwners:
        encounter = session.encounter
        names = names_for_players(encounter)
        there = players_of(encounter, here, only)
        folder = working_copies.place_of_file(str(session.file)).folder
        kept = file_of(encounter, folder)
        own = keep_links(kept, there, port, usual=links.tokens)
        return PageOwners(own, {who: names[who] for who in there})

    def enter(cast: PageOwners) -> None:
        links.go_on(cast.links)
        if links.file is not None:
            lobby.go_on(lobby_file(links.file))

    return Course(find_file, find_cast, enter)


class Steering:
    """The choice of the fight that a server shows: the active one, the one so far if it `stays`,
    or `by_play` the one that its session names: each line of the input is the JSON text of a
    file, and with the input the server ends."""

    def __init__(self, *, by_play: bool, stays: bool) -> None:
        self._by_play, self._stays = by_play, stays
        self._named: str | None = None
        self._ended = False
        if by_play:
            Thread(target=self._read_input, daemon=True).start()

    def find_file(self) -> str | None:
        """Return the file of the fight to show now; None for the one so far."""
        if self._by_play:
            return self._named
        return None if self._stays else find_active_fight()

    def is_over(self) -> bool:
        """Whether the session has ended."""
        return self._ended

    def _read_input(self) -> None:
        """Read what the session names until its end. Reads without Python's buffer, whose lock a
        thread must not hold when the process ends."""
        rest = b""
        while found := os.read(0, 4096):
            *lines, rest = (rest + found).split(b"\n")
            for line in lines:
                self._named = str(json.loads(line))
        self._ended = True


def players_of(
    encounter: Encounter,
    here: Collection[str] = (),
    only: Collection[str] | None = None,
) -> list[str]:
    """Return the ids of those who have an own page: the visible player characters in the fight,
    and those of `here` who are in it. With `only` nobody else, and the visible friends among
    these."""
    hidden = hidden_combatants(encounter)
    sides = (PLAYERS,) if only is None else FRIENDS
    there = encounter.present()
    wanted = there if only is None else [who for who in there if who in only]
    return [
        who
        for who in wanted
        if who in here or (encounter.side(who) in sides and who not in hidden)
    ]


def find_active_fight() -> str | None:
    """Return the file of the active encounter; None if there is none now."""
    with suppress(GmtrackError):
        return str(working_copies.active_place().file)
    return None
