"""What somebody means to do in a round (IN-PHASE-02, IN-PHASE-04, section 3 `intent`)."""

from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.records import Plan
from gmtrack.rulesets.i2050.wounds.damage import lose_aim

SHOTS = ("shoot", "burst")


def declare(game: Game, who: Fighter, plan: Plan) -> None:
    """The one intent of the round, in place of an earlier one; in Resolution it is a late one.
    What is not checked here: whether it may be."""
    who.set_plan(plan)
    who.late = game.fight.step == "resolution" and game.fight.running
    if plan.weapon is not None:
        who.hold(plan.weapon)
    if not keeps_aim(who, plan):
        lose_aim(game, who)


def keeps_aim(who: Fighter, plan: Plan) -> bool:
    """IN-R31: only for the shot at that target, and for more of the same."""
    return plan.action in (*SHOTS, "aim") and plan.targets[:1] == (who.aimed,)
