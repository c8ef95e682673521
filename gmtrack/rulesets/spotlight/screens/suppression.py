"""Suppressive fire of simulated combatants: at whom it goes, and which attacks it is expected to
take from foes. This is an estimate for a choice; the dice decide by the rules themselves."""

from collections.abc import Iterator
from functools import lru_cache
from math import comb

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Attack, Options
from gmtrack.rulesets.port import Area, Way
from gmtrack.rulesets.spotlight.attack.read import AUTOMATIC
from gmtrack.rulesets.spotlight.dice import SIDES, pool_part
from gmtrack.rulesets.spotlight.sheet.game import Scene
from gmtrack.rulesets.spotlight.sheet.state import AP, Fighter

TOGETHER = 3
"""The foes at whom one fire is taken to go at the most, since nothing says who stands together."""


def areas(draft: Draft, who: str) -> Iterator[Area]:
    """Yield suppressive fire with the first automatic weapon in hand, at those foes from whom it
    takes most. Foes who are pinned already are left out."""
    scene = Scene(draft)
    me = scene.fighter(who)
    if not (scene.has_spotlight(me) and me.able and me.can_spend):
        return
    weapon = automatic_weapon(me)
    if weapon is None or me.pinned is not None:
        return
    dice = pool_part(me, me.weapons()[weapon].skill).value
    taken = {
        foe.id: attacks_lost(me, foe, dice)
        for foe in scene.everybody()
        if foe.able and foe.pinned is None and not foe.friend_of(me)
    }
    targets = sorted(taken, key=lambda foe: -taken[foe])[:TOGETHER]
    if targets:
        options = Options(weapon=weapon, words=("suppressive",))
        fire = Attack(who, tuple(targets), options=options)
        takes = {foe: taken[foe] for foe in targets}
        yield Area(Way(fire), 0.0, takes)


def automatic_weapon(me: Fighter) -> str | None:
    """Return the first weapon that can be used and fires bursts or full auto; None without any."""
    for name, weapon in me.weapons().items():
        is_automatic = any(mode in AUTOMATIC for mode in weapon.fire_modes)
        if is_automatic and me.ready(name):
            return name
    return None


def attacks_lost(me: Fighter, foe: Fighter, dice: int) -> float:
    """Return the attacks that suppressive fire of `me` with so many dice is expected to take from a
    foe: all of a round, if it hits and the foe fails to shake it off. Depends on the house rules
    `suppressive_modifier` and `success_on`."""
    house = me.house
    chance = (SIDES + 1 - house.success_on) / SIDES
    difficulty = max(1, 1 + house.suppressive_modifier)
    return AP * chance_to_hold(dice, difficulty, foe.sheet.willpower, chance)


@lru_cache(1024)
def chance_to_hold(
    dice: int, difficulty: int, willpower: int, chance: float
) -> float:
    """Return the chance that fire with so many dice reaches its Difficulty, and that so many dice
    of Willpower fail against 1 and its surplus. `chance` is that of a success on one die."""
    return sum(
        chance_of_successes(dice, made, chance)
        * sum(
            chance_of_successes(willpower, against, chance)
            for against in range(1 + made - difficulty)
            if against <= willpower
        )
        for made in range(difficulty, dice + 1)
    )


def chance_of_successes(dice: int, made: int, chance: float) -> float:
    """Return the chance of exactly so many successes, at most as many as there are dice."""
    return comb(dice, made) * chance**made * (1 - chance) ** (dice - made)
