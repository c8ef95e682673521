"""Choose the options of one attack: how the attacker strikes, and how the target defends itself."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Attack, Intent
from gmtrack.core.values import replace as changed
from gmtrack.rulesets.port import Question, Way
from gmtrack.simulation import habits as kinds
from gmtrack.simulation.acts import Threat, ThreatTo, single_foe_threat
from gmtrack.simulation.habits import NO_HABITS, Habits
from gmtrack.simulation.points import PointPricer, Prices
from gmtrack.simulation.states import MEANS, State, as_it_leaves
from gmtrack.simulation.weighed import DEFENSE, STRIKE, WeighingLog
from gmtrack.simulation.worth import (
    ATTACK,
    LEAST,
    AttackWorth,
    make_attack_key,
)

NOTHING: Mapping[str, tuple[str, ...]] = {}
USUAL: Prices = {}
"""The prices of points where nothing changes them: those of the ruleset."""
UNAFFORDABLE = 1000.0
"""The boxes that a point costs which nobody has left: more than any attack is worth."""


class Stakes(NamedTuple):
    """The circumstances that decide the worth of an option, besides the attack itself."""

    threat: Threat
    """The threat to the one who chooses."""
    prices: Prices = USUAL
    """The prices of points that differ from the usual ones now."""


class OptionChooser:
    """Chooses the options of an attack for both sides, with a cache. `sensible` are the combatants
    for whom it chooses. `prices` are what can be spent is worth, in boxes; those of the names in
    `told` stay as they are whatever is still to come. `log` gets what was weighed."""

    def __init__(
        self,
        worth: AttackWorth,
        sensible: frozenset[str],
        prices: Mapping[str, float],
        log: WeighingLog,
        told: Collection[str] = (),
    ) -> None:
        self._worth, self._weighing = worth, worth.weighing
        self._states = worth.states
        self._sensible, self._prices, self._log = sensible, prices, log
        self._pricer = PointPricer(worth, told, self._strike_at_usual_prices)
        self._known: dict[Hashable, Any] = {}
        """The better options, by the choice and the states that decide it."""
        self._exposes = False
        """Whether an option has left anybody more exposed: only then does it matter for a choice
        who threatens. In most rulesets none does."""

    def chosen(
        self,
        draft: Draft,
        intent: Intent,
        threat_to: ThreatTo = single_foe_threat,
        habits: Habits = NO_HABITS,
        *,
        with_extras_too: bool = True,
    ) -> Sequence[Intent]:
        """Return an attack with the options that both sides choose, the best first. The attacker's
        `extras`, which are chosen only when the dice have fallen, can be left out.

        If a combatant cannot pay for an option, the next one counts. Returns nothing if the attack
        is best as it is, if neither side is sensible, or if the intent is no attack on one
        target."""
        attack = self._weighing.attack_of(draft, intent)
        if attack is None or len(attack.targets) != 1:
            return ()
        attacker, target = attack.attacker, attack.targets[0]
        if self._sensible.isdisjoint((attacker, target)):
            return ()
        found: list[Intent] = []
        best = intent
        if attacker in self._sensible:
            ways = self._better_strikes(
                draft,
                intent,
                (attacker, target),
                threat_to,
                with_extras_too=with_extras_too,
            )
            found += [way.intent for way in ways]
            if found:
                habits.note(attacker, kinds.STRIKE)
            best = found[0] if found else intent
        if target in self._sensible:
            answers = self._answers_to(
                draft, best, (attacker, target), threat_to
            )
            if answers and habits.note_and_allow(target, kinds.DEFENSE):
                found[:0] = answers
        return found

    def worth_now(
        self,
        draft: Draft,
        who: str,
        foe: str,
        *,
        past: bool = False,
        threat_to: ThreatTo = single_foe_threat,
    ) -> float:
        """Return the boxes that a combatant's best attack on a foe is worth, at least 0. `past`:
        the foe's cover does not count."""
        attack = self._worth.usual_attack(draft, who, foe)
        if attack is None:
            return 0.0
        if past:
            attack = self._worth.leave_cover_out(attack)
        best = next(iter(self.chosen(draft, attack, threat_to)), attack)
        return max(0.0, self._worth.of_attack(draft, best) or 0.0)

    def gain_of_best(
        self, draft: Draft, usual: Attack, threat_to: ThreatTo
    ) -> float:
        """Return the boxes that an attack on one foe is worth, with what both sides choose about
        it, less the price of what the attacker spends."""
        who, foe = people = usual.attacker, usual.targets[0]
        best = Way(usual)
        if who in self._sensible:
            better = self._better_strikes(draft, usual, people, threat_to)
            best = next(iter(better), best)
        struck = best.intent
        if foe in self._sensible:
            answers = self._answers_to(draft, struck, people, threat_to)
            struck = next(iter(answers), struck)
        assert isinstance(struck, Attack)
        lost_attack = self._worth.of_usual_attack(draft, who, foe)
        worth = self._worth.of_known_attack(draft, struck) or 0.0
        prices = self._stakes_of(draft, who, usual, threat_to).prices
        return worth - self.price(best, lost_attack, prices)

    def best_of(self, draft: Draft, intent: Intent) -> Intent:
        """Return an attack with the options that both sides would choose before the dice fall."""
        found = self.chosen(draft, intent, with_extras_too=False)
        return next(iter(found), intent)

    def answer_to(
        self, draft: Draft, attack: Attack, threat_to: ThreatTo
    ) -> Intent | None:
        """Return an attack on one target with the target's best answer; None if that is none."""
        people = attack.attacker, attack.targets[0]
        return next(
            iter(self._answers_to(draft, attack, people, threat_to)), None
        )

    def _better_strikes(
        self,
        draft: Draft,
        intent: Intent,
        people: tuple[str, str],
        threat_to: ThreatTo,
        *,
        with_extras_too: bool = True,
    ) -> Sequence[Way]:
        """Return the options of the attacker, the first of `people`, that are better than its
        attack on the second as it is, the best first."""
        attacker, target = people
        states = self._states.attacker_states(draft, attacker, target)
        states[attacker] += self._states.decisive_state(draft, attacker, MEANS)
        return self._better_choices(
            states,
            intent,
            self._weighing.CHOICES,
            people,
            self._stakes_of(draft, attacker, intent, threat_to),
            with_extras_too=with_extras_too,
        )

    def strike_without_points(self, fight: Draft, attack: Attack) -> Intent:
        """Return an attack on one target with what its attacker would choose about it before the
        dice fall, if no points in `RENEWED` were left; the attack itself if its attacker is not
        sensible."""
        if attack.attacker not in self._sensible:
            return attack
        prices = dict.fromkeys(self._weighing.RENEWED, UNAFFORDABLE)
        return self._strike_at_prices(fight, attack, prices)

    def _strike_at_usual_prices(self, fight: Draft, attack: Attack) -> Intent:
        """Return an attack on one target with what its attacker would choose about it before the
        dice fall, if points had their usual prices."""
        return self._strike_at_prices(fight, attack, USUAL)

    def _strike_at_prices(
        self, fight: Draft, attack: Attack, prices: Prices
    ) -> Intent:
        """Return an attack on one target with what its attacker would choose about it before the
        dice fall, at these prices of points; others have their usual ones."""
        people = attack.attacker, attack.targets[0]
        states = self._states.attacker_states(fight, *people)
        states[people[0]] += self._states.decisive_state(
            fight, people[0], MEANS
        )
        ways = self._better_choices(
            states,
            attack,
            self._weighing.CHOICES,
            people,
            Stakes(single_foe_threat(people[0]), prices),
            with_extras_too=False,
        )
        return ways[0].intent if ways else attack

    def _stakes_of(
        self, draft: Draft, who: str, intent: Intent, threat_to: ThreatTo
    ) -> Stakes:
        """Return what is at stake for `who`, who makes an attack on one target or is that
        target."""
        threat = threat_to(who)
        attack = self._weighing.attack_of(draft, intent)
        if attack is None:
            return Stakes(threat)
        with self._log.set_aside():
            prices = self._pricer.prices_of(draft, who, attack, threat)
        return Stakes(threat, prices)

    def _answers_to(
        self,
        draft: Draft,
        intent: Intent,
        people: tuple[str, str],
        threat_to: ThreatTo,
    ) -> Sequence[Intent]:
        """Return an attack of the first of `people` on the second with each answer of the target
        that is better than none, the best first."""
        attacker, target = people
        states = self._states.decisive_states(draft, attacker, target)
        states[target] += self._states.decisive_state(draft, target, MEANS)
        # The attacker chooses `extras` only when the dice have fallen: the target does not know
        # them yet.
        seen = with_extras(intent, NOTHING)
        answers = self._better_choices(
            states,
            seen,
            self._weighing.ANSWERS,
            (target, attacker),
            self._stakes_of(draft, target, seen, threat_to),
        )
        return [
            with_extras(way.intent, intent.options.extras) for way in answers
        ]

    def _better_choices(
        self,
        states: Mapping[str, State],
        intent: Intent,
        questions: Sequence[Question],
        people: tuple[str, str],
        stakes: Stakes,
        *,
        with_extras_too: bool = True,
    ) -> Sequence[Way]:
        """Return the options that are better than an attack as it is, the best first, each with
        the price of all that was chosen.

        `people` are the one who chooses and the other. `questions` are answered in their order:
        each weighs its options on top of the best ones so far. If none of these helps, the best of
        them is also weighed without the last choice before it, which may stand in its way."""
        key = (
            ATTACK,
            people,
            stakes.threat[:2],
            tuple(sorted(stakes.threat.by)) if self._exposes else None,
            *stakes.prices.items(),
            with_extras_too,
            *states.items(),
            *make_attack_key(intent),
        )

        def find_better() -> Sequence[Way]:
            fight = self._states.fight_with(states)

            def options_on(base: Way, question: Question) -> Sequence[Way]:
                return [
                    with_price_of(way, base)
                    for way in question(fight, base.intent)
                    if with_extras_too
                    or way.intent.options.extras == intent.options.extras
                ]

            ways = [Way(intent)]
            before: Way | None = None
            for question in questions:
                best = ways[0]
                options = options_on(best, question)
                if not options:
                    continue
                gains = self._gains_of(fight, [best, *options], people, stakes)
                most = gains.index(max(gains[1:]), 1)
                if before is not None and gains[most] <= gains[0] + LEAST:
                    others = options_on(before, question)
                    # The same option has the same place, if both are offered as many.
                    if len(others) == len(options):
                        others = [others[most - 1]]
                        options = [*options, *others]
                        gains += self._gains_of(fight, others, people, stakes)
                self._note_gains(fight, [best, *options], gains, people)
                better = best_first(options, gains)
                if better:
                    before = best
                ways = [*better, *ways]
            return [way for way in ways if way.intent is not intent]

        return self._log.recall(self._known, key, find_better)

    def _note_gains(
        self,
        fight: Draft,
        ways: Sequence[Way],
        gains: Sequence[float],
        people: tuple[str, str],
    ) -> None:
        """Log what the options of one question gain, unless there is nothing to choose."""
        attack = self._weighing.attack_of(fight, ways[0].intent)
        if len(ways) == 1 or attack is None:
            return
        is_target = attack.attacker != people[0]
        self._log.note(
            people[0],
            DEFENSE if is_target else STRIKE,
            zip((way.intent for way in ways), gains, strict=True),
        )

    def _gains_of(
        self,
        fight: Draft,
        ways: Sequence[Way],
        people: tuple[str, str],
        stakes: Stakes,
    ) -> list[float]:
        """Return the boxes that each of several ways of the same attack gains the one who chooses,
        the first of `people`."""
        if not ways:
            return []
        attack = self._weighing.attack_of(fight, ways[0].intent)
        if attack is None:
            return [0.0] * len(ways)
        threat, prices = stakes
        threatening = threat.by or people[1:]
        is_target = attack.attacker != people[0]
        sign = -1 if is_target else 1
        lost_attack = 0.0
        if any(ATTACK in way.spent for way in ways):
            lost_attack = self._worth.of_usual_attack(fight, *people)

        def gain_of(way: Way) -> float:
            worth = self._worth.of_attack(fight, way.intent)
            if worth is None:
                return float("-inf")
            # The last of a side that gives up its attack to be hurt less only loses more slowly.
            if (
                is_target
                and threat.alone
                and ATTACK in way.spent
                and lost_attack > LEAST
                and worth >= 0
            ):
                return float("-inf")
            exposed = 0.0
            if way.leaves:
                self._exposes = True
                exposed = threat.foes * self._mean_exposure(
                    fight, way, people[0], threatening
                )
            price = self.price(way, lost_attack, prices)
            return sign * worth - price - exposed

        return [gain_of(way) for way in ways]

    def _mean_exposure(
        self, fight: Draft, way: Way, who: str, foes: Sequence[str]
    ) -> float:
        """Return the exposure by an option of `who`, on average of these foes: the one who is
        attacked may shoot, and those who strike at `who` meet no Defense."""
        each = [self.exposure(fight, way, (who, foe)) for foe in foes]
        return sum(each) / len(each)

    def exposure(
        self, fight: Draft, way: Way, people: tuple[str, str]
    ) -> float:
        """Return the boxes that a foe's attack is worth more in a round because of the state in
        which an option leaves the one who chooses it."""
        who, foe = people
        before = self._worth.of_usual_attack(fight, foe, who)
        with as_it_leaves(fight, who, way) as after:
            return self._worth.of_usual_attack(after, foe, who) - before

    def price(
        self, way: Way, lost_attack: float, prices: Prices = USUAL
    ) -> float:
        """Return the boxes that all that an option spends is worth. `lost_attack` is the worth of
        the attack that cannot be made, which counts only if the option spends it. `prices` are
        those that differ from the usual ones now."""
        every = {**self._prices, **prices, ATTACK: lost_attack}
        return sum(every[name] * count for name, count in way.spent.items())


def best_first(options: Sequence[Way], gains: Sequence[float]) -> list[Way]:
    """Return the options that gain more than the usual way, the best first. `gains` begin with that
    of the usual way."""
    usual, *found = gains
    better = [place for place, gain in enumerate(found) if gain > usual + LEAST]
    better.sort(key=lambda place: -found[place])
    return [options[place] for place in better]


def with_price_of(way: Way, before: Way) -> Way:
    """Return an option that is chosen on top of another one: with what that one spends and leaves
    as well."""
    spent = {
        name: way.spent.get(name, 0) + before.spent.get(name, 0)
        for name in (*before.spent, *way.spent)
    }
    return way._replace(spent=spent, leaves={**before.leaves, **way.leaves})


def with_extras(
    intent: Intent, extras: Mapping[str, tuple[str, ...]]
) -> Intent:
    """Return an intent with other `extras` among its options; itself if these are the same."""
    if intent.options.extras == extras:
        return intent
    return changed(intent, options=intent.options._replace(extras=extras))
