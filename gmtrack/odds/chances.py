"""Chances as exact fractions, and how the ways of an attack are added up to them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.odds.unknown import Unknown

NONE = Fraction()
NOT_FIRED = "not-fired"
"""The outcome of one attack of several that was not made any more."""


class Share(NamedTuple):
    """What one attack came to on one way: the damage is spread over what it can still be."""

    attacker: str
    target: str
    outcome: str
    damage: Mapping[int, Fraction]
    effects: tuple[str, ...]
    down: bool
    dead: bool


class Gone(NamedTuple):
    """One way that was gone to its end: its weight, its attacks, the damage of all together."""

    weight: Fraction
    shares: list[Share]
    damage: Mapping[int, Fraction]


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

    def add(
        self,
        weight: Fraction,
        damage: Mapping[int, Fraction],
        effects: Iterable[str],
        *,
        down: bool,
        dead: bool,
    ) -> None:
        """Count one way in."""
        for amount, chance in damage.items():
            self.damage[amount] = self.damage.get(amount, NONE) + chance
        for effect in dict.fromkeys(effects):
            self.effects[effect] = self.effects.get(effect, NONE) + weight
        self.down += weight * down
        self.dead += weight * dead

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
    return dict(sorted(chances.items(), key=lambda entry: -entry[1]))


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


class Tally:
    """The sum over all ways."""

    def __init__(self) -> None:
        self._gone: list[Gone] = []
        self.endless = False

    def add(self, gone: Gone) -> None:
        """Count one way in."""
        self._gone.append(gone)

    def odds(self) -> Odds:
        """All ways together."""
        total = Chances()
        for gone in self._gone:
            effects = [effect for share in gone.shares for effect in share.effects]
            down = any(share.down for share in gone.shares)
            dead = any(share.dead for share in gone.shares)
            total.add(gone.weight, gone.damage, effects, down=down, dead=dead)
        most = max(len(gone.shares) for gone in self._gone)
        blocks = [self._block(place) for place in range(most)]
        if most == 1:
            total.outcomes = blocks[0].chances.outcomes
        return Odds(blocks, total, self.endless)

    def _block(self, place: int) -> Block:
        chances = Chances()
        who = ("", "")
        for gone in self._gone:
            if place >= len(gone.shares):
                chances.add(gone.weight, {0: gone.weight}, (), down=False, dead=False)
                outcome = NOT_FIRED
            else:
                share = gone.shares[place]
                who = share.attacker, share.target
                chances.add(
                    gone.weight, share.damage, share.effects, down=share.down, dead=share.dead
                )
                outcome = share.outcome
            chances.outcomes[outcome] = chances.outcomes.get(outcome, NONE) + gone.weight
        return Block(*who, chances)


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
