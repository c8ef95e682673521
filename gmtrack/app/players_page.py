"""The players' page as a document: the board as players may see it, and the story without what
is hidden from them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gmtrack.app.casualties import casualties, steps_in_effect
from gmtrack.app.fight_summary import has_fight_ended, summary_document
from gmtrack.app.moment import (
    Tracks,
    moment_amended,
    moment_document,
    moment_taken_back,
    segments_with_news,
    tracks_before,
)
from gmtrack.app.players_story import (
    PlayerKnowledge,
    lines_of_step,
    space_word,
)
from gmtrack.core.deeds import attacks_in, command_documents, rolls_in
from gmtrack.core.draft import MISSING
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.history import Casualty, LogEntry, ToldStep
from gmtrack.core.players import (
    FOE,
    FRIENDS,
    players_board,
    secret_predicate,
    with_removed_combatants,
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


COUNTED = ("counted", "hits", "successes", "total")
"""The keys of a roll's document that can hold its result; the first that exists counts."""
TEST = "test"
"""The name of a plain test's roll in every ruleset."""
OWN = ("attack", "test", "act")
"""Commands whose rolls players are shown; initiative stands on the board anyway."""
CALLED = {
    "hits": ("hit", "hits"),
    "counted": ("hit", "hits"),
    "successes": ("success", "successes"),
}
"""The words for one and for several of what a roll counts."""


def visible_names_by_side(encounter: Encounter) -> dict[str, list[str]]:
    """Return the names of the combatants whom players see, by side; all who are no friends count
    as foes."""
    seen = PlayerKnowledge(encounter)
    found: dict[str, list[str]] = {}
    for who in filter(seen.knows, encounter.combatants):
        side = encounter.side(who) if seen.is_friend(who) else FOE
        found.setdefault(side, []).append(seen.name(who))
    return found


class PlayersHistory(NamedTuple):
    """What players know of a history: their knowledge of the combatants (`seen`), the changes of
    standing by the number of the step (`stood`), and what they are told (`told`)."""

    seen: PlayerKnowledge
    stood: Mapping[int, list[Casualty]]
    told: list[ToldStep]


def steps_told_players(
    encounter: Encounter, ruleset: "Ruleset", steps: Sequence[LogEntry]
) -> Iterator[ToldStep]:
    """Yield what players are told of each step in effect, oldest first; steps that tell them
    nothing are skipped. `encounter` is the state after the last step."""
    yield from history_for_players(encounter, ruleset, steps).told


def history_for_players(
    encounter: Encounter, ruleset: "Ruleset", steps: Sequence[LogEntry]
) -> PlayersHistory:
    """Return what players know of the steps in effect, oldest first. `encounter` is the state after
    the last step."""
    seen = PlayerKnowledge(
        with_removed_combatants(
            encounter, (change for step in steps for change in step.changes)
        ),
        secret_predicate(encounter, steps=[step.changes for step in steps]),
    )
    stood = casualties(encounter, ruleset, steps)
    told: list[ToldStep] = []
    for step in steps:
        lines = lines_of_step(seen, step, stood.get(step.seq, ()))
        round_ = _round_begun(step)
        if lines or round_:
            dice = tuple(_dice_documents(seen, step))
            told.append(ToldStep(step.seq, round_, lines, dice))
    return PlayersHistory(seen, stood, told)


def fates_told_players(
    session: "Session", steps: Sequence[LogEntry]
) -> dict[str, str]:
    """Return how everybody whom players see stands after the last step, by name: the status of
    who is out, and the health of everybody else, in the words of the players' board. Who has
    left is there with why."""
    encounter = session.encounter
    has_secret = secret_predicate(
        encounter, steps=[step.changes for step in steps]
    )
    board = board_for_players(session, steps)
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


def _round_begun(step: LogEntry) -> int | None:
    """Return the number of the round that a step began; None if it began none."""
    for change in step.changes:
        if change.path == ("fight", "round") and change.after is not MISSING:
            after = change.after
            is_new = isinstance(after, int) and after != change.before
            # The end of a fight takes its rounds away.
            return after if is_new and after > 0 else None
    return None


def _dice_documents(seen: PlayerKnowledge, step: LogEntry) -> Iterator[Data]:
    """Yield the rolls of friends in a step as documents, only for attacks, tests and actions."""
    if step.report.get("command") not in OWN:
        return
    rolls = rolls_in(step.report)
    shown = (
        list(step.shown) if len(step.shown) == len(rolls) else [{}] * len(rolls)
    )
    for roll, more in zip(rolls, shown, strict=True):
        if seen.is_friend(str(roll.get("who"))):
            yield {
                "who": seen.name(roll["who"]),
                "what": space_word(_name_of_roll(step.report, roll)),
                "dice": list(roll.get("dice") or ()),
                "again": list(roll.get("again") or ()),
                "good": list(more.get("good") or ()),
                "came": _result_in_words(roll),
            }


def _name_of_roll(report: Data, roll: Data) -> str:
    """Return what a roll is called for players: of a plain test what is tested."""
    tested = report.get("test") or report.get("what")
    is_plain = roll["name"] == TEST and isinstance(tested, str)
    return str(tested if is_plain else roll["name"])


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


def _result_in_words(roll: Mapping[str, Any]) -> str:
    """Return what a roll came to as text: `3 hits`, or the sum. Empty if the document has no
    result."""
    key = next((key for key in COUNTED if isinstance(roll.get(key), int)), None)
    if key is None:
        return ""
    one, many = CALLED.get(key, ("", ""))
    return f"{roll[key]} {one if roll[key] == 1 else many}".strip()


def page_of_session(session: "Session") -> Data:
    """Return the document of the players' page for the open session."""
    encounter, ruleset = session.encounter, session.ruleset
    entries = list(session.log())
    steps = steps_in_effect(entries)
    known = history_for_players(encounter, ruleset, steps)
    board = board_for_players(session, steps)
    before = _tracks_before_last(encounter, ruleset, steps, known.told)
    page = page_document(board, known.told, before)
    return {
        **page,
        "begun": encounter.fight.get("round") is not None,
        "over": (
            summary_document(known.seen, board.rows, steps, known.stood)
            if has_fight_ended(steps)
            else None
        ),
        "moment": _find_moment(known, entries, board, before),
    }


def _tracks_before_last(
    encounter: Encounter,
    ruleset: "Ruleset",
    steps: Sequence[LogEntry],
    told: Sequence[ToldStep],
) -> Tracks:
    """Return the tracks of friends before the last step of which players are told something; empty
    if there is none."""
    spoken = [step.seq for step in told if step.lines]
    if not spoken:
        return {}
    return tracks_before(encounter, ruleset, steps, spoken[-1])


def _find_moment(
    known: PlayersHistory,
    entries: Sequence[LogEntry],
    board: Board,
    before: Tracks,
) -> Data | None:
    """Return the moment of the page: what came of the newest entry that tells players something.
    None if no entry does. `number` counts the steps that players were told of, and no others: how
    many there were besides is a secret."""
    spoken = [step.seq for step in known.told if step.lines]
    by_number = {one.seq: one for one in entries}
    for entry in reversed(entries):
        moment = None
        if entry.seq in spoken or (
            entry.kind == "redo" and not {*spoken}.isdisjoint(entry.turned)
        ):
            step = by_number[spoken[-1]]
            moment = _moment_of_step(known, step, board, before)
        elif entry.kind == "undo":
            undone = [by_number[seq] for seq in entry.turned]
            moment = moment_taken_back(known.seen, undone)
        elif entry.kind == "amend" and not entry.undone:
            amended = by_number.get(entry.report.get("seq", 0))
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


def board_for_players(session: "Session", steps: Sequence[LogEntry]) -> Board:
    """Return the board as players may see it, given these steps of the history."""
    encounter = session.encounter
    return players_board(
        encounter, session.ruleset.board, [step.changes for step in steps]
    )


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
