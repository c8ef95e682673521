"""Faults in a page of the right shape: its formulas, and the words that rows name."""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from gmtrack.core.draft import Path
from gmtrack.rulesets.port import Problem
from gmtrack.rulesets.system_page.formula.errors import FormulaError
from gmtrack.rulesets.system_page.formula.kinds import Kind, KnownNames, judge
from gmtrack.rulesets.system_page.page.formula_text import Formula
from gmtrack.rulesets.system_page.page.names import KINDS, PageNames
from gmtrack.rulesets.system_page.page.parts import (
    DeedShape,
    FieldShape,
    RollShape,
)
from gmtrack.rulesets.system_page.page.reached import unreached_problems
from gmtrack.rulesets.system_page.page.shapes import (
    AttackShape,
    BandShape,
    SystemPage,
)
from gmtrack.rulesets.system_page.page.taken_names import (
    TAKEN_FIELDS,
    TAKEN_OF_WEAPONS,
    TAKEN_TRACKS,
)
from gmtrack.rulesets.system_page.page.words import word_problems

MOST_ROWS = 100
"""The most rows of a section."""


class PlacedFormula(NamedTuple):
    """A formula of a page: where it stands, what it may name there, and what it must come to."""

    path: Path
    formula: Formula
    known: KnownNames
    wanted: Kind = Kind.NUMBER


def page_problems(page: SystemPage) -> Iterator[Problem]:
    """Yield everything that is wrong in a page: too many rows, names that mean something else,
    formulas that cannot be worked out, words that nothing declares; if there is nothing of that,
    rows that never count."""
    found = [*_problems_of_parts(page)]
    yield from found
    if not found:
        yield from unreached_problems(page)


def _problems_of_parts(page: SystemPage) -> Iterator[Problem]:
    """Yield what is wrong in each row by itself."""
    yield from _row_problems(page)
    names = PageNames(page)
    for placed in Formulas(page, names).list_all():
        try:
            judge(placed.formula.node, placed.known, placed.wanted)
        except FormulaError as error:
            yield Problem(placed.path, str(error))
    yield from word_problems(page)


# --- formulas ---


class Formulas:
    """The formulas of a page with the names that they may use."""

    def __init__(self, page: SystemPage, names: PageNames) -> None:
        self.page, self.names = page, names

    def list_all(self) -> Iterator[PlacedFormula]:
        """Yield every formula of the page."""
        yield from self._of_fields(("sheet",), self.page.sheet)
        yield from self._of_fields(("weapon",), self.page.weapon)
        yield from self._of_people()
        yield from self._of_initiative()
        for way, attack in self.page.attacks.items():
            yield from self._of_attack(("attacks", way), attack)
        yield from self._of_damage()
        yield from self._of_tests()
        yield from self._of_modifiers()
        yield from self._of_places()
        yield from self._of_actions()
        for kind, rest in self.page.rest.items():
            known = self.names.of_one(may_roll=True)
            for track, formula in rest.add.items():
                yield PlacedFormula(
                    ("rest", kind, "add", track), formula, known
                )

    def _of_fields(
        self, path: Path, fields: Mapping[str, FieldShape]
    ) -> Iterator[PlacedFormula]:
        known = self.names.sheet if path == ("sheet",) else self.names.weapon
        for name, field in fields.items():
            if field.formula:
                above = self.names.of_fields_above(known, name)
                yield PlacedFormula(
                    (*path, name, "formula"),
                    field.formula,
                    above,
                    KINDS[field.kind],
                )

    def _of_people(self) -> Iterator[PlacedFormula]:
        """Yield the formulas of tracks, statuses and levels."""
        known = self.names.of_one()
        for name, track in self.page.tracks.items():
            yield PlacedFormula(("tracks", name, "max"), track.max, known)
            if track.start:
                yield PlacedFormula(
                    ("tracks", name, "start"), track.start, known
                )
            if track.during:
                path: Path = ("tracks", name, "during")
                yield PlacedFormula(path, track.during, known, Kind.YES_NO)
        for word, status in self.page.status.items():
            yield PlacedFormula(
                ("status", word, "when"), status.when, known, Kind.YES_NO
            )
        for word, level in self.page.levels.items():
            if level:
                yield PlacedFormula(
                    ("levels", word), level, self.names.of_level(), Kind.YES_NO
                )

    def _of_initiative(self) -> Iterator[PlacedFormula]:
        initiative = self.page.initiative
        if initiative and initiative.roll:
            known = self.names.of_one(may_roll=True)
            yield from self._of_roll(
                ("initiative", "roll"), initiative.roll, known
            )
        if initiative and initiative.ties:
            yield PlacedFormula(
                ("initiative", "ties"), initiative.ties, self.names.of_one()
            )

    def _of_roll(
        self, path: Path, roll: RollShape, known: KnownNames
    ) -> Iterator[PlacedFormula]:
        """Yield the formulas of a roll."""
        if roll.sum:
            yield PlacedFormula((*path, "sum"), roll.sum, known)
        if roll.under:
            flat = known._replace(may_roll=False)
            yield PlacedFormula((*path, "under"), roll.under, flat)
            yield PlacedFormula((*path, "dice"), roll.dice, known)
        if roll.pool:
            flat = known._replace(may_roll=False)
            yield PlacedFormula((*path, "pool"), roll.pool, flat)

    def _of_attack(
        self, path: Path, attack: AttackShape
    ) -> Iterator[PlacedFormula]:
        before = self.names.of_attack()
        flat = before._replace(may_roll=False)
        yield from self._of_roll((*path, "roll"), attack.roll, before)
        against = attack.against
        if against and against.number:
            yield PlacedFormula(
                (*path, "against", "number"), against.number, flat
            )
        for word, defense in against.defenses.items() if against else ():
            yield from self._of_roll(
                (*path, "against", "defenses", word), defense, before
            )
        if attack.type:
            yield PlacedFormula((*path, "type"), attack.type, flat, Kind.WORD)
        if attack.damage:
            yield PlacedFormula((*path, "damage"), attack.damage, before)
        known = self.names.of_attack(
            attack.roll,
            has_number=bool(against and against.number),
            defenses=against.defenses if against else (),
            more=("damage",) if attack.damage else (),
        )
        yield from self._of_bands((*path, "bands"), attack.bands, known)

    def _of_bands(
        self, path: Path, bands: Mapping[str, BandShape], known: KnownNames
    ) -> Iterator[PlacedFormula]:
        for word, band in bands.items():
            yield from self._of_condition((*path, word), band.when, known)
            if band.damage:
                yield PlacedFormula((*path, word, "damage"), band.damage, known)
            yield from self._of_deed(
                (*path, word, "target"), band.target, known
            )
            yield from self._of_deed((*path, word, "self"), band.self, known)

    def _of_condition(
        self, path: Path, when: Formula | None, known: KnownNames
    ) -> Iterator[PlacedFormula]:
        """Yield the condition of a row, if it has one. It rolls nothing."""
        if when:
            flat = known._replace(may_roll=False)
            yield PlacedFormula((*path, "when"), when, flat, Kind.YES_NO)

    def _of_deed(
        self, path: Path, deed: DeedShape | None, known: KnownNames
    ) -> Iterator[PlacedFormula]:
        """Yield the formulas of what is done to somebody."""
        if deed is None:
            return
        for track, formula in deed.add.items():
            yield PlacedFormula((*path, "add", track), formula, known)
        if deed.damage:
            yield PlacedFormula((*path, "damage"), deed.damage, known)

    def _of_damage(self) -> Iterator[PlacedFormula]:
        if self.page.damage is None:
            return
        known = self.names.of_damage("damage")
        for word, step in self.page.damage.steps.items():
            path: Path = ("damage", "steps", word)
            yield from self._of_condition(path, step.when, known)
            if step.roll:
                yield from self._of_roll((*path, "roll"), step.roll, known)
            after = self.names.of_damage("damage", roll=step.roll)
            if step.less:
                yield PlacedFormula((*path, "less"), step.less, after)
            yield from self._of_deed((*path, "target"), step.target, after)
        known = self.names.of_damage("damage", "dealt")
        for word, landing in self.page.damage.lands.items():
            path = ("damage", "lands", word)
            yield from self._of_condition(path, landing.when, known)
            for track, formula in (landing.to or {}).items():
                yield PlacedFormula((*path, "to", track), formula, known)
            yield from self._of_deed((*path, "target"), landing.target, known)

    def _of_tests(self) -> Iterator[PlacedFormula]:
        for word, test in self.page.tests.items():
            path: Path = ("tests", word)
            yield from self._of_roll(
                (*path, "roll"), test.roll, self.names.of_test()
            )
            if test.against:
                flat = self.names.of_one()
                yield PlacedFormula((*path, "against"), test.against, flat)
            known = self.names.of_test(test.roll, has_number=True)
            yield from self._of_bands((*path, "bands"), test.bands, known)

    def _of_modifiers(self) -> Iterator[PlacedFormula]:
        for word, modifier in self.page.modifiers.items():
            is_of_attack = any(
                name == "attack" or name in defenses_of(self.page)
                for name in modifier.roll
            )
            known = (
                self.names.of_attack() if is_of_attack else self.names.of_test()
            )
            path: Path = ("modifiers", word)
            yield from self._of_condition(path, modifier.when, known)
            flat = known._replace(may_roll=False)
            if modifier.plus:
                yield PlacedFormula((*path, "plus"), modifier.plus, flat)
            if modifier.damage:
                yield PlacedFormula((*path, "damage"), modifier.damage, known)
            yield from self._of_deed((*path, "self"), modifier.self, known)

    def _of_places(self) -> Iterator[PlacedFormula]:
        if self.page.location:
            known = self.names.of_attack()
            yield from self._of_roll(("location",), self.page.location, known)
        before = self.names.of_attack()._replace(may_roll=False)
        after = self.names.of_attack(more=("damage", "dealt"))
        for word, place in self.page.places.items():
            path: Path = ("places", word)
            yield PlacedFormula((*path, "plus"), place.plus, before)
            yield from self._of_condition(path, place.when, after)
            yield from self._of_deed((*path, "target"), place.target, after)

    def _of_actions(self) -> Iterator[PlacedFormula]:
        known = self.names.of_attack()
        for word, action in self.page.actions.items():
            path: Path = ("actions", word)
            yield from self._of_deed((*path, "self"), action.self, known)
            yield from self._of_deed((*path, "target"), action.target, known)


def defenses_of(page: SystemPage) -> set[str]:
    """Return the defenses of all ways to attack."""
    return {
        word
        for attack in page.attacks.values()
        if attack.against
        for word in attack.against.defenses
    }


# --- rows ---


def _row_problems(page: SystemPage) -> Iterator[Problem]:
    """Yield sections with too many rows, names that are taken, and rows that lack something."""
    for section in page.KEYS:
        rows = getattr(page, section)
        if isinstance(rows, Mapping) and len(rows) > MOST_ROWS:
            yield Problem(
                (section,),
                f"found {len(rows)} rows, allowed: {MOST_ROWS} at the most",
            )
    fields: Mapping[str, tuple[Mapping[str, object], Collection[str]]] = {
        "sheet": (page.sheet, TAKEN_FIELDS),
        "weapon": (page.weapon, TAKEN_OF_WEAPONS),
        "tracks": (page.tracks, {*TAKEN_TRACKS, *page.sheet}),
    }
    for section, (rows, taken) in fields.items():
        for name in rows:
            if name in taken:
                yield Problem(
                    (section, name),
                    f"'{name}' means something else already; take another name",
                )
    yield from _field_problems(page)
    yield from _roll_problems(page)


def _field_problems(page: SystemPage) -> Iterator[Problem]:
    """Yield choices without words."""
    types = page.damage.types if page.damage else ()
    for section, fields in (("sheet", page.sheet), ("weapon", page.weapon)):
        for name, field in fields.items():
            if field.kind == "places" and not page.places:
                yield Problem(
                    (section, name),
                    "the page has no `places`, each of which has a number here",
                )
            if field.kind in ("word", "words") and not (field.of or types):
                yield Problem(
                    (section, name),
                    "`of` is missing: the words that can be chosen",
                )


def _roll_problems(page: SystemPage) -> Iterator[Problem]:
    """Yield rolls that are none of the three kinds, or several."""
    for path, roll in _rolls_of(page):
        kinds = [one for one in (roll.sum, roll.under, roll.pool) if one]
        if len(kinds) != 1:
            yield Problem(
                path, "a roll has one of the keys sum, under and pool"
            )


def _rolls_of(page: SystemPage) -> Iterator[tuple[Path, RollShape]]:
    """Yield every roll of a page with its path."""
    if page.initiative and page.initiative.roll:
        yield ("initiative", "roll"), page.initiative.roll
    for way, attack in page.attacks.items():
        yield ("attacks", way, "roll"), attack.roll
        defenses = attack.against.defenses if attack.against else {}
        for word, defense in defenses.items():
            yield ("attacks", way, "against", "defenses", word), defense
    for word, step in page.damage.steps.items() if page.damage else ():
        if step.roll:
            yield ("damage", "steps", word, "roll"), step.roll
    for word, test in page.tests.items():
        yield ("tests", word, "roll"), test.roll
    if page.location:
        yield ("location",), page.location
