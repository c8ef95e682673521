"""Who is near a place, by their positions: for the areas of spells and for blasts."""

from collections.abc import Collection
from math import dist
from typing import NamedTuple

from gmtrack.rulesets.sr3.sheet.fighter import PLACES, Fighter
from gmtrack.rulesets.sr3.sheet.game import Scene

Place = tuple[float, ...]
"""A place in metres: two coordinates, as `position` has them."""


class Near(NamedTuple):
    """A combatant and the distance from a place in metres; None if their position is unknown."""

    who: Fighter
    metres: float | None


def metres_from(who: Fighter, place: Place) -> float | None:
    """Return how far a combatant is from a place, in metres to two decimals; None if their position
    is unknown."""
    if who.position is None:
        return None
    # Positions are kept to the millimetre, and a distance may not depend on that.
    return round(dist(who.position, place), PLACES - 1)


def find_near(
    scene: Scene,
    place: Place | None,
    metres: float,
    named: Collection[Fighter] = (),
) -> list[Near]:
    """Return who is in an area of this radius around a place, the nearest first.

    These are all present combatants whose position is at most so many metres away, whether named
    or not, and the `named` ones whose position is unknown. If `place` is None, or by the house rule
    `area_catch: named`, they are the named ones alone; of these, those whose position is too far
    away are left out. The dead are among them (SRX-R08)."""
    everybody = scene.everybody()
    if place is None or scene.house.area_catch == "named":
        everybody = [who for who in everybody if who in named]
    found = []
    for who in everybody:
        far = None if place is None else metres_from(who, place)
        is_inside = who in named if far is None else far <= metres
        if is_inside:
            found.append(Near(who, far))
    found.sort(key=lambda near: near.metres or 0.0)
    return found
