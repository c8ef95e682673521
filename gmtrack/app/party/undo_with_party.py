"""Undo in a fight with a party: steps are undone together with what they brought home, and a
fight is forgotten together with its party's link."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from gmtrack.app.party.bring_home import find_homecoming
from gmtrack.app.party.elsewhere import (
    KIND,
    LINK,
    members_gone_on,
    party_stays_message,
    refusal_as_away,
    refusal_as_party_moved_on,
    refuse_changing_away,
    refuse_coming_back,
)
from gmtrack.core.encounter import Data
from gmtrack.core.history import LogEntry
from gmtrack.core.names import listed
from gmtrack.errors import OVERRULES, BadFile, Refusal, StoreError
from gmtrack.store import kept_fights, parties, working_copies
from gmtrack.store.encounter_map import is_same
from gmtrack.store.parties import Party, link_of
from gmtrack.store.session import Session, open_session
from gmtrack.store.stored_encounter import Place, StoredEncounter

# --- steps ---


def undo_or_redo_with_party(
    session: Session, command: str, steps: int, *, force: bool = False
) -> tuple[list[LogEntry], str]:
    """Undo or redo (`command`) a number of steps, together with the steps that they brought to a
    party, or neither. Returns the entries and a sentence about the party, empty if it is not
    concerned. Raises Refusal if the party has gone on since, unless forced, and what
    `Session.undo` and `redo` raise."""
    is_undo = command == "undo"
    entries = (
        session.steps_to_undo(steps)
        if is_undo
        else session.steps_to_redo(steps)
    )
    undo_or_redo = session.undo if is_undo else session.redo
    if not force:
        for fight in (
            str(entry.report.get("fight")) for entry in entries if entry.tied
        ):
            # A step that a fight has brought to its party is undone or redone in that fight.
            message = f"this step came with the end of {fight}"
            ways = f"`gmtrack switch {fight}` and `{command}` turn both back"
            raise Refusal(KIND, f"{message}: {ways}{OVERRULES}, here alone")
        refuse_changing_away(
            session, [change.who for one in entries for change in one.changes]
        )
    brought = [entry for entry in entries if entry.token]
    party = _party_concerned(session, entries, is_undo=is_undo)
    if party is None:
        came = (
            {
                who
                for link in _party_links_in(entries)
                for who in link["members"]
            }
            if is_undo
            else ()
        )
        names = [
            name
            for who, name in session.encounter.names().items()
            if who in came
        ]
        gone = (
            f"no longer here: {listed(names)}; `redo` brings them back"
            if names
            else ""
        )
        return undo_or_redo(steps), gone
    with open_session(party.place, write=True) as home:
        if not force:
            refuse_coming_back(session, entries)
            if not is_undo:
                _refuse_moved_on(session, home, party, entries)
        if not brought:
            return undo_or_redo(steps), ""
        if not _is_next_in_party(home, brought, is_undo=is_undo):
            if not force:
                raise refusal_as_party_moved_on(home)
            return undo_or_redo(steps), party_stays_message(home)
        with session.along_with(home):
            (home.undo if is_undo else home.redo)(len(brought))
            told = f"{home.title}: {'undone' if is_undo else 'done again'} there too"
            return undo_or_redo(steps), told


def _party_concerned(
    session: Session, entries: Sequence[LogEntry], *, is_undo: bool
) -> Party | None:
    """Return the party whose members come in, go home or change at home when these steps are
    undone or redone; None if nobody does."""
    partner = next((entry.partner for entry in entries if entry.token), None)
    if partner is not None:
        return parties.party_of_name(partner)
    ruleset, now = session.ruleset, session.encounter
    then = session.after_undo_or_redo(entries, is_undo=is_undo)
    link = link_of(then) or link_of(now)
    is_unchanged = set(parties.members_in(then)) <= set(parties.members_in(now))
    is_unchanged = is_unchanged and is_same(
        find_homecoming(ruleset, now), find_homecoming(ruleset, then)
    )
    if is_unchanged or not (
        link and parties.is_link_of_copy(link, session.place)
    ):
        return None
    return parties.party_of_mark(link["mark"])


def _is_next_in_party(
    home: Session, brought: Sequence[LogEntry], *, is_undo: bool
) -> bool:
    """Whether the party's next steps to undo (or redo) are exactly those that these entries
    brought."""
    try:
        there = (home.steps_to_undo if is_undo else home.steps_to_redo)(
            len(brought)
        )
    except StoreError:
        return False
    return [entry.tied for entry in there] == [entry.token for entry in brought]


def refuse_amending_party_step(is_party: bool, entry: Data) -> None:
    """Raise Refusal for a step that also belongs to another encounter, which an amendment would
    not change: one that a fight brought to its party, or one that took somebody into a party."""
    report = entry.get("report") or {}
    if is_party and (fight := report.get("fight")):
        message = f"step {entry['seq']} came with the end of {fight}"
        ways = f"`gmtrack switch {fight}` and `amend` there change it"
        raise Refusal(KIND, f"{message}: {ways}{OVERRULES}, here alone")
    if report.get("took"):
        message = f"step {entry['seq']} has changed the party as well"
        raise Refusal(
            KIND,
            f"{message}: `party leave WHO` there takes them out of it{OVERRULES}",
        )


def _party_links_in(entries: Sequence[LogEntry]) -> Iterator[Data]:
    """Yield the links of the parties that joined in these steps."""
    for change in (one for entry in entries for one in entry.changes):
        if change.path == LINK and isinstance(change.after, dict):
            yield change.after


def _refuse_moved_on(
    session: Session, home: Session, party: Party, entries: Sequence[LogEntry]
) -> None:
    """Raise Refusal if members who would come in again are in another fight, or have changed
    since. The caller holds the party."""
    for link in _party_links_in(entries):
        fight = session.name
        other = members_gone_on(home, link, fight, link["members"])
        there = parties.fights_of_members(party, home.encounter)
        busy = [
            who for who in link["members"] if there.get(who, fight) != fight
        ]
        if other or busy:
            who = listed(sorted(other) or busy)
            raise Refusal(
                KIND, f"{home.title} has gone on since: {who}{OVERRULES}"
            )


# --- a fight is let go of ---


def forget_fight(name: str, *, force: bool) -> tuple[str, list[str]]:
    """Forget a kept fight and return its name and the sentences about members in it, who are
    home as they were before. Raises Refusal for a party whose members are in fights, unless
    forced, and StoreError."""
    place = kept_fights.find_fight(name)
    with working_copies.lock_to_change(place):
        return place.folder.name, _forget_held_fight(place, force=force)


def _forget_held_fight(place: Place, *, force: bool) -> list[str]:
    """Delete a kept fight that the caller holds, and return the sentences about the members in
    it."""
    session = None
    with suppress(BadFile):
        session = Session(StoredEncounter(place))
    if session and session.encounter.is_party and not force:
        party = parties.party_of_name(session.name)
        where = (
            parties.fights_of_members(party, session.encounter) if party else {}
        )
        if where:
            who, fight = next(iter(where.items()))
            raise refusal_as_away(session.encounter.display_name(who), fight)
    kept_fights.check_can_forget(place, force=force)
    parties.mend_tied(place.folder.name)
    link = parties.own_link(session) if session else {}
    party = parties.party_of_mark(link["mark"]) if link else None
    if session is None or party is None:
        working_copies.drop_copy(place)
        return []
    from gmtrack.app.party.stats import keep_stats

    with open_session(party.place, write=True) as home:
        where = parties.fights_of_members(party, home.encounter)
        keep_stats(party, session)
        working_copies.drop_copy(place)
        members = home.encounter.combatants
        names = [
            home.encounter.display_name(who)
            for who, fight in where.items()
            if fight == session.name and who in members
        ]
        verb = "is" if len(names) == 1 else "are"
        told = (
            f"{listed(names)} {verb} home in {home.title} as they were before"
        )
        return [told] * bool(names)
