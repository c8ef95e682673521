"""Ways of a simulated combatant with sense to get within reach of somebody to strike them, or into
a nearer range to shoot them, where both positions are known. No rule says how far somebody goes;
here it is as far as in the parent game."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Act, Assignment, Attack, Set
from gmtrack.rulesets.port import Approach, Way
from gmtrack.rulesets.sr3.attack.aim import (
    metres_apart,
    range_at,
    round_metres,
)
from gmtrack.rulesets.sr3.screens.spell_moves import is_spell
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.tables import CATEGORIES
from gmtrack.rulesets.sr3.turn.legality import WHOLE

WALKED, RUN = 1, 3
"""The metres, for each point of quickness, that somebody walks in a phase in which they strike, and
that they run in one in which they do nothing else."""
PHASES = 3
"""The most phases of walking into a nearer range."""
BESIDE = 1
"""The metres between two who fight with each other."""


def approach(draft: Draft, attack: Attack) -> Approach | None:
    """Return how the attacker gets to a target whom they strike, as the GM sets it: a phase of
    running, with their new position; whoever lies on the ground stands up before it. None for a
    shot or a spell, for an unknown distance, and if the target can be reached within the
    phase."""
    scene = Scene(draft)
    me = scene.fighter(attack.attacker)
    name = attack.options.weapon or me.in_hand
    if is_spell(me, name) or me.weapon(name).is_ranged:
        return None
    target = scene.fighter(attack.targets[0])
    metres = metres_apart(me, target)
    if metres is None or target.id in me.in_melee_with:
        return None
    quickness = me.trait("quickness")
    to_run = metres - max(BESIDE, WALKED * quickness)
    if to_run <= 0:
        return None
    pace = RUN * max(1, quickness)
    turns = math.ceil(to_run / pace)
    if me.prone:
        return Approach(Act(me.id, "stand-up"), turns + 1)
    return Approach(run_towards(scene, me, target, pace), turns)


def run_towards(
    scene: Scene, me: Fighter, target: Fighter, metres: float
) -> Set:
    """Return the line that sets the position of `me` so many metres nearer to the target, at most
    beside them and in whole metres, and takes the rest of the phase. Whoever runs leaves their
    cover."""
    place = place_nearer(scene, me, target, metres)
    values: dict[str, Any] = {"position": place, "simple_left": 0}
    if me.partial_cover:
        values["partial_cover"] = False
    return set_values(me, values)


def set_values(who: Fighter, values: Mapping[str, Any]) -> Set:
    """Return the line that sets these values of the live state of a combatant."""
    path = ("fight", "combatants", who.id)
    return Set(
        who.id,
        tuple(
            Assignment((*path, name), value) for name, value in values.items()
        ),
    )


def step_before(draft: Draft, attack: Attack) -> Way | None:
    """Return the step with which somebody gets nearer before a shot, as the GM sets it, and the
    place in a nearer range that it leads to, in `PHASES` phases of walking at most. Whoever is
    behind cover leaves it, and needs a free action to be in cover again when the phase is over.

    None for a blow, a spell or buckshot, which spreads less then, for an unknown distance, once a
    phase has begun, towards somebody who strikes, and where walking counts (SR-R60)."""
    scene = Scene(draft)
    me, target = (
        scene.fighter(attack.attacker),
        scene.fighter(attack.targets[0]),
    )
    name = attack.options.weapon or me.in_hand
    if is_spell(me, name) or scene.house.walking != "free":
        return None
    weapon = me.weapon(name)
    if not weapon.is_ranged or weapon.class_ == "shotgun":
        return None
    is_met = not target.weapon(target.in_hand).is_ranged
    if is_met or not can_walk_first(scene, me):
        return None
    pace = WALKED * me.trait("quickness")
    metres = metres_into_range(scene, me, target, weapon, PHASES * pace)
    if metres is None:
        return None
    values: dict[str, Any] = {
        "position": place_nearer(scene, me, target, min(metres, pace))
    }
    if me.partial_cover:
        values["partial_cover"] = False
    goal = place_nearer(scene, me, target, metres)
    return Way(
        set_values(me, values),
        leaves={"position": goal},
        repeats=math.ceil(metres / pace),
    )


def can_walk_first(scene: Scene, me: Fighter) -> bool:
    """Whether somebody whose phase has just begun can walk before they shoot, and be in cover again
    at its end, if they are now."""
    is_late = not scene.on_turn(me) or me.simple_left < WHOLE
    is_held = me.prone or bool(me.in_melee_with)
    return not (is_late or is_held or (me.partial_cover and not me.free_left))


def metres_into_range(
    scene: Scene, me: Fighter, target: Fighter, weapon: Weapon, most: int
) -> int | None:
    """Return the fewest metres, `most` at most, by which somebody has to get nearer for the target
    to be in a nearer range of the weapon; None if that does not do, if it is in the nearest one,
    or for an unknown distance."""
    here, there = me.position, target.position
    if here is None or there is None:
        return None
    now = range_step(weapon, metres_between(me, here, there))
    for metres in range(1, most + 1 if now else 1):
        if metres > math.dist(here, there) - BESIDE:
            break
        place = place_nearer(scene, me, target, metres)
        then = metres_between(me, place, there)
        if then >= weapon.min_range and range_step(weapon, then) < now:
            return metres
    return None


def range_step(weapon: Weapon, metres: int) -> int:
    """Return the number of the range category at a distance, 0 for the nearest, with the weapon's
    scope."""
    category = range_at(weapon, metres).category
    return max(0, CATEGORIES.index(category) - weapon.scope)


def metres_between(
    who: Fighter, here: Sequence[float], there: Sequence[float]
) -> int:
    """Return the distance of two places in whole metres, as the house rules of a combatant's table
    round it."""
    return round_metres(math.dist(here, there), who.house)


def place_nearer(
    scene: Scene, me: Fighter, target: Fighter, metres: float
) -> list[int]:
    """Return the free place in whole metres that is so many metres nearer to the target, at most
    beside them. Where somebody else stands, it is the nearest one around."""
    here, there = me.position, target.position
    assert here is not None
    assert there is not None
    far = math.dist(here, there)
    part = min(metres, far - BESIDE) / far
    place = [
        round(mine + part * (theirs - mine))
        for mine, theirs in zip(here, there, strict=True)
    ]
    return free_place(scene, me, place)


def free_place(scene: Scene, me: Fighter, place: list[int]) -> list[int]:
    """Return a place, or the one around it that is nearest to `me` and where nobody else stands;
    the place itself if somebody stands everywhere."""
    taken = {
        who.position
        for who in scene.everybody()
        if who.id != me.id and who.position is not None
    }
    if tuple(place) not in taken:
        return place
    x, y, *height = place
    around = [
        [x + east, y + north, *height]
        for east in (-BESIDE, 0, BESIDE)
        for north in (-BESIDE, 0, BESIDE)
    ]
    free = [one for one in around if tuple(one) not in taken]
    here = me.position
    assert here is not None
    return min(free, key=lambda one: math.dist(here, one), default=place)
