"""Look for the change of the foes' number that makes a fight even."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from gmtrack.app.simulation.document import wins_document
from gmtrack.app.simulation.runner import FightRunner
from gmtrack.core.encounter import Data, Encounter
from gmtrack.errors import Refusal
from gmtrack.simulation.fight import PARTY, Setup, Sides
from gmtrack.simulation.tally import Tally

EVEN = 0.5
BALANCED = (0.35, 0.65)
"""The party's chances between which a fight counts as even."""
LEAST_FIGHTS = 50
"""The least fights of the fight as it stands; after fewer nothing is looked for."""
BATCHES = (8, 16, 32)
"""The numbers of fights of a change after which it is checked whether it is near to even."""
MOST_ADDED = 12
"""The most foes that are added."""
MakeSetup = Callable[[str], Setup]
"""Returns the setup of the fight after a line. Raises Refusal if the line is refused."""


class TriedChange(NamedTuple):
    """A change of the fight that was tried: its line, and the fights that were played so."""

    line: str
    setup: Setup
    tally: Tally

    @property
    def chance(self) -> float:
        """The party's chance to win."""
        return self.tally.won[PARTY] / max(1, self.tally.fights)

    @property
    def is_even(self) -> bool:
        """Whether the party's chance is near to a half."""
        return BALANCED[0] <= self.chance <= BALANCED[1]


def even_document(
    setup: Setup, tally: Tally, make: MakeSetup, where: FightRunner
) -> Data:
    """Return the line that makes the fight even, as `for_even`: more foes of a template if the
    party wins too often, fewer foes if it loses too often. It is the nearest to even if none is
    (`even` false). Empty if the fight is even as it stands, if no line was found, or after too
    few fights."""
    if tally.broken_off or tally.fights < LEAST_FIGHTS:
        return {}
    if PARTY not in Sides(setup.encounter).side_by_combatant.values():
        return {}
    chance = tally.won[PARTY] / tally.fights
    if BALANCED[0] <= chance <= BALANCED[1]:
        return {}
    lines = (
        _lines_that_add(setup.encounter)
        if chance > EVEN
        else _lines_that_remove(setup.encounter)
    )
    tried = [*_try_changes(lines, make, where, too_easy=chance > EVEN)]
    if not tried:
        return {}
    best = min(tried, key=lambda one: abs(one.chance - EVEN))
    if abs(best.chance - EVEN) >= abs(chance - EVEN):
        return {}
    found: Data = {"line": best.line, "even": best.is_even}
    return {"for_even": found | wins_document(best.setup, best.tally)}


def _lines_that_add(encounter: Encounter) -> Sequence[str]:
    """Return the lines that add 1, 2, ... foes of the commonest template; empty if no foe has
    one."""
    templates = Counter(
        encounter.combatants[who].get("template") for who in _foes(encounter)
    )
    del templates[None]
    if not templates:
        return ()
    (template, _), *_ = templates.most_common()
    more = [f"add {template} --count {n}" for n in range(2, MOST_ADDED + 1)]
    return [f"add {template}", *more]


def _lines_that_remove(encounter: Encounter) -> Sequence[str]:
    """Return the lines that remove the last foe, the last two, ... but never all."""
    foes = _foes(encounter)[::-1]
    return [f"remove {','.join(foes[:n])}" for n in range(1, len(foes))]


def _foes(encounter: Encounter) -> list[str]:
    """Return the party's foes, in the file's order."""
    sides = Sides(encounter).side_by_combatant
    return [who for who, side in sides.items() if side != PARTY]


def _try_changes(
    lines: Sequence[str],
    make: MakeSetup,
    where: FightRunner,
    *,
    too_easy: bool,
) -> Iterator[TriedChange]:
    """Yield the changes that were tried: by halving the range of lines, each of which helps the
    same side more than the one before. Ends at one that is even, or that is refused."""
    low, high = 0, len(lines) - 1
    while low <= high:
        middle = (low + high) // 2
        try:
            setup = make(lines[middle])
        except Refusal:
            return
        tally = _play_until_clear(setup, where)
        if not tally.fights:
            return
        change = TriedChange(lines[middle], setup, tally)
        yield change
        if change.is_even:
            return
        if (change.chance > EVEN) == too_easy:
            low = middle + 1
        else:
            high = middle - 1


def _play_until_clear(setup: Setup, where: FightRunner) -> Tally:
    """Play fights until it is clear that the party's chance is not near to a half, 32 at most."""
    tally = Tally()
    for until in BATCHES:
        fights = until - tally.fights
        played = where.play(setup, fights, lambda _: None, tally.fights)
        tally.merge(played)
        chance = tally.won[PARTY] / max(1, tally.fights)
        is_far = not (
            BALANCED[0] - tally.margin <= chance <= BALANCED[1] + tally.margin
        )
        if played.fights < fights or is_far:
            break
    return tally
