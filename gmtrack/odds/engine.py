"""The search for odds: a ruleset resolves an attack once for each branch, until the chances of
all branches are added up."""

import gc
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, Protocol, TypeVar

from gmtrack.core.draft import MISSING, Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Intent
from gmtrack.core.stages import RUNNER, Checkpoint, Stage
from gmtrack.dice.port import Dice
from gmtrack.errors import Refusal
from gmtrack.odds.branch_runner import (
    BEFORE,
    BLOCKS_OF_A_TURN,
    BranchRunner,
    MarkSets,
    NextTurn,
    SplitMixture,
    Start,
    split_mixture,
    write_mixed_path,
)
from gmtrack.odds.chances import (
    ONE,
    AttackResult,
    BranchSegment,
    BranchTally,
    Odds,
    fate_of,
)
from gmtrack.odds.checkpoint import (
    RANDOM,
    Arrival,
    Mixture,
    ReadLater,
    Shapes,
    StageReached,
    checkpoint_of,
)
from gmtrack.odds.joint_distribution import Key, MarginalizedOut, NeededFromPast
from gmtrack.odds.later_attacks import resolve_later
from gmtrack.odds.merging import TooManyRows, count_rows, merge_arrivals
from gmtrack.odds.random_variable import Branch, Observations, Shared
from gmtrack.odds.source import AllDice
from gmtrack.odds.watched_draft import WatchedDraft, is_same
from gmtrack.odds.work import TooMuchWork, WorkLimit
from gmtrack.rulesets.port import Ruleset

ROWS_OF_A_RUN = 400
"""Going through this many rows takes as long as another run."""
MOST_BRANCHES = 5_000
"""The limit of runs if a caller gives none. `odds` has limits of its own (`MOST_RUNS` in
`app/odds/attack.py`)."""
TOO_MANY = "this attack has too many possible results to add all of them up"
NEW_IN_EACH_RUN = {"dice", "report", "first_block"}
T = TypeVar("T")


def run_every_branch(
    run: Callable[[Branch], T],
    keep: set[tuple[Key, Key]] | None = None,
    work: WorkLimit | None = None,
) -> Iterator[T]:
    """Run a callback on every branch, depth first, and yield its results. Raises TooMuchWork beyond
    the limit of `work`, or that of a single answer if there is none.

    Each run leaves the alternatives to its observations, which are run next. `keep` collects the
    columns that turn out to be needed; a run that lacked one is repeated."""
    kept = set() if keep is None else keep
    work = WorkLimit() if work is None else work
    left: list[Observations] = [()]
    shared: Shared = {}
    while left:
        observations = left.pop()
        branch = Branch(observations, frozenset(kept), shared, work)
        try:
            result = run(branch)
        except MarginalizedOut as lost:
            kept.add(lost.keep)
            left.append(observations)
            shared = {}
        else:
            left += branch.alternatives
            yield result
        finally:
            branch.release_tables()


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """Switch off Python's garbage collection within the block. A search makes much that stays,
    and scanning it would take a third of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


class TooManyBranches(Refusal):
    """A refusal: the search would take more runs, or longer, than it may."""


class NotHandedAcross(Exception):
    """Raised where a stage has left something in the game that is not handed to the next stage:
    an error of the ruleset."""


class TypedOdds(Dice, Protocol):
    """A dice source that answers with the typed dice first and with random variables for the
    rest."""

    def typed_left(self) -> Hashable:
        """Return the typed dice that no roll has used yet."""

    def go_back(self, typed_left: Any) -> None:
        """Restore the typed dice that were left at an earlier point."""


class Search:
    """A search for the odds of one attack, or of several in a row.

    The rules are run from stage to stage (`core.stages`). Branches that have come to the same
    stage are merged: from there on the state of the fight is random, as far as the rules read
    it. What they read is not known before: the search assumes that they read nothing, and merges
    again with what it has learned whenever that was wrong. What does not change by that is kept."""

    def __init__(
        self,
        ruleset: Ruleset,
        encounter: Encounter,
        intent: Intent | Sequence[Intent],
        table: Callable[[AllDice], TypedOdds],
        *,
        merging: bool = True,
        of_file: dict[str, Any] | None = None,
    ) -> None:
        """Prepare a search; nothing is run yet.

        `table` wraps the random dice in a source that has the typed dice. Several intents are
        carried out one after the other; a later one that is refused is left out. Without
        `merging` each branch runs from beginning to end. `of_file` shares
        cached values of the file with other drafts (`DraftCache`)."""
        self._ruleset = ruleset
        self._intents = [intent] if isinstance(intent, Intent) else [*intent]
        self._table = table
        self._merging = merging
        self._draft = WatchedDraft(encounter, of_file)
        self._endless = False
        self.runs = 0
        """The number of runs so far."""
        self._rows_left = WorkLimit()
        self._work = 0
        """The work so far: the runs, those with many rows to go through counted several times."""
        self._most = MOST_BRANCHES
        self._enough: Callable[[], bool] = lambda: False
        self._keep: set[tuple[Key, Key]] = set()
        self._marks, self._shapes = MarkSets(), Shapes()
        self._read_later = ReadLater()
        self._skipped: set[Checkpoint] = set()
        """Stages where nothing is merged, because the rules need what a merge would sum out."""
        self._plan: Any = None
        """The plan of the action before its first stage."""
        self._afresh: dict[str, Any] = {}
        """The attributes of the action's game before a stage."""
        self._known: dict[Start, list[BranchSegment]] = {}

    def odds(
        self,
        most: int = MOST_BRANCHES,
        enough: Callable[[], bool] = lambda: False,
    ) -> Odds:
        """Run the search and return the chances. Raises Refusal as the attack would, and
        TooManyBranches when it takes more than `most` runs or `enough` returns true."""
        self._most, self._enough = most, enough
        found = BranchTally()
        with pause_garbage_collection():
            try:
                for segment, weight in self._search_merged():
                    found.add(segment, weight)
            finally:
                self._draft.restore(whole=True)
                self._draft.runner = RUNNER
                self._known.clear()
        return found.to_odds(endless=self._endless)

    def _search_merged(self) -> list[tuple[BranchSegment, Fraction]]:
        """Run the search, merging branches, and return every segment with the probability of its
        start; so these do not add up to 1. Repeats the search whenever a merge turns out to have
        dropped a value that the rules read. Raises TooManyBranches."""
        while True:
            try:
                return list(self._run_from_stage_to_stage())
            except NeededFromPast as needed:
                _, at, slot = needed.key
                if not self._read_later.add(slot):
                    self._skipped.add(at)
            except (TooManyRows, TooMuchWork):
                raise TooManyBranches(
                    self._ruleset.WORDS.value, TOO_MANY
                ) from None

    def _run_from_stage_to_stage(
        self,
    ) -> Iterator[tuple[BranchSegment, Fraction]]:
        """Yield every segment with the probability of its start, merging branches at each stage.
        Raises NeededFromPast and TooManyRows."""
        level: list[tuple[Fraction, Start]] = [(ONE, Start())]
        waiting: dict[Checkpoint, list[tuple[Fraction, Arrival]]] = {}
        rows: dict[Checkpoint, int] = {}
        while level:
            for weight, start in level:
                for segment in self._segments_from(start):
                    yield segment, weight
                    arrival = segment.arrival
                    if arrival is None:
                        continue
                    count_rows(rows, arrival)
                    share = Fraction(segment.weight, segment.denominator)
                    at = arrival.merge_key.checkpoint
                    waiting.setdefault(at, []).append((share * weight, arrival))
            # The earliest stage goes on first: so all others can still arrive at the later ones.
            level = []
            if waiting:
                # As it was before, so that the merge can look at it.
                self._draft.restore(whole=True)
                arrivals = waiting.pop(min(waiting))
                original = partial(self._draft.get, default=MISSING)
                mixtures = merge_arrivals(
                    arrivals, self._read_later, self._shapes, original
                )
                level = [
                    (weight, Start(mixture)) for weight, mixture in mixtures
                ]

    def _segments_from(self, start: Start) -> list[BranchSegment]:
        """Return all segments that begin at `start`, from the cache if nothing they dropped is
        needed."""
        known = self._known.get(start)
        if known is None or any(map(self._is_outdated, known)):
            self._prepare_draft(start)
            known = list(
                run_every_branch(
                    lambda branch: self._run_branch(branch, start),
                    self._keep,
                    self._rows_left,
                )
            )
            self._known[start] = known
        return known

    def _is_outdated(self, segment: BranchSegment) -> bool:
        """Whether a cached segment dropped a value that is needed now, or ended at a stage where
        runs no longer stop."""
        there = segment.arrival
        return there is not None and (
            any(map(self._read_later.must_keep, there.dropped))
            or there.merge_key.checkpoint in self._skipped
        )

    def _prepare_draft(self, start: Start) -> None:
        """Write what is the same in all runs from `start` into the draft, so that it is written
        only once."""
        self._draft.restore(whole=True)
        self._split = SplitMixture([], [], {}, {}, [], [])
        if start.mixture is not None:
            self._split = split_mixture(start.mixture, self._shapes)
            for path, value in self._split.fixed:
                write_mixed_path(self._draft, path, value)
            for path, _ in self._split.random:
                write_mixed_path(self._draft, path, RANDOM)
            self._draft.written |= dict.fromkeys(self._split.unsettled)
            self._draft.as_read = dict(start.mixture.as_read)
        self._draft.mark_settled()

    def _run_branch(self, branch: Branch, start: Start) -> BranchSegment:
        """Run one branch from `start` and return its segment. Raises TooManyBranches beyond the
        limits."""
        self.runs += 1
        self._work += 1 + self._split.rows // ROWS_OF_A_RUN
        if self._work > self._most or self._enough():
            raise TooManyBranches(self._ruleset.WORDS.value, TOO_MANY)
        runner = self._draft.runner = BranchRunner(
            self._draft,
            branch,
            start,
            self._marks,
            self._shapes,
            self._attack_results,
            self._fate_of,
            self._can_stop_at,
        )
        try:
            return self._run_from_start(runner, branch, start)
        finally:
            self._draft.restore()

    def _run_from_start(
        self, runner: BranchRunner, branch: Branch, start: Start
    ) -> BranchSegment:
        """Run one branch with its runner, and return its segment to the next stage or to the
        end."""
        try:
            if start.mixture is None:
                self._run_first_action(runner, branch)
            else:
                self._run_from_stage(runner, branch, start.mixture)
            self._run_later_actions(runner, start.turn + 1)
        except StageReached as reached:
            self._plan = runner.plan or self._plan
            begun = [] if self._plan is None else self._plan.game.report.blocks
            typed = self._dice.typed_left()
            arrival = runner.arrival(
                reached.stage, begun, typed, self._read_later
            )
            return runner.segment(arrival)
        finally:
            self._endless = self._endless or self._everything.endless
        return self._end_branch(runner, branch)

    def _end_branch(
        self, runner: BranchRunner, branch: Branch
    ) -> BranchSegment:
        """Return the segment of a branch that has come to the end of the action."""
        del branch
        return runner.segment()

    def _run_first_action(self, runner: BranchRunner, branch: Branch) -> None:
        """Resolve the first intent on a new branch."""
        self._everything = AllDice(branch)
        self._dice = self._table(self._everything)
        report = self._ruleset.resolve(
            self._draft, self._intents[0], self._dice
        )
        runner.end_action(report)

    def _run_later_actions(self, runner: BranchRunner, number: int) -> None:
        """Carry out the intents from the one of this number on. Raises StageReached before each
        of them if branches are merged."""
        if number == len(self._intents):
            return
        if self._merging:
            raise StageReached(NextTurn(number))
        self._run_later_action(runner, number)
        self._run_later_actions(runner, number + 1)

    def _run_later_action(self, runner: BranchRunner, number: int) -> None:
        """Carry out the intent of this number; do nothing if it is refused by now."""
        runner.begin_action(number)
        try:
            report = resolve_later(
                self._ruleset, self._draft, self._intents[number], self._dice
            )
        except Refusal:
            return
        runner.end_action(report)

    def _run_from_stage(
        self, runner: BranchRunner, branch: Branch, mixture: Mixture
    ) -> None:
        """Continue an action, or begin the next one, from the stage of a mixture."""
        merge_key = mixture.merge_key
        self._everything.begin(branch)
        self._dice.go_back(merge_key.typed)
        if merge_key.checkpoint.part == BEFORE:
            runner.write_mixture(mixture, self._split)
            self._run_later_action(
                runner, merge_key.checkpoint.block // BLOCKS_OF_A_TURN
            )
            return
        self._plan.game.afresh(self._dice, merge_key.checkpoint.block)
        self._check_nothing_is_left()
        runner.begin_from_stage(self._plan, mixture, self._split)

    def _check_nothing_is_left(self) -> None:
        """Raise NotHandedAcross if the ruleset's game still holds something of the stage before."""
        game = self._plan.game
        now = vars(game)
        if not self._afresh:
            for name, value in now.items():
                if name in NEW_IN_EACH_RUN:
                    continue
                is_mutable = type(value) in (list, dict, set)
                self._afresh[name] = value.copy() if is_mutable else value
        first = self._afresh
        for name in now.keys() - NEW_IN_EACH_RUN:
            if now[name] is first.get(name) or _is_cached(game, name):
                continue
            if name not in first or not is_same(now[name], first[name]):
                message = f"{name} outlives a stage: hand it across, or reset it in `afresh`"
                raise NotHandedAcross(message)

    def _can_stop_at(self, stage: Stage[Any]) -> bool:
        """Whether runs stop at this stage so that branches can be merged."""
        return self._merging and checkpoint_of(stage) not in self._skipped

    def _attack_results(self, blocks: list[Data]) -> list[AttackResult]:
        """Return the results of attacks with these documents in the search's draft."""
        return attack_results(self._ruleset, self._draft, blocks)

    def _fate_of(self, who: str) -> tuple[bool, bool]:
        """Return whether a combatant is down, and whether they are dead, in the search's draft."""
        return fate_of(self._ruleset, self._draft, who)


def _is_cached(game: object, name: str) -> bool:
    """Whether an attribute of a game is a value that is computed once and cached."""
    kept = name in getattr(game, "KEPT", ())
    return kept or isinstance(getattr(type(game), name, None), cached_property)


def attack_results(
    ruleset: Ruleset, draft: Draft, blocks: list[Data]
) -> list[AttackResult]:
    """Return what attacks have come to, one result for each block's document, and how both sides
    are in the draft now."""
    found = []
    for upshot in map(ruleset.summarize_attack, blocks):
        found.append(
            AttackResult(
                upshot.attacker, upshot.target, upshot.outcome, upshot.damage, upshot.effects,
                *fate_of(ruleset, draft, upshot.target),
                upshot.suffered, upshot.own, *fate_of(ruleset, draft, upshot.attacker),
            )
        )  # fmt: skip
    return found
