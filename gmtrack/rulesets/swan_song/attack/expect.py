"""The rolls that an attack, as planned, may come to."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.dice.port import Key
from gmtrack.rulesets.swan_song.attack.plan import Place, Plan, Strike
from gmtrack.rulesets.swan_song.tables.locations import Location

ROLLED: Mapping[str, str] = MappingProxyType(
    {"fatigued": "fatigue", "nauseous": "nausea", "buckled": "buckle", "knockdown": "knockdown"}
)
"""Effects that are rolled for, and the name of the roll."""


def expect(plan: Plan) -> None:
    """Tell the dice. Raises Refusal (`roll`) for dice that were typed for any other roll."""
    rolls = [roll for strike in plan.strikes for roll in rolls_of(strike)]
    if plan.karma.rerolls(plan.attacker):
        rolls += [(f"{name}_reroll", who) for name, who in rolls if name.startswith("attack")]
    plan.game.expect(rolls)


def rolls_of(s: Strike) -> list[Key]:
    """Those of one part."""
    name, target = s.roll_name, s.target.id
    attack = (name("attack"), s.attacker.id)
    if s.barrier is not None:
        return [attack, (name("barrier"), s.barrier.id)]
    rolls = [attack, (name("defense"), target), (name("soak"), target)]
    if s.crossed is not None:
        rolls.append((name("barrier"), s.crossed.id))
    return rolls + [(name(roll), target) for roll in location_rolls(s.place)]


def location_rolls(place: Place | None) -> list[str]:
    """The names of all rolls that a hit at this place may come to."""
    if place is None or not isinstance(place.row, Location):
        return []
    stun = ["stun"] if place.row.stun else []
    return stun + [ROLLED[key] for key in place.row.effects if key in ROLLED]
