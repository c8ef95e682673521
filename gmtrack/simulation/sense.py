"""What somebody with sense does: of the ways that a ruleset says are worth asking about the one
that is expected to help most, weighed by what attacks are worth (`worth.py`).

A way is worth what the attack is worth by it, less the price of what is spent. What the target
chooses is worth to it what the attack loses by that. Whatever costs an attack or a turn has to save
or bring as much in the next `ROUNDS`.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Effect, Intent
from gmtrack.core.values import replace as changed
from gmtrack.dice.sources import ChanceDice, RandomDice
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Aim, AutoPlayer, Question, Ruleset, Way
from gmtrack.simulation.worth import (
    MEANS,
    STANCE,
    STRIKING,
    AttackWorth,
    FoundHarm,
    State,
    attack_key,
)

ROUNDS = 2
"""In which an action has to pay that is no attack."""
BETTER = 2.0
"""So many times as much another weapon has to do, as it takes a turn to get it."""
LEAST = 0.01
"""Boxes: what brings less is not worth a choice."""
FOES = 3
"""So many foes at the most attack somebody in a round, as is weighed what saves from that: each as
the one does who is aimed at."""
TREATED = 40
"""Trials of a treatment."""
NOTHING: Mapping[str, tuple[str, ...]] = {}
ATTACK = "attack"
"""The price of the attack that cannot be made."""


class Act(NamedTuple):
    """Something that is no attack: what it adds to the own attack, and takes from that of a foe, in
    one round; its price."""

    way: Way
    brings: float
    saves: float
    price: float

    def worth(self, faced: "Threat") -> float:
        rounds = ROUNDS if self.way.rounds is None else self.way.rounds
        if self.stalls and faced.alone:
            return 0.0
        return rounds * (self.brings + faced.foes * self.saves) - self.price

    @property
    def stalls(self) -> bool:
        """It wins time and nothing else: good for who has friends that fight on."""
        return self.way.rounds is not None and self.brings <= 0


class Threat(NamedTuple):
    """By how many foes somebody is attacked in a round, as they share out among the side; whether
    they are the last of it; whether nobody has been harmed for so long that to hide and to dodge
    leads nowhere."""

    foes: float
    alone: bool = True
    quiet: bool = False


ThreatTo = Callable[[str], Threat]


def single_foe_threat(who: str) -> Threat:
    """As if everybody was alone with a foe."""
    del who
    return Threat(1)


def estimate_threat(foes: int, friends: int, *, quiet: bool) -> Threat:
    return Threat(min(FOES, foes / friends), friends < 2, quiet)


class Sense:
    """Of one setup: what was found is kept, as the same is met in all its fights. `sensible` are
    those who choose; the others fight plainly, also against them."""

    def __init__(
        self,
        ruleset: Ruleset,
        played: AutoPlayer,
        encounter: Encounter,
        sensible: Iterable[str],
        prices: Mapping[str, float],
    ) -> None:
        self._ruleset, self._played = ruleset, played
        self._worth = AttackWorth(ruleset, played, encounter)
        self._asked = self._worth.weighing
        self._sensible = frozenset(sensible)
        self._prices = {**self._asked.PRICES, **prices}
        self._known: dict[Hashable, Any] = {}

    # --- what is known ---

    def found(self) -> list[FoundHarm]:
        """What has been found since somebody has asked."""
        found, self._worth.found = self._worth.found, []
        return found

    def learn(self, found: Iterable[FoundHarm]) -> None:
        self._worth.learn(found)

    # --- in a fight ---

    def moves(
        self, draft: Draft, who: str, aims: Sequence[Aim], faced_by: "ThreatTo"
    ) -> Iterator[Intent]:
        """What WHO might do now, as `moves` of the ruleset proposes it, with what they choose, and
        what their target does."""
        acts: Sequence[Way] = ()
        faced = faced_by(who)
        if who in self._sensible and aims:
            aims = self._in_reach_of_harm(draft, who, aims)
            acts = self._acts(draft, who, aims[0].target, faced)
            aims = [self._armed(draft, who, aims[0]), *aims[1:]]
            yield from self._helps(draft, who, aims[0].target)
        for number, intent in enumerate(self._played.moves(draft, who, aims)):
            if not number:
                # As long as there is something to be done instead of which it can be.
                yield from (way.intent for way in acts if ATTACK in way.spent)
            yield from self.chosen(draft, intent, faced_by)
            yield intent
        # What costs no attack, after all of them: it may be undone for the next one.
        yield from (way.intent for way in acts if ATTACK not in way.spent)

    def chosen(
        self, draft: Draft, intent: Intent, faced_by: "ThreatTo" = single_foe_threat
    ) -> Sequence[Intent]:
        """An attack with what both sides choose in it, the best first: of what one has too little
        left for, the next counts. Nothing where it is best as it is."""
        attack = self._asked.attack_of(draft, intent)
        if attack is None or len(attack.targets) != 1:
            return ()
        attacker, target = attack.attacker, attack.targets[0]
        if self._sensible.isdisjoint((attacker, target)):
            return ()
        found: list[Intent] = []
        best = intent
        if attacker in self._sensible:
            states = self._seen(draft, attacker, target)
            states[attacker] += self._worth.decisive_state(draft, attacker, MEANS)
            people = (attacker, target)
            found += self._best(states, intent, self._asked.CHOICES, people, faced_by(attacker))
            best = found[0] if found else intent
        if target in self._sensible:
            states = self._worth.decisive_states(draft, attacker, target)
            states[target] += self._worth.decisive_state(draft, target, MEANS)
            # What is chosen when the dice have fallen (`extras`) is not known by then.
            seen = with_extras(best, NOTHING)
            answers = self._best(
                states, seen, self._asked.ANSWERS, (target, attacker), faced_by(target)
            )
            found[:0] = [with_extras(one, best.options.extras) for one in answers]
        return found

    def _in_reach_of_harm(self, draft: Draft, who: str, aims: Sequence[Aim]) -> Sequence[Aim]:
        """Those who can be harmed before those who cannot, as they stand now."""
        if len(aims) < 2 or self._harms(draft, who, aims[0].target):
            return aims
        return sorted(aims, key=lambda aim: not self._harms(draft, who, aim.target))

    def _harms(self, draft: Draft, who: str, foe: str) -> bool:
        """Whether any weapon of somebody's can do that."""
        states = self._seen(draft, who, foe)
        key = ("harms", *states.items())
        if key not in self._known:
            stage = self._worth.fight_with(states)
            attacks = self._asked.arms(stage, who, foe)
            self._known[key] = any(
                (self._worth.of_attack(stage, one) or 0) > LEAST for one in attacks
            )
        return bool(self._known[key])

    def _armed(self, draft: Draft, who: str, aim: Aim) -> Aim:
        """With another weapon, if that does so much more."""
        if aim.weapon is not None:
            return aim
        states = {who: self._worth.decisive_state(draft, who, STRIKING)}
        key = ("arms", *states.items(), aim.target)
        if key not in self._known:
            self._known[key] = self._best_arm(states, who, aim)
        return aim._replace(weapon=self._known[key])

    def _acts(self, draft: Draft, who: str, foe: str, faced: Threat) -> Sequence[Way]:
        """What is worth more than to attack now, the best first."""
        state = self._worth.decisive_state(draft, who, STANCE) + self._worth.decisive_state(
            draft, who, MEANS
        )
        states = {who: state}
        key = ("acts", *states.items(), foe)
        if key not in self._known:
            self._known[key] = self._weighed_acts(states, who, foe)
        found: Sequence[Act] = self._known[key]
        if not found:
            return ()
        if faced.quiet:
            hides = self._harms(draft, who, foe)
            found = [one for one in found if hides and ATTACK not in one.way.spent]
        gains = [(one.worth(faced), one.way) for one in found]
        worth = sorted((each for each in gains if each[0] > LEAST), key=lambda each: -each[0])
        return [way for _, way in worth]

    def _helps(self, draft: Draft, who: str, foe: str) -> Iterator[Intent]:
        """To treat somebody, if that is worth more than an attack."""
        helps = getattr(self._asked, "helps", None)
        for way in helps(draft, who) if helps else ():
            states = self._seen(draft, who, foe)
            key = ("helps", who, foe, way.intent, way.cures)
            if key not in self._known:
                stage = self._worth.fight_with(states)
                own = self._worth.of_usual_attack(stage, who, foe)
                patient, effect = way.cures
                saves = self._worth.lost_to_effects(stage, {effect: 1.0}, patient, foe)
                gain = saves * self._cured(way) - self._price(way, own)
                self._known[key] = gain > LEAST
            if self._known[key]:
                yield way.intent

    # --- what decides ---

    def _seen(self, draft: Draft, attacker: str, target: str) -> dict[str, State]:
        """Of the target no more than where it is: what an attacker chooses is the same as long as
        it stands."""
        return {
            attacker: self._worth.decisive_state(draft, attacker, STRIKING),
            target: self._worth.decisive_state(draft, target, STANCE),
        }

    # --- what is worth most ---

    def _best(
        self,
        states: Mapping[str, State],
        intent: Intent,
        questions: Sequence[Question],
        people: tuple[str, str],
        faced: Threat,
    ) -> Sequence[Intent]:
        """The ways that are better than the attack as it is, for the one of the two who is named
        first, the best first."""
        key = (ATTACK, people, faced[:2], *states.items(), *attack_key(intent))
        if key not in self._known:
            stage, found = self._worth.fight_with(states), [Way(intent)]
            for question in questions:
                found = [*self._better(stage, found[0], question, people, faced), *found]
            self._known[key] = [way.intent for way in found if way.intent is not intent]
        known: Sequence[Intent] = self._known[key]
        return known

    def _better(
        self, stage: Draft, usual: Way, question: Question, people: tuple[str, str], faced: Threat
    ) -> Iterator[Way]:
        ways = [usual, *question(stage, usual.intent)]
        attack = self._asked.attack_of(stage, usual.intent)
        if len(ways) == 1 or attack is None:
            return
        sign = 1 if attack.attacker == people[0] else -1
        lost = any(ATTACK in way.spent for way in ways) and self._worth.of_usual_attack(
            stage, *people
        )

        def gain(way: Way) -> float:
            worth = self._worth.of_attack(stage, way.intent)
            if worth is None:
                return float("-inf")
            if sign < 0 and faced.alone and ATTACK in way.spent and worth >= 0:
                return float("-inf")
            exposed = faced.foes * self._exposed(stage, way, people) if way.leaves else 0.0
            return sign * worth - self._price(way, lost) - exposed

        gains = [*map(gain, ways)]
        for at in sorted(range(1, len(ways)), key=lambda at: -gains[at]):
            if gains[at] > gains[0] + LEAST:
                yield ways[at]

    def _exposed(self, stage: Draft, way: Way, people: tuple[str, str]) -> float:
        """What the attack of a foe is worth more in a round, as the way leaves who chooses it."""
        who, foe = people
        before = self._worth.of_usual_attack(stage, foe, who)
        after = Draft(stage.encounter)
        for name, value in way.leaves.items():
            after.put(("fight", "combatants", who, *name.split(".")), value)
        exposed = self._worth.of_usual_attack(after, foe, who) - before
        after.rollback()
        return exposed

    def _price(self, way: Way, attack: float) -> float:
        prices = {**self._prices, ATTACK: attack}
        return sum(prices[name] * count for name, count in way.spent.items())

    def _best_arm(self, states: Mapping[str, State], who: str, aim: Aim) -> str | None:
        stage = self._worth.fight_with(states)
        best, most = None, float("-inf")
        for attack in self._asked.arms(stage, who, aim.target):
            worth = self._worth.of_attack(stage, attack)
            if most == float("-inf"):
                most = BETTER * max(0.0, worth or 0.0)
            elif worth is not None and worth > most + LEAST:
                best, most = attack.options.weapon, worth
        return best

    def _weighed_acts(self, states: Mapping[str, State], who: str, foe: str) -> list[Act]:
        stage = self._worth.fight_with(states)
        ways = [*self._asked.acts(stage, who, foe)]
        if not ways:
            return []
        own, before = self._stand(stage, who, foe)
        found: list[Act] = []
        for way in ways:
            after = self._worth.fight_with(states)
            try:
                self._ruleset.resolve(after, with_force(way.intent), RandomDice(0))
            except Refusal:
                continue
            mine, theirs = self._stand(after, who, foe)
            price = self._price(way, own)
            found.append(Act(way, mine - own, before - theirs, price))
        return found

    def _stand(self, stage: Draft, who: str, foe: str) -> tuple[float, float]:
        """What the attacks of both on each other are worth."""
        return self._worth.of_usual_attack(stage, who, foe), self._worth.of_usual_attack(
            stage, foe, who
        )

    def _cured(self, way: Way) -> float:
        """How likely a treatment helps."""
        (patient, effect), good = way.cures, 0
        put_on = with_force(Effect(patient, effect))
        for number in range(TREATED):
            stage = self._worth.fight_with({})
            try:
                self._ruleset.resolve(stage, put_on, RandomDice(0))
                found = self._ruleset.resolve(
                    stage, with_force(way.intent), ChanceDice(str(number))
                )
            except Refusal:
                return 0.0
            good += found.body.get("outcome") == "success"
        return good / TREATED


def with_extras(intent: Intent, extras: Mapping[str, tuple[str, ...]]) -> Intent:
    if intent.options.extras == extras:
        return intent
    return changed(intent, options=intent.options._replace(extras=extras))


def with_force(intent: Intent) -> Intent:
    """As if it were their turn."""
    return changed(intent, options=intent.options._replace(force=True))
