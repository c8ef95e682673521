"""Choose the weapon of an attack, and find out whether any weapon does harm."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Attack, Intent
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Ruleset, WantedAttack
from gmtrack.simulation.acts import ThreatTo, single_foe_threat, with_force
from gmtrack.simulation.options import OptionChooser
from gmtrack.simulation.reach import Reach, share_after
from gmtrack.simulation.states import STANCE, State
from gmtrack.simulation.weighed import WEAPON, WeighingLog
from gmtrack.simulation.worth import LEAST, AttackWorth

BETTER = 2.0
"""The factor by which another weapon has to do more than the one at hand, since it takes a turn to
get."""


class WeaponChooser:
    """Chooses weapons, with a cache. `log` gets what was weighed."""

    def __init__(
        self,
        ruleset: Ruleset,
        worth: AttackWorth,
        options: OptionChooser,
        reach: Reach,
        log: WeighingLog,
    ) -> None:
        self._ruleset = ruleset
        self._worth, self._weighing = worth, worth.weighing
        self._states = worth.states
        self._options, self._reach, self._log = options, reach, log
        self._chooses_weapons = self._weighing.WEAPONS_AMONG_CHOICES
        self._known: dict[Hashable, Any] = {}
        """Weapons, and whether any does harm, by the states that decide it."""

    def with_best_weapon(
        self, draft: Draft, who: str, aim: WantedAttack
    ) -> WantedAttack:
        """Return an aim with another weapon than the one at hand, if that does `BETTER` times as
        much. An aim that names a weapon keeps it, and one of a ruleset that weighs weapons among
        the choices of an attack stays without one."""
        if aim.weapon is not None or self._chooses_weapons:
            return aim
        # What is spent in this turn does not decide which weapon is better.
        stance = {who: self._states.decisive_state(draft, who, STANCE)}
        states = self._states.with_places(draft, stance, who, (aim.target,))
        turns = self._reach.turns_by_weapon(draft, who, aim.target)
        key = ("attacks_at_hand", *states.items(), aim.target, turns)
        weapon = self._log.recall(
            self._known,
            key,
            lambda: self._best_weapon(states, who, aim, turns),
        )
        return aim._replace(weapon=weapon)

    def attack_instead(
        self, draft: Draft, intent: Intent, foe: str, threat_to: ThreatTo
    ) -> Attack | None:
        """Return the attack on a foe that does more than an intent that only makes its actor ready
        for one, such as reloading: the attack after it begins a turn later. None if there is none,
        or if the ruleset names none (`attacks_instead`)."""
        attacks = self._weighing.attacks_instead(draft, intent, foe)
        if not attacks:
            return None
        usual, *others = attacks
        options = self._options
        with self._log.set_aside():
            gains = [
                options.gain_of_best(draft, one, threat_to) for one in others
            ]
            after = Draft(draft.encounter, of_file=draft.cache.values_of_file)
            try:
                self._ruleset.resolve(after, with_force(intent), RandomDice(0))
                gain = options.gain_of_best(after, usual, threat_to)
            except Refusal:
                gain = 0.0
            finally:
                after.rollback()
        gain *= share_after(1)
        weighed = [(intent, gain), *zip(others, gains, strict=True)]
        self._log.note(attacks[0].attacker, WEAPON, weighed)
        best = max(gains)
        return others[gains.index(best)] if best > gain + LEAST else None

    def can_harm(self, draft: Draft, who: str, foe: str) -> bool:
        """Whether a combatant can harm a foe with any of its weapons."""
        states = self._states.attacker_states(draft, who, foe)
        key = ("harms", *states.items())
        if key not in self._known:
            fight = self._states.fight_with(states)
            attacks = self._weighing.attacks_at_hand(fight, who, foe)
            self._known[key] = any(
                self._may_harm(fight, one) for one in attacks
            )
        return bool(self._known[key])

    def _may_harm(self, fight: Draft, attack: Attack) -> bool:
        """Whether an attack is worth something. One of which a few rolls have shown no harm at all,
        neither to its target nor to the attacker, counts as rarely harming."""
        worth = self._worth.of_known_attack(fight, attack)
        if worth is None or abs(worth) > LEAST:
            return worth is not None and worth > 0
        harm = self._worth.harm_of(fight, attack)
        return harm is not None and not harm.exact

    def _best_weapon(
        self,
        states: Mapping[str, State],
        who: str,
        aim: WantedAttack,
        turns: Sequence[tuple[str | None, int]],
    ) -> str | None:
        """Return the weapon that does most against a target, each used in the best way, if that is
        `BETTER` times as much as the one at hand does; None to keep the one at hand. `turns` are
        those before an attack with a weapon can be made, by weapon, unless that is now."""
        fight = self._states.fight_with(states)
        best, most = None, float("-inf")
        weighed: list[tuple[Intent | str, float]] = []
        turns_of = dict(turns)
        for attack in self._weighing.attacks_at_hand(fight, who, aim.target):
            worth = self._worth_at_best(fight, attack)
            if worth is not None:
                worth *= share_after(turns_of.get(attack.options.weapon, 0))
            weighed.append((attack, worth or 0.0))
            # The first attack is that with the weapon at hand: it sets the bar.
            if most == float("-inf"):
                most = BETTER * max(0.0, worth or 0.0)
            elif worth is not None and worth > most + LEAST:
                best, most = attack.options.weapon, worth
        self._log.note(who, WEAPON, weighed)
        return best

    def _worth_at_best(self, fight: Draft, attack: Attack) -> float | None:
        """Return the boxes that a weapon's attack brings a turn on average, with what both sides
        choose about it and less the price of what the attacker spends; None if it is refused."""
        if self._worth.of_attack(fight, attack) is None:
            return None
        with self._log.set_aside():
            gain = self._options.gain_of_best(fight, attack, single_foe_threat)
        return gain * self._weighing.pace_of(fight, attack)
