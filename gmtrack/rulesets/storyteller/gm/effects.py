"""`effect`: an effect on or off by the GM's word."""

from gmtrack.core.intents import Effect
from gmtrack.core.report import Report
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.wounds.effects import EFFECTS


def effect(game: Game, intent: Effect) -> Report:
    """An effect on or off by the GM's word."""
    game.takes_nothing()
    who = game.named(intent.who)
    game.expect([])
    game.takes_none("--location", intent.location)
    game.report.body["who"] = who.id
    EFFECTS.by_hand(game, who, intent)
    return game.report
