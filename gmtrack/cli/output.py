"""What the commands show: one JSON document, or screens of the view. The parts of the view are
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
from gmtrack.view.console import Kind, Output, exported, rows
from gmtrack.view.text import Line as ScreenLine
from gmtrack.view.text import Span, fold_all, shown

if TYPE_CHECKING:
    from gmtrack.app.importing.import_file import Brought
    from gmtrack.app.past.amend import Amended
    from gmtrack.app.run import Outcome
    from gmtrack.core.history import LogEntry
    from gmtrack.core.screen import Board
    from gmtrack.rulesets.port import Ruleset
    from gmtrack.view.report import Wording
    from gmtrack.view.simulation import Tell

MARK = "<!-- written by gmtrack -->"
"""Begins every file that is only to be looked at; it may be written anew."""
BELOW = 3
"""Lines below the last one of a screen: the prompt, and what the bottom line has."""
TOLD = 5
"""Lines above a board that what was told may have before the board is laid out with fewer."""
Render = Callable[[int], list[ScreenLine]]


def show_outcome(outcome: "Outcome", line: CommandLine) -> None:
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
    """What was to be shown could not be written; what was done is done."""


@contextmanager
def raise_lost_output() -> Iterator[None]:
    """What is written here is heard; raises Unheard where it cannot be written."""
    try:
        yield
    except OSError as error:
        raise output_lost(error) from error


def output_lost(error: OSError) -> OutputLost:
    message = f"the output cannot be written: {error.strerror or error}"
    return OutputLost(f"{message}; `gmtrack log` tells what was done")


def print_document(doc: Any) -> None:
    with raise_lost_output():
        Output(sys.stdout).json(doc)


def answer(line: CommandLine, doc: Any) -> None:
    """Give the document of --json to whoever takes it, or print it."""
    (line.taker or print_document)(doc)


def screen(render: Render, *, long: bool = False) -> None:
    """Print what `render` makes for the width of the output; `long` pages are read in a pager."""
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
    """Print what a function of the view makes of these arguments, of which the width is the last;
    `long` pages are read in a pager."""
    screen(lambda width: render(*args, width, **named), long=long)


def say(*texts: str, fold: bool = False, long: bool = False) -> None:
    """Print plain lines; with `fold`, broken where the screen ends (paths are better whole); `long`
    pages are read in a pager."""
    lines = _plain_lines(texts)
    screen(
        lambda width: fold_all(lines, width) if fold else lines,
        long=long,
    )


def show_board(
    board: "Board", *, before: Sequence[str] = (), after: Sequence[str] = ()
) -> None:
    """Print the board, whole, with plain lines before and after it."""

    def render(width: int) -> list[ScreenLine]:
        head, foot = (
            fold_all(_plain_lines(before), width),
            fold_all(_plain_lines(after), width),
        )
        taken = len(head) + len(foot)
        return [
            *head,
            *_fit_board(board, width, taken, cut=False),
            *foot,
        ]

    screen(render)


def show_board_after(
    told: Render, board: "Board", brief: Render | None = None
) -> None:
    """Print what was told, and below it the board as far as the screen has room for both; where it
    has not, what is told in `brief`."""

    def render(width: int) -> list[ScreenLine]:
        lines = told(width)
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
    """The board in the lines of the screen that are not taken; but a long story scrolls away.
    After a command a few lines are always left: boards look alike from turn to turn."""
    from gmtrack.view.board.board import ENDLESS, Room, render_board

    height = Output(sys.stdout).height
    if height is None:
        return render_board(board, width, ENDLESS)
    lines = height - BELOW
    room = max(lines - max(taken, TOLD if cut else 0), lines * 2 // 3)
    return render_board(board, width, Room(room, cut, strict=False))


def is_standard(file: str, line: CommandLine) -> bool:
    """Whether a file to write to means standard output. Raises UsageError where the answer in JSON
    stands there already."""
    from gmtrack.store.output_file import is_standard_output

    if is_standard_output(file) and line.json:
        from gmtrack.cli.tree import UsageError

        raise UsageError(
            f"{file} is standard output, where --json answers: name a file"
        )
    return is_standard_output(file)


def output_width() -> int:
    return Output(sys.stdout).width


def print_text(written: str, *, long: bool = False) -> None:
    with raise_lost_output():
        Output(sys.stdout).text(written, long=long)


def export_board(
    board: "Board", file: str, kind: Kind, line: CommandLine
) -> None:
    """Write the board into a file, as a picture or a page. Raises StoreError if it cannot be."""
    from gmtrack.view.board.board import render_board

    width = Output(sys.stdout).width
    export_text(
        exported(
            render_board(board, width),
            width,
            shown(board.title),
            kind,
        ),
        file,
        line,
    )


def export_text(written: str, file: str, line: CommandLine) -> None:
    """Write what is to be looked at into a file, over nothing but what was written so before, or
    to standard output, and say so. Raises StoreError."""
    from gmtrack.store.atomic_files import replace_file
    from gmtrack.store.output_file import target

    if is_standard(file, line):
        print_text(written)
        return
    path = target(file)
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
    output = Output(sys.stdout)
    with raise_lost_output():
        output.markdown(text)


def show_imported(brought: "Brought", line: CommandLine) -> None:
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


def _next_after_import(brought: "Brought", program: str) -> Iterator[str]:
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
) -> "AbstractContextManager[Tell]":
    """How far something long has come, on a terminal; no program is told."""
    if line.taker is not None:
        return nullcontext(lambda done, known: None)
    from gmtrack.view.simulation import progress as bar

    return bar(total)


def show_log(
    entries: "Sequence[LogEntry]",
    earlier: int,
    names: Mapping[str, str],
    *,
    fitted: bool = False,
) -> None:
    """Print steps of the history, and how many came before them; with `fitted` as many of the last
    as the terminal has room for."""
    from gmtrack.view.history.log import render_log

    room = rows(sys.stdout) if fitted else None

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
    """Print steps of a history, each as it is told."""
    from gmtrack.view.history.log import render_step

    def render(width: int) -> list[ScreenLine]:
        lines: list[ScreenLine] = []
        for step in steps:
            words = wording_for(ruleset, step.report.get("command"), names)
            lines += [*render_step(step, words, width), []]
        return lines

    screen(render, long=True)


def show_amended(done: "Amended") -> None:
    """Print what the step came to now, and what is otherwise by that."""
    from gmtrack.view.history.replay import render_amended
    from gmtrack.view.report import Wording, render_report

    doc, rules = done.document(), done.ruleset
    report = done.told[0].report if done.amendment.line is not None else None

    def render(width: int) -> list[ScreenLine]:
        words = Wording(rules.PHRASES, rules.LABELS, done.names)
        lines = [*render_report(report, words, width), []] if report else []
        return [*lines, *render_amended(doc, done.names, width)]

    screen(render)


def wording_for(
    ruleset: "Ruleset", command: str | None, names: Mapping[str, str]
) -> "Wording":
    """How a command is told, without changes that are no news: what every turn gives back, and
    what that is to somebody who leaves or joins."""
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
    return [[Span(shown(text))] for text in texts]
