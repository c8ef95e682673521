"""Weapons and armor of a `.chum5`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gmtrack.characters.plain import key, whole, words
from gmtrack.characters.shadowrun import armor_piercing, category, damage
from gmtrack.core.foreign import Lost, Plain, Thing

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MOST = 100
"""Weapons, and pieces of armor, of one character."""
MANY = Lost(f"everything after the first {MOST}", "nobody carries so many")
THROWN = ("throwing weapons", "grenades")
"""Categories of what is thrown."""
BOWS = "bows"
SIGHTS = ("smartgun", "laser sight")
"""Accessories of which the better alone counts."""


def weapons(root: "Element", smartlink: bool) -> tuple[tuple[Thing, ...], tuple[Lost, ...]]:
    """The weapons, those below a barrel among them, and what is too much."""
    found = [*_weapons(root, "weapons/weapon", smartlink)]
    return tuple(found[:MOST]), (MANY._replace(at="weapons"),) if len(found) > MOST else ()


def _weapons(root: "Element", path: str, smartlink: bool) -> Iterator[Thing]:
    for number, node in enumerate(root.iterfind(path), 1):
        at = f"{path}[{number}]"
        yield _weapon(node, at, smartlink)
        for below in node.iterfind("underbarrel/weapon"):
            thing = _weapon(below, f"{at}/underbarrel", smartlink)
            yield thing._replace(name=f"{thing.name} (underbarrel)")


def _weapon(node: "Element", at: str, smartlink: bool) -> Thing:
    kind = category(words(node.findtext("category")))
    mods = [one for one in node.iterfind("accessories/accessory") if _is_on(one)]
    names = tuple(words(one.findtext("name")).lower() for one in mods)
    code, rating = words(node.findtext("damage")), whole(node.findtext("rating")) or 0
    values: dict[str, Plain] = {
        "form": _form(node, kind),
        "damage": damage(code, rating),
        "reach": whole(node.findtext("reach")) or 0,
        "modes": _modes(node),
        "ammo": words(node.findtext("ammo")),
        "skill": key(node.findtext("useskill")),
        "accessories": names,
        **_accuracy(node, mods, smartlink),
    }
    text = words(node.findtext("ap"))
    piercing = armor_piercing(text)
    if piercing is None:
        values["ap"] = text
    else:
        values["ap"] = piercing + sum(whole(one.findtext("ap")) or 0 for one in mods)
    if rating and kind == BOWS:
        values["rating"] = rating
    name = words(node.findtext("weaponname")) or words(node.findtext("name")) or "weapon"
    return Thing(name, kind, at, values)


def _is_on(node: "Element") -> bool:
    return words(node.findtext("equipped")).lower() != "false"


def _form(node: "Element", kind: str) -> str:
    if words(node.findtext("type")).lower() == "melee":
        return "melee"
    return "thrown" if kind in THROWN else "ranged"


def _modes(node: "Element") -> tuple[str, ...]:
    texts = [words(node.findtext("mode"))]
    texts += [words(one.findtext("addmode")) for one in node.iterfind("accessories/accessory")]
    modes = [mode for text in texts for mode in text.upper().replace(",", "/").split("/")]
    return tuple(dict.fromkeys(mode.strip() for mode in modes if mode.strip() not in ("", "0")))


def _accuracy(node: "Element", mods: list["Element"], smartlink: bool) -> dict[str, Plain]:
    """The accuracy as it is written, and what accessories add: a smartgun needs a smartlink, and
    of it and a laser sight the better one counts."""
    text = words(node.findtext("accuracy"))
    number = whole(text)
    sights, rest = [0], 0
    for one in mods:
        name, extra = words(one.findtext("name")).lower(), whole(one.findtext("accuracy")) or 0
        if not name.startswith(SIGHTS):
            rest += extra
        elif smartlink or not name.startswith(SIGHTS[0]):
            sights.append(extra)
    found: dict[str, Plain] = {"accuracy": text if number is None else number}
    if more := rest + max(sights):
        found["accuracy_bonus"] = more
    return found


def armor(root: "Element") -> tuple[tuple[Thing, ...], tuple[Lost, ...]]:
    """The pieces of armor, and what has no number."""
    found: list[Thing] = []
    lost: list[Lost] = []
    for number, node in enumerate(root.iterfind("armors/armor"), 1):
        at = f"armors/armor[{number}]"
        name = words(node.findtext("armorname")) or words(node.findtext("name")) or "armor"
        text = words(node.findtext("armor"))
        rating = whole(node.findtext("rating") if text.lower() == "rating" else text)
        if rating is None:
            lost.append(Lost(f"armor {name}", f"its rating '{text}' is no number", at))
            continue
        mods = (mod for mod in node.iterfind("armormods/armormod") if _is_on(mod))
        more = sum(whole(mod.findtext("armor")) or 0 for mod in mods)
        values: dict[str, Plain] = {
            "rating": max(0, rating + more),
            "adds": text.startswith("+"),
            "equipped": _is_on(node),
        }
        found.append(Thing(name, words(node.findtext("category")).lower(), at, values))
    if len(found) > MOST:
        lost.append(MANY._replace(at="armors"))
    return tuple(found[:MOST]), tuple(lost)
