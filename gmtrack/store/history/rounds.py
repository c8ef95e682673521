"""In which round an entry of the journal began, told from the changes alone."""

from collections.abc import Sequence
from typing import Any

from gmtrack.core.draft import MISSING
from gmtrack.core.encounter import Data
from gmtrack.store.history.journal import Found

ROUND = ["fight", "round"]


def rounds(entries: Sequence[Found], now: Any) -> list[int | None]:
    """The round before each of the entries, oldest first; None where no fight was on. `now`: the
    round after them all."""
    moves = {found.start: move for found in entries if (move := _move(found.record))}
    round_ = next((before for before, _ in moves.values()), now)
    told = []
    for found in entries:
        told.append(number(round_))
        for start in found.record.get("targets", (found.start,)):
            if start in moves:
                round_ = moves[start][found.record["kind"] != "undo"]
    return told


def _move(record: Data) -> tuple[Any, Any] | None:
    """The round before and after what an entry did; None if it did nothing about that."""
    found = [move for change in record.get("changes", ()) if (move := _round_in(change))]
    return (found[0][0], found[-1][1]) if found else None


def _round_in(change: Data) -> tuple[Any, Any] | None:
    both = change.get("before", MISSING), change.get("after", MISSING)
    if change["path"] == ROUND:
        return both
    if change["path"] == ROUND[:1]:
        before, after = (part.get("round") if isinstance(part, dict) else None for part in both)
        return before, after
    return None


def number(value: Any) -> int | None:
    """A round that is on; None for what is none."""
    return value if isinstance(value, int) and value > 0 else None
