"""The commands of a fight, from initiative to its end."""

import re
from typing import Annotated

import typer

from gmtrack.app.step import (
    DELAYS,
    INTERVENES,
    Step,
    alone,
    defining,
    each,
    going_on,
    resting,
    rolling_init,
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
    whole,
)
from gmtrack.cli.tree import Commands, missing
from gmtrack.core import intents

COMMANDS = Commands()

Who = Annotated[str, typer.Argument(metavar="WHO", help="An id, a name or the beginning of one.")]
Whom = Annotated[
    str, typer.Argument(metavar="WHO", help="An id or name; several: joe bob, joe,bob or ganger*.")
]
Type = Annotated[str | None, typer.Option("--type", metavar="T", help="The type of damage.")]
Location = Annotated[
    str | None, typer.Option("--location", metavar="PLACE", help="Where on the body.")
]
Pool = Annotated[
    str | None, typer.Option("--pool", metavar="P", help="Apply it to this pool or track.")
]
Bare = Annotated[
    list[str] | None,
    typer.Argument(metavar="[WORD]...", help="A place, a type or a pool: torso, lethal."),
]

Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="[WORD]...", help="A word of --with, also as NAME=VALUE."),
]


@COMMANDS.add("roll-init", (WITH, *ROLLING_INITIATIVE))
def roll_init(
    ctx: typer.Context,
    who: list[str] | None = arg(
        "[WHO]...", "Only these; late entries too. joe=5 is what fell for joe."
    ),
) -> Step:
    return rolling_init(tuple(who or ()), line_of(ctx).options())


@COMMANDS.add("next", (WITH, *ROLLING_INITIATIVE))
def next_turn(ctx: typer.Context) -> Step:
    return going_on(line_of(ctx).options())


@COMMANDS.add("delay", RESOLVING)
def delay(ctx: typer.Context, who: Who) -> Step:
    return alone(who, DELAYS, intents.Delay, options=line_of(ctx).options())


@COMMANDS.add("intervene", (WITH, WITHOUT, *RESOLVING))
def intervene(ctx: typer.Context, who: Who, bare: Words = None) -> Step:
    options = line_of(ctx).options()
    return alone(who, INTERVENES, intents.Intervene, tuple(bare or ()), options=options)


@COMMANDS.add("act", (*CIRCUMSTANCES, *RESOLVING))
def act(
    ctx: typer.Context,
    who: Whom,
    action: str = arg("ACTION", "One of the actions in `gmtrack rules`.", ...),
    args: list[str] | None = arg("[ARG]...", "What the action needs: targets, metres, text."),
    threshold: Threshold = None,
) -> Step:
    words = (action, tuple(args or ()), threshold)
    return each(who, intents.Act, *words, options=line_of(ctx).options())


@COMMANDS.add("attack", (*CIRCUMSTANCES, *RESOLVING))
def attack(
    ctx: typer.Context,
    attacker: str = arg("ATTACKER", "Who attacks; several: joe,bob or ganger*.", ...),
    targets: list[str] = arg("TARGET...", "The target, or several.", ...),
) -> Step:
    return each(attacker, intents.Attack, tuple(targets), options=line_of(ctx).options())


@COMMANDS.add("test", (*CIRCUMSTANCES, *RESOLVING))
def make_test(
    ctx: typer.Context,
    who: Whom,
    what: str = arg("WHAT", "A named test, or what is rolled.", ...),
    bare: Words = None,
    threshold: Threshold = None,
    limit: Limit = None,
) -> Step:
    words, options = (what, threshold, limit, tuple(bare or ())), line_of(ctx).options()
    if "*" in who:
        return each(who, intents.Test, *words, options=options)
    # The rules may let those who are named make one test together.
    return Step(intents.Test(who, *words, options=options))


@COMMANDS.add("damage", (WITH, WITHOUT, *RESOLVING))
def damage(
    ctx: typer.Context,
    who: Whom,
    amount: int = arg("N", "How much.", ..., parser=whole(most=MOST)),
    bare: Bare = None,
    type: Type = None,
    location: Location = None,
    pool: Pool = None,
) -> Step:
    words = (amount, type, location, pool, tuple(bare or ()))
    return each(who, intents.Damage, *words, options=line_of(ctx).options())


@COMMANDS.add("heal", (WITH, *RESOLVING))
def heal(
    ctx: typer.Context,
    who: Whom,
    amount: str = arg("N", "Amount, or `all`.", ...),
    bare: Bare = None,
    type: Type = None,
    location: Location = None,
    pool: Pool = None,
) -> Step:
    words = (_points(amount), type, location, pool, tuple(bare or ()))
    return each(who, intents.Heal, *words, options=line_of(ctx).options())


@COMMANDS.add("effect", RESOLVING)
def effect(
    ctx: typer.Context,
    who: str | None = arg("WHO", "An id or name; several: joe bob, joe,bob or ganger*."),
    name: str | None = arg("NAME", "One of the effects in `gmtrack rules`."),
    bare: list[str] | None = arg("[WORD]...", "A place, how many rounds, or `end`."),
    rounds: int | None = opt("--rounds", "N", "How many rounds it lasts.", parser=whole(most=MOST)),
    location: Location = None,
    end: bool = flag("--end", "End the effect instead."),
    define: str | None = opt(
        "--define", "FILE", "Read effects of your own, or `@NAME` of the stock."
    ),
) -> Step:
    line = line_of(ctx)
    if define is not None:
        if who is not None:
            raise typer.BadParameter(f"--define takes nobody: `effect --define {define}`")
        return defining(define, line.options())
    if who is None or name is None:
        lacking = "who" if who is None else "name"
        raise missing(line, "effect", lacking, f"argument '{lacking.upper()}'", who)
    words = (name, rounds, location, end, tuple(bare or ()))
    return each(who, intents.Effect, *words, options=line.options())


@COMMANDS.add("rest", (WITH, MOD, *RESOLVING))
def rest(
    ctx: typer.Context,
    words: list[str] = arg("[WHO]... KIND", "Everybody, or these; for how long.", ...),
) -> Step:
    return resting(words, line_of(ctx).options())


@COMMANDS.add("end", RESOLVING)
def end(ctx: typer.Context) -> Step:
    return Step(intents.End(options=line_of(ctx).options()), board=True)


def _points(text: str) -> int | None:
    """A number, or None for `all`."""
    if text.strip().lower() == "all":
        return None
    if not re.fullmatch(r"-?\d{1,7}", text.strip()) or int(text) > MOST:
        raise typer.BadParameter(f"'{text}' is not a number up to {MOST} or `all`", param_hint="N")
    return int(text)
