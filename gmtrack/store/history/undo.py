"""Undo and redo: which steps are taken back or done again, and what the encounter is then."""

import copy
from typing import TYPE_CHECKING

from gmtrack.core.encounter import Data
from gmtrack.errors import StoreError
from gmtrack.store.history.journal import JournalEntry
from gmtrack.store.history.page import Page

if TYPE_CHECKING:
    from gmtrack.store.stored_encounter import StoredEncounter


def undo_or_redo_steps(
    stored: "StoredEncounter", command: str, steps: int
) -> tuple[list[JournalEntry], Page, Data]:
    """Carry out an `undo` or `redo` of `steps` steps on a copy of the page. Returns the steps in
    the order of their undoing or redoing, the page after them, and the journal entry to commit.
    Raises StoreError (`nothing-to-undo`, `nothing-to-redo`) if there are fewer steps."""
    page = stored.page.copied()
    page.encounter = copy.deepcopy(page.encounter)
    if command == "undo":
        found = steps_back(stored, steps)
        for step in found:
            page.undo_step(step.record)
        below, redo = found[-1].record["below"], [stored.mark.length, steps]
        then: Data = {
            "undo": below,
            "redo": redo,
            "redo_below": stored.mark.redo,
        }
    else:
        found, rest = steps_forth(stored, steps)
        for step in found:
            page.redo_step(step.record)
        then = {"undo": found[-1].start, "redo": rest}
    line = command if steps == 1 else f"{command} {steps}"
    record = stored.record(command, line, page.digest)
    return (
        found,
        page,
        record | {"targets": [step.start for step in found], **then},
    )


def steps_back(
    stored: "StoredEncounter", steps: int, found: int = 0
) -> list[JournalEntry]:
    """Return the last steps in effect, last first, as many as are still missing to `steps` if
    `found` were found already. Raises StoreError(nothing-to-undo) if there are fewer."""
    back: list[JournalEntry] = []
    at = stored.mark.undo
    while found + len(back) < steps:
        if at is None:
            raise StoreError(
                "nothing-to-undo", _too_few("undone", found + len(back))
            )
        back.append(stored.journal.read_entry(at))
        at = back[-1].record["below"]
    return back


def steps_forth(
    stored: "StoredEncounter", steps: int
) -> tuple[list[JournalEntry], tuple[int, int] | None]:
    """Return the next `steps` undone steps in order, and what can be redone after them (as in
    Mark, None: nothing). Raises StoreError(nothing-to-redo) if there are fewer, or if the file
    was edited by hand."""
    found: list[JournalEntry] = []
    at = None if stored.edited else stored.mark.redo
    while len(found) < steps:
        if at is None:
            raise StoreError("nothing-to-redo", _too_few("redone", len(found)))
        offset, left = at
        undo = stored.journal.read_entry(offset).record
        found.append(stored.journal.read_entry(undo["targets"][left - 1]))
        below = undo["redo_below"]
        at = (
            (offset, left - 1)
            if left > 1
            else (tuple(below) if below else None)
        )
    return found, at


def _too_few(word: str, there: int) -> str:
    """Return the sentence for an undo or redo of more steps than there are."""
    if not there:
        return f"there is nothing that can be {word}"
    return f"only {there} step{'s' * (there > 1)} can be {word}"
