"""`set`, `add`, `remove`, `leave`, `join`, `note`: the GM's hand; wounds, Score and
status follow."""

from collections.abc import Iterable

from gmtrack.core.encounter import Data
from gmtrack.core.intents import Add, Join, Leave, Note, Remove, Set
from gmtrack.core.report import Part, Report
from gmtrack.dice.port import Key
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
from gmtrack.rulesets.kit.references import Reference
from gmtrack.rulesets.swan_song.dice import ROLLS, roll_sum
from gmtrack.rulesets.swan_song.sheet.check import REFERENCES
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.turn.phases import advance
from gmtrack.rulesets.swan_song.turn.rounds import items
from gmtrack.rulesets.swan_song.wounds.conditions import (
    grant_ap,
    initiative_follows,
    leave_cover,
    settle_status,
    shift_score,
)
from gmtrack.rulesets.swan_song.wounds.damage import settle_last_fight

STAYING_BEHIND = tuple(one for one in REFERENCES if "timed_items" not in one.keys)
"""What lets go of somebody who leaves: what they have laid or thrown goes off all the same."""
TURN_AND_PLACE = (
    "slot", "delayed", "frozen", "extended", "fallen", "skip_phases", "pending_score_mod",
    "surprised_by", "running", "sprinting", "in_melee_with", "in_vehicle", "carrying_body",
)  # fmt: skip
"""What somebody leaves behind who leaves the fight."""


def set_values(game: Game, intent: Set) -> Report:
    """Write checked values; wounds and Score follow, without injury or knockdown."""
    if not begin_set(game, intent):
        game.expect([])
        write_values(game, intent, game.fight)
        return game.report
    who = game.fighter(intent.who)
    game.expect([("init_gain", who.id), ("init_loss", who.id)])
    dice = who.sheet.initiative_dice
    names = {".".join(a.path[3:]) for a in intent.assignments if a.path[0] == "fight"}
    with initiative_follows(game, who):
        write_values(game, intent, who)
        who.reread()
    if "score" in names:
        who.coin = None
        grant_ap(game, who)
    change_dice(game, who, who.sheet.initiative_dice - dice)
    if who.core is not None and who.pool_max("flesh"):
        # A value entered by hand is no new drop below 0.
        with game.draft.by("R-CRIT-5"):
            who.crit_latch = who.core < 0
    if "status" not in names:
        settle_status(game, who)
    return game.report


def change_dice(game: Game, who: Fighter, gained: int) -> None:
    """Dice gained or lost in mid-round are rolled now."""
    if gained == 0 or who.score is None or not game.fight.running:
        return
    name = "init_gain" if gained > 0 else "init_loss"
    rules = ROLLS[name]
    total = roll_sum(game, name, who.id, (Part("initiative-dice", abs(gained), rules),))
    shift_score(game, who, total if gained > 0 else -total, rules)


def add(game: Game, intent: Add) -> Report:
    add_sheets(game, intent)
    return late(game, intent.sheets)


def late(game: Game, comers: Iterable[str]) -> Report:
    """In a running round they come in by `roll-init WHO`."""
    if game.fight.running:
        come_in(game, [who for who in comers if game.fighter(who).status != "dead"])
    return game.report


def coins(game: Game) -> list[Key]:
    return [("coin", who.id) for who in game.everybody() if who.score is not None]


def remove(game: Game, intent: Remove) -> Report:
    """Take a combatant out, and out of whatever they had to do with."""
    return part_with(game, begin_remove(game, intent, coins(game)), take_out)


def leave(game: Game, intent: Leave) -> Report:
    """Out of the round and of whatever they had to do with; pools, gear and effects stay."""
    who = begin_leave(game, intent, coins(game))
    keep_turn(game, who)
    settle_last_fight(game, who)
    part_with(game, who, step_out, STAYING_BEHIND)
    leave_cover(who)
    who.lapse("phase", "next-phase", "pass", "round", "next-round")
    who.reset(*TURN_AND_PLACE)
    return game.report


def keep_turn(game: Game, who: Fighter) -> None:
    """Who comes back in this pass has what they had left in it."""
    fight = game.fight
    if fight.running and who.ap_granted:
        who.had_turn = {
            "round": fight.round, "in_pass": fight.pass_, "left": who.ap,
            "acted": who.acted or fight.active == who.id, "free_used": who.free_used,
        }  # fmt: skip


def join(game: Game, intent: Join) -> Report:
    """Back, and late in a running round."""
    return late(game, [begin_join(game, intent).id])


def part_with(
    game: Game, who: Fighter, away: Away, references: Iterable[Reference] = REFERENCES
) -> Report:
    """They are not there any more; if the open phase was theirs, the next one opens."""
    take_away_body(game, who)
    lays = [name for name, item in items(game).items() if item["setter"] == who.id]
    gone = lays if references is REFERENCES else []
    if any(name in game.fight.due for name in gone):
        game.fight.due = [name for name in game.fight.due if name not in gone]
    acting = game.fight.active == who.id
    away(game, who.id, references)
    for other in game.everybody():
        if other.surprised_by == []:
            other.surprised_by = "none"
    if acting and game.fight.running:
        advance(game)
    return game.report


def take_away_body(game: Game, who: Fighter) -> None:
    """Who carries the body or is behind it has it no more. A barrier that has no values but those
    of the body is gone with it."""
    rules = "SS-BAR-30, SS-BAR-31"
    bodies = [name for name, data in barriers(game).items() if is_body(data, who.id)]
    for other in game.everybody():
        if other.carrying_body == who.id:
            with initiative_follows(game, other), game.draft.by(rules):
                other.carrying_body = None
            game.report.tell("gone.load", "note", who=other.name, gone=who.name)
        if other.cover_barrier in (who.id, *bodies):
            leave_cover(other)
    with game.draft.by(rules):
        for name in bodies:
            game.draft.drop(("scene", "barriers", name))
            game.draft.drop(("fight", "barriers", name))
            game.report.tell("gone.body", "note", who=name, gone=who.name)


def barriers(game: Game) -> Data:
    return game.draft.encounter.scene.get("barriers") or {}


def is_body(barrier: Data, who: str) -> bool:
    """Nothing but `body_of` says how strong it is."""
    own = barrier.get("rating") or {"structure", "armor"} <= barrier.keys()
    return barrier.get("body_of") == who and not own


def note(game: Game, intent: Note) -> Report:
    return hand.note(game, intent)
