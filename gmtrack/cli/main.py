"""The entry point, and the one place where errors become messages and exit statuses.

typer is imported by the functions, so that whatever is done for a quick start is done before.
"""

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn

from gmtrack.errors import GmtrackError

REFUSED = 1
WRONG_LINE = 2
CRASHED = 70
UNHEARD = 74
INTERRUPTED = 130
COMPLETE = "--complete"
"""Asked by shells (`gmtrack completion`), with the line up to the cursor."""


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Carry out one command line and exit with its status: `argv`, or the process's own."""
    if argv is not None:
        sys.exit(execute(list(argv)))
    # The process ends with this command: collecting garbage on the way and taking everything
    # down at the end would only cost a tenth of its time.
    gc.disable()
    _open_streams()
    status = _complete(sys.argv[2:]) if sys.argv[1:2] == [COMPLETE] else execute(sys.argv[1:])
    with suppress(OSError):
        sys.stdout.flush()
    os._exit(status)


def _complete(words: list[str]) -> int:
    """Answer a shell in which somebody is typing; nothing else is loaded."""
    from gmtrack.completion.shell import answer

    return answer(" ".join(words))


def _open_streams() -> None:
    """Python gives no stream at all where the caller has closed one."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w"))


def execute(argv: list[str]) -> int:
    """Carry out one command line; answers its exit status."""
    as_json = _wants_json(argv)
    try:
        return _execute(argv)
    except GmtrackError as error:
        fail(error.kind, error.message, as_json)
        return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BaseException as error:  # a ruleset of somebody else's may even call sys.exit
        return _crash(error, argv, as_json)


def _execute(argv: list[str]) -> int:
    import typer

    from gmtrack.cli.options import Line
    from gmtrack.cli.output import Unheard
    from gmtrack.cli.tree import UsageError, root

    command = root()
    try:
        status = command.main(
            argv or ["--help"], prog_name="gmtrack", standalone_mode=False, obj=Line()
        )
    except UsageError as error:
        fail("usage", error.format_message(), _wants_json(argv), before=_usage(error))
        return WRONG_LINE
    except Unheard as error:
        _tell(f"error: {error}\n")
        return UNHEARD
    except typer.Abort:
        return INTERRUPTED
    return int(status or 0)


def _wants_json(argv: list[str]) -> bool:
    options = argv[: argv.index("--")] if "--" in argv else argv
    return "--json" in options


def fail(kind: str, message: str, as_json: bool = False, before: str = "") -> None:
    """Tell what went wrong: a person on standard error, a script on standard output too."""
    from gmtrack.view.text import shown

    lines = [shown(line) for line in message.split("\n")]
    _tell(before + _fitted("error: " + "\n".join(lines)) + "\n")
    if as_json:
        from gmtrack.cli.output import Unheard, document

        with suppress(Unheard):
            document({"error": {"kind": kind, "message": message}})


def _tell(text: str) -> None:
    with suppress(OSError):
        sys.stderr.write(text)


def _fitted(text: str) -> str:
    """Broken between words where a terminal ends; whole for a script."""
    if not sys.stderr.isatty():
        return text
    from gmtrack.view.console import columns
    from gmtrack.view.text import wrap

    return "\n".join(wrap(text, columns(sys.stderr)))


def _usage(error: Any) -> str:
    """How the command is used, to stand before the error."""
    if error.ctx is None:
        return "Usage: gmtrack [OPTIONS] COMMAND [ARGS]...\n"
    return f"{error.ctx.get_usage()}\nTry '{error.ctx.command_path} --help' for help.\n"


def _crash(error: BaseException, argv: list[str], as_json: bool) -> int:
    """Keep the traceback in a file and say where it is."""
    import traceback

    place = keep(f"gmtrack {argv}\n" + "".join(traceback.format_exception(error)))
    what = f"gmtrack failed in a way that it should not ({type(error).__name__})"
    fail("crash", f"{what}; {place}", as_json)
    return CRASHED


def keep(details: str) -> str:
    """Write the report of a crash; answers where it is, for a sentence."""
    import time

    from gmtrack.store.places import home

    try:
        folder = home() / "crashes"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / time.strftime(f"crash-%Y%m%d-%H%M%S-{os.getpid()}.txt")
        path.write_text(details, encoding="utf-8", errors="backslashreplace")
    except (OSError, GmtrackError) as error:
        return f"its report could not be written: {error}"
    return f"please report it with {path}"
