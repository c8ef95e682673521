"""One strike: its roll, and where that hits, location, armor, damage and boxes."""

from typing import TYPE_CHECKING

from gmtrack.dice.port import looked_up
from gmtrack.rulesets.spotlight.attack.armor import Through, layers_at, through
from gmtrack.rulesets.spotlight.attack.difficulty import difficulty
from gmtrack.rulesets.spotlight.attack.plan import Strike
from gmtrack.rulesets.spotlight.dice.rolls import Result, TestSpec, roll, roll_location_die
from gmtrack.rulesets.spotlight.rulings.house import House
from gmtrack.rulesets.spotlight.tables.locations import (
    HIT_LOCATIONS,
    LOCATIONS,
    Location,
    LocationTable,
    place_name,
)
from gmtrack.rulesets.spotlight.wounds.damage import wound

if TYPE_CHECKING:
    from gmtrack.rulesets.spotlight.attack.document import HitDocument, HitOutcome


def roll_strike(s: Strike, name: str) -> Result:
    """The pool against its Difficulty; two of its dice are the location dice."""
    marked = -2 if s.game.house.location_dice == "last_two" else 2
    spec = TestSpec(name, s.attacker, s.pool, difficulty(s), marked, s.weapon_id)
    return roll(s.game, spec)


def strike_home(s: Strike, result: Result, doc: "HitDocument", die: str) -> "HitOutcome":
    """What comes after the roll; writes the keys of the block, gives its outcome. `die` names the
    second location die of a pool of one."""
    if not result.passed:
        s.game.report.tell("miss", "note", who=s.attacker.name)
        return "miss"
    doc["net_hits"] = result.surplus
    place = locate(s, result, doc, die)
    doc["location"] = place
    base = s.weapon.damage + (s.game.house.burst_bonus_damage if s.mode == "burst" else 0)
    modified = base + result.surplus
    got = through(layers_at(s, place), modified, s.weapon.damage_type)
    s.game.report.tell(
        "damage", "head", who=s.target.name, place=place_name(place), base=base,
        surplus=result.surplus, modified=modified, type=s.weapon.damage_type,
    )  # fmt: skip
    tell_layers(s, got)
    doc["damage"] = {
        "base": base,
        "modified": modified,
        "soaked": modified - got.dealt,
        "dealt": got.dealt,
        "type": got.type,
        "weapon_type": s.weapon.damage_type,
        "layers": [layer.to_json() for layer in got.layers],
        "applied": wound(s.game, s.target, place, got.dealt, got.type),
    }
    return "hit" if got.dealt else "blocked"


def locate(s: Strike, result: Result, doc: "HitDocument", die: str) -> Location:
    """By two dice of the pool, or the one die and another; a called shot needs none."""
    if s.called:
        return s.called
    dice = result.marked
    if len(dice) == 1:
        dice = (dice[0], roll_location_die(s.game, die, s.attacker))
    doc["location_dice"] = list(dice)
    place = looked_up(location_table(s.game.house), sum(dice))
    s.game.report.tell(
        "location", place=place_name(place), first=dice[0], second=dice[1], sum=sum(dice)
    )
    return place


def tell_layers(s: Strike, got: Through) -> None:
    """Armor and cover, layer by layer, and what no rating has taken off."""
    report = s.game.report
    for layer in got.layers:
        report.tell(
            "layer.pierced" if layer.pierced else "layer.stopped", "note",
            name=layer.name, rating=layer.rating, kind=layer.type, pierces=s.weapon.pierces,
        )  # fmt: skip
    if got.layers:
        report.tell("through" if got.dealt else "through.none", dealt=got.dealt, type=got.type)


def location_table(house: House) -> LocationTable:
    """The table in force: one of the three, or the mended one with own rows (SP-R20)."""
    rule = house.location_table
    if isinstance(rule, str):
        return HIT_LOCATIONS[rule]
    own = {int(key): place for key, word in rule.items() for place in LOCATIONS if place == word}
    return {**HIT_LOCATIONS["fixed"], **own}
