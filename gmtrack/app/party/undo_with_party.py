"""What is taken back of a fight with a party: steps, with what they have brought home, and the
fight as a whole."""

from collections.abc import Iterator, Sequence

from gmtrack.app.party.elsewhere import (
    KIND,
    LINK,
    gone_on,
    gone_on_since_the_end,
    is_away,
    refuse_changing,
    refuse_coming_back,
    stays,
)
from gmtrack.core.encounter import Data
from gmtrack.core.history import LogEntry
from gmtrack.core.names import listed
from gmtrack.errors import OVERRULES, Refusal, StoreError
from gmtrack.store import parties
from gmtrack.store.kept_fights import forget as let_go
from gmtrack.store.kept_fights import named
from gmtrack.store.parties import link_of
from gmtrack.store.session import Session, open_session

# --- steps ---


def turned(
    session: Session, command: str, steps: int, *, force: bool = False
) -> tuple[list[LogEntry], str]:
    """Undo or redo steps, and those that they have brought to a party, or neither; and what is told
    of that party. Raises Refusal where it has gone on since, and what `Session.undo` and `redo`
    raise."""
    is_undo = command == "undo"
    entries = session.back(steps) if is_undo else session.forth(steps)
    turn = session.undo if is_undo else session.redo
    if not force:
        for fight in (str(entry.report.get("fight")) for entry in entries if entry.tied):
            # Steps of a party that a fight has brought are turned there.
            message = f"this step came with the end of {fight}"
            ways = f"`gmtrack switch {fight}` and `{command}` turn both back"
            raise Refusal(KIND, f"{message}: {ways}{OVERRULES}, here alone")
        changed = {change.who for entry in entries for change in entry.changes}
        refuse_changing(session, changed)
        refuse_coming_back(session, entries)
        if not is_undo:
            _check_still_free(session, entries)
    brought = [entry for entry in entries if entry.token]
    party = parties.of_name(brought[0].partner) if brought else None
    if party is None:
        came = {who for link in _coming(entries) for who in link["members"]} if is_undo else ()
        names = [name for who, name in session.encounter.names().items() if who in came]
        gone = f"no longer here: {listed(names)}; `redo` brings them back" if names else ""
        return turn(steps), gone
    with open_session(party.place, write=True) as home:
        if not _follows(home, brought, is_undo=is_undo):
            if not force:
                raise gone_on_since_the_end(home)
            return turn(steps), stays(home)
        with session.along_with(home):
            (home.undo if is_undo else home.redo)(len(brought))
            told = f"{home.title}: {'undone' if is_undo else 'done again'} there too"
            return turn(steps), told


def _follows(home: Session, brought: Sequence[LogEntry], *, is_undo: bool) -> bool:
    """Whether the party's next steps back (or forth) are those that these have brought."""
    try:
        there = (home.back if is_undo else home.forth)(len(brought))
    except StoreError:
        return False
    return [entry.tied for entry in there] == [entry.token for entry in brought]


def refuse_amending(is_party: bool, entry: Data) -> None:
    """Raises Refusal for a step that is one of another encounter as well, which no amendment
    reaches: one that a fight has brought to its party, one that has taken somebody into it."""
    report = entry.get("report") or {}
    if is_party and (fight := report.get("fight")):
        message = f"step {entry['seq']} came with the end of {fight}"
        ways = f"`gmtrack switch {fight}` and `amend` there change it"
        raise Refusal(KIND, f"{message}: {ways}{OVERRULES}, here alone")
    if report.get("took"):
        message = f"step {entry['seq']} has changed the party as well"
        raise Refusal(KIND, f"{message}: `party leave WHO` there takes them out of it{OVERRULES}")


def _coming(entries: Sequence[LogEntry]) -> Iterator[Data]:
    """The links of the parties that came along in these steps."""
    for change in (one for entry in entries for one in entry.changes):
        if change.path == LINK and isinstance(change.after, dict):
            yield change.after


def _check_still_free(session: Session, entries: Sequence[LogEntry]) -> None:
    """Raises Refusal where members that come in again are elsewhere now, or no longer as they came
    in then."""
    for link in _coming(entries):
        if party := parties.of_mark(link["mark"]):
            with open_session(party.place, write=False) as home:
                fight = session.file.parent.name
                other = gone_on(home, link, fight, link["members"])
                there = parties.whereabouts(party, home.encounter)
                busy = [who for who in link["members"] if there.get(who, fight) != fight]
                if other or busy:
                    who = listed(sorted(other) or busy)
                    raise Refusal(KIND, f"{home.title} has gone on since: {who}{OVERRULES}")


# --- a fight is let go of ---


def forget(name: str, *, force: bool) -> tuple[str, list[str]]:
    """Let a kept fight go, and what is to be told of members of a party in it: they are home as
    they were before it. Raises Refusal for a party whose members are in fights, and StoreError."""
    with open_session(named(name), write=False) as session:
        encounter, folder = session.encounter, session.file.parent.name
    if encounter.is_party:
        party = parties.of_name(folder)
        where = parties.whereabouts(party, encounter) if party else {}
        if where and not force:
            who, fight = next(iter(where.items()))
            raise is_away(encounter.display_name(who), fight)
    link = link_of(encounter)
    party = parties.of_mark(link["mark"]) if link else None
    if party is None:
        return let_go(name, force=force), []
    from gmtrack.app.party.stats import keep

    with open_session(party.place, write=True) as home:
        home.mend()
        with open_session(named(name), write=False) as session:
            keep(party, session)
        where = parties.whereabouts(party, home.encounter)
        gone = let_go(name, force=force)
        if folder in parties.ended(home.encounter):
            return gone, []
        there = [who for who in link["members"] if where.get(who) == folder]
        names = [home.encounter.display_name(who) for who in there]
        verb = "is" if len(names) == 1 else "are"
        told = f"{listed(names)} {verb} home in {home.title} as they were before"
        return gone, [told] * bool(names)
