"""How many attacks in a row it takes: exactly, from state to state of the fight.

After each attack the fight is in one of some states, each with its chance. What an attack makes of
a state is found once, exactly (`Step`), however often the state comes up and after however many
attacks. The likely states come first; when the rules have been run often enough, the others are
played, and their share alone has a margin.
"""

import random
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from itertools import product
from math import prod, sqrt
from typing import Any, NamedTuple

from gmtrack.core.course import UNTOLD
from gmtrack.core.draft import MISSING, Draft, Path, own
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Intent, without_defense
from gmtrack.dice.sources import ChanceDice
from gmtrack.errors import Refusal
from gmtrack.odds.amounts import CERTAIN
from gmtrack.odds.chances import Segment
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
from gmtrack.odds.later import resolve_later
from gmtrack.odds.random_variable import Branch, RandomVariable
from gmtrack.odds.source import AllDice
from gmtrack.odds.trial import BranchRunner
from gmtrack.rulesets.port import Ruleset

MOST_RUNS = 1_000
"""Runs of the rules for the exact part. A limit of work, not of time: the same question has the
same answer on a busy machine."""
MOST_PLAYED = 3_000
"""Attacks that are played for the rest, unless fewer trials say enough."""
FEWEST, CLOSE = 100, 0.003
"""Trials at least, and the margin that is close enough."""
UNLIKELY = 1 / 2_000
"""What may be left when nobody waits any longer."""
WORTH_IT = UNLIKELY / 20
"""A state that is less likely is not looked into."""
SEED = 0
"""The same question has the same answer."""

Until = Callable[[Draft], bool]
"""Whether it is as somebody waits for."""
State = tuple[tuple[Path, Shape], ...]
"""What attacks have written so far, as it can be compared; in the order of the paths."""


class RepeatedAttack(NamedTuple):
    """The attack that is made again and again, until when; `table` lays typed dice before those
    that can come to anything."""

    ruleset: Ruleset
    encounter: Encounter
    intent: Intent
    until: Until
    table: Callable[[AllDice], Any]


class AttacksNeeded(NamedTuple):
    """How likely it takes so many attacks. Where a part was played, `margins` says within how much
    of each the truth lies, in nineteen of twenty, `more_margin` of the chance that it takes more,
    and `trials` how often. `endless`: some dice may be rolled again without end."""

    chances: dict[int, float]
    margins: dict[int, float]
    more_margin: float
    trials: int
    endless: bool


class _ReadEverything:
    """All that was written is read later."""

    def add(self, slot: Slot) -> bool:
        del slot
        return False

    def must_keep(self, slot: Slot) -> bool:
        del slot
        return True


class StateSearch(Search):
    """What one attack makes of a state."""

    def __init__(self, asked: RepeatedAttack, state: State) -> None:
        self.encounter = encounter_in_state(asked.encounter, state)
        super().__init__(
            asked.ruleset, self.encounter, asked.intent, asked.table
        )
        self._over = asked.until
        self._state = dict(state)
        self._read_later = _ReadEverything()  # type: ignore[assignment]

    def states(self, most: int) -> dict[State | None, float]:
        """The chance of each state after it; None: it is as it was waited for. Raises Refusal as
        the attack would, and TooMany where it takes more than `most` runs."""
        self._most = most
        found: dict[State | None, float] = {}
        with pause_garbage_collection():
            try:
                for segment, weight in self._all_segments_merged():
                    share = float(weight * segment.weight / segment.denominator)
                    ends: Any = segment.ends
                    for state, chance in ends.items():
                        found[state] = found.get(state, 0.0) + share * chance
            finally:
                self._draft.restore(whole=True)
        return found

    @property
    def endless(self) -> bool:
        return self._endless

    def _end_branch(self, trial: BranchRunner, branch: Branch) -> Segment:
        del trial
        draft = self._draft
        over = self._over(draft)
        ends: dict[Any, Any] = {None: 1.0} if over else dict(self._end_states())
        whole, denominator = branch.weight()
        return Segment(whole, denominator, {}, ends)

    def _end_states(self) -> Iterator[tuple[State, float]]:
        """The states of this branch, each with its share."""
        draft, values = self._draft, dict[Slot, Any]()
        for path in draft.unsettled():
            draft.get(path)
        shapes = {
            path: take_apart(now, (STATE, path), values)
            for path, now in draft.state()
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
    """As it can be compared; `_thawed` makes it again."""
    if isinstance(value, dict):
        return dict, tuple(
            sorted((key, _freeze_value(part)) for key, part in value.items())
        )
    if isinstance(value, list | tuple):
        return list, tuple(map(_freeze_value, value))
    return type(value), value


def _thaw_value(frozen: Any) -> Any:
    kind, value = frozen
    if kind is dict:
        return {key: _thaw_value(part) for key, part in value}
    return list(map(_thaw_value, value)) if kind is list else value


def encounter_in_state(encounter: Encounter, state: State) -> Encounter:
    found = replace(encounter, fight=own(encounter.fight))
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

    def __init__(self, asked: RepeatedAttack, most: int) -> None:
        self.asked, self.most = asked, most
        self.over = dict.fromkeys(range(1, most + 1), 0.0)
        """How likely it takes so many."""
        self.left: dict[tuple[int, State], float] = {}
        """The chances of states, after so many attacks, from which nothing exact is known."""
        self.endless = False
        self._runs = 0
        self._known: dict[State, dict[State | None, float]] = {}

    def follow_states(self) -> None:
        """As far as it is worth it. Raises Refusal as the first attack would."""
        alive: dict[State, float] = {(): 1.0}
        for number in range(1, self.most + 1):
            after: dict[State, float] = {}
            for state, chance in sorted(alive.items(), key=lambda one: -one[1]):
                following = self._states_after(state, chance)
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
        self, state: State, chance: float
    ) -> dict[State | None, float] | None:
        """The states after one attack more; None where it would cost too much to know."""
        worth_it = not state or (chance > WORTH_IT and self._runs < MOST_RUNS)
        if state not in self._known and worth_it:
            try:
                self._search_from(self.asked, state)
            except TooManyBranches:
                pass
            except Refusal:
                if not state:
                    raise
                self._search_undefended(state)
        return self._known.get(state)

    def _search_from(self, asked: RepeatedAttack, state: State) -> None:
        """Find the states that follow on one. Raises Refusal as the attack would, and TooMany."""
        step = StateSearch(asked, state)
        try:
            self._known[state] = step.states(MOST_RUNS - self._runs)
        finally:
            self._runs += step.runs
            self.endless = self.endless or step.endless

    def _search_undefended(self, state: State) -> None:
        """Find the same where the target can no longer defend as was said. Nothing follows where
        the attack cannot be made in any case."""
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
        """With what is left played, if that is more than nobody waits for."""
        whole = sum(self.left.values())
        if whole < UNLIKELY:
            return AttacksNeeded(self.over, {}, 0.0, 0, self.endless)
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

    def _play_rest(self) -> tuple[dict[int, int], int]:
        """How often it took so many attacks from what is left, and in how many trials."""
        chance, ruleset, until = (
            random.Random(SEED),
            self.asked.ruleset,
            self.asked.until,
        )
        fights = {
            state: encounter_in_state(self.asked.encounter, state)
            for _, state in self.left
        }
        starts = chance.choices(
            [*self.left], [*self.left.values()], k=MOST_PLAYED
        )
        found, attacks, trials = dict.fromkeys(self.over, 0), 0, 0
        settled: Data = {}
        enough = max(
            FEWEST, (CERTAIN * sum(self.left.values()) / (2 * CLOSE)) ** 2
        )
        while attacks < MOST_PLAYED and trials < enough:
            number, state = starts[trials]
            trials += 1
            draft = Draft(fights[state], UNTOLD, settled)
            dice = ChanceDice(f"{SEED}/{trials}")
            for attack in range(number + 1, self.most + 1):
                attacks += 1
                try:
                    resolve_later(ruleset, draft, self.asked.intent, dice)
                except Refusal:
                    break
                if until(draft):
                    found[attack] += 1
                    break
            draft.rollback()
        return found, trials


def _wilson_margin(count: int, trials: int) -> float:
    """Wilson's interval, which is no point even where all trials ended alike."""
    share, square = count / trials, CERTAIN**2 / trials
    spread = share * (1 - share) / trials + square / (4 * trials)
    return CERTAIN * sqrt(spread) / (1 + square)


def chances_of_attacks_needed(
    asked: RepeatedAttack, most: int
) -> AttacksNeeded:
    """How many attacks it takes, `most` of them if nothing ends them before. Raises Refusal as the
    first one would."""
    chain = _StateChain(asked, most)
    chain.follow_states()
    return chain.attacks_needed()
