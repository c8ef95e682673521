"""Damage and healing that the GM applies by hand."""

from gmtrack.core.encounter import Data
from gmtrack.core.intents import Damage, Effect, Heal
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.gm import MOST, begin_by_hand
from gmtrack.rulesets.kit.own.moments import ByHand
from gmtrack.rulesets.kit.words import format_count, match_choice
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import WORDS, Game
from gmtrack.rulesets.sr3.tables import KINDS, Kind
from gmtrack.rulesets.sr3.wounds.damage import mend, wound
from gmtrack.rulesets.sr3.wounds.effects import EFFECTS

USELESS = ("location", "pool")
"""The options of damage and healing that are not taken."""


def parse_kind(word: str) -> Kind:
    """Parse the kind of damage. Raises Refusal (`option`) for an unknown one."""
    return next(
        kind
        for kind in KINDS
        if kind == match_choice(word, KINDS, "type", WORDS.unknown)
    )


def damage(game: Game, intent: Damage) -> Report:
    """Fill boxes of a combatant as the GM says, without knockdown, and return the report."""
    who = begin_by_hand(game, intent, *USELESS, what="boxes")
    game.report.body["damage"] = deal_damage(game, who, intent)
    return game.report


def deal_damage(game: Game, who: Fighter, intent: Damage) -> Data:
    """Fill the boxes of a `damage` command, physical if no type is typed, and return the
    `damage` part of its report: `type`, `dealt` and `applied`."""
    kind = parse_kind(intent.type or "physical")
    game.report.tell(
        "hand.damage", "head", who=who.name, amount=intent.amount, type=kind
    )
    applied = wound(game, who, intent.amount, kind, "SR-136, SR-137, SR-143")
    return {"type": kind, "dealt": intent.amount, "applied": applied}


def heal(game: Game, intent: Heal) -> Report:
    """Empty boxes of a combatant, overflow first, and return the report. Without a number all
    boxes; without a type those of the monitor that is hurt."""
    who = begin_by_hand(game, intent, *USELESS, what="boxes")
    heal_boxes(game, who, intent)
    return game.report


def heal_boxes(game: Game, who: Fighter, intent: Heal) -> None:
    """Empty the boxes of a `heal` command: of the type named, else of the first monitor that is
    hurt; without a number and type of all of them. Tells the line for another monitor that could
    have been meant. Raises Refusal `option` for an unknown type."""
    amount = MOST if intent.amount is None else intent.amount
    full = [kind for kind in KINDS if who.monitor.count(kind)]
    if intent.amount is None and intent.type is None:
        kinds = KINDS
    else:
        kinds = (parse_kind(intent.type or next(iter(full), "physical")),)
    healed = sum(mend(game, who, amount, kind, "SR-139") for kind in kinds)
    guessed = f"{kinds[0]} " if intent.type is None and len(kinds) == 1 else ""
    count = (
        f"1 {guessed}box is" if healed == 1 else f"{healed} {guessed}boxes are"
    )
    game.report.tell("healed", "good", who=who.name, count=count)
    if guessed:
        # What else could have been meant.
        for other in (kind for kind in full if kind != kinds[0]):
            line = f"heal {who.id} {intent.amount} --type {other}"
            left = format_count(
                who.monitor.count(other), f"{other} box", f"{other} boxes"
            )
            game.report.tell(
                "healed.not", "note", who=who.name, left=left, line=line
            )


BY_HAND = ByHand(deal_damage, heal_boxes)


def effect(game: Game, intent: Effect) -> Report:
    """Carry out `effect`: put an effect on a combatant or end it. Raises Refusal `option` for
    `--rounds` with `--end`."""
    if intent.end:
        game.deny_option("--rounds", intent.rounds)
    return EFFECTS.command(game, intent)
