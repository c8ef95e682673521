"""`play --json`: lines of another program in, one JSON document a line out."""

from contextlib import suppress
from typing import TextIO

from gmtrack.cli.crash_reports import write_crash_report
from gmtrack.cli.output import print_document
from gmtrack.cli.parse import split_line
from gmtrack.errors import GmtrackError, StoreError
from gmtrack.fight import Document, Fight
from gmtrack.play.script import lines_of, undecoded
from gmtrack.play.typed_line import (
    LEAVING,
    Known,
    command_line,
    known_of,
    whole_names,
)
from gmtrack.store.session import open_session


def answer_lines(fight: Fight, stream: TextIO) -> None:
    """Carry out each line and print its document, also for a refusal, until the input ends or a
    line says `quit`. Empty lines and comments print nothing. Raises StoreError if the input
    cannot be read."""
    for text in lines_of(stream):
        if text.strip() in LEAVING:
            return
        answer = _answer(fight, text)
        if answer is not None:
            print_document(answer)


def _answer(fight: Fight, text: str) -> Document | None:
    """Carry out one line and return its document; None for an empty line. A refusal or a crash
    becomes a document with `error`."""
    try:
        if unread := undecoded(text):
            return _error("usage", unread)
        words = split_line(text)
        return fight.run(_line(fight, words)).document if words else None
    except GmtrackError as refused:
        return _error(refused.kind, refused.message)
    except Exception as error:  # of one line; the program goes on with the next
        what = f"internal error ({type(error).__name__})"
        return _error(
            "crash",
            f"{what}; {write_crash_report(f'gmtrack play --json, {text}', error)}",
        )


def _line(fight: Fight, words: list[str]) -> list[str]:
    """Return the words as a command line of `gmtrack`: the acting combatant is filled in where
    the words leave it out."""
    known = Known()
    with suppress(StoreError), open_session(fight.file, write=False) as session:
        encounter, ruleset = session.encounter, session.ruleset
        known = known_of(encounter, ruleset, ruleset.board(encounter))
    return command_line(whole_names(words, known), known)


def _error(kind: str, message: str) -> Document:
    return {"error": {"kind": kind, "message": message}}
