"""`play --json`: lines of another program in, one JSON document a line out."""

from contextlib import suppress
from typing import TextIO

from gmtrack.cli.crash_reports import write_crash_report
from gmtrack.cli.output import print_document
from gmtrack.cli.parse import split_line
from gmtrack.errors import GmtrackError, StoreError
from gmtrack.fight import Document, Fight
from gmtrack.play.script import explain_undecoded, read_script_lines
from gmtrack.play.typed_line import (
    LEAVING,
    KnownFight,
    join_names,
    make_command_line,
    make_known_fight,
)
from gmtrack.store.session import open_session


def answer_lines(fight: Fight, stream: TextIO) -> None:
    """Carry out each line and print its document, also for a refusal, until the input ends or a
    line says `quit`. Empty lines and comments print nothing. Raises StoreError if the input
    cannot be read."""
    for text in read_script_lines(stream):
        if text.strip() in LEAVING:
            return
        answer = _answer_line(fight, text)
        if answer is not None:
            print_document(answer)


def _answer_line(fight: Fight, text: str) -> Document | None:
    """Carry out one line and return its document; None for an empty line. A refusal or a crash
    becomes a document with `error`; a crash also writes a crash report."""
    try:
        if unread := explain_undecoded(text):
            return _error_document("usage", unread)
        words = split_line(text)
        return (
            fight.run(_fill_in_line(fight, words)).document if words else None
        )
    except GmtrackError as refused:
        return _error_document(refused.kind, refused.message)
    except Exception as error:  # of one line; the program goes on with the next
        what = f"internal error ({type(error).__name__})"
        return _error_document(
            "crash",
            f"{what}; {write_crash_report(f'gmtrack play --json, {text}', error)}",
        )


def _fill_in_line(fight: Fight, words: list[str]) -> list[str]:
    """Return the words as a command line of `gmtrack`, with the acting combatant filled in where
    the words leave it out. Raises Refusal for words that are no command."""
    known = KnownFight()
    with suppress(StoreError), open_session(fight.file, write=False) as session:
        encounter, ruleset = session.encounter, session.ruleset
        known = make_known_fight(encounter, ruleset, ruleset.board(encounter))
    return make_command_line(join_names(words, known), known)


def _error_document(kind: str, message: str) -> Document:
    """Return the document of an error, with its kind and message."""
    return {"error": {"kind": kind, "message": message}}
