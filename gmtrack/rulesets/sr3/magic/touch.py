"""The touch that some spells need: an unarmed attack that does no damage (SRX-015)."""

from gmtrack.core.report import Part
from gmtrack.dice.port import Key
from gmtrack.rulesets.sr3.attack.melee import (
    attack_test,
    choose_defense,
    defense_test,
)
from gmtrack.rulesets.sr3.attack.plan import Fired, Strike
from gmtrack.rulesets.sr3.dice import roll
from gmtrack.rulesets.sr3.magic.plan import CastPlan, Victim
from gmtrack.rulesets.sr3.sheet.sheet import UNARMED
from gmtrack.rulesets.sr3.wounds.melee import join_melee

TOUCH, TOUCH_DEFEND = "touch", "touch_defend"
"""The names of the two rolls."""
EASIER = -1
"""What a touch takes off the target number of an unarmed attack."""


def needs_touch(plan: CastPlan) -> bool:
    """Whether the target has to be touched first: by a spell by touch that does damage, unless the
    GM says that they are willing or touched already."""
    if plan.spell.range != "touch" or not plan.spell.damages:
        return False
    return not plan.victims[0].has_word("touched")


def touch_rolls(plan: CastPlan) -> list[Key]:
    """Return the keys of the rolls that a touch may ask for."""
    if not needs_touch(plan):
        return []
    target = plan.victims[0].target
    return [(TOUCH, plan.caster.id), (TOUCH_DEFEND, target.id)]


def unarmed_strike(plan: CastPlan, victim: Victim) -> Strike:
    """Return the unarmed attack of the caster on the target, with the target's usual defense."""
    caster = plan.caster
    return Strike(
        game=plan.game,
        attacker=caster,
        target=victim.target,
        weapon_id=UNARMED,
        weapon=caster.weapon(UNARMED),
        said=victim.said,
        without=victim.without,
        fired=Fired(),
        targets=(victim.target.id,),
        sight=victim.sight,
    )


def roll_touch(plan: CastPlan) -> bool:
    """Roll the touch and return whether it comes about: with one net success. Both are in melee
    with each other then."""
    victim = plan.victims[0]
    strike = unarmed_strike(plan, victim)
    defense = choose_defense(strike, None, released=False)
    test = attack_test(strike, defense, TOUCH)
    easier = Part("touch", EASIER, "SRX-015")
    rules = "SRX-015, SR-012"
    made = roll(
        plan.game,
        test._replace(tn=(*test.tn, easier), offer=None, rules=rules),
    ).successes
    theirs = 0
    if defense.rolls:
        test = defense_test(strike, defense, TOUCH_DEFEND)._replace(
            offer=None, rules="SRX-015, SR-013"
        )
        theirs = roll(plan.game, test).successes
    join_melee(plan.caster, [victim.target])
    return made > theirs
