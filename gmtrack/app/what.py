"""What can be done now: every candidate is tried on a draft that is thrown away, up to its first
roll. What is legal stands in the rules alone. And the board for --json, which has it too."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from gmtrack.app.step import BETWEEN_ROUNDS
from gmtrack.core.choice import Candidate, Choice
from gmtrack.core.command_table import OFFERED, row
from gmtrack.core.counters import is_counter
from gmtrack.core.course import UNTOLD
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
from gmtrack.core.notes import mark
from gmtrack.core.screen import Board, Row, Turn
from gmtrack.dice.port import Answer, Ask, Dice
from gmtrack.errors import OVERRULES, Refusal

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset


PAID = (Attack, Act, Test, *map(intent_of, OFFERED))
"""What somebody pays for."""
LEFT = "left"
"""The sentence for somebody who has left: a ruleset without it does without `leave`."""


def choices(
    ruleset: "Ruleset", encounter: "Encounter", who: str | None, most: int = 0
) -> Iterator[Choice]:
    """What WHO can do now and what not, the attacks first; without WHO what nobody in particular
    does. With `most` no more than so many that work of each weapon and action."""
    works: Counter[tuple[str, str]] = Counter()
    board = ruleset.board(encounter)
    starts = board.doc.get("phase") in BETWEEN_ROUNDS
    found = candidates(ruleset, encounter, who, board.turn)
    wanted = (
        one for one in found if not most or works[_kind(one.intent)] < most
    )
    for one in tried(ruleset, encounter, who, wanted):
        works[_kind(one.intent)] += not one.why
        # Between rounds `next` is `roll-init`, whatever the rules say of it.
        unheld = who is None and isinstance(one.intent, Intervene)
        if not (
            one.why and (unheld or (starts and isinstance(one.intent, Next)))
        ):
            yield one


def _kind(intent: Intent) -> tuple[str, str]:
    if isinstance(intent, Attack):
        return intent.word, intent.options.weapon or ""
    return intent.word, intent.action if isinstance(intent, Act) else ""


def candidates(
    ruleset: "Ruleset",
    encounter: "Encounter",
    who: str | None,
    turn: Turn = Turn(),  # noqa: B008
) -> Iterator[Candidate]:
    """All that WHO might do, what is about friends behind what is about foes, about the dead last;
    `turn` says what `next` and `intervene` would do. In a party there is no fight: nothing."""
    if encounter.is_party:
        return
    draft = Draft(encounter)

    @cache
    def spared(whom: str) -> int:
        if whom not in encounter.combatants:
            return 0
        if ruleset.standing_of(draft, whom).dead:
            return 2
        return int(whom != who and encounter.are_friends(who or "", whom))

    def spares(one: Candidate) -> int:
        intent = one.intent
        whom = (
            intent.targets
            if isinstance(intent, Attack)
            else getattr(intent, "args", ())
        )
        return spared(whom[0]) if whom else 0

    if who is not None and encounter.away(who):
        yield Candidate(Join(who), "back into the fight")
    elif who is not None:
        yield from sorted(ruleset.candidates(encounter, who), key=spares)
        yield from _offered(ruleset, who, turn)
        yield Candidate(RollInit((who,)), "roll initiative, as a late entry")
        if LEFT in ruleset.PHRASES:
            yield Candidate(Leave(who), "out of the fight, for the time being")
    else:
        for one in encounter.present():
            yield Candidate(Intervene(one), turn.taken)
    yield Candidate(Next(), turn.next or "end the turn, phase or pass")
    yield Candidate(RollInit(), "start the fight or its next round")
    yield Candidate(End(), "end the fight")


def _offered(ruleset: "Ruleset", who: str, turn: Turn) -> Iterator[Candidate]:
    """The commands of the table that need no more than somebody, as far as the rules have them."""
    for command in OFFERED:
        if command in getattr(ruleset, "commands", OFFERED):
            intent: Any = intent_of(command)
            yield Candidate(
                intent(who),
                turn.taken if intent is Intervene else row(command).offered,
            )


def tried(
    ruleset: "Ruleset",
    encounter: "Encounter",
    who: str | None,
    found: Iterable[Candidate],
) -> Iterator[Choice]:
    """The candidates, each with its cost or with what stands against it."""
    draft, dice = Draft(encounter, UNTOLD), UpToTheRoll()

    def means() -> Mapping[str, int]:
        return ruleset.resources_of(draft, who) if who is not None else {}

    before = means()

    def cost(intent: Intent) -> str:
        return spent(before, means()) if isinstance(intent, PAID) else ""

    for candidate in found:
        yield _tried(ruleset, draft, dice, candidate, cost)


def can_be(ruleset: "Ruleset", encounter: "Encounter", intent: Intent) -> bool:
    draft = Draft(encounter, UNTOLD)
    return not _tried(
        ruleset, draft, UpToTheRoll(), Candidate(intent), lambda _: ""
    ).why


def begun(
    ruleset: "Ruleset", encounter: "Encounter", intent: Intent, who: str
) -> tuple[str, Ask | None]:
    """How a command that is legal begins: what it costs WHO, and its first roll; None where it
    comes to none."""
    draft, roll = Draft(encounter), None
    before = ruleset.resources_of(draft, who)
    try:
        try:
            ruleset.resolve(draft, intent, UpToTheRoll())
        except Rolling as rolling:
            roll = rolling.ask
        return spent(before, ruleset.resources_of(draft, who)), roll
    finally:
        draft.rollback()


def _tried(
    ruleset: "Ruleset",
    draft: Draft,
    dice: "UpToTheRoll",
    candidate: Candidate,
    cost: Callable[[Intent], str],
) -> Choice:
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


def spent(before: Mapping[str, int], after: Mapping[str, int]) -> str:
    """What has gone, as `2 AP` or `1 simple, 1 free`."""
    gone = ((name, had - after.get(name, 0)) for name, had in before.items())
    return ", ".join(f"{count} {name}" for name, count in gone if count > 0)


class Rolling(Exception):
    """The command is legal and paid for, and comes to its first roll."""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask


class UpToTheRoll(Dice):
    """Dice that end a trial where the first of them would fall."""

    def roll(self, ask: Ask) -> Answer:
        raise Rolling(ask)


def board_document(
    ruleset: "Ruleset", encounter: Encounter, board: Board
) -> Data:
    """The keys of the ruleset; to each of `order` those of the row, and at the end `notes` and
    `choices`."""
    rows = {row.id: row for row in board.rows}
    order = [
        {**entry, **told(rows[entry["id"]])}
        if entry.get("id") in rows
        else entry
        for entry in board.doc.get("order", ())
    ]
    found = choices(ruleset, encounter, board.doc.get("acting"))
    lines = [one.line for one in found if not one.why]
    return {**board.doc, "order": order, "notes": board.notes, "choices": lines}


def told(row: Row) -> Data:
    """What every board shows of somebody, for --json."""
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
            one.label for one in row.conditions if one != mark(row.note)
        ],
    }
