"""The players' page as a document: the board as players may see it, and the story without what
is hidden from them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from gmtrack.app.fight_summary import has_fight_ended, summary_document
from gmtrack.app.moment import (
    Tracks,
    moment_amended,
    moment_document,
    moment_taken_back,
    segments_with_news,
    tracks_before,
)
from gmtrack.app.past.players_history import (
    OWN,
    FollowedStory,
    PlayersHistory,
)
from gmtrack.app.players_story import PlayerKnowledge
from gmtrack.core.deeds import attacks_in, command_documents
from gmtrack.core.draft import Change
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.history import LogEntry, ToldStep
from gmtrack.core.players import (
    FOE,
    FRIENDS,
    players_board,
    secret_predicate,
)
from gmtrack.core.screen import (
    Board,
    Condition,
    Row,
    Track,
    calls_for_help,
    in_screen_order,
)

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset
    from gmtrack.store.session import Session


def visible_names_by_side(encounter: Encounter) -> dict[str, list[str]]:
    """Return the names of the combatants whom players see, by side; all who are no friends count
    as foes."""
    seen = PlayerKnowledge(encounter)
    found: dict[str, list[str]] = {}
    for who in filter(seen.knows, encounter.combatants):
        side = encounter.side(who) if seen.is_friend(who) else FOE
        found.setdefault(side, []).append(seen.name(who))
    return found


def fates_told_players(
    session: "Session", known: PlayersHistory
) -> dict[str, str]:
    """Return how everybody whom players see stands after the last step, by name: the status of
    who is out, and the health of everybody else, in the words of the players' board. Who has
    left is there with why."""
    encounter = session.encounter
    has_secret = known.seen.has_secret
    board = players_board(encounter, session.ruleset.board, has_secret)
    found = {}
    for row in in_screen_order(board.rows):
        standing = row.standing
        is_out = standing.out and row.side in FRIENDS
        found[row.name] = standing.status if is_out else standing.health
    seen = PlayerKnowledge(encounter)
    for who in filter(seen.knows, encounter.combatants):
        if reason := encounter.away(who):
            hidden = has_secret(reason)
            found[seen.name(who)] = "left" if hidden else f"left ({reason})"
    return found


def who_acted(steps: Iterable[LogEntry]) -> set[str]:
    """Return the ids of all who attacked, tested or acted in these steps."""
    reports = [step.report for step in steps]
    documents = [
        doc
        for report in reports
        for doc in command_documents(report)
        if doc.get("command") in OWN
    ]
    attackers = {
        str(block["attacker"])
        for report in reports
        for block in attacks_in(report)
    }
    return attackers | {str(doc["who"]) for doc in documents if "who" in doc}


def page_of_session(
    session: "Session", story: FollowedStory | None = None
) -> Data:
    """Return the document of the players' page for the open session. Whoever makes the page again
    and again keeps a `story` for it, so that each look costs what has happened since."""
    return page_of_history(session, (story or FollowedStory()).look(session))


def page_of_history(session: "Session", known: PlayersHistory) -> Data:
    """Return the document of the players' page for what players know of the open session."""
    has_secret = known.seen.has_secret
    board = players_board(session.encounter, session.ruleset.board, has_secret)
    before = _tracks_before_last(session.encounter, session.ruleset, known)
    page = page_document(board, known.told, before)
    return {
        **page,
        "begun": session.encounter.fight.get("round") is not None,
        "over": (
            summary_document(known.seen, board.rows, known.steps, known.stood)
            if has_fight_ended(known.steps)
            else None
        ),
        "moment": _find_moment(
            known, ReadBackwards(session.log_newest_first()), board, before
        ),
    }


def _tracks_before_last(
    encounter: Encounter, ruleset: "Ruleset", known: PlayersHistory
) -> Tracks:
    """Return the tracks of friends before the last step of which players are told something; empty
    if there is none."""
    last = known.last_spoken
    if last is None:
        return {}
    return tracks_before(encounter, ruleset, known.steps, last.seq)


class ReadBackwards:
    """Entries of the log that come the newest first, read as far as somebody wants to know."""

    def __init__(self, entries: Iterator[LogEntry]) -> None:
        self._rest = entries
        self._read: list[LogEntry] = []

    def __iter__(self) -> Iterator[LogEntry]:
        """Yield all entries, the newest first."""
        place = 0
        while place < len(self._read) or self._read_next():
            yield self._read[place]
            place += 1

    def _read_next(self) -> bool:
        """Read one more entry; False if there is none."""
        more = [*islice(self._rest, 1)]
        self._read += more
        return bool(more)

    def find(self, seq: int) -> LogEntry | None:
        """Return the entry with this number; None if there is none."""
        for entry in self:
            if entry.seq <= seq:
                return entry if entry.seq == seq else None
        return None


def _find_moment(
    known: PlayersHistory, log: ReadBackwards, board: Board, before: Tracks
) -> Data | None:
    """Return the moment of the page: what came of the newest entry that tells players something.
    None if no entry does. `number` counts the steps that players were told of, and no others: how
    many there were besides is a secret."""
    spoken = {step.seq for step in known.told if step.lines}
    last = known.last_spoken
    for entry in log:
        moment = None
        if last is not None and (
            entry.seq in spoken
            or (entry.kind == "redo" and not spoken.isdisjoint(entry.turned))
        ):
            moment = _moment_of_step(known, last, board, before)
        elif entry.kind == "undo":
            undone = filter(None, map(log.find, entry.turned))
            moment = moment_taken_back(known.seen, undone)
        elif entry.kind == "amend" and not entry.undone:
            amended = log.find(entry.report.get("seq", 0))
            if amended is not None:
                stood = known.stood.get(amended.seq, ())
                moment = moment_amended(known.seen, amended, stood)
        if moment is not None:
            return {"number": len(spoken), **moment}
    return None


def _moment_of_step(
    known: PlayersHistory, step: LogEntry, board: Board, before: Tracks
) -> Data:
    """Return the moment of the last step that tells players something."""
    now = {
        row.id: {track.label: track for track in row.tracks}
        for row in board.rows
        if row.side in FRIENDS
    }
    stood = list(known.stood.get(step.seq, ()))
    return moment_document(known.seen, step, stood, before, now)


def board_for_players(
    session: "Session", cast_changes: Sequence[Sequence[Change]]
) -> Board:
    """Return the board as players may see it. `cast_changes` are the changes of each step that
    concerned sheets, or who is there."""
    encounter = session.encounter
    has_secret = secret_predicate(encounter, steps=cast_changes)
    return players_board(encounter, session.ruleset.board, has_secret)


def page_document(
    board: Board, steps: Sequence[ToldStep], before: Tracks
) -> Data:
    """Return the document of the players' page for a players' board and what players are told of
    each step. Boxes that friends have lost since their tracks `before` are marked."""
    spoken = [step for step in steps if step.lines]
    return {
        "title": board.title,
        "stale": False,
        "clock": [[label, value] for label, value in board.clock],
        "turn": _turn_document(board),
        "tracks": [track_document(track) for track in board.tracks],
        "rows": [
            _row_document(row, board.columns, before.get(row.id, {}))
            for row in in_screen_order(board.rows)
        ],
        "last": _last_step_document(spoken[-1]) if spoken else None,
        "story": list(_story_documents(steps)),
    }


def _last_step_document(step: ToldStep) -> Data:
    """Return what the page shows of the last step: its sentences as one line, and the dice."""
    return {"line": ". ".join(step.lines), "dice": list(step.dice)}


def _turn_document(board: Board) -> Data:
    """Return whose turn it is, who comes next, what the one who acts has left, and what everybody
    can do if nobody acts."""
    acting = [row for row in board.rows if row.acting]
    after = _still_to_act(board.rows)
    return {
        "now": [row.name for row in acting],
        "next": [row.name for row in after[:1]],
        "left": board.turn.left,
        "everybody": board.turn.everybody,
    }


def _still_to_act(rows: Sequence[Row]) -> list[Row]:
    """Return the rows that still have their turn this round, beginning after the one who acts.
    Empty if nobody acts."""
    waiting = [
        row for row in rows if not (row.acting or row.done or row.standing.out)
    ]
    places = [place for place, row in enumerate(rows) if row.acting]
    if not places:
        return []
    return sorted(waiting, key=lambda row: rows.index(row) < places[-1])


def _row_document(
    row: Row, columns: Sequence[str], before: Mapping[str, Track]
) -> Data:
    """Return one row of the page; cells (numbers) are shown for friends only. `before` are the
    row's tracks before what happened last, by label."""
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
        "tracks": [
            track_document(track, before.get(track.label))
            for track in row.tracks
        ],
        "conditions": [condition_in_words(one) for one in row.conditions],
        "cells": [
            [label, text] for label, text in cells if text not in ("", "-")
        ],
    }


def track_document(track: Track, before: Track | None = None) -> Data:
    """Return a track as a document: label, text, unit and segments. A segment has its kind and how
    many boxes, and a third value if they were not lost in the track `before`."""
    return {
        "label": track.label,
        "text": track.text,
        "unit": track.unit,
        "segments": segments_with_news(track, before),
    }


def condition_in_words(one: Condition) -> str:
    """Return a condition as text, with what is left of it: `stunned, 2 rounds`."""
    return f"{one.label}, {one.left}" if one.left else one.label


def _story_documents(steps: Sequence[ToldStep]) -> Iterator[Data]:
    """Yield the story in parts, each with the round as its head."""
    head, lines = "", list[str]()
    for step in steps:
        if step.round is not None:
            if lines or head:
                yield {"head": head, "lines": lines}
            head, lines = f"Round {step.round}", []
        lines.extend(step.lines)
    if lines or head:
        yield {"head": head, "lines": lines}
