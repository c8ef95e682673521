"""Whom somebody attacks: a small policy in one word, the same in every ruleset."""

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from gmtrack.rulesets.port import Aim

BestAttacks = Mapping[tuple[str, str], tuple[float, Aim]]
"""For each pair the way in which the first harms the second most, and the harm to be expected."""


class TacticView(Protocol):
    """What somebody sees of a fight who chooses whom to attack."""

    best_attacks: BestAttacks

    @property
    def chance(self) -> random.Random: ...

    def foes(self, who: str) -> list[str]:
        """Those who stand and are no friends, in the file's order, from the one opposite on."""

    def boxes_left(self, who: str) -> int:
        """How much somebody can still take: the boxes that are left."""

    def distance_to(self, who: str, other: str) -> float | None:
        """How far two are from each other."""

    def agreed_target(self, who: str) -> str | None:
        """On whom the side of somebody has agreed."""

    def agree_on(self, who: str, target: str) -> None:
        """The side of somebody agrees on a target."""


def aim_at_nearest(view: TacticView, who: str) -> Sequence[Aim]:
    """Who is next, as far as the fight says; else the one opposite."""

    def distance(other: str) -> float:
        apart = view.distance_to(who, other)
        return float("inf") if apart is None else apart

    return _aims_at(sorted(view.foes(who), key=distance))


def aim_at_weakest(view: TacticView, who: str) -> Sequence[Aim]:
    """Whom the least is left to."""
    return _aims_at(sorted(view.foes(who), key=view.boxes_left))


def aim_at_strongest(view: TacticView, who: str) -> Sequence[Aim]:
    """Whom the most is left to."""
    return _aims_at(sorted(view.foes(who), key=view.boxes_left, reverse=True))


def aim_together(view: TacticView, who: str) -> Sequence[Aim]:
    """All of a side on one, until that one is out; then on the weakest."""
    foes = view.foes(who)
    target = view.agreed_target(who)
    if target not in foes:
        target = min(foes, key=view.boxes_left)
        view.agree_on(who, target)
    return _aims_at([target, *(foe for foe in foes if foe != target)])


def aim_at_random(view: TacticView, who: str) -> Sequence[Aim]:
    foes = view.foes(who)
    view.chance.shuffle(foes)
    return _aims_at(foes)


def aim_for_most_harm(view: TacticView, who: str) -> Sequence[Aim]:
    """Whom one can harm most, with what does it best. Harm beyond what is left is none."""

    def worth(foe: str) -> float:
        harm = view.best_attacks[who, foe][0] if (who, foe) in view.best_attacks else 0.0
        return min(harm, float(max(1, view.boxes_left(foe))))

    ranked = sorted(view.foes(who), key=worth, reverse=True)
    return [
        view.best_attacks[who, foe][1] if (who, foe) in view.best_attacks else Aim(foe)
        for foe in ranked
    ]


def _aims_at(foes: Sequence[str]) -> list[Aim]:
    return [Aim(foe) for foe in foes]


Tactic = Callable[[TacticView, str], Sequence[Aim]]
TACTICS: Mapping[str, Tactic] = MappingProxyType(
    {
        "nearest": aim_at_nearest,
        "weakest": aim_at_weakest,
        "strongest": aim_at_strongest,
        "focus": aim_together,
        "random": aim_at_random,
        "odds": aim_for_most_harm,
    }
)
DEFAULT_TACTIC = "nearest"
