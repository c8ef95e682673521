"""Section 5: the rolls that an attack, as planned, may come to."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.rulesets.swan_song.attack.plan import Place, Plan, Strike
from gmtrack.rulesets.swan_song.dice.karma import Karma
from gmtrack.rulesets.swan_song.tables.locations import Location

ROLLS: Mapping[str, str] = MappingProxyType(
    {"fatigued": "fatigue", "nauseous": "nausea", "buckled": "buckle", "knockdown": "knockdown"}
)
"""Effects that are rolled for, and the roll's name (section 5 row 10)."""


def possible_rolls(plan: Plan, karma: Karma) -> list[tuple[str, str]]:
    """Every roll that this attack, as planned, may come to (section 5)."""
    who = plan.attacker.id
    if plan.obstacle is not None:
        rolls = [("attack", who), ("barrier", plan.obstacle.id)]
    else:
        rolls = [roll for strike in plan.strikes for roll in strike_rolls(strike)]
    if who in karma.who_uses("reroll"):
        rolls += [(f"{name}_reroll", w) for name, w in rolls if name.startswith("attack")]
    return rolls


def strike_rolls(s: Strike) -> list[tuple[str, str]]:
    """The rolls of one part."""
    name, target = s.roll_name, s.target.id
    rolls = [(name("attack"), s.attacker.id), (name("defense"), target), (name("soak"), target)]
    if s.obstacle is not None:
        rolls.append((name("barrier"), s.obstacle.id))
    return rolls + [(name(roll), target) for roll in location_rolls(s.place)]


def location_rolls(place: Place | None) -> list[str]:
    """The names of all rolls that a hit at this place may come to."""
    if place is None or not isinstance(place.row, Location):
        return []
    stun = ["stun"] if place.row.stun else []
    return stun + [ROLLS[key] for key in place.row.effects if key in ROLLS]
