"""Undo and redo: which steps are taken back or done again, and where the encounter is then."""

import copy
from typing import TYPE_CHECKING

from gmtrack.core.encounter import Data
from gmtrack.errors import StoreError
from gmtrack.store.history.journal import Found
from gmtrack.store.history.page import Page

if TYPE_CHECKING:
    from gmtrack.store.document import Stored


def check_edit(stored: "Stored", steps: int) -> None:
    """Raises StoreError where so many steps cannot be taken back, of which an edit by hand is the
    first."""
    if stored.before is None:
        raise StoreError("nothing-to-undo", "what was there before the edit is lost")
    steps_back(stored, steps, found=1)


def undone(stored: "Stored", steps: int) -> tuple[list[Found], Page, Data]:
    """The last steps, the page without them, and the entry for that."""
    found, page = steps_back(stored, steps), _copy(stored)
    for step in found:
        page.back(step.record)
    return (
        found,
        page,
        stored.record("undo", _with_count("undo", steps), page.digest)
        | {
            "targets": [step.start for step in found],
            "undo": found[-1].record["below"],
            "redo": [stored.mark.length, steps],
            "redo_below": stored.mark.redo,
        },
    )


def redone(stored: "Stored", steps: int) -> tuple[list[Found], Page, Data]:
    """The next undone steps, the page with them, and the entry for that."""
    (found, rest), page = steps_forth(stored, steps), _copy(stored)
    for step in found:
        page.forth(step.record)
    return (
        found,
        page,
        stored.record("redo", _with_count("redo", steps), page.digest)
        | {
            "targets": [step.start for step in found],
            "undo": found[-1].start,
            "redo": rest,
        },
    )


def steps_back(stored: "Stored", steps: int, found: int = 0) -> list[Found]:
    """The last steps in effect, as many as are wanted beyond those `found` already."""
    back: list[Found] = []
    at = stored.mark.undo
    while found + len(back) < steps:
        if at is None:
            raise StoreError("nothing-to-undo", _too_few("undone", found + len(back)))
        back.append(stored.journal.read(at))
        at = back[-1].record["below"]
    return back


def steps_forth(stored: "Stored", steps: int) -> tuple[list[Found], tuple[int, int] | None]:
    """The next undone steps, and what can be redone after them."""
    found: list[Found] = []
    at = None if stored.edited else stored.mark.redo
    while len(found) < steps:
        if at is None:
            raise StoreError("nothing-to-redo", _too_few("redone", len(found)))
        offset, left = at
        undo = stored.journal.read(offset).record
        found.append(stored.journal.read(undo["targets"][left - 1]))
        below = undo["redo_below"]
        at = (offset, left - 1) if left > 1 else (tuple(below) if below else None)
    return found, at


def _copy(stored: "Stored") -> Page:
    page = stored.page.renewed()
    page.encounter = copy.deepcopy(page.encounter)
    return page


def _with_count(word: str, steps: int) -> str:
    return word if steps == 1 else f"{word} {steps}"


def _too_few(word: str, there: int) -> str:
    if not there:
        return f"there is nothing that can be {word}"
    return f"only {there} step{'s' * (there > 1)} can be {word}"
