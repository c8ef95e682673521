"""The GM's hand."""

from back_alley.game import Game
from back_alley.sheet import REFERENCES, Fighter
from back_alley.tables import HEALTH
from back_alley.turn import advance
from back_alley.wounds import EFFECTS, hurt, mend
from gmtrack.core.intents import Add, Damage, Effect, Heal, Remove, Set
from gmtrack.core.record import Record
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.gm import add_sheets, check_amount, take_out, write_values


def damage(game: Game, intent: Damage) -> Report:
    """What is left after toughness."""
    who = _whole(game, intent)
    game.report.tell("damage", "head", who=who.id, amount=intent.amount)
    game.report.body |= {"who": who.id, "applied": [hurt(game, who, intent.amount)]}
    return game.report


def heal(game: Game, intent: Heal) -> Report:
    """Give health back."""
    who = _whole(game, intent)
    amount = HEALTH - who.health if intent.amount is None else intent.amount
    game.report.tell("heal", "head", who=who.id, amount=amount)
    game.report.body |= {"who": who.id, "applied": [mend(game, who, amount)]}
    return game.report


def _whole(game: Game, intent: Damage | Heal) -> Fighter:
    """Who is meant; there is one track, one kind of damage, and no places."""
    who = game.find(intent.who)
    game.takes_nothing()
    game.takes_none("--type", intent.type)
    game.takes_none("--location", intent.location)
    game.takes_none("--pool", intent.pool)
    check_amount(game, intent, most=999)
    return who


def effect(game: Game, intent: Effect) -> Report:
    """On or off."""
    who = game.find(intent.who)
    game.takes_nothing()
    game.takes_none("--location", intent.location)
    game.report.tell("effect", "head", who=who.id)
    game.report.body["who"] = who.id
    EFFECTS.by_hand(game, who, intent)
    return game.report


def set_values(game: Game, intent: Set) -> Report:
    """The GM's word, whatever the rules say."""
    game.report.body["who"] = intent.who
    game.report.tell("set", "head", who=intent.who)
    somebody = intent.who in game.draft.encounter.combatants
    record: Record = game.fighter(intent.who) if somebody else game.fight
    write_values(game, intent, record)
    return game.report


def add(game: Game, intent: Add) -> Report:
    """New combatants."""
    add_sheets(game, intent)
    return game.report


def remove(game: Game, intent: Remove) -> Report:
    """A combatant goes; if it was their turn, the next one begins."""
    who = game.find(intent.who)
    acting = game.fight.acting == who.id
    game.report.body["who"] = who.id
    game.report.tell("remove", "note", who=game.name(who.id))
    take_out(game, who.id, REFERENCES)
    if acting:
        advance(game)
    return game.report
