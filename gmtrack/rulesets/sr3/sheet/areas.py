"""Places in metres: how far somebody stands from a place, and who stands near it."""

from collections.abc import Collection
from math import dist
from typing import NamedTuple

from gmtrack.rulesets.sr3.sheet.fighter import PLACES, Fighter
from gmtrack.rulesets.sr3.sheet.game import Scene

Place = tuple[float, ...]
"""A place in metres, as positions of combatants are: x and y."""


class Near(NamedTuple):
    """Somebody near a place, and the metres between them."""

    who: Fighter
    metres: float


def metres_from(place: Place, who: Fighter) -> float | None:
    """Return the metres between a place and a combatant, to the millimetre; None if the
    combatant's position is unknown."""
    if who.position is None:
        return None
    # Positions are kept to the millimetre: nothing below that may be seen in the distance.
    return round(dist(place, who.position), PLACES)


def list_near(scene: Scene, place: Place, within: float) -> list[Near]:
    """Return everybody who is at most `within` metres from a place, nearest first, those at the
    same distance in the file's order. Whoever is away or has no known position is left out."""
    found = []
    for who in scene.everybody():
        metres = metres_from(place, who)
        if metres is not None and metres <= within:
            found.append(Near(who, metres))
    return sorted(found, key=lambda near: near.metres)


class Caught(NamedTuple):
    """Somebody in an area, and their metres from its middle; None if these are unknown."""

    who: Fighter
    metres: float | None


def list_caught(
    scene: Scene,
    place: Place | None,
    radius: float,
    named: Collection[Fighter] = (),
) -> list[Caught]:
    """Return who is in an area of this radius in metres around a place, nearest first.

    These are all present combatants whose position is near enough, named or not, and the `named`
    ones whose position is unknown. If `place` is None, or by the house rule `area_catch: named`,
    they are the named ones alone, without those who are known to be too far away. The dead are
    among them (SRX-R08)."""
    everybody = scene.everybody()
    if place is None or scene.house.area_catch == "named":
        everybody = [who for who in everybody if who in named]
    found = []
    for who in everybody:
        far = None if place is None else metres_from(place, who)
        is_inside = who in named if far is None else far <= radius
        if is_inside:
            found.append(Caught(who, far))
    return sorted(found, key=lambda caught: caught.metres or 0.0)
