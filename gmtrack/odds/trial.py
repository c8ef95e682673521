"""One trial run of an attack, from a checkpoint (or the beginning) to the next one, or to the end.

The rules announce checkpoints by `draft.branches.merge` and `marginalize`. A run cannot enter the
rules in the middle, so it replays them from the beginning: at each checkpoint on the way it writes
the mixture of that checkpoint into the draft, at the one where it starts probabilities begin, and
at the first one after that it stops.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from gmtrack.core.branching import AsRead, Attacks, Branches
from gmtrack.core.draft import Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.odds.chances import DEAD, DOWN, AttackResult, Segment, distribution
from gmtrack.odds.checkpoint import (
    DAMAGE,
    MARKS,
    MIXTURE,
    STATE,
    VALUE,
    Arrival,
    CheckpointReached,
    Filling,
    MarkSets,
    Mixture,
    ReadLater,
    Slot,
    Stage,
    Totals,
    arrival,
)
from gmtrack.odds.random_variable import Branch, Observations, RandomVariable
from gmtrack.odds.watched_draft import WatchedDraft


class Start(NamedTuple):
    """Where a run starts: at the checkpoint `at` (0: at the beginning), to which these observations
    lead. `mixtures` are those of the checkpoints before it, and its own."""

    observations: Observations = ()
    at: int = 0
    mixtures: tuple[Mixture, ...] = ()


class Trial(Branches):
    """One run from its start, on a draft of its own. `results` says what attacks came to, `stops`
    whether to stop at a checkpoint, by its number."""

    narrated = False

    def __init__(
        self,
        encounter: Encounter,
        branch: Branch,
        start: Start,
        marks: MarkSets,
        results: Callable[[WatchedDraft, list[Data]], list[AttackResult]],
        stops: Callable[[int], bool],
    ) -> None:
        self.draft = WatchedDraft(encounter, self)
        self._branch = branch
        self._start = start
        self._marks = marks
        self._mixtures = {mixture.checkpoint: mixture for mixture in start.mixtures}
        self._results = results
        self._stops = stops
        self._checkpoint = 0
        self._inside = 0
        self._resolved = 0
        self._first = 0
        self._ended: list[AttackResult] = []
        """The attacks that were resolved since the start."""
        self._before = Totals()
        """Of the attacks before it."""
        if start.at:
            branch.replay()

    # --- checkpoints ---

    def merge(self, blocks: Attacks, *carried: Any, as_read: AsRead = None) -> None:
        self._take(blocks)
        self._inside = 0
        self._reach((), carried, as_read)

    def marginalize(
        self, *values: int, carried: tuple[Any, ...], as_read: AsRead = None
    ) -> tuple[int, ...]:
        self._inside += 1
        return self._reach(values, carried, as_read)

    def end(self, blocks: Attacks) -> None:
        """The rules have come to their end."""
        self._take(blocks)

    def _take(self, blocks: Attacks) -> None:
        new = [block.document() for block in blocks[self._resolved :]]
        self._ended += self._results(self.draft, new)
        self._resolved = len(blocks)

    def _reach(
        self, values: tuple[Any, ...], carried: tuple[Any, ...], as_read: AsRead
    ) -> tuple[Any, ...]:
        """The next checkpoint: the values to go on with. Raises CheckpointReached."""
        self._checkpoint += 1
        number, stage = self._checkpoint, Stage(self._resolved, self._inside)
        if number > self._start.at:
            if self._stops(number):
                observations, read = self._branch.observed(), self._as_read(as_read)
                raise CheckpointReached(number, stage, observations, carried, values, read)
            return values
        if number == self._start.at:
            self._branch.resume()
        if number in self._mixtures:
            values = self._mixed(self._mixtures[number], values)
        if number == self._start.at:
            self._begin()
        return values

    def _as_read(self, as_read: AsRead) -> Mapping[Path, int]:
        hidden, self.draft.hidden = self.draft.hidden, set()
        found = as_read() if as_read else {}
        self.draft.hidden = hidden
        return {path: value for path, value in found.items() if type(value) is int}

    def _mixed(self, mixture: Mixture, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """Write the mixture into the draft; the values of the rules as it has them."""
        random: dict[Slot, Any] = {}
        for table in mixture.tables:
            keys = [(MIXTURE, mixture.checkpoint, slot) for slot in table.slots]
            found = map(list, zip(*table.weights, strict=True))
            columns: dict[Any, list[Any]] = dict(zip(keys, found, strict=True))
            weights = list(table.weights.values())
            made = self._branch.variables(weights, table.denominator, columns)
            random |= dict(zip(table.slots, made, strict=True))

        def variable(slot: Slot) -> Any:
            if slot in random:
                return random[slot]
            return RandomVariable(self._branch, None, (MIXTURE, mixture.checkpoint, slot), [])

        filling = Filling(mixture.values, variable)
        for path, shape in mixture.state.items():
            self.draft.put(path, filling.fill(shape, (STATE, path)))
        self._before = Totals(filling.at((DAMAGE,)), filling.at((MARKS,)))
        return tuple(filling.at((VALUE, place)) for place in range(len(values)))

    def _begin(self) -> None:
        self._first = self._resolved
        self._ended.clear()
        self.draft.hidden = set(self._start.mixtures[-1].hidden)

    # --- what came of it ---

    def segment(self) -> Segment:
        """What happened since the start."""
        whole, totals = self._branch.probability(), self._totals()
        results = [
            result._replace(amounts=distribution(result.damage, whole)) for result in self._ended
        ]
        marks = distribution(totals.marks, whole)
        return Segment(
            whole, self._first, results, distribution(totals.damage, whole),
            {self._marks.numbered(number): chance for number, chance in marks.items()},
        )  # fmt: skip

    def _totals(self) -> Totals:
        ended = self._ended
        ends = {DOWN: any(one.down for one in ended), DEAD: any(one.dead for one in ended)}
        new = {effect for one in ended for effect in one.effects}
        new |= {end for end, come in ends.items() if come}
        return Totals(
            sum((one.damage for one in ended), self._before.damage),
            self._marks.union(self._before.marks, frozenset(new)),
        )

    def arrival(
        self, reached: CheckpointReached, unused: tuple[str, ...], read_later: ReadLater
    ) -> Arrival:
        """The branch at the checkpoint where the run has stopped."""
        state, hidden = self.draft.state(), self.draft.hidden
        return arrival(reached, self._totals(), state, hidden, unused, read_later)
