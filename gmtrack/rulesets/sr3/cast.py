"""`set`, `add`, `remove`: the GM changes the cast; no rule is looked at (section 3)."""

from gmtrack.core.intents import Add, Remove, Set
from gmtrack.core.report import Report
from gmtrack.rulesets.byhand import add_sheets, write_values
from gmtrack.rulesets.sr3.game import Game
from gmtrack.rulesets.sr3.harm import Before, rewrite_fate, shift_score
from gmtrack.rulesets.sr3.live import Fighter
from gmtrack.rulesets.sr3.monitor import Fate
from gmtrack.rulesets.sr3.turn import go_on


def set_values(game: Game, intent: Set) -> Report:
    """Write checked values, just that; from boxes written by hand follow the score and who is
    down, where these are not written as well (SR-139, SR-142)."""
    game.expect([])
    game.report.body["who"] = intent.who
    game.report.tell("set", "head", who=game.name(intent.who))
    if intent.who not in game.draft.encounter.combatants:
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
    """New combatants; in a running turn they come in by `roll-init WHO` (SR-147)."""
    game.expect([])
    add_sheets(game, intent)
    return game.report


def remove(game: Game, intent: Remove) -> Report:
    """Take a combatant out, and out of whatever he had to do with."""
    who = game.find(intent.who)
    game.expect([])
    game.report.body["who"] = who.id
    game.report.tell("remove", "note", who=who.name)
    fight = game.fight
    fight.interrupted = [other for other in fight.interrupted if other != who.id]
    acting = fight.acting == who.id
    game.draft.drop(("combatants", who.id))
    game.draft.drop(("fight", "combatants", who.id))
    for other in game.everybody():
        forget(other, who.id)
    if acting:
        go_on(game)
    return game.report


def forget(who: Fighter, gone: str) -> None:
    """Nothing of his has to do with somebody who is not there."""
    aim = who.live_aim()
    if aim is not None and aim.target == gone:
        who.aim = None
    if who.subdual_by == gone:
        who.subdual_by = None
    for field in ("in_melee_with", "targets_this_phase"):
        names: list[str] = getattr(who, field)
        if gone in names:
            setattr(who, field, [name for name in names if name != gone])
