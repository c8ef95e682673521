"""The Movement Phase: actions that take effect on entering it, then the metres of everybody who
moves (IN-MOVE, IN-R51)."""

from collections.abc import Callable, Mapping
from math import dist

from gmtrack.rulesets.i2050.sheet.fighter import NEEDED_STATUS, Fighter
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.state import ActionName, RoundPlan
from gmtrack.rulesets.i2050.wounds.damage import make_ready

MOVING = ("move", "weave")
REACH = 1.0
"""The metres at which somebody who goes for another stops (IN-PHASE-05)."""
NEAR = 0.005
Point = tuple[float, ...]


def get_up(game: Game, who: Fighter, plan: RoundPlan) -> None:
    """Stand somebody up who is prone; nothing if a leg or the abdomen is useless, unless forced."""
    del plan
    if who.prone and (not who.cannot_stand or game.options.force):
        with game.draft.by("IN-R38, IN-R51"):
            who.prone = False
            game.report.tell("stood", "good", who=who.name)


def ready_weapon(game: Game, who: Fighter, plan: RoundPlan) -> None:
    """Pick up or draw the plan's weapon; nothing if its status or arm has changed since."""
    name = str(plan.weapon)
    if who.status_of(name) == NEEDED_STATUS[plan.action] and who.arm_works(
        name
    ):
        with game.draft.by("IN-R38, IN-R51"):
            make_ready(game, who, name)


def finish_aiming(game: Game, who: Fighter, plan: RoundPlan) -> None:
    """Note a round spent aiming at the plan's target; nothing if the shooter has been hit.
    Rounds add up by house rule (IN-MOD-09, IN-R31)."""
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
"""Callbacks for actions that take effect on entering the Movement Phase (IN-R51)."""


def do_before_movement(game: Game, who: Fighter, plan: RoundPlan) -> None:
    """Carry out a plan that takes effect before the movement; the combatant has acted."""
    ENTERING[plan.action](game, who, plan)
    with game.draft.by("IN-R51"):
        who.acted = True


def is_moving_on(game: Game, who: Fighter) -> bool:
    """Whether somebody who moves or weaves has metres left and is not at the goal."""
    plan = who.plan
    if plan is None or plan.action not in MOVING or who.stopped or not who.able:
        return False
    here, goal = who.position, goal_of(game, plan)
    there = here and goal and dist(here, goal) - stopping_gap(plan) <= NEAR
    return who.moved < who.allowance and not there


def goal_of(game: Game, plan: RoundPlan) -> Point | None:
    """Return the point that a plan moves to: as declared, else the target's position; None if
    the plan has none or it is unknown."""
    if plan.action != "move":
        return None
    if plan.to is not None:
        return tuple(plan.to)
    return game.fighter(plan.targets[0]).position if plan.targets else None


def stopping_gap(plan: RoundPlan) -> float:
    """Return the metres before the goal at which a plan's mover stops: none before a point."""
    return 0.0 if plan.to is not None else REACH


def move_metres(game: Game, metres: int | None) -> None:
    """Move everybody who moves on by so many metres (None: by all that they have left), and tell
    it. Stop sooner where somebody comes within reach of whom they go for while others move on."""
    moved: dict[str, int] = {}
    done = 0
    while metres is None or done < metres:
        movers = move_one_metre(game)
        done += 1
        for who in movers:
            moved[who.name] = moved.get(who.name, 0) + 1
        if not any(is_moving_on(game, who) for who in game.everybody()):
            break
        if metres is None and tell_reached(game, movers):
            break
    if done == 1:
        names = list(moved)
        game.report.tell("metre", "note", who=names, metre=game.fight.metre)
        return
    for metres_each in sorted(set(moved.values()), reverse=True):
        names = [name for name, found in moved.items() if found == metres_each]
        game.report.tell("moved", "note", who=names, metres=metres_each)


def tell_reached(game: Game, movers: list[Fighter]) -> bool:
    """Tell who of these has come within reach of the one they go for, and return whether anybody
    has."""
    reached = [who for who in movers if has_reached(game, who)]
    for who in reached:
        target = who.plan.targets[0] if who.plan else ""
        game.report.tell("reached", "head", who=who.name, target=target)
    return bool(reached)


def has_reached(game: Game, who: Fighter) -> bool:
    """Whether somebody who moves to another stands within reach of them, by their positions."""
    plan = who.plan
    if plan is None or plan.action != "move" or plan.to is not None:
        return False
    here, goal = who.position, goal_of(game, plan)
    return bool(here and goal and dist(here, goal) - REACH <= NEAR)


def move_one_metre(game: Game) -> list[Fighter]:
    """Move everybody who moves on by one metre, at once, from where all were before, count the
    metre, and return who has moved. Moving stops the healing of the grievously wounded."""
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
    return movers


def next_position(game: Game, who: Fighter) -> Point | None:
    """Return the position after a metre towards the goal; None if position or goal is unknown.
    Two who go for each other part the way."""
    plan = who.plan
    here = who.position
    goal = goal_of(game, plan) if plan else None
    if plan is None or here is None or goal is None:
        return None
    left = max(0.0, dist(here, goal) - stopping_gap(plan))
    if left > NEAR and is_met_halfway(game, who, plan):
        left /= 2
    share = min(1.0, left) / dist(here, goal)
    axes = zip(here, goal, strict=True)
    return tuple(round(a + (b - a) * share, 3) for a, b in axes)


def is_met_halfway(game: Game, who: Fighter, plan: RoundPlan) -> bool:
    """Whether the target comes towards the mover too."""
    if not plan.targets:
        return False
    other = game.fighter(plan.targets[0])
    theirs = other.plan
    return bool(
        theirs and theirs.targets[:1] == (who.id,) and is_moving_on(game, other)
    )
