"""Differences when history is played again: steps that no longer come to the same, and what
differs between two states of a fight."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import NamedTuple

from gmtrack.app.past.carry_out_again import (
    ParseWords,
    ReplayedFight,
    StepResult,
)
from gmtrack.core.deeds import rolls_in
from gmtrack.core.draft import MISSING, Change
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.report import change_to_json
from gmtrack.core.screen import Board, Row, Track
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.encounter_map import changes_between
from gmtrack.store.history.page import changes_of

GONE = "not there"
"""Stands for somebody who is not on the board."""
NONE = "-"
"""Stands for a value that is not on the board."""


class BoardDifference(NamedTuple):
    """Something on the board that differs: whose it is, what it is called, and both texts."""

    who: str
    what: str
    was: str
    now: str


def differing_values(
    was: Encounter, now: Encounter, known: Iterable[Change]
) -> Iterator[Change]:
    """Yield each value that differs between two encounters. A value that is missing counts as
    the default that the rules have read it as, taken from the changes in `known`."""
    read_as = {
        change.path: change.read_as
        for change in known
        if change.read_as is not MISSING
    }
    for change in changes_between(was, now):
        for one in _split_maps(change):
            default = read_as.get(one.path, MISSING)
            before = default if one.before is MISSING else one.before
            after = default if one.after is MISSING else one.after
            if before is not after and before != after:
                yield Change(one.path, before, after)


def _split_maps(change: Change) -> Iterator[Change]:
    """Split a change of a whole map of the live state into changes of its values; any other
    change is yielded as it is."""
    sides = (change.before, change.after)
    maps = [side for side in sides if isinstance(side, dict)]
    whole = all(side is MISSING or isinstance(side, dict) for side in sides)
    if change.path[0] != "fight" or not maps or not whole:
        yield change
        return
    for key in dict.fromkeys(key for side in maps for key in side):
        before, after = (
            MISSING if side is MISSING else side.get(key, MISSING)
            for side in sides
        )
        yield from _split_maps(Change((*change.path, key), before, after))


def difference_document(change: Change, ruleset: Ruleset) -> Data:
    """Return a difference as `{"who", "what", "was", "now"}`. A field of the live state is named
    by the last part of its path if that is its name."""
    doc = change_to_json(change)
    what = doc["what"]
    last = what.rpartition(".")[2]
    if ruleset.SCHEMA.live.FIELDS.get(last) == what:
        what = last
    return {
        "who": doc["who"],
        "what": what,
        "was": doc["before"],
        "now": doc["after"],
    }


def board_differences(was: Board, now: Board) -> Iterator[BoardDifference]:
    """Yield what differs between two boards: clock and turn, scene, fight tracks, then row by
    row."""
    yield from _clock_differences(was, now)
    gone = [line for line in was.lines if line not in now.lines]
    come = [line for line in now.lines if line not in was.lines]
    for old, new in zip_longest(gone, come, fillvalue=NONE):
        yield BoardDifference("scene", "", old, new)
    tracks = (
        {one.label: one.text for one in board.tracks} for board in (was, now)
    )
    yield from _text_differences("fight", *tracks)
    before, after = (
        {row.id: row for row in board.rows} for board in (was, now)
    )
    for who in dict.fromkeys([*before, *after]):
        if who not in before or who not in after:
            there = [
                GONE if who not in side else "there" for side in (before, after)
            ]
            yield BoardDifference(who, "", *there)
            continue
        one, other = (
            _texts_of_row(before[who], was),
            _texts_of_row(after[who], now),
        )
        for what in dict.fromkeys([*one, *other]):
            sides = (one.get(what, (NONE,)), other.get(what, (NONE,)))
            pairs = zip_longest(*sides, fillvalue=NONE)
            differ = next(
                ((old, new) for old, new in pairs if old != new), None
            )
            if differ:
                yield BoardDifference(who, what, *differ)


def _clock_differences(was: Board, now: Board) -> Iterator[BoardDifference]:
    """Yield differences of the clock and of whose turn it is."""
    yield from _text_differences("fight", dict(was.clock), dict(now.clock))
    turns = [
        ", ".join(row.name for row in board.rows if row.acting) or NONE
        for board in (was, now)
    ]
    if turns[0] != turns[1]:
        yield BoardDifference("fight", "turn", *turns)


def _text_differences(
    who: str, was: Mapping[str, str], now: Mapping[str, str]
) -> Iterator[BoardDifference]:
    """Yield each named text that differs."""
    for what in dict.fromkeys([*was, *now]):
        if was.get(what, NONE) != now.get(what, NONE):
            yield BoardDifference(
                who, what, was.get(what, NONE), now.get(what, NONE)
            )


def _texts_of_row(row: Row, board: Board) -> dict[str, tuple[str, ...]]:
    """Return all that a row shows, by the names of columns, tracks and conditions, and as
    `status`. Each value is one text, or a short and a longer one, which is compared if the short
    ones are equal."""
    cells = (
        (what, (cell,))
        for what, cell in zip(board.columns, row.cells, strict=False)
    )
    tracks = ((track.label, _texts_of_track(track)) for track in row.tracks)
    marks = (
        (one.label, (f"yes {one.left}".strip(),)) for one in row.conditions
    )
    return {
        "status": (row.standing.status,),
        **dict(cells),
        **dict(tracks),
        **dict(marks),
    }


def _texts_of_track(track: Track) -> tuple[str, ...]:
    """Return a track's text, if it has one, and its boxes."""
    boxes = ", ".join(
        f"{one.count} {one.kind}" for one in track.segments if one.count
    )
    return (
        (f"{track.text} {track.unit}".strip(), boxes)
        if track.text
        else (boxes,)
    )


ROLLED = ("name", "who", "pool", "dice", "again")
"""The keys of a roll that are compared."""


def replay_steps(
    encounter: Encounter,
    ruleset: Ruleset,
    steps: list[Data],
    read: ParseWords,
    heard: Callable[[Data], None] = lambda entry: None,
) -> Data:
    """Carry out the steps again from their first state, up to the first that differs, and return
    the document: `command`, `steps` (how many were played) and `same`; if one differs also its
    `seq` and `line`, `differences`, and `why` if it is refused now. `heard` is called with each
    new entry that is not refused."""
    fight = ReplayedFight(encounter, ruleset, read)
    for number, entry in enumerate(steps, 1):
        doc: Data = {"command": "replay", "steps": number, "same": False}
        doc |= {"seq": entry["seq"], "line": entry["line"]}
        try:
            told = fight.carry_out(entry)
        except Refusal as refusal:
            return doc | {"differences": [], "why": refusal.message}
        heard(told.entry)
        differences = list(step_differences(entry, told))
        if differences:
            return doc | {"differences": differences}
    return {"command": "replay", "steps": len(steps), "same": True}


def step_differences(entry: Data, told: StepResult) -> Iterator[Data]:
    """Yield what differs between an old entry and its new result: values, outcome, rolls."""
    kept: Data = json.loads(json.dumps(told.entry))
    before = {one.path: one for one in changes_of(entry)}
    after = {one.path: one for one in changes_of(kept)}
    for path in dict.fromkeys([*before, *after]):
        sides = (before.get(path), after.get(path))
        was, now = (
            None if one is None or one.after is MISSING else one.after
            for one in sides
        )
        if was != now or None in sides:
            one = next(filter(None, sides))
            yield {
                "who": one.who,
                "what": one.what or "combatant",
                "was": was,
                "now": now,
            }
    old, new = (
        {
            "outcome": report.get("outcome"),
            "rolls": [
                {key: roll.get(key) for key in ROLLED}
                for roll in rolls_in(report)
            ],
        }
        for report in (entry.get("report") or {}, kept.get("report") or {})
    )
    for what in old:
        if old[what] != new[what]:
            yield {
                "who": None,
                "what": what,
                "was": old[what],
                "now": new[what],
            }
