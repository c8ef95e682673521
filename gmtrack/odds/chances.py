"""Chances as exact fractions, and how the ways of an attack are added up to them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.odds.unknown import Unknown

if TYPE_CHECKING:
    from gmtrack.odds.arrivals import Arrival

NONE = Fraction()
ONE = Fraction(1)
DOWN, DEAD = " down", " dead"
ENDS = frozenset((DOWN, DEAD))
"""Marks beside the effects: a target is so after an attack."""
NOT_FIRED = "not-fired"
"""The outcome of one attack of several that was not made any more."""


class Share(NamedTuple):
    """What one attack came to on one way, and how the target stands after it. The damage may not
    be known yet; `spread` is the weight of each amount that it can still be."""

    attacker: str
    target: str
    outcome: str
    damage: int
    effects: tuple[str, ...]
    down: bool
    dead: bool
    spread: Mapping[int, Fraction] = MappingProxyType({})


class Stretch(NamedTuple):
    """A way from one pause to the next one, or to the end: its weight, and the attacks on it, of
    which the first is the `first` of all; `damage` and `marks`, what they and those before came to
    together, with the weight of each. `arrival`: what goes on from the pause, if there is one."""

    weight: Fraction
    first: int
    shares: list[Share]
    damage: Mapping[int, Fraction]
    marks: Mapping[frozenset[str], Fraction]
    arrival: "Arrival | None" = None


@dataclass(eq=False)
class Chances:
    """What one attack, or all of one action, will come to. All are shares of 1."""

    outcomes: dict[str, Fraction] = field(default_factory=dict)
    damage: dict[int, Fraction] = field(default_factory=dict)
    effects: dict[str, Fraction] = field(default_factory=dict)
    down: Fraction = NONE
    dead: Fraction = NONE

    @property
    def mean(self) -> Fraction:
        """The damage that is to be expected."""
        return sum((n * chance for n, chance in self.damage.items()), NONE)

    def at_least(self, damage: int) -> Fraction:
        """How likely so much damage or more is."""
        return sum((chance for n, chance in self.damage.items() if n >= damage), NONE)

    def add(self, damage: Mapping[int, Fraction], weight: Fraction = ONE) -> None:
        """Count damage in."""
        for amount, chance in damage.items():
            self.damage[amount] = self.damage.get(amount, NONE) + chance * weight

    def bring(self, effects: Collection[str], weight: Fraction) -> None:
        """Count effects in."""
        for effect in set(effects):
            self.effects[effect] = self.effects.get(effect, NONE) + weight

    def end(self, outcome: str, weight: Fraction) -> None:
        """Count an outcome in."""
        self.outcomes[outcome] = self.outcomes.get(outcome, NONE) + weight

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


class Block(NamedTuple):
    """One attack of an action."""

    attacker: str
    target: str
    chances: Chances


class Odds(NamedTuple):
    """Of one attack, or of each of several and of all together. `endless`: some dice may be
    rolled on without end, and the last result stands for all beyond it."""

    blocks: list[Block]
    total: Chances
    endless: bool


class Sum:
    """All ways of an attack, added up."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.total = Chances()

    def add(self, stretch: Stretch, weight: Fraction) -> None:
        """Count a way in that is begun with this weight: its attacks, and where it is the end of
        all, what they came to together."""
        for place, share in enumerate(stretch.shares, stretch.first):
            self._share(place, share, stretch.weight, weight)
        if stretch.arrival is None:
            self._together(stretch, weight)

    def close(self) -> None:
        """What some ways do not come to any more is not fired on them."""
        for block in self.blocks:
            missing = ONE - sum(block.chances.outcomes.values())
            if missing:
                block.chances.end(NOT_FIRED, missing)
                block.chances.add({0: missing})
        if len(self.blocks) == 1:
            self.total.outcomes = self.blocks[0].chances.outcomes

    def _share(self, place: int, share: Share, way: Fraction, weight: Fraction) -> None:
        if place == len(self.blocks):
            self.blocks.append(Block(share.attacker, share.target, Chances()))
        chances, whole = self.blocks[place].chances, way * weight
        chances.end(share.outcome, whole)
        chances.add(share.spread, weight)
        chances.bring(share.effects, whole)
        chances.down += whole * share.down
        chances.dead += whole * share.dead

    def _together(self, stretch: Stretch, weight: Fraction) -> None:
        self.total.add(stretch.damage, weight)
        for marks, chance in stretch.marks.items():
            whole = chance * weight
            self.total.bring(marks - ENDS, whole)
            self.total.down += whole * (DOWN in marks)
            self.total.dead += whole * (DEAD in marks)


def spread(number: Any, whole: Fraction) -> dict[int, Fraction]:
    """How the weight of a way, `whole`, is divided among the values of a number."""
    if type(number) is not Unknown:
        return {number: whole}
    results, values = number.place()
    found: dict[int, int] = {}
    for value, weight in zip(values, results.weights, strict=True):
        if weight:
            found[value] = found.get(value, 0) + weight
    share = whole / sum(results.weights)
    return {value: share * weight for value, weight in found.items()}
