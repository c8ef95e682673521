"""Caches of what attacks are worth, for all setups of a simulation: fights that differ only in who
takes part share one."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from gmtrack.core.encounter import Encounter
from gmtrack.simulation.fight import Setup
from gmtrack.simulation.harm.cache import HarmCache
from gmtrack.simulation.states import describe_combatant


class _Shared(NamedTuple):
    """A cache with what the setups that share it have in common."""

    scene: Encounter
    """Their encounter without combatants."""
    prices: Collection[tuple[str, float]]
    people: dict[str, str]
    """What is to be known of each combatant of any of them."""
    harm: HarmCache

    def fits(
        self,
        scene: Encounter,
        prices: Collection[tuple[str, float]],
        people: Mapping[str, str],
    ) -> bool:
        """Whether an attack is worth the same in another setup: the scene and the prices are the
        same, and so are all combatants that both have."""
        return (self.scene, self.prices) == (scene, prices) and all(
            people.get(who, one) == one for who, one in self.people.items()
        )


class SharedHarm:
    """What attacks are worth in the setups of a simulation. `folder` is where processes tell each
    other; None if there is one alone."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._shared: list[_Shared] = []

    def find(self, setup: Setup) -> HarmCache:
        """Return what is known of a setup's attacks. Setups of which one has only more combatants
        than the other get the same cache: the odds of an attack are those of the fight as it stood
        at first, whoever else is there."""
        encounter = setup.encounter
        scene = _leave_combatants_out(encounter)
        people = {
            who: describe_combatant(encounter, who)
            for who in encounter.combatants
        }
        for shared in self._shared:
            if shared.fits(scene, setup.prices, people):
                shared.people.update(people)
                return shared.harm
        place = self._folder and self._folder / str(len(self._shared))
        new = _Shared(scene, setup.prices, people, HarmCache(place))
        self._shared.append(new)
        return new.harm


def _leave_combatants_out(encounter: Encounter) -> Encounter:
    """Return an encounter without its combatants, neither their sheets nor their live states."""
    fight = {
        key: one for key, one in encounter.fight.items() if key != "combatants"
    }
    return replace(encounter, combatants={}, fight=fight)
