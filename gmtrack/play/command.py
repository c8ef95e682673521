"""`play`: an evening's fight without typing `gmtrack` in front of every line."""

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from typing import TYPE_CHECKING

import typer

from gmtrack.cli.exit_status import write_to_stderr
from gmtrack.cli.options import JSON, CommandLine, arg, flag, line_of, opt
from gmtrack.cli.tree import Commands

if TYPE_CHECKING:
    from gmtrack.play.split.screen import SplitScreen
    from gmtrack.play.table import PlayTable

COMMANDS = Commands()
OPENING = "`?` tells what works now, `q` leaves"
NO_SPLIT = (
    "--board needs a terminal with scroll regions, and knows none on Windows: the board is shown "
    "after a command"
)


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
    serve: bool = flag(
        "--serve",
        "Show it on phones and a television too, as the line `serve` does.",
    ),
    lan: bool = flag("--lan", "Behind --serve: for all in your network."),
    board: str = opt(
        "--board",
        "[WHEN]",
        "Alone: keep the board in sight. With WHEN, show it after a command: changes, always or "
        "never.",
        "changes",
    ),
) -> None:
    """Carry out `play`: run a session at the prompt, a script from stdin, or with `--json` the
    lines of a program. Raises typer.Exit with the script's status, or if FILE cannot be opened."""
    from gmtrack.cli.main import execute, resume_garbage_collection
    from gmtrack.cli.output import say
    from gmtrack.play.fight_status import farewell_lines
    from gmtrack.play.table import BOARDS, PlayTable

    stays = board not in BOARDS
    if board and stays:
        # Alone it may stand before the file.
        if file is not None:
            raise typer.BadParameter(
                f"'{board}' is not {', '.join(BOARDS)}", param_hint="--board"
            )
        file = board
    resume_garbage_collection()
    if line_of(ctx).json:
        return _answer_programs(line_of(ctx).file, file)
    in_place = line_of(ctx).file
    os.environ.pop(
        "GMTRACK_FILE", None
    )  # the session itself says from now on which file it is
    with _splitting_screen(wanted=stays) as screen:
        if file is not None and (
            status := execute(["load", file], _ignore_request)
        ):
            raise typer.Exit(status)
        table = PlayTable(execute, in_place, BOARDS[0] if stays else board)
        if screen is not None:
            table.screen, screen.read_board = screen, table.read_board_above
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
            # The terminal is given back before a signal can end the process.
            with closing(screen) if screen else nullcontext():
                first = ("serve --lan" if lan else "serve") if serve else ""
                _run_at_prompt(table, first, shows_fight=file is None)
            say(*farewell_lines(table.fight, table.in_place), fold=True)
    return None


def _run_at_prompt(
    table: "PlayTable", first: str, *, shows_fight: bool
) -> None:
    """Run a session at the prompt, and before it the line `first` if it is not empty. If
    `shows_fight`, first of all show the fight that is open, as `play FILE` shows what it opens."""
    from gmtrack.cli.output import say
    from gmtrack.play.prompt import run_prompt

    if shows_fight and table.fight is not None:
        if table.in_place is None:
            name = table.fight.file.parent.name
            table.run_line(shlex.join(["switch", name]))
        elif not table.board_stays:
            table.run_line("board")
    table.tell_who_is_asked()
    if table.screen is not None:
        table.screen.tell_if_too_small()
    if first:
        table.run_line(first)
    say(OPENING)
    try:
        run_prompt(table)
    finally:
        table.shared_page.close()


@contextmanager
def _splitting_screen(*, wanted: bool) -> "Iterator[SplitScreen | None]":
    """Yield the screen with a board that stays, or None if it is not wanted, or if the terminal
    has none, which is told."""
    if not wanted:
        yield None
        return
    # The line editor is slow to import, so only who wants a split screen waits for it here.
    from gmtrack.play.split.screen import SplitScreen, can_split_screen

    if sys.stdin.isatty() and can_split_screen(sys.stdout):
        with SplitScreen(sys.stdout) as screen:
            yield screen
    else:
        write_to_stderr(f"{NO_SPLIT}\n")
        yield None


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
