"""Places in metres: how far somebody stands from a place, and who stands near it."""

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
