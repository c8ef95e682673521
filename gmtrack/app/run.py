"""The way of one command that the rules resolve: open, resolve on a draft, commit. One function
for every such command; it asks nothing and prints nothing."""

from collections.abc import Callable
from contextlib import nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from gmtrack.app.step import Step
from gmtrack.core.draft import Draft, net
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import (
    Add,
    Count,
    Effect,
    Heal,
    Intent,
    Join,
    RollInit,
    Set,
    Several,
)
from gmtrack.core.names import listed
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from gmtrack.app.party.bring_home import Along
    from gmtrack.app.typed_dice import RollContext, TypedDice
    from gmtrack.core.report import Report
    from gmtrack.core.screen import Board
    from gmtrack.dice.port import Answer, Ask, Dice
    from gmtrack.rulesets.port import Problem, Ruleset
    from gmtrack.store.session import Session

    Fallen = list[tuple[Ask, Answer]]
    """Every roll with what fell, in the order in which they were asked for."""
    People = Callable[[Dice, RollContext], Dice]
    """Puts people who roll their own dice between the rules and chance."""


T = TypeVar("T")
INITIATIVE = "initiative"
"""The roll of `roll-init`, in every ruleset."""

UNCHANGED = "nothing has changed: the history has no step of it"


class Order(NamedTuple):
    """How a command is to be carried out, whatever it is: its text for the log, the file (None:
    the active encounter), the dice, and whether it is only shown. `document`: with a board, all
    that is in its document is asked for. `boardless`: the board is made later (`with_board`)."""

    line: str
    file: str | None = None
    rolls: tuple[str, ...] = ()
    seed: int | None = None
    dry_run: bool = False
    document: bool = False
    boardless: bool = False


class Outcome(NamedTuple):
    """What a command did. `names` are the display names of all who were or are there."""

    report: "Report"
    ruleset: "Ruleset"
    names: dict[str, str]
    board: "Board | None"
    dry_run: bool

    def document(self) -> Data:
        """The outcome for --json: the report, on top of the board where one was wanted."""
        report = self.report.to_json()
        doc: Data = {"command": report["command"], "ruleset": report["ruleset"]}
        if self.board:
            doc |= self.board.doc
        doc |= report
        if self.dry_run:
            doc["dry_run"] = True
        return doc


def run(order: Order, step: Step, people: "People | None" = None) -> Outcome:
    """Carry out one command, whole or not at all; `people` roll their own dice unless a seed is
    given. Raises Refusal and StoreError; then nothing has changed."""
    from gmtrack.store.session import open_session

    if step.command == "rest":
        from gmtrack.app.party.resting import party_that_rests, tell_where

        if party := party_that_rests(order.file, step):
            with open_session(party.place, write=not order.dry_run) as home:
                outcome = run_in(home, order, step, people)
                tell_where(outcome.report, party, home.title)
            return outcome
    with open_session(order.file, write=not order.dry_run) as session:
        return run_in(session, order, step, people)


def run_in(
    session: "Session", order: Order, step: Step, people: "People | None" = None
) -> Outcome:
    """The same in a session that is open already."""
    ruleset, encounter = session.ruleset, session.encounter
    wanted = _wanted(session, step)
    names = encounter.names()
    draft = session.new_draft()
    slips = _slips(session, wanted)
    party = party_of(session, wanted.intents)

    try:
        dice = partial(_dice, session, order, people, wanted)
        report, fallen = resolved(ruleset, draft, wanted, dice)
        report.command = step.command or report.command
        report.mark(
            {(ask.name, ask.who) for ask, answer in fallen if answer.phone}
        )
        for added in (one for one in wanted.intents if isinstance(one, Add)):
            from gmtrack.app.newcomers import blank

            report.warnings += blank(added.sheets, encounter)
            report.assumed = dict(added.assumed)
            if added.party:
                members = [
                    who for who in added.sheets if who in added.party["members"]
                ]
                told = listed(map(encounter.display_name, members))
                report.tell("party.late", "note", who=told, party=added.source)
        if slips is not None:
            from gmtrack.store.check.lint import brought

            changed = [change.path for change in report.changes]
            report.warnings += brought(
                _slips(session, wanted) or (), slips, changed
            )
        idle = not report.changes and isinstance(
            wanted.intents[0], Count | Heal
        )
        if idle and not order.dry_run:
            report.warnings.append(UNCHANGED)
        is_seen = step.board and not order.boardless
        board = _board(session, order.document) if is_seen else None
        names |= encounter.names()
        if party:
            party.check(report)
    except BaseException as error:
        draft.rollback()
        first = wanted.intents[0]
        if isinstance(error, Refusal) and isinstance(first, Effect):
            from gmtrack.app.define import with_ready_one

            raise with_ready_one(error, first.name, ruleset) from error
        raise
    if order.dry_run or idle:
        draft.rollback()
    else:
        _keep(
            session,
            order,
            wanted,
            draft,
            (report, fallen),
            party,
            plain=step.plain,
        )
    return Outcome(report, ruleset, names, board, order.dry_run)


def _wanted(session: "Session", step: Step) -> Several:
    """Return what a step asks for in an open session. Raises Refusal and StoreError."""
    found = step.asked(session)
    wanted = Several([found]) if isinstance(found, Intent) else found
    if any(isinstance(intent, Join) for intent in wanted.intents):
        wanted = wanted._replace(
            intents=[_joining(session, one) for one in wanted.intents]
        )
    for intent in wanted.intents:
        check_extras(session.ruleset, intent)
    return wanted


def _joining(session: "Session", intent: Intent) -> Intent:
    """Return the intent as it is carried out in a kept fight: who joins comes as they are now."""
    away = {
        who
        for who in session.encounter.combatants
        if session.encounter.away(who)
    }
    if not isinstance(intent, Join) or not away:
        return intent
    from gmtrack.app.party.coming_back import joining
    from gmtrack.app.several import whom

    found = list[str]()
    with suppress(Refusal):  # the rules say what is wrong with the name
        found = whom(intent.who, session.encounter, session.ruleset.WORDS)
    is_one = len(found) == 1 and found[0] in away
    return joining(session, found[0], intent.options) if is_one else intent


def _keep(
    session: "Session",
    order: Order,
    wanted: Several,
    draft: Draft,
    resolved: "tuple[Report, Fallen]",
    party: "Along | None",
    *,
    plain: bool,
) -> None:
    report, fallen = resolved
    with party.along(draft, report) if party else nullcontext():
        added = [one for one in wanted.intents if isinstance(one, Add)]
        added += [
            one.returns
            for one in wanted.intents
            if isinstance(one, Join) and one.returns
        ]
        # Where they came from may have gone on when history is played again.
        is_plain = plain or any(one.source for one in added)
        for link in (one.party for one in added if one.party):
            from gmtrack.store.parties import note_party

            # Where its members are is looked for by what is noted of a kept fight.
            note_party(session, link["mark"])
        told = partial(_told, report, fallen, is_plain=is_plain)
        session.keep(draft.changes, order.line, told)


def _told(report: "Report", fallen: "Fallen", *, is_plain: bool) -> Data:
    kept: Data = {
        "report": report.to_json(),
        "story": report.told(),
        "shown": report.shown(),
    }
    kept |= untold(report, fallen)
    return kept | {"plain": True} if is_plain else kept


def party_of(session: "Session", intents: list[Intent]) -> "Along | None":
    """What the party has to do with a command: of a party itself, and of a fight into which one has
    come along; None for all others."""
    comes = any(isinstance(one, Add) and one.party for one in intents)
    if not (
        comes
        or session.encounter.is_party
        or session.encounter.fight.get("party")
    ):
        return None
    from gmtrack.app.party.bring_home import Along

    return Along(session, intents)


def _slips(session: "Session", wanted: Several) -> "list[Problem] | None":
    """The likely slips of the fight; None if the command can bring none."""
    if not any(isinstance(intent, Add | Set) for intent in wanted.intents):
        return None
    from gmtrack.store.check.lint import lint

    return lint(session.encounter, session.ruleset)


def untold(report: "Report", fallen: "Fallen") -> Data:
    """For the history: the dice, where the report does not tell them as they were asked for."""
    asked = [
        (ask.name, ask.key, answer.dice, answer.again) for ask, answer in fallen
    ]
    unseen = any(ask.count and not answer.dice for ask, answer in fallen)
    if not (unseen or report.listed) and asked == [
        (r.name, r.who, r.dice, r.again) for r in report.rolls
    ]:
        return {}
    from gmtrack.dice.fallen import to_fallen_roll

    return {
        "dice": [
            to_fallen_roll(ask, answer).to_data() for ask, answer in fallen
        ]
    }


def _board(session: "Session", whole: bool) -> "Board":
    # Only the commands that move the fight on show it.
    from gmtrack.core.players import gm_board

    encounter, ruleset = session.encounter, session.ruleset
    board = gm_board(encounter, ruleset.board, session.hands)
    return documented(ruleset, encounter, board) if whole else board


def documented(
    ruleset: "Ruleset", encounter: Encounter, board: "Board"
) -> "Board":
    from gmtrack.app.what import board_document as document

    return board._replace(doc=document(ruleset, encounter, board))


def resolved(
    ruleset: "Ruleset",
    draft: Draft,
    wanted: Several,
    dice: "Callable[[list[Intent]], TypedDice]",
) -> "tuple[Report, Fallen]":
    start = len(draft.changes)

    def resolve(intents: list[Intent]) -> "tuple[Report, Fallen]":
        try:
            return _resolve(
                ruleset, draft, wanted._replace(intents=intents), dice(intents)
            )
        except Refusal:
            draft.rollback(start)
            raise

    (report, fallen), meant = understood(
        ruleset, draft.encounter, wanted.intents, resolve
    )
    if meant is not wanted.intents:
        from gmtrack.core.choice import line_of

        report.understood = tuple(map(line_of, meant))
    return report, fallen


def understood(
    ruleset: "Ruleset",
    encounter: Encounter,
    intents: list[Intent],
    do: Callable[[list[Intent]], T],
) -> tuple[T, list[Intent]]:
    """What comes of these intents; what is refused as it stands is read once more as somebody in a
    hurry would have meant it, and they are returned in full words then."""
    if any(len(getattr(intent, "targets", ())) > 1 for intent in intents):
        from gmtrack.app.ambiguous_words import refuse_ambiguous

        refuse_ambiguous(ruleset, encounter, intents)
    try:
        for intent in intents:
            # No rules take a word that does not say what it is.
            if bare := getattr(intent, "bare", ()):
                raise Refusal(ruleset.WORDS.unknown, f"unexpected '{bare[0]}'")
        return do(intents), intents
    except Refusal:
        from gmtrack.app.shorthand import expand_shorthand

        meant = expand_shorthand(ruleset, encounter, intents)
        if meant is None:
            raise
    return do(meant), meant


def _resolve(
    ruleset: "Ruleset", draft: Draft, wanted: Several, dice: "TypedDice"
) -> "tuple[Report, Fallen]":
    first, follow = wanted.intents[0], None
    if draft.encounter.fight.get("party") or (
        isinstance(first, Add) and first.party
    ):
        from gmtrack.app.party import bring_home

        follow = bring_home.follow(ruleset, draft, wanted.intents)
    if len(wanted.intents) == 1:
        groups = (
            groups_of(draft.encounter) if isinstance(first, RollInit) else {}
        )
        shared: Dice = dice
        if groups:
            from gmtrack.dice.sources import GroupedDice

            shared = GroupedDice(dice, groups, INITIATIVE)
        report = ruleset.resolve(draft, first, shared)
    else:
        from gmtrack.app.several import resolve_all

        report = resolve_all(ruleset, draft, wanted, dice)
    if follow:
        follow()
    if not dice.told:
        dice.expect(())
    report.changes = list(net(draft.changes))
    report.unused = dice.unused()
    aimed = dict.fromkeys(
        [*((b.attacker, b.target) for b in report.blocks), *report.aimed]
    )
    report.friends = [
        pair for pair in aimed if draft.encounter.are_friends(*pair)
    ]
    return report, dice.fallen


def _dice(
    session: "Session",
    order: Order,
    people: "People | None",
    wanted: Several,
    intents: list[Intent],
) -> "TypedDice":
    from gmtrack.app.typed_dice import TypedDice
    from gmtrack.dice.sources import RandomDice

    short = INITIATIVE if isinstance(intents[0], RollInit) else None
    names = session.encounter.names()
    rest: Dice = RandomDice(order.seed)
    words = session.ruleset.WORDS
    if people is None or order.seed is not None:
        return TypedDice(order.rolls, rest, words, names, short)
    from gmtrack.app.typed_dice import RollContext

    def typed(dice: "Dice") -> TypedDice:
        return TypedDice(order.rolls, dice, words, names, short)

    meant = wanted._replace(intents=intents)
    rehearse = partial(
        _rehearse, session.ruleset, session.encounter, meant, typed
    )
    occasion = RollContext(
        session.encounter, intents, [], session, order.line, rehearse
    )
    rest = people(rest, occasion)
    return TypedDice(
        order.rolls, rest, words, names, short, fallen=occasion.fallen
    )


def no_dice(ruleset: "Ruleset") -> "Callable[[list[Intent]], TypedDice]":
    """Nothing is rolled for newcomers."""
    from gmtrack.app.typed_dice import TypedDice
    from gmtrack.dice.sources import RandomDice

    return lambda intents: TypedDice((), RandomDice(), ruleset.WORDS, {}, None)


def _rehearse(
    ruleset: "Ruleset",
    encounter: Encounter,
    wanted: Several,
    typed: "Callable[[Dice], TypedDice]",
) -> "Callable[[Dice], None]":
    """What carries a command out with other dice, on a copy of the fight as it is now."""
    import copy

    copied = copy.deepcopy(encounter)

    def attempt(dice: "Dice") -> None:
        draft = Draft(copied)
        try:
            _resolve(ruleset, draft, wanted, typed(dice))
        except Refusal:
            pass
        finally:
            draft.rollback()

    return attempt


def groups_of(encounter: Encounter) -> dict[str, str]:
    """Those for each of whom initiative is rolled once, by the combatants in them."""
    groups = encounter.table.get("groups") or ()
    return {
        who: group
        for group in reversed(groups)
        for who in encounter.like(group)
    }


def check_extras(ruleset: "Ruleset", intent: Intent) -> None:
    """An option that another ruleset adds is no option here."""
    own = {option.name for option in ruleset.META.options}
    for name in intent.options.extras:
        if name not in own:
            raise Refusal(
                ruleset.WORDS.value, f"{ruleset.META.title} has no --{name}"
            )
