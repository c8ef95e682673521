"""The steps of a journal that are in effect, where an amendment stands for all the steps that it
has carried out again; and the round in which each entry began."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from gmtrack.core.draft import MISSING
from gmtrack.core.encounter import Data
from gmtrack.store.history.journal import Journal, JournalEntry

AMENDMENT = "amend"


class Stretch(NamedTuple):
    """Steps in effect up to the last one, oldest first, as journal entries.

    `base` is the offset of the entry in effect before them (None: there is none); `at` is the
    index in `steps` of the step that was looked for."""

    steps: list[Data]
    base: int | None
    at: int


def steps_in_effect(
    journal: Journal, last: int | None
) -> Iterator[tuple[list[Data], int | None]]:
    """Yield groups of entries in effect, back from the one at the offset `last` (None: nothing).
    A group is one step, or all steps of an amendment, oldest first; with it comes the offset of
    the entry before the group, or None."""
    while last is not None:
        record = journal.read_entry(last).record
        is_amendment = record["kind"] == AMENDMENT
        last = record["base"] if is_amendment else record["below"]
        yield (record["steps"] if is_amendment else [record]), last


def stretch_from(
    journal: Journal, last: int | None, seq: int | None, edit: list[Data]
) -> Stretch | None:
    """Return the steps in effect from step number `seq` on (None: the last step), perhaps with
    some before it that belong to the same amendment. None if that step is not in effect. `edit`
    holds the entry of an edit by hand that comes after `last` and that the journal lacks; it may
    be empty."""
    groups: list[list[Data]] = []
    for found, base in chain([(edit, last)], steps_in_effect(journal, last)):
        groups.append(found)
        places = (
            place
            for place in range(len(found) - 1, -1, -1)
            if seq in (None, found[place]["seq"])
        )
        at = next(places, None)
        if at is not None:
            return Stretch(
                [one for group in reversed(groups) for one in group], base, at
            )
    return None


ROUND = ["fight", "round"]


def rounds_before(
    entries: Sequence[JournalEntry], now: Any
) -> list[int | None]:
    """Return the round before each of the entries, oldest first; None where no fight was on.
    `now` is the round after all of them."""
    moves = {}
    for found in entries:
        if both := round_moves(found.record):
            moves[found.start] = both
    round_ = next((before for before, _ in moves.values()), now)
    told = []
    for found in entries:
        told.append(round_number(round_))
        for start in found.record.get("targets", (found.start,)):
            if start in moves:
                round_ = moves[start][found.record["kind"] != "undo"]
    return told


def round_moves(record: Data) -> tuple[Any, Any] | None:
    """Return the round before and after what a journal entry did by itself; None if it did nothing
    about rounds."""
    both = list(filter(None, map(_round_in, record.get("changes", ()))))
    return (both[0][0], both[-1][1]) if both else None


def _round_in(change: Data) -> tuple[Any, Any] | None:
    """Return the round before and after a change; None if the change does not concern the round."""
    both = change.get("before", MISSING), change.get("after", MISSING)
    if change["path"] == ROUND:
        return both
    if change["path"] == ROUND[:1]:
        before, after = (
            part.get("round") if isinstance(part, dict) else None
            for part in both
        )
        return before, after
    return None


def round_number(value: Any) -> int | None:
    """Return `value` if it is the number of a round, from 1; else None."""
    return value if isinstance(value, int) and value > 0 else None
