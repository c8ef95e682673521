"""The prompt of a session: a line editor with a history that outlives it, and a bottom line that
says where the fight stands."""

import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Any

from gmtrack.cli.exit_status import write_to_stderr
from gmtrack.errors import StoreError
from gmtrack.play.asking import put_choice, put_choices, rollers
from gmtrack.play.at_prompt import answered, folded, typed
from gmtrack.play.complete import candidates, path_begun, written
from gmtrack.play.fight_status import status_line
from gmtrack.play.paging import paged
from gmtrack.play.phones import tidied
from gmtrack.play.table import Table
from gmtrack.play.typed_line import LEAVING
from gmtrack.store.atomic_files import make_folder
from gmtrack.store.ready_made import is_meant
from gmtrack.store.working_copies import home
from gmtrack.view.console import columns
from gmtrack.view.text import cut

MARK = "> "
LEFT = 200
"""Characters that are shown of pasted lines that were not carried out."""
REFRESH = 1.0
"""Seconds after which the bottom line is looked at again: the fight may be changed elsewhere."""
FILE_COMMANDS = ("load ", "save ", "validate ", "import ")


def run_prompt(table: Table) -> None:
    """Read and carry out lines until `quit` or the end of the input. Ctrl-C takes back the line
    that is being typed, nothing else."""
    session = line_editor(table)
    table.faults.spared("old questions", partial(tidied, table), None)
    table.asking.put = put_choice(table)
    table.asking.put_all = put_choices(table)
    table.asking.rollers = rollers(table)
    if table.fight is None and table.in_place is None and not table.fault:
        begin(table)
    with paged(partial(more, table), table.next_line.type_on):
        while not table.left and table.signals.ended is None:
            table.signals.clear()
            try:
                text = table.next_line.coming() or typed(
                    table, session, MARK, table.next_line.prefilled()
                )
            except KeyboardInterrupt:
                continue
            except EOFError:
                break
            # What was pasted is several lines; the first that fails ends it.
            lines = text.split("\n")
            while lines:
                if table.do(lines.pop(0)):
                    break
            if left := ", ".join(f"`{line}`" for line in lines if line.strip()):
                write_to_stderr(f"not done: {cut(left, LEFT)}\n")
    for note in table.faults.told:
        write_to_stderr(f"internal error while you typed; {note}\n")


def begin(table: Table) -> None:
    """Let the user choose a fight if none is open; Ctrl-C skips it."""
    from gmtrack.cli.library.first_fight import offer_fights

    try:
        table.next_line.type_on(
            offer_fights(lambda text: answered(table, folded(text)))
        )
    except KeyboardInterrupt:
        table.signals.clear()


def more(table: Table, question: str) -> str:
    """Ask below a part of a long page and return the answer. Ctrl-C ends the page and nothing
    else."""
    try:
        return answered(table, question)
    except KeyboardInterrupt:
        table.signals.clear()
        return LEAVING[0]


def completer(table: Table) -> Any:
    """Return the completion of the prompt: words with their help, paths after commands that take
    a file."""
    from prompt_toolkit.completion import Completer, Completion, PathCompleter
    from prompt_toolkit.document import Document

    class FightCompleter(Completer):
        """Completes from the fight as it is when the key is pressed."""

        def get_completions(self, document: Document, event: Any) -> Any:
            text = document.text_before_cursor
            nothing: list[Completion] = []
            yield from table.faults.spared(
                "completion", lambda: [*found(text, event)], nothing
            )

    def found(text: str, event: Any) -> Iterable[Completion]:
        typed, path = path_begun(text)
        if text.startswith(FILE_COMMANDS) and not is_meant(path):
            for rest in PathCompleter().get_completions(Document(path), event):
                if word := written(path + rest.text):
                    yield Completion(word, -len(typed), display=rest.display)
            return
        typed, entries = candidates(text, table.scene)
        for entry in entries:
            yield Completion(entry.word, -len(typed), display_meta=entry.help)

    return FightCompleter()


def bottom_line(table: Table, typed: str) -> str:
    """Return the text below the prompt: the odds of the attack that is being typed, then the
    fight's status, also after changes from elsewhere."""
    spared = table.faults.spared
    spared("looking for changes", table.look_if_changed, None)
    width = columns(sys.stdout)
    lines = [
        spared(
            "odds", lambda: table.foresight.line(table.fight, typed, width), ""
        ),
        spared(
            "bottom line",
            lambda: status_line(
                table.fight, width, table.fault, table.next_line.offer
            ),
            "",
        ),
    ]
    return "\n".join(filter(None, lines))


def line_editor(table: Table) -> Any:
    """Return the prompt of a session, with history, completion and bottom line."""
    from prompt_toolkit.auto_suggest import AutoSuggestFromHistory

    from gmtrack.play.line_editor import LineHistory, Prompt, end_flood, pasting

    folder = home()
    with suppress(StoreError):
        make_folder(folder)
    session: Any = Prompt(
        history=LineHistory(folder / "play-history"),
        auto_suggest=AutoSuggestFromHistory(),
        completer=completer(table),
        complete_while_typing=True,
        bottom_toolbar=lambda: bottom_line(table, session.default_buffer.text),
        refresh_interval=REFRESH,
        mouse_support=False,
        key_bindings=pasting(),
    )
    session.default_buffer.on_text_insert += end_flood
    return session
