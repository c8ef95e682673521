"""Whom somebody attacks: a small policy in one word, the same in every ruleset."""

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from gmtrack.rulesets.port import Aim

Best = Mapping[tuple[str, str], tuple[float, Aim]]
"""For each pair the way in which the first harms the second most, and the harm to be expected."""


class View(Protocol):
    """What somebody sees of a fight who chooses whom to attack."""

    best: Best

    @property
    def chance(self) -> random.Random: ...

    def foes(self, who: str) -> list[str]:
        """Those who stand and are no friends, in the file's order, from the one opposite on."""

    def left(self, who: str) -> int:
        """How much somebody can still take: the boxes that are left."""

    def apart(self, who: str, other: str) -> float | None:
        """How far two are from each other."""

    def marked(self, who: str) -> str | None:
        """On whom the side of somebody has agreed."""

    def mark(self, who: str, target: str) -> None:
        """The side of somebody agrees on a target."""


def nearest(view: View, who: str) -> Sequence[Aim]:
    """Who is next, as far as the fight says; else the one opposite."""

    def distance(other: str) -> float:
        apart = view.apart(who, other)
        return float("inf") if apart is None else apart

    return _at(sorted(view.foes(who), key=distance))


def weakest(view: View, who: str) -> Sequence[Aim]:
    """Whom the least is left to."""
    return _at(sorted(view.foes(who), key=view.left))


def strongest(view: View, who: str) -> Sequence[Aim]:
    """Whom the most is left to."""
    return _at(sorted(view.foes(who), key=view.left, reverse=True))


def focus(view: View, who: str) -> Sequence[Aim]:
    """All of a side on one, until that one is out; then on the weakest."""
    foes = view.foes(who)
    target = view.marked(who)
    if target not in foes:
        target = min(foes, key=view.left)
        view.mark(who, target)
    return _at([target, *(foe for foe in foes if foe != target)])


def at_random(view: View, who: str) -> Sequence[Aim]:
    foes = view.foes(who)
    view.chance.shuffle(foes)
    return _at(foes)


def odds(view: View, who: str) -> Sequence[Aim]:
    """Whom one can harm most, with what does it best. Harm beyond what is left is none."""

    def worth(foe: str) -> float:
        harm = view.best[who, foe][0] if (who, foe) in view.best else 0.0
        return min(harm, float(max(1, view.left(foe))))

    ranked = sorted(view.foes(who), key=worth, reverse=True)
    return [view.best[who, foe][1] if (who, foe) in view.best else Aim(foe) for foe in ranked]


def _at(foes: Sequence[str]) -> list[Aim]:
    return [Aim(foe) for foe in foes]


Tactic = Callable[[View, str], Sequence[Aim]]
TACTICS: Mapping[str, Tactic] = MappingProxyType(
    {
        "nearest": nearest,
        "weakest": weakest,
        "strongest": strongest,
        "focus": focus,
        "random": at_random,
        "odds": odds,
    }
)
USUAL = "nearest"
