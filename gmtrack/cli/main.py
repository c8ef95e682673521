"""The entry point: carries out one command line.

typer is imported inside the functions, so that the preparations for a quick start come first."""

import gc
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

from gmtrack.cli.exit_status import (
    INTERRUPTED,
    REFUSED,
    WRONG_LINE,
    report_error,
    run_with_exit_status,
    wants_json,
)
from gmtrack.errors import GmtrackError

if TYPE_CHECKING:
    from gmtrack.app.step import CommandRequest
    from gmtrack.cli.options import CommandLine
    from gmtrack.cli.tree import Performed
    from gmtrack.completion.words import CommandWords

    Perform = Callable[[CommandLine, CommandRequest | Performed], None]

COMPLETE = "--complete"
"""The first word of a call by a shell's completion; the shell's name and the line up to the
cursor follow."""


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Carry out one command line and exit with its status: `argv`, or the process's own."""
    if argv is not None:
        sys.exit(execute(list(argv)))
    # The process ends with this command: collecting garbage on the way and taking everything
    # down at the end would only cost a tenth of its time.
    gc.disable()
    status = INTERRUPTED
    with suppress(KeyboardInterrupt):
        _open_streams()
        status = (
            complete(sys.argv[2:])
            if sys.argv[1:2] == [COMPLETE]
            else execute(sys.argv[1:])
        )
        with suppress(OSError):
            sys.stdout.flush()
    os._exit(status)


def resume_garbage_collection() -> None:
    """Switch garbage collection on again, for commands that run for hours."""
    gc.enable()


def complete(words: list[str]) -> int:
    """Print the words with which a shell can complete a line, and return the exit status.
    Commands are only loaded to fill the cache."""
    from gmtrack.completion.shell import print_completions

    return print_completions(words, _describe_commands)


def _describe_commands() -> "Mapping[str, CommandWords]":
    """Return the commands as completion sees them."""
    from gmtrack.cli.completion import describe_commands

    return describe_commands()


def _open_streams() -> None:
    """Open the null device for standard streams that the caller has closed, where Python has
    None."""
    # The lowest one first: it is given the number that is free, which is its own.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            flags = os.O_RDONLY if mode == "r" else os.O_WRONLY
            setattr(sys, name, os.fdopen(os.open(os.devnull, flags), mode))


def execute(argv: list[str], perform: "Perform | None" = None) -> int:
    """Carry out one command line and return its exit status. `perform` is called with the step
    or callback in place of carrying it out and showing it."""
    if not argv and perform is None:
        return run_with_exit_status(_run_without_command, argv)
    status = run_with_exit_status(lambda: _execute(argv, perform), argv)
    _tell_page_news()
    return status


def _tell_page_news() -> None:
    """Tell, on standard error, what has changed with system pages while the command ran."""
    registry = sys.modules.get("gmtrack.rulesets.registry")
    for news in registry.take_page_news() if registry is not None else ():
        print(f"note: {news}", file=sys.stderr)  # noqa: T201


def _run_without_command() -> int:
    """Show what to type first or, if a fight is open, the help."""
    from gmtrack.cli.library.first_steps import show_first_steps

    return 0 if show_first_steps() else _execute(["--help"], None)


def _execute(argv: list[str], perform: "Perform | None") -> int:
    """Carry out a command line and return its exit status; errors about it are printed here."""
    import typer

    from gmtrack.cli.options import CommandLine
    from gmtrack.cli.tree import UsageError, build_root

    command, line = build_root(), CommandLine()
    line.at_prompt = perform is not None
    try:
        result = command.main(
            argv or ["--help"],
            prog_name="gmtrack",
            standalone_mode=False,
            obj=line,
        )
        if result is None or isinstance(result, int):
            return result or 0
        (perform or carry_out)(line, result)
    except UsageError as error:
        as_json = wants_json(argv)
        if line.at_prompt:
            report_error(
                "usage", _one_line_error(error), as_json, at_prompt=True
            )
        else:
            report_error(
                "usage",
                error.format_message(),
                as_json,
                before=_usage_text(error),
            )
        return WRONG_LINE
    except GmtrackError as error:
        report_error(
            error.kind,
            error.message,
            wants_json(argv),
            at_prompt=line.at_prompt,
        )
        return REFUSED
    except typer.Abort:
        return INTERRUPTED
    except SystemExit as left:
        # That is how typer leaves when a reader of the help has gone away, which is no error.
        if isinstance(left.__context__, BrokenPipeError):
            return 0
        raise
    return 0


def carry_out(
    line: "CommandLine", result: "CommandRequest | Performed"
) -> None:
    """Carry out a step, with dice rolled by chance, and show its outcome; or call what a command
    returned to be called."""
    if callable(result):
        result(None)
        return
    from gmtrack.app.run import run_command
    from gmtrack.cli.output import show_outcome

    show_outcome(run_command(line.order(), result), line)


def _usage_text(error: Any) -> str:
    """Return the usage line of the command that an error is about."""
    if error.ctx is None:
        return "Usage: gmtrack [OPTIONS] COMMAND [ARGS]...\n"
    return f"{error.ctx.get_usage()}\nTry '{error.ctx.command_path} --help' for help.\n"


def _one_line_error(error: Any) -> str:
    """Return an error about a command line as one line, with the meaning of the argument and
    where to ask."""
    text = re.sub(
        r"^Invalid value for '?\[?([^':\]]+)\]?'?: ",
        r"\1: ",
        error.format_message(),
    )
    text = " ".join(text.split()).rstrip(".")
    param = getattr(error, "param", None)
    # Of what is missing it may be said already what it could be.
    is_missing = hasattr(error, "param_type")
    if param is not None and param.param_type_name == "argument":
        meaning = (
            ""
            if is_missing and error.message
            else str(param.help or "").rstrip(".")
        )
        text += f". {meaning}" if meaning else ""
    name = error.ctx.info_name if error.ctx else None
    return f"{text}; `? {name}` tells more" if name else text
