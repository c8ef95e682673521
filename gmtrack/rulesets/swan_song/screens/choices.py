"""What somebody might do in a Swan Song fight, and what they have to spend on it."""

from collections.abc import Iterator, Mapping

from gmtrack.core.choice import Candidate
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.kit.choices import Slots, actions, attacks, fired, tests
from gmtrack.rulesets.swan_song.actions.actions import ACTIONS
from gmtrack.rulesets.swan_song.screens.lexicon import lexicon
from gmtrack.rulesets.swan_song.sheet.game import Scene


def candidates(encounter: Encounter, who: str) -> Iterator[Candidate]:
    """Every attack with each weapon and mode, every action, every test."""
    scene, words = Scene(Draft(encounter)), lexicon(encounter)
    others = tuple(other for other in encounter.present() if other != who)
    barriers = tuple(encounter.scene.get("barriers") or ())

    def ways(weapon: str, target: str) -> Iterator[tuple[str, ...]]:
        del target
        modes = fired(weapon, words.modes[who])
        yield from modes if len(modes) > 1 else ()

    yield from attacks(who, (*others, *barriers), words.weapons.get(who, ()), ways)
    weapons = tuple(entry.word for entry in words.weapons.get(who, ()))
    people, items = (*others, who), tuple(scene.fight.timed_items)
    slots: Slots = {
        "TARGET": others, "PATIENT": people, "WEAPON": weapons, "ITEM": items,
        "TEXT": ("something",),
    }  # fmt: skip
    yield from actions(who, ACTIONS.values(), slots)
    yield from tests(who, words.tests)


def means(draft: Draft, who: str) -> Mapping[str, int]:
    """AP, and the Free Action of the pass."""
    fighter = Scene(draft).fighter(who)
    return {"AP": fighter.ap, "free action": 0 if fighter.free_used else 1}
