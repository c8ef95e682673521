"""Hooks of `set`, `remove`, `leave`, `join`: hit points follow their maxima, newcomers have
declared nothing, and no declaration names somebody who is gone."""

from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager

from gmtrack.core.draft import Draft, Path
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Set
from gmtrack.core.report import Report
from gmtrack.rulesets.i2050.sheet.check import REFERENCES
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Game, Scene, closed_units
from gmtrack.rulesets.i2050.sheet.state import RoundPlan
from gmtrack.rulesets.i2050.turn.turn import advance_turn
from gmtrack.rulesets.i2050.wounds import events
from gmtrack.rulesets.i2050.wounds.damage import close_action
from gmtrack.rulesets.i2050.wounds.maxima import numbers_follow
from gmtrack.rulesets.kit.cast import Cast


def set_values(game: Game, intent: Set) -> Report:
    """Carry out `set`; if it sets the sheet's `hp`, note that this is the maximum and how to set
    what is left."""
    report = CAST.set(game, intent)
    paths = [one.path for one in intent.assignments]
    if any(path[0] == "combatants" and path[-1] == "hp" for path in paths):
        who = game.seat(intent.who)
        line = f"set {who.id} pools.hp=N"
        report.tell(
            "set.maximum", "note", hp=who.hp, total=who.total, line=line
        )
    return report


def fitting(
    draft: Draft, who: str, assigned: Collection[Path]
) -> AbstractContextManager[object]:
    """Keep live values fitting while a sheet changes within this context, as `fitting` of the
    port says (IN-R65). If `hp` of the sheet is set below what is left, that may be meant; it
    stays a problem."""
    return _fitting(draft, who, assigned)


@contextmanager
def _fitting(
    draft: Draft, who: str, assigned: Collection[Path]
) -> Iterator[None]:
    one = Scene(draft).fighter(who)
    live, named = len(one.base), list[str]()
    with one.keeping_what_is_gone(named):
        yield
        named += [
            ".".join(path[live:])
            for path in assigned
            if path[:live] == one.base
        ]
        named += [
            "pools.hp" for path in assigned if path == ("combatants", who, "hp")
        ]


def record_turn(game: Game, who: Fighter) -> Data | None:
    """Return what a leaver has had of this round (`round` and `acted`, which is true), so that a
    return brings no second turn. None outside a round or if nothing had begun."""
    begun = (
        who.acted
        or who.lost
        or who.met
        or who.fired
        or game.fight.acting == who.id
    )
    return (
        {"round": game.fight.round, "acted": True}
        if game.fight.running and begun
        else None
    )


def restore_turn(game: Game, who: Fighter) -> None:
    """Mark somebody who comes back in the same round as having acted, if they had."""
    if game.fight.running and who.had_in(game.fight.round).get("acted"):
        who.acted = True


@contextmanager
def take_out(game: Game, who: Fighter, leaves: bool) -> Iterator[None]:
    """Take a combatant out of aims, turns and declarations of the others within this context;
    `leaves`: the combatant stays in the file. Hit points, gear and effects stay."""
    fight, name = game.fight, who.name
    acting = fight.acting == who.id
    if fight.given == who.id:
        fight.given = None
    for other in game.everybody():
        if other.aimed == who.id:
            other.aimed_rounds = 0
    # The acting one is at no unit against them; the units of a burst are numbers.
    plan = game.fighter(fight.acting).plan if fight.acting else None
    if who.id in fight.item and (plan is None or plan.action != "burst"):
        fight.item = [unit for unit in fight.item if unit != who.id]
    yield
    # Who has left may have been let act all the same; nothing may name whom the file has not.
    others = game.everybody() + ([] if leaves else game.absent())
    for other in others:
        # Nobody is left against whom it was declared.
        with game.draft.by("IN-PHASE-02"):
            if forget_foe(game, other, who.id):
                game.report.tell("gone.plan", "note", who=other.name, gone=name)
    if acting and fight.running and fight.step == "resolution":
        advance_turn(game)
    if leaves:
        who.set_plan(None)
        who.lapse("round")
        events.end_by_leaving(who)


def forget_foe(game: Game, who: Fighter, gone: str) -> bool:
    """Remove somebody who is gone from a combatant's plan and units; return whether the plan
    named them."""
    plan = who.plan
    if plan is None or plan.action != "burst":
        # What was done or lost against one foe of several.
        for field in ("met", "missed", "spared"):
            units: list[str] = getattr(who, field)
            if gone in units:
                setattr(who, field, [unit for unit in units if unit != gone])
    if plan is None or gone not in plan.targets:
        return False
    if plan.action == "burst":
        # The shots of a burst that are left, and which of them are over.
        over = closed_units(who)
        left = [
            shot
            for shot, target in enumerate(plan.targets, 1)
            if target != gone
        ]
        who.met = [
            str(now) for now, shot in enumerate(left, 1) if str(shot) in over
        ]
        who.missed = []
        who.fired = sum(shot <= who.fired for shot in left)
    who.set_plan(plan_without(plan, gone))
    if game.fight.running:
        close_action(game, who)
    return True


def plan_without(plan: RoundPlan, gone: str) -> RoundPlan | None:
    """Return a plan without somebody; None if it was about them alone."""
    left = [n for n, target in enumerate(plan.targets) if target != gone]
    if not left:
        return None
    split = plan.split and tuple(plan.split[n] for n in left)
    one_each = plan.shots == len(plan.targets)
    return RoundPlan(
        plan.action,
        plan.weapon,
        tuple(plan.targets[n] for n in left),
        plan.aim,
        plan.want,
        split,
        len(left) if one_each else plan.shots,
        plan.to,
    )


CAST = Cast(
    REFERENCES,
    take_out,
    had=record_turn,
    back=restore_turn,
    late=lambda *_: None,
    follows=numbers_follow,
)
