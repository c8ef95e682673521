"""Names that a formula may use, by the place of the page where the formula stands."""

from collections.abc import Iterable, Iterator, Mapping

from gmtrack.rulesets.system_page.formula.kinds import (
    Kind,
    KnownName,
    KnownNames,
)
from gmtrack.rulesets.system_page.formula.nodes import word_of
from gmtrack.rulesets.system_page.page.parts import (
    FieldShape,
    RollShape,
)
from gmtrack.rulesets.system_page.page.rolls_and_deeds import (
    DEFENSE,
    NO_DEFENSE,
    knows_defense,
)
from gmtrack.rulesets.system_page.page.shapes import (
    SystemPage,
)

KINDS: Mapping[str, Kind] = {
    "number": Kind.NUMBER,
    "dice": Kind.NUMBER,
    "switch": Kind.YES_NO,
    "word": Kind.WORD,
    "words": Kind.WORDS,
    "text": Kind.WORD,
    "places": Kind.BY_PLACE,
}
"""The kind of a field's value in formulas, by the kind of the field."""
NUMBER = KnownName(Kind.NUMBER)
ROLLER, TARGET, ATTACKER, WEAPON = "me", "target", "attacker", "weapon"
WAY = "way"
"""The field of a weapon that says how it attacks."""


class PageNames:
    """The names that a page declares, put together for the places where formulas stand."""

    def __init__(self, page: SystemPage) -> None:
        self.page = page
        types = page.damage.types if page.damage else ()
        self.sheet = {
            name: known_field(page, field) for name, field in page.sheet.items()
        }
        self.weapon = {
            name: known_field(page, field)
            for name, field in page.weapon.items()
        }
        self.weapon[WAY] = KnownName(Kind.WORD, tuple(page.attacks))
        self.own = {**self.sheet, **dict.fromkeys(page.tracks, NUMBER)}
        self.levels = dict.fromkeys(page.levels, NUMBER)
        self.type = KnownName(Kind.WORD, types)
        self.place = KnownName(Kind.WORD, tuple(page.places))

    def of_fields_above(
        self, fields: Mapping[str, KnownName], name: str
    ) -> KnownNames:
        """Return what a field may follow from: the fields above it."""
        above = {}
        for other, known in fields.items():
            if other == name:
                break
            above[other] = known
        return KnownNames(above, may_roll=False)

    def of_one(self, *, may_roll: bool = False) -> KnownNames:
        """Return what is known of one person alone."""
        return self._with_people({}, (ROLLER,), may_roll=may_roll)

    def of_level(self) -> KnownNames:
        """Return what is known where a level is found."""
        return KnownNames({"rolled": NUMBER, "chance": NUMBER}, may_roll=False)

    def of_test(
        self, roll: RollShape | None = None, *, has_number: bool = False
    ) -> KnownNames:
        """Return what is known in a test: before its roll (None) or after it. `has_number`: the
        test is made against a number."""
        after = self._of_roll(roll, has_number=has_number) if roll else {}
        return self._with_people(after, (ROLLER,), may_roll=True)

    def of_attack(
        self,
        roll: RollShape | None = None,
        *,
        has_number: bool = False,
        defenses: Iterable[str] = (),
        more: Iterable[str] = (),
    ) -> KnownNames:
        """Return what is known in an attack: before its roll (None) or after it. `defenses` are
        those that the target may choose, `more` names of numbers that are known besides (`damage`,
        `dealt`)."""
        names = {"type": self.type, "place": self.place}
        if roll:
            names |= self._of_roll(roll, has_number=has_number)
        if words := tuple(defenses):
            names["theirs"] = NUMBER
            if knows_defense(self.page):
                names[DEFENSE] = KnownName(Kind.WORD, (*words, NO_DEFENSE))
        names |= dict.fromkeys(more, NUMBER)
        people = (ROLLER, TARGET, ATTACKER)
        return self._with_people(names, people, may_roll=True, has_weapon=True)

    def of_damage(
        self, *more: str, roll: RollShape | None = None
    ) -> KnownNames:
        """Return what is known where damage is taken, whoever deals it: the one who is hit, the
        type, the place, and the numbers `more`."""
        names = {
            "type": self.type,
            "place": self.place,
            **dict.fromkeys(more, NUMBER),
        }
        if roll:
            names |= self._of_roll(roll, has_number=False)
        return self._with_people(names, (ROLLER, TARGET), may_roll=True)

    def _of_roll(
        self, roll: RollShape, *, has_number: bool
    ) -> dict[str, KnownName]:
        """Return what a roll comes to, by its kind."""
        if roll.pool:
            found = ["successes", "ones"]
        elif roll.under:
            found = ["rolled", "chance"]
            if self.levels:
                found.append("level")
        else:
            found = ["rolled", "total"]
        if has_number:
            found.append("against")
            if roll.sum:
                found.append("margin")
        return dict.fromkeys(found, NUMBER)

    def _with_people(
        self,
        names: Mapping[str, KnownName],
        people: tuple[str, ...],
        *,
        may_roll: bool,
        has_weapon: bool = False,
    ) -> KnownNames:
        """Return these names with the fields and tracks of the people and of the weapon."""
        meant = {**self.levels, **self.own, **names}
        # What belongs to the place comes first, as messages list the first names.
        known = {name: meant[name] for name in (*names, *meant)}
        known.update(self._owned(people))
        if has_weapon:
            known |= {
                f"{WEAPON}.{name}": one for name, one in self.weapon.items()
            }
        return KnownNames(known, people, tuple(self.page.conditions), may_roll)

    def _owned(
        self, people: tuple[str, ...]
    ) -> Iterator[tuple[str, KnownName]]:
        """Yield the fields and tracks of each person with the person before the dot."""
        for person in people:
            for name, one in self.own.items():
                yield f"{person}.{name}", one


def known_field(page: SystemPage, field: FieldShape) -> KnownName:
    """Return what formulas know of a field. Words are those of the field, or the types of
    damage; for numbers by place the places."""
    kind = KINDS[field.kind]
    types = page.damage.types if page.damage else ()
    words: Iterable[str] = ()
    if field.kind in ("word", "words"):
        words = field.of or types
    elif field.kind == "places":
        words = page.places
    return KnownName(
        kind, tuple(map(word_of, words)), is_dice=field.kind == "dice"
    )
