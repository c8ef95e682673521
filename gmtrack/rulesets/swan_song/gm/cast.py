"""`set`, `add`, `remove`: the GM changes the cast; wounds, Score and status follow."""

from gmtrack.core.encounter import Data
from gmtrack.core.intents import Add, Remove, Set
from gmtrack.core.report import Part, Report
from gmtrack.rulesets.kit.gm import add_sheets, begin_remove, begin_set, take_out, write_values
from gmtrack.rulesets.swan_song.dice.rolls import roll_sum
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.references import REFERENCES
from gmtrack.rulesets.swan_song.turn.phases import advance
from gmtrack.rulesets.swan_song.turn.timed_items import items
from gmtrack.rulesets.swan_song.wounds.position import leave_cover
from gmtrack.rulesets.swan_song.wounds.score import grant_ap, initiative_follows, shift_score
from gmtrack.rulesets.swan_song.wounds.status import settle_status


def set_values(game: Game, intent: Set) -> Report:
    """Write checked values (SS-INIT-18..20, SS-WND-01..05); no injury, no knockdown."""
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
    settle_latch(who)
    if "status" not in names:
        settle_status(game, who)
    return game.report


def settle_latch(who: Fighter) -> None:
    """R-CRIT-5: a value entered by hand is no new drop below 0."""
    if who.core is not None and who.pool_max("flesh"):
        who.crit_latch = who.core < 0


def change_dice(game: Game, who: Fighter, gained: int) -> None:
    """SS-INIT-19, -20, R-INIT-12: dice gained or lost in mid-round are rolled now."""
    if gained == 0 or who.score is None or not game.fight.running:
        return
    name = "init_gain" if gained > 0 else "init_loss"
    total = roll_sum(game, name, who.id, (Part("initiative-dice", abs(gained)),))
    shift_score(game, who, total if gained > 0 else -total)


def add(game: Game, intent: Add) -> Report:
    """New combatants; in a running round they come in late by `roll-init WHO` (SS-INIT-23)."""
    return add_sheets(game, intent)


def remove(game: Game, intent: Remove) -> Report:
    """Take a combatant out, and out of whatever they had to do with; if the open phase was theirs,
    the next one opens."""
    coins = [("coin", f.id) for f in game.everybody() if f.score is not None]
    who = begin_remove(game, intent, coins)
    take_away_body(game, who)
    gone = [name for name, item in items(game).items() if item["setter"] == who.id]
    if any(name in game.fight.due for name in gone):
        game.fight.due = [name for name in game.fight.due if name not in gone]
    acting = game.fight.active == who.id
    take_out(game, who.id, REFERENCES)
    for other in game.everybody():
        if other.surprised_by == []:
            other.surprised_by = "none"
    if acting and game.fight.running:
        advance(game)
    return game.report


def take_away_body(game: Game, who: Fighter) -> None:
    """SS-BAR-30, -31: who carries the body or is behind it has it no more. A barrier that has no
    values but those of the body is gone with it."""
    bodies = [name for name, data in barriers(game).items() if is_body(data, who.id)]
    for other in game.everybody():
        if other.carrying_body == who.id:
            with initiative_follows(game, other):
                other.carrying_body = None
            game.report.tell("gone.load", "note", who=other.name, gone=who.name)
        if other.cover_barrier in (who.id, *bodies):
            leave_cover(other)
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
