"""A test that has reached its Difficulty, or has not: location, armor, damage, boxes."""

from gmtrack.core.encounter import Data
from gmtrack.dice.port import looked_up
from gmtrack.rulesets.spotlight.attack.armor import Through, layers_at, through
from gmtrack.rulesets.spotlight.attack.plan import Blow
from gmtrack.rulesets.spotlight.dice.rolls import Result, roll_location_die
from gmtrack.rulesets.spotlight.rulings.house import House
from gmtrack.rulesets.spotlight.tables.locations import (
    HIT_LOCATIONS,
    LOCATIONS,
    Location,
    LocationTable,
    place_name,
)
from gmtrack.rulesets.spotlight.wounds.damage import wound


def strike_home(b: Blow, result: Result, doc: Data, die: str) -> str:
    """Steps 3 to 9 of SP-ATK; writes the keys of the block, gives its outcome. `die` names the
    second location die of a pool of one."""
    report = b.game.report
    if not result.passed:
        report.tell("miss", "note", who=b.attacker.name)
        return "miss"
    doc["net_hits"] = result.surplus
    place = locate(b, result, doc, die)
    doc["location"] = place
    base = b.weapon.damage + burst_bonus(b)
    modified = base + result.surplus
    got = through(layers_at(b, place), modified, b.weapon.damage_type)
    tell_damage(b, got, place, base, result.surplus)
    doc["damage"] = {
        "base": base,
        "modified": modified,
        "soaked": modified - got.dealt,
        "dealt": got.dealt,
        "type": got.type,
        "weapon_type": b.weapon.damage_type,
        "layers": [layer.to_json() for layer in got.layers],
        "applied": wound(b.game, b.target, place, got.dealt, got.type),
    }
    return "hit" if got.dealt else "blocked"


def burst_bonus(b: Blow) -> int:
    """SP-R19"""
    return (b.game.house.number("burst_bonus_damage") or 0) if b.mode == "burst" else 0


def locate(b: Blow, result: Result, doc: Data, die: str) -> Location:
    """SP-LOC: two dice of the pool, or the one die and another; a called shot needs none."""
    if b.called:
        return b.called
    dice = result.marked
    if len(dice) == 1:
        dice = (dice[0], roll_location_die(b.game, die, b.attacker))
    doc["location_dice"] = list(dice)
    place = looked_up(location_table(b.game.house), sum(dice))
    b.game.report.tell(
        "location", place=place_name(place), first=dice[0], second=dice[1], sum=sum(dice)
    )
    return place


def tell_damage(b: Blow, got: Through, place: Location, base: int, surplus: int) -> None:
    """The sum behind the damage, layer by layer."""
    report = b.game.report
    report.tell(
        "damage", "head", who=b.target.name, place=place_name(place), base=base, surplus=surplus,
        modified=base + surplus, type=b.weapon.damage_type,
    )  # fmt: skip
    for layer in got.layers:
        report.tell(
            "layer.pierced" if layer.pierced else "layer.stopped", "note",
            name=layer.name, rating=layer.rating, kind=layer.type, pierces=b.weapon.pierces,
        )  # fmt: skip
    if got.layers:
        key = "through" if got.dealt else "through.none"
        report.tell(key, dealt=got.dealt, type=got.type)


def location_table(house: House) -> LocationTable:
    """The table in force: one of the three, with what the house writes into it."""
    rule = house.value("location_table")
    if not isinstance(rule, dict):
        return HIT_LOCATIONS[str(rule)]
    own = {int(key): place for key, word in rule.items() for place in LOCATIONS if place == word}
    return {**HIT_LOCATIONS["fixed"], **own}
