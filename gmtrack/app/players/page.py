"""The document that the players' page shows: the board as players know it, what was told last, and
the story so far."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gmtrack.app.casualties import in_effect
from gmtrack.app.players.told import told
from gmtrack.core.encounter import Data
from gmtrack.core.history import ToldStep
from gmtrack.core.players import FRIENDS, players_board
from gmtrack.core.screen import Board, Condition, Row, Track, as_seen, calls_for_help

if TYPE_CHECKING:
    from gmtrack.core.history import LogEntry
    from gmtrack.store.session import Session


def page(session: "Session") -> Data:
    """Of the fight as it is now."""
    encounter, ruleset = session.encounter, session.ruleset
    steps = in_effect(session.log())
    return document(board(session, steps), list(told(encounter, ruleset, steps)))


def board(session: "Session", steps: "Sequence[LogEntry]") -> Board:
    """The board as players know it, after these steps."""
    encounter = session.encounter
    return players_board(encounter, session.ruleset.board, [step.changes for step in steps])


def document(board: Board, steps: Sequence[ToldStep]) -> Data:
    """A board of the players, and what they are told of each step."""
    spoken = [step for step in steps if step.lines]
    return {
        "title": board.title,
        "stale": False,
        "clock": [[label, value] for label, value in board.clock],
        "turn": _turn(board),
        "tracks": [_track(track) for track in board.tracks],
        "rows": [_row(row, board.columns) for row in as_seen(board.rows)],
        "last": _last(spoken[-1]) if spoken else None,
        "story": list(_story(steps)),
    }


def _last(step: ToldStep) -> Data:
    return {"line": ". ".join(step.lines), "dice": list(step.dice)}


def _turn(board: Board) -> Data:
    acting = [row for row in board.rows if row.acting]
    after = _after(board.rows)
    return {
        "now": [row.name for row in acting],
        "next": [row.name for row in after[:1]],
        "left": board.turn.left,
    }


def _after(rows: Sequence[Row]) -> list[Row]:
    """Those who have not had their turn, in order, after the one who acts."""
    waiting = [row for row in rows if not (row.acting or row.done or row.standing.out)]
    places = [place for place, row in enumerate(rows) if row.acting]
    if not places:
        return []
    return sorted(waiting, key=lambda row: rows.index(row) < places[-1])


def _row(row: Row, columns: Sequence[str]) -> Data:
    friend = row.side in FRIENDS
    cells = zip(columns, row.cells, strict=False) if friend else ()
    return {
        "name": row.name,
        "side": row.side,
        "acting": row.acting,
        "done": row.done,
        "status": row.standing.status,
        "out": row.standing.out,
        "urgent": calls_for_help(row),
        "health": row.standing.health,
        "tracks": [_track(track) for track in row.tracks],
        "conditions": [_condition(one) for one in row.conditions],
        "cells": [[label, text] for label, text in cells if text not in ("", "-")],
    }


def _track(track: Track) -> Data:
    segments = [[part.kind, part.count] for part in track.segments]
    return {"label": track.label, "text": track.text, "unit": track.unit, "segments": segments}


def _condition(one: Condition) -> str:
    return f"{one.label}, {one.left}" if one.left else one.label


def _story(steps: Sequence[ToldStep]) -> Iterator[Data]:
    """The lines of each round."""
    head, lines = "", list[str]()
    for step in steps:
        if step.round is not None:
            if lines or head:
                yield {"head": head, "lines": lines}
            head, lines = f"Round {step.round}", []
        lines.extend(step.lines)
    if lines or head:
        yield {"head": head, "lines": lines}
