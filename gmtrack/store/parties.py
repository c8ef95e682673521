"""Parties: the people of one side, kept between fights as an encounter of their own, and which of
the kept fights they are in.

A fight says itself who has come along (`fight.party`), and the party which fights they have come
home from (`fight.fights`): who is where follows from these two, and nothing else has to be kept in
step with them. Whatever changes who is where holds the party's lock from the question to the
commit. Locks are always taken in one order: a fight's, its party's, that of the names of all.
"""

import contextlib
import pathlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import listed
from gmtrack.errors import Ambiguous, Refusal, StoreError
from gmtrack.store import kept_fights, ready_made, working_copies
from gmtrack.store.document import Place, as_it_stands, is_tied_to
from gmtrack.store.session import Session, open_session

NONE = "is kept: `gmtrack party new NAME` makes one of the player characters in play"


class Party(NamedTuple):
    """A kept party: its place, and the mark by which fights know it, whatever it is called."""

    place: Place
    mark: str

    @property
    def name(self) -> str:
        """The name by which `party open` knows it."""
        return self.place.folder.name


def every() -> list[Party]:
    """All kept parties, the active one first, then the one that was played last."""
    found = (
        (place, working_copies.origin(place).get("is_party"))
        for place in kept_fights.by_played()
    )
    return [Party(place, mark) for place, mark in found if mark]


def named(word: str | None, ruleset: str | None = None) -> Party:
    """The party meant by its name, its title or a beginning of one; without a word the only one
    that is played by the `ruleset`, or the active one. Raises StoreError(no-encounter), Ambiguous
    where it could be several."""
    found = every()
    if word is None and found:
        return _only(found, ruleset)
    if not found or word is None:
        named = f"no party '{word}'" if word else "no party"
        raise StoreError("no-encounter", f"{named} {NONE}")
    titles = {party.name: _of(party).name for party in found}
    if word not in titles:
        word = kept_fights.picked(word, titles, "party", "gmtrack party list")
    return next(party for party in found if party.name == word)


def _only(found: list[Party], ruleset: str | None) -> Party:
    fitting = [
        one for one in found if ruleset is None or _of(one).ruleset == ruleset
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


def of_mark(mark: str) -> Party | None:
    return next((party for party in every() if party.mark == mark), None)


def of_name(name: str) -> Party | None:
    return next((party for party in every() if party.name == name), None)


def is_file(word: str) -> bool:
    """Whether a word means the file of a party, or a ready-made one, and not its name."""
    return ready_made.is_meant(word) or (
        bool(word) and pathlib.Path(word).is_file()
    )


def is_none(path: str) -> StoreError:
    return StoreError(
        "bad-file", f"{path} is no party: it has no `kind: party`"
    )


def _of(party: Party) -> Encounter:
    try:
        return as_it_stands(party.place).page.encounter
    except StoreError:
        return Encounter(party.name, "")


def ended(encounter: Encounter) -> set[str]:
    """Return the keys (`key_of`) of the fights from which a party has come home."""
    return {key_in(row) for row in encounter.fight.get("fights") or ()}


def key_in(row: Data) -> str:
    """Return the key of a fight in the party's list of those that have ended."""
    return str(row.get("copy") or row["fight"])


def key_of(place: Place) -> str:
    """Return by what a party knows a kept fight; another fight may get its name once that is
    forgotten. Those that earlier versions have made are known by their names."""
    return str(working_copies.origin(place).get("copy") or place.folder.name)


def fights_of(
    party: Party, encounter: Encounter
) -> Iterator[tuple[str, Encounter]]:
    """The kept fights that members of a party are in, by name; `encounter` is the party's. From one
    that has ended nobody comes home any more, whether the party knows of it or not."""
    going_on = sessions_of(party, encounter, but=ended(encounter))
    return ((name, session.encounter) for name, session in going_on)


def sessions_of(
    party: Party, encounter: Encounter, but: Collection[str] = ()
) -> Iterator[tuple[str, Session]]:
    """All kept fights into which a party has come, those too from which it has come home, `but` for
    some (by their keys), to be read; `encounter` is the party's. The copy of one that had ended is
    none."""
    over = ended(encounter)
    for place in kept_fights.by_played():
        key = key_of(place)
        if (
            key not in but
            and working_copies.origin(place).get("party") == party.mark
        ):
            with contextlib.suppress(StoreError, Refusal):
                session = Session(as_it_stands(place))
                link = link_of(session.encounter)
                is_of_party = link.get("mark") == party.mark and is_own(
                    link, place
                )
                if is_of_party and (key in over or not link.get("home")):
                    yield session.name, session


def members_in(encounter: Encounter) -> list[str]:
    """Return the members of a party who are in a fight, as the fight says itself: not who has left
    it, or was taken out, and nobody once it has sent them home."""
    link = link_of(encounter)
    members = () if link.get("home") else link.get("members", ())
    return [
        who
        for who in members
        if who in encounter.combatants and not encounter.away(who)
    ]


def whereabouts(party: Party, encounter: Encounter) -> dict[str, str]:
    """In which kept fight each of the members is who is in one: of several, as `--force` leads to,
    the one into which they have come last."""
    return {
        who: name for who, (_, name) in _last_come(party, encounter).items()
    }


def overruling(
    party: Party, encounter: Encounter, people: Iterable[str], fight: str
) -> dict[str, int]:
    """Return what a fight has to say under `over` of people who come into it though others say that
    they are there: one more than these say."""
    there = _last_come(party, encounter)
    return {
        who: there[who][0][0] + 1
        for who in people
        if there.get(who, ("", fight))[1] != fight
    }


def _last_come(
    party: Party, encounter: Encounter
) -> dict[str, tuple[tuple[int, int], str]]:
    found: dict[str, tuple[tuple[int, int], str]] = {}
    for name, fight in fights_of(party, encounter):
        link = link_of(fight)
        for who in members_in(fight):
            order = link.get("over", {}).get(who, 0), since_of(link, who)
            if who not in found or order > found[who][0]:
                found[who] = order, name
    return found


def since_of(link: Data, who: str) -> int:
    """Return the number of the party's last step when a member came into a fight."""
    came: dict[str, int] = link.get("came") or {}
    since: int = link["since"]
    return came.get(who, since)


def is_own(link: Data, place: Place) -> bool:
    """Whether what a fight says of a party holds for this copy of it. It does not for a file that
    is worked on in place, nor for a save or a history that was loaded while its people were
    elsewhere."""
    mark = working_copies.origin(place).get("copy")
    return working_copies.is_copy(place) and link.get("copy") == mark


def link_of(encounter: Encounter) -> Data:
    """What a fight says of the party that has come along; empty where none has.

    `name` and `mark` of the party; `since`: the number of its last step when it came, `came` of
    members who came later; `members`; `copy`: the mark of the working copy that says so; `over`:
    see `overruling`; `home`: whether they have gone home, after how many `rounds`; `gone`: how
    those stood who were taken out.
    """
    link: Data = encounter.fight.get("party") or {}
    return link


def own_link(session: Session) -> Data:
    """What a fight says of its party; empty too for a copy of which that does not hold."""
    link = link_of(session.encounter)
    return link if link and is_own(link, session.place) else {}


def new_link(
    party: Party, session: Session, since: int, members: list[str]
) -> Data:
    """Return what a fight is to say of a party of which these members come along."""
    link: Data = {
        "name": party.name,
        "mark": party.mark,
        "since": since,
        "members": members,
    }
    copy = working_copies.origin(session.place).get("copy")
    return link | ({"copy": copy} if copy else {})


def elsewhere(fight: Encounter, homes: Mapping[str, Session]) -> dict[str, str]:
    """Return in which kept fights those are, by their names, who are in a fight as it says itself;
    `homes` are the parties that are held, by their marks."""
    home = homes.get(link_of(fight).get("mark", ""))
    party = of_name(home.file.parent.name) if home else None
    there = whereabouts(party, home.encounter) if home and party else {}
    return {
        fight.display_name(who): there[who]
        for who in members_in(fight)
        if who in there
    }


@contextlib.contextmanager
def held(marks: Iterable[str]) -> Iterator[dict[str, Session]]:
    """Hold the parties with these marks that are kept, and yield them by their marks. Raises
    StoreError."""
    with contextlib.ExitStack() as stack:
        kept = (of_mark(mark) for mark in sorted(set(marks)))
        yield {
            party.mark: stack.enter_context(
                open_session(party.place, write=True)
            )
            for party in kept
            if party
        }


def mend_tied(name: str) -> None:
    """Put in their place the files of parties that count since a kept fight has committed its
    entry: once that fight is forgotten, nothing says so any more. Raises StoreError."""
    for party in every():
        is_tied = False
        with contextlib.suppress(StoreError):
            is_tied = is_tied_to(party.place, name)
        if is_tied:
            with open_session(party.place, write=True) as home:
                home.mend()


def note_party(session: Session, mark: str) -> None:
    """Remember that members of a party are, or are about to be, in a kept fight. Raises
    StoreError(cannot-save)."""
    origin = working_copies.origin(session.place)
    if origin.get("party") != mark:
        working_copies.note_origin(session.place, origin | {"party": mark})
