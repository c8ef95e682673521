"""The tree of commands. Only the command that was typed is imported and built: building all of
them takes as long as resolving an attack."""

import shlex
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from inspect import Parameter, Signature, cleandoc
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, NoReturn, get_args

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from gmtrack.cli.options import (
    FOR_SCRIPTS,
    CommandLine,
    Shared,
    line_of,
    option_parameter,
    read_plainly,
)
from gmtrack.core.command_table import ALIASES, COMMANDS
from gmtrack.core.lexicon import NUMBER, SAME_WORDS
from gmtrack.core.names import matching_words, propose_near_word
from gmtrack.errors import Refusal
from gmtrack.version import __version__

if TYPE_CHECKING:
    from gmtrack.app.step import CommandRequest

ABOUT = "A combat tracker for the game master's terminal that knows the rules."
UsageError: Any = typer.BadParameter.__mro__[1]
"""The base class of typer's errors about the command line, which typer does not export."""

Performed = Callable[[Any], None]
"""A callback that carries a command out for the people who roll their own dice, or for None."""
Function = Callable[..., "CommandRequest | Performed | int | None"]


class CommandSpec(NamedTuple):
    """A command's function, whose annotations are its own words, and the options that it shares
    with others.

    A command that the rules resolve returns a step, or a callback for people who roll their own
    dice. `free`: options of other commands may stand among its words."""

    function: Function
    options: tuple[Shared, ...]
    free: bool = False


class Commands(dict[str, CommandSpec]):
    """The commands that one module carries out, by name."""

    def add(
        self, name: str, options: tuple[Shared, ...], *, free: bool = False
    ) -> Callable[[Function], Function]:
        """Register the decorated function for the command `name`."""

        def register(function: Function) -> Function:
            self[name] = CommandSpec(function, options, free)
            return function

        return register


def _show_help(ctx: Any, param: Any, wanted: bool) -> None:
    """Print the help and exit, if --help was typed."""
    if wanted and not ctx.resilient_parsing:
        _print_help(ctx)


def _print_help(ctx: Any) -> NoReturn:
    """Print the help of a command, in a pager if it is long, and exit."""
    from gmtrack.view.console import Output

    Output().text(f"{ctx.get_help()}\n", long=True)
    raise typer.Exit


class PagedHelp:
    """A mixin for commands: the help goes to a pager, and an option of one value may be typed
    only once."""

    def make_parser(self, ctx: Any) -> Any:
        parser: Any = super().make_parser(ctx)  # type: ignore[misc]
        parse = parser.parse_args

        def parse_once(args: list[str]) -> Any:
            values, rest, order = parse(args)
            refuse_repeated(order, ctx)
            return values, rest, order

        parser.parse_args = parse_once
        return parser

    def get_help_option(self, ctx: Any) -> Any:
        option = super().get_help_option(ctx)  # type: ignore[misc]
        if option is not None:
            option.callback = _show_help
            read_plainly(option)
        return option


LAST_COUNTS = ("--seed", "--jobs", "--fights", "--on")
"""Options that say how a command runs and not what it does: scripts put a value in front, and
the last one counts."""


def refuse_repeated(order: list[Any], ctx: Any) -> None:
    """Raise UsageError for an option of one value that was typed more than once, as the parser
    would drop all but the last. `order` holds the parameters in the order typed."""
    for number, param in enumerate(order):
        if (
            param in order[:number]
            and value_flags(param)
            and not param.multiple
        ):
            name = max(param.opts, key=len)
            if name in LAST_COUNTS:
                continue
            raise UsageError(
                f"{name} is typed twice and takes one value: leave one out.",
                ctx,
            )


class RootCommand(PagedHelp, TyperGroup):
    """The command `gmtrack` itself, which builds the subcommand that is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by its full name, or None."""
        return build_command(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the name, the command and the words that follow. Completes the beginning of a
        name, and notes the text of the command line."""
        name = args[0].replace("_", "-")
        if name == "help":
            # `help` and `help COMMAND`, as people type them.
            if args[1:2] not in ([], ["help"]):
                return self.resolve_command(ctx, [args[1], "--help"])
            _print_help(ctx)
        if name not in COMMANDS:
            try:
                name = full_command_name(args[0])
            except Refusal as refusal:
                ctx.fail(refusal.message)
            args = [name, *args[1:]]
        line_of(ctx).text = shlex.join(args)
        return name, command_for(name, args[1:]), args[1:]


def full_command_name(word: str) -> str:
    """Return the only command that begins with this word, or whose alias does. Raises Refusal
    (`usage`) for none or several."""
    found = matching_words(word, (*COMMANDS, *ALIASES))
    if len(found) > 1:
        raise Refusal(
            "usage", f"'{word}' could be {', '.join(found)}: type more of it"
        )
    if not found:
        raise Refusal(
            "usage",
            f"No such command '{word}'{propose_near_word(word, COMMANDS)}",
        )
    return ALIASES.get(found[0], found[0])


def is_step(name: str) -> bool:
    """Whether the rules resolve a command, which the return annotation of its function
    (`CommandRequest`) tells."""
    returns = spec_of(name).function.__annotations__.get("return")
    return any(
        getattr(one, "__name__", one) == "CommandRequest"
        for one in (returns, *get_args(returns))
    )


def spec_of(name: str) -> CommandSpec:
    """Return the specification of a command, importing its module."""
    spec: CommandSpec = import_module(
        f"gmtrack.{COMMANDS[name].module}"
    ).COMMANDS[name]
    return spec


class LeafCommand(PagedHelp, TyperCommand):
    """A subcommand: `-3` is a number wherever a word is due, a missing word is reported with
    what could stand there, and the help is for the ruleset in play."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return what stands behind the command's name in its usage line."""
        return [
            "[OPTIONS]",
            *(usage_of(one) for one in self.params if is_argument(one)),
        ]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments and options into the help, without those that the ruleset in play
        does not use."""
        from gmtrack.cli.help import unused_options

        line = line_of(ctx)
        left_out = unused_options(line.file, str(self.name)) | (
            FOR_SCRIPTS if line.at_prompt else set()
        )
        records: dict[str, list[Any]] = {"argument": [], "option": []}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record and is_argument(param):
                # typer 0.29 puts the type beside the name.
                record = param.metavar or param.name, record[1]
            if record and left_out.isdisjoint(param.opts):
                records[param.param_type_name].append(record)
        for title, kind in (("Arguments", "argument"), ("Options", "option")):
            if records[kind]:
                with formatter.section(title):
                    formatter.write_dl(records[kind])

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the page of rules and the example below the help."""
        from gmtrack.cli.help import help_epilog

        for text in help_epilog(
            line_of(ctx).file, str(self.name), str(self.epilog)
        ):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(text)

    def make_parser(self, ctx: Any) -> Any:
        """Return a parser that takes negative numbers, and values that begin with a dash, as
        words."""
        parser: Any = super().make_parser(ctx)
        take_option = parser._process_opts

        def take(word: str, state: Any) -> None:
            # Of options of other commands a single dash may also begin a value: `-2:cover`.
            is_other = (
                parser.ignore_unknown_options
                and not parser._short_opt.keys() & {word}
            )
            if NUMBER.fullmatch(word) or (
                is_other and not word.startswith("--")
            ):
                state.largs.append(word)
            else:
                take_option(word, state)

        parser._process_opts = take
        return parser

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words after spelling shorthand out. An error about a missing word says what
        could stand there."""
        from gmtrack.app.dice_words import join_dice_words
        from gmtrack.core.grammar import join_bare_words

        taking = {
            flag: bool(value_flags(one))
            for one in self.params
            for flag in one.opts
        }
        words = join_dice_words(str(self.name), args)
        words = join_bare_words(str(self.name), words, taking)
        try:
            return super().parse_args(ctx, words)
        except UsageError as error:
            # Of the errors about the command line only one knows of what kind a parameter is: the
            # one about a parameter that is missing.
            if hasattr(error, "param_type") and error.param is not None:
                from gmtrack.app.missing_words import PEOPLE, possible_words

                named = next(
                    (ctx.params[key] for key in PEOPLE if key in ctx.params),
                    None,
                )
                error.message = possible_words(
                    line_of(ctx).file, str(self.name), error.param.name, named
                )
            raise


def command_for(name: str, words: list[str]) -> Any:
    """Return the built command. If help is wanted, or an option was typed that the command does
    not have, the options of rulesets from other distributions are added, which are slow to find."""
    command = build_command(name)
    own_flags = {flag for param in command.params for flag in param.opts}
    typed = {
        word.partition("=")[0].replace("_", "-")
        for word in words
        if word.startswith("--")
    }
    return (
        build_command(name, guests=True)
        if "-h" in words or not typed <= own_flags
        else command
    )


def missing_word_error(
    line: CommandLine, command: str, wanted: str, what: str, actor: str | None
) -> Any:
    """Return a UsageError about a missing word, with what it could be in the open fight. `actor`
    is the word for the combatant who acts, if it was typed."""
    from gmtrack.app.missing_words import possible_words

    suggestion = possible_words(line.file, command, wanted, actor)
    return UsageError(f"Missing {what}. {suggestion}".rstrip())


@cache
def build_command(name: str, *, guests: bool = False) -> Any:
    """Return the command with its own words, its shared options and those that rulesets add.
    With `guests`, rulesets of other distributions count too. Cached."""
    spec = spec_of(name)
    app = _new_app()
    settings = {"ignore_unknown_options": True} if spec.free else {}
    row = COMMANDS[name]
    help_text = f"{row.help}\n\n{cleandoc(row.more)}"
    app.command(
        name,
        cls=LeafCommand,
        help=help_text,
        epilog=row.example,
        context_settings=settings,
    )(spec.function)
    command = get_command(app)
    command.params += _typer_params(
        option_parameter(shared) for shared in spec.options
    )
    own = {flag for param in command.params for flag in param.opts}
    command.params += _typer_params(
        option_parameter(shared, extra=True)
        for shared in _ruleset_options(SAME_WORDS.get(name, name), guests)
        if shared.flag not in own
    )
    for param in command.params:
        read_plainly(param)
    return command


def _typer_params(options: Iterable[Parameter]) -> list[Any]:
    """Return typer's parameters for those of a function."""

    def carrier() -> None:
        pass

    carrier.__signature__ = Signature(list(options))  # type: ignore[attr-defined]
    app = _new_app()
    app.command()(carrier)
    return list(get_command(app).params)


def is_argument(param: Any) -> bool:
    """Whether a parameter is an argument and not an option."""
    return bool(param.param_type_name == "argument")


def usage_of(argument: Any) -> str:
    """Return an argument as the usage line has it: in brackets if it may be left out."""
    name = str(argument.metavar or argument.name)
    return name if argument.required or name.startswith("[") else f"[{name}]"


def value_flags(param: Any) -> list[str]:
    """Return the names of an option that takes a value; empty for a flag or an argument."""
    if getattr(param, "is_flag", True):
        return []
    return [str(flag) for flag in param.opts]


@cache
def build_root() -> Any:
    """Return the command `gmtrack` itself. Cached."""
    app = _new_app(
        cls=RootCommand,
        context_settings={
            "help_option_names": ["-h", "--help"],
            "token_normalize_func": lambda word: word.replace("_", "-"),
        },
        epilog="Example: gmtrack load @knife-fight",
    )
    app.callback(help=ABOUT)(_take_root_options)
    command = get_command(app)
    for param in command.params:
        read_plainly(param)
    return command


def _new_app(**settings: Any) -> typer.Typer:
    """Return a typer application without completion and decorations."""
    return typer.Typer(
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        **settings,
    )


def _print_version(wanted: bool) -> None:
    """Print the version and exit, if --version was typed."""
    if wanted:
        typer.echo(f"gmtrack {__version__}")
        raise typer.Exit


def _take_root_options(
    ctx: typer.Context,
    file: Annotated[
        str | None,
        typer.Option(
            "--file",
            "-f",
            metavar="FILE",
            envvar="GMTRACK_FILE",
            show_envvar=True,
            help="Work on this file in place instead of the active encounter.",
        ),
    ] = None,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            is_eager=True,
            callback=_print_version,
            help="Print the version.",
        ),
    ] = False,
) -> None:
    """Note the options that stand before the command."""
    line_of(ctx).file = file


def _ruleset_options(name: str, guests: bool) -> list[Shared]:
    """Return the options that rulesets add to a command, each once. With `guests`, rulesets of
    other distributions count too."""
    from gmtrack.rulesets import registry

    found: dict[str, Shared] = {}
    for meta in chain(
        registry.metas(), registry.guest_metas() if guests else ()
    ):
        for extra in meta.options:
            if name in extra.commands:
                help_text = f"{meta.title}: {extra.help}"
                if extra.name in found:
                    help_text = f"{found[extra.name].help} {help_text}"
                flag = f"--{extra.name}"
                found[extra.name] = Shared(
                    extra.name, flag, help_text, extra.metavar, many=True
                )
    return list(found.values())
