"""The GM's hand."""

from collections.abc import Iterator
from contextlib import contextmanager

from back_alley.game import Game
from back_alley.sheet import REFERENCES, Fighter
from back_alley.tables import HEALTH
from back_alley.turn import advance
from back_alley.wounds import hurt, mend
from gmtrack.core.intents import Damage, Heal
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.cast import Cast
from gmtrack.rulesets.kit.gm import begin_by_hand

USELESS = ("type", "location", "pool")
"""There is one track, one kind of damage, and no places."""


def damage(game: Game, intent: Damage) -> Report:
    """What is left after toughness."""
    who: Fighter = begin_by_hand(game, intent, *USELESS)
    game.report.tell("damage", "head", who=who.id, amount=intent.amount)
    game.report.body["applied"] = [hurt(game, who, intent.amount)]
    return game.report


def heal(game: Game, intent: Heal) -> Report:
    """Give health back."""
    who: Fighter = begin_by_hand(game, intent, *USELESS)
    amount = HEALTH - who.health if intent.amount is None else intent.amount
    game.report.tell("heal", "head", who=who.id, amount=amount)
    game.report.body["applied"] = [mend(game, who, amount)]
    return game.report


@contextmanager
def parting(game: Game, who: Fighter, leaves: bool) -> Iterator[None]:
    """If it was their turn, the next one begins."""
    acting = game.fight.acting == who.id
    yield
    if acting:
        advance(game)


CAST = Cast(REFERENCES, parting, late=lambda *_: None)
