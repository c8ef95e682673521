"""Let those who strike get within reach of a foe whose position is known, or take another foe or
weapon."""

from collections.abc import Sequence

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Attack, Intent
from gmtrack.rulesets.port import Approach, WantedAttack
from gmtrack.simulation.acts import ROUNDS
from gmtrack.simulation.worth import LEAST, AttackWorth


def share_after(turns: int) -> float:
    """Return the share of the turns in which somebody attacks who first needs so many to get there:
    `ROUNDS` after those."""
    return ROUNDS / (ROUNDS + turns)


class Reach:
    """The reach of combatants: how they get to foes, as the ruleset says (`Weighing.approach`). A
    ruleset that does not say leaves everybody within reach of all."""

    def __init__(self, worth: AttackWorth) -> None:
        self._worth, self._weighing = worth, worth.weighing

    def approach(self, draft: Draft, intent: Intent) -> Approach | None:
        """Return how the attacker gets within reach first; None if the intent is no attack or can
        be carried out from here."""
        approach = getattr(self._weighing, "approach", None)
        if approach is None or not isinstance(intent, Attack):
            return None
        found: Approach | None = approach(draft, intent)
        return found

    def step_before(self, draft: Draft, intent: Intent) -> Intent | None:
        """Return a step that costs nothing and makes an attack on one target better; None if there
        is none, or if the ruleset does not say."""
        step_before = getattr(self._weighing, "step_before", None)
        attack = self._weighing.attack_of(draft, intent)
        if step_before is None or attack is None or len(attack.targets) != 1:
            return None
        step: Intent | None = step_before(draft, attack)
        return step

    def turns_to(self, draft: Draft, who: str, foe: str) -> int:
        """Return the turns that a combatant needs to get within reach of a foe with the weapon at
        hand; 0 if it reaches the foe now, or cannot attack."""
        if not hasattr(self._weighing, "approach"):
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
        if not hasattr(self._weighing, "approach"):
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
        if len(aims) < 2 or not hasattr(self._weighing, "approach"):
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
