"""Price points that come back by themselves, such as a combat pool, by what is still to come before
they do: what they would save from the foes who attack until then, or bring to the own attacks."""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Attack, Intent
from gmtrack.rulesets.port import Question
from gmtrack.simulation.acts import Threat
from gmtrack.simulation.reach import Reach
from gmtrack.simulation.states import RESERVE, State
from gmtrack.simulation.worth import AttackWorth

STEPS = (0.0, 0.03, 0.06, 0.12, 0.2, 0.35, 0.6, 1.0)
"""The prices to which a price is rounded down, so that few of them make different choices."""
SURE = 0.7
"""The share of the attacks to come that are made after all: whoever would make one may fall before
it, and so may its target. So of equal attacks the first one gets the points: split among several
they do less, as all of them together may turn one attack aside."""

Prices = Mapping[str, float]


class PointPricer:
    """Prices points by what is still to come, with a cache. `told` are the names of prices
    that somebody has set, which stay as they are. `strike_of` is a callback that returns an attack
    with what its attacker would choose about it."""

    def __init__(
        self,
        worth: AttackWorth,
        told: Collection[str],
        strike_of: Callable[[Draft, Attack], Intent],
    ) -> None:
        self._worth, self._weighing = worth, worth.weighing
        self._states = worth.states
        self._strike_of, self._reach = strike_of, Reach(worth)
        self._to_come = worth.weighing.attacks_to_come
        self._names = [
            name for name in worth.weighing.RENEWED if name not in told
        ]
        self._uses: dict[Hashable, tuple[Attack, float]] = {}

    def prices_of(
        self, draft: Draft, who: str, attack: Attack, threat: Threat
    ) -> Prices:
        """Return the prices that differ from the usual ones for `who`, who makes an attack on one
        target or is that target. Empty if points do not come back here, or if the fight does not
        know what is to come."""
        if not self._names:
            return {}
        if self._to_come(draft, attack, attack) is None:
            return {}
        return {
            name: self._price_of(name, draft, who, attack, threat)
            for name in self._names
        }

    def _price_of(
        self, name: str, draft: Draft, who: str, attack: Attack, threat: Threat
    ) -> float:
        """Return what a point that `who` keeps is worth in boxes, rounded down to one of
        `STEPS`."""
        uses = self._uses_against(name, draft, who, attack, threat)
        sure = SURE
        if who == attack.targets[0]:
            # An own attack is best made with them now, but they may be kept for it.
            own = self._use_to_come(name, draft, who, attack.attacker, attack)
            uses.append(own)
            sure *= self._share_left_after(draft, attack)
        uses.sort(reverse=True)
        price, room = 0.0, sure
        for worth, times in uses:
            part = min(sure * times, room)
            price += worth * part
            room -= part
        return max(step for step in STEPS if step <= price)

    def _share_left_after(self, draft: Draft, attack: Attack) -> float:
        """Return the share of the boxes of a target that an attack is expected to leave: whoever
        is hit hard now does little with points later."""
        worth = self._worth.of_known_attack(draft, attack) or 0.0
        boxes = self._worth.boxes_at_first.get(attack.targets[0], 0)
        return min(1.0, max(0.0, 1 - worth / max(1, boxes)))

    def _uses_against(
        self, name: str, draft: Draft, who: str, attack: Attack, threat: Threat
    ) -> list[tuple[float, float]]:
        """Return what a point is worth in the attack of each foe on `who`, and how often each is
        expected before the points come back. Whoever attacks them now goes on."""
        expected = min(1.0, threat.foes / max(1, len(threat.by)))
        chances = dict.fromkeys(threat.by, expected)
        if attack.attacker != who:
            chances[attack.attacker] = 1.0
        later: State = ()
        if attack.attacker == who:
            later = self._state_after_turn(draft, attack)
        found = []
        for foe, chance in chances.items():
            worth, times = self._use_to_come(
                name, draft, foe, who, attack, later
            )
            found.append((worth, chance * times))
        return found

    def _state_after_turn(self, draft: Draft, attack: Attack) -> State:
        """Return the fields in which somebody who attacks now will be as a target after their turn,
        such as behind cover."""
        fields = self._weighing.fields_after_turn(draft, attack)
        return self._states.state_of(fields)

    def _use_to_come(
        self,
        name: str,
        draft: Draft,
        attacker: str,
        target: str,
        now: Attack,
        later: State = (),
    ) -> tuple[float, float]:
        """Return what a point is worth in the attacks of somebody on a target that are still to
        come after the attack `now`, before the points come back, and how many these are. It is the
        worth to the target, or to the attacker if the target is the one who attacks now. `later`
        are fields of the target that will be so by then."""
        usual = self._worth.usual_attack(draft, attacker, target)
        if usual is None or not self._to_come(draft, usual, now):
            return 0.0, 0.0
        is_own = target == now.attacker
        states = self._states.decisive_states(draft, attacker, target)
        states[attacker] += self._states.decisive_state(
            draft, attacker, RESERVE
        )
        names = {field.name for field, _ in later}
        kept = (one for one in states[target] if one[0].name not in names)
        states[target] = (*kept, *later)
        key = (name, attacker, target, is_own, *states.values())
        if key not in self._uses:
            self._uses[key] = self._find_use(name, states, usual, is_own=is_own)
        strike, worth = self._uses[key]
        times = self._to_come(draft, strike, now) or 0.0
        # Whoever has to walk there first does not attack meanwhile.
        turns = self._reach.turns_before(draft, strike)
        return worth, max(0.0, times - turns)

    def _find_use(
        self,
        name: str,
        states: Mapping[str, State],
        usual: Attack,
        *,
        is_own: bool,
    ) -> tuple[Attack, float]:
        """Return the attack as its attacker would make it, and what a point is worth in it: to its
        attacker (`is_own`), else to its target."""
        fight = self._states.fight_with(states)
        if is_own:
            return usual, self._gain_of_points(
                name, fight, usual, self._weighing.CHOICES, 1
            )
        strike = self._weighing.attack_of(fight, self._strike_of(fight, usual))
        strike = usual if strike is None else strike
        return strike, self._gain_of_points(
            name, fight, strike, self._weighing.ANSWERS, -1
        )

    def _gain_of_points(
        self,
        name: str,
        fight: Draft,
        attack: Attack,
        questions: Sequence[Question],
        sign: int,
    ) -> float:
        """Return the most that each point is worth to the one who answers the questions about an
        attack. `sign` is 1 for the attacker and -1 for the target."""
        free = [self._worth.of_attack(fight, attack)]
        paid: list[tuple[float, float | None]] = []
        for question in questions:
            for way in question(fight, attack):
                worth = self._worth.of_attack(fight, way.intent)
                if way.spent.get(name):
                    paid.append((way.spent[name], worth))
                elif not way.spent and sign < 0:
                    free.append(worth)
        known = [sign * worth for worth in free if worth is not None]
        if not known:
            return 0.0
        gains = [
            (sign * worth - max(known)) / count
            for count, worth in paid
            if worth is not None
        ]
        return max([0.0, *gains])
