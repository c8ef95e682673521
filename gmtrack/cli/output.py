"""The output of commands: one JSON document, or screens of the view. The parts of the view are
imported where they are needed."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import (
    AbstractContextManager,
    contextmanager,
    nullcontext,
    suppress,
)
from functools import partial
from typing import TYPE_CHECKING, Any

from gmtrack.cli.options import CommandLine
from gmtrack.core.command_table import row
from gmtrack.errors import StoreError
from gmtrack.view.console import ExportKind, Output, count_rows, export_lines
from gmtrack.view.text import Line as ScreenLine
from gmtrack.view.text import Span, fold_all, shown

if TYPE_CHECKING:
    from gmtrack.app.importing.import_file import ImportResult
    from gmtrack.app.past.amend import AmendmentResult
    from gmtrack.app.run import Outcome
    from gmtrack.core.history import LogEntry
    from gmtrack.core.screen import Board, Row
    from gmtrack.rulesets.port import Ruleset
    from gmtrack.view.report import Wording
    from gmtrack.view.simulation import ReportProgress

MARK = "<!-- written by gmtrack -->"
"""The first line of files that are only looked at, and so may be overwritten."""
BELOW = 3
"""The lines below a screen: the prompt and its bottom line."""
TOLD = 5
"""The lines above a board that a report may have before the board gets fewer."""
Render = Callable[[int], list[ScreenLine]]


def show_outcome(outcome: "Outcome", line: CommandLine) -> None:
    """Show the outcome of a step, with the board if it asks for it, or answer with its document."""
    if line.json:
        return answer(line, outcome.document())
    from gmtrack.view.report import render_report

    report, dry_run, program = outcome.report, outcome.dry_run, line.typed("")
    words = wording_for(outcome.ruleset, report.command, outcome.names)

    def render(width: int, brief: bool = False) -> list[ScreenLine]:
        return render_report(
            report,
            words,
            width,
            dry_run=dry_run,
            program=program,
            brief=brief,
        )

    if outcome.board:
        return show_board_after(
            render, outcome.board, partial(render, brief=True)
        )
    return screen(render)


class OutputLost(Exception):
    """Raised where the output cannot be written; what the command did is done."""


@contextmanager
def raise_lost_output() -> Iterator[None]:
    """Raise OutputLost if the block cannot write its output."""
    try:
        yield
    except OSError as error:
        raise output_lost(error) from error


def output_lost(error: OSError) -> OutputLost:
    """Return the exception for an output that cannot be written."""
    message = f"the output cannot be written: {error.strerror or error}"
    return OutputLost(f"{message}; `gmtrack log` tells what was done")


def print_document(doc: Any) -> None:
    """Print a document as JSON. Raises OutputLost."""
    with raise_lost_output():
        Output(sys.stdout).json(doc)


def answer(line: CommandLine, doc: Any) -> None:
    """Hand the document of --json to the line's taker, or print it."""
    (line.taker or print_document)(doc)


def screen(render: Render, *, long: bool = False) -> None:
    """Print what `render` returns for the width of the output; `long` pages go to a pager."""
    output = Output(sys.stdout)
    lines = render(output.width)
    with raise_lost_output():
        output.lines(lines, long=long)


def show(
    render: Callable[..., list[ScreenLine]],
    *args: Any,
    long: bool = False,
    **named: Any,
) -> None:
    """Print what a function of the view returns for these arguments and the width, which is
    passed last; `long` pages go to a pager."""
    screen(lambda width: render(*args, width, **named), long=long)


def say(*texts: str, fold: bool = False, long: bool = False) -> None:
    """Print plain lines. With `fold` they are wrapped to the screen (paths are better whole);
    `long` pages go to a pager."""
    lines = _plain_lines(texts)
    screen(
        lambda width: fold_all(lines, width) if fold else lines,
        long=long,
    )


def show_board(
    board: "Board",
    *,
    before: Sequence[str] = (),
    after: Sequence[str] = (),
    is_asked_for: bool = False,
) -> None:
    """Print the whole board, with plain lines before and after it. Where a session has a board
    that stays, print only these lines, unless the board is asked for."""

    def render(width: int) -> list[ScreenLine]:
        head, foot = (
            fold_all(_plain_lines(before), width),
            fold_all(_plain_lines(after), width),
        )
        taken = len(head) + len(foot)
        if Output.board_rows and not is_asked_for:
            return [*head, *foot]
        return [
            *head,
            *_fit_board(board, width, taken, cut=False),
            *foot,
        ]

    screen(render)


def show_board_after(
    report: Render, board: "Board", brief: Render | None = None
) -> None:
    """Print a report, and below it the board as far as the screen has room for both. If it has
    not, the shorter report `brief` is printed."""

    def render(width: int) -> list[ScreenLine]:
        lines = report(width)
        below = _fit_board(board, width, len(lines) + 1)
        room = Output(sys.stdout).height
        if (
            brief is None
            or room is None
            or len(lines) + len(below) < room - BELOW
        ):
            return [*lines, [], *below]
        lines = brief(width)
        below = _fit_board(board, width, len(lines) + 1)
        gap: list[ScreenLine] = (
            [[]] if len(lines) + len(below) < room - BELOW else []
        )
        return [*lines, *gap, *below]

    screen(render)


def _fit_board(
    board: "Board", width: int, taken: int, *, cut: bool = True
) -> list[ScreenLine]:
    """Return the board for the lines of the screen that are not taken. A long report scrolls
    away, but a few of its lines always stay, as boards look alike from turn to turn."""
    from gmtrack.view.board.board import ENDLESS, LineLimit, render_board

    lines = count_board_lines()
    if lines is None:
        return render_board(board, width, ENDLESS)
    room = max(lines - max(taken, TOLD if cut else 0), lines * 2 // 3)
    return render_board(
        board, width, LineLimit(room, cut, strict=False, layout=lines)
    )


def count_board_lines() -> int | None:
    """Return the lines of the screen above the prompt, for which the columns of all boards are
    chosen; None if the output is no terminal."""
    height = Output(sys.stdout).height
    return None if height is None else height - BELOW


def render_rows_in_place(
    board: "Board", rows: "Sequence[Row]", width: int
) -> list[ScreenLine]:
    """Render some rows of a board in the columns that the whole board has on this screen."""
    from gmtrack.view.board.board import ENDLESS, LineLimit, render_rows

    lines = count_board_lines()
    room = ENDLESS if lines is None else LineLimit(lines)
    return render_rows(board, rows, width, room)


def is_standard(file: str, line: CommandLine) -> bool:
    """Whether a file to write to means standard output. Raises UsageError if the JSON answer
    goes there already."""
    from gmtrack.store.output_file import is_standard_output

    if is_standard_output(file) and line.json:
        from gmtrack.cli.tree import UsageError

        raise UsageError(
            f"{file} is standard output, where --json answers: name a file"
        )
    return is_standard_output(file)


def output_width() -> int:
    """Return the columns of the output."""
    return Output(sys.stdout).width


def print_text(written: str, *, long: bool = False) -> None:
    """Print a text unchanged; a `long` one goes to a pager. Raises OutputLost."""
    with raise_lost_output():
        Output(sys.stdout).text(written, long=long)


def export_board(
    board: "Board", file: str, kind: ExportKind, line: CommandLine
) -> None:
    """Write the board into a file as a picture or a page. Raises StoreError if the file cannot
    be written."""
    from gmtrack.view.board.board import render_board

    width = Output(sys.stdout).width
    export_text(
        export_lines(
            render_board(board, width),
            width,
            shown(board.title),
            kind,
        ),
        file,
        line,
    )


def export_text(written: str, file: str, line: CommandLine) -> None:
    """Write a text into a file or to standard output, and say so. Raises StoreError if the file
    holds anything that was not written this way."""
    from gmtrack.store.atomic_files import replace_file
    from gmtrack.store.output_file import file_to_write

    if is_standard(file, line):
        print_text(written)
        return
    path = file_to_write(file)
    with suppress(OSError), path.open("rb") as there:
        begun = there.read(len(MARK))
        if begun and begun != MARK.encode():
            raise StoreError(
                "cannot-save",
                f"{file} holds something else: choose another name",
            )
    replace_file(path, f"{MARK}\n{written}".encode())
    if not line.json:
        say(f"written: {file}")


def show_markdown(text: str) -> None:
    """Print Markdown with headings and emphasis. Raises OutputLost."""
    output = Output(sys.stdout)
    with raise_lost_output():
        output.markdown(text)


def show_imported(brought: "ImportResult", line: CommandLine) -> None:
    """Print who came from a file of another program, and how to go on."""
    from gmtrack.view.library import render_imported, render_left_out
    from gmtrack.view.report import Wording, render_report

    document, outcome = brought.document(), brought.outcome
    people, left_out = (
        document["characters"],
        document.get("left_out", ()),
    )
    rules, program = outcome.ruleset, line.typed("")
    going_on = (
        [] if outcome.dry_run else list(_next_after_import(brought, program))
    )
    going_on[:0] = [brought.note] if brought.note else []
    opened = f"A new encounter '{brought.fight}' ({rules.META.title}) is open"

    def render(width: int) -> list[ScreenLine]:
        lines = fold_all(_plain_lines([opened]), width) if brought.fight else []
        lines += render_imported(people, width)
        lines += render_left_out(left_out, width)
        words = Wording(rules.PHRASES, {}, outcome.names)
        dry_run = outcome.dry_run
        lines += render_report(
            outcome.report,
            words,
            width,
            dry_run=dry_run,
            program=program,
        )
        return [*lines, *fold_all(_plain_lines(going_on), width)]

    screen(render, long=True)


def _next_after_import(brought: "ImportResult", program: str) -> Iterator[str]:
    """Yield what to type next after an import."""
    show = f"{program}show {brought.persons[0].id}"
    if brought.begun:
        yield f"next: {show}"
    elif brought.opponent:
        yield f"next: {program}{brought.opponent}, to have somebody to fight"
        yield f"`{program}stock` lists others, `{show}` tells all of {brought.persons[0].name}"
    else:
        yield f"next: {show}, or {program}roll-init"


def progress_bar(
    line: CommandLine, total: int
) -> "AbstractContextManager[ReportProgress]":
    """Return a context with a progress bar for `total` fights; none is shown if a program takes
    the answer."""
    if line.taker is not None:
        return nullcontext(lambda done, known: None)
    from gmtrack.view.simulation import show_progress as bar

    return bar(total)


def show_log(
    entries: "Sequence[LogEntry]",
    earlier: int,
    names: Mapping[str, str],
    *,
    fitted: bool = False,
) -> None:
    """Print steps of the history, and how many came before them. With `fitted`, only as many of
    the last as the terminal has room for."""
    from gmtrack.view.history.log import render_log

    room = count_rows(sys.stdout) if fitted else None

    def render(width: int) -> list[ScreenLine]:
        left_out = 0
        lines = render_log(entries, earlier, names, width)
        while room and len(lines) >= room and left_out < len(entries) - 1:
            left_out += 1
            lines = render_log(
                entries[left_out:], earlier + left_out, names, width
            )
        return lines

    screen(render, long=True)


def show_steps(
    steps: "Sequence[LogEntry]", ruleset: "Ruleset", names: Mapping[str, str]
) -> None:
    """Print the report of each of these steps."""
    from gmtrack.view.history.log import render_step

    def render(width: int) -> list[ScreenLine]:
        lines: list[ScreenLine] = []
        for step in steps:
            words = wording_for(ruleset, step.report.get("command"), names)
            lines += [*render_step(step, words, width), []]
        return lines

    screen(render, long=True)


def show_amended(done: "AmendmentResult") -> None:
    """Print the new result of an amended step, and what else has changed by that."""
    from gmtrack.view.history.replay import render_amended
    from gmtrack.view.report import Wording, render_report

    doc, rules = done.document(), done.ruleset
    report = done.results[0].report if done.amendment.line is not None else None

    def render(width: int) -> list[ScreenLine]:
        words = Wording(rules.PHRASES, rules.LABELS, done.names)
        lines = [*render_report(report, words, width), []] if report else []
        return [*lines, *render_amended(doc, done.names, width)]

    screen(render)


def wording_for(
    ruleset: "Ruleset", command: str | None, names: Mapping[str, str]
) -> "Wording":
    """Return the wording for a command's report. For a command that moves the turn on, or
    `leave` and `join`, it leaves out what every turn restores."""
    from gmtrack.view.report import Wording

    silent = row(command).moves_on or command in ("leave", "join")
    refills = getattr(ruleset, "REFILLS", ()) if silent else ()
    labels = {
        what: label
        for what, label in ruleset.LABELS.items()
        if what not in refills
    }
    return Wording(ruleset.PHRASES, labels, names)


def _plain_lines(texts: Iterable[str]) -> list[ScreenLine]:
    """Return texts as screen lines without colours."""
    return [[Span(shown(text))] for text in texts]
