"""Chances as exact fractions, and how the branches of an attack are added up to them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.odds.random_variable import RandomVariable

if TYPE_CHECKING:
    from gmtrack.odds.checkpoint import Arrival

ZERO = Fraction()
ONE = Fraction(1)
DOWN, DEAD = " down", " dead"
ENDS = frozenset((DOWN, DEAD))
"""Marks beside the effects: a target is down, or dead, after an attack."""
NOT_FIRED = "not-fired"
"""The outcome of one attack of several where the action ended before it."""


class AttackResult(NamedTuple):
    """What one attack came to on one branch, and how its target is after it. The damage may be
    random: `amounts` is the weight of each."""

    attacker: str
    target: str
    outcome: str
    damage: int
    effects: tuple[str, ...]
    down: bool
    dead: bool
    amounts: Mapping[int, Fraction] = MappingProxyType({})


class Segment(NamedTuple):
    """A branch from one checkpoint to the next, or to the end: its weight, and the attacks that
    were resolved on it, of which the first is number `first` of the action. `damage` and `marks`
    (effects and ends) are the distributions of the totals up to its end. `arrival` is the branch
    at the next checkpoint, if there is one."""

    weight: Fraction
    first: int
    results: list[AttackResult]
    damage: Mapping[int, Fraction]
    marks: Mapping[frozenset[str], Fraction]
    arrival: "Arrival | None" = None


@dataclass(eq=False)
class Chances:
    """The distributions of what one attack, or a whole action, comes to."""

    outcomes: dict[str, Fraction] = field(default_factory=dict)
    damage: dict[int, Fraction] = field(default_factory=dict)
    effects: dict[str, Fraction] = field(default_factory=dict)
    down: Fraction = ZERO
    dead: Fraction = ZERO

    @property
    def mean(self) -> Fraction:
        """The expected damage."""
        return sum((n * chance for n, chance in self.damage.items()), ZERO)

    def at_least(self, damage: int) -> Fraction:
        """The chance of so much damage or more."""
        return sum((chance for n, chance in self.damage.items() if n >= damage), ZERO)

    def add_damage(self, amounts: Mapping[int, Fraction], weight: Fraction = ONE) -> None:
        for amount, chance in amounts.items():
            self.damage[amount] = self.damage.get(amount, ZERO) + chance * weight

    def add_effects(self, effects: Collection[str], weight: Fraction) -> None:
        for effect in set(effects):
            self.effects[effect] = self.effects.get(effect, ZERO) + weight

    def add_outcome(self, outcome: str, weight: Fraction) -> None:
        self.outcomes[outcome] = self.outcomes.get(outcome, ZERO) + weight

    def to_json(self) -> Data:
        """As floats, the damage by its amount."""
        doc: Data = {}
        if self.outcomes:
            doc["outcomes"] = _floats(_by_chance(self.outcomes))
        doc["damage"] = {
            "mean": float(self.mean),
            "distribution": {str(n): float(self.damage[n]) for n in sorted(self.damage)},
        }
        doc["effects"] = _floats(_by_chance(self.effects))
        doc |= {"down": float(self.down), "dead": float(self.dead)}
        return doc


def _by_chance(chances: Mapping[str, Fraction]) -> dict[str, Fraction]:
    return dict(sorted(chances.items(), key=lambda entry: (-entry[1], entry[0])))


def _floats(chances: Mapping[str, Fraction]) -> dict[str, float]:
    return {name: float(chance) for name, chance in chances.items()}


class AttackChances(NamedTuple):
    """Of one attack of an action."""

    attacker: str
    target: str
    chances: Chances


class Odds(NamedTuple):
    """Of each attack of an action, and of the whole action. `endless`: some dice may be rolled
    again without end, and their distribution is cut off. `trials`: they are no exact chances, but
    what so many trials came to."""

    blocks: list[AttackChances]
    total: Chances
    endless: bool
    trials: int = 0


class Tally:
    """Adds up all branches of an action."""

    def __init__(self) -> None:
        self.blocks: list[AttackChances] = []
        self.total = Chances()

    def add(self, segment: Segment, weight: Fraction) -> None:
        """Add a segment, the weight of whose start is given: its attacks, and where it is the last
        one of its branch, the totals."""
        for place, result in enumerate(segment.results, segment.first):
            self._add_attack(place, result, segment.weight, weight)
        if segment.arrival is None:
            self._add_totals(segment, weight)

    def close(self) -> None:
        """On the branches that did not come to an attack it was not fired."""
        for block in self.blocks:
            missing = ONE - sum(block.chances.outcomes.values())
            if missing:
                block.chances.add_outcome(NOT_FIRED, missing)
                block.chances.add_damage({0: missing})
        if len(self.blocks) == 1:
            self.total.outcomes = self.blocks[0].chances.outcomes

    def _add_attack(
        self, place: int, result: AttackResult, segment: Fraction, weight: Fraction
    ) -> None:
        if place == len(self.blocks):
            self.blocks.append(AttackChances(result.attacker, result.target, Chances()))
        chances, whole = self.blocks[place].chances, segment * weight
        chances.add_outcome(result.outcome, whole)
        chances.add_damage(result.amounts, weight)
        chances.add_effects(result.effects, whole)
        chances.down += whole * result.down
        chances.dead += whole * result.dead

    def _add_totals(self, segment: Segment, weight: Fraction) -> None:
        self.total.add_damage(segment.damage, weight)
        for marks, chance in segment.marks.items():
            whole = chance * weight
            self.total.add_effects(marks - ENDS, whole)
            self.total.down += whole * (DOWN in marks)
            self.total.dead += whole * (DEAD in marks)


def distribution(value: Any, whole: Fraction) -> dict[int, Fraction]:
    """The weight of each value that a number, random or not, has on a branch of the weight
    `whole`."""
    if type(value) is not RandomVariable:
        return {value: whole}
    joint, column = value.located()
    found: dict[int, int] = {}
    for each, weight in zip(column, joint.weights, strict=True):
        if weight:
            found[each] = found.get(each, 0) + weight
    share = whole / sum(joint.weights)
    return {each: share * weight for each, weight in found.items()}
