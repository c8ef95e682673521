"""Carrying out one command: open the encounter, resolve on a draft, commit. `run_command`
serves every command that the rules resolve; it prints nothing and asks nothing.

From the outside in: `run_command` opens the session, `run_in_session` commits the step or rolls
it back, `resolve_with_shorthand` tries the line as typed and then expanded, and
`_resolve_and_complete_report` calls the ruleset once."""

from collections.abc import Callable
from contextlib import nullcontext, suppress
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from gmtrack.app.step import INITIATIVE, CommandRequest
from gmtrack.core.draft import Draft, net_changes
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import (
    Add,
    Count,
    Effect,
    Heal,
    Intent,
    Join,
    Next,
    RollInit,
    Set,
    Several,
)
from gmtrack.core.names import listed
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from gmtrack.app.party.bring_home import PartyFollowUp
    from gmtrack.app.shorthand import LexiconOf
    from gmtrack.app.typed_dice import CommandContext, TypedDice
    from gmtrack.core.report import Report
    from gmtrack.core.screen import Board
    from gmtrack.dice.port import Answer, Ask, Dice
    from gmtrack.rulesets.port import Problem, Ruleset
    from gmtrack.store.session import Session

    Fallen = list[tuple[Ask, Answer]]
    """Every roll request with its answer, in the order in which they were asked for."""
    AskPeople = Callable[[Dice, CommandContext], Dice]
    """A callback that wraps the chance dice, so that people who roll their own dice are asked
    first."""


T = TypeVar("T")

UNCHANGED = "nothing has changed: the history has no step of it"
"""The warning of a `count` or `heal` that changes nothing and is therefore not committed."""


class Order(NamedTuple):
    """How to carry out a command, whichever it is: its text for the log, the file, the typed
    dice and the seed. `file` is None for the active encounter. `dry_run` renders the result and
    commits nothing. `document`: the board, if one is made, holds the whole JSON document.
    `boardless`: no board is made here; the caller makes it later (`with_board`)."""

    line: str
    file: str | None = None
    rolls: tuple[str, ...] = ()
    seed: int | None = None
    dry_run: bool = False
    document: bool = False
    boardless: bool = False


class Outcome(NamedTuple):
    """The result of a command: its report, the ruleset and the board, if one was wanted. `names`
    maps ids to display names, of everybody who was there before or is there after the command."""

    report: "Report"
    ruleset: "Ruleset"
    names: dict[str, str]
    board: "Board | None"
    dry_run: bool

    def document(self) -> Data:
        """Return the document of `--json`: `command`, `ruleset`, the board's keys, and the
        report's, which win; `dry_run` for a dry run."""
        report = self.report.to_json()
        doc: Data = {"command": report["command"], "ruleset": report["ruleset"]}
        if self.board:
            doc |= self.board.doc
        doc |= report
        if self.dry_run:
            doc["dry_run"] = True
        return doc


def run_command(
    order: Order, step: CommandRequest, people: "AskPeople | None" = None
) -> Outcome:
    """Open the encounter and carry out one command, entirely or not at all. `people` wraps the
    dice for players who roll their own; it is not used if the order has a seed. A `rest` of a
    whole party is carried out in the party's own encounter. Raises Refusal and StoreError; then
    nothing has changed."""
    from gmtrack.store.session import open_session

    if step.command == "rest":
        from gmtrack.app.party.resting import (
            party_that_rests,
            tell_rest_at_home,
        )

        if party := party_that_rests(order.file, step):
            with open_session(party.place, write=not order.dry_run) as home:
                outcome = run_in_session(home, order, step, people)
                tell_rest_at_home(outcome.report, party, home.title)
            return outcome
    with open_session(order.file, write=not order.dry_run) as session:
        return run_in_session(session, order, step, people)


def run_in_session(
    session: "Session",
    order: Order,
    step: CommandRequest,
    people: "AskPeople | None" = None,
) -> Outcome:
    """Carry out one command in a session that is already open, entirely or not at all. Commits
    unless it is a dry run or a `count` or `heal` that changes nothing. Raises Refusal and
    StoreError, after rolling the draft back."""
    ruleset, encounter = session.ruleset, session.encounter
    wanted = _intents_of_request(session, step)
    names = encounter.names()
    draft = session.new_draft()
    slips = _lint_if_sheets_change(session, wanted)
    party = party_follow_up(session, wanted.intents)

    try:
        dice = partial(_dice_for_command, session, order, people, wanted)
        report, fallen = resolve_with_shorthand(
            ruleset, draft, wanted, dice, session.lexicon
        )
        report.command = step.command or report.command
        report.mark_phone_rolls(
            {(ask.name, ask.who) for ask, answer in fallen if answer.phone}
        )
        for added in (one for one in wanted.intents if isinstance(one, Add)):
            from gmtrack.app.newcomers import empty_sheet_warnings

            report.warnings += empty_sheet_warnings(added.sheets, encounter)
            report.assumed = dict(added.assumed)
            if added.party:
                members = [
                    who for who in added.sheets if who in added.party["members"]
                ]
                told = listed(map(encounter.display_name, members))
                report.tell("party.late", "note", who=told, party=added.source)
        if slips is not None:
            from gmtrack.store.check.lint import new_slips

            changed = [change.path for change in report.changes]
            report.warnings += new_slips(
                _lint_if_sheets_change(session, wanted) or (), slips, changed
            )
        idle = not report.changes and isinstance(
            wanted.intents[0], Count | Heal
        )
        if idle and not order.dry_run:
            report.warnings.append(UNCHANGED)
        is_seen = step.board and not order.boardless
        board = (
            _board_of_open_encounter(session, order.document)
            if is_seen
            else None
        )
        names |= encounter.names()
        if party:
            party.check_changes(report)
    except BaseException as error:
        draft.rollback()
        first = wanted.intents[0]
        if isinstance(error, Refusal) and isinstance(first, Effect):
            from gmtrack.app.define import with_stock_hint

            raise with_stock_hint(error, first.name, ruleset) from error
        raise
    if order.dry_run or idle:
        draft.rollback()
    else:
        _commit(
            session,
            order,
            wanted,
            draft,
            (report, fallen),
            party,
            plain=step.plain,
        )
    return Outcome(report, ruleset, names, board, order.dry_run)


def _intents_of_request(session: "Session", step: CommandRequest) -> Several:
    """Return the intents that a step makes in an open session, always as a `Several`. A `join`
    of somebody who is away becomes what brings them back as they are now. Raises Refusal (also
    for options that only other rulesets have) and StoreError."""
    found = step.intents_in(session)
    wanted = Several([found]) if isinstance(found, Intent) else found
    if any(isinstance(intent, Join) for intent in wanted.intents):
        wanted = wanted._replace(
            intents=[_join_as_of_now(session, one) for one in wanted.intents]
        )
    for intent in wanted.intents:
        refuse_foreign_options(session.ruleset, intent)
    return wanted


def _join_as_of_now(session: "Session", intent: Intent) -> Intent:
    """Return the intent of `join` for one combatant who is away from a kept fight, extended by
    their state of today. Every other intent is returned as it is."""
    away = {
        who
        for who in session.encounter.combatants
        if session.encounter.away(who)
    }
    if not isinstance(intent, Join) or not away:
        return intent
    from gmtrack.app.party.coming_back import intent_to_return
    from gmtrack.app.several import combatants_named

    found = list[str]()
    with suppress(Refusal):  # the ruleset refuses a wrong name itself
        found = combatants_named(
            intent.who, session.encounter, session.ruleset.WORDS
        )
    is_one = len(found) == 1 and found[0] in away
    return (
        intent_to_return(session, found[0], intent.options)
        if is_one
        else intent
    )


def _commit(
    session: "Session",
    order: Order,
    wanted: Several,
    draft: Draft,
    resolved: "tuple[Report, Fallen]",
    party: "PartyFollowUp | None",
    *,
    plain: bool,
) -> None:
    """Commit a draft to history and file, together with what the party has to note. A step that
    takes combatants from another file is marked as plain, because that file may have changed
    when history is played again."""
    report, fallen = resolved
    with party.commit_along(draft, report) if party else nullcontext():
        added = [one for one in wanted.intents if isinstance(one, Add)]
        added += [
            one.returns
            for one in wanted.intents
            if isinstance(one, Join) and one.returns
        ]
        # The source may have changed when history is played again.
        is_plain = plain or any(one.source for one in added)
        for link in (one.party for one in added if one.party):
            from gmtrack.store.parties import note_party

            # The party finds its members by this note on the kept fight.
            note_party(session, link["mark"])
        told = partial(_history_document, report, fallen, is_plain=is_plain)
        session.commit_step(draft.changes, order.line, told)


def _history_document(
    report: "Report", fallen: "Fallen", *, is_plain: bool
) -> Data:
    """Return what the history keeps of a step: report, story, what was shown, and the dice if
    the report lacks them."""
    kept: Data = {
        "report": report.to_json(),
        "story": report.story_to_json(),
        "shown": report.shown(),
    }
    kept |= unreported_dice(report, fallen)
    return kept | {"plain": True} if is_plain else kept


def party_follow_up(
    session: "Session", intents: list[Intent]
) -> "PartyFollowUp | None":
    """Return the party link that a command has to follow: in a party itself, in a fight that a
    party has joined, and for an `add` that brings members. None for all other commands."""
    comes = any(isinstance(one, Add) and one.party for one in intents)
    if not (
        comes
        or session.encounter.is_party
        or session.encounter.fight.get("party")
    ):
        return None
    from gmtrack.app.party.bring_home import PartyFollowUp

    return PartyFollowUp(session, intents)


def _lint_if_sheets_change(
    session: "Session", wanted: Several
) -> "list[Problem] | None":
    """Return the likely typos of the encounter, or None if the command neither adds anybody nor
    sets anything."""
    if not any(isinstance(intent, Add | Set) for intent in wanted.intents):
        return None
    from gmtrack.store.check.lint import likely_slips

    return likely_slips(session.encounter, session.ruleset)


def unreported_dice(report: "Report", fallen: "Fallen") -> Data:
    """Return the dice for the history as `{"dice": [...]}`; empty if the report already lists
    the same rolls in the order in which they were asked for."""
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


def _board_of_open_encounter(session: "Session", for_json: bool) -> "Board":
    """Return the GM's board of the open encounter as it is now. `for_json`: its document has all
    the keys of `--json`."""
    # Imported here because only commands that move the fight on show a board.
    from gmtrack.core.players import gm_board

    encounter, ruleset = session.encounter, session.ruleset
    board = gm_board(encounter, ruleset.board, session.hands)
    return with_document(ruleset, encounter, board) if for_json else board


def with_document(
    ruleset: "Ruleset", encounter: Encounter, board: "Board"
) -> "Board":
    """Return a board whose document has the complete keys of `--json` (names, tracks, notes,
    choices)."""
    from gmtrack.app.what import board_document as document

    return board._replace(doc=document(ruleset, encounter, board))


def resolve_with_shorthand(
    ruleset: "Ruleset",
    draft: Draft,
    wanted: Several,
    dice: "Callable[[list[Intent]], TypedDice]",
    lexicon_of: "LexiconOf | None" = None,
) -> "tuple[Report, Fallen]":
    """Resolve intents on a draft and return the report and the dice that fell. Intents that are
    refused are tried once more as expanded shorthand; the report's `understood` then holds their
    full lines. `dice` makes a fresh dice source for each try. A refused try is rolled back.
    `lexicon_of` is as in `expand_shorthand`. Raises Refusal."""
    start = len(draft.changes)

    def resolve_or_roll_back(intents: list[Intent]) -> "tuple[Report, Fallen]":
        try:
            return _resolve_and_complete_report(
                ruleset, draft, wanted._replace(intents=intents), dice(intents)
            )
        except Refusal:
            draft.rollback(start)
            raise

    (report, fallen), meant = try_then_expand_shorthand(
        ruleset,
        draft.encounter,
        wanted.intents,
        resolve_or_roll_back,
        lexicon_of,
    )
    if meant is not wanted.intents:
        from gmtrack.core.choice import line_of

        report.understood = tuple(map(line_of, meant))
    return report, fallen


def try_then_expand_shorthand(
    ruleset: "Ruleset",
    encounter: Encounter,
    intents: list[Intent],
    do: Callable[[list[Intent]], T],
    lexicon_of: "LexiconOf | None" = None,
) -> tuple[T, list[Intent]]:
    """Call `do` with the intents and return its result and the intents that it was called with.
    If it refuses, the intents are expanded as shorthand and `do` is called once more; the
    expanded ones are returned then. `lexicon_of` is as in `expand_shorthand`. Raises Refusal,
    also for an ambiguous bare word beside several targets."""
    if any(len(getattr(intent, "targets", ())) > 1 for intent in intents):
        from gmtrack.app.ambiguous_words import refuse_ambiguous

        refuse_ambiguous(ruleset, encounter, intents)
    try:
        for intent in intents:
            # Rulesets take no bare words: only shorthand can say what they mean.
            if bare := getattr(intent, "bare", ()):
                raise Refusal(ruleset.WORDS.unknown, f"unexpected '{bare[0]}'")
        return do(intents), intents
    except Refusal:
        from gmtrack.app.shorthand import expand_shorthand

        meant = expand_shorthand(ruleset, encounter, intents, lexicon_of)
        if meant is None:
            raise
    return do(meant), meant


def _resolve_and_complete_report(
    ruleset: "Ruleset", draft: Draft, wanted: Several, dice: "TypedDice"
) -> "tuple[Report, Fallen]":
    """Resolve intents on a draft with these dice and return the completed report (net changes,
    unused dice, friends aimed at) and the dice that fell. The draft is not rolled back on a
    Refusal."""
    first, follow = wanted.intents[0], None
    if draft.encounter.fight.get("party") or (
        isinstance(first, Add) and first.party
    ):
        from gmtrack.app.party import bring_home

        follow = bring_home.prepare_link_update(ruleset, draft, wanted.intents)
    if len(wanted.intents) == 1:
        groups = (
            initiative_groups(draft.encounter)
            if isinstance(first, RollInit)
            else {}
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
    report.changes = list(net_changes(draft.changes))
    report.unused = dice.unused()
    aimed = dict.fromkeys(
        [*((b.attacker, b.target) for b in report.blocks), *report.aimed]
    )
    report.friends = [
        pair for pair in aimed if draft.encounter.are_friends(*pair)
    ]
    return report, dice.fallen


def _dice_for_command(
    session: "Session",
    order: Order,
    people: "AskPeople | None",
    wanted: Several,
    intents: list[Intent],
) -> "TypedDice":
    """Return the dice source of a command: typed dice first, then people who roll their own,
    then chance. A seed leaves people out."""
    from gmtrack.app.typed_dice import TypedDice
    from gmtrack.dice.sources import RandomDice

    begins_round = isinstance(intents[0], (RollInit, Next))
    short = INITIATIVE if begins_round else None
    names = session.encounter.names()
    rest: Dice = RandomDice(order.seed)
    words = session.ruleset.WORDS
    rolls = order.rolls
    if isinstance(intents[0], RollInit) and session.encounter.fight.get(
        "rolled"
    ):
        from gmtrack.app.kept_initiative import kept_rolls

        rolls = (*kept_rolls(session.encounter, intents, rolls), *rolls)
    if people is None or order.seed is not None:
        return TypedDice(rolls, rest, words, names, short)
    from gmtrack.app.typed_dice import CommandContext

    def typed(dice: "Dice") -> TypedDice:
        return TypedDice(rolls, dice, words, names, short)

    meant = wanted._replace(intents=intents)
    rehearse = partial(
        _make_rehearsal, session.ruleset, session.encounter, meant, typed
    )
    occasion = CommandContext(
        session.encounter, intents, [], session, order.line, rehearse
    )
    rest = people(rest, occasion)
    return TypedDice(rolls, rest, words, names, short, fallen=occasion.fallen)


def dice_for_newcomers(
    ruleset: "Ruleset",
) -> "Callable[[list[Intent]], TypedDice]":
    """Return a factory of dice sources without typed dice, for adding newcomers, who roll
    nothing."""
    from gmtrack.app.typed_dice import TypedDice
    from gmtrack.dice.sources import RandomDice

    return lambda intents: TypedDice((), RandomDice(), ruleset.WORDS, {}, None)


def _make_rehearsal(
    ruleset: "Ruleset",
    encounter: Encounter,
    wanted: Several,
    typed: "Callable[[Dice], TypedDice]",
) -> "Callable[[Dice], None]":
    """Return a function that resolves the command with given dice on a copy of the fight as it
    is now. The copy is rolled back after each call, and refusals are ignored: only the rolls
    that were asked for count."""
    import copy

    copied = copy.deepcopy(encounter)
    of_file: Data = {}

    def attempt(dice: "Dice") -> None:
        draft = Draft(copied, of_file=of_file)
        try:
            _resolve_and_complete_report(ruleset, draft, wanted, typed(dice))
        except Refusal:
            pass
        finally:
            draft.rollback()

    return attempt


def initiative_groups(encounter: Encounter) -> dict[str, str]:
    """Return the initiative group of each combatant who is in one: `{who: group}`. A group rolls
    initiative once for all its combatants; somebody in several groups belongs to the first."""
    groups = encounter.table.get("groups") or ()
    return {
        who: group
        for group in reversed(groups)
        for who in encounter.ids_like(group)
    }


def refuse_foreign_options(ruleset: "Ruleset", intent: Intent) -> None:
    """Raise Refusal `value` if the intent has an option that only another ruleset defines. The
    message says so if this ruleset has a word of `--with` of that name."""
    own = {option.name for option in ruleset.META.options}
    for name, values in intent.options.extras.items():
        if name in own:
            continue
        message = f"{ruleset.META.title} has no --{name}"
        lexicon = ruleset.lexicon(Encounter("", ruleset.META.id))
        if any(name == entry.word for entry in chain(*lexicon.words.values())):
            message += f": type --with {name}={','.join(values)}"
        raise Refusal(ruleset.WORDS.value, message)
