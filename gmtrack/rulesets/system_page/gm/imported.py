"""Characters of games with a d20 and armor class, as combatants of a page that has both."""

import re
from collections.abc import Collection, Iterable, Mapping

from gmtrack.core.foreign import (
    ForeignCharacter,
    ForeignThing,
    ForeignValue,
    ImportedSheet,
)
from gmtrack.rulesets.kit.foreign import Placing
from gmtrack.rulesets.kit.sheet import FileShape
from gmtrack.rulesets.system_page.page.parts import FieldShape
from gmtrack.rulesets.system_page.page.shapes import SystemPage

D20 = "d20"
PLACES: Mapping[str, tuple[str, ...]] = {
    "max_hp": ("max_hp", "hp"),
    "ac": ("ac", "armor_class", "defense"),
    "initiative": ("init", "initiative"),
    "str": ("str", "strength"),
    "dex": ("dex", "dexterity"),
    "con": ("con", "constitution"),
    "int": ("int", "intelligence"),
    "wis": ("wis", "wisdom"),
    "cha": ("cha", "charisma"),
    **{
        f"{ability}_save": (f"{ability}_save",)
        for ability in ("str", "dex", "con", "int", "wis", "cha")
    },
    "resistances": ("resists", "resistances"),
    "immunities": ("immune_to", "immunities"),
    "vulnerabilities": ("weak_to", "vulnerabilities"),
}
"""The fields of a page, the first that it has counts, by the name of a foreign value."""
OF_WEAPONS: Mapping[str, tuple[str, ...]] = {
    "bonus": ("bonus", "to_hit"),
    "damage": ("damage",),
    "type": ("type",),
}
"""The same for the values of a weapon."""
OWN = ("max_hp", "ac")
"""Values for which a page has to have a field that does not follow from others."""
DEX_MOD = "dex_mod"
DIES = "dies_at_0"
NO_FIELD = "the page has no field for it"
DICE = re.compile(r"\d{1,3}(d\d{1,3}([+-]\d{1,3})?)?")


class PageImporter:
    """Finds a place in the sheet of one page for each value of a character of another program
    (`Importer` of the port)."""

    def __init__(self, page: SystemPage, sheet: type[FileShape]) -> None:
        self._page, self._sheet = page, sheet

    @property
    def SYSTEMS(self) -> Collection[str]:  # noqa: N802 - a name of the port
        """The games whose characters the page can hold: those with a d20 if it has hit points and
        armor class."""
        fields = [self._field(name) for name in OWN]
        own = [one for one in fields if one and not self._follows(one)]
        return (D20,) if len(own) == len(OWN) else ()

    def imported(self, foreign: ForeignCharacter) -> ImportedSheet:
        """Return the sheet of a foreign character, and what became of everything in the file."""
        placing = Placing(foreign, self._sheet)
        for name, value in {**foreign.others, **foreign.attributes}.items():
            if name != "initiative":
                self._place_number(placing, name, value)
        self._place_initiative(placing, foreign)
        for name, words in foreign.words.items():
            at = words[0].at if words else ""
            self._place_words(placing, name, [one.text for one in words], at)
        self._place_weapons(placing, foreign.weapons)
        dies = self._page.sheet.get(DIES)
        if dies and dies.kind == "switch" and not foreign.player:
            placing.assume(DIES, True, "monsters die at 0 hit points")
        if "hidden" in foreign.traits:
            placing.set_value("hidden", True, "Hidden")
        return placing.finish()

    def _field(self, name: str) -> str:
        """Return the field of the sheet for a foreign value; empty if the page has none."""
        fields = self._page.sheet
        return next((one for one in PLACES[name] if one in fields), "")

    def _follows(self, field: str) -> bool:
        """Whether a field follows from others where the sheet says nothing."""
        return self._page.sheet[field].formula is not None

    def _place_number(
        self, placing: Placing, name: str, value: ForeignValue
    ) -> None:
        """Write a number into its field, or note it as lost."""
        field = self._field(name)
        kind = self._page.sheet[field].kind if field else ""
        if kind == "number":
            placing.set_number(field, value)
        elif kind == "text":
            placing.set_value(field, str(value.number), value.at, value.why)
        else:
            what = f"{name.replace('_', ' ')} {value.number}"
            placing.note_lost(what, NO_FIELD, value.at)

    def _place_initiative(
        self, placing: Placing, foreign: ForeignCharacter
    ) -> None:
        """Write what is added to the die for initiative. A page that rolls by Dexterity takes it
        as the modifier of Dexterity where the file does not name that."""
        value = foreign.others.get("initiative")
        if value is None:
            return
        if self._field("initiative"):
            self._place_number(placing, "initiative", value)
            return
        dex = foreign.attributes.get("dex")
        has_modifier = DEX_MOD in self._page.sheet
        if has_modifier and dex is None:
            placing.set_value(DEX_MOD, value.number, value.at, value.why)
            why = "the file has initiative alone"
            placing.note_assumption(f"{DEX_MOD} {value.number}", why)
        elif (
            not has_modifier
            or value.number != ((dex.number if dex else 10) - 10) // 2
        ):
            why = (
                "initiative follows from Dexterity"
                if has_modifier
                else NO_FIELD
            )
            placing.note_lost(f"initiative {value.number:+}", why, value.at)

    def _place_words(
        self, placing: Placing, name: str, words: Iterable[str], at: str
    ) -> None:
        """Write the words that a field of the page allows, and note the others as lost."""
        field = self._field(name)
        allowed = self._allowed(self._page.sheet[field]) if field else ()
        known = [word.lower() for word in words if word.lower() in allowed]
        if known:
            placing.set_value(field, known, at)
        for word in words:
            if word.lower() not in allowed:
                why = (
                    "the page has no such type of damage" if field else NO_FIELD
                )
                placing.note_lost(f"{name}: {word}", why, at)

    def _allowed(self, field: FieldShape) -> tuple[str, ...]:
        """Return the words that a field takes; none for a field of another kind."""
        if field.kind not in ("word", "words"):
            return ()
        return field.of or (
            self._page.damage.types if self._page.damage else ()
        )

    def _place_weapons(
        self, placing: Placing, weapons: Iterable[ForeignThing]
    ) -> None:
        """Add the attacks as weapons. A page without attacks, or without fields for their numbers,
        keeps them as a note for the game master."""
        fields = self._fields_of_weapons()
        told = []
        for thing in weapons:
            for more in thing.words("more"):
                placing.note_lost_part(
                    thing, more, "a weapon has one kind of damage"
                )
            if "bonus" in fields and "damage" in fields:
                placing.add_weapon(thing, self._weapon(placing, thing, fields))
            else:
                kind = thing.text("type")
                damage = " ".join(filter(None, (thing.text("damage"), kind)))
                told.append(
                    f"{thing.name} {thing.number('bonus') or 0:+}, {damage}"
                )
        if told:
            placing.set_value("notes", "; ".join(told), "actions")

    def _fields_of_weapons(self) -> Mapping[str, str]:
        """Return the fields of the page's weapons by the foreign value that they take."""
        fields = self._page.weapon if self._page.attacks else {}
        found = {}
        for name, places in OF_WEAPONS.items():
            field = next((one for one in places if one in fields), None)
            wanted = {"bonus": "number", "damage": "dice", "type": "word"}[name]
            if field and fields[field].kind == wanted:
                found[name] = field
        return found

    def _weapon(
        self, placing: Placing, thing: ForeignThing, fields: Mapping[str, str]
    ) -> dict[str, object]:
        """Return the data of a weapon for an attack with these numbers."""
        data: dict[str, object] = {
            "name": thing.name,
            fields["bonus"]: thing.number("bonus") or 0,
        }
        damage, kind = thing.text("damage"), thing.text("type")
        if DICE.fullmatch(damage):
            data[fields["damage"]] = damage
        else:
            placing.note_lost_part(
                thing, f"damage {damage}", "these are no dice"
            )
        if not kind:
            return data
        if "type" in fields and kind in self._allowed(
            self._page.weapon[fields["type"]]
        ):
            data[fields["type"]] = kind
        else:
            placing.note_lost_part(
                thing, f"{kind} damage", "the page has no such type"
            )
        return data
