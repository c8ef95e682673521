"""What is otherwise in one fight than in another: value by value, and as a board shows it."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from gmtrack.core.draft import MISSING, Change
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.report import change_to_json
from gmtrack.core.screen import Board, Row, Track
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.state import difference

GONE = "not there"
NONE = "-"
"""Stands for what is not on the board."""


class Seen(NamedTuple):
    """Something on the board that is otherwise: whose, what it is called, and both texts."""

    who: str
    what: str
    was: str
    now: str


def differing(was: Encounter, now: Encounter, known: Iterable[Change]) -> Iterator[Change]:
    """The values that differ; what stands nowhere is as the rules have read it in what is
    `known`."""
    read_as = {change.path: change.read_as for change in known if change.read_as is not MISSING}
    for change in difference(was, now):
        for one in _values(change):
            default = read_as.get(one.path, MISSING)
            before = default if one.before is MISSING else one.before
            after = default if one.after is MISSING else one.after
            if before is not after and before != after:
                yield Change(one.path, before, after)


def _values(change: Change) -> Iterator[Change]:
    """The values in a map of the live state that came or went as a whole."""
    sides = (change.before, change.after)
    maps = [side for side in sides if isinstance(side, dict)]
    whole = all(side is MISSING or isinstance(side, dict) for side in sides)
    if change.path[0] != "fight" or not maps or not whole:
        yield change
        return
    for key in dict.fromkeys(key for side in maps for key in side):
        before, after = (MISSING if side is MISSING else side.get(key, MISSING) for side in sides)
        yield from _values(Change((*change.path, key), before, after))


def to_json(change: Change, ruleset: Ruleset) -> Data:
    """A difference as `{"who", "what", "was", "now"}`; a field that has the name of the last part
    of its path is called so."""
    doc = change_to_json(change)
    what = doc["what"]
    last = what.rpartition(".")[2]
    if ruleset.SCHEMA.live.FIELDS.get(last) == what:
        what = last
    return {"who": doc["who"], "what": what, "was": doc["before"], "now": doc["after"]}


def on_board(was: Board, now: Board) -> Iterator[Seen]:
    """What the board shows otherwise, of the scene and row by row."""
    gone = [line for line in was.lines if line not in now.lines]
    come = [line for line in now.lines if line not in was.lines]
    for old, new in zip_longest(gone, come, fillvalue=NONE):
        yield Seen("scene", "", old, new)
    before, after = ({row.id: row for row in board.rows} for board in (was, now))
    for who in dict.fromkeys([*before, *after]):
        if who not in before or who not in after:
            there = [GONE if who not in side else "there" for side in (before, after)]
            yield Seen(who, "", *there)
            continue
        one, other = _shown(before[who], was), _shown(after[who], now)
        for what in dict.fromkeys([*one, *other]):
            if one.get(what, NONE) != other.get(what, NONE):
                yield Seen(who, what, one.get(what, NONE), other.get(what, NONE))


def _shown(row: Row, board: Board) -> dict[str, str]:
    cells = zip(board.columns, row.cells, strict=False)
    tracks = ((track.label, _track(track)) for track in row.tracks)
    marks = ((one.label, f"yes {one.left}".strip()) for one in row.conditions)
    return {"status": row.standing.status, **dict(cells), **dict(tracks), **dict(marks)}


def _track(track: Track) -> str:
    """The text of a track, or its boxes where it has none."""
    boxes = (f"{one.count} {one.kind}" for one in track.segments if one.count)
    return f"{track.text} {track.unit}".strip() if track.text else ", ".join(boxes)
