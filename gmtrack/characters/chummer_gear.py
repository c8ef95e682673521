"""Weapons and armor of a `.chum5`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.characters.places import Places
from gmtrack.characters.plain import (
    clean_text,
    comparison_key,
    parse_whole_number,
)
from gmtrack.characters.shadowrun import (
    GRENADES,
    THROWING,
    armor_piercing,
    blast_text,
    damage_code,
    thrown_category,
    weapon_category,
)
from gmtrack.core.foreign import ForeignThing, LostPart, Plain

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MOST = 100
"""Weapons, and pieces of armor, of one character."""
MANY = LostPart(f"everything after the first {MOST}", "nobody carries so many")
THROWN = (THROWING, GRENADES)
"""Categories of what is thrown."""
GEAR, THROWING_SKILLS = "gear", ("", "throwing_weapons")
"""The category in which weapons stand that came from gear, and the skills with which one of these
is thrown."""
BOWS = "bows"
STACKING = "custom fit (stack)"
"""The modification with which a piece adds its override to the one that it is fitted to."""
SIGHTS = ("smartgun", "laser sight")
"""Accessories of which the better alone counts."""


def read_weapons(
    root: "Element", smartlink: bool, places: Places
) -> tuple[tuple[ForeignThing, ...], tuple[LostPart, ...]]:
    """Return the weapons in the file's order, each followed by those below its barrel, and a
    note about those after the first MOST, which are left out. `smartlink`: whether the character
    has one."""
    found = [*_weapons_at(root, "weapons/weapon", smartlink, places)]
    return tuple(found[:MOST]), (MANY._replace(at="weapons"),) if len(
        found
    ) > MOST else ()


def _weapons_at(
    root: "Element", path: str, smartlink: bool, places: Places
) -> Iterator[ForeignThing]:
    """Yield the weapons at a path of the file, each followed by those below its barrel."""
    for number, node in enumerate(root.iterfind(path), 1):
        at = f"{path}[{number}]"
        yield _read_weapon(node, at, smartlink, places)
        for below in node.iterfind("underbarrel/weapon"):
            thing = _read_weapon(below, f"{at}/underbarrel", smartlink, places)
            yield thing._replace(name=f"{thing.name} (underbarrel)")


def _read_weapon(
    node: "Element", at: str, smartlink: bool, places: Places
) -> ForeignThing:
    """Return the weapon in an element. `at`: its place in the file. An armor penetration that is
    no number is kept as text."""
    name = (
        clean_text(node.findtext("weaponname"))
        or clean_text(node.findtext("name"))
        or "weapon"
    )
    kind = _weapon_category(
        node, places.find("category", node, name, at, text_of) or ""
    )
    mods = [
        one for one in node.iterfind("accessories/accessory") if _is_on(one)
    ]
    names = tuple(clean_text(one.findtext("name")).lower() for one in mods)
    code = places.find("damage", node, name, at, text_of) or ""
    rating = parse_whole_number(node.findtext("rating")) or 0
    form = _form_of_weapon(node, kind)
    values: dict[str, Plain] = {
        "form": form,
        "damage": damage_code(code, rating),
        "reach": parse_whole_number(node.findtext("reach")) or 0,
        "modes": _modes_of_weapon(node),
        "ammo": clean_text(node.findtext("ammo")),
        "skill": comparison_key(node.findtext("useskill")),
        "accessories": names,
        **_read_accuracy(node, mods, smartlink),
    }
    if form == "thrown":
        values |= {"area": kind == GRENADES, "blast": blast_text(code)}
    text = clean_text(node.findtext("ap"))
    piercing = armor_piercing(text)
    if piercing is None:
        values["ap"] = text
    else:
        values["ap"] = piercing + sum(
            parse_whole_number(one.findtext("ap")) or 0 for one in mods
        )
    if rating and kind == BOWS:
        values["rating"] = rating
    return ForeignThing(name, kind, at, values)


def text_of(node: "Element | None") -> str | None:
    """Return the text of an element; None if there is no element."""
    return None if node is None else clean_text(node.text)


def _weapon_category(node: "Element", text: str) -> str:
    """Return the category of a weapon for the `text` in the file. Weapons that come from gear
    are grenades or throwing weapons, by their blast, name and ranges."""
    kind, skill = (
        weapon_category(text),
        comparison_key(node.findtext("useskill")),
    )
    is_melee = clean_text(node.findtext("type")).lower() == "melee"
    is_thrown_gear = (
        comparison_key(text) == GEAR
        and skill in THROWING_SKILLS
        and not is_melee
    )
    if not is_thrown_gear and kind not in THROWN:
        return kind
    name, reach = (
        clean_text(node.findtext("name")),
        clean_text(node.findtext("range")),
    )
    return thrown_category(
        kind, name, reach, blast_text(clean_text(node.findtext("damage")))
    )


def _is_on(node: "Element") -> bool:
    """Whether a thing is equipped; True if the file does not say."""
    return clean_text(node.findtext("equipped")).lower() != "false"


def _form_of_weapon(node: "Element", kind: str) -> str:
    """Return `melee`, `thrown` or `ranged` for a weapon of this category."""
    if clean_text(node.findtext("type")).lower() == "melee":
        return "melee"
    return "thrown" if kind in THROWN else "ranged"


def _modes_of_weapon(node: "Element") -> tuple[str, ...]:
    """Return the modes of fire of a weapon and its accessories, each once."""
    texts = [clean_text(node.findtext("mode"))]
    texts += [
        clean_text(one.findtext("addmode"))
        for one in node.iterfind("accessories/accessory")
    ]
    modes = [
        mode
        for text in texts
        for mode in text.upper().replace(",", "/").split("/")
    ]
    return tuple(
        dict.fromkeys(
            mode.strip() for mode in modes if mode.strip() not in ("", "0")
        )
    )


def _read_accuracy(
    node: "Element", mods: list["Element"], smartlink: bool
) -> dict[str, Plain]:
    """Return `accuracy` as it is written (a number, or a text such as `Physical`) and, unless it
    is 0, `accuracy_bonus` of the accessories `mods`. A smartgun needs a `smartlink`; of it and a
    laser sight the better one counts."""
    text = clean_text(node.findtext("accuracy"))
    number = parse_whole_number(text)
    sights, rest = [0], 0
    for one in mods:
        name, extra = (
            clean_text(one.findtext("name")).lower(),
            parse_whole_number(one.findtext("accuracy")) or 0,
        )
        if not name.startswith(SIGHTS):
            rest += extra
        elif smartlink or not name.startswith(SIGHTS[0]):
            sights.append(extra)
    found: dict[str, Plain] = {"accuracy": text if number is None else number}
    if more := rest + max(sights):
        found["accuracy_bonus"] = more
    return found


class _ArmorPiece(NamedTuple):
    """A piece of armor as the file has it. `more`: what its modifications add. `adds`: it is
    worn over other armor. `override`: what it adds to the piece of the name `fitted_to`, if that
    is worn too; 0 if it is fitted to none."""

    name: str
    names: tuple[str, ...]
    kind: str
    at: str
    rating: int
    more: int
    adds: bool
    equipped: bool
    override: int
    fitted_to: str

    @property
    def total(self) -> int:
        """The rating with what modifications add."""
        return self.rating + self.more

    def to_thing(self) -> ForeignThing:
        """Return the piece as a plain thing; its rating is at least 0."""
        values: dict[str, Plain] = {
            "rating": max(0, self.total),
            "adds": self.adds,
            "equipped": self.equipped,
        }
        return ForeignThing(self.name, self.kind, self.at, values)

    def fits(self, other: "_ArmorPiece") -> bool:
        """Whether this piece adds its override to `other`."""
        is_meant = self.fitted_to != "" and self.fitted_to in other.names
        return bool(self.override) and self is not other and is_meant


def read_armor(
    root: "Element", places: Places
) -> tuple[tuple[ForeignThing, ...], tuple[LostPart, ...]]:
    """Return the pieces of armor, at most MOST, and what was lost: pieces without a number,
    pieces beyond MOST, and overrides that add to nothing."""
    found: list[_ArmorPiece] = []
    lost: list[LostPart] = []
    for number, node in enumerate(root.iterfind("armors/armor"), 1):
        at = f"armors/armor[{number}]"
        piece = _read_armor_piece(node, at, places)
        if isinstance(piece, LostPart):
            lost.append(piece)
        else:
            found.append(piece)
    if len(found) > MOST:
        lost.append(MANY._replace(at="armors"))
    pieces = _stack_fitted_pieces(found[:MOST])
    for piece in pieces:
        if piece.equipped and piece.override and not piece.adds:
            what = f"{piece.name}: {piece.override:+} over other armor"
            lost.append(
                LostPart(
                    what,
                    "what it is fitted to is not worn, or less than it",
                    piece.at,
                )
            )
    return tuple(piece.to_thing() for piece in pieces), tuple(lost)


def _read_armor_piece(
    node: "Element", at: str, places: Places
) -> _ArmorPiece | LostPart:
    """Return the piece of armor in an element, or what was lost if its rating is no number.
    `at`: its place in the file."""
    own_name = clean_text(node.findtext("name"))
    name = clean_text(node.findtext("armorname")) or own_name or "armor"
    text = places.find("rating", node, name, at, text_of) or ""
    is_rating = text.strip("+{}").lower() == "rating"
    rating = parse_whole_number(node.findtext("rating") if is_rating else text)
    if rating is None:
        return LostPart(
            f"armor {name}", f"its rating '{text}' is no number", at
        )
    mods = [mod for mod in node.iterfind("armormods/armormod") if _is_on(mod)]
    fits = [
        mod
        for mod in mods
        if clean_text(mod.findtext("name")).lower() == STACKING
    ]
    return _ArmorPiece(
        name,
        (comparison_key(name), comparison_key(own_name)),
        clean_text(node.findtext("category")).lower(),
        at,
        rating,
        sum(parse_whole_number(mod.findtext("armor")) or 0 for mod in mods),
        text.startswith("+"),
        _is_on(node),
        (parse_whole_number(node.findtext("armoroverride")) or 0)
        if fits
        else 0,
        next((comparison_key(mod.findtext("extra")) for mod in fits), ""),
    )


def _stack_fitted_pieces(pieces: list[_ArmorPiece]) -> list[_ArmorPiece]:
    """Return the pieces; those that are fitted to the best one become accessories of it, with
    their override as rating. The best is the worn piece that comes to most with what is fitted
    to it."""
    bases = [piece for piece in pieces if piece.equipped and not piece.adds]

    def with_fitted(base: _ArmorPiece) -> int:
        """Return the rating of a piece with those that are fitted to it."""
        return base.total + sum(
            one.override + one.more for one in bases if one.fits(base)
        )

    best = max(bases, key=with_fitted, default=None)
    if best is None:
        return pieces
    fitted = [piece for piece in bases if piece.fits(best)]
    return [
        piece._replace(rating=piece.override, adds=True)
        if piece in fitted
        else piece
        for piece in pieces
    ]
