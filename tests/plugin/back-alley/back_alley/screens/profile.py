"""One combatant, whole."""

from back_alley.game import WORDS, Scene
from back_alley.screens.fighters import conditions_of, tracks_of
from back_alley.sheet import Fighter
from back_alley.tables import HEALTH, TESTS
from back_alley.wounds import EFFECTS
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.screen import Number, Profile, Section
from gmtrack.rulesets.kit import board as frame
from gmtrack.rulesets.kit.words import find_combatant


def show(encounter: Encounter, word: str) -> Profile:
    """One combatant."""
    who = Scene(Draft(encounter)).fighter(find_combatant(encounter, word, WORDS))
    return frame.make_profile(
        who,
        (_attributes(who), _weapons(who)),
        _document(who),
        tracks=tracks_of(who),
        conditions=conditions_of(who),
    )


def _attributes(who: Fighter) -> Section:
    return Section("Sheet", tuple(Number(key, str(getattr(who.sheet, key))) for key in TESTS))


def _weapons(who: Fighter) -> Section:
    rows = tuple(
        (key, weapon.name, str(weapon.damage), weapon.kind, _where(who, key))
        for key, weapon in who.sheet.weapons.items()
    )
    return Section("Weapons", columns=("id", "name", "damage", "kind", ""), rows=rows)


def _where(who: Fighter, weapon: str) -> str:
    if weapon in who.lying:
        return "thrown"
    return "in hand" if weapon == who.in_hand else ""


def _document(who: Fighter) -> Data:
    return {
        "track": {"health": {"now": who.health, "most": HEALTH}},
        "in_hand": who.in_hand,
        "effects": [
            {"effect": word, "until": EFFECTS[word].until, "rounds": who.timed.get(word)}
            for word in EFFECTS.holding(who)
        ],
    }
