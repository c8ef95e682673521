"""Tactics: small policies, each with one word, that decide whom a simulated combatant attacks. They
are the same in every ruleset."""

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from gmtrack.rulesets.port import WantedAttack

BestAttacks = Mapping[tuple[str, str], tuple[float, WantedAttack]]
"""The expected harm of the best attack, and its aim, for each pair of attacker and target."""


class TacticView(Protocol):
    """A fight as a tactic sees it."""

    best_attacks: BestAttacks

    @property
    def choices_random(self) -> random.Random:
        """The random generator for choices. It does not change how dice fall."""

    def foes(self, who: str) -> list[str]:
        """Return the foes of `who` that still stand, in the file's order, beginning with the one
        opposite."""

    def boxes_left(self, who: str) -> int:
        """Return the boxes that a combatant has left: how much more they can take."""

    def distance_to(self, who: str, other: str) -> float | None:
        """Return the metres between two combatants. None: the fight does not say."""

    def agreed_target(self, who: str) -> str | None:
        """Return the target that the side of `who` has agreed on. None: it has not."""

    def agree_on(self, who: str, target: str) -> None:
        """Let the side of `who` agree on a target."""


# Every tactic returns the aims of a combatant, the first of which is wanted most. It is called only
# if the combatant has a foe.


def aim_at_nearest(view: TacticView, who: str) -> Sequence[WantedAttack]:
    """Aim at the nearest foe first. Foes of unknown or equal distance follow in the order of
    `TacticView.foes`."""

    def distance(other: str) -> float:
        metres = view.distance_to(who, other)
        return float("inf") if metres is None else metres

    return _aims_at(sorted(view.foes(who), key=distance))


def aim_at_weakest(view: TacticView, who: str) -> Sequence[WantedAttack]:
    """Aim at the foes in the order of the boxes that they have left, the fewest first."""
    return _aims_at(sorted(view.foes(who), key=view.boxes_left))


def aim_at_strongest(view: TacticView, who: str) -> Sequence[WantedAttack]:
    """Aim at the foes in the order of the boxes that they have left, the most first."""
    return _aims_at(sorted(view.foes(who), key=view.boxes_left, reverse=True))


def aim_together(view: TacticView, who: str) -> Sequence[WantedAttack]:
    """Aim at the target that the whole side has agreed on. Once that target is out, let the side
    agree on the weakest foe."""
    foes = view.foes(who)
    target = view.agreed_target(who)
    if target not in foes:
        target = min(foes, key=view.boxes_left)
        view.agree_on(who, target)
    return _aims_at([target, *(foe for foe in foes if foe != target)])


def aim_at_random(view: TacticView, who: str) -> Sequence[WantedAttack]:
    """Aim at the foes in random order."""
    foes = view.foes(who)
    view.choices_random.shuffle(foes)
    return _aims_at(foes)


def aim_for_most_harm(view: TacticView, who: str) -> Sequence[WantedAttack]:
    """Aim at the foe who can be harmed most first, each with the attack that does it best. Harm
    beyond the boxes that a foe has left does not count, but at least one box does."""

    def harm_to(foe: str) -> float:
        harm = (
            view.best_attacks[who, foe][0]
            if (who, foe) in view.best_attacks
            else 0.0
        )
        return min(harm, float(max(1, view.boxes_left(foe))))

    def best_aim(foe: str) -> WantedAttack:
        return (
            view.best_attacks[who, foe][1]
            if (who, foe) in view.best_attacks
            else WantedAttack(foe)
        )

    return [
        best_aim(foe)
        for foe in sorted(view.foes(who), key=harm_to, reverse=True)
    ]


def _aims_at(foes: Sequence[str]) -> list[WantedAttack]:
    """Return an aim at each foe, with the weapon in hand."""
    return [WantedAttack(foe) for foe in foes]


Tactic = Callable[[TacticView, str], Sequence[WantedAttack]]
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
"""Every tactic, by the word that people type."""
DEFAULT_TACTIC = "nearest"
