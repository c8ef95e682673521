"""The runner of a single branch of an attack: from the beginning or a stage, to the next stage
or the end."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache, partial
from typing import Any, NamedTuple, NoReturn

from gmtrack.core.draft import MISSING, Path
from gmtrack.core.encounter import Data
from gmtrack.core.report import Block, Report
from gmtrack.core.stages import Checkpoint, Stage, StepRunner
from gmtrack.core.values import frozen
from gmtrack.odds.chances import (
    DEAD,
    DOWN,
    ActionEnd,
    AttackResult,
    BranchSegment,
    JudgeFate,
    OutcomeFact,
    distribution_of_combinations,
    distribution_of_value,
    effects_besides_attacks,
    marks_of,
)
from gmtrack.odds.checkpoint import (
    ABSENT,
    BLOCKS,
    DAMAGE,
    MARKS,
    MIXTURE,
    SHAPE,
    STAGE,
    STATE,
    SUFFERED,
    Arrival,
    Filling,
    MergeKey,
    Mixture,
    Numbered,
    ReadLater,
    Shape,
    Shapes,
    Slot,
    StageReached,
    checkpoint_of,
    detached_value,
    joint_tables,
    slots_in,
    take_apart,
)
from gmtrack.odds.random_variable import Branch, RandomVariable
from gmtrack.odds.watched_draft import Settle, WatchedDraft

Results = Callable[[list[Data]], list[AttackResult]]
"""A callback that returns what attacks have come to, given their documents."""


BLOCKS_OF_A_TURN = 1_000
"""More attacks than an action can have: those of the action number N are numbered from N times
this."""
BEFORE = -1
"""The part of a checkpoint before an action begins."""


class MarkSets(Numbered[frozenset[OutcomeFact]]):
    """A numbering of the sets of marks that attacks left."""

    def __init__(self) -> None:
        super().__init__()
        self.number_of(frozenset())

    def updated(
        self, marks: Any, judged: frozenset[str], new: frozenset[OutcomeFact]
    ) -> Any:
        """Return the number of the set with the new marks added; `marks` is the number of a set
        and may be random.

        The new marks alone say whether the combatants in `judged` are down or dead."""

        @cache
        def with_new(number: int) -> int:
            kept = (
                mark for mark in self.thing_of(number)
                if mark.kind not in (DOWN, DEAD) or mark.what not in judged
            )  # fmt: skip
            return self.number_of(new.union(kept))

        if type(marks) is not RandomVariable:
            return with_new(marks)
        return marks.derived((MARKS, judged, new, marks.key), with_new)


class Totals(NamedTuple):
    """The sums of all attacks so far; each may be random. `marks` is the number of a set in
    `MarkSets`."""

    damage: Any = 0
    suffered: Any = 0
    marks: Any = 0


class Start(NamedTuple):
    """The start of a run: the stage of a mixture or, without one, the beginning of the action."""

    mixture: Mixture | None = None

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint of the start."""
        return (
            self.mixture.merge_key.checkpoint if self.mixture else Checkpoint(0)
        )

    @property
    def turn(self) -> int:
        """The number of the action, of several in a row, that the start belongs to."""
        return self.checkpoint.block // BLOCKS_OF_A_TURN

    @property
    def first_block(self) -> int:
        """The number, within its action, of the first attack from here on."""
        return self.checkpoint.block % BLOCKS_OF_A_TURN

    @property
    def people(self) -> frozenset[str]:
        """The combatants who have attacked or were attacked before."""
        return self.mixture.merge_key.people if self.mixture else frozenset()


@frozen
class NextTurn:
    """The stage before the next one of several actions."""

    number: int

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint before the action begins."""
        return Checkpoint(self.number * BLOCKS_OF_A_TURN, BEFORE)

    def run(self, plan: Any) -> None:
        """Raise NotImplementedError: the search itself begins the next action."""
        raise NotImplementedError


class BranchRunner(StepRunner):
    """A runner of one branch on a draft, from its start to the next stage or the end. `stops`
    says whether the run ends at a stage, to be merged."""

    narrated = False
    reported = False

    def __init__(
        self,
        draft: WatchedDraft,
        branch: Branch,
        start: Start,
        marks: MarkSets,
        shapes: Shapes,
        results: Results,
        fate: JudgeFate,
        stops: Callable[[Stage[Any]], bool],
    ) -> None:
        self._draft = draft
        self._branch = branch
        self._start = start
        self._marks = marks
        self._shapes = shapes
        self._results = results
        self._fate = fate
        self._stops = stops
        self._ended: list[AttackResult] = []
        """The attacks that were resolved since the start."""
        self._numbers: list[int] = []
        """The numbers of those attacks."""
        self._turn = start.checkpoint.block
        """The number of the first attack that the report has a block of."""
        self._taken = 0
        """The number of blocks of the report that are resolved and noted."""
        self._before = Totals()
        """The totals of the attacks before the start."""
        self._written = 0
        """The number of paths that this run had written when the last attack was noted."""
        self._besides: set[OutcomeFact] = set()
        self.plan: Any = None
        """The plan of an action that is about to begin."""

    # --- on the way ---

    def run(self, plan: Any, first: Stage[Any]) -> None:
        """Run an action from its first stage. Raises StageReached at a stage where the run
        stops."""
        begins = self._start.mixture is None and self._branch.is_untouched
        if begins and self._stops(first):
            self.plan = plan
            self._stop_at(plan, first)
        # Some dice have fallen: this plan is the one of this branch alone.
        self._stops = lambda stage: False
        self.run_stages(plan, first)

    def run_stages(self, plan: Any, first: Stage[Any]) -> None:
        """Run one stage after the other, and note the attacks that each resolves. Raises
        StageReached at a stage where the run stops."""
        stage: Stage[Any] | None = first
        while stage is not None:
            stage = stage.run(plan)
            blocks = plan.game.report.blocks
            if stage is None:
                self.end_action(plan.game.report)
            else:
                self.take_attacks(
                    blocks[
                        : checkpoint_of(stage).block - self._start.first_block
                    ]
                )
                if self._stops(stage):
                    self._stop_at(plan, stage)

    def _stop_at(self, plan: Any, stage: Stage[Any]) -> NoReturn:
        """Raise StageReached, after noting the effects that the report holds: the report is made
        anew when the run goes on."""
        self._besides |= effects_besides_attacks(plan.game.report)
        raise StageReached(stage)

    def take_attacks(self, blocks: Sequence[Any]) -> None:
        """Note the results of the attacks in `blocks` that are not noted yet."""
        new = [block.document() for block in blocks[self._taken :]]
        if new:
            self._numbers += range(
                self._turn + self._taken, self._turn + len(blocks)
            )
            self._taken = len(blocks)
            self._ended += self._results(new)
            self._written = len(self._draft.touched)

    def end_action(self, report: Report) -> None:
        """Note the results of an action's last attacks, and its effects outside attacks, from
        its finished report."""
        self.take_attacks(report.blocks)
        self._besides |= effects_besides_attacks(report)

    def begin_action(self, number: int) -> None:
        """Begin to note the action of this number, of several in a row; it has a report of its
        own."""
        self._turn, self._taken = number * BLOCKS_OF_A_TURN, 0

    # --- from a stage ---

    def begin_from_stage(
        self, plan: Any, mixture: Mixture, split: "SplitMixture"
    ) -> None:
        """Run from the stage of a mixture on: write its state, rebuild the unfinished blocks of
        the report, and run the stages. Raises StageReached at the next stop."""
        filling = self.write_mixture(mixture, split)
        report = plan.game.report
        unfinished = filling.fill(mixture.merge_key.blocks, (BLOCKS,))
        for attacker, target, body, effects in unfinished:
            # A report of one attack keeps the keys of its block in its own body.
            block_body = body if report.listed else report.body
            block_body |= body
            block = Block(attacker, target, block_body, effects=effects)
            report.blocks.append(block)
        stage = filling.fill(mixture.merge_key.stage, (STAGE,))
        self.run_stages(plan, stage)

    def write_mixture(self, mixture: Mixture, split: "SplitMixture") -> Filling:
        """Write what is random in a mixture into the draft as random variables of this branch,
        and return the values."""
        branch = self._branch
        at = mixture.merge_key.checkpoint
        random: dict[Slot, Any] = {}
        parts = zip(mixture.tables, split.weights, split.columns, strict=True)
        for table, weights, columns in parts:
            variables = branch.add_variables(
                weights, table.denominator, columns
            )
            random |= dict(zip(table.slots, variables, strict=True))

        def variable(slot: Slot) -> Any:
            if slot in random:
                return random[slot]
            return RandomVariable(branch, None, (MIXTURE, at, slot), [])

        self._filling = filling = Filling(split.values, variable)
        for path, shape in split.random:
            self._draft.replace_value(path, filling.fill(shape, (STATE, path)))
        self._slots = split.unsettled
        self._before = Totals(
            filling.value_at((DAMAGE,)),
            filling.value_at((SUFFERED,)),
            filling.value_at((MARKS,)),
        )
        callbacks: dict[Path, Settle] = {
            path: partial(self._find_random_value, path)
            for path in split.unsettled
        }
        self._draft.begin_run(callbacks)
        return filling

    def _find_random_value(self, path: Path) -> Any:
        """Return what stands at a path on this branch: which shape it has is observed, its
        values are not."""
        number = self._filling.value_at((SHAPE, path))
        shape = self._shapes.thing_of(number.observe())
        if shape == ABSENT:
            return MISSING
        return self._filling.fill(shape, (STATE, path))

    # --- what came of it ---

    def segment(self, arrival: Arrival | None = None) -> BranchSegment:
        """Return what happened since the start. Without an arrival, this includes what the whole
        action came to."""
        # Totals come first: to add up dice of which each means something, they are observed.
        totals = self._totals()
        whole, denominator = self._branch.weight()
        results = [
            result._replace(
                damage=0,
                suffered=0,
                amounts=distribution_of_value(result.damage, whole),
                own_amounts=distribution_of_value(result.suffered, whole),
            )
            for result in self._ended
        ]
        numbered = dict(zip(self._numbers, results, strict=True))
        if arrival is not None:
            return BranchSegment(whole, denominator, numbered, {}, arrival)
        ends: dict[ActionEnd, int] = {}
        combinations = distribution_of_combinations(totals, whole)
        for (damage, suffered, marks), weight in combinations.items():
            end = ActionEnd(damage, suffered, self._marks.thing_of(marks))
            ends[end] = weight
        return BranchSegment(whole, denominator, numbered, ends)

    def _totals(self) -> Totals:
        """Return the totals of all attacks so far, including those before the start."""
        ended = self._ended
        judged, before = self._fates_now(), self._before
        new = self._besides | marks_of(ended, judged)
        return Totals(
            sum((one.damage for one in ended), before.damage),
            sum((one.suffered for one in ended), before.suffered),
            self._marks.updated(
                before.marks, frozenset(judged), frozenset(new)
            ),
        )

    def _fates_now(self) -> dict[str, tuple[bool, bool]]:
        """Return for the combatants of this run whether they are down and whether they are dead
        now."""
        found: dict[str, tuple[bool, bool]] = {}
        for one in self._ended:
            found[one.target] = one.down, one.dead
            found[one.attacker] = one.attacker_down, one.attacker_dead
        everybody = self._start.people.union(found)
        paths = list(self._draft.touched)
        touched = _combatants_in(paths)
        # The results of the last attack are as good as now, unless something was written since.
        last: set[str] = set()
        if self._ended:
            last = {self._ended[-1].target, self._ended[-1].attacker}
        touched_since = _combatants_in(paths[self._written :])
        for who in (everybody & touched) - last | (everybody & touched_since):
            found[who] = self._fate(who)
        return found

    def arrival(
        self,
        stage: Stage[Any],
        blocks: list[Block],
        typed: Hashable,
        read_later: ReadLater,
    ) -> Arrival:
        """Return the branch at the stage that it has come to, with the distributions of its
        values. Raises MarginalizedOut where one was summed out."""
        totals = self._totals()
        values: dict[Slot, Any] = {
            (DAMAGE,): totals.damage, (SUFFERED,): totals.suffered, (MARKS,): totals.marks,
        }  # fmt: skip
        for path, found in self._draft.written_values():
            values[SHAPE, path] = self._shapes.number_of(
                take_apart(found, (STATE, path), values)
            )
        for path in self._draft.unsettled_paths():
            for slot in self._slots[path]:
                values[slot] = self._filling.value_at(slot)
        begun = [
            (block.attacker, block.target, block.body, block.effects)
            for block in blocks[
                checkpoint_of(stage).block - self._start.checkpoint.block :
            ]
        ]
        shape = (
            take_apart(stage, (STAGE,), values),
            take_apart(begun, (BLOCKS,), values),
        )
        random = {
            slot: value
            for slot, value in values.items()
            if type(value) is RandomVariable and value.joint is not None
        }
        needed = {
            slot: value
            for slot, value in random.items()
            if read_later.must_keep(slot)
        }
        targets = {one.target for one in self._ended}
        attackers = {one.attacker for one in self._ended}
        people = self._start.people | targets | attackers
        return Arrival(
            MergeKey(checkpoint_of(stage), *shape, typed, people),
            tuple(self._draft.written),
            {slot: detached_value(value) for slot, value in values.items()},
            joint_tables(needed),
            frozenset(random.keys() - needed.keys()),
            dict(self._draft.as_read),
        )


def _combatants_in(paths: Iterable[Path]) -> set[str]:
    """Return the combatants whose live state these paths belong to."""
    return {path[2] for path in paths if path[:2] == ("fight", "combatants")}


class SplitMixture(NamedTuple):
    """A mixture, split once for all runs that begin with it.

    Of its state, `fixed` is the same on all branches, `random` has a known shape with random
    values, and `unsettled` are paths whose shape is random, with their slots. `values`,
    `columns` and `weights` are those of its tables."""

    fixed: list[tuple[Path, Any]]
    random: list[tuple[Path, Shape]]
    unsettled: dict[Path, list[Slot]]
    values: dict[Slot, int]
    columns: list[dict[Any, list[int]]]
    weights: list[list[int]]

    @property
    def rows(self) -> int:
        """The number of rows in all its tables."""
        return sum(map(len, self.weights))


def split_mixture(mixture: Mixture, shapes: Shapes) -> SplitMixture:
    """Split a mixture into what is written once and what each run writes."""
    found = SplitMixture([], [], {}, dict(mixture.values), [], [])
    for table in mixture.tables:
        keys = [
            (MIXTURE, mixture.merge_key.checkpoint, slot)
            for slot in table.slots
        ]
        columns = map(list, zip(*(row for row, _ in table.rows), strict=True))
        found.columns.append(dict(zip(keys, columns, strict=True)))
        found.weights.append([weight for _, weight in table.rows])
    slots_of: dict[Path, list[Slot]] = {}
    for slot in (
        *found.values,
        *(slot for table in mixture.tables for slot in table.slots),
    ):
        if slot[0] == STATE:
            slots_of.setdefault(slot[1], []).append(slot)
    filling = Filling(found.values, found.values.__getitem__)
    for path in mixture.paths:
        number = found.values.get((SHAPE, path))
        if number is None:
            found.unsettled[path] = [(SHAPE, path), *slots_of.get(path, ())]
            continue
        shape = shapes.thing_of(number)
        if shape == ABSENT:
            found.fixed.append((path, MISSING))
        elif slots_in(shape, (STATE, path)) <= found.values.keys():
            found.fixed.append((path, filling.fill(shape, (STATE, path))))
        else:
            found.random.append((path, shape))
    return found


def write_mixed_path(draft: WatchedDraft, path: Path, value: Any) -> None:
    """Write one path of a mixture into the draft, or drop it for MISSING. The path counts as
    written even if the value stands there already."""
    if value is MISSING:
        draft.drop(path)
    else:
        draft.put(path, value)
    draft.written[path] = None
