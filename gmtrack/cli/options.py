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
"""The extension of a file with a history that another machine can replay and load."""


class Shared(NamedTuple):
    """An option of several commands.

    `key` is the name of its value, and the field of `Options` if there is one; `kind` is str,
    int or bool (a flag); `short` is the one-letter form. A `hidden` option is accepted, but not
    in the help."""

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
"""The options of every command that the rules resolve."""
RESOLVING_WITHOUT_DICE = (
    ROLL._replace(hidden=True),
    SEED._replace(hidden=True),
    *RESOLVING[2:],
)
"""The same where nothing is ever rolled; scripts may give every changing command the same words."""
FOR_SCRIPTS = frozenset(("--json", "--seed", "--help"))
"""Options that the help at a prompt leaves out."""
ROLLING_INITIATIVE = (INITIATIVE_ROLL, *RESOLVING[1:])
CIRCUMSTANCES = (WEAPON, CALLED, DEFENSE, WITH, WITHOUT, MOD, DEFENSE_MOD)
"""The options of attacks, actions and tests."""


def whole_number(
    least: int | None = None, most: int | None = None
) -> Callable[[str], int]:
    """Return a parser of whole numbers from `least` to `most` (None: no limit). The parser
    raises BadParameter."""

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
    """Return an argument of a command; the default `...` makes it required."""
    return typer.Argument(default, metavar=metavar, help=help, **more)


def opt(
    name: str, metavar: str, help: str, default: Any = None, **more: Any
) -> Any:
    """Return an option with a value, of one command only."""
    return typer.Option(default, name, metavar=metavar, help=help, **more)


def flag(name: str, help: str) -> Any:
    """Return an option without a value, of one command only."""
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
    """A command line: its text from the command on, the file that it works on (None: the active
    encounter), and the values of the shared options by key."""

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
        """Whether the answer is due as JSON."""
        return bool(self.values.get("json"))

    @property
    def program(self) -> str:
        """The text before a command where it is typed: `gmtrack `, or nothing at the prompt."""
        return "" if self.at_prompt else "gmtrack "

    def typed(self, words: str) -> str:
        """Return a command that works on the same fight, in the form in which it is typed here."""
        if self.at_prompt:
            return words
        from gmtrack import system

        file = f"-f {system.quote(self.file)} " if self.file else ""
        return f"gmtrack {file}{words}"

    def order(self) -> "Order":
        """Return the line as an order for `app.run`: text, file, dice, seed, dry run, JSON."""
        from gmtrack.app.run import Order

        values = self.values
        rest = (values["rolls"], values["seed"], values["dry_run"], self.json)
        return Order(self.text, self.file, *rest)

    def options(self) -> "Options":
        """Return the options of an intent that were typed."""
        from gmtrack.core.intents import Options

        known = {
            key: self.values[key]
            for key in Options._fields
            if key in self.values
        }
        return Options(**known, extras=self.extras)


def line_of(ctx: typer.Context) -> CommandLine:
    """Return the command line that a typer context belongs to."""
    line = ctx.obj
    assert isinstance(line, CommandLine)
    return line


def option_parameter(shared: Shared, *, extra: bool = False) -> Parameter:
    """Return a shared option as a parameter of a command's function. Its value goes into the
    command line; that of an `extra` option, which a ruleset adds, into its extras."""

    def keep(ctx, value):  # type: ignore[no-untyped-def]  # annotations would have to be read
        line = line_of(ctx)
        found = tuple(value or ()) if shared.many else value
        if not extra:
            line.values[shared.key] = found
        elif found:
            line.extras[shared.key] = found

    names = (shared.flag, shared.short) if shared.short else (shared.flag,)
    info = typer.Option(
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
        name, Parameter.KEYWORD_ONLY, default=info, annotation=kind
    )


READ: Mapping[Any, Callable[[Any], Any]] = {
    str: str,
    list[str]: str,
    bool: bool,
    Path: Path,
}
"""The conversion of one word, by the annotation of a parameter without a parser."""


class PlainType(NamedTuple):
    """A stand-in for typer's parameter type: `read` converts one word."""

    read: Callable[[Any], Any]

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value of a parameter, or None (an empty list for several words) if nothing
        was typed."""
        del ctx
        if param.multiple or param.nargs == -1:
            return [self.read(word) for word in value or ()]
        return None if value is None else self.read(value)


def read_plainly(param: Any) -> None:
    """Let a parameter convert its words without pydantic, if it takes texts, flags or paths, or
    has a parser of its own.

    From version 0.29 on typer makes an adapter of pydantic for each parameter. To import
    pydantic and to make the adapters takes longer than most commands. Earlier versions of typer
    have no adapters, and are left alone."""
    if not hasattr(param, "get_runtime_param"):
        return
    described = param.type_descriptor
    read = described.parameter_info.parser
    if read is None:
        read = READ.get(described.annotation)
    if read is not None:
        param.get_runtime_param = lambda: PlainType(read)
