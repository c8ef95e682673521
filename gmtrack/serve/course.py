"""Which fight a server shows, and who has an own page in it."""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import NamedTuple

from gmtrack.core.encounter import Encounter
from gmtrack.core.players import FRIENDS, hidden_combatants, names_for_players
from gmtrack.errors import GmtrackError
from gmtrack.serve.links import Links, file_of, keep_links
from gmtrack.store import working_copies
from gmtrack.store.session import Session

PLAYERS = "pc"


class Cast(NamedTuple):
    """Who can have an own page in a fight: its links, and its players (id to name)."""

    links: Links
    players: Mapping[str, str]


class Course(NamedTuple):
    """Which fight a follower follows, and for whom. `find_file` returns the file of the fight that
    is played now; None for the one so far. `cast` returns who has an own page in a fight; the
    players that it is given keep theirs if they are in it. `enter` is called with another cast, in
    the server's own thread."""

    find_file: Callable[[], str | None]
    cast: Callable[[Session, Collection[str]], Cast]
    enter: Callable[[Cast], object]


def make_course(
    links: Links,
    port: int,
    only: Collection[str] | None = None,
    *,
    stays: bool = False,
) -> Course:
    """Return the course of a server that has these links and this port: to whichever fight is
    active, or if it `stays`, with the one so far. With `only` nobody else has an own page."""

    def find_cast(session: Session, here: Collection[str]) -> Cast:
        encounter = session.encounter
        names = names_for_players(encounter)
        there = players_of(encounter, here, only)
        folder = working_copies.place_of_file(str(session.file)).folder
        kept = file_of(encounter, folder)
        own = keep_links(kept, there, port, usual=links.tokens)
        return Cast(own, {who: names[who] for who in there})

    return Course(
        find_no_fight if stays else find_active_fight,
        find_cast,
        lambda cast: links.go_on(cast.links),
    )


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


def find_no_fight() -> None:
    """Return None: there is no other fight to go on to."""
