"""Several attacks whose branches are merged at checkpoints come to the same as branches that run
from beginning to end."""

from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_run import LONG

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Attack
from gmtrack.core.standing import Standing
from gmtrack.dice.port import Ask, Dice, Reading
from gmtrack.errors import Refusal
from gmtrack.odds import merging
from gmtrack.odds.chances import Odds
from gmtrack.odds.engine import TOO_MANY, Search
from gmtrack.rulesets.port import Upshot, Words

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
    """Whether the first die changes later attacks, by a flag that is carried."""
    places: bool
    """Whether one of two more dice, told by itself, adds to the power."""
    leaks: bool
    """Whether it changes them by a number that is not carried."""


class Done(NamedTuple):
    """A block of the report."""

    doc: Data

    def document(self) -> Data:
        return self.doc


class Rules:
    """A ruleset as far as odds ask for it."""

    WORDS = Words("dice", "unknown", "value")

    def __init__(self, blows: list[Blow]) -> None:
        self.blows = blows

    def resolve(self, draft: Draft, intent: Attack, dice: Dice) -> Any:
        fight = Fight(draft, dice)
        blocks: list[Done] = []
        for number, blow in enumerate(self.blows):
            if blocks:
                draft.branches.merge(blocks, fight.flag, as_read=fight.as_read)
            blocks.append(Done(fight.strike(number, blow)))
        return SimpleNamespace(blocks=blocks)

    def upshot(self, block: Data) -> Upshot:
        return Upshot("a", block["target"], block["outcome"], block["damage"], block["effects"])

    def standing(self, draft: Draft, who: str) -> Standing:
        out = draft.get(("fight", "combatants", who, "out"), False)
        dead = out and draft.get(("fight", "combatants", who, "dead"), False)
        return Standing(out=out, dead=dead)


class Fight:
    """One command of it."""

    def __init__(self, draft: Draft, dice: Dice) -> None:
        self.draft = draft
        self.dice = dice
        self.flag = False
        self.leak: Any = 0

    def left(self, who: str) -> Any:
        return self.draft.get(("fight", "combatants", who, "points"), FULL)

    def as_read(self) -> dict[tuple[str, ...], int]:
        return {("fight", "combatants", who, "points"): self.left(who) for who in "bc"}

    def roll(self, name: str, sides: int) -> Any:
        return self.dice.roll(Ask(name, "a", 1, sides, Reading(sum=True))).sum

    def strike(self, number: int, blow: Blow) -> Data:
        who = ("fight", "combatants", blow.target)
        first = self.roll(f"attack{number}", blow.sides)
        seen = self.draft.get(("fight", "seen"), 0)
        outcome = "hit" if first + self.flag + self.leak >= blow.need else "miss"
        self.flag = self.flag or (blow.remembers and bool(first == 1))
        self.leak = self.leak + first % 2 if blow.leaks else self.leak
        power = first + blow.bonus
        if blow.places:
            ask = Ask(f"place{number}", "a", 2, 2, Reading(sum=True, marked=1))
            power = power + self.dice.roll(ask).marked[0]
        if blow.counts:
            self.draft.put(("fight", "seen"), seen + first % 2)
        if blow.marginalizes:
            (power,) = self.draft.branches.marginalize(power, carried=(outcome, self.flag))
        effects: list[str] = []
        damage = 0
        if outcome == "hit":
            damage = self.roll(f"damage{number}", 3) + power // 2
            left = self.left(blow.target) - damage
            self.draft.put((*who, "points"), left)
            effects = [f"under {gate}" for gate in blow.gates if left <= gate]
            if left <= 0:
                self.draft.put((*who, "out"), True)
            if seen > 1 and left < -3:
                self.draft.put((*who, "dead"), True)
        return {
            "target": blow.target, "outcome": outcome, "damage": damage,
            "effects": tuple(effects),
        }  # fmt: skip


def search(blows: list[Blow], *, merge: bool) -> Search:
    people: dict[str, Data] = {who: {} for who in "abc"}
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


def blows(leaks: st.SearchStrategy[bool]) -> st.SearchStrategy[list[Blow]]:
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
        leaks=leaks,
    )
    return st.lists(one, min_size=1, max_size=3)


@settings(max_examples=EXAMPLES, deadline=None)
@given(blows(st.just(False)))
def test_merged_branches_come_to_the_same_as_branches_alone(several: list[Blow]) -> None:
    assert told(odds(several, merge=True)) == told(odds(several, merge=False))


@settings(max_examples=EXAMPLES, deadline=None)
@given(blows(st.booleans()))
def test_what_rules_forgot_to_carry_is_found_out(several: list[Blow]) -> None:
    """It costs time, but the odds are right: nothing is merged there."""
    assert told(odds(several, merge=True)) == told(odds(several, merge=False))


SIX = [Blow("b", 4, 3, 0, (4, 2, 0), False, False, False, False, False)] * 6


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
