"""What is otherwise in one fight than in another: value by value, and as a board shows it."""

from collections.abc import Iterable, Iterator, Mapping
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
    yield from _clock(was, now)
    gone = [line for line in was.lines if line not in now.lines]
    come = [line for line in now.lines if line not in was.lines]
    for old, new in zip_longest(gone, come, fillvalue=NONE):
        yield Seen("scene", "", old, new)
    tracks = ({one.label: one.text for one in board.tracks} for board in (was, now))
    yield from _otherwise("fight", *tracks)
    before, after = ({row.id: row for row in board.rows} for board in (was, now))
    for who in dict.fromkeys([*before, *after]):
        if who not in before or who not in after:
            there = [GONE if who not in side else "there" for side in (before, after)]
            yield Seen(who, "", *there)
            continue
        one, other = _shown(before[who], was), _shown(after[who], now)
        for what in dict.fromkeys([*one, *other]):
            sides = (one.get(what, (NONE,)), other.get(what, (NONE,)))
            for old, new in _first_different(*sides):
                yield Seen(who, what, old, new)


def _first_different(one: tuple[str, ...], other: tuple[str, ...]) -> list[tuple[str, str]]:
    """The first two texts in which something differs; none where it is the same."""
    pairs = zip_longest(one, other, fillvalue=NONE)
    return [(old, new) for old, new in pairs if old != new][:1]


def _clock(was: Board, now: Board) -> Iterator[Seen]:
    """Round and the like, and whose turn it is."""
    yield from _otherwise("fight", dict(was.clock), dict(now.clock))
    turns = [
        ", ".join(row.name for row in board.rows if row.acting) or NONE for board in (was, now)
    ]
    if turns[0] != turns[1]:
        yield Seen("fight", "turn", *turns)


def _otherwise(who: str, was: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Seen]:
    """The texts that differ."""
    for what in dict.fromkeys([*was, *now]):
        if was.get(what, NONE) != now.get(what, NONE):
            yield Seen(who, what, was.get(what, NONE), now.get(what, NONE))


def _shown(row: Row, board: Board) -> dict[str, tuple[str, ...]]:
    """All that a row shows, each in one text, or in a longer one where that is the same."""
    cells = ((what, (cell,)) for what, cell in zip(board.columns, row.cells, strict=False))
    tracks = ((track.label, _track(track)) for track in row.tracks)
    marks = ((one.label, (f"yes {one.left}".strip(),)) for one in row.conditions)
    return {"status": (row.standing.status,), **dict(cells), **dict(tracks), **dict(marks)}


def _track(track: Track) -> tuple[str, ...]:
    """The text of a track if it has one, and its boxes."""
    boxes = ", ".join(f"{one.count} {one.kind}" for one in track.segments if one.count)
    return (f"{track.text} {track.unit}".strip(), boxes) if track.text else (boxes,)
