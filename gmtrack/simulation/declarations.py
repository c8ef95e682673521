"""Choose what a sensible combatant declares in rulesets in which a round is declared first."""

from collections.abc import Collection, Hashable, Sequence
from typing import NamedTuple

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Attack, Intent
from gmtrack.rulesets.port import Declaration, Way
from gmtrack.simulation.acts import Threat
from gmtrack.simulation.states import as_it_leaves
from gmtrack.simulation.worth import (
    ATTACK,
    LEAST,
    AttackWorth,
    make_attack_key,
)


class ExpectedAttack(NamedTuple):
    """An attack that is expected to follow a declaration."""

    key: Hashable
    """What tells the attack with its factor from others."""
    factor: float
    attack: Attack


def choose_declarations(
    worth: AttackWorth,
    draft: Draft,
    who: str,
    foes: Sequence[str],
    threat: Threat,
    weapon: str | None = None,
) -> Sequence[Intent]:
    """Return what a combatant had better declare than an attack on the first of the foes with a
    weapon (None: the one at hand), the best first, by the attacks that are expected to follow. The
    last of a side does not give up its attack."""
    declared = worth.weighing.declarations(draft, who, foes, weapon)
    if not declared:
        return ()
    usual, *others = declared
    others = [
        one for one in others if not (threat.alone and ATTACK in one.way.spent)
    ]
    if not others:
        return ()
    # What follows in any case is worth the same in all of them, and takes long to work out.
    expected, *expected_by_others = map(_list_expected, (usual, *others))
    always = {attack.key for attack in expected}
    for attacks in expected_by_others:
        always &= {attack.key for attack in attacks}
    bar = _worth_of_declaration(worth, draft, who, usual.way, expected, always)
    gains = [
        (
            _worth_of_declaration(worth, draft, who, one.way, attacks, always),
            one.way.intent,
        )
        for one, attacks in zip(others, expected_by_others, strict=True)
    ]
    better = [gain for gain in gains if gain[0] > bar + LEAST]
    better.sort(key=lambda gain: -gain[0])
    return [intent for _, intent in better]


def _list_expected(declaration: Declaration) -> list[ExpectedAttack]:
    """Return the attacks that are expected to follow a declaration, with their keys."""
    return [
        ExpectedAttack(
            (factor, attack.attacker, attack.targets, *make_attack_key(attack)),
            factor,
            attack,
        )
        for factor, attack in declaration.attacks
    ]


def _worth_of_declaration(
    worth: AttackWorth,
    draft: Draft,
    who: str,
    way: Way,
    expected: Sequence[ExpectedAttack],
    left_out: Collection[Hashable],
) -> float:
    """Return the boxes that the attacks are worth that are expected to follow a declaration of
    `who`, in the state in which it leaves them. Those whose keys are in `left_out` do not count."""
    with as_it_leaves(draft, who, way) as after:
        return _worth_of_attacks(worth, after, expected, left_out)


def _worth_of_attacks(
    worth: AttackWorth,
    draft: Draft,
    expected: Sequence[ExpectedAttack],
    left_out: Collection[Hashable],
) -> float:
    """Return the boxes that expected attacks are worth together, without those whose keys are in
    `left_out`. A refused attack is worth nothing."""
    return sum(
        one.factor * (worth.of_known_attack(draft, one.attack) or 0.0)
        for one in expected
        if one.key not in left_out
    )
