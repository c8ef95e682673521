"""First aid: waking somebody (SP-INJ-06)."""

from gmtrack.core.report import Part
from gmtrack.rulesets.spotlight.actions.doing import (
    ActionContext,
    judge,
    need_arm,
    spend,
    the_target,
)
from gmtrack.rulesets.spotlight.dice.rolls import TestSpec, against, need_dice, pool_part, roll
from gmtrack.rulesets.spotlight.wounds.unconscious import clear_bruise

WAKES = "SP-INJ-06, SP-R33"


def first_aid(do: ActionContext) -> None:
    """A Medicine test wakes the unconscious."""
    patient = the_target(do)
    game = do.game
    need_arm(do)
    if patient.status != "unconscious":
        game.refuse("bad-target", f"{patient.id} is {patient.status}, not unconscious")
    part = pool_part(do.who, "medicine", WAKES)
    need_dice(game, do.who, part, "medicine")
    game.expect([("medicine", do.who.id)])
    spend(do)
    do.tell("act.first-aid", "head", patient=patient.name)
    base = Part("base", game.house.medicine_difficulty, WAKES)
    result = roll(game, TestSpec("medicine", do.who, part, against(game, base)))
    if result.passed:
        with game.draft.by(WAKES):
            clear_bruise(game, patient)
    judge(do, result)
