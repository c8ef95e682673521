"""The Movement Phase: what takes effect on entering it, then metre by metre who still moves, and
where to (IN-MOVE, IN-R51)."""

from collections.abc import Callable, Mapping
from math import dist

from gmtrack.rulesets.i2050.sheet.fighter import NEEDED_STATUS, Fighter
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.state import ActionName, RoundPlan
from gmtrack.rulesets.i2050.wounds.damage import make_ready

MOVING = ("move", "weave")
REACH = 1.0
"""IN-PHASE-05: where somebody who goes for another stops."""
NEAR = 0.005
Point = tuple[float, ...]


def get_up(game: Game, who: Fighter, plan: RoundPlan) -> None:
    """Unless a leg or the abdomen is useless."""
    del plan
    if who.prone and (not who.cannot_stand or game.options.force):
        with game.draft.by("IN-R38, IN-R51"):
            who.prone = False
            game.report.tell("stood", "good", who=who.name)


def ready_weapon(game: Game, who: Fighter, plan: RoundPlan) -> None:
    """`pickup`, `draw`: a weapon is in hand again, if nothing has come between."""
    name = str(plan.weapon)
    if who.status_of(name) == NEEDED_STATUS[plan.action] and who.arm_works(
        name
    ):
        with game.draft.by("IN-R38, IN-R51"):
            make_ready(game, who, name)


def finish_aiming(game: Game, who: Fighter, plan: RoundPlan) -> None:
    """Spent on it whole, and not hit."""
    if who.hit or not plan.targets:
        return
    target = plan.targets[0]
    stacks = who.aimed == target and game.house.aim_rounds_stack
    with game.draft.by("IN-MOD-09, IN-R31"):
        who.aimed_rounds = who.aimed_rounds + 1 if stacks else 1
        who.aimed = target
        game.report.tell("aims", "good", who=who.name, target=target)


ENTERING: Mapping[ActionName, Callable[[Game, Fighter, RoundPlan], None]] = {
    "stand": get_up,
    "pickup": ready_weapon,
    "draw": ready_weapon,
    "aim": finish_aiming,
}
"""IN-R51: what takes effect on entering the Movement Phase."""


def do_before_movement(game: Game, who: Fighter, plan: RoundPlan) -> None:
    """It is done now, and their intent of the round with it."""
    ENTERING[plan.action](game, who, plan)
    with game.draft.by("IN-R51"):
        who.acted = True


def is_moving_on(game: Game, who: Fighter) -> bool:
    """There is a metre left, and somewhere to go."""
    plan = who.plan
    if plan is None or plan.action not in MOVING or who.stopped or not who.able:
        return False
    here, goal = who.position, goal_of(game, plan)
    there = here and goal and dist(here, goal) - stopping_gap(plan) <= NEAR
    return who.moved < who.allowance and not there


def goal_of(game: Game, plan: RoundPlan) -> Point | None:
    if plan.action != "move":
        return None
    if plan.to is not None:
        return tuple(plan.to)
    return game.fighter(plan.targets[0]).position if plan.targets else None


def stopping_gap(plan: RoundPlan) -> float:
    return 0.0 if plan.to is not None else REACH


def move_one_metre(game: Game) -> None:
    """Everybody at once, from where all were before."""
    movers = [who for who in game.everybody() if is_moving_on(game, who)]
    after = {who.id: next_position(game, who) for who in movers}
    with game.draft.by("IN-MOVE-01, IN-MOVE-02"):
        for who in movers:
            who.moved = who.moved + 1
            position = after[who.id]
            if position != who.position:
                found = None if position is None else list(position)
                who.draft.put((*who.base, "position"), found, read_as=who.where)
            if who.grievous:
                # Any movement stops the healing.
                with game.draft.by("IN-WND-04"):
                    who.strenuous = True
        game.fight.metre = game.fight.metre + 1
        names = [who.name for who in movers]
        game.report.tell("metre", "note", who=names, metre=game.fight.metre)


def next_position(game: Game, who: Fighter) -> Point | None:
    """Where the metre ends; nowhere that is known, if it leads to nothing that is."""
    plan = who.plan
    here = who.position
    goal = goal_of(game, plan) if plan else None
    if plan is None or here is None or goal is None:
        return None
    left = max(0.0, dist(here, goal) - stopping_gap(plan))
    if left > NEAR and is_met_halfway(game, who, plan):
        left /= 2
    share = min(1.0, left) / dist(here, goal)
    return tuple(
        round(a + (b - a) * share, 3) for a, b in zip(here, goal, strict=True)
    )


def is_met_halfway(game: Game, who: Fighter, plan: RoundPlan) -> bool:
    """The other comes towards them as well: they part the way."""
    if not plan.targets:
        return False
    other = game.fighter(plan.targets[0])
    theirs = other.plan
    return bool(
        theirs and theirs.targets[:1] == (who.id,) and is_moving_on(game, other)
    )
