"""What steps took from outside of the fight, the stock or another file: whatever that says now, or
on this machine, they took what they took."""

import shlex
from typing import TYPE_CHECKING, Any

from gmtrack.core.draft import MISSING, Change
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Add, Assignment, Define, Intent, Set, Several
from gmtrack.errors import Refusal, StoreError
from gmtrack.store.history.page import changes_of

if TYPE_CHECKING:
    from gmtrack.app.step import Step


def asked(step: "Step", fight: Any, entry: Data) -> Intent | Several:
    """What a step of the history asks for, with what it took then. Raises Refusal and
    StoreError."""
    if isinstance(step.wanted, Intent):
        return step.wanted
    changes = _changes_with_what_was_taken(entry)
    try:
        found = step.wanted(fight)
    except (Refusal, StoreError):
        again = _from_changes(entry, changes)
        if again is None:
            raise
        return again
    if isinstance(found, Add) and found.sheets.keys() == _sheets(changes).keys():
        return Add(_sheets(changes), found.assumed, options=found.options)
    return _with_what_was_taken(found, changes)


def _with_what_was_taken(found: Intent | Several, changes: list[Change]) -> Intent | Several:
    if isinstance(found, Set):
        return _with_values(found, _values(changes))
    if isinstance(found, Define):
        return Define(_definitions(changes), found.source, options=found.options)
    if isinstance(found, Several):
        values = _values(changes)
        same = [_with_values(one, values) if isinstance(one, Set) else one for one in found.intents]
        return found._replace(intents=same)
    return found


def _with_values(found: Set, values: dict[tuple[str, ...], Any]) -> Set:
    same = [one._replace(value=values.get(one.path, one.value)) for one in found.assignments]
    return Set(found.who, tuple(same), options=found.options)


def _changes_with_what_was_taken(entry: Data) -> list[Change]:
    """The changes of a line that takes something from outside; none for one that is not the one
    that was carried out."""
    line = entry["line"]
    assumed = (entry.get("report") or {}).get("assumed")
    takes = assumed or "@" in line or "--from" in line
    if "first" in entry:
        return []
    if line.startswith("effect ") and "--define" in line:
        return [change for change in changes_of(entry) if change.path[0] == "effects"]
    if not takes or not line.startswith(("add ", "set ")):
        return []
    return [change for change in changes_of(entry) if change.path[0] == "combatants"]


def _from_changes(entry: Data, changes: list[Change]) -> Add | Set | Define | None:
    """The same from the changes alone; None where they do not say all of it."""
    if definitions := _definitions(changes):
        return Define(definitions)
    if sheets := _sheets(changes):
        return Add(sheets)
    values = _values(changes)
    assigned = [word for word in shlex.split(entry["line"])[2:] if "=" in word]
    if not values or not all("@" in word for word in assigned):
        return None
    who = next(iter(values))[1]
    return Set(who, tuple(Assignment(path, value) for path, value in values.items()))


def _definitions(changes: list[Change]) -> dict[str, Data]:
    """Definitions of effects, by their ids."""
    return {change.path[1]: change.after for change in changes if change.path[0] == "effects"}


def _sheets(changes: list[Change]) -> dict[str, Data]:
    """Whoever came, by their ids."""
    return {
        change.path[1]: change.after
        for change in changes
        if len(change.path) == 2 and change.was is MISSING
    }


def _values(changes: list[Change]) -> dict[tuple[str, ...], Any]:
    """What was written into sheets, by its path; maps that were only made on the way left out."""
    return {
        change.path: change.after
        for change in changes
        if len(change.path) > 2 and change.after is not MISSING and not change.made
    }
