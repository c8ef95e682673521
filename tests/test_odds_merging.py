"""Several attacks whose branches are merged at checkpoints come to the same as branches that run
from beginning to end."""

from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_run import LONG

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Attack
from gmtrack.core.report import Block, Report
from gmtrack.core.stages import Checkpoint
from gmtrack.core.standing import Standing
from gmtrack.core.values import frozen
from gmtrack.dice.port import Ask, Dice, Reading
from gmtrack.errors import Refusal
from gmtrack.odds import merging
from gmtrack.odds.chances import Odds
from gmtrack.odds.checkpoint import take_apart
from gmtrack.odds.engine import TOO_MANY, NotHandedAcross, Search
from gmtrack.rulesets.port import AttackSummary, Words

EXAMPLES = 3_000 if LONG else 40
FULL = 6


class Blow(NamedTuple):
    """One attack of a made-up ruleset: a die against a number, and another for the damage."""

    target: str
    sides: int
    need: int
    bonus: int
    gates: tuple[int, ...]
    """What is compared with the points that are left, for an effect each."""
    counts: bool
    """Whether it adds to a number that play has."""
    marginalizes: bool
    remembers: bool
    """Whether the first die changes later attacks, by a flag that is handed across."""
    places: bool
    """Whether one of two more dice, told by itself, adds to the power."""
    noted: bool
    """Of the first one: whether the file has something of what is written."""
    leaks: bool
    """Whether it changes them by a number that is not handed across."""


class Rules:
    """A ruleset as far as odds ask for it."""

    WORDS = Words("dice", "unknown", "value")

    def __init__(self, blows: list[Blow]) -> None:
        self.blows = blows

    def resolve(self, draft: Draft, intent: Attack, dice: Dice) -> Any:
        fight = Fight(draft, dice)
        draft.runner.run(Plan(fight, self.blows), Next(0, flag=False))
        return fight.report

    def summarize_attack(self, block: Data) -> AttackSummary:
        effects = tuple(one["effect"] for one in block["effects"])
        return AttackSummary("a", block["target"], block["outcome"], block["damage"], effects)

    def standing_of(self, draft: Draft, who: str) -> Standing:
        out = draft.get(("fight", "combatants", who, "out"), False)
        dead = out and draft.get(("fight", "combatants", who, "dead"), False)
        return Standing(out=out, dead=dead)


class Fight:
    """One command of it."""

    def __init__(self, draft: Draft, dice: Dice) -> None:
        self.draft = draft
        self.leak: Any = 0
        self.afresh(dice)

    def afresh(self, dice: Dice, first_block: int = 0) -> None:
        self.dice = dice
        self.first_block = first_block
        self.report = Report("attack", "made-up", listed=True)

    def left(self, who: str) -> Any:
        return self.draft.get(("fight", "combatants", who, "points"), FULL)

    def roll(self, name: str, sides: int) -> Any:
        return self.dice.roll(Ask(name, "a", 1, sides, Reading(sum=True))).sum


class Plan(NamedTuple):
    """All blows of the action."""

    game: Fight
    blows: list[Blow]


@frozen
class Next:
    """The blow of this number."""

    number: int
    flag: bool

    @property
    def checkpoint(self) -> Checkpoint:
        return Checkpoint(self.number)

    def run(self, plan: Plan) -> "Next | Landing | None":
        fight, blow = plan.game, plan.blows[self.number]
        first = fight.roll(f"attack{self.number}", blow.sides)
        outcome = "hit" if first + self.flag + fight.leak >= blow.need else "miss"
        flag = self.flag or (blow.remembers and bool(first == 1))
        fight.leak = fight.leak + first % 2 if blow.leaks else fight.leak
        power = first + blow.bonus
        if blow.places:
            ask = Ask(f"place{self.number}", "a", 2, 2, Reading(sum=True, marked=1))
            marked = fight.dice.roll(ask).marked
            assert marked
            power = power + marked[0]
        seen = fight.draft.get(("fight", "seen"), 0)
        if blow.counts:
            fight.draft.put(("fight", "seen"), seen + first % 2)
        fight.report.blocks.append(Block("a", blow.target, {"target": blow.target}))
        landing = Landing(self.number, flag, outcome, power, seen)
        return landing if blow.marginalizes else landing.run(plan)


@frozen
class Landing:
    """What it does."""

    number: int
    flag: bool
    outcome: str
    power: int
    seen: int

    @property
    def checkpoint(self) -> Checkpoint:
        return Checkpoint(self.number, 1)

    def run(self, plan: Plan) -> Next | None:
        fight, blow = plan.game, plan.blows[self.number]
        who = ("fight", "combatants", blow.target)
        effects: list[str] = []
        damage = 0
        if self.outcome == "hit":
            damage = fight.roll(f"damage{self.number}", 3) + self.power // 2
            before = fight.left(blow.target)
            left = before - damage
            fight.draft.put((*who, "points"), left, read_as=before)
            last = fight.draft.get((*who, "last"), [])
            effects = ["twice"] if len(last) > 1 and last[-1] == left else []
            fight.draft.put((*who, "last"), [left, *last] if damage > FULL - 1 else [left])
            effects += [f"under {gate}" for gate in blow.gates if left <= gate]
            if left <= 0:
                fight.draft.put((*who, "out"), True)
            if self.seen > 1 and left < -3:
                fight.draft.put((*who, "dead"), True)
        block = fight.report.blocks[self.number - fight.first_block]
        block.body |= {"outcome": self.outcome, "damage": damage}
        block.effects += [{"effect": effect} for effect in effects]
        more = self.number + 1 < len(plan.blows)
        return Next(self.number + 1, self.flag) if more else None


def search(blows: list[Blow], *, merge: bool) -> Search:
    people: dict[str, Data] = {who: {} for who in "abc"}
    if blows[0].noted:
        people["b"] = {"points": FULL - 1, "out": False, "last": [1, 2]}
    fight = {"combatants": people}
    encounter = Encounter("odds", "made-up", combatants=people, fight=fight)
    intent = Attack("a", ("b",))
    rules: Any = Rules(blows)
    return Search(rules, encounter, intent, lambda everything: everything, merging=merge)


def odds(blows: list[Blow], *, merge: bool) -> Odds:
    return search(blows, merge=merge).odds(10**6)


def told(found: Odds) -> Any:
    chances = [found.total, *(block.chances for block in found.blocks)]
    return [(c.outcomes, c.damage, c.effects, c.down, c.dead) for c in chances]


def blows() -> st.SearchStrategy[list[Blow]]:
    one = st.builds(
        Blow,
        target=st.sampled_from("bbc"),
        sides=st.integers(2, 4),
        need=st.integers(1, 4),
        bonus=st.integers(-1, 2),
        gates=st.lists(st.integers(-2, 5), max_size=2, unique=True).map(tuple),
        counts=st.booleans(),
        marginalizes=st.booleans(),
        remembers=st.booleans(),
        places=st.booleans(),
        noted=st.booleans(),
        leaks=st.just(False),
    )
    return st.lists(one, min_size=1, max_size=3)


@settings(max_examples=EXAMPLES, deadline=None)
@given(blows())
def test_merged_branches_come_to_the_same_as_branches_alone(several: list[Blow]) -> None:
    assert told(odds(several, merge=True)) == told(odds(several, merge=False))


def test_what_rules_forget_to_hand_across_is_an_error() -> None:
    """Never a wrong number."""
    several = [Blow("b", 4, 3, 0, (), False, False, False, False, False, True)] * 2
    with pytest.raises(NotHandedAcross, match="leak"):
        odds(several, merge=True)


def test_what_cannot_be_compared_is_no_part_of_a_stage() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        take_apart({1, 2}, (), {})


SIX = [Blow("b", 4, 3, 0, (4, 2, 0), False, False, False, False, False, False)] * 6


def test_many_branches_go_on_as_few() -> None:
    few, many = search(SIX, merge=True), search(SIX, merge=False)
    assert told(few.odds()) == told(many.odds(10**6))
    assert few.runs * 2 < many.runs


def test_too_many_rows_are_refused_like_too_many_branches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(merging, "MOST_ROWS", 2)
    with pytest.raises(Refusal, match=TOO_MANY):
        odds(SIX, merge=True)


def test_what_stands_in_the_file_is_there_where_a_branch_has_written_nothing() -> None:
    several = [Blow("b", 4, 3, 0, (), False, False, False, False, True, False)] * 3
    assert told(odds(several, merge=True)) == told(odds(several, merge=False))
    assert "twice" in odds(several, merge=True).total.effects


def test_a_stage_may_call_its_checkpoint_by_the_old_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = told(odds(SIX, merge=True))
    for stage in (Next, Landing):
        monkeypatch.setattr(stage, "at", stage.checkpoint, raising=False)
        monkeypatch.delattr(stage, "checkpoint")
    with pytest.warns(DeprecationWarning, match="`at` is called `checkpoint` now"):
        assert told(odds(SIX, merge=True)) == right
    monkeypatch.delattr(Next, "at")
    with pytest.raises(AttributeError, match="checkpoint"):
        odds(SIX, merge=True)
