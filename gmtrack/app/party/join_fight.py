"""Bring a party into a fight: its members come in as they stand, as one step."""

import copy
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, cast

from gmtrack.app.party.bring_home import member_as_of_now
from gmtrack.app.party.elsewhere import KIND, LINK, refuse_elsewhere
from gmtrack.app.party.shown import UP
from gmtrack.core import MARK
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Add, Several
from gmtrack.core.names import listed
from gmtrack.core.own_effects import definitions_to_bring
from gmtrack.core.report import Report
from gmtrack.errors import Refusal, StoreError
from gmtrack.rulesets.port import Besides, Ruleset
from gmtrack.store import parties, working_copies
from gmtrack.store.opening import CopyCallback, party_of_file
from gmtrack.store.parties import Party, link_of
from gmtrack.store.ready_made import is_ready_made, path_to_read
from gmtrack.store.session import Session, open_session
from gmtrack.store.stored_encounter import Place, read_file

_CHANGED = "{0} has changed since: they come as they stand. `set` in `party open` changes a sheet"


def party_word_of_file(file: str) -> str | None:
    """Return the party that a file names for joining its fight. None if it names none, if a
    party has joined already, or if the file cannot be read, which the command that opens it will
    report."""
    from gmtrack.store.opening import validate_file

    try:
        path = Path(path_to_read(file))
        if b"party" not in read_file(path)[0]:
            return None
        encounter = validate_file(str(path))[0]
    except (StoreError, Refusal):
        return None
    return (
        None
        if link_of(encounter)
        else resolve_party_word(file, encounter.party) or None
    )


def resolve_party_word(file: str, word: str) -> str:
    """Return what a file calls its party, as it is called from here. A path is relative to the
    file (for a working copy, to the file that it was opened from); beside a ready-made encounter
    it means a ready-made party. Any other word is returned as it is."""
    if not is_ready_made(file) and working_copies.is_copy(
        place := working_copies.place_of_file(file)
    ):
        file = working_copies.origin_of(place).get("source") or file
    beside = Path(path_to_read(file)).parent / word
    if not word or not beside.is_file():
        return word
    return f"{MARK}{beside.stem}" if is_ready_made(file) else str(beside)


class JoinedParty(NamedTuple):
    """The members who have come into a fight, with name and title of their party. `members` maps
    ids to display names, with the status if that is not up; `doubts` are sentences about likely
    mistakes."""

    party: str
    title: str
    members: Mapping[str, str]
    doubts: Sequence[str] = ()

    @property
    def sentence(self) -> str:
        """The sentence that these members come along, without a full stop: `Ann and Bo come
        along (TITLE)`."""
        verb = "comes" if len(self.members) == 1 else "come"
        return f"{listed(self.members.values())} {verb} along ({self.title})"

    def to_json(self) -> Data:
        """Return the `party` key of the report's document: `name`, and `members` with `id` and
        `differences` each, which is empty."""
        members = [{"id": who, "differences": []} for who in self.members]
        return {"name": self.party, "members": members}


class ComingParty(CopyCallback):
    """A party that joins a fight when that is opened. `word` is its name, the path of its file,
    or empty for the only party. Raises StoreError, and BadFile for a file that is no party."""

    def __init__(self, word: str, line: str, *, force: bool) -> None:
        super().__init__(self._join)
        self._word, self._line, self._force = word, line, force
        self._party: Party | None = None
        self._home: Session | None = None
        """The session of the party while it is held, else None."""
        self._changed = ""
        if parties.is_party_file(word):
            self._party, changed = party_of_file(word)
            self._changed = _CHANGED.format(word) if changed else ""
        self._joined: JoinedParty | None = None
        self._warnings: list[str] = []

    def people(self) -> Encounter:
        """Return the party's encounter, whose ruleset something new is played by. Raises
        StoreError."""
        self._party = self._party or parties.find_party(self._word or None)
        with open_session(self._party.place, write=False) as home:
            return home.encounter

    @contextmanager
    def hold_parties(self, made: Encounter) -> Iterator[Mapping[str, Session]]:
        """Hold the party, so that its members stay where they are until they have joined."""
        self._party = self._party_meant(made.ruleset)
        with open_session(self._party.place, write=True) as home:
            self._home = home
            try:
                yield {self._party.mark: home}
            finally:
                self._home = None

    def is_due(self, played: Encounter) -> bool:
        """Whether the party joins a kept fight: not if a party has joined it, or if it has
        begun. Notes why the party stays away."""
        link = link_of(played)
        if link or played.fight.get("round"):
            self._warnings += self._staying(played, link)
            return False
        return True

    def _party_meant(self, ruleset: str) -> Party:
        """Return the party that is meant, the only one of this ruleset for an empty word. Raises
        StoreError."""
        return self._party or parties.find_party(self._word or None, ruleset)

    def _staying(self, fight: Encounter, link: Data) -> Iterator[str]:
        """Yield why a party that does not join stays where it is. Yields nothing if the party is
        unknown."""
        try:
            party = self._party_meant(fight.ruleset)
        except (StoreError, Refusal):  # the fight goes on without the party
            return
        if not link:
            line = f"`add --from {party.name}:NAME` brings somebody in"
            yield f"{fight.name} has begun already, so nobody comes along: {line}"
        elif link["mark"] != party.mark:
            yield f"{link['name']} has come along already, so nobody of {party.name} does"

    def _join(self, session: Session) -> None:
        """Bring the party into a fight. Raises Refusal and StoreError."""
        if self._home is None:
            with self.hold_parties(session.encounter):
                return self._join(session)
        self._joined, report = bring_in(
            session,
            self._party_meant(""),
            self._home,
            self._line,
            force=self._force,
        )
        self._warnings = report.warnings
        return None

    def sentences(self) -> list[str]:
        """Return the sentences about the party for the command that opens the fight."""
        joined = self._joined
        told = (
            (joined.sentence, self._changed, *joined.doubts) if joined else ()
        )
        return [one for one in (*told, *self._warnings) if one]

    def to_json(self) -> Data:
        """Return the `party` key of the document; without members if nobody came."""
        name = self._party.name if self._party else self._word
        return (self._joined or JoinedParty(name, name, {})).to_json()


def bring_in(
    session: Session,
    party: Party,
    home: Session,
    line: str,
    *,
    force: bool = False,
) -> "tuple[JoinedParty, Report]":
    """Commit the step with which the party of the held session `home` joins a fight. A combatant
    in the file with a member's id is replaced by the member. Raises Refusal."""
    _refuse_coming_in(session, party, home, force=force)
    draft = Draft(session.encounter)
    members = list(home.encounter.combatants)
    link = parties.new_link(party, session, home.seq, members)
    if over := parties.claim_numbers(
        party, home.encounter, members, session.name
    ):
        link["over"] = over
    try:
        report = add_members(session.ruleset, draft, home.encounter, home.title)
        draft.put(LINK, link)
    except BaseException:
        draft.rollback()
        raise
    report.command = "load"
    parties.note_party(session, party.mark)
    session.commit_plain_step(draft, line, report)
    return joined_party(
        party.name, home.encounter, session.ruleset, session.encounter, report
    ), report


def joined_party(
    name: str,
    people: Encounter,
    ruleset: Ruleset,
    fight: Encounter,
    report: Report,
) -> JoinedParty:
    """Return who of a party has joined a fight, taken from the report of that step. Doubts name
    house rules that the fight lacks."""
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
    return JoinedParty(name, people.name, members, doubts if other else [])


def refuse_unfit_party(
    ruleset: Ruleset, fight: Encounter, people: Encounter
) -> None:
    """Raise Refusal if a party cannot join this fight: it is a party itself, has one already, or
    is played by other rules. Where the members are is not checked."""
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


def _refuse_coming_in(
    session: Session, party: Party, home: Session, *, force: bool
) -> None:
    """Raise Refusal if a party cannot join the session's fight now: it does not fit, a round is
    in progress, or members are in other fights (unless forced)."""
    fight, people = session.encounter, home.encounter
    refuse_unfit_party(session.ruleset, fight, people)
    if fight.fight.get("round"):
        message = f"a round is in progress: `add --from {party.name} --everybody` brings them in"
        raise Refusal(KIND, message)
    there = {} if force else parties.fights_of_members(party, people)
    refuse_elsewhere(
        party, people, there, "takes them as they were before that fight"
    )


def link_for_latecomers(
    session: Session, place: Place, came: Mapping[str, str], *, force: bool
) -> Data | None:
    """Return the new party link of a fight that members join late, or None if nobody will go
    home from it. They come from the kept fight or party at `place`; `came` maps their ids there
    to their ids here, and only members who keep their id are linked. Raises Refusal for members
    who are in another fight, unless forced."""
    own = session.name
    with open_session(place, write=False) as source:
        people, name = source.encounter, place.folder.name
        party = parties.party_of_name(name)
        if party is None:
            link = parties.own_link(source)
            party = (
                parties.party_of_mark(link["mark"])
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
        there = parties.fights_of_members(party, people)
        # A member who is here already would come again under another id.
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
        return link_with_newcomers(link, party, session, source, new)


def link_with_newcomers(
    link: Data,
    party: Party,
    session: Session,
    home: Session,
    people: list[str],
    since: int = 0,
) -> Data:
    """Return a fight's party link extended by these members, who came with the party's step
    `since` (0: its last). An empty `link` becomes a new one."""
    since = since or home.seq
    if link:
        members = list(dict.fromkeys([*link["members"], *people]))
        came = {**link.get("came", {}), **dict.fromkeys(people, since)}
        found = {**link, "name": party.name, "members": members, "came": came}
    else:
        found = parties.new_link(party, session, since, people)
    over = parties.claim_numbers(party, home.encounter, people, session.name)
    return found | {"over": {**link.get("over", {}), **over}} if over else found


def add_members(
    ruleset: Ruleset, draft: Draft, people: Encounter, where: str
) -> Report:
    """Resolve the joining of all members on a draft and return the report. Members bring their
    lasting state; one who replaces a combatant of the file takes that one's place in the scene.
    `where` is the party's title."""
    from gmtrack.app.run import dice_for_newcomers, resolve_with_shorthand

    found = {
        who: member_as_of_now(ruleset, people, who) for who in people.combatants
    }
    replaced = [who for who in found if who in draft.encounter.combatants]
    sheets = {who: member.sheet for who, member in found.items()}
    states = {who: member.state for who, member in found.items()}
    for who in replaced:
        where_they_begin, placed = _starting_place(ruleset, draft, who)
        sheets[who] = sheets[who] | where_they_begin
        states[who] = states[who] | placed
        draft.drop(("combatants", who))
        draft.drop(("fight", "combatants", who))
    pieces = definitions_to_bring(found.values(), people, draft.encounter)
    intent = Add(sheets, states=states, source=where, pieces=pieces)
    report, _ = resolve_with_shorthand(
        ruleset, draft, Several([intent]), dice_for_newcomers(ruleset)
    )
    if replaced:
        names = listed(draft.encounter.display_name(who) for who in replaced)
        report.warnings.append(f"{names}: in place of the sheet in the file")
    return report


def _starting_place(
    ruleset: Ruleset, draft: Draft, who: str
) -> tuple[Data, Data]:
    """Return the place of a combatant in the scene: its fields in the sheet, and those in the
    live state."""
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
