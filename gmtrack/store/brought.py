"""What comes from elsewhere, opened as a fight of one's own: a history of another machine,
characters of another program."""

import shlex
from collections.abc import Callable
from pathlib import Path

from gmtrack.errors import BadFile, Fault
from gmtrack.store.check.schema import examine
from gmtrack.store.document import Place, Stored, read_page
from gmtrack.store.editors import marked
from gmtrack.store.files import locked
from gmtrack.store.history.recording import Recording, read_recording
from gmtrack.store.opening import Opened, begun, empty, made_active
from gmtrack.store.session import Session
from gmtrack.store.state import data_of


def load_history(path: str) -> Opened:
    """Make a fight of an exported history the active encounter, with all its steps. Raises BadFile
    where they lead to no fight, StoreError(cannot-save); then nothing has changed."""
    recording = read_recording(Path(path))
    known = marked(read_page(recording.text.encode(), Path(path)))
    content = known[0].text.encode()

    def begin(made: Place) -> None:
        begun(made, known, shlex.join(("load", path)))
        with locked(made.lock, write=True):
            _repeat(recording, Session(Stored(made)), path)

    return made_active(content, {}, Path(path).stem, begin)


def new_with(name: str, ruleset_id: str, line: str, then: Callable[[Session], None]) -> Opened:
    """Make a new encounter the active one, once `then` has done to it what it is made for; if that
    fails, nothing has changed. Raises StoreError(cannot-save) and what `then` raises."""
    known = marked(read_page(empty(name, ruleset_id).encode(), Path(name)))
    content = known[0].text.encode()

    def begin(made: Place) -> None:
        begun(made, known, line)
        with locked(made.lock, write=True):
            then(Session(Stored(made)))

    return made_active(content, {}, name, begin)


def _repeat(recording: Recording, session: Session, path: str) -> None:
    for number, step in enumerate(recording.steps, 2):
        try:
            session.repeat(step)
        except (LookupError, TypeError, AttributeError):
            message = f"the step `{step['line']}` does not fit what is before it"
            raise BadFile([Fault("", message, path, number)]) from None
    problems = examine(data_of(session.encounter), session.ruleset)
    if problems:
        raise BadFile([Fault(".".join(one.path), one.message, path) for one in problems])
