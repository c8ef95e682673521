"""`play`: an evening's fight without typing `gmtrack` in front of every line."""

import os
import shlex
import sys

import typer

from gmtrack.cli.options import JSON, CommandLine, arg, flag, line_of, opt
from gmtrack.cli.tree import Commands

COMMANDS = Commands()
OPENING = "`?` tells what works now, `q` leaves"


@COMMANDS.add(
    "play",
    (
        JSON._replace(
            help="For programs: a line in, a JSON document a line out."
        ),
    ),
)
def play(
    ctx: typer.Context,
    file: str | None = arg(
        "[FILE]", "Open this file or @NAME first; resumes its fight."
    ),
    keep_going: bool = flag(
        "--keep-going", "In a script: do not stop at a refusal."
    ),
    odds: bool = flag("--odds", "Tell after each attack how likely it was."),
    ask: list[str] | None = opt(
        "--ask", "WHO", "A side or combatant who rolls real dice."
    ),
    board: str = opt(
        "--board",
        "WHEN",
        "After a command: changes, always or never.",
        "changes",
    ),
) -> None:
    """Carry out `play`: run a session at the prompt, a script from stdin, or with `--json` the
    lines of a program. Raises typer.Exit with the script's status, or if FILE cannot be opened."""
    from gmtrack.cli.main import execute, resume_garbage_collection
    from gmtrack.play.table import BOARDS, PlayTable

    if board not in BOARDS:
        raise typer.BadParameter(
            f"'{board}' is not {', '.join(BOARDS)}", param_hint="--board"
        )
    resume_garbage_collection()
    if line_of(ctx).json:
        return _answer_programs(line_of(ctx).file, file)
    in_place = line_of(ctx).file
    os.environ.pop(
        "GMTRACK_FILE", None
    )  # the session itself says from now on which file it is
    if file is not None and (
        status := execute(["load", file], _ignore_request)
    ):
        raise typer.Exit(status)
    table = PlayTable(execute, in_place, board)
    if odds:
        table.tell_odds = True
    if ask:
        table.run_line(shlex.join(["ask", *ask]))
    with table.signals:
        if not sys.stdin.isatty():
            from gmtrack.play.script import run_script

            raise typer.Exit(
                run_script(table, sys.stdin, keep_going=keep_going)
            )
        from gmtrack.cli.output import say
        from gmtrack.play.fight_status import farewell_lines
        from gmtrack.play.prompt import run_prompt

        if file is None and table.fight is not None:
            # As `play FILE` shows what it opens.
            kept = table.in_place is None
            table.run_line(
                shlex.join(["switch", table.fight.file.parent.name])
                if kept
                else "board"
            )
        table.tell_who_is_asked()
        say(OPENING)
        run_prompt(table)
        say(*farewell_lines(table.fight, table.in_place), fold=True)
    return None


def _answer_programs(in_place: str | None, file: str | None) -> None:
    """Run `play --json`: open `file` if it is given, then answer each line of stdin with a
    document. `in_place` is the file of `-f`."""
    from gmtrack.fight import Fight
    from gmtrack.play.json_lines import answer_lines

    os.environ.pop("GMTRACK_FILE", None)
    fight = Fight(in_place)
    if file is not None:
        fight.run(["load", file])
    answer_lines(fight, sys.stdin)


def _ignore_request(line: CommandLine, request: object) -> None:
    """Ignore the request that `load` passes on. That a callback is passed at all tells `execute`
    that the line belongs to a session."""
