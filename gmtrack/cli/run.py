"""The way of one command that the rules resolve: open, resolve on a draft, commit. One function
for every such command; it asks nothing and prints nothing."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Intent, RollInit
from gmtrack.core.players import gm_board
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from gmtrack.cli.dice import TypedDice
    from gmtrack.core.report import Report
    from gmtrack.core.screen import Board
    from gmtrack.dice.port import Dice
    from gmtrack.rulesets.port import Ruleset
    from gmtrack.store.session import Session

    Wanted = Intent | Callable[[Session], "Intent | Several"]


PEOPLE: "ContextVar[Callable[[Dice, Encounter], Dice] | None]" = ContextVar("people", default=None)
"""What a session puts between the rules and chance: people who roll their own dice. Where a seed
is given nobody is asked."""


WITNESS: "ContextVar[Callable[[Outcome], None] | None]" = ContextVar("witness", default=None)
"""Told of every command that was carried out, before it is shown."""


INITIATIVE = "initiative"
"""The roll of `roll-init`, in every ruleset."""


class Order(NamedTuple):
    """How a command is to be carried out, whatever it is: its text for the log, the file (None:
    the active encounter), the dice, and whether it is only shown. `board`: the board after it is
    wanted too."""

    line: str
    file: str | None = None
    rolls: tuple[str, ...] = ()
    seed: int | None = None
    dry_run: bool = False
    board: bool = False


class Several(NamedTuple):
    """Intents that are one step. `all_of_them`: if one is refused, all are; else those who can
    do it, do it."""

    intents: list[Intent]
    all_of_them: bool = True


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


def run(order: Order, wanted: "Wanted") -> Outcome:
    """Carry out one command, whole or not at all. `wanted` is the intent, or makes it from the
    open session; several are one step. Raises Refusal and StoreError; then nothing has changed."""
    from gmtrack.store.session import open_session

    with open_session(order.file, write=not order.dry_run) as session:
        outcome = run_in(session, order, wanted)
    witness = WITNESS.get()
    if witness and not order.dry_run:
        witness(outcome)
    return outcome


def each(word: str, intent: Callable[[str], Intent]) -> "Wanted":
    """The intent for a combatant, or one for each of several (`joe,bob`, `ganger*`)."""
    if "," not in word and "*" not in word:
        return intent(word)

    def wanted(session: "Session") -> Several:
        from gmtrack.cli.together import whom

        found = whom(word, session.encounter, session.ruleset.WORDS)
        return Several([intent(who) for who in found], all_of_them="*" not in word)

    return wanted


def run_in(session: "Session", order: Order, wanted: "Wanted") -> Outcome:
    """The same in a session that is open already."""
    found = wanted if isinstance(wanted, Intent) else wanted(session)
    several = Several([found]) if isinstance(found, Intent) else found
    draft = Draft(session.encounter)
    try:
        outcome = _resolve(session, draft, order, several)
    except BaseException:
        draft.rollback()
        raise
    if order.dry_run:
        draft.rollback()
    else:
        report = outcome.report
        session.commit(draft.changes, order.line, report.to_json(), report.told())
    return outcome


def _resolve(session: "Session", draft: Draft, order: Order, wanted: Several) -> Outcome:
    ruleset, encounter = session.ruleset, session.encounter
    first = wanted.intents[0]
    for intent in wanted.intents:
        check_extras(ruleset, intent)
    names = _names(encounter)
    dice = _dice(session, order, first, names)
    if len(wanted.intents) == 1:
        report = ruleset.resolve(draft, first, _by_groups(encounter, first, dice))
    else:
        from gmtrack.cli.together import resolve_all

        report = resolve_all(ruleset, draft, wanted, dice)
    if not dice.told:
        dice.expect(())
    report.changes = list(draft.net_changes())
    report.unused = dice.unused()
    board = gm_board(encounter, ruleset.board) if order.board else None
    return Outcome(report, ruleset, names | _names(encounter), board, order.dry_run)


def _dice(session: "Session", order: Order, intent: Intent, names: dict[str, str]) -> "TypedDice":
    from gmtrack.cli.dice import TypedDice
    from gmtrack.dice.sources import RandomDice

    short = INITIATIVE if isinstance(intent, RollInit) else None
    rest: Dice = RandomDice(order.seed)
    people = PEOPLE.get()
    if people and order.seed is None:
        rest = people(rest, session.encounter)
    return TypedDice(order.rolls, rest, session.ruleset.WORDS, names, short)


def _by_groups(encounter: Encounter, intent: Intent, dice: "Dice") -> "Dice":
    """Initiative is rolled once for each of the groups that the encounter names."""
    groups = encounter.table.get("groups")
    if not groups or not isinstance(intent, RollInit):
        return dice
    from gmtrack.dice.grouped import GroupedDice

    group_of = {who: group for group in reversed(groups) for who in encounter.like(group)}
    return GroupedDice(dice, group_of, INITIATIVE)


def _names(encounter: Encounter) -> dict[str, str]:
    return {who: encounter.display_name(who) for who in encounter.combatants}


def check_extras(ruleset: "Ruleset", intent: Intent) -> None:
    """An option that another ruleset adds is no option here."""
    own = {option.name for option in ruleset.META.options}
    for name in intent.options.extras:
        if name not in own:
            raise Refusal(ruleset.WORDS.value, f"{ruleset.META.title} has no --{name}")
