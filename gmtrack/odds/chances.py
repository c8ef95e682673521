"""Chances as exact fractions, and how the ways of an attack are added up to them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from gmtrack.core.draft import Path
from gmtrack.core.encounter import Data
from gmtrack.odds.unknown import Unknown

if TYPE_CHECKING:
    from gmtrack.odds.trial import Pause

NONE = Fraction()
ONE = Fraction(1)
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
    """A way from one pause to the next one, or to the end: its weight, the attacks on it and the
    damage of all of them, what of the state was read and written. `known`: what is known already
    to come after the pause."""

    weight: Fraction
    shares: list[Share]
    damage: Mapping[int, Fraction]
    reads: Mapping[Path, Any]
    written: set[Path]
    pause: "Pause | None"
    known: "Law | None" = None


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

    def bring(self, effects: Mapping[str, Fraction], weight: Fraction = ONE) -> None:
        """Count effects in."""
        for effect, chance in effects.items():
            self.effects[effect] = self.effects.get(effect, NONE) + chance * weight

    def mix(self, other: "Chances", weight: Fraction) -> None:
        """Count in what comes with so much weight."""
        for outcome, chance in other.outcomes.items():
            self.end(outcome, chance * weight)
        self.add(other.damage, weight)
        self.bring(other.effects, weight)
        self.down += other.down * weight
        self.dead += other.dead * weight

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


class Law:
    """All that can come from a pause on, added up over its ways. `reads` is what it hangs on, by
    path, `carried` what the rules took along."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.total = Chances()
        self.reads: dict[Path, Any] = {}
        self.carried: tuple[Any, ...] = ()
        self._weight = NONE

    def add(self, stretch: Stretch, after: "Law | None" = None) -> None:
        """Count a way in; with what comes `after` its pause."""
        whole = stretch.weight
        self._weight += whole
        for place, share in enumerate(stretch.shares):
            self._share(place, share, whole)
        for place, block in enumerate(after.blocks if after else (), len(stretch.shares)):
            self._block(place, block.attacker, block.target).mix(block.chances, whole)
        self._together(stretch, after)
        self._hangs_on(stretch, after)

    def close(self) -> None:
        """What some ways do not come to any more is not fired on them."""
        for block in self.blocks:
            missing = self._weight - sum(block.chances.outcomes.values())
            if missing:
                block.chances.end(NOT_FIRED, missing)
                block.chances.add({0: missing})
        if len(self.blocks) == 1:
            self.total.outcomes = self.blocks[0].chances.outcomes

    def _share(self, place: int, share: Share, whole: Fraction) -> None:
        chances = self._block(place, share.attacker, share.target)
        chances.end(share.outcome, whole)
        chances.add(share.spread)
        chances.bring(dict.fromkeys(share.effects, ONE), whole)
        chances.down += whole * share.down
        chances.dead += whole * share.dead

    def _block(self, place: int, attacker: str, target: str) -> Chances:
        if place == len(self.blocks):
            self.blocks.append(Block(attacker, target, Chances()))
        return self.blocks[place].chances

    def _together(self, stretch: Stretch, after: "Law | None") -> None:
        """All attacks of the way as one."""
        whole, total = stretch.weight, self.total
        effects = {effect for share in stretch.shares for effect in share.effects}
        total.bring(dict.fromkeys(effects, ONE), whole)
        down = any(share.down for share in stretch.shares)
        dead = any(share.dead for share in stretch.shares)
        if after is None:
            total.add(stretch.damage)
            total.down += whole * down
            total.dead += whole * dead
            return
        rest = after.total
        for amount, chance in stretch.damage.items():
            total.add({amount + more: part for more, part in rest.damage.items()}, chance)
        total.bring({e: chance for e, chance in rest.effects.items() if e not in effects}, whole)
        total.down += whole * (ONE if down else rest.down)
        total.dead += whole * (ONE if dead else rest.dead)

    def _hangs_on(self, stretch: Stretch, after: "Law | None") -> None:
        self.reads |= stretch.reads
        if after:
            later = {p: value for p, value in after.reads.items() if p not in stretch.written}
            self.reads = later | self.reads


def spread(number: Any, whole: Fraction) -> dict[int, Fraction]:
    """How the weight of a way, `whole`, is divided among the values of a number."""
    if type(number) is not Unknown:
        return {number: whole}
    results, values = number.place()
    mine = sum(results.weights)
    found: dict[int, Fraction] = {}
    for value, weight in zip(values, results.weights, strict=True):
        if weight:
            found[value] = found.get(value, NONE) + whole * Fraction(weight, mine)
    return found
