"""Into a fight: the members of a party come in as they stand, as one step."""

import copy
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, cast

from gmtrack.app.party.bring_home import member_of
from gmtrack.app.party.elsewhere import KIND, LINK, refuse_elsewhere
from gmtrack.app.party.shown import UP
from gmtrack.core import MARK
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Add, Several
from gmtrack.core.names import listed
from gmtrack.core.own_effects import come_along
from gmtrack.core.report import Report
from gmtrack.errors import Refusal, StoreError
from gmtrack.rulesets.port import Besides, Ruleset
from gmtrack.store import parties, working_copies
from gmtrack.store.document import Place, read_file
from gmtrack.store.opening import Then, party_of_file
from gmtrack.store.parties import Party, link_of
from gmtrack.store.ready_made import is_meant, readable
from gmtrack.store.session import Session, open_session

_CHANGED = "{0} has changed since: they come as they stand. `set` in `party open` changes a sheet"


def named_in(file: str) -> str | None:
    """The party that is to come along into what a file holds. None where it names none, where one
    is there already, or where it cannot be read: that is for whoever opens it to say."""
    from gmtrack.store.opening import validate_file

    try:
        path = Path(readable(file))
        if b"party" not in read_file(path)[0]:
            return None
        encounter = validate_file(str(path))[0]
    except (StoreError, Refusal):
        return None
    return (
        None if link_of(encounter) else meant_in(file, encounter.party) or None
    )


def meant_in(file: str, word: str) -> str:
    """What a file calls its party, as it is called here: a path is relative to the file (of a
    working copy to that from which it was opened), and what lies beside a ready-made encounter is
    ready-made too."""
    if not is_meant(file) and working_copies.is_copy(
        place := working_copies.in_place(file)
    ):
        file = working_copies.origin(place).get("source") or file
    beside = Path(readable(file)).parent / word
    if not word or not beside.is_file():
        return word
    return f"{MARK}{beside.stem}" if is_meant(file) else str(beside)


class Joined(NamedTuple):
    """Who has come into a fight: the name and the title of their party, the members by id, each by
    name and how they are if that is not well, and what may be a slip."""

    party: str
    title: str
    members: Mapping[str, str]
    doubts: Sequence[str] = ()

    @property
    def told(self) -> str:
        verb = "comes" if len(self.members) == 1 else "come"
        return f"{listed(self.members.values())} {verb} along ({self.title})"

    def to_json(self) -> Data:
        members = [{"id": who, "differences": []} for who in self.members]
        return {"name": self.party, "members": members}


class Coming(Then):
    """The party that comes along into a fight that is opened: by its name, the path of its file, or
    (an empty word) the only one. Raises StoreError, BadFile for a file that is none."""

    def __init__(self, word: str, line: str, *, force: bool) -> None:
        super().__init__(self._join)
        self._word, self._line, self._force = word, line, force
        self._party: Party | None = None
        self._home: Session | None = None
        """The party as long as it is held."""
        self._changed = ""
        if parties.is_file(word):
            self._party, changed = party_of_file(word)
            self._changed = _CHANGED.format(word) if changed else ""
        self._joined: Joined | None = None
        self._warnings: list[str] = []

    def people(self) -> Encounter:
        """The party, by whose rules something new is played. Raises StoreError."""
        self._party = self._party or parties.named(self._word or None)
        with open_session(self._party.place, write=False) as home:
            return home.encounter

    @contextmanager
    def held(self, made: Encounter) -> Iterator[Mapping[str, Session]]:
        """Hold the party, so that its members are where they are until they have come."""
        self._party = self._meant(made.ruleset)
        with open_session(self._party.place, write=True) as home:
            self._home = home
            try:
                yield {self._party.mark: home}
            finally:
                self._home = None

    def is_due(self, played: Encounter) -> bool:
        """Whether it comes into a fight that was kept: unless one is there, or it has begun."""
        link = link_of(played)
        if link or played.fight.get("round"):
            self._warnings += self._staying(played, link)
            return False
        return True

    def _meant(self, ruleset: str) -> Party:
        return self._party or parties.named(self._word or None, ruleset)

    def _staying(self, fight: Encounter, link: Data) -> Iterator[str]:
        """Why a party that is not there stays where it is."""
        try:
            party = self._meant(fight.ruleset)
        except (StoreError, Refusal):  # the fight goes on without it, as ever
            return
        if not link:
            line = f"`add --from {party.name}:NAME` brings somebody in"
            yield f"{fight.name} has begun already, so nobody comes along: {line}"
        elif link["mark"] != party.mark:
            yield f"{link['name']} has come along already, so nobody of {party.name} does"

    def _join(self, session: Session) -> None:
        """Bring it into a fight. Raises Refusal, StoreError."""
        if self._home is None:
            with self.held(session.encounter):
                return self._join(session)
        self._joined, report = bring_in(
            session, self._meant(""), self._home, self._line, force=self._force
        )
        self._warnings = report.warnings
        return None

    def told(self) -> list[str]:
        """What is said of it where the fight is opened."""
        joined = self._joined
        told = (joined.told, self._changed, *joined.doubts) if joined else ()
        return [one for one in (*told, *self._warnings) if one]

    def to_json(self) -> Data:
        name = self._party.name if self._party else self._word
        return (self._joined or Joined(name, name, {})).to_json()


def bring_in(
    session: Session,
    party: Party,
    home: Session,
    line: str,
    *,
    force: bool = False,
) -> "tuple[Joined, Report]":
    """Commit the step with which the party, which is held, comes into the fight of a session. A
    combatant of the file with a member's id is that member. Raises Refusal."""
    _check(session, party, home, force=force)
    draft = Draft(session.encounter)
    members = list(home.encounter.combatants)
    link = parties.new_link(party, session, home.seq, members)
    if over := parties.overruling(party, home.encounter, members, session.name):
        link["over"] = over
    try:
        report = come(session.ruleset, draft, home.encounter, home.title)
        draft.put(LINK, link)
    except BaseException:
        draft.rollback()
        raise
    report.command = "load"
    parties.note_party(session, party.mark)
    session.keep_plain(draft, line, report)
    return joined(
        party.name, home.encounter, session.ruleset, session.encounter, report
    ), report


def joined(
    name: str,
    people: Encounter,
    ruleset: Ruleset,
    fight: Encounter,
    report: Report,
) -> Joined:
    """Who of a party of this name has joined a fight, by the report of that step."""
    draft, members = Draft(fight), {}
    for who in report.body.get("added", ()):
        status = ruleset.standing_of(draft, who).status
        how = "" if status == UP else f" ({status})"
        members[who] = f"{fight.display_name(who)}{how}"
    rules = people.house_rules.items()
    other = [key for key, value in rules if fight.house_rules.get(key) != value]
    doubts = [
        f"{people.name} has house rules that this fight has not: {listed(other)}"
    ]
    return Joined(name, people.name, members, doubts if other else [])


def check_fits(ruleset: Ruleset, fight: Encounter, people: Encounter) -> None:
    """Raises Refusal where these people cannot come along into a fight, wherever they are."""
    if fight.is_party:
        raise Refusal(
            KIND,
            f"{fight.name} is a party itself: members come along into a fight",
        )
    if link_of(fight):
        raise Refusal(KIND, f"{link_of(fight)['name']} has come along already")
    if fight.ruleset != people.ruleset:
        message = f"{people.name} is played by {people.ruleset}, this fight by {fight.ruleset}"
        raise Refusal(ruleset.WORDS.value, message)
    if not hasattr(ruleset, "carried_state"):
        raise Refusal(KIND, f"{ruleset.META.title} keeps no party")


def _check(
    session: Session, party: Party, home: Session, *, force: bool
) -> None:
    fight, people = session.encounter, home.encounter
    check_fits(session.ruleset, fight, people)
    if fight.fight.get("round"):
        message = f"a round is in progress: `add --from {party.name} --everybody` brings them in"
        raise Refusal(KIND, message)
    there = {} if force else parties.whereabouts(party, people)
    refuse_elsewhere(
        party, people, there, "takes them as they were before that fight"
    )


def coming_late(
    session: Session, place: Place, came: Mapping[str, str], *, force: bool
) -> Data | None:
    """What a fight says of a party, once those of it have come late who bring their own ids; None
    where nobody is to go home to it. They come from the kept fight or party at a place; `came`: the
    ids that they get, by those that they have there. Raises Refusal for members of a party who are
    in another fight."""
    own = session.name
    with open_session(place, write=False) as source:
        people, name = source.encounter, place.folder.name
        party = parties.of_name(name)
        if party is None:
            link = parties.own_link(source)
            party = (
                parties.of_mark(link["mark"])
                if link and not link.get("home")
                else None
            )
            there = {
                who: name
                for who in came
                if who in link.get("members", ()) and not people.away(who)
            }
            if party and name != own and not force:
                refuse_elsewhere(
                    party, people, there, "takes them as they stand there"
                )
            return None
        there = parties.whereabouts(party, people)
        # Whoever is here already comes once more as somebody else.
        again = {
            who
            for who in parties.members_in(session.encounter)
            if who != came.get(who)
        }
        there = {
            who: there[who]
            for who in came.keys() - again
            if there.get(who, own) != own
        }
        if not force:
            refuse_elsewhere(
                party,
                people,
                there,
                "takes them as they were before that fight",
            )
        link = parties.own_link(session)
        keeps = link.get("mark", party.mark) == party.mark
        new = [who for who, now in came.items() if who == now]
        if not (new and keeps and working_copies.is_copy(session.place)):
            return None
        return with_newcomers(link, party, session, source, new)


def with_newcomers(
    link: Data,
    party: Party,
    session: Session,
    home: Session,
    people: list[str],
    since: int = 0,
) -> Data:
    """Return what a fight says of a party (`link`, which may be empty) when these people of it are
    there too, since the party's step of that number (0: its last)."""
    since = since or home.seq
    if link:
        members = list(dict.fromkeys([*link["members"], *people]))
        came = {**link.get("came", {}), **dict.fromkeys(people, since)}
        found = {**link, "name": party.name, "members": members, "came": came}
    else:
        found = parties.new_link(party, session, since, people)
    over = parties.overruling(party, home.encounter, people, session.name)
    return found | {"over": {**link.get("over", {}), **over}} if over else found


def come(
    ruleset: Ruleset, draft: Draft, people: Encounter, where: str
) -> Report:
    """The rules add the members, with what lasts of their state."""
    from gmtrack.app.run import no_dice, resolved

    found = {who: member_of(ruleset, people, who) for who in people.combatants}
    replaced = [who for who in found if who in draft.encounter.combatants]
    sheets = {who: member.sheet for who, member in found.items()}
    states = {who: member.state for who, member in found.items()}
    for who in replaced:
        where_they_begin, placed = _place(ruleset, draft, who)
        sheets[who] = sheets[who] | where_they_begin
        states[who] = states[who] | placed
        draft.drop(("combatants", who))
        draft.drop(("fight", "combatants", who))
    pieces = come_along(found.values(), people, draft.encounter)
    intent = Add(sheets, states=states, source=where, pieces=pieces)
    report, _ = resolved(ruleset, draft, Several([intent]), no_dice(ruleset))
    if replaced:
        names = listed(draft.encounter.display_name(who) for who in replaced)
        report.warnings.append(f"{names}: in place of the sheet in the file")
    return report


def _place(ruleset: Ruleset, draft: Draft, who: str) -> tuple[Data, Data]:
    """Where the file has somebody begin, in the sheet and in the live state."""
    sheet = draft.encounter.sheet(who)
    own = {
        key: sheet[key] for key in getattr(ruleset, "PLACE", ()) if key in sheet
    }
    if not hasattr(ruleset, "placed_state"):
        return own, {}
    there, lasting = (
        Draft(copy.deepcopy(draft.encounter)),
        Draft(copy.deepcopy(draft.encounter)),
    )
    state = cast("Besides", ruleset).placed_state(there, who)
    lasts = cast("Besides", ruleset).carried_state(lasting, who)
    return own, copy.deepcopy(
        {key: value for key, value in state.items() if key not in lasts}
    )
