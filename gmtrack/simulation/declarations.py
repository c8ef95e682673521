"""Choose what a sensible combatant declares in rulesets in which a round is declared first."""

from collections.abc import Collection, Hashable, Sequence

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Attack, Intent
from gmtrack.rulesets.port import Declaration
from gmtrack.simulation.acts import Threat
from gmtrack.simulation.worth import (
    ATTACK,
    LEAST,
    AttackWorth,
    make_attack_key,
)


def choose_declarations(
    worth: AttackWorth,
    draft: Draft,
    who: str,
    foes: Sequence[str],
    threat: Threat,
) -> Sequence[Intent]:
    """Return what a combatant had better declare than an attack on the first of the foes, the
    best first, by the attacks that are expected to follow. The last of a side does not give up
    its attack."""
    declarations = getattr(worth.weighing, "declarations", None)
    if declarations is None:
        return ()
    usual, *others = declarations(draft, who, foes) or [None]
    others = [
        one for one in others if not (threat.alone and ATTACK in one.way.spent)
    ]
    if usual is None or not others:
        return ()
    # What follows in any case is worth the same in all of them, and takes long to work out.
    always = set(map(_make_attack_entry, usual.attacks))
    for one in others:
        always &= set(map(_make_attack_entry, one.attacks))
    bar = _worth_of_declaration(worth, draft, usual, always) + LEAST
    gains = [
        (_worth_of_declaration(worth, draft, one, always), one.way.intent)
        for one in others
    ]
    better = [gain for gain in gains if gain[0] > bar]
    better.sort(key=lambda gain: -gain[0])
    return [intent for _, intent in better]


def _worth_of_declaration(
    worth: AttackWorth,
    draft: Draft,
    declaration: Declaration,
    always: Collection[Hashable],
) -> float:
    """Return the boxes that the attacks expected after a declaration are worth together,
    without those in `always`. A refused attack is worth nothing."""
    return sum(
        entry[0] * (worth.of_known_attack(draft, entry[1]) or 0.0)
        for entry in declaration.attacks
        if _make_attack_entry(entry) not in always
    )


def _make_attack_entry(entry: tuple[float, Attack]) -> Hashable:
    """Return what tells an expected attack with its factor from others."""
    factor, attack = entry
    key = make_attack_key(attack)
    return (factor, attack.attacker, attack.targets, *key)
