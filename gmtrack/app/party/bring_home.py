"""Bring members home: what a fight leaves in its party. Who has gone home follows from the
fight's state. Whenever a command changes that, the party takes a step of its own together with
the fight's: at the end of the fight, and earlier if a member leaves it or is taken out."""

import copy
import itertools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from types import MappingProxyType
from typing import NamedTuple, cast

from gmtrack.app.newcomers import whole_sheet
from gmtrack.app.party.elsewhere import (
    KIND,
    LINK,
    is_brought_by,
    members_changed_in,
    members_gone_on,
    party_stays_message,
    refusal_as_away,
    refusal_as_party_moved_on,
    refuse_changing_away,
    refuse_changing_here,
    refuse_coming,
)
from gmtrack.core.deeds import people_concerned
from gmtrack.core.draft import Draft, undo_changes
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.history import LogEntry
from gmtrack.core.intents import (
    Act,
    Add,
    Attack,
    Count,
    Damage,
    Delay,
    Effect,
    End,
    Heal,
    Intent,
    Intervene,
    Join,
    Leave,
    Next,
    Note,
    Remove,
    RollInit,
    Set,
    Test,
    Turn,
)
from gmtrack.core.names import listed
from gmtrack.core.own_effects import definitions_to_bring
from gmtrack.core.report import Report
from gmtrack.errors import Refusal, StoreError
from gmtrack.rulesets.port import Besides, Ruleset
from gmtrack.store import parties
from gmtrack.store.encounter_map import is_same
from gmtrack.store.parties import Party, link_of
from gmtrack.store.session import Session, open_session

KEPT_NO_MORE = "the party {} is kept no more"
"""The warning of a fight whose party has been forgotten."""
NOT_HERE = "the members of {} are elsewhere: nobody goes home from this copy of their fight"
"""The warning of a fight that is a copy, from which nobody goes home."""
BY_HAND = (Count, Damage, Effect, Heal, Leave, Note, Remove, Set)
"""Commands that change the combatants whom they name, even if the change comes to nothing."""
HOME = "end"
"""The command that brings members home, and the command's name in the party's report."""
FIGHTING = (Attack, Act, Test, Delay, Intervene, Turn, Next, RollInit)
"""Commands that do nothing to combatants who have left, although their effects may run down
meanwhile."""


class Member(NamedTuple):
    """A combatant on the way home: the sheet with its template's values, and the lasting part of
    the live state."""

    sheet: Data
    state: Data


class Homecoming(NamedTuple):
    """The members who have gone home from a fight, by id, and the number of its rounds. `over`:
    the fight has ended, so that all of them have; otherwise these have only left it."""

    members: dict[str, Member]
    rounds: int
    over: bool


# --- in the fight ---


def prepare_link_update(
    ruleset: Ruleset, draft: Draft, intents: Sequence[Intent]
) -> Callable[[], None]:
    """Return a function to call after these intents are resolved. It updates the fight's link to
    its party: all members go home when the fight ends, are here again when it goes on, and a
    member who was taken out goes home as they stood before."""
    encounter = draft.encounter
    there = [
        who
        for who in link_of(encounter).get("members", ())
        if who in encounter.combatants
    ]
    rounds = int(
        encounter.fight.get("round") or link_of(encounter).get("rounds") or 0
    )
    taken_out = any(isinstance(intent, Remove) for intent in intents)
    stood = _members_as_of_now(ruleset, encounter, there) if taken_out else {}

    def update_link() -> None:
        """Update the party link after the intents have been resolved."""
        for intent in intents:
            come = intent.returns if isinstance(intent, Join) else intent
            if isinstance(come, Add) and come.party:
                draft.put(LINK, dict(come.party))
            keeps_dice = isinstance(intent, RollInit) and intent.kept
            if isinstance(intent, End | RollInit) and not keeps_dice:
                draft.put(
                    (*LINK, "home"), isinstance(intent, End), read_as=False
                )
                draft.put((*LINK, "rounds"), rounds, read_as=0)
        for who, member in stood.items():
            if who not in encounter.combatants:
                draft.put((*LINK, "gone", who), member._asdict())
        for who in (
            link_of(encounter).get("gone", {}).keys()
            & encounter.combatants.keys()
        ):
            draft.drop((*LINK, "gone", who))

    return update_link


def member_as_of_now(
    ruleset: Ruleset, encounter: Encounter, who: str
) -> Member:
    """Return a combatant as they would go home now."""
    return _members_as_of_now(ruleset, encounter, [who])[who]


def _members_as_of_now(
    ruleset: Ruleset, encounter: Encounter, ids: Sequence[str]
) -> dict[str, Member]:
    """Return these combatants as they would go home now, by id. The encounter is not changed."""
    draft = Draft(copy.deepcopy(encounter))
    found = {}
    for who in ids:
        # Later commands write into the encounter's own maps, so members come from a copy.
        sheet = whole_sheet(draft.encounter.sheet(who), ruleset)
        sheet.setdefault("side", encounter.side(who))
        found[who] = Member(
            sheet, cast("Besides", ruleset).carried_state(draft, who)
        )
    return found


def find_homecoming(
    ruleset: Ruleset, encounter: Encounter
) -> Homecoming | None:
    """Return who has gone home from a fight: everybody if it is over, before that those who have
    left it or were taken out. None if nobody has."""
    link = link_of(encounter)
    over, gone = bool(link.get("home")), link.get("gone") or {}
    there = [
        who
        for who in link.get("members", ())
        if who in encounter.combatants and (over or encounter.away(who))
    ]
    if not (over or there or gone):
        return None
    found = _members_as_of_now(ruleset, encounter, there)
    for who, data in gone.items():
        found[who] = Member(**copy.deepcopy(data))
    ordered = {who: found[who] for who in link["members"] if who in found}
    return Homecoming(ordered, link.get("rounds", 0), over)


def _keep_who_left(
    before: Homecoming | None, after: Homecoming | None
) -> Homecoming | None:
    """Return the homecoming `after` a fighting command, with everybody who was home already as
    they were `before` it, because such a command reaches nobody who has left."""
    if before is None or after is None or before.over or after.over:
        return after
    same_as_before = {
        who: before.members.get(who, one) for who, one in after.members.items()
    }
    return after._replace(members=same_as_before)


# --- to the party ---


class BroughtHome(NamedTuple):
    """What a step of a fight brought home: the party's title and, for each member, what differs
    from before. `stand` says in words how they stand now, `help` who needs which help;
    `warnings` go into the report."""

    party: str
    differences: dict[str, list[Data]]
    warnings: tuple[str, ...] = ()
    stand: Mapping[str, str] = MappingProxyType({})
    """The present condition of each member by display name; an empty text if nothing is new."""
    help: Mapping[str, str] = MappingProxyType({})
    """The help that members need, by display name."""

    def tell_in(self, report: Report) -> None:
        """Write into a report who came home, who needs help, and the warnings."""
        report.body["party"] = self.to_json()
        report.warnings += self.warnings
        if self.differences:
            report.tell(
                "party.home",
                "note",
                who=self.members_in_words(),
                party=self.party,
            )
        for who, why in self.help.items():
            report.tell("party.help", "bad", who=who, why=why)

    def members_in_words(self) -> str:
        """Return the members with how they stand: `Vex (flesh 6/10, karma 1/2), Mira`."""
        return listed(
            f"{who} ({how})" if how else who for who, how in self.stand.items()
        )

    def to_json(self) -> Data:
        """Return the `party` key of the report's document: `name`, and `members` with `id` and
        `differences` each."""
        members = [
            {"id": who, "differences": found}
            for who, found in self.differences.items()
        ]
        return {"name": self.party, "members": members}


class PartyFollowUp:
    """One command in a party, or in a fight that a party has joined. Create it before the
    intents are resolved. Raises Refusal for a command in a party that only fights have, and for
    starting an ended fight again while members are in another one."""

    def __init__(self, session: Session, intents: Sequence[Intent]) -> None:
        self._session = session
        self._force = any(intent.options.force for intent in intents)
        self._fighting = all(isinstance(intent, FIGHTING) for intent in intents)
        link = link_of(session.encounter)
        begins = any(isinstance(intent, RollInit) for intent in intents)
        if begins and link.get("home") and not self._force:
            refuse_changing_here(session, link["members"])
        self._in_passing = all(
            isinstance(one, (*FIGHTING, End, Remove)) for one in intents
        )
        self._before = find_homecoming(session.ruleset, session.encounter)
        self._names = session.encounter.names()
        self._there = parties.members_in(session.encounter)
        added = [
            one.returns if isinstance(one, Join) else one for one in intents
        ]
        self._read_at = max(
            (one.read_at for one in added if isinstance(one, Add)), default=0
        )
        self._named = any(isinstance(intent, BY_HAND) for intent in intents)
        for intent in intents if session.encounter.is_party else ():
            if isinstance(
                intent,
                Attack | Delay | End | Intervene | Turn | Next | RollInit,
            ):
                message = f"{session.title} is a party, and {intent.word} is for a fight"
                raise Refusal(
                    KIND,
                    f"{message}: `gmtrack load FILE --party` takes them into one",
                )

    def check_changes(self, report: Report) -> None:
        """Raise Refusal if the resolved command has changed a member who is in a fight (in the
        party) or in another fight by now (in a fight). Nothing is checked if the command is
        forced."""
        changed = [change.who for change in report.changes]
        if self._force:
            return
        if self._session.encounter.is_party:
            named = people_concerned(report.body) if self._named else []
            refuse_changing_away(self._session, [*named, *changed], self._names)
        elif not self._in_passing:
            refuse_changing_here(self._session, changed)

    @contextmanager
    def commit_along(self, draft: Draft, report: Report) -> Iterator[None]:
        """Return a context in which the caller commits the command's step. What the step brings
        home is committed with it, or neither is. Rolls the draft back on any error."""
        session = self._session
        with ExitStack() as stack:
            try:
                after = find_homecoming(session.ruleset, session.encounter)
                if self._fighting:
                    after = _keep_who_left(self._before, after)
                link, now = (
                    link_of(session.encounter),
                    parties.members_in(session.encounter),
                )
                arrivals = Arrivals(
                    [one for one in now if one not in self._there],
                    self._read_at,
                )
                brought = commit_to_party(
                    session,
                    link,
                    self._before,
                    after,
                    arrivals,
                    force=self._force,
                )
                if came := stack.enter_context(brought):
                    came.tell_in(report)
            except BaseException:
                draft.rollback()
                raise
            yield


class Arrivals(NamedTuple):
    """Members who come into a fight by a command. `read_at` is the number of the party's last
    step when they were read; 0 if they were not read."""

    people: Sequence[str] = ()
    read_at: int = 0


@contextmanager
def commit_to_party(
    session: Session,
    link: Data,
    before: Homecoming | None,
    after: Homecoming | None,
    arrivals: Arrivals = Arrivals(),  # noqa: B008 - it is never changed
    *,
    force: bool = False,
    party: Party | None = None,
) -> Iterator[BroughtHome | None]:
    """Hold the party of a `link` while the caller commits a step of its fight inside, if the
    step changes who is in the fight or at home. If anything changes at home, the party takes its
    own step with it; both are committed or neither. Yields what came home, None for nothing.
    `party` is given if no link leads to it yet.

    Raises Refusal if somebody who comes is in another fight, or the party has gone on since the
    fight ended (with `force` it stays as it is); StoreError `busy` if arrivals may have changed
    since they were read."""
    is_unchanged = after is before or bool(
        after and before and is_same(after, before)
    )
    if not link or (is_unchanged and not arrivals.people):
        yield None
        return
    party = party or parties.party_of_mark(link["mark"])
    if party is None or not parties.is_link_of_copy(link, session.place):
        why = KEPT_NO_MORE if party is None else NOT_HERE
        yield (
            None
            if is_unchanged
            else BroughtHome(link["name"], {}, (why.format(link["name"]),))
        )
        return
    with open_session(party.place, write=True) as home:
        if arrivals.read_at and home.seq != arrivals.read_at:
            raise StoreError(
                "busy",
                f"{home.title} was changed in another terminal; try again",
            )
        if not force:
            refuse_coming(session, party, home, arrivals.people)
        if is_unchanged:
            yield None
            return
        refusal = _refusal_for_party_step(
            home, party, session, link, (before, after)
        )
        if refusal:
            if not force:
                raise refusal
            yield BroughtHome(home.title, {}, (party_stays_message(home),))
            return
        came, draft = _draft_party_step(
            home, party, session, link, (before, after)
        )
        if not draft.changes:
            yield came if came.differences else None
            return
        report = Report(HOME, home.ruleset.META.id)
        came.tell_in(report)
        hurt = "; ".join(
            f"{who} {how}" for who, how in came.stand.items() if how
        )
        line = f"{_first_word_of_step((before, after))} {session.title}" + (
            f": {hurt}" if hurt else ""
        )
        with session.along_with(home):
            home.commit_plain_step(
                draft, line, report, {"fight": session.file.parent.name}
            )
            yield came


Trips = tuple[Homecoming | None, Homecoming | None]
"""The homecomings of a fight before and after a command."""


def _first_word_of_step(trips: Trips) -> str:
    """Return the first word of the party's step, before the fight's title: `after`, `left` or
    `back in`."""
    after = trips[1]
    if after and after.over:
        return "after"
    return "left" if _members_sent_home(trips) else "back in"


def _members_sent_home(trips: Trips) -> dict[str, Member]:
    """Return the members whom a command sends home, by id: all of them at the end of the fight,
    otherwise those who were not home yet or come home different."""
    was, now = (one.members if one else {} for one in trips)
    if trips[1] and trips[1].over:
        return now
    return {
        who: one
        for who, one in now.items()
        if who not in was or not is_same(was[who], one)
    }


def _members_back_in_fight(trips: Trips) -> list[str]:
    """Return the ids of the members who had gone home and are in the fight again."""
    was, now = (one.members if one else {} for one in trips)
    return [who for who in was if who not in now]


def _refusal_for_party_step(
    home: Session, party: Party, session: Session, link: Data, trips: Trips
) -> Refusal | None:
    """Return the refusal that forbids the party's step, or None: the party has gone on since the
    fight ended, or a member who is changed or comes back has gone on since they left, or is in
    another fight."""
    before, after = trips
    fight = session.file.parent.name
    if before is None:
        return None
    ends = bool(after and after.over and not before.over)
    known = (
        []
        if ends
        else [who for who in _members_sent_home(trips) if who in before.members]
    )
    if before.over:
        late = not any(_last_steps_brought(home, fight, link))
    else:
        late = bool(members_gone_on(home, link, fight, known))
    again = [*known, *_members_back_in_fight(trips)]
    where = parties.fights_of_members(party, home.encounter) if again else {}
    for who in again:
        if where.get(who, fight) != fight:
            return refusal_as_away(home.encounter.display_name(who), where[who])
    since = "this fight ended" if before.over else "they left"
    return refusal_as_party_moved_on(home, since) if late else None


def _draft_party_step(
    home: Session, party: Party, session: Session, link: Data, trips: Trips
) -> tuple[BroughtHome, Draft]:
    """Put the members who come home into a draft of the party and return what came, with that
    draft. Members whom the party has changed since, or who are in another fight, stay as they
    are, with a warning. Members who are back in the fight become again what they were before it."""
    from gmtrack.app.party.shown import (
        condition_words,
        new_conditions,
        who_need_help,
    )

    fight, warnings = session.file.parent.name, list[str]()
    before, after = trips
    words_before = condition_words(home.ruleset, home.encounter)
    draft = Draft(home.encounter)
    coming = _members_sent_home(trips)
    where = parties.fights_of_members(party, home.encounter) if coming else {}
    elsewhere = {who for who in coming if where.get(who, fight) != fight}
    if before is None or not before.over:
        elsewhere |= members_gone_on(home, link, fight, coming)
    names = session.encounter.names()
    found: dict[str, list[Data]] = {}
    for who, member in coming.items():
        is_member = who in home.encounter.combatants
        if is_member and who in elsewhere and before and who in before.members:
            continue  # they left this fight earlier and have gone on since
        if who in elsewhere or not is_member:
            told = f"`gmtrack party take {who}` takes them as they stand here"
            why = "has gone on" if is_member else "is no member any more"
            warnings.append(
                f"{names.get(who, who)} {why} in {home.title}: {told}"
            )
            continue
        found[who] = list(_member_differences(home.encounter, who, member))
        write_member(draft, who, member, session.encounter)
    again = _members_back_in_fight(trips)
    for who, member in (
        _members_before_fight(home, fight, link) if again else {}
    ).items():
        if who in again:
            write_member(draft, who, member, session.encounter)
    if after and after.over:
        _note_ended_fight(draft, session, after.rounds)
    elif before and before.over:
        draft.put(
            ("fight", "fights"), _fights_except(draft, session), read_as=[]
        )
    stand = new_conditions(home.ruleset, home.encounter, found, words_before)
    help_ = {
        home.encounter.display_name(who): why
        for who, why in who_need_help(home.ruleset, draft, found)
    }
    return BroughtHome(home.title, found, tuple(warnings), stand, help_), draft


def _fights_except(draft: Draft, session: Session) -> list[Data]:
    """Return the ended fights that the party has noted, except this one."""
    known: list[Data] = draft.encounter.fight.get("fights") or []
    key = parties.key_of(session.place)
    return [one for one in known if parties.key_in(one) != key]


def _note_ended_fight(draft: Draft, session: Session, rounds: int) -> None:
    """Note in the party's draft that a fight has ended now, after so many rounds."""
    ended = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    row = {
        "fight": session.name,
        "name": session.title,
        "rounds": rounds,
        "ended": ended,
    }
    link = link_of(session.encounter)
    row |= {"copy": link["copy"]} if "copy" in link else {}
    draft.put(
        ("fight", "fights"), [*_fights_except(draft, session), row], read_as=[]
    )


def _members_before_fight(
    home: Session, fight: str, link: Data
) -> dict[str, Member]:
    """Return the members whom this fight's last steps in the party have changed, as they were
    before those steps."""
    was, changed = copy.deepcopy(home.encounter), dict[str, None]()
    for entry in _last_steps_brought(home, fight, link):
        if entry.report.get("command") != HOME:
            break
        undo_changes(was, entry.changes)
        changed |= dict.fromkeys(members_changed_in(entry))
    states = was.fight.get("combatants") or {}
    return {
        who: Member(was.combatants[who], states.get(who) or {})
        for who in changed
        if who in was.combatants
    }


def write_member(
    draft: Draft, who: str, member: Member, there: Encounter
) -> None:
    """Replace a combatant of the draft by this member, with the own effects that they need.
    `there` is the encounter from which they come."""
    for path, definition in definitions_to_bring(
        [member], there, draft.encounter
    ).items():
        draft.put(path, definition)
    draft.put(("combatants", who), member.sheet)
    if member.state:
        draft.put(("fight", "combatants", who), member.state)
    else:
        draft.drop(("fight", "combatants", who))


def _member_differences(
    was: Encounter, who: str, member: Member
) -> Iterator[Data]:
    """Yield each value of sheet and live state that differs from before, by the path that `set`
    takes."""
    sheet = {"side": was.side(who), **was.sheet(who)}
    before = {
        **_flatten(sheet),
        **_flatten((was.fight.get("combatants") or {}).get(who)),
    }
    now = {**_flatten(member.sheet), **_flatten(member.state)}
    for what in dict.fromkeys((*before, *now)):
        if not is_same(before.get(what), now.get(what)):
            yield {"what": what, "was": before.get(what), "now": now.get(what)}


def _flatten(value: object, path: str = "") -> dict[str, object]:
    """Return the single values in nested maps by dotted path."""
    if not isinstance(value, dict):
        return {path: value} if path else {}
    found: dict[str, object] = {}
    for key, part in value.items():
        found |= _flatten(part, f"{path}.{key}" if path else str(key))
    return found


def _last_steps_brought(
    home: Session, fight: str, link: Data
) -> Iterator[LogEntry]:
    """Yield the party's last steps in effect, newest first, as long as this fight has brought
    them. Steps from before the party joined do not count, because an earlier fight may have had
    the same name."""
    for steps in itertools.count(1):
        try:
            last = home.steps_to_undo(steps)
        except StoreError:
            return
        if (
            len(last) < steps
            or not is_brought_by(fight, last[-1])
            or last[-1].seq <= link["since"]
        ):
            return
        yield last[-1]
