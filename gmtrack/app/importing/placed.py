"""Foreign characters placed as combatants of a ruleset, if that ruleset can import."""

from dataclasses import replace
from importlib import import_module
from typing import cast

from gmtrack.app.importing import effects_of_things
from gmtrack.app.importing.members import (
    find_member,
    id_and_name,
    keep_gm_fields,
    updatable_members,
    without_live_state,
)
from gmtrack.app.importing.spreadsheet_rows import ImportedPerson
from gmtrack.app.newcomers import new_names
from gmtrack.core.encounter import Encounter
from gmtrack.core.foreign import (
    AssumedValue,
    ForeignCharacter,
    SkippedCharacter,
    TakenField,
)
from gmtrack.errors import BadFile, Fault, Refusal
from gmtrack.rulesets.port import Besides, Importer, Ruleset

SIDES = {True: "pc", False: "foe"}
ROOT = "combatants."


def importer_of(ruleset: Ruleset) -> Importer | None:
    """Return what places foreign characters for a ruleset; None if it has nothing."""
    if not hasattr(ruleset, "IMPORTED"):
        return None
    found = cast("Besides", ruleset).IMPORTED
    if isinstance(found, str):
        return cast("Importer", import_module(found))
    return found


def can_place_game(ruleset: Ruleset, system: str) -> bool:
    """Whether a ruleset can place characters of this game."""
    importer = importer_of(ruleset)
    return importer is not None and system in importer.SYSTEMS


def place_foreigners(
    found: list[ForeignCharacter],
    file: str,
    encounter: Encounter,
    ruleset: Ruleset,
    left_out: list[SkippedCharacter] | None = None,
) -> tuple[ImportedPerson, ...]:
    """Return the characters as combatants of the ruleset, with checked sheets. With `left_out`,
    characters that the ruleset cannot hold are added to it.

    Raises Refusal; BadFile for the first character that the ruleset cannot hold, or with
    `left_out` only if it can hold none."""
    importer = importer_of(ruleset)
    assert importer is not None
    taken, known = encounter.names(), updatable_members(encounter)
    people: list[ImportedPerson] = []
    errors: list[BadFile] = []
    # Later characters can share the effect definitions of earlier ones.
    encounter = replace(encounter, effects=dict(encounter.effects))
    for foreign in found:
        try:
            person = _place_foreigner(
                foreign, importer, taken, known, file, encounter, ruleset
            )
        except BadFile as error:
            if left_out is None:
                raise
            errors.append(error)
            left_out.append(
                SkippedCharacter(
                    foreign.name, "; ".join(f.message for f in error.faults)
                )
            )
            continue
        encounter.effects |= person.effects
        taken[person.id] = person.name
        known.pop(person.id, None)
        people.append(person)
    if errors and not people:
        raise BadFile([fault for error in errors for fault in error.faults])
    return tuple(people)


def _place_foreigner(
    foreign: ForeignCharacter,
    importer: Importer,
    taken: dict[str, str],
    known: dict[str, str],
    file: str,
    encounter: Encounter,
    ruleset: Ruleset,
) -> ImportedPerson:
    """Return one character as a combatant. Somebody who is `known` keeps their id and the GM's
    fields. Raises BadFile with what the ruleset refuses."""
    from gmtrack.store.check.assign import checked_sheet

    placed = importer.imported(foreign)
    there = find_member(known, foreign.name, "", ruleset.WORDS.value)
    who, name = (
        id_and_name(there, known, foreign.name)
        if there
        else next(new_names(foreign.name, 1, taken))
    )
    side = SIDES[foreign.player]
    sheet = {"name": name, "side": side, **placed.sheet}
    own = encounter.sheet(who) if there else {}
    if there:
        sheet = keep_gm_fields(sheet, own, getattr(ruleset, "HANDS", ()))
    added = effects_of_things.define_added_effects(
        placed.added, foreign.program, who, own, encounter, ruleset
    )
    if always := effects_of_things.always_effects(own, added, encounter):
        sheet["always"] = always
    effects = {
        id: data
        for id, data in added.items()
        if encounter.effects.get(id) != data
    }
    trial = without_live_state(encounter, who)
    trial = replace(trial, effects={**trial.effects, **effects})
    try:
        sheet = checked_sheet(trial, ruleset, who, sheet)
    except Refusal as refusal:
        lines = refusal.message.split("\n")
        told = [line.removeprefix(f"{ROOT}{who}.") for line in lines]
        raise BadFile(
            [Fault(foreign.name, line, file) for line in told]
        ) from refusal
    why = f"{foreign.kind or 'somebody'} of {foreign.program}"
    assumed = [] if there else [AssumedValue(f"side {side}", why)]
    took = (
        *placed.took,
        *(
            TakenField(f"effects.{id}", data["change"], "")
            for id, data in added.items()
        ),
    )
    return ImportedPerson(
        who, name, sheet, foreign.program, took, placed.lost, (*assumed, *placed.assumed),
        there.by if there else "", effects=effects,
    )  # fmt: skip
