"""Parties: the people of one side, kept between fights as an encounter of their own, and which
kept fights they are in.

A fight says itself who has come along (`fight.party`), and a party says which fights they have
come home from (`fight.fights`). Where somebody is follows from these two alone. Whatever moves
members holds the party's lock from the question to the commit. Locks are always taken in one
order: a fight's, its party's, the one of all names."""

import contextlib
import pathlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import listed
from gmtrack.errors import Ambiguous, Refusal, StoreError
from gmtrack.store import kept_fights, ready_made, working_copies
from gmtrack.store.session import Session, open_session
from gmtrack.store.stored_encounter import Place, is_tied_to, read_stored

NONE = "is kept: `gmtrack party new NAME` makes one of the player characters in play"


class Party(NamedTuple):
    """A kept party: its place, and the mark by which fights know it even if it is renamed."""

    place: Place
    mark: str

    @property
    def name(self) -> str:
        """Name by which `party open` knows it."""
        return self.place.folder.name


def kept_parties() -> list[Party]:
    """Return all kept parties: the active one first, then the last played ones first."""
    found = (
        (place, working_copies.origin_of(place).get("is_party"))
        for place in kept_fights.copies_by_last_played()
    )
    return [Party(place, mark) for place, mark in found if mark]


def find_party(word: str | None, ruleset: str | None = None) -> Party:
    """Return the party that is meant by its name, its title or a beginning of either. Without a
    word it is the only party played by `ruleset` (None: by any), or else the active one. Raises
    StoreError(no-encounter), Ambiguous."""
    found = kept_parties()
    if word is None and found:
        return _only_party(found, ruleset)
    if not found or word is None:
        named = f"no party '{word}'" if word else "no party"
        raise StoreError("no-encounter", f"{named} {NONE}")
    titles = {party.name: _encounter_of(party).name for party in found}
    if word not in titles:
        word = kept_fights.pick_name(
            word, titles, "party", "gmtrack party list"
        )
    return next(party for party in found if party.name == word)


def _only_party(kept: list[Party], ruleset: str | None) -> Party:
    """Return the only party that is played by `ruleset` (None: by any), or the active one of
    several. Raises StoreError(no-encounter), Ambiguous."""
    fitting = [
        one
        for one in kept
        if ruleset is None or _encounter_of(one).ruleset == ruleset
    ]
    if not fitting:
        raise StoreError(
            "no-encounter", f"no party is kept that is played by {ruleset}"
        )
    if len(fitting) == 1 or fitting[0].name == working_copies.active_name():
        return fitting[0]
    raise Ambiguous(
        "no-encounter", f"which party: {listed(one.name for one in fitting)}?"
    )


def party_of_mark(mark: str) -> Party | None:
    """Return the kept party with this mark, or None."""
    return next((party for party in kept_parties() if party.mark == mark), None)


def party_of_name(name: str) -> Party | None:
    """Return the kept party with this folder name, or None."""
    return next((party for party in kept_parties() if party.name == name), None)


def is_party_file(word: str) -> bool:
    """Whether a word means a party's file or a ready-made encounter, and not the name of a kept
    party."""
    return ready_made.is_ready_made(word) or (
        bool(word) and pathlib.Path(word).is_file()
    )


def no_party_error(path: str) -> StoreError:
    """Return the error `bad-file` for a file that is no party."""
    return StoreError(
        "bad-file", f"{path} is no party: it has no `kind: party`"
    )


def _encounter_of(party: Party) -> Encounter:
    """Return the encounter of a party, or an empty one with the folder's name as its title if it
    cannot be read."""
    try:
        return read_stored(party.place).page.encounter
    except StoreError:
        return Encounter(party.name, "")


def ended_fights(encounter: Encounter) -> set[str]:
    """Return the keys (`key_of`) of the fights from which a party has come home; `encounter` is
    the party's."""
    return {key_in(row) for row in encounter.fight.get("fights") or ()}


def key_in(row: Data) -> str:
    """Return the key of a fight in the party's list of those that have ended."""
    return str(row.get("copy") or row["fight"])


def key_of(place: Place) -> str:
    """Return the key by which a party knows a kept fight: the mark of the working copy, because
    a name may be used again, or the name for one that an earlier version made."""
    return str(working_copies.origin_of(place).get("copy") or place.folder.name)


def fights_of(
    party: Party, encounter: Encounter
) -> Iterator[tuple[str, Encounter]]:
    """Yield the kept fights that members of a party may be in, by name; `encounter` is the
    party's. Fights that have ended are left out, on whichever side that was noted."""
    going_on = sessions_of(party, encounter, but=ended_fights(encounter))
    return ((name, session.encounter) for name, session in going_on)


def sessions_of(
    party: Party, encounter: Encounter, but: Collection[str] = ()
) -> Iterator[tuple[str, Session]]:
    """Yield all kept fights into which a party has come, by name, as sessions to read; also
    those it has come home from. Left out are fights whose keys are in `but`, copies of a fight
    that had ended, and fights that cannot be opened. `encounter` is the party's."""
    over = ended_fights(encounter)
    for place in kept_fights.copies_by_last_played():
        if working_copies.origin_of(place).get("party") != party.mark:
            continue
        key = key_of(place)
        if key not in but:
            with contextlib.suppress(StoreError, Refusal):
                session = Session(read_stored(place))
                link = link_of(session.encounter)
                is_of_party = link.get(
                    "mark"
                ) == party.mark and is_link_of_copy(link, place)
                if is_of_party and (key in over or not link.get("home")):
                    yield session.name, session


def members_in(encounter: Encounter) -> list[str]:
    """Return the members of a party who are in a fight according to the fight itself: nobody who
    has left or was taken out, and nobody at all after they were sent home."""
    link = link_of(encounter)
    members = () if link.get("home") else link.get("members", ())
    return [
        who
        for who in members
        if who in encounter.combatants and not encounter.away(who)
    ]


def fights_of_members(party: Party, encounter: Encounter) -> dict[str, str]:
    """Return the name of the kept fight that each member of a party is in; who is in none is
    left out. Of several fights, which `--force` allows, it is the one entered last."""
    return fights_by_member(fights_of(party, encounter))


def fights_by_member(
    fights: Iterable[tuple[str, Encounter]],
) -> dict[str, str]:
    """Return what `fights_of_members` does for the fights that `fights_of` has found."""
    return {
        who: name for who, (_, name) in _fights_entered_last(fights).items()
    }


def claim_numbers(
    party: Party, encounter: Encounter, people: Iterable[str], fight: str
) -> dict[str, int]:
    """Return the numbers to note under `over` for people who come into a fight while other
    fights claim them too: each one higher than the numbers there. Leaves out people whom no
    other fight claims."""
    there = _fights_entered_last(fights_of(party, encounter))
    return {
        who: there[who][0][0] + 1
        for who in people
        if there.get(who, ("", fight))[1] != fight
    }


def _fights_entered_last(
    fights: Iterable[tuple[str, Encounter]],
) -> dict[str, tuple[tuple[int, int], str]]:
    """Return for each member who is in a fight the name of the one entered last, with the order
    by which that was decided (claim number, step of the party)."""
    found: dict[str, tuple[tuple[int, int], str]] = {}
    for name, fight in fights:
        link = link_of(fight)
        for who in members_in(fight):
            order = link.get("over", {}).get(who, 0), since_of(link, who)
            if who not in found or order > found[who][0]:
                found[who] = order, name
    return found


def since_of(link: Data, who: str) -> int:
    """Return the number of the party's last step at the time when a member came into a fight."""
    came: dict[str, int] = link.get("came") or {}
    since: int = link["since"]
    return came.get(who, since)


def is_link_of_copy(link: Data, place: Place) -> bool:
    """Whether what a fight says of a party holds for this copy of it. It does not for a file
    worked on in place, nor for a save or history that was loaded while its people were
    elsewhere."""
    mark = working_copies.origin_of(place).get("copy")
    return working_copies.is_copy(place) and link.get("copy") == mark


def link_of(encounter: Encounter) -> Data:
    """Return what a fight says of the party that has come along; empty if none has.

    - `name`, `mark`: of the party
    - `members`: who has come along
    - `since`: number of the party's last step when it came
    - `came`: the same for members who came later
    - `copy`: the mark of the working copy for which this holds
    - `over`: see `claim_numbers`
    - `home`: whether they have gone home, after how many `rounds`
    - `gone`: how those stood who were taken out"""
    link: Data = encounter.fight.get("party") or {}
    return link


def own_link(session: Session) -> Data:
    """Return what a fight says of its party; empty if none has come along, or if that does not
    hold for this copy."""
    link = link_of(session.encounter)
    return link if link and is_link_of_copy(link, session.place) else {}


def new_link(
    party: Party, session: Session, since: int, members: list[str]
) -> Data:
    """Return what to write into a fight about a party whose `members` come along after the
    party's step `since`: `name`, `mark`, `since`, `members` and, if the fight's working copy has
    one, `copy`."""
    link: Data = {
        "name": party.name,
        "mark": party.mark,
        "since": since,
        "members": members,
    }
    copy = working_copies.origin_of(session.place).get("copy")
    return link | ({"copy": copy} if copy else {})


def members_elsewhere(
    fight: Encounter, homes: Mapping[str, Session]
) -> dict[str, str]:
    """Return the names of the kept fights in which members of this fight's party are, by the
    members' names. `homes` are the sessions of the parties that are held, by their marks."""
    home = homes.get(link_of(fight).get("mark", ""))
    party = party_of_name(home.file.parent.name) if home else None
    there = fights_of_members(party, home.encounter) if home and party else {}
    return {
        fight.display_name(who): there[who]
        for who in members_in(fight)
        if who in there
    }


@contextlib.contextmanager
def hold_parties(marks: Iterable[str]) -> Iterator[dict[str, Session]]:
    """Lock the kept parties with these marks to write, inside a `with` block that yields their
    sessions by mark. Unknown marks are ignored. Raises StoreError."""
    with contextlib.ExitStack() as stack:
        kept = (party_of_mark(mark) for mark in sorted(set(marks)))
        yield {
            party.mark: stack.enter_context(
                open_session(party.place, write=True)
            )
            for party in kept
            if party
        }


def mend_tied(name: str) -> None:
    """Put the files of parties in place whose last entry is tied to the kept fight with this
    name and counts. Call it before that fight is forgotten, because only its history says that
    they count. Raises StoreError."""
    for party in kept_parties():
        is_tied = False
        with contextlib.suppress(StoreError):
            is_tied = is_tied_to(party.place, name)
        if is_tied:
            with open_session(party.place, write=True) as home:
                home.mend()


def note_party(session: Session, mark: str) -> None:
    """Note in a kept fight's origin that members of the party with this mark are in it, or are
    about to be. Raises StoreError(cannot-save)."""
    origin = working_copies.origin_of(session.place)
    if origin.get("party") != mark:
        working_copies.note_origin(session.place, origin | {"party": mark})
