"""Resolve one strike: its roll, and if it hits, location, armor and cover, damage and boxes
(SP-ATK, SP-ARM)."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.dice.port import looked_up
from gmtrack.rulesets.kit.own.in_force import add_shares
from gmtrack.rulesets.spotlight import tables
from gmtrack.rulesets.spotlight.attack.plan import Strike, difficulty_of_strike
from gmtrack.rulesets.spotlight.dice import (
    TestResult,
    TestSpec,
    roll_location_die,
    roll_test,
)
from gmtrack.rulesets.spotlight.rulings import NO_ARMOR, House
from gmtrack.rulesets.spotlight.sheet.sheet import Piece, scene_piece
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.wounds import wound

HitOutcome = Literal["miss", "hit", "blocked"]


class Layer(NamedTuple):
    """A piece of armor or cover on the location that was hit."""

    name: str
    rating: int
    type: str
    pierced: bool


class LayersPassed(NamedTuple):
    """A hit after its layers: the mark that it makes and the points that get through (`dealt`)."""

    layers: tuple[Layer, ...]
    type: tables.Mark
    dealt: int


def roll_strike(s: Strike, name: str) -> TestResult:
    """Roll the pool against its Difficulty; without a called location, two of its dice are read as
    location dice too. Depends on the house rule `location_dice`."""
    marked = -2 if s.game.house.location_dice == "last_two" else 2
    if s.called:
        marked = 0
    spec = TestSpec(
        name,
        s.attacker,
        s.pool,
        difficulty_of_strike(s, name),
        marked,
        s.weapon_id,
    )
    return roll_test(s.game, spec)


def resolve_strike(
    s: Strike, result: TestResult, doc: Data, die: str
) -> HitOutcome:
    """Apply a strike after its roll: write the keys of the block and return the outcome. `die`
    names the second location die of a pool of one. Depends on the house rule
    `burst_bonus_damage`."""
    if not result.passed:
        s.game.report.tell("miss", "note", who=s.attacker.name)
        return "miss"
    doc["net_hits"] = result.surplus
    place = find_location(s, result, doc, die)
    doc["location"] = place
    base = s.weapon.damage + (
        s.game.house.burst_bonus_damage if s.mode == "burst" else 0
    )
    modified = base + result.surplus
    got = pass_layers(layers_at(s, place), modified, s.weapon.damage_type)
    s.game.report.tell(
        "damage", "head", who=s.target.name, place=tables.place_name(place), base=base,
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
        "layers": [layer._asdict() for layer in got.layers],
        "applied": wound(s.game, s.target, place, got.dealt, got.type),
    }
    return "hit" if got.dealt else "blocked"


def find_location(
    s: Strike, result: TestResult, doc: Data, die: str
) -> tables.Location:
    """Return the location hit, a called shot's or by two dice: two of the pool, or its one die
    and another that is rolled. Reports the dice, and writes them to `doc["location_dice"]`."""
    if s.called:
        return s.called
    dice = result.marked
    if len(dice) == 1:
        dice = (dice[0], roll_location_die(s.game, die, s.attacker))
    doc["location_dice"] = list(dice)
    place = looked_up(location_table(s.game.house), sum(dice))
    s.game.report.tell(
        "location",
        place=tables.place_name(place),
        first=dice[0],
        second=dice[1],
        sum=sum(dice),
    )
    return place


def tell_layers(s: Strike, got: LayersPassed) -> None:
    """Report armor and cover, layer by layer, and the damage that no rating has taken off."""
    report = s.game.report
    for layer in got.layers:
        report.tell(
            "layer.pierced" if layer.pierced else "layer.stopped", "note",
            name=layer.name, rating=layer.rating, kind=layer.type, pierces=s.weapon.pierces,
        )  # fmt: skip
    if got.layers:
        report.tell(
            "through" if got.dealt else "through.none",
            dealt=got.dealt,
            type=got.type,
        )


def location_table(house: House) -> tables.LocationTable:
    """Return the location table in force: one of the three, or the mended one with the house's
    rows (SP-R20)."""
    rule = house.location_table
    if isinstance(rule, str):
        return tables.HIT_LOCATIONS[rule]
    own = {
        int(key): place
        for key, word in rule.items()
        for place in tables.LOCATIONS
        if place == word
    }
    return {**tables.HIT_LOCATIONS["fixed"], **own}


def layers_at(s: Strike, place: tables.Location) -> tuple[Layer, ...]:
    """Return the layers at a location: the best piece of armor and the cover, or as the house
    rules say (SP-R31)."""
    house = s.game.house
    armor = () if s.is_switched_off("armor", s.target) else s.target.sheet.armor
    worn = layers_on_location(house, armor, place, s.weapon.pierces)
    hiding = layers_on_location(house, cover_pieces(s), place, s.weapon.pierces)
    if house.armor_layers != "sum":
        worn = best_layer(house, worn)
    worn = (
        worn
        if s.is_switched_off("armor", s.target)
        else add_effect_armor(s.target, place, worn)
    )
    hiding = best_layer(house, hiding)
    rule = house.cover_and_armor
    if rule == "cover_only" and hiding:
        return tuple(hiding)
    if rule == "best":
        return tuple(best_layer(house, [*worn, *hiding]))
    return (*worn, *hiding)


def add_effect_armor(
    who: Fighter, place: tables.Location, worn: list[Layer]
) -> list[Layer]:
    """Return the worn layers with the armor of own effects: added to the best piece, else as
    armor of no type."""
    base = sum(layer.rating for layer in worn)
    more = (
        add_shares(who, "armor", add_shares(who, f"armor.{place}", base)) - base
    )
    if not more:
        return worn
    first, *rest = worn or [Layer("armor", 0, NO_ARMOR, pierced=True)]
    return [first._replace(rating=first.rating + more), *rest]


def layers_on_location(
    house: House, pieces: Iterable[Piece], place: tables.Location, pierces: str
) -> list[Layer]:
    """Return the pieces that protect a location, as layers (SP-ATK-05, SP-ARM-01, SP-ARM-07)."""
    found = []
    for piece in pieces:
        rating = piece.rating_at(place)
        if rating is not None and (rating > 0 or piece.type != NO_ARMOR):
            pierced = is_pierced(house, pierces, piece.type)
            found.append(Layer(piece.name, rating, piece.type, pierced))
    return found


def is_pierced(house: House, pierces: str, kind: str) -> bool:
    """Whether a weapon that pierces one type of armor pierces this one: that type and lighter
    ones, or that type alone (SP-R25). Depends on the house rule `pierce_rule`."""
    rank = house.armor_classes.index
    if house.pierce_rule == "exact":
        return kind in (pierces, NO_ARMOR)
    return rank(pierces) >= rank(kind)


def best_layer(house: House, layers: Iterable[Layer]) -> list[Layer]:
    """Return the layer with the best rating, the heavier of equal ones, in a list; an empty list
    if there is none."""
    rank = house.armor_classes.index
    return sorted(
        layers, key=lambda layer: (layer.rating, rank(layer.type)), reverse=True
    )[:1]


def pass_layers(
    layers: tuple[Layer, ...], points: int, kind: tables.Mark
) -> LayersPassed:
    """Return what gets through the layers: an unpierced one makes lethal bruise (SP-ATK-07,
    SP-ATK-11), every rating is subtracted, pierced or not (SP-ATK-08)."""
    stopped = any(not layer.pierced for layer in layers)
    dealt = max(0, points - sum(layer.rating for layer in layers))
    return LayersPassed(layers, "bruise" if stopped else kind, dealt)


def cover_pieces(s: Strike) -> tuple[Piece, ...]:
    """Return the cover between the two: the target's live cover, and a piece declared by its id."""
    if s.is_switched_off("cover", s.target):
        return ()
    word = s.told.get_tied("cover", s.target.id) or (
        s.told.get("cover") if s.main else None
    )
    pieces = s.target.live_cover()
    if word is None or not word.value:
        return pieces
    return (*pieces, scene_piece(s.game.draft.encounter.scene, word.value))
