"""`set`, `add`, `remove`: the GM changes the cast; no consequences follow."""

from gmtrack.core.intents import Add, Assignment, Remove, Set
from gmtrack.core.names import squash
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.gm import (
    add_sheets,
    begin_remove,
    begin_set,
    in_words,
    take_out,
    write_values,
)
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.references import REFERENCES
from gmtrack.rulesets.storyteller.turn.rounds import go_on, turn_rolls
from gmtrack.rulesets.storyteller.wounds import conditions


def set_values(game: Game, intent: Set) -> Report:
    """Write checked values, just that."""
    game.expect([])
    record = game.fighter(intent.who) if begin_set(game, intent) else game.fight
    rest = tuple(one for one in intent.assignments if not set_structure(game, one))
    write_values(game, Set(intent.who, rest, options=intent.options), record)
    return game.report


def set_structure(game: Game, one: Assignment) -> bool:
    """`scene covers.C.structure=N` is what is left of the piece; more than it ever had
    makes it a stronger piece. Whether it was that."""
    match one.path:
        case ("scene", "covers", name, "structure") if isinstance(one.value, int):
            piece = squash(name)
            if one.value > game.covers()[piece].structure:
                game.draft.put(one.path, one.value)
            game.wear_cover(piece, one.value)
            game.report.tell("set.value", what=".".join(one.path[1:]), value=in_words(one.value))
            return True
    return False


def add(game: Game, intent: Add) -> Report:
    """New combatants; in a running round they come in by `roll-init WHO` (ST-R43)."""
    return add_sheets(game, intent)


def remove(game: Game, intent: Remove) -> Report:
    """Take a combatant out, and out of whatever they had to do with."""
    who = begin_remove(game, intent, turn_rolls(game))
    for other in game.everybody():
        hold = other.grappling()
        if hold and hold["with"] == who.id:
            conditions.end_grapple(game, other)
            game.report.tell("gone.grapple", "note", who=other.name, gone=who.name)
    acting = game.fight.acting == who.id
    take_out(game, who.id, REFERENCES)
    if acting:
        go_on(game)
    return game.report
