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
    """Do what `argv` says; whatever goes wrong becomes a message and an exit status."""
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
    """Tell what went wrong: a person on standard error, a script on standard output too. At the
    prompt lines are typed without the program's name."""
    from gmtrack.view.text import shown

    told = message.replace("`gmtrack ", "`") if at_prompt else message
    lines = [shown(line) for line in told.split("\n")]
    write_to_stderr(before + _format_error("\n".join(lines)))
    if as_json:
        from gmtrack.cli.output import OutputLost, print_document

        with suppress(OutputLost):
            print_document({"error": {"kind": kind, "message": message}})


def write_to_stderr(text: str) -> None:
    """Say something beside the output."""
    with suppress(OSError):
        sys.stderr.write(text)


def _format_error(text: str) -> str:
    """An error as it is told: broken between words where a terminal ends, its first word in colour
    where there are colours; whole and plain for a script."""
    if not sys.stderr.isatty():
        return f"{ERROR} {text}\n"
    from gmtrack.view.console import columns, painted
    from gmtrack.view.text import wrap

    fitted = "\n".join(wrap(f"{ERROR} {text}", columns(sys.stderr)))
    return fitted.replace(ERROR, painted(ERROR, "error", sys.stderr), 1) + "\n"


def _report_lost_output(error: BaseException) -> int:
    """Told, if what went wrong is that the output cannot be written; 0 if it is something else."""
    from gmtrack.cli.output import OutputLost, output_lost

    # Whoever opens, reads or writes a file tells its name, or says himself what is wrong.
    if isinstance(error, OSError) and error.filename is None:
        error = output_lost(error)
    if not isinstance(error, OutputLost):
        return 0
    write_to_stderr(_format_error(str(error)))
    return UNHEARD


def _report_crash(error: BaseException, argv: list[str]) -> int:
    """Keep the traceback in a file and say where it is."""
    from gmtrack.cli.crash_reports import write_crash_report

    place = write_crash_report(f"gmtrack {argv}", error)
    what = f"internal error ({type(error).__name__})"
    report_error("crash", f"{what}; {place}", wants_json(argv))
    return CRASHED
