"""Foreign characters as combatants of a ruleset, if it says how."""

from importlib import import_module
from typing import TYPE_CHECKING, cast

from gmtrack.app.importing.lines import Person
from gmtrack.app.newcomers import new_names
from gmtrack.core.encounter import Encounter
from gmtrack.core.foreign import Assumed, Foreign
from gmtrack.errors import BadFile, Fault, Refusal

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Importer, Importing, Ruleset

SIDES = {True: "pc", False: "foe"}
ROOT = "combatants."


def importer_of(ruleset: "Ruleset") -> "Importer | None":
    """How a ruleset places characters of other programs; None where it says nothing of them."""
    if not hasattr(ruleset, "IMPORTED"):
        return None
    return cast("Importer", import_module(cast("Importing", ruleset).IMPORTED))


def takes(ruleset: "Ruleset", system: str) -> bool:
    """Whether a ruleset can place characters of a game."""
    importer = importer_of(ruleset)
    return importer is not None and system in importer.SYSTEMS


def persons(
    found: list[Foreign], file: str, encounter: Encounter, ruleset: "Ruleset"
) -> tuple[Person, ...]:
    """Everybody as the ruleset places them. Raises Refusal, and BadFile where what a file says
    is beyond what the ruleset allows."""
    importer = importer_of(ruleset)
    assert importer is not None
    taken = encounter.names()
    people: list[Person] = []
    for foreign in found:
        person = _person(foreign, importer, taken, file, encounter, ruleset)
        taken[person.id] = person.name
        people.append(person)
    return tuple(people)


def _person(
    foreign: Foreign,
    importer: "Importer",
    taken: dict[str, str],
    file: str,
    encounter: Encounter,
    ruleset: "Ruleset",
) -> Person:
    from gmtrack.store.check.assign import checked_sheet

    placed = importer.imported(foreign)
    who, name = next(new_names(foreign.name, 1, taken))
    side = SIDES[foreign.player]
    sheet = {"name": name, "side": side, **placed.sheet}
    try:
        sheet = checked_sheet(encounter, ruleset, who, sheet)
    except Refusal as refusal:
        lines = refusal.message.split("\n")
        told = [line.removeprefix(f"{ROOT}{who}.") for line in lines]
        raise BadFile([Fault(foreign.name, line, file) for line in told]) from refusal
    why = f"{foreign.kind or 'somebody'} of {foreign.program}"
    assumed = (Assumed(f"side {side}", why), *placed.assumed)
    return Person(who, name, sheet, foreign.program, placed.took, placed.lost, assumed)
