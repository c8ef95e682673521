"""Metre by metre: who still moves, and where to (IN-MOVE)."""

from math import dist

from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.records import Plan

MOVING = ("move", "weave")
REACH = 1.0
"""IN-PHASE-05: where somebody who goes for another stops."""
NEAR = 0.005
Point = tuple[float, ...]


def moves_on(game: Game, who: Fighter) -> bool:
    """IN-MOVE-02, IN-MOVE-03: there is a metre left, and somewhere to go."""
    plan = who.plan
    if plan is None or plan.action not in MOVING or who.stopped or not who.able:
        return False
    left = way_left(game, who, plan)
    return who.moved < who.allowance and (left is None or left > NEAR)


def way_left(game: Game, who: Fighter, plan: Plan) -> float | None:
    """Metres to where he is going; None where that is not known."""
    goal = goal_of(game, plan)
    if goal is None or who.position is None:
        return None
    return max(0.0, dist(who.position, goal) - gap_of(plan))


def goal_of(game: Game, plan: Plan) -> Point | None:
    if plan.action != "move":
        return None
    if plan.to is not None:
        return tuple(plan.to)
    return game.fighter(plan.targets[0]).position if plan.targets else None


def gap_of(plan: Plan) -> float:
    return 0.0 if plan.to is not None else REACH


def one_metre(game: Game) -> None:
    """IN-MOVE-01, IN-MOVE-02: everybody at once, from where all were before."""
    movers = [who for who in game.everybody() if moves_on(game, who)]
    after = {who.id: step(game, who) for who in movers}
    for who in movers:
        who.moved = who.moved + 1
        position = after[who.id]
        if position != who.position:
            found = None if position is None else list(position)
            who.draft.put((*who.base, "position"), found, read_as=who.where)
        if who.grievous:
            who.strenuous = True
    game.fight.metre = game.fight.metre + 1
    names = [who.name for who in movers]
    game.report.tell("metre", "note", who=names, metre=game.fight.metre)


def step(game: Game, who: Fighter) -> Point | None:
    """Where the metre ends; nowhere that is known, if it leads to nothing that is (section 3)."""
    plan = who.plan
    here = who.position
    goal = goal_of(game, plan) if plan else None
    if plan is None or here is None or goal is None:
        return None
    left = max(0.0, dist(here, goal) - gap_of(plan))
    if left > NEAR and meets(game, who, plan):
        left /= 2
    share = min(1.0, left) / dist(here, goal)
    return tuple(round(a + (b - a) * share, 3) for a, b in zip(here, goal, strict=True))


def meets(game: Game, who: Fighter, plan: Plan) -> bool:
    """The other comes towards him as well: they part the way."""
    if not plan.targets:
        return False
    other = game.fighter(plan.targets[0])
    theirs = other.plan
    return bool(theirs and theirs.targets[:1] == (who.id,) and moves_on(game, other))
