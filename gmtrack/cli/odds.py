"""What will come of an attack, before anybody rolls."""

import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from gmtrack.app.chances import EVERYBODY, Question, answered, chances, everybody
from gmtrack.cli import output
from gmtrack.cli.options import CIRCUMSTANCES, FORCE, JSON, ROLL, Line, line_of
from gmtrack.cli.parse import read_attack
from gmtrack.cli.tree import Commands, UsageError
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Attack
from gmtrack.core.names import squash
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from gmtrack.store.session import Session

COMMANDS = Commands()


@COMMANDS.add("odds", (*CIRCUMSTANCES, ROLL, FORCE, JSON), "gmtrack odds joe bob --called neck")
def odds(
    ctx: typer.Context,
    attacker: Annotated[
        str, typer.Argument(metavar="ATTACKER", help="Who would attack, or `all`.")
    ],
    targets: Annotated[
        list[str], typer.Argument(metavar="TARGET...", help="The target, or `all` one by one.")
    ],
    vs: Annotated[
        list[str] | None,
        typer.Option(
            "--vs", metavar="WORDS", help="Compare with these options: '--called head'. Repeatable."
        ),
    ] = None,
) -> None:
    """Tell the exact chances of an attack; nothing changes."""
    from gmtrack.store.session import open_session

    line = line_of(ctx)
    with open_session(line.file, write=False) as session:
        names = session.encounter.names()
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
    plain = Question(Attack(attacker, targets, options=line.options()), line.values["rolls"])
    of_all = EVERYBODY in (squash(attacker), *map(squash, targets))
    if of_all and vs:
        raise UsageError("--vs is for one attack, not for `all`")
    if of_all:
        questions = list(everybody(ruleset, encounter, plain))
        return head | answered(ruleset, encounter, questions, "against")
    if not vs:
        return head | chances(ruleset, encounter, plain)
    variants = [_variant(attacker, targets, line, words) for words in vs]
    return head | answered(ruleset, encounter, [plain._replace(words=""), *variants], "variants")


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
