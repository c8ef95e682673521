"""Placing a character of another program in a ruleset: a sheet that grows, and an account of
what became of each value."""

import re
from collections.abc import Iterable, Mapping

from gmtrack.core import latin
from gmtrack.core.encounter import Data
from gmtrack.core.foreign import (
    AssumedValue,
    ForeignCharacter,
    ForeignThing,
    ForeignValue,
    ImportedSheet,
    LostPart,
    TakenField,
)
from gmtrack.core.record import Bounds
from gmtrack.rulesets.kit.own.in_force import find_limits
from gmtrack.rulesets.kit.renamed import (
    accept_old_attributes,
    accept_old_imports,
)
from gmtrack.rulesets.kit.sheet import FileShape

MOST = 40
"""Characters of a weapon's id."""
NO_AMMO = ("", "0")
HARDENED = "hardened armor counts as any other armor"
USUAL: Mapping[str, str] = {
    "pistols": "heavy pistols",
    "automatics": "submachine guns",
    "longarms": "sporting rifles",
    "heavy_weapons": "light machine guns",
    "blades": "blades",
    "clubs": "clubs",
    "unarmed_combat": "unarmed",
    "throwing_weapons": "throwing weapons",
    "archery": "bows",
}
"""A usual category of weapons of Shadowrun 5 that are used with a skill."""
UNARMED, BARE_HANDS = "unarmed", "STRS"
"""The category and the damage of bare hands there."""


class Placing:
    """Foreign character on the way into a ruleset: the sheet so far, and what was taken, lost
    and assumed. A path names a field of the sheet, with dots between the keys (`skills.blades`)."""

    def __init__(
        self, foreign: ForeignCharacter, sheet: type[FileShape]
    ) -> None:
        self.sheet: Data = {}
        self.now: dict[str, int] = {}
        """The numbers as they count: with what things add."""
        self._limits = find_limits(sheet)  # type: ignore[arg-type]  # a class can be hashed
        self._added: dict[str, dict[str, int]] = {}
        self._took: list[TakenField] = []
        self._lost = list(foreign.lost)
        self._magic = list(foreign.magic)
        """What of magic has found no place so far."""
        self._assumed = list(foreign.assumed)

    def set_value(
        self,
        path: str,
        value: object,
        at: str,
        why: str = "",
    ) -> None:
        """Write a value into the sheet and note it as taken. `at` is its place in the foreign
        file, `why` tells how it came about."""
        *above, last = path.split(".")
        node = self.sheet
        for key in above:
            node = node.setdefault(key, {})
        node[last] = value
        self._took.append(
            TakenField(path, value, f"{at}: {why}" if why else at)
        )

    def set_number(self, path: str, value: ForeignValue) -> None:
        """Write a number without what named things (gear, cyberware) add to it; their shares are
        noted and added from then on. Writes the whole number if the field could not hold the
        rest or the whole."""
        rest = value.number - sum(by for _, by in value.parts)
        field, dot, _ = path.partition(".")
        limits = self._limits.get(f"{field}.*" if dot else path)
        parts = (
            value.parts
            if limits and _is_within(limits, rest, value.number)
            else ()
        )
        self.set_value(
            path, rest if parts else value.number, value.at, value.why
        )
        self.now[path] = value.number
        for change in self._added.values():
            change.pop(path, None)
        for name, by in parts:
            change = self._added.setdefault(name, {})
            change[path] = change.get(path, 0) + by

    def add_parts(self, path: str, parts: Iterable[tuple[str, int]]) -> None:
        """Let named things add to a number that follows on the sheet, such as `armor`: `parts`
        are pairs of name and amount."""
        for name, by in parts:
            change = self._added.setdefault(name, {})
            change[path] = change.get(path, 0) + by

    def set_numbers(
        self,
        fields: Mapping[str, str],
        found: Mapping[str, ForeignValue],
        into: str = "",
    ) -> None:
        """Write the values of `found` for which `fields` has a field: foreign name to field.
        `into` is a prefix of the path, such as `skills.`. Leaves out what was not found."""
        for name, field in fields.items():
            if one := found.get(name):
                self.set_number(f"{into}{field}", one)

    def set_attributes(
        self, names: Iterable[str], foreign: ForeignCharacter, least: int
    ) -> None:
        """Write the named attributes. An attribute that the file does not have is assumed to be
        `least`, the lowest that people have."""
        names = tuple(names)
        self.set_numbers({name: name for name in names}, foreign.attributes)
        for name in names:
            if name not in foreign.attributes:
                self.assume(name, least, "the file does not have it")

    def assume(self, path: str, value: object, why: str) -> None:
        """Write a value that the file does not have, and note it among the assumed ones, with
        the reason `why`."""
        self.set_value(path, value, "assumed")
        if isinstance(value, int):
            self.now[path] = value
        self._assumed.append(AssumedValue(f"{path} {_short_text(value)}", why))

    def note_assumption(self, what: str, why: str) -> None:
        """Note an assumption that is no field of its own (`what`), with the reason; the same one
        is noted once."""
        if AssumedValue(what, why) not in self._assumed:
            self._assumed.append(AssumedValue(what, why))

    def note_lost(self, what: str, why: str, at: str = "") -> None:
        """Note something that is lost on the import, as it has no place in the ruleset: what it
        is, the reason `why`, and its place in the foreign file (`at`)."""
        self._lost.append(LostPart(what, why, at))

    def note_lost_weapon(self, thing: ForeignThing, why: str) -> None:
        """Note a whole weapon as lost on the import, with the reason."""
        self.note_lost(f"weapon {thing.name}", why, thing.at)

    def note_lost_part(self, thing: ForeignThing, what: str, why: str) -> None:
        """Note a part of a weapon or a piece of armor (`what`) as lost on the import, with the
        reason."""
        self.note_lost(f"{thing.name}: {what}", why, thing.at)

    def note_lost_values(
        self,
        what: str,
        why: str,
        found: Mapping[str, ForeignValue],
        placed: Iterable[str],
    ) -> None:
        """Note every value of `found` that is not among the `placed` names as lost on the
        import. `what` says what the values are (`skill`)."""
        known = set(placed)
        for name, value in found.items():
            if name not in known:
                self.note_lost(
                    f"{what} {name.replace('_', ' ')} {value.number}",
                    why,
                    value.at,
                )

    def add_weapon(self, thing: ForeignThing, data: Data) -> None:
        """Add a weapon to the sheet, under an id made of its name; a number tells equal names
        apart."""
        key = self._new_id(thing.name, "weapon")
        self.set_value(f"weapons.{key}", data, thing.at)

    def add_spell(self, thing: ForeignThing, data: Data) -> str:
        """Add a spell to the sheet, under an id made of its name that no weapon and no other spell
        has, and return the id."""
        key = self._new_id(thing.name, "spell")
        self.set_value(f"spells.{key}", data, thing.at)
        self.place_magic(thing)
        return key

    def place_magic(self, thing: ForeignThing) -> None:
        """Note that a spell, an adept power or a focus has found its place, or that its loss was
        noted otherwise."""
        self._magic.remove(thing)

    def _new_id(self, name: str, otherwise: str) -> str:
        """Return an id made of a name, in letters that are typed easily; `otherwise` where the name
        gives none. A number tells equal ones apart."""
        used = {
            key
            for field in ("weapons", "spells")
            for key in self.sheet.get(field, {})
        }
        plain = re.sub(r"[^a-z0-9]+", "-", name.lower())
        plain = plain[:MOST].strip("-")
        slug = latin.latin_slug(name, plain=plain)
        slug = slug[:MOST].strip("-")
        if slug in ("", UNARMED):
            slug = otherwise
        number, key = 1, slug
        while key in used:
            number += 1
            key = f"{slug}-{number}"
        return key

    def add_armor(self, thing: ForeignThing, data: Data) -> None:
        """Add a piece to the sheet's list of armor."""
        pieces = self.sheet.setdefault("armor", [])
        pieces.append(data)
        self._took.append(
            TakenField(f"armor.{len(pieces) - 1}", data, thing.at)
        )

    def finish(self) -> ImportedSheet:
        """Return the sheet with the account of it, and what named things add to its numbers."""
        for thing in self._magic:
            rating = thing.number("rating")
            name = f"{thing.name} {rating}" if rating else thing.name
            self.note_lost(f"{thing.kind} {name}", thing.text("why"), thing.at)
        added = {
            name: {path: by for path, by in change.items() if by}
            for name, change in self._added.items()
            if any(change.values())
        }
        return ImportedSheet(
            self.sheet,
            tuple(self._took),
            tuple(self._lost),
            tuple(self._assumed),
            added,
        )


def _is_within(limits: Bounds, *found: int) -> bool:
    """Whether all these numbers are within the limits; None is no limit."""
    low, high = limits
    return all(
        (low is None or low <= one) and (high is None or one <= high)
        for one in found
    )


def clamp(number: int, low: int, high: int) -> int:
    """Return the number, or the limit that it is beyond."""
    return max(low, min(number, high))


def replace_number(value: ForeignValue, number: int) -> ForeignValue:
    """Return a value as this number. If it is another number, the parts that made up the old one
    are dropped."""
    return (
        value
        if number == value.number
        else value._replace(number=number, parts=())
    )


def parse_magazine(text: str) -> int:
    """Return how many rounds a weapon holds: 15 for `15(c)`; 0 for a text that begins otherwise."""
    found = re.match(r"\s*(\d{1,4})\s*\(", text)
    return int(found[1]) if found else 0


def _short_text(value: object) -> str:
    """Return a number or text as text, and nothing for lists and maps."""
    return str(value) if isinstance(value, int | str) else ""


accept_old_attributes(
    Placing,
    lose="note_lost",
    lose_weapon="note_lost_weapon",
    lose_part="note_lost_part",
    lose_others="note_lost_values",
    weapon="add_weapon",
    piece="add_armor",
    done="finish",
    take="set_value",
    number="set_number",
    numbers="set_numbers",
    attributes="set_attributes",
    add="add_parts",
    suppose="note_assumption",
)
accept_old_imports(globals())
