"""Import of an exported history from another machine, as a fight of one's own."""

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
from gmtrack.store.check.validate import problems_with
from gmtrack.store.editors import with_schema_line
from gmtrack.store.encounter_map import data_of
from gmtrack.store.history.log_entries import entry_of
from gmtrack.store.history.page import changes_of
from gmtrack.store.history.recording import Recording, read_recording
from gmtrack.store.opening import CopyCallback, Opened, open_new_copy
from gmtrack.store.parties import hold_parties, link_of
from gmtrack.store.session import Session
from gmtrack.store.stored_encounter import read_page

NONSENSE = (
    LookupError,
    TypeError,
    AttributeError,
    ValueError,
    ArithmeticError,
    RecursionError,
)
"""Errors that a step can cause which no gmtrack has written."""
Read = Callable[[Encounter, Ruleset, LogEntry], object]
"""Callback that renders a step in the fight that it led to, as the log and the story do; an
exception means that it cannot be shown."""


def load_history(path: str, read: Read) -> Opened:
    """Open an exported history, with all its steps, as a new kept fight and make it the active
    encounter. Every step is checked and rendered with `read`. Raises BadFile if the file is no
    history or a step does not fit, StoreError(cannot-save); then nothing has changed."""
    recording = read_recording(Path(path))
    known = with_schema_line(read_page(recording.text.encode(), Path(path)))
    line, name = shlex.join(("load", path)), Path(path).stem
    repeated = _RecordingRepeat(recording, path, read)
    opened = open_new_copy(known, {}, line, then=repeated, name=name)
    return opened._replace(resumed=bool(recording.steps))


class _RecordingRepeat(CopyCallback):
    """A callback that repeats all steps of a recording in the working copy that was made for
    them."""

    def __init__(self, recording: Recording, path: str, read: Read) -> None:
        super().__init__(
            lambda session: _repeat_steps(recording, session, path, read)
        )
        self._recording = recording

    def hold_parties(
        self, made: Encounter
    ) -> contextlib.AbstractContextManager[Mapping[str, Session]]:
        """Lock all parties that come along in the made encounter or in a later step of the
        recording, and yield their sessions by their marks."""
        return hold_parties(self._marks(made))

    def _marks(self, made: Encounter) -> Iterator[str]:
        """Yield the marks of all parties that have come along, at the beginning or in a step."""
        yield str(link_of(made).get("mark"))
        for step in self._recording.steps:
            with contextlib.suppress(*NONSENSE):
                for change in changes_of(step):
                    if change.path[:2] == ("fight", "party") and isinstance(
                        change.after, dict
                    ):
                        yield str(change.after.get("mark"))


def _repeat_steps(
    recording: Recording, session: Session, path: str, read: Read
) -> None:
    """Repeat every step of a recording in `session`. Each must lead to a fight without faults,
    can be undone, and can be rendered with `read`. Raises BadFile, with the step's line in the
    file, for the first step that does not."""
    for number, step in enumerate(recording.steps, 2):
        before = data_of(copy.deepcopy(session.encounter))
        try:
            session.repeat(step)
            back = copy.deepcopy(session.encounter)
            draft.undo_changes(back, changes_of(step))
            problems = problems_with(
                data_of(session.encounter), session.ruleset
            )
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
