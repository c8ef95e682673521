"""The questions that a session asks people who are not at its keyboard, and their answers: small
files in the fight's folder. The fight's lock is not needed for them.

A question is `asked-ID.json`. Its process holds a lock on `waiting-ID` while it waits; that is a
file of its own, because on some systems a locked file can neither be read nor renamed. The
system releases the lock when the process ends, however it ends, so an abandoned question can be
told from an open one. Whoever answers first renames the question to `taken-ID.json`, which only
one can do, and then writes `answer-ID.json`. Every file with content is written under another
name and renamed when it is whole.

An answer stays there until its command is carried out. Until then whoever gave it can take it
back: `taken-ID.json` is then renamed to `back-ID.json`."""

import contextlib
import json
import os
import re
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import Any

from gmtrack import system
from gmtrack.core.encounter import Data
from gmtrack.errors import Refusal
from gmtrack.store.atomic_files import cannot_save, make_folder, write_all
from gmtrack.store.stored_encounter import ASKING
from gmtrack.system import open_file

MOST_BYTES = 32 * 1024
"""Bytes of a mailbox file that are read at most."""
LONGEST = 200
"""Most characters of an answer."""
SENT, BACK, INSTEAD = "sent", "back", "instead"
"""The states of an answer: it can be taken back, it is being taken back, or the session has put
it in place of the one that was given, which cannot be taken back."""
_ID = r"[A-Za-z0-9_-]{8,64}"
_FILES = (
    "asked-{}.json",
    "taken-{}.json",
    "answer-{}.json",
    "back-{}.json",
    ".asked-{}.new",
    ".answer-{}.new",
)
_ASKED, _TAKEN, _ANSWER, _BACK, _NEW_QUESTION, _NEW_ANSWER = _FILES
_WAITING = "waiting-{}"
_ASKS = "asking.json"
_NAMES = re.compile(
    rf"(?:\.?(?:asked|taken|answer|back)-({_ID})\.(?:json|new)|waiting-({_ID}))"
)


@contextlib.contextmanager
def announce_waiting(folder: Path, what: str) -> Iterator[None]:
    """Let others know inside a `with` block that a session in this folder waits for somebody, on
    a phone or not; `what` says for what. Enter and leave it while the fight is locked. If the
    files cannot be written, the session asks all the same."""
    held = None
    try:
        with contextlib.suppress(OSError):
            held = _create_file(folder / ASKING)
            system.lock(held.fileno(), alone=True)
            _write_json(folder / _ASKS, {"what": what})
        yield
    finally:
        if held is not None:
            system.unlock(held.fileno())
            held.close()
            _remove_announcement(folder)


def waited_for_now(folder: Path) -> str:
    """Return what a running session in this folder waits for; empty if none is waiting."""
    try:
        with _open_to_read(folder / ASKING) as file:
            if _is_unlocked(file.fileno()):
                return ""
    except OSError:
        return ""
    data = _read_json(folder / _ASKS)
    what = data.get("what") if isinstance(data, dict) else None
    return what if isinstance(what, str) and what else "an answer"


def _remove_announcement(folder: Path) -> None:
    """Remove the files that say that a session waits."""
    for name in (ASKING, _ASKS):
        _remove_file(folder / name)


class Mailbox:
    """The questions and answers of one fight, in its folder. A process that asks keeps the same
    mailbox from `put` to `close`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: dict[str, FileIO] = {}

    # --- the session that asks ---

    def put(self, id: str, question: Data, *, among: bool = False) -> None:
        """Open a question. Other open questions of this mailbox are closed unless it comes
        `among` them; those of other mailboxes are removed. Raises StoreError(cannot-save), and
        ValueError for an invalid id."""
        if not _is_id(id):
            raise ValueError(f"no id of a question: {id!r}")
        for other in [] if among else list(self._held):
            self.close(other)
        make_folder(self._folder)
        for other in self._ids():
            if other not in self._held:  # another mailbox asks it
                _remove_file(self._path(_ASKED, other))
        self.tidy()
        beside = self._path(_NEW_QUESTION, id)
        try:
            held = _create_file(self._path(_WAITING, id))
            self._held[id] = held
            system.lock(held.fileno(), alone=True)
            _write_json(beside, question)
            self._path(
                _WAITING, id
            ).stat()  # gone, if another session tidies up just now
            system.replace(beside, self._path(_ASKED, id))
        except OSError as error:
            self.close(id)
            raise cannot_save(beside, error) from error

    def answered(self, id: str) -> str | None:
        """Return the answer to a question; None as long as there is none."""
        data = _read_json(self._path(_ANSWER, id)) if _is_id(id) else None
        text = data.get("text") if isinstance(data, dict) else None
        return text if isinstance(text, str) and can_be_typed(text) else None

    def is_taken_back(self, id: str) -> bool:
        """Whether the answer to a question was taken back."""
        return _is_id(id) and self._path(_BACK, id).exists()

    def answer_instead(self, id: str, text: str) -> None:
        """Show an answer that the session has, in place of the one that was given if there is one.
        It cannot be taken back. If it cannot be written, the question is closed."""
        try:
            with contextlib.suppress(FileNotFoundError):
                system.replace(self._path(_ASKED, id), self._path(_TAKEN, id))
            beside = self._path(_NEW_ANSWER, id)
            _write_json(beside, {"text": text, "instead": True})
            system.replace(beside, self._path(_ANSWER, id))
        except OSError:
            self.close(id)

    def close(self, id: str) -> None:
        """Remove a question with its answer, if it has one."""
        if _is_id(id):
            self._drop(id)
        held = self._held.pop(id, None)
        if held is not None:
            system.unlock(held.fileno())
            held.close()
            _remove_file(self._path(_WAITING, id))

    def tidy(self) -> None:
        """Remove the files of processes that have ended."""
        for id in self._ids():
            if not self._is_waited_for(id):
                self._drop(id)
                _remove_file(self._path(_WAITING, id))
        if not waited_for_now(self._folder):
            _remove_announcement(self._folder)

    # --- those who answer ---

    def open(self) -> Iterator[Data]:
        """Yield the questions that somebody waits for."""
        return filter(None, map(self._open, self._ids()))

    def answer(self, id: str, text: str) -> bool:
        """Answer a question. False if it is not open any more. Raises Refusal(dice) for a text
        that cannot be typed, StoreError(cannot-save)."""
        if not can_be_typed(text):
            message = f"an answer is one line of at most {LONGEST} characters"
            raise Refusal("dice", message)
        if not _is_id(id) or self._open(id) is None:
            return False
        asked, taken = self._path(_ASKED, id), self._path(_TAKEN, id)
        try:
            system.replace(asked, taken)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise cannot_save(taken, error) from error
        beside = self._path(_NEW_ANSWER, id)
        try:
            _write_json(beside, {"text": text})
            system.replace(beside, self._path(_ANSWER, id))
        except OSError as error:
            with contextlib.suppress(OSError):
                system.replace(taken, asked)
            raise cannot_save(beside, error) from error
        return True

    def answered_questions(self) -> Iterator[tuple[Data, str, str]]:
        """Yield the questions that were answered and whose command is not carried out yet, in the
        order of the answers, each with its answer and SENT, BACK or INSTEAD."""
        for id in sorted(self._ids(), key=self._when_answered):
            answer = _read_json(self._path(_ANSWER, id))
            text = answer.get("text") if isinstance(answer, dict) else None
            taken = _read_json(self._path(_TAKEN, id))
            question = taken or _read_json(self._path(_BACK, id))
            if not isinstance(question, dict) or question.get("id") != id:
                continue
            state = SENT if taken else BACK
            if "instead" in answer:
                state = INSTEAD
            if isinstance(text, str) and self._is_waited_for(id):
                yield question, text, state

    def _when_answered(self, id: str) -> int:
        """Return when a question was answered, to compare; 0 if it has no answer."""
        try:
            return self._path(_ANSWER, id).stat().st_mtime_ns
        except OSError:
            return 0

    def take_back(self, id: str) -> bool:
        """Take the answer to a question back. False if it has none that can be taken back, or
        its command is carried out. Raises StoreError(cannot-save)."""
        sent = {
            one["id"]
            for one, _, state in self.answered_questions()
            if state == SENT
        }
        if id not in sent:
            return False
        taken, back = self._path(_TAKEN, id), self._path(_BACK, id)
        try:
            system.replace(taken, back)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise cannot_save(back, error) from error
        return True

    # --- the files ---

    def _path(self, form: str, id: str) -> Path:
        """Return the path of a question's file of this form."""
        return self._folder / form.format(id)

    def _ids(self) -> list[str]:
        """Return the ids of all questions of which there are files, sorted."""
        try:
            names = os.listdir(self._folder)  # noqa: PTH208 - names are all that is needed
        except OSError:
            return []
        return sorted(
            {
                match[1] or match[2]
                for match in map(_NAMES.fullmatch, names)
                if match
            }
        )

    def _open(self, id: str) -> Data | None:
        """Return a question if its process still waits for an answer; else None."""
        question = _read_json(self._path(_ASKED, id))
        is_one = isinstance(question, dict) and question.get("id") == id
        return question if is_one and self._is_waited_for(id) else None

    def _is_waited_for(self, id: str) -> bool:
        """Whether the process that asked a question still holds the lock that shows that it
        waits."""
        try:
            with _open_to_read(self._path(_WAITING, id)) as file:
                return not _is_unlocked(file.fileno())
        except OSError:
            return False

    def _drop(self, id: str) -> None:
        """Remove the files of a question, except the one that is locked."""
        for form in _FILES:
            _remove_file(self._path(form, id))


def can_be_typed(text: str) -> bool:
    """Whether a text can be typed on one line at a prompt."""
    return len(text) <= LONGEST and text.isprintable()


def _is_id(text: str) -> bool:
    """Whether a text has the form of a question's id."""
    return bool(re.fullmatch(_ID, text))


def _create_file(path: Path) -> FileIO:
    """Create a new file that only its owner can read, in place of an old one, and return it
    open. Raises OSError."""
    with contextlib.suppress(FileNotFoundError):
        system.remove(path)
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL
    return FileIO(system.open_fd(path, flags, 0o600, follow=False), "r+")


def _open_to_read(path: Path) -> FileIO:
    """Open a file to read, but no link. Raises OSError."""
    return FileIO(open_file(path, follow=False), "r")


def _write_json(path: Path, data: Any) -> None:
    """Write data as JSON to a new file that only its owner can read. If it raises OSError, there
    is no such file."""
    content = json.dumps(data).encode()
    try:
        with _create_file(path) as file:
            write_all(file.fileno(), content)
    except BaseException:
        _remove_file(path)
        raise


def _remove_file(path: Path) -> None:
    """Remove a file; a failure raises nothing."""
    with contextlib.suppress(OSError):
        system.remove(path)


def _read_json(path: Path) -> Any:
    """Return the JSON value in a file; None if it cannot be read."""
    try:
        with _open_to_read(path) as file:
            return json.loads(
                file.read(MOST_BYTES) or b""
            )  # a part of a document is none
    except (OSError, ValueError, RecursionError):
        return None


def _is_unlocked(fd: int) -> bool:
    """Whether no process holds the lock on an open file for itself alone. Raises OSError if
    files cannot be locked here."""
    try:
        system.lock(fd, alone=False)
    except BlockingIOError:
        return False
    system.unlock(fd)
    return True
