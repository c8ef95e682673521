"""Screens of a party: its members as they stand, where they are, and its fights."""

import copy
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import cast

from gmtrack.app.what import row_document
from gmtrack.core.counters import FIELD, FIGHT, counters_document, counters_of
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Add
from gmtrack.core.players import gm_board
from gmtrack.core.screen import Board, Condition, Row
from gmtrack.rulesets.port import Besides, Reserves, Ruleset
from gmtrack.store import parties
from gmtrack.store.parties import Party
from gmtrack.store.session import open_session

UP = "up"
"""The status that needs no mention."""
WHERE = "where"
"""The column that names the fight somebody is in."""


HELP = Condition("needs help")
"""The condition of a dying member on the party's board."""


def party_screen(party: Party) -> tuple[Board, Data]:
    """Return a party's board for the screen and its document for `--json`: `command`, `name`,
    `ruleset`, `party`, `members` as they stand, and `fights`, those in progress, then ended
    ones, newest first; `counters` if there are any. Raises StoreError."""
    with open_session(party.place, write=False) as session:
        encounter, ruleset = session.encounter, session.ruleset
        going_on = dict(parties.fights_of(party, encounter))
        where = parties.fights_by_member(going_on.items())
        draft = Draft(encounter)
        board = gm_board(encounter, ruleset.board)
        rows = {row.id: row for row in board.rows}
        left = {
            who: reserves_of(ruleset, draft, who)
            for who in encounter.combatants
        }
        at_home = [who for who in encounter.combatants if who not in where]
        needs = dict(who_need_help(ruleset, draft, at_home))
        fights: list[Data] = [
            {
                "fight": name,
                "name": fight.name,
                "rounds": int(fight.fight.get("round") or 0),
                "ended": None,
            }
            for name, fight in going_on.items()
        ]
        doc: Data = {
            "command": "party",
            "name": encounter.name,
            "ruleset": encounter.ruleset,
            "party": party.name,
            "members": [
                _member_document(ruleset, encounter, row, left[row.id])
                | {"in": where.get(row.id)}
                for row in (
                    rows[who] for who in encounter.combatants if who in rows
                )
            ],
            "fights": [
                *fights,
                *map(
                    _ended_fight_document,
                    reversed(encounter.fight.get("fights") or []),
                ),
            ],
            **_counters_document(encounter, FIGHT),
        }
        lines = [
            f"{rows[who].name} needs help: {why}" for who, why in needs.items()
        ]
        told_of = _party_board(board, left, where)
        return told_of._replace(lines=(*told_of.lines, *lines)), doc


def _ended_fight_document(fight: Data) -> Data:
    """Return the document of an ended fight from the party's note of it."""
    return {key: fight.get(key) for key in ("fight", "name", "rounds", "ended")}


def reserves_of(ruleset: Ruleset, draft: Draft, who: str) -> Reserves:
    """Return what somebody has left for the fights to come (karma, ammunition); empty if the
    ruleset has no reserves."""
    if not hasattr(ruleset, "reserves"):
        return Reserves({})
    return cast("Besides", ruleset).reserves(draft, who)


def _member_document(
    ruleset: Ruleset, encounter: Encounter, row: Row, left: Reserves
) -> Data:
    """Return the document of one member: status, tracks, points, loaded weapons, effects,
    counters and note."""
    doc: Data = {"id": row.id, "name": row.name, "status": row.standing.status}
    doc |= {"tracks": row_document(row)["tracks"], "points": left.points}
    doc |= {} if left.loaded is None else {"loaded": left.loaded}
    doc["effects"] = ruleset.show(encounter, row.id).doc.get("effects", [])
    return (
        doc
        | _counters_document(encounter, row.id)
        | ({"note": row.note} if row.note else {})
    )


def _counters_document(encounter: Encounter, who: str) -> Data:
    """Return the counters of a member, or of the party itself (`FIGHT`), as a document with one
    key; empty if there are none."""
    found = counters_of(encounter, who)
    return {FIELD: counters_document(found)} if found else {}


def who_need_help(
    ruleset: Ruleset, draft: Draft, people: Iterable[str]
) -> Iterator[tuple[str, str]]:
    """Yield those who need help, with what would help them. Yields nothing if the ruleset does
    not say."""
    if hasattr(ruleset, "help_needed"):
        told = (
            (who, cast("Besides", ruleset).help_needed(draft, who))
            for who in people
        )
        yield from ((who, why) for who, why in told if why)


def _party_board(
    board: Board, left: dict[str, Reserves], where: dict[str, str]
) -> Board:
    """Return the board with columns for points, loaded weapons and whereabouts in place of those
    of a fight."""
    points = dict.fromkeys(key for one in left.values() for key in one.points)
    loaded = any(one.loaded for one in left.values())
    columns = (
        *points,
        *(("loaded",) if loaded else ()),
        *((WHERE,) if where else ()),
    )

    def cells(who: str) -> tuple[str, ...]:
        own = left[who]
        found = [
            _now_of_max(own.points[key]) if key in own.points else "-"
            for key in points
        ]
        if loaded:
            weapons = (own.loaded or {}).items()
            found.append(
                ", ".join(f"{key} {_now_of_max(one)}" for key, one in weapons)
                or "-"
            )
        return (*found, *((where.get(who, "-"),) if where else ()))

    rows = tuple(
        replace(
            row, cells=cells(row.id), acting=False, done=False,
            conditions=(*([HELP] if row.standing.status == "dying" else ()), *row.conditions),
        )
        for row in board.rows
    )  # fmt: skip
    notes = [f"note: {board.notes}"] if board.notes else []
    return board._replace(
        columns=columns, rows=rows, spare=(), lines=tuple(notes), aside=()
    )


def _now_of_max(one: Data) -> str:
    """Return a number with its maximum: `3/6`."""
    return f"{one['now']}/{one['max']}"


def list_parties() -> list[Data]:
    """Return a document for each kept party, the active one first: `party`, `name`, `ruleset`,
    `members` (names), `fights` (number of ended ones) and `played`. Raises StoreError for a
    party that cannot be opened."""
    found = []
    for party in parties.kept_parties():
        with open_session(party.place, write=False) as session:
            encounter = session.encounter
            found.append(
                {
                    "party": party.name,
                    "name": encounter.name,
                    "ruleset": encounter.ruleset,
                    "members": [
                        encounter.display_name(who)
                        for who in encounter.combatants
                    ],
                    "fights": len(parties.ended_fights(encounter)),
                    "played": session.played,
                }
            )
    return found


# --- in words, when they come home ---


def condition_words(
    ruleset: Ruleset, encounter: Encounter
) -> dict[str, list[str]]:
    """Return, by id, what is worth telling of each combatant: `flesh 6/10`, `karma 1/2`,
    `dying`."""
    draft = Draft(encounter)
    return {
        row.id: list(_words_of_row(ruleset, draft, row))
        for row in ruleset.board(encounter).rows
    }


def new_conditions(
    ruleset: Ruleset,
    encounter: Encounter,
    people: Iterable[str],
    before: Mapping[str, list[str]],
) -> dict[str, str]:
    """Return, by display name, what is worth telling of these combatants now and was not so
    `before` (as `condition_words` returned it). An empty text means nothing new."""
    now = condition_words(ruleset, encounter)
    return {
        encounter.display_name(who): ", ".join(
            word for word in now.get(who, ()) if word not in before.get(who, ())
        )
        for who in people
    }


def new_condition_of(
    ruleset: Ruleset, encounter: Encounter, come: Add, who: str
) -> str:
    """Return what would be new of somebody who comes back into a fight with the state in `come`:
    `flesh 4/10`. Empty if nothing would."""
    then = copy.deepcopy(encounter)
    then.combatants[who] = come.sheets[who]
    then.fight.setdefault("combatants", {})[who] = come.states.get(who) or {}
    then.effects |= {
        path[1]: data
        for path, data in come.pieces.items()
        if path[0] == "effects"
    }
    then.drop_names()
    found = new_conditions(
        ruleset, then, [who], condition_words(ruleset, encounter)
    )
    return ", ".join(found.values())


def _words_of_row(ruleset: Ruleset, draft: Draft, row: Row) -> Iterator[str]:
    """Yield what is worth telling of one combatant: a status other than up, tracks, reserves,
    conditions."""
    if row.standing.status != UP:
        yield row.standing.status
    yield from (
        f"{track.label} {track.now}/{track.size}" for track in row.tracks
    )
    for left in reserves_of(ruleset, draft, row.id):
        yield from (
            f"{name} {one['now']}/{one['max']}"
            for name, one in (left or {}).items()
        )
    yield from (condition.label for condition in row.conditions)
