"""`damage`, `heal` and `effect`, by the game master's word; and what to type by hand in place of
commands that a page does not have."""

from typing import NoReturn

from gmtrack.core.encounter import Data
from gmtrack.core.intents import Damage, Effect, Heal, Intent
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.effects import Effects
from gmtrack.rulesets.kit.gm import begin_by_hand
from gmtrack.rulesets.kit.own.moments import ByHand
from gmtrack.rulesets.kit.words import match_choice
from gmtrack.rulesets.system_page.dice.rolls import keys_of_roll
from gmtrack.rulesets.system_page.dice.scopes import RollScope
from gmtrack.rulesets.system_page.formula.errors import FormulaError
from gmtrack.rulesets.system_page.sheet.fighter import Fighter, main_track
from gmtrack.rulesets.system_page.sheet.game import WORDS, Game
from gmtrack.rulesets.system_page.wounds.damage import deal_damage
from gmtrack.rulesets.system_page.wounds.tracks import (
    deny_without_tracks,
    give_points,
    lose_points,
    lost_points,
)

EFFECTS: Effects[str, Game, Fighter] = Effects({})
"""The effects besides conditions: a page has none."""


def damage(game: Game, intent: Damage) -> Report:
    """Carry out `damage`: with `--type` by the steps of the page. What is left of it goes where
    the page says, or off the track that is named; without `--type` off that track, or the one
    that damage goes to."""
    who: Fighter = begin_by_hand(game, intent, "location")
    game.report.tell("damage", "head", who=who.name, amount=intent.amount)
    try:
        if intent.type:
            _damage_by_page(game, who, intent)
        else:
            track = _track(game, intent)
            game.report.body["applied"] = lose_points(
                game, who, intent.amount, track
            )
    except FormulaError as error:
        game.deny_fault(error)
    return game.report


def _damage_by_page(game: Game, who: Fighter, intent: Damage) -> None:
    """Deal damage of a type as an attack does."""
    types = game.page.damage.types if game.page.damage else ()
    word = match_choice(str(intent.type), types, "type", WORDS.unknown)
    track = _track(game, intent) if intent.pool else None
    scope = RollScope(
        game, who, {"target": who}, known={"type": word, "place": ""}
    )
    steps = game.page.damage.steps if game.page.damage else {}
    keys = [
        key
        for name, step in steps.items()
        if step.roll
        for key in keys_of_roll(scope, name, step.roll, who)
    ]
    game.expect(keys)
    game.report.body["damage"] = deal_damage(
        game, who, intent.amount, scope, track=track
    )


def _track(game: Game, intent: Damage | Heal) -> str:
    """Return the track that a command means. Raises Refusal (kind for unknown names)."""
    deny_without_tracks(game)
    if intent.pool:
        return match_choice(
            intent.pool, tuple(game.page.tracks), "track", WORDS.unknown
        )
    return str(main_track(game.page))


def heal(game: Game, intent: Heal) -> Report:
    """Carry out `heal`: give points of a track back, all that are lost without an amount."""
    who: Fighter = begin_by_hand(game, intent, "location", "type")
    track = _track(game, intent)
    amount = intent.amount
    if amount is None:
        amount = lost_points(who, track)
    game.report.tell("heal", "head", who=who.name, amount=amount)
    game.report.body["applied"] = [give_points(game, who, amount, track)]
    return game.report


def effect(game: Game, intent: Effect) -> Report:
    """Carry out `effect`."""
    return EFFECTS.command(game, intent)


def _damage_by_tick(game: Game, who: Fighter, intent: Damage) -> Data:
    """Deal the damage of a condition and return its document."""
    applied = lose_points(game, who, intent.amount, _track(game, intent))
    return {"dealt": intent.amount, "applied": applied}


def _heal_by_tick(game: Game, who: Fighter, intent: Heal) -> Data:
    """Give back what a condition heals."""
    return give_points(game, who, intent.amount or 0, _track(game, intent))


BY_HAND = ByHand(_damage_by_tick, _heal_by_tick)


def refuse_attack(game: Game, intent: Intent) -> NoReturn:
    """Refuse `attack` of a page without attacks. Raises Refusal (kind for unknown words)."""
    _refuse(game, intent, "roll at the table, then `damage WHO N`")


def refuse_act(game: Game, intent: Intent) -> NoReturn:
    """Refuse `act` of a page without actions, as `refuse_attack`."""
    _refuse(
        game, intent, "`effect WHO WORDS` or `note WHO TEXT` keeps what they do"
    )


def refuse_delay(game: Game, intent: Intent) -> NoReturn:
    """Refuse `delay`, as `refuse_attack`."""
    _refuse(
        game,
        intent,
        "go on with `turn WHO`; who is passed over acts afterwards",
    )


def refuse_intervene(game: Game, intent: Intent) -> NoReturn:
    """Refuse `intervene`, as `refuse_attack`."""
    _refuse(game, intent, "`turn WHO` makes it their turn")


def _refuse(game: Game, intent: Intent, instead: str) -> NoReturn:
    """Raise Refusal (kind for unknown words) for a command that a page does not have, with what
    to type `instead`."""
    game.deny(
        WORDS.unknown,
        f"{game.page.title} has no command {intent.word}: {instead}",
    )
