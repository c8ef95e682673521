"""The one place where errors become messages and exit statuses."""

import sys
from collections.abc import Callable
from contextlib import suppress

from gmtrack.errors import GmtrackError

REFUSED = 1
WRONG_LINE = 2
CRASHED = 70
UNHEARD = 74
INTERRUPTED = 130
ERROR = "error:"


def run_with_exit_status(do: Callable[[], int], argv: list[str]) -> int:
    """Run a command and return its exit status; print a message for whatever goes wrong. `argv`
    says whether the error is due as JSON."""
    try:
        return do()
    except GmtrackError as error:
        report_error(error.kind, error.message, wants_json(argv))
        return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except (
        BaseException
    ) as error:  # a ruleset of somebody else's may even call sys.exit
        return _report_lost_output(error) or _report_crash(error, argv)


def wants_json(argv: list[str]) -> bool:
    """Whether `--json` is among the options of a command line."""
    options = argv[: argv.index("--")] if "--" in argv else argv
    return "--json" in options


def report_error(
    kind: str,
    message: str,
    as_json: bool = False,
    before: str = "",
    *,
    at_prompt: bool = False,
) -> None:
    """Print an error: for people on standard error and, with `as_json`, for programs on standard
    output too.

    `before` is printed in front of it. At the prompt, commands in the message lose the program's
    name."""
    from gmtrack.view.text import shown

    text = message.replace("`gmtrack ", "`") if at_prompt else message
    lines = [shown(line) for line in text.split("\n")]
    write_to_stderr(before + _format_error("\n".join(lines)))
    if as_json:
        from gmtrack.cli.output import OutputLost, print_document

        with suppress(OutputLost):
            print_document({"error": {"kind": kind, "message": message}})


def write_to_stderr(text: str) -> None:
    """Write to standard error; do nothing if that fails."""
    with suppress(OSError):
        sys.stderr.write(text)


def _format_error(text: str) -> str:
    """Return an error for standard error, with a line end: on a terminal wrapped and with its
    first word in colour, otherwise whole and plain."""
    if not sys.stderr.isatty():
        return f"{ERROR} {text}\n"
    from gmtrack.view.console import count_columns, paint_text
    from gmtrack.view.text import wrap

    fitted = "\n".join(wrap(f"{ERROR} {text}", count_columns(sys.stderr)))
    return (
        fitted.replace(ERROR, paint_text(ERROR, "error", sys.stderr), 1) + "\n"
    )


def _report_lost_output(error: BaseException) -> int:
    """Report that the output cannot be written, if that is what went wrong, and return the exit
    status; return 0 for any other error."""
    from gmtrack.cli.output import OutputLost, output_lost

    # Whoever opens, reads or writes a file tells its name, or says himself what is wrong.
    if isinstance(error, OSError) and error.filename is None:
        error = output_lost(error)
    if not isinstance(error, OutputLost):
        return 0
    write_to_stderr(_format_error(str(error)))
    return UNHEARD


def _report_crash(error: BaseException, argv: list[str]) -> int:
    """Write the traceback to a file, report where it is, and return the exit status."""
    from gmtrack.cli.crash_reports import write_crash_report

    place = write_crash_report(f"gmtrack {argv}", error)
    what = f"internal error ({type(error).__name__})"
    report_error("crash", f"{what}; {place}", wants_json(argv))
    return CRASHED
