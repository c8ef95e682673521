"""The chances of a test: each way in which the ruleset resolves it, with its probability."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Intent
from gmtrack.core.report import AGAINST, Report, Roll
from gmtrack.dice.port import Dice
from gmtrack.dice.sources import RandomDice
from gmtrack.odds.amounts import Amounts, TooManyRuns, amounts_to_json
from gmtrack.odds.chances import distribution_of_value, most_likely_first
from gmtrack.odds.engine import run_every_branch
from gmtrack.odds.random_variable import Branch
from gmtrack.odds.source import AllDice
from gmtrack.rulesets.port import Ruleset

K = TypeVar("K")
Weight = tuple[int, int]
"""Of a branch, and of all of them together."""
COUNTED = {
    "counted": "hits", "hits": "hits", "successes": "successes", "total": "total", "value": "value",
}  # fmt: skip
"""What a roll came to, by the first of these keys that it has, and how that is told: of hits those
that count."""
MARKS = ("glitch", "botch", "critical", "fumble")
"""What dice may show besides."""
HEAD = ("limit", "threshold", *AGAINST)
"""What a roll is made with, beside its pool."""
SEED = 0
"""The same question has the same answer."""


class RollSeen(NamedTuple):
    """One roll on one branch: by which name and by whom, what it was made with, and the weight of
    each number that it can have come to there, which `counts` names."""

    name: str
    who: str
    head: Data
    counts: str
    amounts: Amounts


class PersonSeen(NamedTuple):
    """What came of it for one who makes the test."""

    outcome: str
    marks: frozenset[str]
    effects: frozenset[str]


class TestSeen(NamedTuple):
    """What the report of one branch says."""

    weight: Fraction
    people: dict[str, PersonSeen]
    damage: Amounts
    rolls: list[RollSeen]


@dataclass
class RollChances:
    name: str
    who: str
    head: Data
    counts: str
    amounts: Amounts = field(default_factory=dict)

    def add(self, seen: RollSeen) -> None:
        """What is not the same on every branch is not told."""
        self.head = {
            key: value
            for key, value in self.head.items()
            if seen.head.get(key) == value
        }
        add_chances(self.amounts, seen.amounts)

    def to_json(self) -> Data:
        """The numbers are those that it comes to if it is made at all."""
        made = sum(self.amounts.values())
        doc: Data = {"name": self.name, "who": self.who, **self.head}
        if made < 1:
            doc["made"] = float(made)
        if self.counts:
            told = {
                number: chance / made for number, chance in self.amounts.items()
            }
            doc |= {"counts": self.counts, self.counts: amounts_to_json(told)}
        return doc


@dataclass
class PersonChances:
    outcomes: dict[str, Fraction] = field(default_factory=dict)
    marks: dict[str, Fraction] = field(default_factory=dict)
    effects: dict[str, Fraction] = field(default_factory=dict)

    def add(self, seen: PersonSeen, weight: Fraction) -> None:
        add_chances(self.outcomes, {seen.outcome: weight})
        add_chances(self.marks, dict.fromkeys(seen.marks, weight))
        add_chances(self.effects, dict.fromkeys(seen.effects, weight))

    def to_json(self) -> Data:
        return {
            key: most_likely_first(chances)
            for key, chances in vars(self).items()
        }


@dataclass
class TestChances:
    """What a test comes to. `endless`: some dice may be rolled again without end, and their
    distribution is cut off. `trials`: the chances are not exact, but those of so many trials."""

    people: dict[str, PersonChances] = field(default_factory=dict)
    damage: Amounts = field(default_factory=dict)
    rolls: dict[tuple[str, str, int], RollChances] = field(default_factory=dict)
    endless: bool = False
    trials: int = 0

    def add(self, seen: TestSeen) -> None:
        for who, person in seen.people.items():
            self.people.setdefault(who, PersonChances()).add(
                person, seen.weight
            )
        add_chances(self.damage, seen.damage)
        times: dict[tuple[str, str], int] = {}
        for roll in seen.rolls:
            times[roll.name, roll.who] = time = (
                times.get((roll.name, roll.who), 0) + 1
            )
            key = (roll.name, roll.who, time)
            made = self.rolls.setdefault(key, RollChances(*roll[:4]))
            made.add(roll)

    def to_json(self) -> Data:
        """What comes of it for the one, or for each of several who make the same test."""
        told: list[Data] = [
            {"who": who, **one.to_json()} for who, one in self.people.items()
        ]
        doc: Data = told[0] if len(told) == 1 else {"tests": told}
        if any(self.damage):
            doc["damage"] = amounts_to_json(self.damage)
        doc["rolls"] = [roll.to_json() for roll in self.rolls.values()]
        return doc


def join_tests(several: Iterable[TestChances]) -> TestChances:
    """Tests of several people that do not depend on each other."""
    found = TestChances()
    for one in several:
        found.people |= one.people
        found.rolls |= one.rolls
        found.endless = found.endless or one.endless
        found.trials = max(found.trials, one.trials)
    return found


def add_chances(chances: dict[K, Fraction], more: dict[K, Fraction]) -> None:
    for key, chance in more.items():
        chances[key] = chances.get(key, Fraction()) + chance


# --- runs of the rules ---


def exact_test_chances(
    ruleset: Ruleset,
    encounter: Encounter,
    intent: Intent,
    table: Callable[[AllDice], Dice],
    most: int,
) -> TestChances:
    """The chances, of at most so many runs; `table` lays the typed dice before those that can come
    to anything. Raises Refusal as the test would, and TooManyRuns."""
    found, runs = TestChances(), 0

    def run(branch: Branch) -> TestSeen:
        nonlocal runs
        runs += 1
        if runs > most:
            raise TooManyRuns
        everything = AllDice(branch)
        seen = _run_test(
            ruleset, encounter, intent, table(everything), branch.weight
        )
        found.endless = found.endless or everything.endless
        return seen

    for seen in run_every_branch(run):
        found.add(seen)
    return found


def sample_test_chances(
    ruleset: Ruleset,
    encounter: Encounter,
    intent: Intent,
    table: Callable[[Dice], Dice],
    trials: int,
) -> TestChances:
    """The chances as so many trials show them."""
    chance, found = RandomDice(SEED), TestChances(trials=trials)
    for _ in range(trials):
        found.add(
            _run_test(
                ruleset, encounter, intent, table(chance), lambda: (1, trials)
            )
        )
    return found


def _run_test(
    ruleset: Ruleset,
    encounter: Encounter,
    intent: Intent,
    dice: Dice,
    weight: Callable[[], Weight],
) -> TestSeen:
    """One run; the encounter stays as it was."""
    draft = Draft(encounter)
    try:
        return _test_seen(ruleset.resolve(draft, intent, dice), weight)
    finally:
        draft.rollback()


# --- reports ---


def _test_seen(report: Report, weight: Callable[[], Weight]) -> TestSeen:
    """What is told in words is observed first; then the branch has its weight, and what is still
    random on it its numbers."""
    tests = report.body.get("tests") or [report.body]
    people = {str(test["who"]): _person_seen(report, test) for test in tests}
    whole = weight()
    damage = _amounts_of_value(
        (report.body.get("damage") or {}).get("dealt", 0), whole
    )
    rolls = [_roll_seen(roll, whole) for roll in report.rolls]
    return TestSeen(Fraction(*whole), people, damage, rolls)


def _amounts_of_value(value: Any, whole: Weight) -> Amounts:
    """The chance of each number that a value can be on a branch."""
    weight, every = whole
    return {
        number: Fraction(part, every)
        for number, part in distribution_of_value(value, weight).items()
    }


def _person_seen(report: Report, test: Data) -> PersonSeen:
    who = test["who"]
    marks = frozenset(
        mark
        for roll in report.rolls
        if roll.who == who
        for mark in _marks_in(roll.body)
    )
    effects = frozenset(
        str(effect["effect"])
        for effect in report.effects
        if effect["target"] == who
    )
    return PersonSeen(str(test["outcome"]), marks, effects)


def _marks_in(body: Data) -> Iterator[str]:
    for key in MARKS:
        value = body.get(key)
        if isinstance(value, str):
            yield value if value == key else f"{value}-{key}"
        elif value:
            yield key


def _roll_seen(roll: Roll, whole: Weight) -> RollSeen:
    body = roll.body
    key = next((key for key in COUNTED if key in body), "")
    parts = [part.to_json() for part in roll.parts]
    head: Data = (
        {"pool": roll.pool, "parts": parts} if roll.pool is not None else {}
    )
    head |= {key: body[key] for key in HEAD if body.get(key) is not None}
    head |= {
        f"{key}_parts": body[f"{key}_parts"]
        for key in AGAINST
        if f"{key}_parts" in body
    }
    amounts = _amounts_of_value(body[key] if key else 0, whole)
    return RollSeen(
        roll.name,
        roll.who,
        _without_random(head),
        COUNTED.get(key, ""),
        amounts,
    )


def _without_random(head: Data) -> Data:
    """Without what dice decide."""
    return {key: value for key, value in head.items() if not _is_random(value)}


def _is_random(value: Any) -> bool:
    if isinstance(value, dict):
        return _is_random(value.values())
    if isinstance(value, Iterable) and not isinstance(value, str):
        return any(map(_is_random, value))
    return type(value) not in (int, float, str, bool)
