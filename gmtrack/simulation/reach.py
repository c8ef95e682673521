"""Let those who strike get within reach of a foe whose position is known, or take another foe or
weapon."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Attack, Intent, Options
from gmtrack.rulesets.port import Approach, WantedAttack, Way
from gmtrack.simulation.acts import ROUNDS, Threat, ThreatTo
from gmtrack.simulation.states import (
    State,
    StateField,
    add_places,
    as_it_leaves,
)
from gmtrack.simulation.worth import LEAST, AttackWorth


def share_after(turns: float) -> float:
    """Return the share of the turns in which somebody attacks who first needs so many to get there:
    `ROUNDS` after those."""
    return ROUNDS / (ROUNDS + turns)


class Arrival(NamedTuple):
    """Where an attacker who has to get to a foe first will stand: the states of both by then, by
    id, and the turns until then."""

    states: Mapping[str, State]
    turns: int


class Reach:
    """The reach of combatants: how they get to foes, as the ruleset says (`Weighing.approach`). A
    ruleset that does not say leaves everybody within reach of all."""

    def __init__(self, worth: AttackWorth) -> None:
        self._worth, self._weighing = worth, worth.weighing

    def approach(self, draft: Draft, intent: Intent) -> Approach | None:
        """Return how the attacker gets within reach first; None if the intent is no attack or can
        be carried out from here."""
        if not isinstance(intent, Attack):
            return None
        return self._weighing.approach(draft, intent)

    def find_way(
        self, states: Mapping[str, State], who: str, foe: str
    ) -> Arrival | None:
        """Return where a combatant stands who has got to a foe, in the fight as it stood at first
        with these states. None if no weapon needs that, or if odds are the same from afar."""
        if not self._weighing.says("approach"):
            return None
        fight = self._worth.states.fight_with(states)
        for attack in self._weighing.attacks_at_hand(fight, who, foe):
            approach = self.approach(fight, attack)
            if approach is not None and approach.leaves:
                place = tuple(
                    (StateField(tuple(name.split(".")), ()), value)
                    for name, value in approach.leaves.items()
                )
                return Arrival(add_places(states, {who: place}), approach.turns)
        return None

    def step_before(
        self, draft: Draft, intent: Intent, threat_to: ThreatTo
    ) -> Intent | None:
        """Return a step that costs nothing and makes an attack on one target better, if the
        attacker gains by it as much as those do who threaten them, and more if it takes several
        such steps: then a foe may be the first there. None if there is none, or if the ruleset does
        not say. Where nobody has been harmed for long, any own gain is enough."""
        attack = self._weighing.attack_of(draft, intent)
        if attack is None or len(attack.targets) != 1:
            return None
        step = self._weighing.step_before(draft, attack)
        if step is None:
            return None
        threat = threat_to(attack.attacker)
        before, after = (
            self._balance(draft, attack, threat, leaves)
            for leaves in ({}, step.leaves)
        )
        least = LEAST if step.repeats > 1 else -LEAST
        return step.intent if after >= before + least else None

    def _balance(
        self,
        draft: Draft,
        attack: Attack,
        threat: Threat,
        leaves: Mapping[str, Any],
    ) -> float:
        """Return what an attack is worth without what both sides choose about it, less what those
        attacks are worth that threaten the attacker once their turn is over, if these fields of
        theirs were so: each as its target is once the turn of that one is over."""
        who, target = attack.attacker, attack.targets[0]
        options = Options(weapon=attack.options.weapon)
        plain = Attack(who, attack.targets, options=options)
        here = Way(attack, leaves=leaves)
        with as_it_leaves(draft, who, here) as now:
            there = self._fields_after(now, target, who)
            with as_it_leaves(now, target, Way(attack, leaves=there)) as after:
                worth = self._worth.of_known_attack(after, plain) or 0.0
        if threat.quiet:
            return worth
        hidden = self._fields_after(draft, who, target)
        way = Way(attack, leaves={**leaves, **hidden})
        with as_it_leaves(draft, who, way) as after:
            theirs = [
                self._worth.of_usual_attack(after, foe, who)
                for foe in threat.by or (target,)
            ]
        return worth - threat.foes * sum(theirs) / len(theirs)

    def _fields_after(
        self, draft: Draft, who: str, foe: str
    ) -> Mapping[str, Any]:
        """Return the fields that a combatant will have after a turn in which they attack a foe;
        empty if the ruleset does not say."""
        attack = self._worth.usual_attack(draft, who, foe)
        if attack is None:
            return {}
        return self._weighing.fields_after_turn(draft, attack)

    def turns_to(self, draft: Draft, who: str, foe: str) -> int:
        """Return the turns that a combatant needs to get within reach of a foe with the weapon at
        hand; 0 if it reaches the foe now, or cannot attack."""
        if not self._weighing.says("approach"):
            return 0
        attack = self._worth.usual_attack(draft, who, foe)
        return 0 if attack is None else self.turns_before(draft, attack)

    def turns_before(self, draft: Draft, attack: Attack) -> int:
        """Return the turns that an attacker needs to get within reach for an attack; 0 if it can be
        made from here."""
        approach = self.approach(draft, attack)
        return 0 if approach is None else approach.turns

    def turns_by_weapon(
        self, draft: Draft, who: str, foe: str
    ) -> tuple[tuple[str | None, int], ...]:
        """Return the weapons at hand with which a combatant has to get within reach of a foe first,
        each with the turns that it takes."""
        if not self._weighing.says("approach"):
            return ()
        attacks = self._weighing.attacks_at_hand(draft, who, foe)
        turns = (
            (attack.options.weapon, self.turns_before(draft, attack))
            for attack in attacks
        )
        return tuple(one for one in turns if one[1])

    def nearest_first(
        self, draft: Draft, who: str, aims: Sequence[WantedAttack]
    ) -> Sequence[WantedAttack]:
        """Return the aims with those first whom a combatant reaches soonest. Those who are reached
        equally soon keep their order."""
        if len(aims) < 2 or not self._weighing.says("approach"):
            return aims
        return sorted(
            aims, key=lambda aim: self.turns_to(draft, who, aim.target)
        )

    def with_weapon_in_reach(
        self, draft: Draft, who: str, aim: WantedAttack
    ) -> WantedAttack:
        """Return an aim with another weapon that reaches its target from here, if it does more
        until `ROUNDS` after the combatant could have got to the target."""
        turns = self.turns_to(draft, who, aim.target)
        if not turns or aim.weapon is not None:
            return aim
        strikes = self._worth.of_usual_attack(draft, who, aim.target)
        best, most = None, strikes * ROUNDS + LEAST
        for attack in self._weighing.attacks_at_hand(draft, who, aim.target):
            if self.approach(draft, attack) is None:
                # It takes a turn to get the weapon.
                shots = max(0, turns + ROUNDS - 1)
                worth = shots * (self._worth.of_attack(draft, attack) or 0.0)
                if worth > most:
                    best, most = attack.options.weapon, worth
        return aim._replace(weapon=best)
