"""`odds`: the chances of an attack, a test, initiative or plain dice."""

import shlex
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import typer

from gmtrack.app.odds.attack import (
    AGAINST,
    EVERYBODY,
    answer_all,
    attack_odds,
    questions_of_everybody,
)
from gmtrack.app.odds.attack_rolls import OddsQuestion
from gmtrack.app.odds.odds_of_plain_dice import (
    DICE,
    INIT,
    TEST,
    kind_of_odds,
    parse_dice_odds,
)
from gmtrack.app.roll_command import REFUSED
from gmtrack.cli import output
from gmtrack.cli.options import (
    CIRCUMSTANCES,
    FORCE,
    JSON,
    ROLL,
    CommandLine,
    Limit,
    Threshold,
    arg,
    line_of,
    opt,
)
from gmtrack.cli.parse import parse_attack_words
from gmtrack.cli.tree import Commands, UsageError, missing_word_error
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Attack, Test
from gmtrack.core.names import squash
from gmtrack.errors import Refusal, StoreError

if TYPE_CHECKING:
    from gmtrack.app.odds.variants import Variant
    from gmtrack.store.session import Session

COMMANDS = Commands()
RULE = "rule"
"""The word before a house rule in a variant."""
TEST_WORDS = ("who", "what")
"""The arguments behind `test`."""


@COMMANDS.add("odds", (*CIRCUMSTANCES, ROLL, FORCE, JSON))
def odds(
    ctx: typer.Context,
    attacker: str = arg(
        "ATTACKER",
        "Who would attack, or `all`; `test`; `init`; plain dice.",
        ...,
    ),
    targets: list[str] | None = arg(
        "TARGET...",
        "The target, or `all` one by one; WHO and WHAT of a test; who of initiative, "
        "everybody by default; the number for dice.",
    ),
    vs: list[str] | None = opt(
        "--vs",
        "WORDS",
        "Compare with the same line and these words: neck, '--called neck', 'rule "
        "KEY=VALUE'. They replace what they set again; --mod adds up. Repeatable.",
    ),
    until: str | None = opt(
        "--until", "END", "How many such attacks it takes: `down` or `dead`."
    ),
    threshold: Threshold = None,
    limit: Limit = None,
) -> None:
    """Run `odds`: show the chances of an attack, a test, initiative or plain dice."""
    line = line_of(ctx)
    typed: dict[str, Any] = {
        "vs": vs,
        "until": until,
        "threshold": threshold,
        "limit": limit,
    }
    words = (attacker, *(targets or ()))
    doc, names = _find_odds(
        line,
        words,
        {key: value for key, value in typed.items() if value is not None},
    )
    if line.json:
        output.answer(line, doc)
    else:
        from gmtrack.view.odds import render_odds
        from gmtrack.view.odds.rolls import RENDERED

        other = next(
            (render for key, render in RENDERED.items() if key in doc),
            render_odds,
        )
        output.show(other, doc, names)


def _find_odds(
    line: CommandLine, words: tuple[str, ...], typed: dict[str, Any]
) -> tuple[Data, dict[str, str]]:
    """Return the document of `odds`, and the names of the combatants by id. Plain dice need no
    open fight, and have no names without one. Raises UsageError for options that the kind of
    odds does not take, StoreError without a fight for anything but plain dice."""
    from gmtrack.store.session import open_session

    try:
        with open_session(line.file, write=False) as session:
            names = session.encounter.names()
            return _find_odds_in(session, line, words, typed), names
    except StoreError as error:
        if error.kind != "no-encounter" or kind_of_odds(words[0], {}) != DICE:
            raise
    _check_options(line, typed, DICE)
    return {"command": "odds", **parse_dice_odds(words, REFUSED)}, {}


def _find_odds_in(
    session: "Session",
    line: CommandLine,
    words: tuple[str, ...],
    typed: dict[str, Any],
) -> Data:
    """Return the document of a question about the open fight. `typed` holds the options that
    were typed; raises UsageError for those that the kind of odds does not take."""
    kind = kind_of_odds(words[0], session.encounter.names())
    _check_options(line, typed, kind)
    if not kind:
        return odds_document(
            session,
            line,
            words[0],
            words[1:],
            typed.get("vs", []),
            typed.get("until"),
        )
    head: Data = {"command": "odds", "ruleset": session.ruleset.META.id}
    if kind == DICE:
        return head | parse_dice_odds(words, session.ruleset.WORDS.dice)
    if kind == INIT:
        from gmtrack.app.odds.initiative import initiative_odds

        return head | initiative_odds(
            session.ruleset, session.encounter, words[1:]
        )
    return head | _odds_of_test(session, line, words[1:], typed)


def _odds_of_test(
    session: "Session",
    line: CommandLine,
    words: tuple[str, ...],
    typed: dict[str, Any],
) -> Data:
    """Return the odds of a test. Raises UsageError for a missing word."""
    from gmtrack.app.odds.tests import test_odds

    if len(words) < len(TEST_WORDS):
        wanted, actor = TEST_WORDS[len(words)], words[0] if words else None
        raise missing_word_error(
            line, TEST, wanted, f"argument '{wanted.upper()}'", actor
        )
    who, what, *bare = words
    rest = (typed.get("threshold"), typed.get("limit"), tuple(bare))
    intent = Test(who, what, *rest, options=line.options())
    return test_odds(
        session.ruleset, session.encounter, intent, line.values["rolls"]
    )


TAKEN = {TEST: ("threshold", "limit"), "": ("vs", "until")}
"""The options of its own that each kind of question takes."""
BARE = {DICE: "plain dice", INIT: "initiative"}
"""Kinds of questions that take no options, and their names."""


def _check_options(line: CommandLine, typed: dict[str, Any], kind: str) -> None:
    """Raise UsageError for an option that this kind of question does not use."""
    given = {
        key for key, value in line.values.items() if value and key != "json"
    }
    if kind in BARE and (given or line.extras or typed):
        raise UsageError(f"odds of {BARE[kind]} take no options but --json")
    wrong = [key for key in typed if key not in TAKEN.get(kind, ())]
    if wrong:
        raise UsageError(
            f"--{wrong[0]} is for {'attacks' if kind else '`odds test`'}"
        )


def odds_document(
    session: "Session",
    line: CommandLine,
    attacker: str,
    targets: tuple[str, ...],
    vs: list[str],
    until: str | None = None,
) -> Data:
    """Return the odds of one attack, of its variants, of several in a row, or of everybody
    against one. Raises UsageError for options that do not go together."""
    if not targets:
        raise missing_word_error(
            line, "odds", "targets", "argument 'TARGET...'", attacker
        )
    ruleset = session.ruleset
    head: Data = {"command": "odds", "ruleset": ruleset.META.id}
    intent = Attack(attacker, targets, options=line.options())
    plain = OddsQuestion(
        ruleset, session.encounter, intent, line.values["rolls"]
    )
    of_all = EVERYBODY in (squash(attacker), *map(squash, targets))
    if of_all and (vs or until):
        raise UsageError(
            f"{'--vs' if vs else '--until'} is for one attack, not for `all`"
        )
    several = "," in attacker or "*" in attacker
    if (several or until) and (vs or (several and until)):
        raise UsageError(
            "--vs, --until and several attackers do not go together"
        )
    if several or until:
        return head | _odds_in_a_row(plain, until)
    if of_all:
        return head | _odds_of_everybody(plain, line)
    return head | (_compare_variants(plain, vs) if vs else attack_odds(plain))


def _odds_of_everybody(plain: OddsQuestion, line: CommandLine) -> Data:
    """Return the odds against everybody. A terminal shows the rows that are known as soon as
    there are some."""
    questions = list(questions_of_everybody(plain))
    if line.json or line.taker is not None:
        return answer_all(questions, AGAINST)
    from gmtrack.view.odds import render_odds
    from gmtrack.view.preview import preview_screen

    names = plain.encounter.names()
    with preview_screen() as show:
        return answer_all(
            questions,
            AGAINST,
            on_answer=lambda so_far: show(
                lambda width: render_odds(so_far, names, width)
            ),
        )


def _compare_variants(plain: OddsQuestion, vs: list[str]) -> Data:
    """Return the odds of an attack beside those of its variants. Raises BadParameter for a
    variant that cannot be parsed."""
    from gmtrack.app.odds.variants import Unreadable, compare_variants

    variants = [_parse_variant(words) for words in vs]
    try:
        return compare_variants(plain, variants)
    except Unreadable as refusal:
        message = f"'{refusal.words}': {refusal.message}"
        raise typer.BadParameter(message, param_hint="--vs") from refusal


def _odds_in_a_row(plain: OddsQuestion, until: str | None) -> Data:
    """Return the odds of several attackers one after the other or, with `until`, of how many
    attacks it takes."""
    from gmtrack.app.odds import several_attacks
    from gmtrack.app.several import combatants_named

    if until is None:
        encounter, words = plain.encounter, plain.ruleset.WORDS
        named = [
            part for part in plain.intent.attacker.split(",") if "*" not in part
        ]
        ids = [combatants_named(part, encounter, words)[0] for part in named]
        if twice := [who for who in ids if ids.count(who) > 1]:
            raise Refusal(
                words.value,
                f"{twice[0]} is named twice, and would attack once; `--until down` tells what "
                "several attacks of one come to",
            )
        return several_attacks.odds_of_attackers(
            plain, combatants_named(plain.intent.attacker, encounter, words)
        )
    if until not in several_attacks.ENDS:
        raise UsageError(f"--until {until}: it can be down or dead")
    return several_attacks.attacks_until(plain, until)


def _parse_variant(words: str) -> "Variant":
    """Return the variant that the words of `--vs` describe. Raises BadParameter if they are not
    words of an attack."""
    from gmtrack.app.odds.variants import Variant

    if not words.strip():
        message = f"'{words}': type what is other: neck, '--called neck', '{RULE} KEY=VALUE'"
        raise typer.BadParameter(message, param_hint="--vs")
    try:
        rules, rest = _split_off_rules(shlex.split(words))
        # The parser wants an attacker and a target: those of the line stand in for them.
        line, _, targets = parse_attack_words(["-", "-", *rest])
    except (ValueError, Refusal) as error:
        raise typer.BadParameter(
            f"'{words}': {error}", param_hint="--vs"
        ) from error
    if RULE in targets:
        raise typer.BadParameter(
            f"'{words}': type `{RULE} KEY=VALUE`", param_hint="--vs"
        )
    return Variant(
        words, rules, targets[1:], line.options(), line.values["rolls"]
    )


def _split_off_rules(words: list[str]) -> tuple[tuple[str, ...], list[str]]:
    """Return the `KEY=VALUE` behind each `rule` in the words of a variant, and the other words."""
    places = [
        place
        for place, (word, value) in enumerate(pairwise(words))
        if word == RULE and "=" in value and not value.startswith("-")
    ]
    taken = {place + more for place in places for more in (0, 1)}
    rest = [word for place, word in enumerate(words) if place not in taken]
    return tuple(words[place + 1] for place in places), rest
