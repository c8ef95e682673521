"""Damage, healing and effects by the GM's word, outside any turn."""

from gmtrack.core.encounter import Data
from gmtrack.core.intents import Damage, Effect, Heal
from gmtrack.core.report import Report
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import WORDS, Game, find_place
from gmtrack.rulesets.i2050.tables import LOCATIONS, Location
from gmtrack.rulesets.i2050.turn.order import set_moment
from gmtrack.rulesets.i2050.wounds.damage import (
    heal_points,
    knock_down,
    knockdown_roll,
    mark_struck,
    wound,
)
from gmtrack.rulesets.i2050.wounds.effects import EFFECTS
from gmtrack.rulesets.kit.gm import MOST, check_amount
from gmtrack.rulesets.kit.own.moments import ByHand
from gmtrack.rulesets.kit.words import match_choice

POOL = "hp"
DAMAGE_WORDS = {"blow": "a whole blow: armor and knockdown count"}
"""The words of `--with` of `damage`."""


def find_victim(
    game: Game, intent: Damage | Heal
) -> tuple[Fighter, Location | None]:
    """Return who is hurt or healed, and the typed location or None. Raises Refusal
    (`unsupported`, `unknown`)."""
    who = game.named(intent.who)
    if intent.type is not None:
        game.deny(
            "unsupported",
            "--type is not used in i2050: there is only one kind of damage",
        )
    if intent.pool is not None:
        match_choice(intent.pool, (POOL,), "pool", WORDS.unknown)
    game.report.body["who"] = who.id
    return who, find_place(intent.location) if intent.location else None


def damage(game: Game, intent: Damage) -> Report:
    """Carry out `damage`: take N points off as they are; with `blow`, a whole blow against the
    armor that stops everything, with its knockdown. Raises Refusal: `unsupported` for `--type`,
    `unknown` for a name, place, pool or word that does not exist, `value` for an amount or
    option that does not fit and for a blow without a place, `out` for somebody away."""
    told, _ = game.parse_words(DAMAGE_WORDS)
    game.deny_options_except()
    who, place = find_victim(game, intent)
    check_amount(game, intent, MOST)
    blow = told.has_word("blow")
    if blow and place is None:
        game.deny(
            WORDS.value, "a blow needs a place, such as `--location chest`"
        )
    game.expect([knockdown_roll(game, who).key] if blow else [])
    set_moment(game)
    game.report.body["damage"] = apply_damage(game, who, intent, blow=blow)
    if blow:
        knock_down(game, who, intent.amount, melee=True)
    return game.report


def apply_damage(
    game: Game, who: Fighter, intent: Damage, *, blow: bool = False
) -> Data:
    """Deal the points of `damage`, less armor if it is a `blow`, without knockdown; return the
    `damage` of the JSON report: `dealt`, `applied` and, for a blow, `armor`. Raises Refusal for
    an unknown location."""
    place = find_place(intent.location) if intent.location else None
    game.report.tell("hand.damage", "head", who=who.name, amount=intent.amount)
    armor = who.armor(place) if blow and place else 0
    points = max(0, intent.amount - armor)
    if place is not None:
        mark_struck(game, who)
    applied = wound(game, who, points, place)
    met = {"armor": armor} if blow else {}
    return {**met, "dealt": points, "applied": applied}


def heal(game: Game, intent: Heal) -> Report:
    """Carry out `heal`: give points back; without a number and place, all of them everywhere.
    Raises the same Refusals as `damage`."""
    game.deny_words_and_options()
    who, _ = find_victim(game, intent)
    game.expect([])
    check_amount(game, intent, MOST)
    game.report.body["damage"] = apply_healing(game, who, intent)
    return game.report


def apply_healing(game: Game, who: Fighter, intent: Heal) -> Data:
    """Give the points of `heal` back, to a location if one is typed; without a number all.
    Return the `damage` of the JSON report: `dealt` and `applied`. Somebody who is out stays out,
    and the line that ends it is told."""
    place = find_place(intent.location) if intent.location else None
    amount = MOST if intent.amount is None else intent.amount
    everywhere = intent.amount is None and place is None and intent.pool is None
    places: tuple[Location, ...] = (place,) if place else ()
    if everywhere:
        places = LOCATIONS
    applied = heal_points(game, who, amount, places)
    dealt = sum(entry["amount"] for entry in applied if entry["to"] == POOL)
    if who.out is not None:
        line = f"effect {who.id} {who.out} --end"
        game.report.tell(
            "healed.out", "note", who=who.name, fate=who.out, line=line
        )
    return {"dealt": dealt, "applied": applied}


BY_HAND = ByHand(apply_damage, apply_healing)


def effect(game: Game, intent: Effect) -> Report:
    """Carry out `effect`: put an effect on or end it."""
    if intent.end:
        game.deny_option("--rounds", intent.rounds)
    set_moment(game)
    return EFFECTS.command(game, intent)
