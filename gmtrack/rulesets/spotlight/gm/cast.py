"""`set`, `add`, `remove`: the GM changes the cast; no consequences follow."""

from gmtrack.core.intents import Add, Remove, Set
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.gm import add_sheets, begin_remove, begin_set, take_out, write_values
from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.references import REFERENCES
from gmtrack.rulesets.spotlight.turn.spotlight import leave, settle


def set_values(game: Game, intent: Set) -> Report:
    """Write checked values, and nothing else."""
    game.expect([])
    someone = begin_set(game, intent)
    write_values(game, intent, game.fighter(intent.who) if someone else game.fight)
    return game.report


def add(game: Game, intent: Add) -> Report:
    """New combatants; during a round they join late with `roll-init WHO` (SP-INIT-07)."""
    add_sheets(game, intent)
    if game.fight.running:
        for who in intent.sheets:
            game.fighter(who).late = True
    return game.report


def remove(game: Game, intent: Remove) -> Report:
    """Remove a combatant, and every reference to them."""
    who = begin_remove(game, intent)
    if game.holds(who):
        leave(game, who)
    take_out(game, who.id, REFERENCES)
    settle(game)
    return game.report
