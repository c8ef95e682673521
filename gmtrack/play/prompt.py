"""The prompt of a session: a line editor with a history that outlives it, and a bottom line that
shows where the fight stands."""

import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Any

from gmtrack.cli.exit_status import write_to_stderr
from gmtrack.errors import StoreError
from gmtrack.play.asking import (
    make_dice_source,
    make_put_choice,
    make_put_choices,
)
from gmtrack.play.at_prompt import (
    fold_question,
    keep_board_in_sight,
    prompt_for_answer,
    read_line,
)
from gmtrack.play.complete import find_completions, parse_begun_path, quote_word
from gmtrack.play.fight_status import render_status_line
from gmtrack.play.page.proposals import ProposalWatch
from gmtrack.play.paging import paging_output
from gmtrack.play.phones import tidy_mailbox
from gmtrack.play.table import PlayTable
from gmtrack.play.typed_line import LEAVING, find_last_command
from gmtrack.store.atomic_files import make_folder
from gmtrack.store.ready_made import is_ready_made
from gmtrack.store.working_copies import home_folder
from gmtrack.view.console import count_columns

MARK = "> "
REFRESH = 1.0
"""Seconds after which the bottom line is drawn again: the fight may be changed elsewhere."""
FILE_COMMANDS = ("load ", "save ", "validate ", "import ")


def run_prompt(table: PlayTable) -> None:
    """Read and carry out lines until `quit` or the end of the input. Ctrl-C takes back the line
    that is being typed, nothing else."""
    session = make_line_editor(table)
    table.faults.spared("old questions", partial(tidy_mailbox, table), None)
    table.asking.put = make_put_choice(table)
    table.asking.put_all = make_put_choices(table)
    table.asking.rollers = make_dice_source(table)
    if table.fight is None and table.in_place is None and not table.fault:
        offer_first_fight(table)
    with paging_output(partial(ask_for_more, table), table.next_line.type_on):
        while not table.left and table.signals.ended is None:
            table.signals.clear()
            try:
                text = table.next_line.take_typed_on() or read_line(
                    table,
                    session,
                    MARK,
                    table.next_line.take_begun(),
                    ProposalWatch(table),
                )
            except KeyboardInterrupt:
                continue
            except EOFError:
                break
            table.run_commands(text)
    for note in table.faults.told:
        write_to_stderr(f"internal error while you typed; {note}\n")


def offer_first_fight(table: PlayTable) -> None:
    """Let the user choose a fight; the line that opens it comes next. Ctrl-C skips it."""
    from gmtrack.cli.library.first_fight import offer_fights

    try:
        table.next_line.type_on(
            offer_fights(
                lambda text: prompt_for_answer(
                    table, fold_question(text), can_go_back=False
                )
            )
        )
    except KeyboardInterrupt:
        table.signals.clear()


def ask_for_more(table: PlayTable, question: str) -> str:
    """Ask below a part of a long page and return the answer. Ctrl-C ends the page and nothing
    else: it returns `quit`."""
    try:
        return prompt_for_answer(table, question, can_go_back=False)
    except KeyboardInterrupt:
        table.signals.clear()
        return LEAVING[0]


def make_completer(table: PlayTable) -> Any:
    """Return the completer of the prompt: words with their help, and paths after commands that
    take a file. A fault while completing is noted, and gives no completions."""
    from prompt_toolkit.completion import Completer, Completion, PathCompleter
    from prompt_toolkit.document import Document

    class FightCompleter(Completer):
        """Completes from the fight as it is when the key is pressed."""

        def get_completions(self, document: Document, event: Any) -> Any:
            text = document.text_before_cursor
            nothing: list[Completion] = []
            yield from table.faults.spared(
                "completion",
                lambda: [*suggest_completions(text, event)],
                nothing,
            )

    def suggest_completions(text: str, event: Any) -> Iterable[Completion]:
        text = text[find_last_command(text) :].lstrip()
        typed, path = parse_begun_path(text)
        if text.startswith(FILE_COMMANDS) and not is_ready_made(path):
            for rest in PathCompleter().get_completions(Document(path), event):
                if word := quote_word(path + rest.text):
                    yield Completion(word, -len(typed), display=rest.display)
            return
        typed, entries = find_completions(text, table.scene)
        for entry in entries:
            yield Completion(entry.word, -len(typed), display_meta=entry.help)

    return FightCompleter()


def render_bottom_line(table: PlayTable, typed: str) -> str:
    """Return the text below the prompt: the odds of the attack that is being typed, then the
    fight's status. Reads the fight again if its file has changed."""
    spared = table.faults.spared
    spared("looking for changes", table.refresh_if_changed, None)
    width = count_columns(sys.stdout)
    lines = [
        spared(
            "odds",
            lambda: table.foresight.odds_line(table.fight, typed, width),
            "",
        ),
        spared("phones", lambda: table.shared_page.render_line(width), ""),
        spared(
            "bottom line",
            lambda: render_status_line(
                table.fight, width, table.fault, table.next_line.offer
            ),
            "",
        ),
    ]
    return "\n".join(filter(None, lines))


def make_line_editor(table: PlayTable) -> Any:
    """Return the prompt of a session, with history, completion and bottom line. If the state
    folder cannot be made, lines are not remembered."""
    from prompt_toolkit.auto_suggest import AutoSuggestFromHistory

    from gmtrack.play.line_editor import (
        LineHistory,
        SlimPrompt,
        end_flood,
        make_paste_binding,
    )

    folder = home_folder()
    with suppress(StoreError):
        make_folder(folder)
    session: Any = SlimPrompt(
        history=LineHistory(folder / "play-history"),
        auto_suggest=AutoSuggestFromHistory(),
        completer=make_completer(table),
        complete_while_typing=True,
        bottom_toolbar=lambda: render_bottom_line(
            table, session.default_buffer.text
        ),
        refresh_interval=REFRESH,
        mouse_support=False,
        key_bindings=make_paste_binding(),
        output=table.screen.make_output() if table.screen else None,
    )
    keep_board_in_sight(table, session)
    session.default_buffer.on_text_insert += end_flood
    return session
