"""Vary the main choices of each side, one at a time, to find out which moves the answer most."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gmtrack.app.simulation.document import wins_document
from gmtrack.app.simulation.runner import FightRunner
from gmtrack.core.encounter import Data, Encounter
from gmtrack.simulation.fight import PARTY, Setup, Sides
from gmtrack.simulation.habits import (
    ALWAYS,
    AREA,
    COVER,
    DEFENSE,
    FOCUS,
    NEVER,
    OFFERED,
    ON,
    TARGET,
    Habit,
)
from gmtrack.simulation.tally import Tally

MOST_TARGETS = 3
"""The most foes on whom a side gathers, one after the other."""
MOST_FIGHTS = 120
"""The most fights of a choice that is varied."""
SHARE = 5
"""The part of the fights that were played which are played of the choice that moves most."""
NOTABLE = 0.05
"""The least change of the chance to win for which a choice goes on to the next heat."""
HEATS = ((0.15, 3), (0.4, 1), (1.0, 1))
"""The heats of the race of choices: up to which share of its fights each is played, and how many
go on to the next heat, those that move the answer most."""


class VariedChoice(NamedTuple):
    """A choice that was varied, with the fights that were played so."""

    habit: Habit
    setup: Setup
    tally: Tally

    def moved(self, side: str, usual: float) -> float:
        """Return by how much the side's chance to win differs from the usual one."""
        won = self.tally.won[side] / max(1, self.tally.fights)
        return abs(won - usual)


def choices_document(setup: Setup, tally: Tally, where: FightRunner) -> Data:
    """Return the choices that were varied, as `choices`, that which moves the answer most first.
    `nothing_to_choose` stands there instead if sense never had anything to choose. Empty if the
    simulation was broken off, or if everybody fights plainly."""
    if tally.broken_off or not setup.sensible:
        return {}
    habits = [*list_habits(setup, tally.met)]
    if not habits and not tally.met:
        return {"nothing_to_choose": True}
    side = _side_of_interest(setup)
    varied = _race(setup, habits, tally, side, where)
    return {"choices": [_choice_document(one) for one in varied]}


def list_habits(
    setup: Setup, met: Mapping[tuple[str, str], int]
) -> Iterator[Habit]:
    """Yield what each side could always do otherwise: gather on one foe, or on the weakest; take
    cover always or never; never attack several; never defend themselves. What the side never came
    to in the fights that were played (`met`) is left out."""
    sides = Sides(setup.encounter)
    for side in dict.fromkeys(sides.side_by_combatant.values()):
        own = [
            who for who, one in sides.side_by_combatant.items() if one == side
        ]
        foes = _different_foes(setup.encounter, sides.foes[own[0]])
        if len(own) > 1 and len(sides.foes[own[0]]) > 1:
            for foe in foes:
                yield Habit(side, TARGET, ON, foe)
            yield Habit(side, TARGET, FOCUS)
        if not setup.sensible:
            continue
        if (side, OFFERED) in met:
            yield Habit(side, COVER, ALWAYS)
        for choice in (COVER, AREA, DEFENSE):
            if (side, choice) in met:
                yield Habit(side, choice, NEVER)


def _different_foes(encounter: Encounter, foes: Sequence[str]) -> list[str]:
    """Return the first foes with different templates, those without one counting as different;
    `MOST_TARGETS` at most."""
    found: dict[object, str] = {}
    for who in foes:
        template = encounter.combatants[who].get("template")
        found.setdefault(template or (who,), who)
    return [*found.values()][:MOST_TARGETS]


def _side_of_interest(setup: Setup) -> str:
    """Return the side whose chance counts: the party, or without one the first."""
    present = [*Sides(setup.encounter).side_by_combatant.values()]
    return PARTY if PARTY in present else present[0]


def _race(
    setup: Setup,
    habits: Sequence[Habit],
    tally: Tally,
    side: str,
    where: FightRunner,
) -> list[VariedChoice]:
    """Play fights with each habit, and more with those that move the side's chance most. Return
    all that were played, that which moves it most first. Ctrl-C ends the race; then those that
    have lost it are returned."""
    most = max(1, min(MOST_FIGHTS, tally.fights // SHARE))
    usual = tally.won[side] / max(1, tally.fights)
    running = [
        VariedChoice(habit, setup._replace(varied=habit), Tally())
        for habit in habits
    ]
    done: list[VariedChoice] = []
    for share, go_on in HEATS:
        until = max(1, round(most * share))
        for one in running:
            fights = until - one.tally.fights
            if fights <= 0:
                continue
            played = where.play(
                one.setup, fights, lambda _: None, one.tally.fights
            )
            one.tally.merge(played)
            if played.fights < fights:
                return [each for each in done if each.tally.fights]
        running.sort(key=lambda one: -one.moved(side, usual))
        ahead = [
            one for one in running[:go_on] if one.moved(side, usual) >= NOTABLE
        ]
        done = running[len(ahead) :] + done
        running = ahead
    everything = running + done
    everything.sort(key=lambda one: -one.moved(side, usual))
    return everything


def _choice_document(varied: VariedChoice) -> Data:
    """Return the document of a choice that was varied: whose it is, how it was made, and how often
    each side won then."""
    habit = varied.habit
    told: Data = {
        "side": habit.side,
        "choice": habit.choice,
        "how": habit.how,
    }
    if habit.who:
        told["who"] = habit.who
    return told | wins_document(varied.setup, varied.tally)
