"""Tools of every action of `act`: its arguments, its test, its price."""

import re
from typing import NotRequired, TypedDict

from gmtrack.core.names import propose_near_word
from gmtrack.core.report import Part
from gmtrack.rulesets.kit import actions as kit
from gmtrack.rulesets.kit.own.in_force import NOTHING, RollContext
from gmtrack.rulesets.swan_song.dice import (
    USES,
    Karma,
    TestResult,
    TestSpec,
    halve_in_last_fight,
    penalty_parts,
    roll_test,
)
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.turn.costs import (
    cancel_extended,
    check_category,
    check_free_phase,
    check_phase,
    pay,
    pay_free,
    price_of,
)

GoesOff = TypedDict(
    "GoesOff",
    {"round": int, "pass": int, "at": str, "score": NotRequired[int | None]},
)
"""The time at which a timed item goes off."""


ActionContext = kit.ActionContext[Game, Fighter]
Action = kit.Action[ActionContext]
"""A row of the action list. An action of kind `strike` is an attack and lets the words of
attacks pass."""


def parse_karma(doing: ActionContext) -> Karma:
    """Parse the `--karma` words of an action; the actor spends where a word names nobody.

    Raises Refusal `karma`, `unknown` or `value`."""
    return Karma(doing.game, USES, doing.who.id)


def argument_at(doing: ActionContext, position: int = 0) -> str | None:
    """Return the argument at this position, or None if fewer were typed."""
    return doing.args[position] if len(doing.args) > position else None


def join_arguments(doing: ActionContext) -> str:
    """Return all arguments as one text."""
    return " ".join(doing.args)


def check_argument_count(doing: ActionContext, count: int) -> None:
    """Raise Refusal `value` if more arguments were typed than the action takes."""
    if len(doing.args) > count:
        doing.game.deny(
            WORDS.value, f"unexpected `{doing.args[count]}` after {doing.name}"
        )


def tell_text(doing: ActionContext, what: str, text: str = "") -> None:
    """Tell what an action without rules is, with the GM's text about it if there is one."""
    doing.tell_fact(
        "act.does" if text else "act.does.bare", what=what, text=text
    )


def pay_for(doing: ActionContext, key: str) -> None:
    """Check that an action is allowed in the actor's own phase, pay its AP, and give up an
    Extended Action. Raises Refusal if it is not their phase, or if the AP or the action's
    category do not allow it."""
    price = price_of(
        doing.game, key, doing.typed_words.get_value("ap", doing.who.id)
    )
    check_phase(doing.game, doing.who)
    check_category(doing.game, doing.who, price)
    pay(doing.game, doing.who, price)
    cancel_extended(doing.game, doing.who)


def pay_free_action(doing: ActionContext, key: str) -> None:
    """Check that a Free Action is possible now, in the own phase or later in the pass, and pay
    for it."""
    check_free_phase(doing.game, doing.who)
    pay_free(
        doing.game,
        doing.who,
        key,
        waived=doing.without.has_word("extra-free", doing.who.id),
    )


def roll_action_test(
    doing: ActionContext,
    test: TestSpec,
    *,
    running: bool = True,
    fewer: int = 0,
    about: RollContext = NOTHING,
) -> TestResult:
    """Roll an action's test and return its result.

    The base is halved in a fight for one's life; Karma dice and penalties are added. `running`
    says whether running lowers the test, `fewer` takes off dice for earlier rolls, `about` is
    what is known of the roll, for own effects. Pays the Karma, and tells if no dice are left."""
    who, karma = doing.who, parse_karma(doing)
    karma.pay(who)
    parts = halve_in_last_fight(who, test.parts) + karma.dice_part(who)
    told, without = doing.typed_words, doing.without
    parts += penalty_parts(
        doing.game,
        who,
        test.name,
        told,
        without,
        action=True,
        running=running,
        about=about,
    )
    if fewer:
        parts.append(Part("earlier-rolls", -fewer, "SS-TEST-09, R-TEST-10"))
    result = roll_test(
        doing.game,
        test._replace(
            parts=parts,
            reroll=karma.rerolls(who),
            may_reroll=karma.may_reroll(who),
            points_named=karma.buys_dice(who),
        ),
    )
    if result.pool == 0:
        doing.tell_fact("act.no-dice", "bad")
    return result


def parse_metres(doing: ActionContext, left: float) -> float:
    """Return the metres typed, or `left` if none were.

    Raises Refusal `value` for a text that is no distance, `movement` for more metres than are
    left."""
    text = argument_at(doing)
    if text is None:
        return left
    if not re.fullmatch(r"\d{1,5}(\.\d{1,2})?", text):
        line = f"`act {doing.who.id} {doing.name} 4`"
        doing.game.deny(
            WORDS.value,
            f"'{text}' is not a distance: type metres, as in {line}",
        )
    wanted = float(text) if "." in text else int(text)
    if wanted > left:
        doing.game.refuse(
            "movement",
            f"{doing.who.name} can {doing.name} {left:g} m more, not {wanted:g} m",
        )
    return wanted


def choose_word(
    doing: ActionContext, word: str | None, choices: tuple[str, ...], what: str
) -> str:
    """Return the word in lower case if it is among the choices; else raise Refusal `value`,
    which asks for `what`."""
    if word is not None and word.lower() in choices:
        return word.lower()
    hint = propose_near_word(word or "", choices)
    found = f", not '{word}'" if word else ""
    return doing.game.deny(
        WORDS.value, f"{doing.name} needs {what}{found}{hint}"
    )
