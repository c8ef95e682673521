"""What comes from elsewhere, opened as a fight of one's own: a history of another machine,
characters of another program."""

import contextlib
import copy
import shlex
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from gmtrack.core import draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.history import LogEntry
from gmtrack.errors import BadFile, Fault
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.check.validate import examine
from gmtrack.store.document import read_page
from gmtrack.store.editors import marked
from gmtrack.store.encounter_map import data_of
from gmtrack.store.history.page import changes_of
from gmtrack.store.history.recording import Recording, read_recording
from gmtrack.store.opening import Opened, Then, made_active
from gmtrack.store.parties import held, link_of
from gmtrack.store.session import Session, entry_of

NONSENSE = (
    LookupError,
    TypeError,
    AttributeError,
    ValueError,
    ArithmeticError,
    RecursionError,
)
"""What comes of a step that says something that nobody ever wrote."""
Read = Callable[[Encounter, Ruleset, LogEntry], object]
"""Reads a step, as the log and the story do, in the fight that it led to."""


def load_history(path: str, read: Read) -> Opened:
    """Make a fight of an exported history the active encounter, with all its steps. Raises BadFile
    where they lead to no fight, StoreError(cannot-save); then nothing has changed."""
    recording = read_recording(Path(path))
    known = marked(read_page(recording.text.encode(), Path(path)))
    line, name = shlex.join(("load", path)), Path(path).stem
    repeated = _Repeated(recording, path, read)
    opened = made_active(known, {}, line, then=repeated, name=name)
    return opened._replace(resumed=bool(recording.steps))


class _Repeated(Then):
    """All steps of a recording, done again in a working copy that was made for them."""

    def __init__(self, recording: Recording, path: str, read: Read) -> None:
        super().__init__(
            lambda session: _repeat(recording, session, path, read)
        )
        self._recording = recording

    def held(
        self, made: Encounter
    ) -> contextlib.AbstractContextManager[Mapping[str, Session]]:
        return held(self._marks(made))

    def _marks(self, made: Encounter) -> Iterator[str]:
        """Yield the marks of all parties that have come along in a step."""
        yield str(link_of(made).get("mark"))
        for step in self._recording.steps:
            with contextlib.suppress(*NONSENSE):
                for change in changes_of(step):
                    if change.path[:2] == ("fight", "party") and isinstance(
                        change.after, dict
                    ):
                        yield str(change.after.get("mark"))


def _repeat(
    recording: Recording, session: Session, path: str, read: Read
) -> None:
    """Every step leads from what was before it to a sound fight and back, and can be read again.
    Raises BadFile for the first that does not."""
    for number, step in enumerate(recording.steps, 2):
        before = data_of(copy.deepcopy(session.encounter))
        try:
            session.repeat(step)
            back = copy.deepcopy(session.encounter)
            draft.undo(back, changes_of(step))
            problems = examine(data_of(session.encounter), session.ruleset)
            if not problems:
                read(session.encounter, session.ruleset, entry_of(step))
        except BadFile as error:
            raise BadFile(
                [one._replace(file=path, line=number) for one in error.faults]
            ) from None
        except NONSENSE:
            problems, back = [], None
        if back is None or data_of(back) != before:
            message = (
                f"the step `{step['line']}` does not fit what is before it"
            )
            raise BadFile([Fault("", message, path, number)])
        if problems:
            where = ((".".join(one.path), one.message) for one in problems)
            raise BadFile([Fault(*one, path, number) for one in where])
