"""Ways of a simulated combatant with sense to get within reach of somebody to strike them, where
both positions are known. No rule says how far somebody goes; here it is as far as in the parent
game."""

import math
from typing import Any

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Act, Assignment, Attack, Set
from gmtrack.rulesets.port import Approach
from gmtrack.rulesets.sr3.attack.aim import metres_apart
from gmtrack.rulesets.sr3.screens.spell_moves import is_spell
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Scene

WALKED, RUN = 1, 3
"""The metres, for each point of quickness, that somebody walks in a phase in which they strike, and
that they run in one in which they do nothing else."""
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
    beside them and in whole metres, and takes the rest of the phase. Where somebody else stands,
    `me` goes to the nearest free place around it. Whoever runs leaves their cover."""
    here, there = me.position, target.position
    assert here is not None
    assert there is not None
    far = math.dist(here, there)
    part = min(metres, far - BESIDE) / far
    place = [
        round(mine + part * (theirs - mine))
        for mine, theirs in zip(here, there, strict=True)
    ]
    place = free_place(scene, me, place)
    values: dict[str, Any] = {"position": place, "simple_left": 0}
    if me.partial_cover:
        values["partial_cover"] = False
    path = ("fight", "combatants", me.id)
    return Set(
        me.id,
        tuple(
            Assignment((*path, name), value) for name, value in values.items()
        ),
    )


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
