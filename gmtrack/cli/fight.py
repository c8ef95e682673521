"""The commands of a fight, from initiative to its end."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from gmtrack.app.step import (
    DELAYS,
    INTERVENES,
    ONE_TURN,
    CommandRequest,
    has_ended,
    is_between_rounds,
    request_for_each,
    request_for_one,
)
from gmtrack.cli.options import (
    CIRCUMSTANCES,
    MOD,
    MOST,
    RESOLVING,
    ROLLING_INITIATIVE,
    WITH,
    WITHOUT,
    Limit,
    Threshold,
    arg,
    flag,
    line_of,
    opt,
    whole_number,
)
from gmtrack.cli.tree import Commands, missing_word_error
from gmtrack.core import intents
from gmtrack.core.names import squash
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from gmtrack.store.session import Session

COMMANDS = Commands()

Who = Annotated[
    str,
    typer.Argument(
        metavar="WHO", help="An id, a name or the beginning of one."
    ),
]
Whom = Annotated[
    str,
    typer.Argument(
        metavar="WHO",
        help="An id or name; several: joe bob, joe,bob or ganger*.",
    ),
]
Type = Annotated[
    str | None, typer.Option("--type", metavar="T", help="The type of damage.")
]
Location = Annotated[
    str | None,
    typer.Option("--location", metavar="PLACE", help="Where on the body."),
]
Pool = Annotated[
    str | None,
    typer.Option("--pool", metavar="P", help="Apply it to this pool or track."),
]
Bare = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[WORD]...", help="A place, a type or a pool: torso, lethal."
    ),
]

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[WORD]...", help="A word of --with, also as NAME=VALUE."
    ),
]


@COMMANDS.add("roll-init", (WITH, *ROLLING_INITIATIVE))
def roll_init(
    ctx: typer.Context,
    who: list[str] | None = arg(
        "[WHO]...", "Only these; late entries too. joe=5 is what fell for joe."
    ),
) -> CommandRequest:
    """Return the step for `roll-init`: roll initiative for everybody, or for those who are
    named."""
    from gmtrack.app.several import combatants_for_command, is_several

    words, options = tuple(who or ()), line_of(ctx).options()
    rolls: tuple[str, ...] = line_of(ctx).values["rolls"]

    def make_intent_with_dice(
        session: "Session", who: Sequence[str] = words
    ) -> intents.Intent:
        # Imported late: most lines have no dice.
        from gmtrack.app.kept_initiative import intent_of_roll_init

        return intent_of_roll_init(session, who, rolls, options)

    if not is_several("".join(words)):
        plain = intents.RollInit(words, options=options)
        return CommandRequest(
            make_intent_with_dice if rolls else plain, board=True
        )
    word = ",".join(words)

    def make_intent(session: "Session") -> intents.Intent | intents.Several:
        encounter, ruleset = session.encounter, session.ruleset
        found = combatants_for_command(word, encounter, ruleset.WORDS)
        if "*" not in word or is_between_rounds(ruleset, encounter):
            return (
                intents.RollInit(tuple(found), options=options)
                if not rolls
                else make_intent_with_dice(session, found)
            )
        # In a round that is in progress a pattern means those who may still come in.
        alone = [intents.RollInit((one,), options=options) for one in found]
        return intents.Several([*alone], all_of_them=False)

    return CommandRequest(make_intent, board=True)


ALL_STEPS = "all"
"""The word of `next` for all small steps that are left."""


@COMMANDS.add("next", (WITH, *ROLLING_INITIATIVE))
def next_turn(
    ctx: typer.Context,
    steps: str | None = arg(
        "[N]", "So many small steps, or `all`, where there are some: metres."
    ),
) -> CommandRequest:
    """Return the step for `next`: end the turn or, between rounds, begin a round by rolling
    initiative. Raises BadParameter for `steps` that are no number."""
    options = line_of(ctx).options()
    count = None
    if steps is not None and squash(steps) != ALL_STEPS:
        count = whole_number(1, MOST)(steps)

    def make_intent(session: "Session") -> intents.Intent:
        ruleset, encounter = session.ruleset, session.encounter
        if steps is not None and not ruleset.board(encounter).turn.steps:
            message = "`next` goes on one step at a time: type it alone"
            raise Refusal(ruleset.WORDS.value, message)
        if is_between_rounds(ruleset, encounter):
            return intents.RollInit(options=options)
        if options.words:
            message = (
                f"--with {options.words[0]}: words are for the start of a round"
            )
            raise Refusal(session.ruleset.WORDS.value, message)
        if steps is None:
            return intents.Next(options=options)
        return intents.Next(count, options=options)

    return CommandRequest(make_intent, board=True, command="next")


@COMMANDS.add("delay", RESOLVING)
def delay(ctx: typer.Context, who: Who) -> CommandRequest:
    """Return the step for `delay`: let a combatant act later."""
    return request_for_one(
        who, DELAYS, intents.Delay, options=line_of(ctx).options()
    )


@COMMANDS.add("intervene", (WITH, WITHOUT, *RESOLVING))
def intervene(
    ctx: typer.Context, who: Who, bare: Words = None
) -> CommandRequest:
    """Return the step for `intervene`: let a combatant who has delayed act now."""
    options = line_of(ctx).options()
    return request_for_one(
        who, INTERVENES, intents.Intervene, tuple(bare or ()), options=options
    )


@COMMANDS.add("turn", RESOLVING)
def give_turn(ctx: typer.Context, who: Who) -> CommandRequest:
    """Return the step for `turn`: make it a combatant's turn, whatever the order says."""
    return request_for_one(
        who, ONE_TURN, intents.Turn, options=line_of(ctx).options()
    )


@COMMANDS.add("act", (*CIRCUMSTANCES, *RESOLVING))
def act(
    ctx: typer.Context,
    who: Whom,
    action: str = arg("ACTION", "One of the actions in `gmtrack rules`.", ...),
    args: list[str] | None = arg(
        "[ARG]...", "What the action needs: targets, metres, text."
    ),
    threshold: Threshold = None,
) -> CommandRequest:
    """Return the step for `act`: carry out an action that is not an attack."""
    words = (action, tuple(args or ()), threshold)
    return request_for_each(
        who, intents.Act, *words, options=line_of(ctx).options()
    )


@COMMANDS.add("attack", (*CIRCUMSTANCES, *RESOLVING))
def attack(
    ctx: typer.Context,
    attacker: str = arg(
        "ATTACKER", "Who attacks; several: joe,bob or ganger*.", ...
    ),
    targets: list[str] = arg("TARGET...", "The target, or several.", ...),
) -> CommandRequest:
    """Return the step for `attack`: attack one target or several."""
    return request_for_each(
        attacker, intents.Attack, tuple(targets), options=line_of(ctx).options()
    )


@COMMANDS.add("test", (*CIRCUMSTANCES, *RESOLVING))
def make_test(
    ctx: typer.Context,
    who: Whom,
    what: str = arg("WHAT", "A named test, or what is rolled.", ...),
    bare: Words = None,
    threshold: Threshold = None,
    limit: Limit = None,
) -> CommandRequest:
    """Return the step for `test`: roll a test for one combatant or several."""
    words, options = (
        (what, threshold, limit, tuple(bare or ())),
        line_of(ctx).options(),
    )
    if "*" in who:
        return request_for_each(who, intents.Test, *words, options=options)
    # The rules may let those who are named make one test together.
    return CommandRequest(intents.Test(who, *words, options=options))


@COMMANDS.add("damage", (WITH, WITHOUT, *RESOLVING))
def damage(
    ctx: typer.Context,
    who: Whom,
    amount: int = arg("N", "How much.", ..., parser=whole_number(most=MOST)),
    bare: Bare = None,
    type: Type = None,
    location: Location = None,
    pool: Pool = None,
) -> CommandRequest:
    """Return the step for `damage`: give combatants damage by the GM's word."""
    words = (amount, type, location, pool, tuple(bare or ()))
    return request_for_each(
        who, intents.Damage, *words, options=line_of(ctx).options()
    )


@COMMANDS.add("heal", (WITH, *RESOLVING))
def heal(
    ctx: typer.Context,
    who: Whom,
    amount: str = arg("N", "Amount, or `all`.", ...),
    bare: Bare = None,
    type: Type = None,
    location: Location = None,
    pool: Pool = None,
) -> CommandRequest:
    """Return the step for `heal`: heal combatants by the GM's word."""
    words = (_parse_points(amount), type, location, pool, tuple(bare or ()))
    return request_for_each(
        who, intents.Heal, *words, options=line_of(ctx).options()
    )


@COMMANDS.add("effect", RESOLVING)
def effect(
    ctx: typer.Context,
    who: str | None = arg(
        "WHO", "An id or name; several: joe bob, joe,bob or ganger*."
    ),
    name: str | None = arg(
        "NAME", "One of the effects in `gmtrack rules`, or any word."
    ),
    bare: list[str] | None = arg(
        "[WORD]...", "A place, how many rounds, or `end`."
    ),
    rounds: int | None = opt(
        "--rounds",
        "N",
        "How many rounds it lasts.",
        parser=whole_number(most=MOST),
    ),
    location: Location = None,
    end: bool = flag("--end", "End the effect instead."),
    define: str | None = opt(
        "--define", "FILE", "Read effects of your own, or `@NAME` of the stock."
    ),
) -> CommandRequest:
    """Return the step for `effect`: give combatants an effect, end it, or read the GM's own
    effects from a file. Raises UsageError if a word is missing."""
    line = line_of(ctx)
    if define is not None:
        if who is not None:
            raise typer.BadParameter(
                f"--define takes nobody: `effect --define {define}`"
            )
        from gmtrack.app.define import define_intent

        source, options = define, line.options()
        return CommandRequest(
            lambda session: define_intent(session, source, options),
            command="effect",
        )
    if who is None or name is None:
        lacking = "who" if who is None else "name"
        raise missing_word_error(
            line, "effect", lacking, f"argument '{lacking.upper()}'", who
        )
    words = (name, rounds, location, end, tuple(bare or ()))
    return request_for_each(who, intents.Effect, *words, options=line.options())


@COMMANDS.add("rest", (WITH, MOD, *RESOLVING))
def take_rest(
    ctx: typer.Context,
    words: list[str] = arg(
        "[WHO]... KIND", "Everybody, or these; for how long.", ...
    ),
) -> CommandRequest:
    """Return the step for `rest`: let everybody, or those who are named, rest."""
    options, (*who, kind) = line_of(ctx).options(), words

    def make_intent(session: "Session") -> intents.Intent:
        from gmtrack.app.several import combatants_named

        encounter, kinds = session.encounter, session.ruleset.WORDS
        found = [
            one
            for word in who
            for one in combatants_named(word, encounter, kinds)
        ]
        people = tuple(dict.fromkeys(found))
        over = not encounter.is_party and has_ended(session)
        return intents.Rest(people, kind, over, options=options)

    return CommandRequest(make_intent, command="rest")


@COMMANDS.add("end", RESOLVING)
def end(ctx: typer.Context) -> CommandRequest:
    """Return the step for `end`: end the fight."""
    return CommandRequest(
        intents.End(options=line_of(ctx).options()), board=True
    )


def _parse_points(text: str) -> int | None:
    """Return the number, or None for `all`. Raises BadParameter for anything else."""
    if text.strip().lower() == "all":
        return None
    if not re.fullmatch(r"-?\d{1,7}", text.strip()) or int(text) > MOST:
        raise typer.BadParameter(
            f"'{text}' is not a number up to {MOST} or `all`", param_hint="N"
        )
    return int(text)
