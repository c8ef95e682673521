"""What players see and are told: the document of their page, and the story as they may know it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gmtrack.app.casualties import casualties, in_effect
from gmtrack.core.deeds import attacks_in, each, rolls_in
from gmtrack.core.draft import MISSING
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.history import Casualty, LogEntry, ToldStep
from gmtrack.core.players import (
    FOE,
    FRIENDS,
    SOMEBODY,
    hidden_ones,
    players_board,
    remembered,
)
from gmtrack.core.screen import (
    Board,
    Condition,
    Row,
    Track,
    as_seen,
    calls_for_help,
)

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset
    from gmtrack.store.session import Session


COUNTED = ("counted", "hits", "successes", "total")
"""What a roll came to, by the keys of its document, the first that is there."""
OWN = ("attack", "test", "act")
"""Commands whose rolls players are told of; those of a round's beginning stand on the board."""
CALLED = {
    "hits": ("hit", "hits"),
    "counted": ("hit", "hits"),
    "successes": ("success", "successes"),
}


class Seen:
    """Who is who for the players: the names of those whom they see, and who is a friend."""

    def __init__(self, encounter: Encounter) -> None:
        hidden = hidden_ones(encounter)
        self._names = {
            who: name
            for who, name in encounter.names().items()
            if who not in hidden
        }
        self._friends = {
            who for who in self._names if encounter.side(who) in FRIENDS
        }

    def name(self, who: str) -> str:
        return self._names.get(who, SOMEBODY)

    def knows(self, who: str) -> bool:
        return who in self._names

    def is_friend(self, who: str) -> bool:
        return who in self._friends


def sides(encounter: Encounter) -> dict[str, list[str]]:
    """The names of those whom players see, by their sides as players know them."""
    seen = Seen(encounter)
    found: dict[str, list[str]] = {}
    for who in filter(seen.knows, encounter.combatants):
        side = encounter.side(who) if seen.is_friend(who) else FOE
        found.setdefault(side, []).append(seen.name(who))
    return found


def told(
    encounter: Encounter, ruleset: "Ruleset", steps: Sequence[LogEntry]
) -> Iterator[ToldStep]:
    """Each step in effect of which players are told something, oldest first; `encounter` is as they
    left it."""
    seen = Seen(
        remembered(
            encounter, (change for step in steps for change in step.changes)
        )
    )
    stood = casualties(encounter, ruleset, steps)
    for step in steps:
        lines = (
            *_attacks(seen, step),
            *_own(seen, step),
            *_falls(seen, stood.get(step.seq, ())),
        )
        round_ = _round_begun(step)
        if lines or round_:
            yield ToldStep(step.seq, round_, lines, tuple(_dice(seen, step)))


def _attacks(seen: Seen, step: LogEntry) -> Iterator[str]:
    for block in attacks_in(step.report):
        attacker, target = str(block["attacker"]), str(block["target"])
        if not (seen.knows(attacker) or seen.knows(target)):
            continue
        outcome = str(block["outcome"]).replace("-", " ").replace("_", " ")
        yield f"{_first(seen.name(attacker))} attacks {seen.name(target)}: {outcome}"


def _first(name: str) -> str:
    return name[:1].upper() + name[1:]


def _own(seen: Seen, step: LogEntry) -> Iterator[str]:
    """Tests and actions of friends, by the rules' own names for them."""
    for document in each(step.report):
        command, who = document.get("command"), document.get("who")
        if (
            command not in ("test", "act")
            or not isinstance(who, str)
            or not seen.is_friend(who)
        ):
            continue
        what = (
            document.get("action")
            or document.get("test")
            or document.get("what")
        )
        if isinstance(what, str) and "target" not in document:
            yield f"{seen.name(who)}: {what.replace('-', ' ').replace('_', ' ')}"


def _falls(seen: Seen, changed: Iterable[Casualty]) -> Iterator[str]:
    for turn in changed:
        if not seen.knows(turn.who):
            continue
        name = seen.name(turn.who)
        if turn.left:
            yield f"{name} leaves ({turn.after.status})"
        elif turn.came_back:
            yield f"{name} is back"
        elif turn.fell:
            yield f"{name} goes down"
        elif turn.rose:
            yield f"{name} is up again"


def _round_begun(step: LogEntry) -> int | None:
    for change in step.changes:
        if change.path == ("fight", "round") and change.after is not MISSING:
            after = change.after
            return (
                after
                if isinstance(after, int) and after != change.before
                else None
            )
    return None


def _dice(seen: Seen, step: LogEntry) -> Iterator[Data]:
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
                "what": str(roll["name"]).replace("_", " "),
                "dice": list(roll.get("dice") or ()),
                "again": list(roll.get("again") or ()),
                "good": list(more.get("good") or ()),
                "came": _came(roll),
            }


def acted(steps: Iterable[LogEntry]) -> set[str]:
    reports = [step.report for step in steps]
    documents = [
        doc
        for report in reports
        for doc in each(report)
        if doc.get("command") in OWN
    ]
    attackers = {
        str(block["attacker"])
        for report in reports
        for block in attacks_in(report)
    }
    return attackers | {str(doc["who"]) for doc in documents if "who" in doc}


def _came(roll: Mapping[str, Any]) -> str:
    """`3 hits`, or the sum."""
    key = next((key for key in COUNTED if isinstance(roll.get(key), int)), None)
    if key is None:
        return ""
    one, many = CALLED.get(key, ("", ""))
    return f"{roll[key]} {one if roll[key] == 1 else many}".strip()


def page(session: "Session") -> Data:
    encounter, ruleset = session.encounter, session.ruleset
    steps = in_effect(session.log())
    return document(
        board(session, steps), list(told(encounter, ruleset, steps))
    )


def board(session: "Session", steps: Sequence[LogEntry]) -> Board:
    """The board as players know it, after these steps."""
    encounter = session.encounter
    return players_board(
        encounter, session.ruleset.board, [step.changes for step in steps]
    )


def document(board: Board, steps: Sequence[ToldStep]) -> Data:
    """A board of the players, and what they are told of each step."""
    spoken = [step for step in steps if step.lines]
    return {
        "title": board.title,
        "stale": False,
        "clock": [[label, value] for label, value in board.clock],
        "turn": _turn(board),
        "tracks": [track_document(track) for track in board.tracks],
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
    waiting = [
        row for row in rows if not (row.acting or row.done or row.standing.out)
    ]
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
        "tracks": [track_document(track) for track in row.tracks],
        "conditions": [condition_in_words(one) for one in row.conditions],
        "cells": [
            [label, text] for label, text in cells if text not in ("", "-")
        ],
    }


def track_document(track: Track) -> Data:
    segments = [[part.kind, part.count] for part in track.segments]
    return {
        "label": track.label,
        "text": track.text,
        "unit": track.unit,
        "segments": segments,
    }


def condition_in_words(one: Condition) -> str:
    return f"{one.label}, {one.left}" if one.left else one.label


def _story(steps: Sequence[ToldStep]) -> Iterator[Data]:
    head, lines = "", list[str]()
    for step in steps:
        if step.round is not None:
            if lines or head:
                yield {"head": head, "lines": lines}
            head, lines = f"Round {step.round}", []
        lines.extend(step.lines)
    if lines or head:
        yield {"head": head, "lines": lines}
