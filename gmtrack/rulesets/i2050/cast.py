"""`set`, `add`, `remove`: the GM changes the cast; no rule is looked at (section 3)."""

from gmtrack.core.intents import Add, Remove, Set
from gmtrack.core.report import Report
from gmtrack.rulesets.byhand import add_sheets, write_values
from gmtrack.rulesets.i2050.game import Game
from gmtrack.rulesets.i2050.guard import settle
from gmtrack.rulesets.i2050.live import Fighter
from gmtrack.rulesets.i2050.order import closed
from gmtrack.rulesets.i2050.records import Plan
from gmtrack.rulesets.i2050.turn import go_on


def set_values(game: Game, intent: Set) -> Report:
    """Write checked values, just that (8.5)."""
    game.expect([])
    game.report.body["who"] = intent.who
    game.report.tell("set", "head", who=game.name(intent.who))
    someone = intent.who in game.draft.encounter.combatants
    write_values(game, intent, game.fighter(intent.who) if someone else game.fight)
    return game.report


def add(game: Game, intent: Add) -> Report:
    """New combatants, with nothing declared."""
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
    acting = fight.acting == who.id
    fight.pending = [blow for blow in fight.pending if blow["victim"] != who.id]
    game.draft.drop(("combatants", who.id))
    game.draft.drop(("fight", "combatants", who.id))
    for other in game.everybody():
        forget(game, other, who.id)
    if acting and fight.running and fight.step == "resolution":
        go_on(game)
    elif acting:
        fight.acting = None
    return game.report


def forget(game: Game, who: Fighter, gone: str) -> None:
    """Nothing of his has to do with somebody who is not there."""
    if who.aimed == gone:
        who.aimed = None
        who.aimed_rounds = 0
    plan = who.plan
    if plan is not None and gone in plan.targets:
        if plan.action == "burst":
            renumber(who, plan, gone)
        who.set_plan(without(plan, gone))
        if game.fight.running:
            settle(game, who)


def renumber(who: Fighter, plan: Plan, gone: str) -> None:
    """The shots of a burst that are left, and which of them are over."""
    over = closed(who)
    left = [shot for shot, target in enumerate(plan.targets, 1) if target != gone]
    who.met = [str(now) for now, shot in enumerate(left, 1) if str(shot) in over]
    who.missed = []
    who.fired = sum(shot <= who.fired for shot in left)


def without(plan: Plan, gone: str) -> Plan | None:
    """What is left of an intent; nothing of one that was about him alone."""
    left = [n for n, target in enumerate(plan.targets) if target != gone]
    if not left:
        return None
    split = plan.split and tuple(plan.split[n] for n in left)
    one_each = plan.shots == len(plan.targets)
    return Plan(
        plan.action, plan.weapon, tuple(plan.targets[n] for n in left), plan.aim, plan.want,
        split, len(left) if one_each else plan.shots, plan.to,
    )  # fmt: skip
