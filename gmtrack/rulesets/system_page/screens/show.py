"""The screen of one whole combatant (`show`)."""

from collections.abc import Iterator
from typing import Any

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.screen import Number, Profile, Section
from gmtrack.rulesets.kit.board import fixed_place_number, make_profile
from gmtrack.rulesets.kit.seated import has_fixed_place
from gmtrack.rulesets.kit.words import find_combatant
from gmtrack.rulesets.system_page.formula.nodes import PlacedNumbers
from gmtrack.rulesets.system_page.screens.board import tracks_of
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.game import WORDS, Scene


def show(scene_class: type[Scene], encounter: Encounter, word: str) -> Profile:
    """Return the profile of a combatant. Raises Refusal for a word that fits nobody."""
    scene = scene_class(Draft(encounter))
    who = scene.fighter(find_combatant(encounter, word, WORDS))
    numbers = [*_numbers(scene, who)]
    if has_fixed_place(who):
        numbers.append(fixed_place_number(who))
    sections = [Section("Sheet", tuple(numbers))]
    if scene.page.attacks:
        sections.append(_weapons(scene, who))
    tracks = {
        name: {"now": getattr(who, name), "max": who.most_of(name)}
        for name in scene.page.tracks
    }
    return make_profile(
        who, tuple(sections), {"tracks": tracks}, tracks=tracks_of(who)
    )


def _numbers(scene: Scene, who: Fighter) -> Iterator[Number]:
    """Yield the fields of the sheet that say something."""
    for name in scene.page.sheet:
        text = format_value(getattr(who.sheet, name))
        if text:
            label = name.replace("_", " ")
            yield Number(
                label,
                text,
                fields=(name,),
                rules=scene.row("sheet", name),
            )


def _weapons(scene: Scene, who: Fighter) -> Section:
    fields = [*scene.page.weapon]
    rows = tuple(
        (
            key,
            weapon.name,
            *(format_value(getattr(weapon, field)) for field in fields),
        )
        for key, weapon in who.sheet.weapons.items()
    )
    heads = (field.replace("_", " ") for field in fields)
    return Section("Weapons", columns=("id", "name", *heads), rows=rows)


def format_value(value: Any) -> str:
    """Return a value of a sheet in words."""
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, PlacedNumbers):
        return _format_by_place(value)
    if isinstance(value, tuple):
        return ", ".join(value)
    return str(value)


def _format_by_place(numbers: PlacedNumbers) -> str:
    """Return the numbers of a field in words, each place with its own."""
    shares = [f"{place} {one}" for place, one in numbers.by_place.items()]
    if not shares:
        return str(numbers.elsewhere)
    return ", ".join([*shares, f"else {numbers.elsewhere}"])
