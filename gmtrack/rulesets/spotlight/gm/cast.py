"""`set`, `add`, `remove`, `leave`, `join`, `note`: the GM's hand; no consequences
follow."""

from collections.abc import Iterable

from gmtrack.core.intents import Add, Join, Leave, Note, Remove, Set
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
    step_out,
    take_out,
    write_values,
)
from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter
from gmtrack.rulesets.spotlight.sheet.references import REFERENCES
from gmtrack.rulesets.spotlight.turn import spotlight


def set_values(game: Game, intent: Set) -> Report:
    """Write checked values, and nothing else."""
    game.expect([])
    someone = begin_set(game, intent)
    write_values(game, intent, game.fighter(intent.who) if someone else game.fight)
    return game.report


def add(game: Game, intent: Add) -> Report:
    """New combatants."""
    add_sheets(game, intent)
    return comes_late(game, intent.sheets)


def comes_late(game: Game, comers: Iterable[str]) -> Report:
    """During a round they come in by `roll-init WHO`."""
    if game.fight.running:
        with game.draft.by("SP-INIT-07"):
            for who in comers:
                game.fighter(who).late = True
            come_in(game, [who for who in comers if game.fighter(who).fate != "dead"])
    return game.report


def remove(game: Game, intent: Remove) -> Report:
    """Remove a combatant, and every reference to them."""
    return part_with(game, begin_remove(game, intent), take_out)


def leave(game: Game, intent: Leave) -> Report:
    """Out of the round, and every reference to them with it; boxes, gear and what they have lost
    stay."""
    who = begin_leave(game, intent)
    keep_turn(game, who)
    part_with(game, who, step_out)
    who.lapse("round")
    who.suppressed = None
    who.cover = []
    return game.report


def keep_turn(game: Game, who: Fighter) -> None:
    """Who comes back in this round has had the spotlight, and the AP that they had left."""
    if game.fight.running and not who.late:
        left = 0 if who.forgone else who.ap
        who.had_turn = {"round": game.fight.round, "acted": game.had(who), "left": left}


def part_with(game: Game, who: Fighter, away: Away) -> Report:
    """They are not there any more; the spotlight is not theirs, and the round may be over."""
    if game.holds(who):
        spotlight.leave(game, who)
    away(game, who.id, REFERENCES)
    spotlight.settle(game)
    return game.report


def join(game: Game, intent: Join) -> Report:
    """Back, and late during a round."""
    return comes_late(game, [begin_join(game, intent).id])


def note(game: Game, intent: Note) -> Report:
    """The GM's note on somebody or on the fight."""
    return hand.note(game, intent)
