"""The landing of thrown explosives: scatter, direction, the place (SRX-107, SRX-108)."""

import math
from collections.abc import Mapping

from gmtrack.core.report import Roll
from gmtrack.dice.port import Ask, Reading, judged
from gmtrack.rulesets.sr3.dice import SIDES
from gmtrack.rulesets.sr3.sheet.areas import Place
from gmtrack.rulesets.sr3.sheet.fighter import PLACES, Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.tables import SCATTER, Scatter
from gmtrack.rulesets.sr3.turn.timed import Landing

BEYOND, BACK = 1, 4
TURN = math.tau / SIDES
"""The angle between two directions, in radians."""
DIRECTIONS: Mapping[int, str] = {
    1: "beyond the target",
    2: "beyond it, to the right",
    3: "short of it, to the right",
    4: "back towards whoever threw it",
    5: "short of it, to the left",
    6: "beyond it, to the left",
}
"""The directions as seen by whoever has thrown."""


def scatter_of(weapon: Weapon) -> Scatter:
    """Return how far an explosive scatters, by the way in which it flies."""
    if weapon.delivery == "launched":
        return SCATTER["launched"]
    return SCATTER["aerodynamic" if weapon.aerodynamic else "thrown"]


def land(
    game: Game,
    who: Fighter,
    aimed: Fighter,
    name: str,
    weapon: Weapon,
    successes: int,
    typed: int | None,
) -> Landing:
    """Roll scatter and direction of what somebody has thrown at another, tell where it lands and
    return that. `name` is its id. `typed`: the metres off, if the GM has said them. Depends on the
    house rule `grenade_scatter`."""
    metres = scatter_metres(game, who, weapon, successes, typed)
    direction = roll_plainly(game, who, "direction", 1) if metres else None
    place = find_place(who, aimed, metres, direction)
    key = "lands" if metres else "lands.there"
    where = DIRECTIONS[direction] if direction else ""
    with game.draft.by("SRX-107, SRX-108"):
        game.report.tell(key, "head", what=name, metres=metres, where=where)
    return Landing(metres, direction, place)


def scatter_metres(
    game: Game,
    who: Fighter,
    weapon: Weapon,
    successes: int,
    typed: int | None,
) -> int:
    """Return the metres by which a throw misses its aim: those typed, else as many dice as the way
    of flying has, less some for each success, at least 0."""
    if typed is not None:
        return typed
    made = judged(int, successes)
    if made and game.house.grenade_scatter == "miss":
        return 0
    row = scatter_of(weapon)
    return max(
        0, roll_plainly(game, who, "scatter", row.dice) - row.less * made
    )


def roll_plainly(game: Game, who: Fighter, name: str, dice: int) -> int:
    """Roll dice that are added up, without the Rule of Six, and return their sum."""
    answer = game.dice.roll(Ask(name, who.id, dice, SIDES, Reading(sum=True)))
    found = judged(int, answer.sum or 0)
    body = {"total": found}
    game.report.rolled(Roll(name, who.id, (), answer.dice, answer.given, body))
    return found


def find_place(
    who: Fighter, aimed: Fighter, metres: int, direction: int | None
) -> Place | None:
    """Return where it lands, to the millimetre: on the spot where the target stands, or so many
    metres off in a direction. None if a position is not known that is needed for it. Thrown at
    one's own feet, direction 1 is along x."""
    at = aimed.position
    if at is None or direction is None:
        return at
    if who.position is None:
        return None
    x, y = at
    ahead = math.atan2(y - who.position[1], x - who.position[0])
    # Clockwise, seen with y upward.
    angle = ahead - (direction - BEYOND) * TURN
    place = (x + metres * math.cos(angle), y + metres * math.sin(angle))
    # Nothing is -0.0 metres away.
    return tuple(round(number, PLACES) + 0.0 for number in place)
