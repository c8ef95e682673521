"""Choose the treatments that a sensible combatant gives instead of an attack."""

from collections.abc import Callable, Hashable, Iterator, Mapping

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Effect, Intent
from gmtrack.dice.sources import ChanceDice, RandomDice
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Ruleset, Way
from gmtrack.simulation.acts import with_force
from gmtrack.simulation.states import PATIENT, State
from gmtrack.simulation.weighed import JUST_ATTACK, TREATMENT, WeighingLog
from gmtrack.simulation.worth import (
    ATTACK,
    LEAST,
    OUT,
    AttackWorth,
)

TREATED = 40
"""The trials that find how likely a treatment helps."""
SUCCESSES = ("success", "hit")
"""The outcomes of a treatment that has helped."""
CURES = ("success", "done")
"""The outcomes of a treatment that has ended an effect; `done` is that of one without a roll."""


class TreatmentChooser:
    """Chooses treatments, with a cache. `price_of` is a callback that returns the boxes that all
    that a way spends is worth; it gets the way, and the worth of an attack that cannot be made.
    `log` gets what was weighed."""

    def __init__(
        self,
        ruleset: Ruleset,
        worth: AttackWorth,
        price_of: Callable[[Way, float], float],
        log: WeighingLog,
    ) -> None:
        self._ruleset = ruleset
        self._worth, self._weighing = worth, worth.weighing
        self._states = worth.states
        self._price_of, self._log = price_of, log
        self._known: dict[Hashable, float] = {}

    def choose(
        self, draft: Draft, who: str, foe: str, best_attack: Callable[[], float]
    ) -> Iterator[Intent]:
        """Yield the treatments that are worth more than the combatant's attack, the best first, and
        before them those for which the ruleset vouches. `best_attack` is a callback that returns
        the boxes that the best of its attacks is worth; it is only called for a treatment that is
        worth more than the usual attack on `foe`."""
        gains: list[tuple[float, Intent]] = []
        for way in self._weighing.treatments(draft, who):
            if way.saves is None and not way.cures[1]:
                yield way.intent
                continue
            gain = self._find_gain(draft, who, foe, way)
            if gain > LEAST and way.spent.get(ATTACK):
                usual = self._worth.of_usual_attack(draft, who, foe)
                more = max(0.0, best_attack() - usual)
                gain -= self._price_of(way, usual + more)
                gain += self._price_of(way, usual)
            gains.append((gain, way.intent))
        self._log.note(
            who,
            TREATMENT,
            [(JUST_ATTACK, 0.0), *((intent, gain) for gain, intent in gains)],
        )
        gains.sort(key=lambda one: -one[0])
        yield from (intent for gain, intent in gains if gain > LEAST)

    def _find_gain(self, draft: Draft, who: str, foe: str, way: Way) -> float:
        """Return the boxes that a treatment is expected to bring, less its price."""
        patient, effect = way.cures
        states = self._states.attacker_states(draft, who, foe)
        # Intents compare by identity, so the text of one stands for it.
        key: tuple[Hashable, ...] = ("treatments", who, foe, repr(way.intent))
        # What is worked out follows from the key alone, so it must not know more than that.
        saves = None if way.saves is None else round(way.saves)
        if saves is not None:
            cared = self._states.decisive_state(draft, patient, PATIENT)
            states[patient] = states.get(patient, ()) + cared
        key = (*key, *states.items(), way.cures, saves)
        if key not in self._known:
            fight = self._states.fight_with(states)
            own_attack = self._worth.of_usual_attack(fight, who, foe)
            if saves is None:
                saved = self._worth.lost_to_effects(
                    fight, {effect: 1.0}, patient, foe
                )
                brings = saved * self._chance_to_cure(way)
            else:
                own = {one: states[one] for one in (who, patient)}
                brings = self._recall_care(own, who, way, saves)
            self._known[key] = brings - self._price_of(way, own_attack)
        return float(self._known[key])

    def _recall_care(
        self, states: Mapping[str, State], who: str, way: Way, saves: float
    ) -> float:
        """Return the boxes that a treatment is expected to bring, from the cache: the foe whom the
        combatant would attack instead does not matter for it."""
        key = ("care", who, repr(way.intent), *states.items(), way.cures, saves)
        if key not in self._known:
            self._known[key] = self._expected_care(states, who, way, saves)
        return self._known[key]

    def _expected_care(
        self, states: Mapping[str, State], who: str, way: Way, saves: float
    ) -> float:
        """Return the boxes that a treatment is expected to bring, by trials: `saves` for a success,
        those that the patient gets back, with `OUT` for one who stands again, less those that it
        costs the one who gives it. 0 if it is refused."""
        patient, brings = way.cures[0], 0.0
        for number in range(TREATED):
            fight = self._states.fight_with(states)
            before = self._boxes_of(fight, patient, who)
            dice = ChanceDice(str(number))
            try:
                report = self._ruleset.resolve(
                    fight, with_force(way.intent), dice
                )
            except Refusal:
                return 0.0
            after = self._boxes_of(fight, patient, who)
            helped = report.body.get("outcome") in SUCCESSES
            brings += saves * helped + after - before
        return brings / TREATED

    def _boxes_of(self, fight: Draft, *people: str) -> float:
        """Return the boxes that combatants have left together, with `OUT` of their first boxes for
        each who stands."""
        boxes = 0.0
        for who in set(people):
            boxes += self._weighing.boxes_left(fight, who)
            if not self._ruleset.standing_of(fight, who).out:
                boxes += OUT * self._worth.boxes_at_first[who]
        return boxes

    def _chance_to_cure(self, way: Way) -> float:
        """Return how likely a treatment helps, from 0 to 1, by trials; 0 if it is refused."""
        patient, effect = way.cures
        put_on = with_force(Effect(patient, effect))
        successes = 0
        for number in range(TREATED):
            fight = self._states.fight_with({})
            try:
                self._ruleset.resolve(fight, put_on, RandomDice(0))
                dice = ChanceDice(str(number))
                report = self._ruleset.resolve(
                    fight, with_force(way.intent), dice
                )
            except Refusal:
                return 0.0
            successes += report.body.get("outcome") in CURES
        return successes / TREATED
