"""The search: an attack is resolved by its ruleset again and again, once for each branch, until the
chances of all branches are added up."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TypeVar

from gmtrack.core.draft import Draft, Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Intent
from gmtrack.dice.port import Dice
from gmtrack.errors import Refusal
from gmtrack.odds.chances import ONE, AttackResult, Odds, Segment, Tally
from gmtrack.odds.checkpoint import (
    MIXTURE,
    STATE,
    Arrival,
    CheckpointReached,
    MarkSets,
    ReadLater,
    Stage,
)
from gmtrack.odds.joint_distribution import Key, MarginalizedOut, NeededFromPast
from gmtrack.odds.merging import TooManyRows, merged
from gmtrack.odds.random_variable import Branch, Observations
from gmtrack.odds.source import AllDice
from gmtrack.odds.trial import Start, Trial
from gmtrack.rulesets.port import Ruleset

MOST_BRANCHES = 5_000
"""More would keep the table waiting."""
TOO_MANY = "this attack has too many possible results to add all of them up"
T = TypeVar("T")


def every_branch(
    run: Callable[[Branch], T], begin: Observations = (), keep: set[tuple[Key, Key]] | None = None
) -> Iterator[T]:
    """The result of each branch that begins with these observations: depth first, and each run
    names the alternatives to it. `keep` collects the columns that turn out to be needed; the run
    that lacked one is repeated."""
    kept = set() if keep is None else keep
    left: list[Observations] = [begin]
    while left:
        observations = left.pop()
        branch = Branch(observations, frozenset(kept), len(begin))
        try:
            result = run(branch)
        except MarginalizedOut as lost:
            kept.add(lost.keep)
            left.append(observations)
        else:
            left += branch.alternatives
            yield result


class TooMany(Refusal):
    """The search would take more runs, or longer, than it may."""


class HiddenRead(Exception):
    """Something was read that the merged branches differ in."""

    def __init__(self, paths: set[Path]) -> None:
        self.paths = paths


class Search:
    """The odds of one attack, with the dice that were typed for it.

    Branches are merged at checkpoints (`draft.branches`) if they differ only in values, or in what
    is not read any more. What is read is not known before: the search assumes that nothing is, and
    begins again with what it has learned whenever that was wrong. So a ruleset that forgets to
    carry something costs time, but never a wrong answer.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        encounter: Encounter,
        intent: Intent,
        table: Callable[[AllDice], Dice],
        *,
        merging: bool = True,
    ) -> None:
        """`table` lays the typed dice before those that can come to anything. `merging`: without,
        each branch runs from beginning to end."""
        self._ruleset = ruleset
        self._encounter = encounter
        self._intent = intent
        self._table = table
        self._merging = merging
        self._endless = False
        self.runs = 0
        """How many runs it took."""
        self._most = MOST_BRANCHES
        self._enough: Callable[[], bool] = lambda: False
        self._keep: set[tuple[Key, Key]] = set()
        self._marks = MarkSets()
        self._read_later = ReadLater()
        self._skipped: set[int] = set()
        """Checkpoints where nothing is merged: the rules need what a merge would sum out."""

    def odds(self, most: int = MOST_BRANCHES, enough: Callable[[], bool] = lambda: False) -> Odds:
        """The chances. Raises Refusal as the attack would, and TooMany where it takes more than
        `most` runs, or it is `enough`."""
        self._most, self._enough = most, enough
        while True:
            try:
                found = self._tally()
            except HiddenRead as read:
                for path in read.paths:
                    self._read_later.add(path)
            except NeededFromPast as needed:
                self._learn(needed)
            except TooManyRows:
                raise TooMany(self._ruleset.WORDS.value, TOO_MANY) from None
            else:
                return Odds(found.blocks, found.total, self._endless)

    def _learn(self, needed: NeededFromPast) -> None:
        """Keep the values of a combatant that a merge has summed out; if it was none of those, skip
        the checkpoint."""
        match needed.key:
            case (kind, _, (where, tuple(path), *_)) if (
                kind == MIXTURE
                and where == STATE
                and not self._read_later.includes(path, value=True)
            ):
                self._read_later.add_values(path)
            case _:
                self._skipped.add(needed.at)

    def _tally(self) -> Tally:
        """All branches, from checkpoint to checkpoint."""
        found = Tally()
        level: list[tuple[Fraction, Start]] = [(ONE, Start())]
        waiting: dict[Stage, list[tuple[Fraction, Arrival]]] = {}
        while level:
            for weight, start in level:
                for segment in self._segments(start):
                    found.add(segment, weight)
                    if segment.arrival is not None:
                        one = segment.arrival._replace(mixtures=start.mixtures)
                        waiting.setdefault(one.reached.stage, []).append(
                            (segment.weight * weight, one)
                        )
            # The earliest stage goes on first: so all others can still arrive at the later ones.
            level = self._merged(waiting.pop(min(waiting))) if waiting else []
        found.close()
        return found

    def _merged(self, arrivals: list[tuple[Fraction, Arrival]]) -> list[tuple[Fraction, Start]]:
        """Where the branches of one stage go on."""
        try:
            several = list(merged(arrivals, self._read_later))
        except NeededFromPast as needed:
            needed.at = arrivals[0][1].reached.number
            raise
        return [
            (one.weight, Start(one.observations, one.mixture.checkpoint, one.mixtures))
            for one in several
        ]

    def _segments(self, start: Start) -> Iterator[Segment]:
        """All branches from the start to the next checkpoint, or to the end."""
        return every_branch(lambda branch: self._run(branch, start), start.observations, self._keep)

    def _run(self, branch: Branch, start: Start) -> Segment:
        self.runs += 1
        if self.runs > self._most or self._enough():
            raise TooMany(self._ruleset.WORDS.value, TOO_MANY)
        trial = Trial(self._encounter, branch, start, self._marks, self._results, self._stops)
        everything = AllDice(branch)
        dice = self._table(everything)
        try:
            report = self._ruleset.resolve(trial.draft, self._intent, dice)
            trial.end(report.blocks)
            return self._checked(trial, trial.segment())
        except CheckpointReached as reached:
            arrival = trial.arrival(reached, tuple(dice.unused()), self._read_later)
            return self._checked(trial, trial.segment()._replace(arrival=arrival))
        except NeededFromPast as needed:
            needed.at = start.at
            raise
        finally:
            trial.draft.put_back()
            self._endless = self._endless or everything.endless

    def _checked(self, trial: Trial, segment: Segment) -> Segment:
        if trial.draft.hidden_reads:
            raise HiddenRead(trial.draft.hidden_reads)
        return segment

    def _stops(self, checkpoint: int) -> bool:
        return self._merging and checkpoint not in self._skipped

    def _results(self, draft: Draft, blocks: list[Data]) -> list[AttackResult]:
        return results(self._ruleset, draft, blocks)


def results(ruleset: Ruleset, draft: Draft, blocks: list[Data]) -> list[AttackResult]:
    """What attacks have come to, and how their targets are now."""
    upshots = list(map(ruleset.upshot, blocks))
    ends = [ruleset.standing(draft, upshot.target) for upshot in upshots]
    return [
        AttackResult(
            upshot.attacker, upshot.target, upshot.outcome, upshot.damage, upshot.effects,
            bool(end.out), bool(end.dead),
        )
        for upshot, end in zip(upshots, ends, strict=True)
    ]  # fmt: skip
