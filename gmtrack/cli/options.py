"""The options that several commands share, and the line that a person typed."""

from collections.abc import Callable, Mapping
from inspect import Parameter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

if TYPE_CHECKING:
    from gmtrack.app.run import Order
    from gmtrack.core.intents import Options


HISTORY = ".jsonl"
"""Ends the name of a file with a history that another machine can replay and load."""


class Shared(NamedTuple):
    """An option that stands at several commands. `key` is the name of its value, the one of
    `Options` where it has such a field; `kind` is str, int or bool (a flag); `short` is `-w` for
    `--weapon`. One that is `hidden` is taken, but the help does not have it."""

    key: str
    flag: str
    help: str
    metavar: str | None = None
    kind: type = str
    many: bool = False
    short: str | None = None
    hidden: bool = False


JSON = Shared(
    "json", "--json", "Print the result as one JSON document.", kind=bool
)
ROLL = Shared(
    "rolls",
    "--roll",
    "Dice that fell on the table: attack=6,6,2 or defense.bob=5,3. The rest is rolled for you.",
    "NAME=DICE",
    many=True,
    short="-r",
)
INITIATIVE_ROLL = ROLL._replace(
    help="Dice that fell on the table: joe=5,3 is short for initiative.joe=5,3.",
    metavar="WHO=DICE",
)
SEED = Shared(
    "seed",
    "--seed",
    "Roll by this number: the same seed on the same state gives the same result.",
    "N",
    int,
)
DRY_RUN = Shared(
    "dry_run",
    "--dry-run",
    "Show everything, change nothing.",
    kind=bool,
    short="-n",
)
FORCE = Shared(
    "force",
    "--force",
    "The GM overrules a refusal; the log says so.",
    kind=bool,
)
PARTY = Shared(
    "party",
    "--party",
    "The party comes along as it stands; without NAME the only one.",
    "[NAME]",
)
WEAPON = Shared(
    "weapon",
    "--weapon",
    "The weapon; by default the one in hand.",
    "W",
    short="-w",
)
CALLED = Shared(
    "called",
    "--called",
    "Called shot: a place or a trick.",
    "PLACE",
    short="-c",
)
DEFENSE = Shared(
    "defense",
    "--defense",
    "How the target defends; WHO: for one of several targets.",
    "[WHO:]D",
    many=True,
    short="-d",
)
WITH = Shared(
    "words",
    "--with",
    "Add what the tracker cannot know, for this command.",
    "NAME[=VALUE]",
    many=True,
    short="-W",
)
WITHOUT = Shared(
    "without",
    "--without",
    "Switch off an automatic modifier, for this command.",
    "NAME",
    many=True,
)
MOD = Shared(
    "mods",
    "--mod",
    "Add a number, with its reason.",
    "N[:WHY]",
    many=True,
    short="-m",
)
DEFENSE_MOD = Shared(
    "defense_mods",
    "--defense-mod",
    "The same for the defender.",
    "N[:WHY]",
    many=True,
)

RESOLVING = (ROLL, SEED, DRY_RUN, FORCE, JSON)
"""What every command takes that is resolved by the rules."""
RESOLVING_WITHOUT_DICE = (
    ROLL._replace(hidden=True),
    SEED._replace(hidden=True),
    *RESOLVING[2:],
)
"""The same where nothing is ever rolled: scripts may give every changing command the same words."""
FOR_SCRIPTS = frozenset(("--json", "--seed", "--help"))
"""What nobody wants to read at a prompt."""
ROLLING_INITIATIVE = (INITIATIVE_ROLL, *RESOLVING[1:])
CIRCUMSTANCES = (WEAPON, CALLED, DEFENSE, WITH, WITHOUT, MOD, DEFENSE_MOD)
"""What a command takes that is an attack, an action or a test."""


def whole_number(
    least: int | None = None, most: int | None = None
) -> Callable[[str], int]:
    """Reads a whole number within limits, for an argument or an option."""

    def read(text: str | int) -> int:
        try:
            number = int(text)
        except ValueError:
            raise typer.BadParameter(
                f"'{text}' is not a whole number"
            ) from None
        if least is not None and number < least:
            raise typer.BadParameter(
                f"{number} is too small: type {least} or more"
            )
        if most is not None and number > most:
            raise typer.BadParameter(
                f"{number} is too large: type {most} or less"
            )
        return number

    return read


def arg(metavar: str, help: str, default: Any = None, **more: Any) -> Any:
    """An argument of a command; `...` is the default of one that has to be there."""
    return typer.Argument(default, metavar=metavar, help=help, **more)


def opt(
    name: str, metavar: str, help: str, default: Any = None, **more: Any
) -> Any:
    """An option of one command alone."""
    return typer.Option(default, name, metavar=metavar, help=help, **more)


def flag(name: str, help: str) -> Any:
    """The same without a value."""
    return typer.Option(False, name, help=help)


MOST = 1_000_000
"""The largest number that an option or an argument takes."""
Threshold = Annotated[
    int | None,
    typer.Option(
        "--threshold",
        metavar="N",
        parser=whole_number(most=MOST),
        help="Hits needed to succeed.",
    ),
]
Limit = Annotated[
    str | None,
    typer.Option(
        "--limit", metavar="N", help="Limit: the most hits that count."
    ),
]


class CommandLine:
    """One command line: its text from the command on, the file that it works on (None: the
    active encounter), and the values of the shared options by key."""

    def __init__(self) -> None:
        self.text = ""
        self.at_prompt = False
        """Whether it was typed in a session."""
        self.in_history = False
        """Whether it stands in a history, so that nobody is to be shown anything."""
        self.file: str | None = None
        self.values: dict[str, Any] = {}
        self.extras: dict[str, tuple[str, ...]] = {}
        self.taker: Callable[[Any], None] | None = None
        """Takes the document of --json; None: it is printed."""

    @property
    def json(self) -> bool:
        return bool(self.values.get("json"))

    @property
    def program(self) -> str:
        return "" if self.at_prompt else "gmtrack "

    def typed(self, words: str) -> str:
        """A command that works on the same fight, as it is typed here."""
        if self.at_prompt:
            return words
        from gmtrack import system

        file = f"-f {system.quote(self.file)} " if self.file else ""
        return f"gmtrack {file}{words}"

    def order(self) -> "Order":
        from gmtrack.app.run import Order

        values = self.values
        rest = (values["rolls"], values["seed"], values["dry_run"], self.json)
        return Order(self.text, self.file, *rest)

    def options(self) -> "Options":
        from gmtrack.core.intents import Options

        known = {
            key: self.values[key]
            for key in Options._fields
            if key in self.values
        }
        return Options(**known, extras=self.extras)


def line_of(ctx: typer.Context) -> CommandLine:
    line = ctx.obj
    assert isinstance(line, CommandLine)
    return line


def option_parameter(shared: Shared, *, extra: bool = False) -> Parameter:
    """Return a shared option as a parameter of a function, for one command, or an `extra` one that
    a ruleset adds; its value goes into the line."""

    def keep(ctx, value):  # type: ignore[no-untyped-def]  # annotations would have to be read
        line = line_of(ctx)
        found = tuple(value or ()) if shared.many else value
        if not extra:
            line.values[shared.key] = found
        elif found:
            line.extras[shared.key] = found

    names = (shared.flag, shared.short) if shared.short else (shared.flag,)
    said = typer.Option(
        False if shared.kind is bool else None,
        *names,
        parser=whole_number() if shared.kind is int else None,
        metavar=shared.metavar,
        help=shared.help,
        hidden=shared.hidden,
        expose_value=False,
        callback=keep,
    )
    kind: Any = list[str] if shared.many else shared.kind
    # Arguments of a command may be called as an option is: `words`.
    name = f"said_{shared.key}".replace("-", "_")
    return Parameter(
        name, Parameter.KEYWORD_ONLY, default=said, annotation=kind
    )


READ: Mapping[Any, Callable[[Any], Any]] = {
    str: str,
    list[str]: str,
    bool: bool,
    Path: Path,
}
"""What makes the value of one word, by the annotation of a parameter without a parser."""


class PlainType(NamedTuple):
    """What typer asks to read the value of one parameter: `read` makes it from one word."""

    read: Callable[[Any], Any]

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value of a parameter; nothing was said where it is None."""
        del ctx
        if param.multiple or param.nargs == -1:
            return [self.read(word) for word in value or ()]
        return None if value is None else self.read(value)


def read_plainly(param: Any) -> None:
    """Let a parameter read its words by itself, where it takes texts, flags or paths, or has a
    parser of its own.

    From version 0.29 on typer makes an adapter of pydantic for each parameter. To import pydantic
    and to make the adapters takes longer than most commands. Earlier versions of typer have no
    adapters, and are left alone."""
    if not hasattr(param, "get_runtime_param"):
        return
    described = param.type_descriptor
    read = described.parameter_info.parser
    if read is None:
        read = READ.get(described.annotation)
    if read is not None:
        param.get_runtime_param = lambda: PlainType(read)
