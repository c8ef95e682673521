"""Armor and cover on one location: which layers count, what gets through (SP-ARM)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.rulesets.spotlight.attack.plan import Strike
from gmtrack.rulesets.spotlight.rulings.house import NO_ARMOR, House
from gmtrack.rulesets.spotlight.sheet.sheet import Piece, scene_piece
from gmtrack.rulesets.spotlight.tables.locations import Location, Mark

if TYPE_CHECKING:
    from gmtrack.rulesets.spotlight.attack.document import LayerDocument


class Layer(NamedTuple):
    """One piece on the location that was hit."""

    name: str
    rating: int
    type: str
    pierced: bool

    def to_json(self) -> "LayerDocument":
        return {
            "name": self.name, "rating": self.rating, "type": self.type, "pierced": self.pierced,
        }  # fmt: skip


class Through(NamedTuple):
    """What gets through the layers."""

    layers: tuple[Layer, ...]
    type: Mark
    dealt: int


def layers_at(s: Strike, place: Location) -> tuple[Layer, ...]:
    """The best armor piece and the cover, or what the house says (SP-R31)."""
    house = s.game.house
    armor = () if s.off("armor", s.target) else s.target.sheet.armor
    worn = on_location(house, armor, place, s.weapon.pierces)
    hiding = on_location(house, cover_pieces(s), place, s.weapon.pierces)
    if house.armor_layers != "sum":
        worn = best(house, worn)
    hiding = best(house, hiding)
    rule = house.cover_and_armor
    if rule == "cover_only" and hiding:
        return tuple(hiding)
    if rule == "best":
        return tuple(best(house, [*worn, *hiding]))
    return (*worn, *hiding)


def on_location(
    house: House, pieces: Iterable[Piece], place: Location, pierces: str
) -> list[Layer]:
    """The pieces that are something on that location (SP-ATK-05, SP-ARM-01, SP-ARM-07)."""
    found = []
    for piece in pieces:
        rating = piece.at(place)
        if rating is not None and (rating > 0 or piece.type != NO_ARMOR):
            pierced = is_pierced(house, pierces, piece.type)
            found.append(Layer(piece.name, rating, piece.type, pierced))
    return found


def is_pierced(house: House, pierces: str, kind: str) -> bool:
    """That type and all lighter ones, or that type alone (SP-R25)."""
    rank = house.armor_classes.index
    if house.pierce_rule == "exact":
        return kind in (pierces, NO_ARMOR)
    return rank(pierces) >= rank(kind)


def best(house: House, layers: Iterable[Layer]) -> list[Layer]:
    """The layer with the best rating, of equal ones the heavier."""
    rank = house.armor_classes.index
    return sorted(layers, key=lambda layer: (layer.rating, rank(layer.type)), reverse=True)[:1]


def through(layers: tuple[Layer, ...], points: int, kind: Mark) -> Through:
    """An unpierced layer makes lethal bruise (SP-ATK-07, SP-ATK-11); every rating is subtracted,
    pierced or not (SP-ATK-08)."""
    stopped = any(not layer.pierced for layer in layers)
    dealt = max(0, points - sum(layer.rating for layer in layers))
    return Through(layers, "bruise" if stopped else kind, dealt)


def cover_pieces(s: Strike) -> tuple[Piece, ...]:
    """The cover between the two: the target's live cover, and a piece declared by its id."""
    if s.off("cover", s.target):
        return ()
    word = s.told.tied("cover", s.target.id) or (s.told.get("cover") if s.main else None)
    pieces = s.target.live_cover()
    if word is None or not word.value:
        return pieces
    return (*pieces, scene_piece(s.game.draft.encounter.scene, word.value))
