"""The chances of how many attacks in a row it takes until a condition holds, found exactly from
state to state of the fight.

After each attack the fight is in one of several states, each with its chance. What an attack
makes of a state is found once, exactly (`StateSearch`), however often the state comes up and
after however many attacks. The likely states come first. When the rules have been run often
enough, the rest is played with random dice, and only that share has a margin of error. A rest
that is too small to be played is told by bounds."""

import random
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import prod, sqrt
from types import MappingProxyType
from typing import Any, NamedTuple

from gmtrack.core.draft import MISSING, Draft, Path, copy_maps
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Intent, without_defense
from gmtrack.core.stages import UNREAD_RUNNER
from gmtrack.dice.sources import ChanceDice
from gmtrack.errors import Refusal
from gmtrack.odds.amounts import CERTAIN
from gmtrack.odds.branch_runner import BranchRunner
from gmtrack.odds.chances import BranchSegment
from gmtrack.odds.checkpoint import (
    STATE,
    Filling,
    Shape,
    Slot,
    joint_tables,
    take_apart,
)
from gmtrack.odds.engine import (
    Search,
    TooManyBranches,
    pause_garbage_collection,
)
from gmtrack.odds.later_attacks import resolve_later
from gmtrack.odds.random_variable import Branch, RandomVariable
from gmtrack.odds.source import AllDice
from gmtrack.rulesets.port import Ruleset

MOST_RUNS = 3_000
"""The most runs of the rules for the exact part. This limits work, not time: the same question
has the same answer on a busy machine."""
MOST_PLAYED = 3_000
"""The most attacks that are played for the rest, unless fewer trials are enough."""
FEWEST, CLOSE = 100, 0.003
"""Trials at least, and the margin that is close enough."""
UNLIKELY = 1 / 2_000
"""The probability that may be left over when the answer is close enough."""
WORTH_IT = (UNLIKELY / 20, UNLIKELY / 600, UNLIKELY / 20_000, 0.0)
"""The probabilities below which a state is not searched exactly: at first the likely states are,
then, while runs are left, ever rarer ones."""
SEED = 0
"""The fixed seed, so that the same question has the same answer."""

Until = Callable[[Draft], bool]
"""A callback that returns whether the draft is as the question waits for."""
State = tuple[tuple[Path, Shape], ...]
"""A state of the fight: what attacks have written so far, in a hashable form, sorted by path."""


class RepeatedAttack(NamedTuple):
    """An attack that is made again and again, and the condition that ends it. `table` wraps the
    random dice in a source that has the typed dice."""

    ruleset: Ruleset
    encounter: Encounter
    intent: Intent
    until: Until
    table: Callable[[AllDice], Any]


class AttacksNeeded(NamedTuple):
    """The chance of each number of attacks that it takes.

    Where a part was played, `margins` are the margins of error of these chances (19 of 20
    answers are closer), `more_margin` that of the chance that it takes more, and `trials` the
    number of trials. `endless`: some dice may be rolled again without end.

    Where rare states were neither searched nor played, `bounds` are the most by which each of
    these chances may be off, and `more_bound` the same for the chance that it takes more."""

    chances: dict[int, float]
    margins: dict[int, float]
    more_margin: float
    trials: int
    endless: bool
    bounds: Mapping[int, float] = MappingProxyType({})
    more_bound: float = 0.0


class _ReadEverything:
    """A stand-in for `ReadLater` that keeps every value."""

    def add(self, slot: Slot) -> bool:
        """Return False: everything is read already."""
        del slot
        return False

    def must_keep(self, slot: Slot) -> bool:
        """Return True: every value is kept."""
        del slot
        return True


class StateSearch(Search):
    """A search for the states that one attack makes of a state."""

    def __init__(self, question: RepeatedAttack, state: State) -> None:
        self.encounter = encounter_in_state(question.encounter, state)
        super().__init__(
            question.ruleset, self.encounter, question.intent, question.table
        )
        self._over = question.until
        self._state = dict(state)
        self._read_later = _ReadEverything()  # type: ignore[assignment]

    def states(self, most: int) -> dict[State | None, float]:
        """Return the chance of each state after the attack; the key None stands for all in which
        the condition holds. Raises Refusal as the attack would, and TooManyBranches when it
        takes more than `most` runs."""
        self._most = most
        found: dict[State | None, float] = {}
        with pause_garbage_collection():
            try:
                for segment, weight in self._search_merged():
                    share = float(weight * segment.weight / segment.denominator)
                    ends: Any = segment.ends
                    for state, chance in ends.items():
                        found[state] = found.get(state, 0.0) + share * chance
            finally:
                self._draft.restore(whole=True)
        return found

    @property
    def endless(self) -> bool:
        """Whether some dice may be rolled again without end."""
        return self._endless

    def _end_branch(
        self, runner: BranchRunner, branch: Branch
    ) -> BranchSegment:
        """Return the segment of a finished branch, whose ends are states, or None where the
        condition holds."""
        del runner
        draft = self._draft
        over = self._over(draft)
        ends: dict[Any, Any] = {None: 1.0} if over else dict(self._end_states())
        whole, denominator = branch.weight()
        return BranchSegment(whole, denominator, {}, ends)

    def _end_states(self) -> Iterator[tuple[State, float]]:
        """Yield the states in which this branch can end, each with its share."""
        draft, values = self._draft, dict[Slot, Any]()
        for path in draft.unsettled_paths():
            draft.get(path)
        shapes = {
            path: take_apart(now, (STATE, path), values)
            for path, now in draft.written_values()
        }
        random = {
            slot: one
            for slot, one in values.items()
            if type(one) is RandomVariable
        }
        known = {
            slot: one for slot, one in values.items() if slot not in random
        }
        joints = joint_tables(random)
        whole = prod(joint.denominator for joint in joints)
        found: dict[State, int] = {}
        for rows in product(*(joint.rows for joint in joints)):
            for joint, (row, _) in zip(joints, rows, strict=True):
                known |= zip(joint.slots, row, strict=True)
            filling = Filling(known, known.__getitem__)
            now = {
                path: _freeze_value(filling.fill(one, (STATE, path)))
                for path, one in shapes.items()
            }
            state = tuple(sorted({**self._state, **now}.items()))
            found[state] = found.get(state, 0) + prod(
                weight for _, weight in rows
            )
        for state, weight in found.items():
            yield state, weight / whole


def _freeze_value(value: Any) -> Hashable:
    """Return a value of the state in a hashable form, from which `_thaw_value` makes it again."""
    if isinstance(value, dict):
        return dict, tuple(
            sorted((key, _freeze_value(part)) for key, part in value.items())
        )
    if isinstance(value, list | tuple):
        return list, tuple(map(_freeze_value, value))
    return type(value), value


def _thaw_value(frozen: Any) -> Any:
    """Return the value that `_freeze_value` made hashable."""
    kind, value = frozen
    if kind is dict:
        return {key: _thaw_value(part) for key, part in value}
    return list(map(_thaw_value, value)) if kind is list else value


def encounter_in_state(encounter: Encounter, state: State) -> Encounter:
    """Return a copy of the encounter with the fight in this state."""
    found = replace(encounter, fight=copy_maps(encounter.fight))
    draft = Draft(found)
    for path, frozen in state:
        value = _thaw_value(frozen)
        if value is MISSING:
            draft.drop(path)
        else:
            draft.put(path, value)
    return found


class _StateChain:
    """The chances of states, attack by attack."""

    def __init__(self, attack: RepeatedAttack, most: int) -> None:
        self.asked, self.most = attack, most
        self.over = dict.fromkeys(range(1, most + 1), 0.0)
        """The chance of each number of attacks that it takes."""
        self.left: dict[tuple[int, State], float] = {}
        """The chances of states, by the number of attacks before them, that are not searched
        exactly."""
        self.endless = False
        self._runs = 0
        self._known: dict[State, dict[State | None, float]] = {}

    def follow_states(self) -> None:
        """Follow the states attack by attack, until the rest is unlikely or too costly. Raises
        Refusal as the first attack would."""
        for worth_it in WORTH_IT:
            self._follow_likely_states(worth_it)
            if not self.left or self._runs >= MOST_RUNS:
                return

    def _follow_likely_states(self, worth_it: float) -> None:
        """Follow the states attack by attack, and search those that are likelier than `worth_it`.
        Sets `over` and `left` anew. Raises Refusal."""
        self.over = dict.fromkeys(self.over, 0.0)
        self.left.clear()
        alive: dict[State, float] = {(): 1.0}
        for number in range(1, self.most + 1):
            after: dict[State, float] = {}
            for state, chance in sorted(alive.items(), key=lambda one: -one[1]):
                following = self._states_after(state, chance > worth_it)
                if following is None:
                    self.left[number - 1, state] = chance
                    continue
                for other, share in following.items():
                    if other is None:
                        self.over[number] += chance * share
                    else:
                        after[other] = after.get(other, 0.0) + chance * share
            alive = after
            if sum(alive.values()) < UNLIKELY:
                return

    def _states_after(
        self, state: State, is_likely: bool
    ) -> dict[State | None, float] | None:
        """Return the states after one more attack. None for a state that is not known and not
        likely enough to search, or where it would cost too much."""
        is_worth_it = is_likely and self._runs < MOST_RUNS
        if state not in self._known and (is_worth_it or not state):
            try:
                self._search_from(self.asked, state)
            except TooManyBranches:
                pass
            except Refusal:
                if not state:
                    raise
                self._search_undefended(state)
        return self._known.get(state)

    def _search_from(self, question: RepeatedAttack, state: State) -> None:
        """Search for the states that follow on `state` and cache them. Raises Refusal as the
        attack would, and TooManyBranches."""
        search = StateSearch(question, state)
        try:
            self._known[state] = search.states(MOST_RUNS - self._runs)
        finally:
            self._runs += search.runs
            self.endless = self.endless or search.endless

    def _search_undefended(self, state: State) -> None:
        """Search for the states that follow if the target can no longer defend as the intent
        says. The state stays as it is if the attack cannot be made either way."""
        undefended = without_defense(self.asked.intent)
        try:
            if undefended is not None:
                self._search_from(self.asked._replace(intent=undefended), state)
                return
        except TooManyBranches:
            return
        except Refusal:
            pass
        self._known[state] = {state: 1.0}

    def attacks_needed(self) -> AttacksNeeded:
        """Return the chances. What the search left over is played with random dice, if it is
        likely enough to matter."""
        whole = sum(self.left.values())
        if not whole:
            return AttacksNeeded(self.over, {}, 0.0, 0, self.endless)
        if whole < UNLIKELY:
            return self._keep_rest_in_place()
        played, trials = self._play_rest()
        margins = {
            number: whole * _wilson_margin(count, trials)
            for number, count in played.items()
        }
        over = {
            number: chance + whole * played[number] / trials
            for number, chance in self.over.items()
        }
        more = whole * _wilson_margin(trials - sum(played.values()), trials)
        return AttacksNeeded(over, margins, more, trials, self.endless)

    def _keep_rest_in_place(self) -> AttacksNeeded:
        """Return the chances, as if the states that are left went on as the others do on average
        from the same number of attacks on, and by how much that may be wrong."""
        left_after = dict.fromkeys(range(self.most), 0.0)
        for (before, _), chance in self.left.items():
            left_after[before] += chance
        whole = sum(left_after.values())
        never = 1.0 - sum(self.over.values()) - whole
        alive, share, possible = 1.0 - whole, 0.0, 0.0
        chances, bounds = dict[int, float](), dict[int, float]()
        for number, chance in self.over.items():
            # From here on those that are left after the attack before may be over, too.
            possible += left_after[number - 1]
            share += left_after[number - 1] / alive if alive > 0 else 0.0
            more = chance * share
            chances[number] = chance + more
            bounds[number] = max(more, possible - more)
            alive -= chance
        more = max(0.0, never) * share
        return AttacksNeeded(
            chances,
            {},
            0.0,
            0,
            self.endless,
            bounds,
            max(more, whole - more),
        )

    def _play_rest(self) -> tuple[dict[int, int], int]:
        """Play on from the states that are left. Return how often each number of attacks was
        enough, and the number of trials."""
        chance = random.Random(SEED)
        ruleset, is_over = self.asked.ruleset, self.asked.until
        fights = {
            state: encounter_in_state(self.asked.encounter, state)
            for _, state in self.left
        }
        starts = chance.choices(
            [*self.left], [*self.left.values()], k=MOST_PLAYED
        )
        found = dict.fromkeys(self.over, 0)
        attacks = trials = 0
        of_file: Data = {}
        share = sum(self.left.values())
        enough = max(FEWEST, (CERTAIN * share / (2 * CLOSE)) ** 2)
        while attacks < MOST_PLAYED and trials < enough:
            number, state = starts[trials]
            trials += 1
            draft = Draft(fights[state], UNREAD_RUNNER, of_file)
            dice = ChanceDice(f"{SEED}/{trials}")
            for attack in range(number + 1, self.most + 1):
                attacks += 1
                try:
                    resolve_later(ruleset, draft, self.asked.intent, dice)
                except Refusal:
                    break
                if is_over(draft):
                    found[attack] += 1
                    break
            draft.rollback()
        return found, trials


def _wilson_margin(count: int, trials: int) -> float:
    """Return half the width of Wilson's interval, which is more than zero even if all trials
    ended alike."""
    share, square = count / trials, CERTAIN**2 / trials
    spread = share * (1 - share) / trials + square / (4 * trials)
    return CERTAIN * sqrt(spread) / (1 + square)


def chances_of_attacks_needed(
    question: RepeatedAttack, most: int
) -> AttacksNeeded:
    """Return how likely each number of attacks is enough, from 1 to `most`. Raises Refusal as
    the first attack would."""
    chain = _StateChain(question, most)
    chain.follow_states()
    return chain.attacks_needed()
