"""The prompt: a line editor with a history that outlives the session, and a bottom line that
says where the fight stands."""

import sys
from collections.abc import Callable
from typing import Any

from gmtrack.cli.run import PEOPLE
from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Entries
from gmtrack.dice.asking import AskedDice, Question
from gmtrack.dice.port import Ask
from gmtrack.play.complete import candidates
from gmtrack.play.questions import choose
from gmtrack.play.status import status_line
from gmtrack.play.table import Table
from gmtrack.store.places import home
from gmtrack.view.console import columns
from gmtrack.view.text import shown

MARK = "> "
REFRESH = 1.0
"""Seconds after which the bottom line is looked at again: the fight may be changed elsewhere."""
FILE_COMMANDS = ("load ", "save ", "validate ")


def run_prompt(table: Table) -> None:
    """Read and carry out lines until `quit` or the end of the input. Ctrl-C takes back the line
    that is being typed, nothing else."""
    session = line_editor(table)
    table.put = put_choice
    PEOPLE.set(lambda rest, encounter: AskedDice(rest, asked(table), question(encounter)))
    while not table.left:
        try:
            text = session.prompt(MARK)
        except KeyboardInterrupt:
            continue
        except EOFError:
            break
        for line in text.splitlines():
            # What was pasted is several lines; the first that fails ends it.
            if table.do(line):
                break


def asked(table: Table) -> Callable[[Ask], bool]:
    """Which rolls people make."""
    return lambda ask: table.asks(ask.who)


def question(encounter: Encounter) -> Question:
    """Puts the question for one roll: whose, how many, what for. Ctrl-C takes the whole command
    back."""

    def put(ask: Ask, problem: str) -> str:
        text = f"{wanted(ask, encounter)}\n(Enter: roll for me)? "
        return answered(f"{shown(problem)}\n{text}" if problem else text)

    return put


def answered(question: str) -> str:
    """What was typed. An end of the input is as good as Ctrl-C: it takes the command back."""
    from prompt_toolkit import prompt

    try:
        return str(prompt(question))
    except EOFError:
        raise KeyboardInterrupt from None


def put_choice(text: str, words: Entries) -> str:
    """Ask for one of the words."""
    return choose(shown(text), words, answered)


def wanted(ask: Ask, encounter: Encounter) -> str:
    """`Joe: 7 dice, 6 count at most, attack with the combat-knife`."""
    parts = ["1 die" if ask.count == 1 else f"{ask.count} dice"]
    if ask.limit is not None:
        parts.append(f"{ask.limit} count at most")
    using = f" with the {shown(ask.using)}" if ask.using else ""
    parts.append(shown(ask.name).replace("_", " ") + using)
    return f"{shown(encounter.display_name(ask.who))}: {', '.join(parts)}"


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
            typed, found = candidates(text, table.scene)
            for entry in found:
                yield Completion(entry.word, -len(typed), display_meta=entry.help)

    return FightCompleter()


def bottom_line(table: Table, typed: str) -> str:
    """Where the fight stands, whoever has changed it, under what will come of the attack that is
    being typed."""
    table.look_if_changed()
    width = columns(sys.stdout)
    chances = table.foresight.line(table.fight, typed, width)
    status = status_line(table.fight, width)
    return f"{chances}\n{status}" if chances else status


def line_editor(table: Table) -> Any:
    """A prompt_toolkit session for the table."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
    from prompt_toolkit.history import FileHistory

    folder = home()
    folder.mkdir(parents=True, exist_ok=True)
    session: Any = PromptSession(
        history=FileHistory(str(folder / "play-history")),
        auto_suggest=AutoSuggestFromHistory(),
        completer=completer(table),
        complete_while_typing=True,
        bottom_toolbar=lambda: bottom_line(table, session.default_buffer.text),
        refresh_interval=REFRESH,
        mouse_support=False,
    )
    return session
