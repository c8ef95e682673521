"""The cast by hand: `set`, `add`, `remove`; no rule is applied."""

from gmtrack.core.intents import Add, Remove, Set
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.gm import add_sheets, begin_remove, begin_set, take_out, write_values
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.monitor import Fate
from gmtrack.rulesets.sr3.sheet.references import REFERENCES
from gmtrack.rulesets.sr3.turn.phases import go_on
from gmtrack.rulesets.sr3.wounds.damage import Before, rewrite_fate, shift_score


def set_values(game: Game, intent: Set) -> Report:
    """Write checked values, just that; from boxes written by hand follow the score and who is
    down, where these are not written as well (SR-139, SR-142)."""
    game.expect([])
    if not begin_set(game, intent):
        write_values(game, intent, game.fight)
        return game.report
    who = game.fighter(intent.who)
    before = Before.of(who)
    write_values(game, intent, who)
    named, now = {one.path[-1] for one in intent.assignments}, game.seat(who.id)
    if not named & set(Fate._fields):
        rewrite_fate(now, before)
    if "initiative" not in named:
        shift_score(now, before)
    return game.report


def add(game: Game, intent: Add) -> Report:
    """New combatants; in a running turn they come in by `roll-init WHO` (SR-147)."""
    return add_sheets(game, intent)


def remove(game: Game, intent: Remove) -> Report:
    """Take a combatant out, and out of whatever they had to do with."""
    who = begin_remove(game, intent)
    acting = game.fight.acting == who.id
    take_out(game, who.id, REFERENCES)
    if acting:
        go_on(game)
    return game.report
