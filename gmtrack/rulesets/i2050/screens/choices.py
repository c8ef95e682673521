"""What somebody might do in an i2050 fight, and what they have to spend on it."""

from collections.abc import Iterator, Mapping

from gmtrack.core.choice import Candidate
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.i2050.actions.actions import ACTIONS
from gmtrack.rulesets.i2050.screens.lexicon import lexicon
from gmtrack.rulesets.kit.choices import Slots, actions, armed, attacks, fired, tests


def candidates(encounter: Encounter, who: str) -> Iterator[Candidate]:
    """Every attack with each weapon and mode, every action, every test."""
    words = lexicon(encounter)
    weapons = words.weapons.get(who, ())
    others = tuple(other for other in encounter.present() if other != who)

    def ways(weapon: str, target: str) -> Iterator[tuple[str, ...]]:
        del target
        yield from fired(weapon, words.modes[who])

    yield from attacks(who, others, weapons, ways)
    slots: Slots = {"TARGET": others}
    yield from actions(who, ACTIONS.values(), slots)
    with_weapon = [row for row in ACTIONS.values() if "--weapon" in row.options]
    yield from armed(actions(who, with_weapon, slots), weapons)
    yield from tests(who, words.tests)


def means(draft: Draft, who: str) -> Mapping[str, int]:
    """Nothing is paid for: an action is declared, or it is not."""
    del draft, who
    return {}
