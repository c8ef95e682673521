"""The chances of a test: the ruleset resolves it once for each branch, each with its
probability."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Intent
from gmtrack.core.report import AGAINST, Report, Roll
from gmtrack.dice.port import Dice
from gmtrack.odds.amounts import Amounts, TooManyRuns, amounts_to_json
from gmtrack.odds.chances import distribution_of_value, most_likely_first
from gmtrack.odds.engine import run_every_branch
from gmtrack.odds.random_variable import Branch
from gmtrack.odds.source import AllDice
from gmtrack.odds.work import CountedDice, trials_within_limit
from gmtrack.rulesets.port import Ruleset

K = TypeVar("K")
Weight = tuple[int, int]
"""The weight of a branch, and that of all branches together."""
COUNTED = {
    "counted": "hits", "hits": "hits", "successes": "successes", "total": "total", "value": "value",
}  # fmt: skip
"""The keys of a roll's document that hold what it came to, the first that is there counts; and
the name that the number gets in the odds."""
MARKS = ("glitch", "botch", "critical", "fumble")
"""The keys of what dice may show besides a number."""
HEAD = ("limit", "threshold", *AGAINST)
"""The keys of what a roll is made with, beside its pool."""
SEED = 0
"""The fixed seed, so that the same question has the same answer."""


class RollSeen(NamedTuple):
    """A roll on a single branch: its name, who rolls, what it is made with (`head`), and the
    chance of each number that it can have come to there; `counts` names that number."""

    name: str
    who: str
    head: Data
    counts: str
    amounts: Amounts


class PersonSeen(NamedTuple):
    """The outcome of a test on a single branch, with the marks of its dice and the effects, for
    somebody who makes the test."""

    outcome: str
    marks: frozenset[str]
    effects: frozenset[str]


class TestSeen(NamedTuple):
    """The content of the report of a single branch, with the branch's probability (`weight`)."""

    weight: Fraction
    people: dict[str, PersonSeen]
    damage: Amounts
    rolls: list[RollSeen]


@dataclass
class RollChances:
    """The chances of one roll of a test, over all branches that make it."""

    name: str
    who: str
    head: Data
    counts: str
    amounts: Amounts = field(default_factory=dict)

    def add(self, seen: RollSeen) -> None:
        """Add the same roll of another branch. A key of `head` that differs between branches is
        dropped."""
        self.head = {
            key: value
            for key, value in self.head.items()
            if seen.head.get(key) == value
        }
        add_chances(self.amounts, seen.amounts)

    def to_json(self) -> Data:
        """Return the roll as JSON. Its numbers are the chances given that the roll is made;
        `made` is the chance of that, if it is less than 1."""
        made = sum(self.amounts.values())
        doc: Data = {"name": self.name, "who": self.who, **self.head}
        if made < 1:
            doc["made"] = float(made)
        if self.counts:
            given_made = {
                number: chance / made for number, chance in self.amounts.items()
            }
            doc |= {
                "counts": self.counts,
                self.counts: amounts_to_json(given_made),
            }
        return doc


@dataclass
class PersonChances:
    """The chances of what a test comes to for somebody who makes it: outcomes, marks of the
    dice, effects."""

    outcomes: dict[str, Fraction] = field(default_factory=dict)
    marks: dict[str, Fraction] = field(default_factory=dict)
    effects: dict[str, Fraction] = field(default_factory=dict)

    def add(self, seen: PersonSeen, weight: Fraction) -> None:
        """Add what a branch of probability `weight` came to for the same person."""
        add_chances(self.outcomes, {seen.outcome: weight})
        add_chances(self.marks, dict.fromkeys(seen.marks, weight))
        add_chances(self.effects, dict.fromkeys(seen.effects, weight))

    def to_json(self) -> Data:
        """Return the chances as JSON, the most likely first."""
        return {
            key: most_likely_first(chances)
            for key, chances in vars(self).items()
        }


@dataclass
class TestChances:
    """The chances of a test, for everybody who makes it.

    `endless`: some dice may be rolled again without end, so that their distribution is cut off.
    `trials`: the number of trials that the chances were sampled by; 0 if they are exact."""

    people: dict[str, PersonChances] = field(default_factory=dict)
    damage: Amounts = field(default_factory=dict)
    rolls: dict[tuple[str, str, int], RollChances] = field(default_factory=dict)
    endless: bool = False
    trials: int = 0

    def add(self, seen: TestSeen) -> None:
        """Add what one branch came to."""
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
        """Return the chances as JSON: those of the one person, or a list `tests` with those of
        several, then damage, if there can be any, and rolls."""
        people: list[Data] = [
            {"who": who, **one.to_json()} for who, one in self.people.items()
        ]
        doc: Data = people[0] if len(people) == 1 else {"tests": people}
        if any(self.damage):
            doc["damage"] = amounts_to_json(self.damage)
        doc["rolls"] = [roll.to_json() for roll in self.rolls.values()]
        return doc


def join_tests(several: Iterable[TestChances]) -> TestChances:
    """Combine the chances of several people's tests that do not depend on each other."""
    found = TestChances()
    for one in several:
        found.people |= one.people
        found.rolls |= one.rolls
        found.endless = found.endless or one.endless
        found.trials = max(found.trials, one.trials)
    return found


def add_chances(chances: dict[K, Fraction], more: dict[K, Fraction]) -> None:
    """Add chances to those that are there already, key by key."""
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
    """Return the exact chances of a test. Raises Refusal as the test would, and TooManyRuns when
    it takes more than `most` runs.

    `table` wraps the random dice in a source that has the typed dice."""
    found, runs, draft = TestChances(), 0, Draft(encounter)

    def run(branch: Branch) -> TestSeen:
        nonlocal runs
        runs += 1
        if runs > most:
            raise TooManyRuns
        everything = AllDice(branch)
        seen = _run_test(
            ruleset, draft, intent, table(everything), branch.weight
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
    """Return the chances of a test as this many trials with random dice show them, or fewer if
    they take very many dice."""
    chance, draft = CountedDice(SEED), Draft(encounter)
    _run_test(ruleset, draft, intent, table(chance), lambda: (1, 1))
    trials = trials_within_limit(trials, chance.rolled)
    chance, found = CountedDice(SEED), TestChances(trials=trials)
    for _ in range(trials):
        found.add(
            _run_test(
                ruleset, draft, intent, table(chance), lambda: (1, trials)
            )
        )
    return found


def _run_test(
    ruleset: Ruleset,
    draft: Draft,
    intent: Intent,
    dice: Dice,
    weight: Callable[[], Weight],
) -> TestSeen:
    """Resolve the test once on a draft without changes, return what came of it, and roll the draft
    back. All runs of a test share one draft, which has read the sheets."""
    try:
        return _test_seen(ruleset.resolve(draft, intent, dice), weight)
    finally:
        draft.rollback()


# --- reports ---


def _test_seen(report: Report, weight: Callable[[], Weight]) -> TestSeen:
    """Return what a report says of its test. What the report says in words is observed here;
    only then is the branch's weight known, and the numbers that are still random get their
    distribution."""
    tests = report.body.get("tests") or [report.body]
    people = {str(test["who"]): _person_seen(report, test) for test in tests}
    whole = weight()
    damage = _amounts_of_value(
        (report.body.get("damage") or {}).get("dealt", 0), whole
    )
    rolls = [_roll_seen(roll, whole) for roll in report.rolls]
    return TestSeen(Fraction(*whole), people, damage, rolls)


def _amounts_of_value(value: Any, whole: Weight) -> Amounts:
    """Return the chance of each number that `value` can be on a branch of this weight."""
    weight, every = whole
    return {
        number: Fraction(part, every)
        for number, part in distribution_of_value(value, weight).items()
    }


def _person_seen(report: Report, test: Data) -> PersonSeen:
    """Return what the report says of one test and of the combatant who made it."""
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
    """Yield the marks of a roll's document: `glitch` if the key is true, `grave-glitch` if its
    value is the word `grave`."""
    for key in MARKS:
        value = body.get(key)
        if isinstance(value, str):
            yield value if value == key else f"{value}-{key}"
        elif value:
            yield key


def _roll_seen(roll: Roll, whole: Weight) -> RollSeen:
    """Return what the report says of a roll, with the chances of its number on a branch of this
    weight."""
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
    """Return the entries whose values the dice do not decide."""
    return {key: value for key, value in head.items() if not _is_random(value)}


def _is_random(value: Any) -> bool:
    """Whether a value is, or contains, a number that dice decide."""
    if isinstance(value, dict):
        return _is_random(value.values())
    if isinstance(value, Iterable) and not isinstance(value, str):
        return any(map(_is_random, value))
    return type(value) not in (int, float, str, bool)
