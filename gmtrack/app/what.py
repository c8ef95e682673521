"""Choices: what a combatant can do now. Every candidate is tried on a draft that is rolled back,
up to its first roll, so that legality is decided by the rules alone. Also the board's document
for `--json`, which lists these choices."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from gmtrack.app.step import BETWEEN_ROUNDS
from gmtrack.core.choice import HELP, PASSIVE, Candidate, Choice
from gmtrack.core.command_table import OFFERED, row
from gmtrack.core.counters import is_counter
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import (
    Act,
    Attack,
    End,
    Intent,
    Intervene,
    Join,
    Leave,
    Next,
    RollInit,
    Test,
    intent_of,
)
from gmtrack.core.lexicon import Entries
from gmtrack.core.notes import note_condition
from gmtrack.core.screen import Board, Row, Turn
from gmtrack.core.stages import UNREAD_RUNNER
from gmtrack.dice.port import Answer, Ask, Dice
from gmtrack.errors import OVERRULES, Refusal

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset


PAID = (Attack, Act, Test, *map(intent_of, OFFERED))
"""The intents for which a combatant pays resources; only these have a cost."""
ACTION = "ACTION"
"""What stands for an action in a line that is due."""
MOST_DECLARING = 8
"""The largest number of people whose actions are tried."""
LEFT = "left"
"""The sentence for somebody who has left: a ruleset without it does without `leave`."""


def choices(
    ruleset: "Ruleset",
    encounter: "Encounter",
    who: str | None,
    most: int = 0,
    without: tuple[type[Intent], ...] = (),
    only: tuple[type[Intent], ...] = (Intent,),
) -> Iterator[Choice]:
    """Yield everything that `who` might do now, each with its cost or the reason why it is
    refused: what helps a friend who is down, then all else in the order of `candidates`.

    `who` None: what belongs to no combatant (`intervene`, `next`, `roll-init`, `end`). Somebody
    who is out makes no tests but passive ones. With `most` above 0, at most so many legal choices
    of each weapon and each action. Intents of the kinds `without`, and of others than the kinds
    `only`, are not tried."""
    works: Counter[tuple[str, str]] = Counter()
    of_file: Data = {}
    board = ruleset.board(encounter)
    starts = board.doc.get("phase") in BETWEEN_ROUNDS
    every = candidates(ruleset, encounter, who, board.turn, of_file)
    found = _put_help_first(
        ruleset,
        encounter,
        [
            one
            for one in every
            if isinstance(one.intent, only)
            and not isinstance(one.intent, without)
        ],
        of_file,
    )
    look = Draft(encounter, of_file=of_file)
    is_out = who in encounter.combatants and ruleset.standing_of(look, who).out
    wanted = (
        one
        for one in found
        if not most or works[_weapon_or_action(one.intent)] < most
        if not (is_out and isinstance(one.intent, Test) and one.kind != PASSIVE)
    )
    for one in try_candidates(ruleset, encounter, who, wanted, of_file):
        works[_weapon_or_action(one.intent)] += not one.why
        # Between rounds `next` means `roll-init`, so a refusal of `next` itself is not shown.
        unheld = who is None and isinstance(one.intent, Intervene)
        if not (
            one.why and (unheld or (starts and isinstance(one.intent, Next)))
        ):
            yield one


def actions_to_declare(
    ruleset: "Ruleset", encounter: "Encounter", due: Entries
) -> list[str]:
    """Return the names of the actions that at least one of those can do whose action is `due` (a
    line `act WHO ACTION`), in the order of the lexicon. Empty if no action is due."""
    people = [
        words[1]
        for one in due
        if (words := one.word.split())[::2] == [Act.word, ACTION]
    ][:MOST_DECLARING]
    found: set[str] = set()
    for who in people:
        acts = (
            one
            for one in candidates(ruleset, encounter, who)
            if isinstance(one.intent, Act) and one.intent.action not in found
        )
        for choice in try_candidates(ruleset, encounter, who, acts):
            if isinstance(choice.intent, Act) and not choice.why:
                found.add(choice.intent.action)
    actions = ruleset.lexicon(encounter).actions if people else ()
    return [entry.word for entry in actions if entry.word in found]


def describe_held_actions(board: "Board") -> str:
    """Return who holds an action, each with the line that takes it: `Vex holds an action:
    `intervene vex``. Empty if nobody does who could act."""
    able = {row.id: row.name for row in board.rows if not row.standing.out}
    return "; ".join(
        f"{able[one['id']]} holds an action: `intervene {one['id']}`"
        for one in board.doc.get("order", ())
        if one.get("delayed") and one.get("id") in able
    )


def _put_help_first(
    ruleset: "Ruleset",
    encounter: "Encounter",
    every: Sequence[Candidate],
    of_file: Data,
) -> Iterator[Candidate]:
    """Yield the candidates with the kind HELP that the rules allow now, then all others. `of_file`
    is as in `try_candidates`."""
    helping = [one for one in every if one.kind == HELP]
    tried = try_candidates(ruleset, encounter, None, helping, of_file)
    saves = [
        one
        for one, choice in zip(helping, tried, strict=True)
        if not choice.why
    ]
    yield from saves
    yield from (one for one in every if one not in saves)


def _weapon_or_action(intent: Intent) -> tuple[str, str]:
    """Return the key by which `choices` counts: command and weapon of an attack, command and
    action of everything else."""
    if isinstance(intent, Attack):
        return intent.word, intent.options.weapon or ""
    return intent.word, intent.action if isinstance(intent, Act) else ""


def candidates(
    ruleset: "Ruleset",
    encounter: "Encounter",
    who: str | None,
    turn: Turn = Turn(),  # noqa: B008
    of_file: Data | None = None,
) -> Iterator[Candidate]:
    """Yield everything that `who` might do, whether it is legal or not: against foes who stand,
    then about friends, then the same about those who are out, at last about the dead. Somebody
    who is away can only `join`. `turn` supplies the help texts of `next` and `intervene`. Yields
    nothing in a party, where there is no fight."""
    if encounter.is_party:
        return
    draft = Draft(encounter)

    @cache
    def rank_of_person(whom: str) -> int:
        """Return 0 for foes and things, 1 for friends, 2 and 3 if they are out, 4 for the dead."""
        if whom not in encounter.combatants:
            return 0
        standing = ruleset.standing_of(draft, whom)
        if standing.dead:
            return 4
        is_friend = whom != who and encounter.are_friends(who or "", whom)
        return 2 * standing.out + is_friend

    def sort_key(one: Candidate) -> int:
        """Return the rank of whom a candidate is about."""
        intent = one.intent
        named = (
            intent.targets
            if isinstance(intent, Attack)
            else getattr(intent, "args", ())
        )
        return rank_of_person(named[0]) if named else 0

    if who is not None and encounter.away(who):
        yield Candidate(Join(who), "back into the fight")
    elif who is not None:
        found = (
            one._replace(kind="")
            if one.kind == HELP and not _is_for_friend(one, who, encounter)
            else one
            for one in ruleset.candidates(encounter, who)
        )
        yield from sorted(found, key=sort_key)
        yield from _table_candidates(ruleset, who, turn)
        yield Candidate(RollInit((who,)), "roll initiative, as a late entry")
        if LEFT in ruleset.PHRASES:
            yield Candidate(Leave(who), "out of the fight, for the time being")
    else:
        yield from _interventions(ruleset, encounter, turn)
    yield Candidate(Next(), turn.next or "end the turn, phase or pass")
    yield Candidate(RollInit(), "start the fight or its next round")
    yield Candidate(End(), "end the fight")


def _is_for_friend(one: Candidate, who: str, encounter: Encounter) -> bool:
    """Whether an action's first argument is the one who acts (`who`), or a friend of theirs."""
    named: tuple[str, ...] = getattr(one.intent, "args", ())
    return any(
        whom == who or encounter.are_friends(who, whom) for whom in named[:1]
    )


def _interventions(
    ruleset: "Ruleset", encounter: "Encounter", turn: Turn
) -> Iterator[Candidate]:
    """Yield a candidate for each combatant who might take a held action; none in a ruleset that
    holds no actions."""
    if _is_offered(ruleset, Intervene.word):
        for one in encounter.present():
            yield Candidate(Intervene(one), turn.taken)


def _is_offered(ruleset: "Ruleset", command: str) -> bool:
    """Whether the ruleset carries out a command, and does not only say what to type instead
    (`never`)."""
    has = command in getattr(ruleset, "commands", OFFERED)
    return has and command not in getattr(ruleset, "never", ())


def _table_candidates(
    ruleset: "Ruleset", who: str, turn: Turn
) -> Iterator[Candidate]:
    """Yield a candidate for each command of the table that needs only a combatant and that the
    ruleset has."""
    for command in OFFERED:
        if _is_offered(ruleset, command):
            intent: Any = intent_of(command)
            yield Candidate(
                intent(who),
                turn.taken if intent is Intervene else row(command).offered,
            )


def try_candidates(
    ruleset: "Ruleset",
    encounter: "Encounter",
    who: str | None,
    found: Iterable[Candidate],
    of_file: Data | None = None,
) -> Iterator[Choice]:
    """Try each candidate and yield it as a choice, with its cost if it is legal, else with the
    reason for its refusal. `who` pays; without `who` nothing has a cost. `of_file` are values that
    follow from the file alone, which drafts of this encounter share."""
    draft = Draft(encounter, UNREAD_RUNNER, of_file)
    dice = UpToTheRoll()

    def resources_now() -> Mapping[str, int]:
        """Return the resources of `who`; empty without `who`."""
        return ruleset.resources_of(draft, who) if who is not None else {}

    before = resources_now()

    def cost_of(intent: Intent) -> str:
        """Return what an intent has cost, as text."""
        return (
            spent_in_words(before, resources_now())
            if isinstance(intent, PAID)
            else ""
        )

    for candidate in found:
        yield _try_candidate(ruleset, draft, dice, candidate, cost_of)


def is_possible_now(
    ruleset: "Ruleset", encounter: "Encounter", intent: Intent
) -> bool:
    """Whether the rules allow an intent now. Nothing is changed."""
    draft = Draft(encounter, UNREAD_RUNNER)
    return not _try_candidate(
        ruleset, draft, UpToTheRoll(), Candidate(intent), lambda _: ""
    ).why


def cost_and_first_roll(
    ruleset: "Ruleset", encounter: "Encounter", intent: Intent, who: str
) -> tuple[str, Ask | None]:
    """Return how a legal command begins: what it costs `who`, as text, and its first roll
    request (None if it rolls nothing). Nothing is changed. Raises Refusal."""
    draft, roll = Draft(encounter), None
    before = ruleset.resources_of(draft, who)
    try:
        try:
            ruleset.resolve(draft, intent, UpToTheRoll())
        except Rolling as rolling:
            roll = rolling.ask
        return spent_in_words(before, ruleset.resources_of(draft, who)), roll
    finally:
        draft.rollback()


def _try_candidate(
    ruleset: "Ruleset",
    draft: Draft,
    dice: "UpToTheRoll",
    candidate: Candidate,
    cost: Callable[[Intent], str],
) -> Choice:
    """Try one candidate up to its first roll and return it as a choice with cost or reason.
    Rolls the draft back."""
    choice = Choice(candidate.intent, candidate.help, kind=candidate.kind)
    try:
        ruleset.resolve(draft, candidate.intent, dice)
    except Rolling:
        return choice._replace(cost=cost(candidate.intent))
    except Refusal as refusal:
        return choice._replace(why=refusal.message.removesuffix(OVERRULES))
    else:
        return choice._replace(cost=cost(candidate.intent))
    finally:
        draft.rollback()


def spent_in_words(before: Mapping[str, int], after: Mapping[str, int]) -> str:
    """Return the resources that have been spent between two states as text: `2 AP`, `1 simple, 1
    free`; empty if nothing was."""
    gone = ((name, had - after.get(name, 0)) for name, had in before.items())
    return ", ".join(f"{count} {name}" for name, count in gone if count > 0)


class Rolling(Exception):
    """Raised when a tried command comes to its first roll, which means that it is legal and paid
    for. `ask` is the roll request."""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask


class UpToTheRoll(Dice):
    """A dice source that raises `Rolling` at the first roll request, to end a trial there."""

    def roll(self, ask: Ask) -> Answer:
        """Raise `Rolling` with the roll request; no dice fall."""
        raise Rolling(ask)


def board_document(
    ruleset: "Ruleset", encounter: Encounter, board: Board
) -> Data:
    """Return the board's document for `--json`: the ruleset's own keys, each entry of `order`
    completed by name, side, note, tracks and conditions, then `notes`, and `choices` with the
    legal command lines of the combatant who acts."""
    rows = {row.id: row for row in board.rows}
    order = [
        {**entry, **row_document(rows[entry["id"]])}
        if entry.get("id") in rows
        else entry
        for entry in board.doc.get("order", ())
    ]
    found = choices(ruleset, encounter, board.doc.get("acting"))
    lines = [one.line for one in found if not one.why]
    return {**board.doc, "order": order, "notes": board.notes, "choices": lines}


def row_document(row: Row) -> Data:
    """Return what every board's JSON document says of one combatant: name, side, note, tracks
    and conditions, without counters."""
    return {
        "name": row.name,
        "side": row.side,
        "note": row.note,
        "tracks": {
            track.label: {"now": track.now, "max": track.size}
            for track in row.tracks
            if not is_counter(track)
        },
        "conditions": [
            one.label
            for one in row.conditions
            if one != note_condition(row.note)
        ],
    }
