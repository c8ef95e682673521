"""What somebody might do in a sr3 fight, and what they have to spend on it."""

from collections.abc import Iterator, Mapping

from gmtrack.core.choice import Candidate
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.kit.choices import Slots, actions, armed, attacks, fired, tests
from gmtrack.rulesets.sr3.actions.actions import ACTIONS
from gmtrack.rulesets.sr3.attack.distance import apart
from gmtrack.rulesets.sr3.screens.lexicon import lexicon
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.rulesets.sr3.sheet.scene import barriers
from gmtrack.rulesets.sr3.tables.ranges import CATEGORIES

RANGES = tuple(f"range={category}" for category in CATEGORIES)
"""How far somebody is, where no positions say so."""


def candidates(encounter: Encounter, who: str) -> Iterator[Candidate]:
    """Every attack with each weapon and mode, every action, every test."""
    scene, words = Scene(Draft(encounter)), lexicon(encounter)
    me = scene.fighter(who)
    weapons = words.weapons.get(who, ())
    others = tuple(other for other in encounter.present() if other != who)

    def ways(weapon: str, target: str) -> Iterator[tuple[str, ...]]:
        every = fired(weapon, words.modes[who])
        modes = every if len(every) > 1 else []
        known = target not in encounter.combatants or apart(me, scene.fighter(target)) is not None
        yield from modes if known else ((*mode, where) for mode in ((), *modes) for where in RANGES)

    yield from attacks(who, (*others, *barriers(encounter)), weapons, ways)
    names = tuple(entry.word for entry in weapons)
    slots: Slots = {"TARGET": others, "WEAPON": names}
    yield from actions(who, ACTIONS.values(), slots)
    with_weapon = [row for row in ACTIONS.values() if "--weapon" in row.options]
    yield from armed(actions(who, with_weapon, slots), weapons)
    yield from tests(who, words.tests)


def means(draft: Draft, who: str) -> Mapping[str, int]:
    """Free and simple actions of the phase, and the combat pool."""
    fighter = Scene(draft).fighter(who)
    return {"free": fighter.free_left, "simple": fighter.simple_left}


def ammunition(draft: Draft, who: str) -> Mapping[str, int]:
    """The rounds in all weapons."""
    fighter = Scene(draft).fighter(who)
    return {"rounds": sum(map(fighter.ammo_of, fighter.weapons))}
