"""The cast by hand: `set`, `add`, `remove`, `leave`, `join`, `note`; no rule is applied."""

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
from gmtrack.rulesets.sr3.sheet.check import REFERENCES
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.state import Fate
from gmtrack.rulesets.sr3.turn.phases import go_on
from gmtrack.rulesets.sr3.wounds.damage import Before, rewrite_fate, shift_score


def set_values(game: Game, intent: Set) -> Report:
    """Write checked values, just that; from boxes written by hand follow the score and who is
    down, where these are not written as well."""
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
    """New combatants."""
    add_sheets(game, intent)
    return late(game, intent.sheets)


def late(game: Game, comers: Iterable[str]) -> Report:
    """In a running turn they come in by `roll-init WHO`."""
    if game.fight.running:
        come_in(game, [who for who in comers if game.fighter(who).status != "dead"])
    return game.report


def remove(game: Game, intent: Remove) -> Report:
    """Take a combatant out, and out of whatever they had to do with."""
    return part_with(game, begin_remove(game, intent), take_out)


def leave(game: Game, intent: Leave) -> Report:
    """Out of the turn and of whatever they had to do with; boxes, gear and conditions stay."""
    who = begin_leave(game, intent)
    keep_turn(game, who)
    who.lapse("turn", "phase")
    who.reset("tiebreak", "aim", "in_melee_with", "subdual_by", "partial_cover", "surprised")
    return part_with(game, who, step_out)


def keep_turn(game: Game, who: Fighter) -> None:
    """Who comes back has no second phase in this pass, and no fresh pool in this turn."""
    fight = game.fight
    if fight.running and who.initiative is not None:
        who.had_turn = {
            "round": fight.round, "in_pass": fight.pass_, "left": who.pool_left,
            "acted": who.acted or fight.acting == who.id,
        }  # fmt: skip


def part_with(game: Game, who: Fighter, away: Away) -> Report:
    """They are not there any more; if the phase was theirs, the next one begins."""
    acting = game.fight.acting == who.id
    away(game, who.id, REFERENCES)
    if acting:
        go_on(game)
    return game.report


def join(game: Game, intent: Join) -> Report:
    """Back, and late in a running turn."""
    who = begin_join(game, intent)
    had = who.had_in(game.fight.round) if game.fight.running else {}
    if had:
        who.pool_left = min(who.pool_left, had["left"])
    return late(game, [who.id])


def note(game: Game, intent: Note) -> Report:
    """The GM's note on somebody or on the fight."""
    return hand.note(game, intent)
