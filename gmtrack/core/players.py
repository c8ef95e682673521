"""What players may know of a fight: an encounter in which the secrets are not there at all, and a
board of it without the enemies' numbers."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.screen import Board, Condition, Row

FRIENDS = ("pc", "ally")
"""Sides whose numbers the players may see."""
GONE = object()
HIDDEN = Condition("hidden", "from the players", "note")


def without_secrets(encounter: Encounter) -> Encounter:
    """The encounter as players know it: no hidden combatants and nothing that names them, no
    notes, no sheets in reserve."""
    hidden = {who for who in encounter.combatants if encounter.sheet(who).get("hidden")}
    return Encounter(
        name=encounter.name,
        ruleset=encounter.ruleset,
        house_rules=encounter.house_rules,
        scene=_map(_scrubbed(encounter.scene, hidden)),
        templates={},
        combatants={
            who: _open_sheet(encounter.sheet(who))
            for who in encounter.combatants
            if who not in hidden
        },
        fight=_map(_scrubbed(encounter.fight, hidden)),
    )


def _open_sheet(sheet: Data) -> Data:
    """A sheet with its template's fields in it, and without the GM's notes."""
    return {key: value for key, value in sheet.items() if key not in ("notes", "template")}


def _map(value: Any) -> Data:
    return value if isinstance(value, dict) else {}


def _scrubbed(value: Any, hidden: set[str]) -> Any:
    """The value without what names one of `hidden`; GONE where nothing is left of it. A record in
    a list goes as a whole: half of it would say something that is not so."""
    if isinstance(value, dict):
        return {
            key: None if kept is GONE else kept
            for key, item in value.items()
            if key not in hidden
            for kept in [_scrubbed(item, hidden)]
        }
    if isinstance(value, list | tuple):
        return [item for item in value if not _names(item, hidden)]
    return GONE if isinstance(value, str) and value in hidden else value


def _names(value: Any, hidden: set[str]) -> bool:
    """Whether anything in it is the id of one of `hidden`."""
    if isinstance(value, dict):
        return any(key in hidden or _names(item, hidden) for key, item in value.items())
    if isinstance(value, list | tuple):
        return any(_names(item, hidden) for item in value)
    return isinstance(value, str) and value in hidden


def gm_board(encounter: Encounter, board: Callable[[Encounter], Board]) -> Board:
    """The ruleset's board, on which those whom players do not see are marked."""
    whole = board(encounter)
    hidden = {who for who in encounter.combatants if encounter.sheet(who).get("hidden")}
    if not hidden:
        return whole
    rows = (
        replace(row, conditions=(*row.conditions, HIDDEN)) if row.id in hidden else row
        for row in whole.rows
    )
    return whole._replace(rows=tuple(rows))


def players_board(encounter: Encounter, board: Callable[[Encounter], Board]) -> Board:
    """The board for the players' screen: of enemies only the name, whose turn it is, and their
    health in a word. `board` is the ruleset's."""
    whole = board(without_secrets(encounter))
    return Board(
        title=whole.title,
        clock=whole.clock,
        columns=whole.columns,
        rows=tuple(row if row.side in FRIENDS else _veiled(row) for row in whole.rows),
        doc={},
    )


def _veiled(row: Row) -> Row:
    return Row(
        id=row.id,
        name=row.name,
        side=row.side,
        acting=row.acting,
        done=row.done,
        out=row.out,
        status=row.health,
        cells=("",) * len(row.cells),
        health=row.health,
    )


def health_word(*, hurt: bool, badly: bool, down: bool) -> str:
    """Health as players see it: `unhurt`, `hurt`, `badly hurt`, `down`."""
    if down:
        return "down"
    if badly:
        return "badly hurt"
    return "hurt" if hurt else "unhurt"
