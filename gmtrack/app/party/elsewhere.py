"""Whereabouts of a party's members, and what has happened to them since they came into a fight.
The refusals here keep everybody in one place, and keep old states from overwriting newer ones."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.history import LogEntry
from gmtrack.core.names import listed
from gmtrack.errors import OVERRULES, Refusal
from gmtrack.store import parties
from gmtrack.store.parties import Party, own_link, since_of
from gmtrack.store.session import Session, open_session

LINK = ("fight", "party")
"""The path at which a fight links to its party."""
KIND = "party"
"""The kind of every refusal about a party."""


# --- since when ---


def is_brought_by(fight: str, entry: LogEntry) -> bool:
    """Whether a step of a party was committed together with a step of this fight."""
    return bool(entry.tied) and entry.report.get("fight") == fight


def members_changed_since(home: Session, seq: int, fight: str) -> set[str]:
    """Return the members whom steps of the party after the number `seq` have changed, without
    the steps that this fight has brought."""
    steps = (
        entry
        for entry in steps_since(home, seq)
        if not is_brought_by(fight, entry)
    )
    return {who for entry in steps for who in members_changed_in(entry)}


def steps_since(home: Session, seq: int) -> list[LogEntry]:
    """Return the steps of a party after the number `seq` that are in effect, newest first."""
    later = takewhile(lambda one: one.seq > seq, home.log_newest_first())
    return [one for one in later if not one.undone]


def members_gone_on(
    home: Session, link: Data, fight: str, people: Iterable[str]
) -> set[str]:
    """Return those of `people` whom a step of the party has changed since they came into a
    fight, other than the steps that this fight has brought."""
    return {
        who
        for who in people
        if who in members_changed_since(home, since_of(link, who), fight)
    }


def members_changed_in(entry: LogEntry) -> Iterator[str]:
    """Yield the ids of the members whom a step of a party has changed."""
    for change in entry.changes:
        for room, depth in ((("combatants",), 1), (("fight", "combatants"), 2)):
            if change.path[:depth] == room and len(change.path) > depth:
                yield change.path[depth]


# --- refusals ---


def refusal_as_away(name: str, fight: str) -> Refusal:
    """Return the refusal to change a member who is in a fight."""
    ways = f"`gmtrack switch {fight}` goes there, and `end` brings them home"
    return Refusal(KIND, f"{name} is in {fight}: {ways}{OVERRULES}, here alone")


def refuse_changing_away(
    session: Session,
    people: Iterable[str],
    names: Mapping[str, str] | None = None,
) -> None:
    """Raise Refusal `party`, in a party, for members who are in a fight and have to be changed
    there. `names` are display names from before the command, by default the present ones."""
    encounter = session.encounter
    called = encounter.names() if names is None else names
    party = (
        parties.party_of_name(session.file.parent.name)
        if encounter.is_party
        else None
    )
    there = parties.fights_of_members(party, encounter) if party else {}
    for who in dict.fromkeys(people):
        if who in there:
            raise refusal_as_away(called.get(who, who), there[who])


def refuse_changing_here(session: Session, people: Iterable[str]) -> None:
    """Raise Refusal `party`, in a fight, for those of `people` who have gone home from it and
    are in another fight by now. Does nothing in a fight without a party."""
    link = own_link(session)
    out = [
        who
        for who in dict.fromkeys(people)
        if who in link.get("members", ())
        and (link.get("home") or not is_here(session, who))
    ]
    party = parties.party_of_mark(link["mark"]) if out else None
    if party is None:
        return
    with open_session(party.place, write=False) as home:
        there, names = (
            parties.fights_of_members(party, home.encounter),
            home.encounter.names(),
        )
    fight = session.file.parent.name
    for who in out:
        if there.get(who, fight) != fight:
            raise refusal_as_away(names.get(who, who), there[who])


def refuse_elsewhere(
    party: Party, people: Encounter, there: Mapping[str, str], forced: str
) -> None:
    """Raise Refusal for members who are in other fights. `there` maps each to the fight's name;
    `forced` ends the sentence about what `--force` does."""
    if there:
        where = next(iter(there.values()))
        told = listed(people.display_name(one) for one in there)
        verb = "are" if len(there) > 1 else "is"
        message = (
            f"{told} {verb} still in {where}: {_way_home(party, people, where)}"
        )
        raise Refusal(KIND, f"{message}{OVERRULES}, and {forced}")


def _way_home(party: Party, people: Encounter, where: str) -> str:
    """Return the commands that bring home members who are in the fight `where`."""
    fight = dict(parties.fights_of(party, people))[where]
    if fight.fight.get("round"):
        return f"`gmtrack switch {where}` and `end` bring them home"
    forget = f"`gmtrack forget {where} --force` sends them home as they were"
    ends = f"`gmtrack switch {where}` and `end --force` bring them home as they stand there"
    return f"{forget}, {ends}"


def refuse_coming(
    session: Session, party: Party, home: Session, people: Iterable[str]
) -> None:
    """Raise Refusal `party` for arrivals who are in another fight. The caller holds the party,
    so nobody moves meanwhile."""
    there = parties.fights_of_members(party, home.encounter)
    for who in people:
        if there.get(who, session.name) != session.name:
            raise refusal_as_away(home.encounter.display_name(who), there[who])


def is_here(session: Session, who: str) -> bool:
    """Whether somebody is in a fight and has not left it."""
    return who in session.encounter.combatants and not session.encounter.away(
        who
    )


def refuse_coming_back(session: Session, entries: Sequence[LogEntry]) -> None:
    """Raise Refusal `party` if undoing or redoing these steps would bring members into this
    fight, or change what it has sent home, while they are in another fight."""
    link = own_link(session)
    if link:
        changes = [change for entry in entries for change in entry.changes]
        members: list[str] = link["members"]
        home = any(change.path[:3] == (*LINK, "home") for change in changes)
        people = [
            who
            for who in members
            if home
            or any(change.path in _presence_paths(who) for change in changes)
        ]
        refuse_changing_here(session, people)


def _presence_paths(who: str) -> set[tuple[str, ...]]:
    """Return the paths of the values that say whether somebody is in a fight."""
    live = ("fight", "combatants", who)
    return {("combatants", who), live, (*live, "away"), (*LINK, "gone", who)}


def refusal_as_party_moved_on(
    home: Session, since: str = "this fight ended"
) -> Refusal:
    """Return the refusal for a party that has gone on since a fight ended, or (`since`) since
    members left it."""
    step = (home.next_undo or "").partition(": ")[0]
    message = f"{home.title} has gone on since {since} (`{step}`)"
    ways = f"`gmtrack party open {home.file.parent.name}` and `undo` take that back"
    return Refusal(
        KIND, f"{message}: {ways}{OVERRULES}, and the party stays as it is"
    )


def party_stays_message(home: Session) -> str:
    """Return the sentence that a party keeps its state although the GM has forced a command."""
    return f"{home.title} has gone on since and stays as it is"
