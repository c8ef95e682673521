"""A character of another program as plain values, and the sheet that a ruleset makes of it.
Texts from the file are shown and compared, never executed."""

import warnings
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from gmtrack.core.encounter import Data

Plain = int | str | bool | tuple[int, ...] | tuple[str, ...]
NOTHING: Mapping[str, Plain] = MappingProxyType({})


class ForeignValue(NamedTuple):
    """A number, and its place in the file (`attributes/AGI`). `why`: how the number was worked
    out, if the file does not have it directly: `3 base + 2 karma`. `parts`: the shares that
    named things add (`("Wired Reflexes 2", 2)`)."""

    number: int
    at: str
    why: str = ""
    parts: tuple[tuple[str, int], ...] = ()


class ForeignThing(NamedTuple):
    """A weapon or a piece of armor: its name, its kind in the words of its program, and values
    under names that all programs of a system share."""

    name: str
    kind: str
    at: str
    values: Mapping[str, Plain] = NOTHING

    def number(self, key: str) -> int | None:
        """Return the whole number under `key`; None if there is none."""
        found = self.values.get(key)
        return (
            found
            if isinstance(found, int) and not isinstance(found, bool)
            else None
        )

    def text(self, key: str) -> str:
        """Return the text under `key`; empty if there is none."""
        found = self.values.get(key, "")
        return found if isinstance(found, str) else ""

    def words(self, key: str) -> tuple[str, ...]:
        """Return the tuple under `key` as texts; empty if there is none."""
        found = self.values.get(key)
        return tuple(map(str, found)) if isinstance(found, tuple) else ()

    def is_so(self, key: str) -> bool:
        """Whether the value under `key` is True; False if there is none."""
        return self.values.get(key) is True


class ForeignWord(NamedTuple):
    """A word, and its place in the file."""

    text: str
    at: str


class LostPart(NamedTuple):
    """A part of the file that found no place on the sheet: what, why, and where it was."""

    what: str
    why: str
    at: str = ""


class AssumedValue(NamedTuple):
    """A value that the file does not give in the form that is needed: what it is, and how it was
    settled."""

    what: str
    why: str


class TakenField(NamedTuple):
    """A field of the new sheet, its value, and the place in the file from which the value came."""

    field: str
    value: object
    at: str


class SkippedCharacter(NamedTuple):
    """A character in a file of several who is not imported: the name, why, and the place in the
    file."""

    name: str
    why: str
    at: str = ""


class ForeignCharacter(NamedTuple):
    """A character of another program. `system` is the game that the numbers are of, by which
    rulesets know what they can place. Attributes, skills and `others` are by their English names
    in lower case, with `_` for blanks.

    `shadowrun5`: attributes as there; `others`: `edge`, `initiative_dice`, `initiative_bonus`,
    `physical_boxes`, `stun_boxes`, `reach` (that of long limbs), `armor` (what ware, powers and
    modifiers add to all armor, each of them a part of the value). A weapon's kind is its
    category (`heavy pistols`); its values are `form` (melee, ranged, thrown), `damage`
    (`STR+2P`, `8P(f)`), `ap` and `accuracy` (a number or a text such as `Physical`),
    `accuracy_bonus` (of accessories), `reach`, `modes` (SS, SA, BF, FA), `ammo` (`15(c)`),
    `skill`, `ranges` (metres), `accessories`, `rating` (of a bow), `area` and `blast` (of what
    is thrown: whether it has a blast, and what the file says of it). Armor: `rating`, `adds`
    (worn over another), `hardened`, `equipped`. `magic` and `essence` are among `others` of the
    Awakened alone. Spells: `category`, `kind` (mana, physical), `range` (touch, sight, self),
    `area`, `duration`, `damage` (physical, stun) and `indirect`; foci: `rating`, `use` (power,
    spellcasting, other), `fits` (a category) and `bonded`; adept powers: `rating`.

    `shadowrun3`: attributes and skills as there; `others`: `initiative_dice`, `karma_pool`, `magic`
    and `essence`. A weapon's kind is its class (`heavyPistol`); its values are `power`, `level`
    (`m`, `mStun`), `mode`, `loading`, `recoil`, `reach`, `ranges`, `skill`, `capacity` and
    `ammo_type`. Armor: `ballistic`, `impact`. Spells have `force`, `target`, `attribute`, `number`
    and the three parts of their drain besides, foci the `spell` that they are for.

    `chronicles`: `others` are what is added to derived values: `size`, `speed`, `defense`,
    `initiative`, `health`. A weapon's kind is `firearm`, `melee`, `unarmed`, `thrown`,
    `explosive` or `pool`; its values are `damage`, `initiative`, `penetration`, `strength`,
    `size`, `ranges`, `capacity`, `traits`, and `pool`, the dice of one that has neither
    attribute nor skill. Armor: `general`, `ballistic`, `covers` (parts of the body), `equipped`.

    `d20`: attributes are `str`, `dex`, `con`, `int`, `wis`, `cha`; `others`: `max_hp`, `ac`,
    `initiative` (what is added to the die) and saves (`dex_save`); `words`: `resistances`,
    `immunities` and `vulnerabilities`, types of damage. A weapon's values are `bonus`, `damage`
    (`1d6+2`), `type` and `more` (damage besides, in words). The trait `hidden`: players do not
    see them."""

    program: str
    system: str
    name: str
    player: bool
    kind: str = ""
    metatype: ForeignWord | None = None
    """The metatype, in lower case: `ork`."""
    attributes: Mapping[str, ForeignValue] = MappingProxyType({})
    skills: Mapping[str, ForeignValue] = MappingProxyType({})
    others: Mapping[str, ForeignValue] = MappingProxyType({})
    """Values that are neither attributes nor skills. A new value is one more key here, read by the
    format's module and placed by `place_derived` of each ruleset that imports the system."""
    weapons: tuple[ForeignThing, ...] = ()
    armor: tuple[ForeignThing, ...] = ()
    magic: tuple[ForeignThing, ...] = ()
    """Spells, adept powers and foci, of these kinds (`spell`, `adept power`, `focus`). Their value
    `why` is the reason why each has no place in a ruleset that does not place it."""
    traits: tuple[str, ...] = ()
    """Single words that are known of the character: `smartlink`."""
    words: Mapping[str, tuple[ForeignWord, ...]] = MappingProxyType({})
    """Lists of words by name: `resistances`."""
    lost: tuple[LostPart, ...] = ()
    """Parts of the file that are none of the above."""
    assumed: tuple[AssumedValue, ...] = ()


class ImportedSheet(NamedTuple):
    """The sheet that a ruleset makes of a foreign character, without the common fields (`name`,
    `side`), and an account of everything in the file: fields taken over, parts lost, values
    assumed."""

    sheet: Data
    took: tuple[TakenField, ...]
    lost: tuple[LostPart, ...]
    assumed: tuple[AssumedValue, ...]
    added: Mapping[str, Mapping[str, int]] = MappingProxyType({})
    """Points that things add to fields without being on the sheet, by field within the name of
    the thing (`Wired Reflexes 2`)."""


_OLD_NAMES = {
    "Assumed": "AssumedValue",
    "Foreign": "ForeignCharacter",
    "Imported": "ImportedSheet",
    "Lost": "LostPart",
    "Thing": "ForeignThing",
    "Took": "TakenField",
    "Value": "ForeignValue",
    "Word": "ForeignWord",
}
"""The names that rulesets used before, each with the one that it has now."""


def __getattr__(name: str) -> Any:
    """Return what an old name of this module means now, with a DeprecationWarning."""
    new = _OLD_NAMES.get(name)
    if new is None:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    message = f"{__name__}: `{name}` is called `{new}` now"
    warnings.warn(message, DeprecationWarning, stacklevel=2)
    return globals()[new]
