"""`set`, `add`, `remove`, `leave`, `join`, `note`: the GM's hand; no rule is looked at."""

from gmtrack.core.intents import Add, Join, Leave, Note, Remove, Set
from gmtrack.core.report import Report
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.intent import Plan
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.order_items import closed
from gmtrack.rulesets.i2050.sheet.records import REFERENCES
from gmtrack.rulesets.i2050.turn.steps import go_on
from gmtrack.rulesets.i2050.wounds.interrupt import settle
from gmtrack.rulesets.kit import gm as hand
from gmtrack.rulesets.kit.gm import (
    Away,
    add_sheets,
    begin_join,
    begin_leave,
    begin_remove,
    begin_set,
    step_out,
    take_out,
    write_values,
)


def set_values(game: Game, intent: Set) -> Report:
    """Write checked values, just that."""
    game.expect([])
    someone = begin_set(game, intent)
    write_values(game, intent, game.fighter(intent.who) if someone else game.fight)
    if {one.path[-1] for one in intent.assignments if one.path[0] == "combatants"} & {"hp"}:
        # It is all they can have; what is left of it is another number.
        who = game.seat(intent.who)
        line = f"set {who.id} pools.hp=N"
        game.report.tell("set.maximum", "note", hp=who.hp, total=who.total, line=line)
    return game.report


def add(game: Game, intent: Add) -> Report:
    """New combatants, with nothing declared."""
    return add_sheets(game, intent)


def remove(game: Game, intent: Remove) -> Report:
    """Take a combatant out, and out of whatever they had to do with."""
    return part_with(game, begin_remove(game, intent), take_out)


def leave(game: Game, intent: Leave) -> Report:
    """Out of the round and of whatever they had to do with; hit points, gear and effects stay."""
    who = begin_leave(game, intent)
    keep_turn(game, who)
    part_with(game, who, step_out)
    who.set_plan(None)
    who.lapse("round")
    who.aimed = None
    who.aimed_rounds = 0
    return game.report


def join(game: Game, intent: Join) -> Report:
    """Back, with nothing declared."""
    who = begin_join(game, intent)
    if game.fight.running and who.had_in(game.fight.round).get("acted"):
        who.acted = True
    return game.report


def keep_turn(game: Game, who: Fighter) -> None:
    """Who comes back in this round has no second turn in it."""
    begun = who.acted or who.lost or who.met or who.fired or game.fight.acting == who.id
    if game.fight.running and begun:
        who.had_turn = {"round": game.fight.round, "acted": True}


def part_with(game: Game, who: Fighter, away: Away) -> Report:
    """They are not there any more; if the turn was theirs, the next one's comes."""
    fight = game.fight
    acting = fight.acting == who.id
    for other in game.everybody():
        if other.aimed == who.id:
            other.aimed_rounds = 0
    who_name = who.name
    forget_item(game, who.id)
    away(game, who.id, REFERENCES)
    for other in game.everybody():
        # Nobody is left against whom it was declared.
        with game.draft.by("IN-PHASE-02"):
            if forget(game, other, who.id):
                game.report.tell("gone.plan", "note", who=other.name, gone=who_name)
    if acting and fight.running and fight.step == "resolution":
        go_on(game)
    return game.report


def forget(game: Game, who: Fighter, gone: str) -> bool:
    """Nothing that is declared has to do with somebody who is not there; whether something had."""
    plan = who.plan
    if plan is None or plan.action != "burst":
        forget_units(who, gone)
    if plan is None or gone not in plan.targets:
        return False
    if plan.action == "burst":
        renumber(who, plan, gone)
    who.set_plan(without(plan, gone))
    if game.fight.running:
        settle(game, who)
    return True


def forget_item(game: Game, gone: str) -> None:
    """The acting one is at no unit against them; the units of a burst are numbers."""
    acting = game.fight.acting
    plan = game.fighter(acting).plan if acting else None
    if gone in game.fight.item and (plan is None or plan.action != "burst"):
        game.fight.item = [unit for unit in game.fight.item if unit != gone]


def forget_units(who: Fighter, gone: str) -> None:
    """What was done or lost against one foe of several."""
    for field in ("met", "missed", "spared"):
        units: list[str] = getattr(who, field)
        if gone in units:
            setattr(who, field, [unit for unit in units if unit != gone])


def renumber(who: Fighter, plan: Plan, gone: str) -> None:
    """The shots of a burst that are left, and which of them are over."""
    over = closed(who)
    left = [shot for shot, target in enumerate(plan.targets, 1) if target != gone]
    who.met = [str(now) for now, shot in enumerate(left, 1) if str(shot) in over]
    who.missed = []
    who.fired = sum(shot <= who.fired for shot in left)


def without(plan: Plan, gone: str) -> Plan | None:
    """What is left of an intent; nothing of one that was about them alone."""
    left = [n for n, target in enumerate(plan.targets) if target != gone]
    if not left:
        return None
    split = plan.split and tuple(plan.split[n] for n in left)
    one_each = plan.shots == len(plan.targets)
    return Plan(
        plan.action, plan.weapon, tuple(plan.targets[n] for n in left), plan.aim, plan.want,
        split, len(left) if one_each else plan.shots, plan.to,
    )  # fmt: skip


def note(game: Game, intent: Note) -> Report:
    """The GM's note on somebody or on the fight."""
    return hand.note(game, intent)
