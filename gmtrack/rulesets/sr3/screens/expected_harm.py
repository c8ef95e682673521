"""Estimates of simulated players about dice: chances of successes, and the harm of a blast. These
are estimates for a choice; the dice decide by the rules themselves."""

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from gmtrack.rulesets.sr3.dice import LEAST, SIDES
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.sheet.wound_modifiers import (
    boxes_of,
    level_at,
    step_of,
    steps_for,
)
from gmtrack.rulesets.sr3.tables import BOXES
from gmtrack.rulesets.sr3.wounds.hits import Code, halved_code, halves_hits

OUT = 10
"""Boxes: what it is worth besides to put somebody out, half of both monitors."""
FRIEND = -2.0
"""What a box of a friend counts, where one of a foe counts 1."""


def chance_of_success(number: int) -> float:
    """Return the chance that one die reaches a target number by the Rule of Six, from 0 to 1."""
    sixes, rest = divmod(max(LEAST, number) - 1, SIDES)
    return (1 / SIDES) ** sixes * (SIDES - rest) / SIDES


@lru_cache(1024)
def chances_of_successes(dice: int, number: int) -> tuple[float, ...]:
    """Return the chance of each number of successes, from none to all of the dice."""
    good = chance_of_success(number)
    return tuple(
        comb(dice, made) * good**made * (1 - good) ** (dice - made)
        for made in range(dice + 1)
    )


def expected_of_blast(
    weapon: Weapon, who: Fighter, power: int, thrown: Sequence[float]
) -> float:
    """Return the boxes that a blast of this power is expected to cost somebody, with OUT for the
    chance to put them out. `thrown` are the chances of each number of successes of the throw. 0 out
    of reach. Of somebody who lies there dying, any box counts as putting them out."""
    if power <= 0 or weapon.level is None:
        return 0.0
    impact, ballistic = who.armor("impact"), who.armor("ballistic")
    is_bare = not impact and not ballistic
    armor = max(ballistic, 2 * impact) if weapon.flechette else impact
    level = step_of(weapon.level) + (weapon.flechette and is_bare)
    number, base = strength_against(who, power, level, armor)
    if number is None:
        return 0.0
    is_stun = weapon.damage_type == "stun"
    left = BOXES - (who.stun if is_stun else who.physical)
    resisted = chances_of_successes(who.sheet.body, number)
    return expected_boxes(tuple(thrown), resisted, base, left)


def strength_against(
    who: Fighter, power: int, step: int, armor: int
) -> tuple[int | None, int]:
    """Return the number against which somebody resists a hit, power less armor, and its level as a
    number. The number is None if a vehicle's armor stops the hit. Depends on the house rule
    `vehicle_rule`."""
    if not halves_hits(who):
        return power - armor, step
    code = halved_code(who.house, Code(power, step, "physical"))
    stopped = code.power <= armor
    return (None if stopped else code.power - armor), code.step


@lru_cache(8192)
def expected_boxes(
    made: tuple[float, ...],
    resisted: tuple[float, ...],
    base: int,
    left: int,
    *,
    rises_only: bool = False,
    needs_success: bool = False,
) -> float:
    """Return the boxes that damage is expected to cost somebody, with OUT for the chance to put
    them out.

    `made` and `resisted` are the chances of each number of successes of both sides, `base` is the
    level as a number, and `left` the boxes that the victim has left. Damage `rises_only` if more
    successes of the resistance stop it altogether (combat spells); it `needs_success` if nothing
    happens without one of the attack."""
    found = 0.0
    for successes, chance in enumerate(made):
        if needs_success and not successes:
            continue
        for against, share in enumerate(resisted):
            net = successes - against
            if rises_only and net <= 0:
                break
            steps = steps_for(net) if net >= 0 else -steps_for(-net)
            boxes = boxes_of(level_at(base + steps))
            if boxes:
                out = OUT if boxes >= left else 0
                found += chance * share * (min(boxes, left) + out)
    return found
