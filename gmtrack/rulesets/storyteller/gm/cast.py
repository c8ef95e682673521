"""`set`, `add`, `remove`, `leave`, `join`, `note`, `effect`: the GM's hand; nothing follows."""

from collections.abc import Iterable

from gmtrack.core.intents import Add, Assignment, Join, Leave, Note, Remove, Set
from gmtrack.core.names import squash
from gmtrack.core.report import Report
from gmtrack.rulesets.kit import gm as hand
from gmtrack.rulesets.kit.gm import (
    Away,
    add_sheets,
    begin_join,
    begin_leave,
    begin_remove,
    begin_set,
    come_in,
    in_words,
    step_out,
    take_out,
    write_values,
)
from gmtrack.rulesets.storyteller.sheet.check import REFERENCES
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.turn.turn import go_on, turn_rolls
from gmtrack.rulesets.storyteller.wounds import conditions

TURN_AND_PLACE = (
    "initiative", "tiebreak", "held_over", "on_top", "top_round", "off_balance", "aim", "shield",
    "suppressed",
)  # fmt: skip
"""What somebody leaves behind who leaves the fight."""
LASTING = ("immobilized", "helpless", "unconscious")
"""Why somebody has no Defense wherever they are."""


def set_values(game: Game, intent: Set) -> Report:
    """Write checked values, just that."""
    game.expect([])
    record = game.fighter(intent.who) if begin_set(game, intent) else game.fight
    rest = tuple(one for one in intent.assignments if not set_structure(game, one))
    write_values(game, Set(intent.who, rest, options=intent.options), record)
    return game.report


def set_structure(game: Game, one: Assignment) -> bool:
    """`scene covers.C.structure=N` is what is left of the piece; more than it ever had
    makes it a stronger piece. Whether it was that, of a piece that is there."""
    match one.path:
        case ("scene", "covers", name, "structure") if isinstance(one.value, int):
            piece = squash(name)
            if piece not in game.covers():
                return False
            with game.draft.by("ST-110"):
                if one.value > game.covers()[piece].structure:
                    game.draft.put(one.path, one.value)
                game.wear_cover(piece, one.value)
                said = in_words(one.value)
                game.report.tell("set.value", what=".".join(one.path[1:]), value=said)
            return True
    return False


def add(game: Game, intent: Add) -> Report:
    """New combatants."""
    add_sheets(game, intent)
    return late(game, intent.sheets)


def late(game: Game, comers: Iterable[str]) -> Report:
    """Once there is an order they come in by `roll-init WHO`."""
    if game.fight.running:
        come_in(game, [who for who in comers if not game.fighter(who).dead])
    return game.report


def remove(game: Game, intent: Remove) -> Report:
    """Take a combatant out, and out of whatever they had to do with."""
    return part_with(game, begin_remove(game, intent, turn_rolls(game)), take_out)


def leave(game: Game, intent: Leave) -> Report:
    """Out of the order and of whatever they had to do with; boxes, gear and tags stay."""
    who = begin_leave(game, intent, turn_rolls(game))
    keep_turn(game, who)
    part_with(game, who, step_out)
    conditions.end_grapple(game, who)
    conditions.stop_dodging(game, who)
    who.regain_defense(*(reason for reason in who.no_defense if reason not in LASTING))
    who.lapse("turn", "round")
    who.reset(*TURN_AND_PLACE)
    who.cover = None
    return game.report


def keep_turn(game: Game, who: Fighter) -> None:
    """Who comes back in this round has no second turn in it."""
    if game.fight.running and who.initiative is not None:
        acted = who.acted or not who.ap or game.fight.acting == who.id
        who.had_turn = {"round": game.fight.round, "acted": acted}


def part_with(game: Game, who: Fighter, away: Away) -> Report:
    """They are not there any more; if the turn was theirs, the next one starts."""
    for other in game.everybody():
        hold = other.grappling()
        if hold and hold["with"] == who.id:
            # There are no longer two of them.
            with game.draft.by("ST-072"):
                conditions.end_grapple(game, other)
                game.report.tell("gone.grapple", "note", who=other.name, gone=who.name)
    acting = game.fight.acting == who.id
    away(game, who.id, REFERENCES)
    if acting:
        go_on(game)
    return game.report


def join(game: Game, intent: Join) -> Report:
    """Back, and late once there is an order."""
    return late(game, [begin_join(game, intent).id])


def note(game: Game, intent: Note) -> Report:
    """The GM's note on somebody or on the fight."""
    return hand.note(game, intent)
