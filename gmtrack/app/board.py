"""The board for --json: the ruleset's document, with what every board shows of everybody, the
notes, and what the acting one can do."""

from typing import TYPE_CHECKING

from gmtrack.app.choices import choices
from gmtrack.core.counters import is_counter
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.notes import mark
from gmtrack.core.screen import Board, Row

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset


def document(ruleset: "Ruleset", encounter: Encounter, board: Board) -> Data:
    """The keys of the ruleset; to each of `order` those of the row, and at the end `notes` and
    `choices`."""
    rows = {row.id: row for row in board.rows}
    order = [
        {**entry, **told(rows[entry["id"]])} if entry.get("id") in rows else entry
        for entry in board.doc.get("order", ())
    ]
    found = choices(ruleset, encounter, board.doc.get("acting"))
    lines = [one.line for one in found if not one.why]
    return {**board.doc, "order": order, "notes": board.notes, "choices": lines}


def told(row: Row) -> Data:
    """What every board shows of somebody, for --json."""
    return {
        "name": row.name,
        "side": row.side,
        "note": row.note,
        "tracks": {
            track.label: {"now": track.now, "max": track.size}
            for track in row.tracks
            if not is_counter(track)
        },
        "conditions": [one.label for one in row.conditions if one != mark(row.note)],
    }
