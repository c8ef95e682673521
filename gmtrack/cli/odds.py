"""What will come of an attack, before anybody rolls."""

import shlex
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from gmtrack.cli import output
from gmtrack.cli.options import CIRCUMSTANCES, FORCE, JSON, ROLL, Line, line_of
from gmtrack.cli.tree import Commands, UsageError, build
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Attack, Options
from gmtrack.core.names import pick, squash
from gmtrack.core.players import FRIENDS
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from gmtrack.odds.chances import Odds
    from gmtrack.rulesets.port import Ruleset
    from gmtrack.store.session import Session

COMMANDS = Commands()
EVERYBODY = "all"
PATIENCE = 15.0
"""Seconds that somebody waits for an answer."""
TAIL = 1e-9
"""How likely it is at the most that dice which are rolled on without end come to more than told."""


class Question(NamedTuple):
    """One attack that is asked about; `words` are those of its variant."""

    intent: Attack
    rolls: tuple[str, ...]
    words: str | None = None


@COMMANDS.add("odds", (*CIRCUMSTANCES, ROLL, FORCE, JSON), "gmtrack odds joe bob --called neck")
def odds(
    ctx: typer.Context,
    attacker: Annotated[
        str, typer.Argument(metavar="ATTACKER", help="Who would attack, or `all`.")
    ],
    targets: Annotated[
        list[str], typer.Argument(metavar="TARGET...", help="Whom, or `all` one by one.")
    ],
    vs: Annotated[
        list[str] | None,
        typer.Option("--vs", metavar="WORDS", help="Set beside it: '--called head'. Repeatable."),
    ] = None,
) -> None:
    """Tell the exact chances of an attack; nothing changes."""
    from gmtrack.store.session import open_session

    line = line_of(ctx)
    with open_session(line.file, write=False) as session:
        names = {who: session.encounter.display_name(who) for who in session.encounter.combatants}
        doc = document(session, line, attacker, tuple(targets), vs or [])
    if line.json:
        output.document(doc)
    else:
        output.show_odds(doc, names)


def document(
    session: "Session", line: Line, attacker: str, targets: tuple[str, ...], vs: list[str]
) -> Data:
    """The answer: of one attack, of its variants, or of everybody against one."""
    ruleset, encounter = session.ruleset, session.encounter
    head: Data = {"command": "odds", "ruleset": ruleset.META.id}
    everybody = EVERYBODY in (squash(attacker), *map(squash, targets))
    if everybody and vs:
        raise UsageError("--vs is for one attack, not for `all`")
    if everybody:
        questions = list(_everybody(encounter, ruleset, line, attacker, targets))
        return head | _answered(ruleset, encounter, questions, "against")
    plain = Question(Attack(attacker, targets, options=line.options()), line.values["rolls"])
    if not vs:
        return head | chances(ruleset, encounter, plain)
    variants = [_variant(attacker, targets, line, words) for words in vs]
    return head | _answered(ruleset, encounter, [plain._replace(words=""), *variants], "variants")


def chances(ruleset: "Ruleset", encounter: Encounter, question: Question) -> Data:
    """The document of one attack. Raises Refusal as the attack would, and where it takes longer
    than anybody waits."""
    doc = as_document(find(ruleset, encounter, question, time_out(PATIENCE)), question)
    names = {who: encounter.display_name(who) for who in encounter.combatants}
    words, kind = question.intent, ruleset.WORDS.nobody
    targets = [pick(word, names, "combatant", kind) for word in words.targets]
    if "attacks" in doc:
        # Of several attacks not each must be by the one who is named, or on those who are.
        attacker = pick(words.attacker, names, "combatant", kind)
        return doc | {"attacker": attacker, "target": targets[0]}
    return doc | {"targets": targets} if len(targets) > 1 else doc


def time_out(seconds: float) -> Callable[[], bool]:
    """Whether so much time has gone since it was first asked."""
    begun: list[float] = []

    def over() -> bool:
        now = time.monotonic()
        begun.append(now)
        return now - begun[0] >= seconds

    return over


def find(
    ruleset: "Ruleset",
    encounter: Encounter,
    question: Question,
    enough: Callable[[], bool] = lambda: False,
) -> "Odds":
    """The chances of one attack, if they are found before it is `enough`. Raises Refusal as the
    attack would."""
    from gmtrack.cli.dice import TypedDice
    from gmtrack.cli.run import check_extras
    from gmtrack.odds.engine import Search
    from gmtrack.odds.source import AllDice, TableOdds

    check_extras(ruleset, question.intent)
    names = {who: encounter.display_name(who) for who in encounter.combatants}

    def table(everything: AllDice) -> TypedDice:
        return TypedDice(
            question.rolls,
            everything,
            ruleset.WORDS,
            names,
            table=lambda typed, kind: TableOdds(typed, everything, kind),
        )

    return Search(ruleset, encounter, question.intent, table).odds(enough=enough)


def as_document(odds: "Odds", question: Question) -> Data:
    """Odds as JSON has them: of one attack, or of each of several and of them all."""
    first = odds.blocks[0]
    targets = list(dict.fromkeys(block.target for block in odds.blocks))
    doc: Data = {"attacker": first.attacker, "target": targets[0]}
    if len(odds.blocks) == 1:
        doc |= odds.total.to_json()
    else:
        total = odds.total.to_json()
        doc |= total
        doc["attacks"] = [
            {"attacker": block.attacker, "target": block.target, **block.chances.to_json()}
            for block in odds.blocks
        ]
        doc["total"] = {"targets": targets, **total}
    if odds.endless:
        doc["tail"] = TAIL
    if question.words is not None:
        doc["words"] = question.words
    return doc


def _answered(
    ruleset: "Ruleset", encounter: Encounter, questions: list[Question], key: str
) -> Data:
    """Several answers side by side. Raises Refusal if every one is refused."""
    answers: list[Data] = []
    refused: list[Data] = []
    last = Refusal(ruleset.WORDS.unknown, "there is nobody else")
    for question in questions:
        try:
            answers.append(chances(ruleset, encounter, question))
        except Refusal as refusal:
            words = {} if question.words is None else {"words": question.words}
            intent = question.intent
            who: Data = {"attacker": intent.attacker, "target": intent.targets[0], **words}
            refused.append({**who, "kind": refusal.kind, "why": refusal.message})
            last = refusal
    if not answers:
        raise last
    doc: Data = {key: answers}
    return doc | {"refused": refused} if refused else doc


def _variant(attacker: str, targets: tuple[str, ...], line: Line, words: str) -> Question:
    """The same attack with more words. Raises UsageError where they are no words of an attack."""
    variant = Line()
    variant.values = dict(line.values)
    variant.extras = dict(line.extras)
    told = _told(words)
    for key, value in told.values.items():
        if isinstance(value, tuple):
            variant.values[key] = (*line.values.get(key, ()), *value)
        elif value is not None and value is not False:
            variant.values[key] = value
    variant.extras |= {
        key: (*line.extras.get(key, ()), *value) for key, value in told.extras.items()
    }
    intent = Attack(attacker, targets, options=variant.options())
    return Question(intent, variant.values["rolls"], words)


def _told(words: str) -> Line:
    """The options in the words of a variant."""
    try:
        line, _, targets = read_attack(["-", "-", *shlex.split(words)])
    except (ValueError, Refusal) as error:
        raise typer.BadParameter(f"'{words}': {error}", param_hint="--vs") from error
    if len(targets) > 1:
        raise typer.BadParameter(f"'{words}': options of an attack alone", param_hint="--vs")
    return line


def read_attack(words: list[str]) -> tuple[Line, str, tuple[str, ...]]:
    """The options, the attacker and the targets in the words after `attack`. Raises Refusal."""
    line = Line()
    command: Any = build("attack")
    try:
        # Without names for it there is no --help, which would print: these are words, no command.
        told = command.make_context("attack", list(words), obj=line, help_option_names=[]).params
    except UsageError as error:
        raise Refusal("usage", error.format_message()) from error
    return line, told["attacker"], tuple(told["targets"])


def asked_of(words: list[str]) -> Question:
    """The question what will come of `attack` with these words. Raises Refusal."""
    line, attacker, targets = read_attack(words)
    return Question(Attack(attacker, targets, options=line.options()), line.values["rolls"])


def _everybody(
    encounter: Encounter, ruleset: "Ruleset", line: Line, attacker: str, targets: tuple[str, ...]
) -> Iterator[Question]:
    """One question for everybody who may be meant by `all`: those who stand, of other sides than
    the one who is named; if there are none, all the others who stand."""
    if squash(attacker) == EVERYBODY == squash(targets[0]) or len(targets) > 1:
        raise Refusal(ruleset.WORDS.unknown, "name one of the two: `odds joe all`, `odds all bob`")
    names = {who: encounter.display_name(who) for who in encounter.combatants}
    word = attacker if squash(targets[0]) == EVERYBODY else targets[0]
    one = pick(word, names, "combatant", ruleset.WORDS.nobody)
    others = [who for who in encounter.combatants if who != one]
    draft = Draft(encounter)
    standing = [who for who in others if not ruleset.fate(draft, who).down] or others
    side = encounter.side(one)
    friends = FRIENDS if side in FRIENDS else (side,)
    foes = [who for who in standing if encounter.side(who) not in friends] or standing
    options: Options = line.options()
    for foe in foes:
        pair = (one, foe) if squash(targets[0]) == EVERYBODY else (foe, one)
        yield Question(Attack(pair[0], (pair[1],), options=options), line.values["rolls"])
