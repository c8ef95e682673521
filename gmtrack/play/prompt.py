"""The prompt: a line editor with a history that outlives the session, and a bottom line that
says where the fight stands."""

import sys
from typing import Any

from gmtrack.play.status import status_line
from gmtrack.play.table import Table
from gmtrack.store.places import home
from gmtrack.view.console import columns

MARK = "> "


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
        bottom_toolbar=lambda: status_line(table.fight, columns(sys.stdout)),
        mouse_support=False,
    )
