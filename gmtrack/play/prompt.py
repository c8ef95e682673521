"""The prompt: a line editor with a history that outlives the session, and a bottom line that
says where the fight stands."""

import sys
from typing import Any

from gmtrack.play.complete import candidates
from gmtrack.play.status import status_line
from gmtrack.play.table import Table
from gmtrack.store.places import home
from gmtrack.view.console import columns

MARK = "> "
FILE_COMMANDS = ("load ", "save ", "validate ")


def run_prompt(table: Table) -> None:
    """Read and carry out lines until `quit` or the end of the input. Ctrl-C takes back the line
    that is being typed, nothing else."""
    session = line_editor(table)
    while not table.left:
        try:
            text = session.prompt(MARK)
        except KeyboardInterrupt:
            continue
        except EOFError:
            break
        table.do(text)


def completer(table: Table) -> Any:
    """Completion for prompt_toolkit: the word with its meaning beside it."""
    from prompt_toolkit.completion import Completer, Completion, PathCompleter
    from prompt_toolkit.document import Document

    class FightCompleter(Completer):
        """Completes from the fight as it is when the key is pressed."""

        def get_completions(self, document: Document, event: Any) -> Any:
            text = document.text_before_cursor
            if text.startswith(FILE_COMMANDS):
                path = Document(text.rpartition(" ")[2])
                yield from PathCompleter(expanduser=True).get_completions(path, event)
                return
            scene = table.fight.scene if table.fight else None
            typed, found = candidates(text, scene)
            for entry in found:
                yield Completion(entry.word, -len(typed), display_meta=entry.help)

    return FightCompleter()


def line_editor(table: Table) -> Any:
    """A prompt_toolkit session for the table."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
    from prompt_toolkit.history import FileHistory

    folder = home()
    folder.mkdir(parents=True, exist_ok=True)
    return PromptSession(
        history=FileHistory(str(folder / "play-history")),
        auto_suggest=AutoSuggestFromHistory(),
        completer=completer(table),
        complete_while_typing=True,
        bottom_toolbar=lambda: status_line(table.fight, columns(sys.stdout)),
        mouse_support=False,
    )
