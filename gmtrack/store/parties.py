"""Parties: the people of one side, kept between fights as an encounter of their own, and which of
the kept fights they are in.

A fight says itself who has come along (`fight.party`), and the party which fights they have come
home from (`fight.fights`): who is where follows from these two, and nothing else has to be kept in
step with them.
"""

import contextlib
import pathlib
from collections.abc import Collection, Iterator
from typing import NamedTuple

from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import listed
from gmtrack.errors import Ambiguous, Refusal, StoreError
from gmtrack.store import kept_fights, ready_made, state_folder, working_copies
from gmtrack.store.document import Place, as_it_stands
from gmtrack.store.session import Session

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
        (place, working_copies.origin(place).get("is_party")) for place in kept_fights.by_played()
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
    fitting = [one for one in found if ruleset is None or _of(one).ruleset == ruleset]
    if not fitting:
        raise StoreError("no-encounter", f"no party is kept that is played by {ruleset}")
    if len(fitting) == 1 or fitting[0].name == state_folder.active_name():
        return fitting[0]
    raise Ambiguous("no-encounter", f"which party: {listed(one.name for one in fitting)}?")


def of_mark(mark: str) -> Party | None:
    return next((party for party in every() if party.mark == mark), None)


def of_name(name: str) -> Party | None:
    return next((party for party in every() if party.name == name), None)


def is_file(word: str) -> bool:
    """Whether a word means the file of a party, or a ready-made one, and not its name."""
    return ready_made.is_meant(word) or (bool(word) and pathlib.Path(word).is_file())


def of_file(path: str) -> tuple[Party, bool]:
    """The party that is kept from a file, from now on where there was none; and whether the file
    says something else by now. Raises StoreError, BadFile."""
    from gmtrack.store.opening import load_file

    opened = load_file(path, apart=True)
    found = of_name(opened.file.parent.name)
    if found is None:
        raise is_none(path)
    return found, opened.changed


def is_none(path: str) -> StoreError:
    return StoreError("bad-file", f"{path} is no party: it has no `kind: party`")


def _of(party: Party) -> Encounter:
    try:
        return as_it_stands(party.place).page.encounter
    except StoreError:
        return Encounter(party.name, "")


def ended(encounter: Encounter) -> set[str]:
    return {str(one["fight"]) for one in encounter.fight.get("fights") or ()}


def fights_of(party: Party, encounter: Encounter) -> Iterator[tuple[str, Encounter]]:
    """The kept fights that members of a party are in, by name; `encounter` is the party's. From one
    that has ended nobody comes home any more, whether the party knows of it or not."""
    going_on = sessions_of(party, encounter, but=ended(encounter))
    return ((name, session.encounter) for name, session in going_on)


def sessions_of(
    party: Party, encounter: Encounter, but: Collection[str] = ()
) -> Iterator[tuple[str, Session]]:
    """All kept fights into which a party has come, those too from which it has come home, `but` for
    some, to be read; `encounter` is the party's. The copy of one that had ended is none."""
    over = ended(encounter)
    for place in kept_fights.by_played():
        name = place.folder.name
        if name not in but and working_copies.origin(place).get("party") == party.mark:
            with contextlib.suppress(StoreError, Refusal):
                session = Session(as_it_stands(place))
                link = link_of(session.encounter)
                if link.get("mark") == party.mark and (name in over or not link.get("home")):
                    yield name, session


def whereabouts(party: Party, encounter: Encounter) -> dict[str, str]:
    """Return in which kept fight each of the members is who is in one; who has left it, or was
    taken out, is free."""
    found: dict[str, str] = {}
    for name, fight in fights_of(party, encounter):
        for who in link_of(fight)["members"]:
            if who in fight.combatants and not fight.away(who):
                found.setdefault(who, name)
    return found


def link_of(encounter: Encounter) -> Data:
    """What a fight says of the party that has come along; empty where none has."""
    link: Data = encounter.fight.get("party") or {}
    return link


def note_party(session: Session, mark: str) -> None:
    """Remember that members of a party are, or are about to be, in a kept fight. Raises
    StoreError(cannot-save)."""
    place = Place(session.file, session.file.parent)
    origin = working_copies.origin(place)
    if origin.get("party") != mark:
        working_copies.note_origin(place, origin | {"party": mark})
