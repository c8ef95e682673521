"""What somebody with sense does: of the ways that a ruleset says are worth asking about the one
that is expected to help most, weighed with its odds.

Harm is counted in boxes: as many as an attack is expected to take of those that its target has
left, and for whoever may be put out by it half of all that they had at first. An attack is worth
the harm to its target, less that to its attacker, less the price of what is spent. What the target
chooses is worth to it what the attack loses by that. Whatever costs an attack or a turn has to save
or bring as much in the next `ROUNDS`.

What is best is asked of the fight as it stood at first with no more of both sides than what decides
(`DECIDING`), rounded: it follows from that alone, whoever asks first, in whichever process.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple, cast

from gmtrack.core.draft import Draft, own
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack, Intent, Planning
from gmtrack.core.screen import LEFT
from gmtrack.core.values import replace as changed
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal
from gmtrack.odds.chances import Harm
from gmtrack.odds.engine import Search, TooMany, results
from gmtrack.odds.sampled import sampled
from gmtrack.rulesets.port import Aim, AutoPlayer, Question, Ruleset, Way, Weighing

OUT = 0.5
"""Of the boxes that somebody had at first: what it is worth besides to put them out."""
ROUNDS = 2
"""In which an action has to pay that is no attack."""
BETTER = 2.0
"""So many times as much another weapon has to do, as it takes a turn to get it."""
LEAST = 0.01
"""Boxes: what brings less is not worth a choice."""
FOES = 3
"""So many foes at the most attack in a round, as an action is weighed that is no attack: each as
the one does who is aimed at."""
MOST_RUNS = 150
"""Of the rules, for exact odds; what would take more is found by `TRIALS`."""
TRIALS = 40
ATTACK = "attack"
"""The price of the attack that cannot be made."""


class Field(NamedTuple):
    """One of somebody's live state, and what its numbers are rounded down to."""

    path: tuple[str, ...]
    steps: tuple[int, ...]


State = tuple[tuple[Field, Hashable], ...]


def fields_of(decides: Mapping[str, Sequence[int]]) -> list[Field]:
    return [Field(tuple(name.split(".")), tuple(steps)) for name, steps in decides.items()]


def weighing(played: AutoPlayer) -> Weighing | None:
    """What a ruleset says is worth asking; None where it does not."""
    return cast("Weighing", played) if hasattr(played, "PRICES") else None


class Act(NamedTuple):
    """Something that is no attack: what it adds to the own attack, and takes from that of a foe, in
    one round; its price."""

    way: Way
    brings: float
    saves: float
    price: float


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
        self._asked = cast("Weighing", played)
        self._encounter = encounter
        self._sensible = frozenset(sensible)
        self._prices = {**self._asked.PRICES, **prices}
        self._striking, self._struck = map(fields_of, (self._asked.STRIKING, self._asked.STRUCK))
        both = dict.fromkeys((*self._striking, *self._struck))
        self._placed = [field for field in both if not field.steps]
        """Without wounds and points: what acts are asked by."""
        self._known: dict[Hashable, Any] = {}
        self._planning = Planning((*ruleset.WORDS.turn, *ruleset.WORDS.price))

    @cached_property
    def _whole(self) -> dict[str, int]:
        """The boxes that everybody had at first."""
        draft = Draft(self._encounter)
        return {who: self._left(draft, who) for who in self._encounter.combatants}

    # --- in a fight ---

    def moves(
        self, draft: Draft, who: str, aims: Sequence[Aim], foes: Sequence[str]
    ) -> Iterator[Intent]:
        """What WHO might do now, as `moves` of the ruleset proposes it, with what they choose, and
        what their target does."""
        acts: Sequence[Way] = ()
        if who in self._sensible and aims:
            acts = self._acts(draft, who, aims[0].target, len(foes))
            aims = [self._armed(draft, who, aims[0]), *aims[1:]]
        yield from (way.intent for way in acts if ATTACK in way.spent)
        for intent in self._played.moves(draft, who, aims):
            yield from self.chosen(draft, intent)
            yield intent
        # What costs no attack, after all of them: it may be undone for the next one.
        yield from (way.intent for way in acts if ATTACK not in way.spent)

    def chosen(self, draft: Draft, intent: Intent) -> Sequence[Intent]:
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
            # Of the target no more than where it is: the same choice as long as it stands.
            placed = self._state(draft, target, self._placed)
            states = {attacker: self._state(draft, attacker, self._striking), target: placed}
            found += self._best(states, intent, self._asked.CHOICES, (attacker, target))
            best = found[0] if found else intent
        if target in self._sensible:
            states = self._states(draft, attacker, target)
            found[:0] = self._best(states, best, self._asked.ANSWERS, (target, attacker))
        return found

    def _armed(self, draft: Draft, who: str, aim: Aim) -> Aim:
        """With another weapon, if that does so much more."""
        if aim.weapon is not None:
            return aim
        states = {who: self._state(draft, who, self._striking)}
        key = ("arms", *states.items(), aim.target)
        if key not in self._known:
            self._known[key] = self._best_arm(states, who, aim)
        return aim._replace(weapon=self._known[key])

    def _acts(self, draft: Draft, who: str, foe: str, foes: int) -> Sequence[Way]:
        """What is worth more than to attack now, the best first."""
        states = {who: self._state(draft, who, self._placed)}
        key = ("acts", *states.items(), foe)
        if key not in self._known:
            self._known[key] = self._weighed_acts(states, who, foe)
        found: Sequence[Act] = self._known[key]
        many = min(foes, FOES)
        gains = [(ROUNDS * (one.brings + many * one.saves) - one.price, one.way) for one in found]
        worth = sorted((each for each in gains if each[0] > LEAST), key=lambda each: -each[0])
        return [way for _, way in worth]

    # --- what decides ---

    def _states(self, draft: Draft, attacker: str, target: str) -> dict[str, State]:
        return {
            attacker: self._state(draft, attacker, self._striking),
            target: self._state(draft, target, self._struck),
        }

    def _state(self, draft: Draft, who: str, fields: Iterable[Field]) -> State:
        """What decides of somebody, rounded."""
        live = draft.get(("fight", "combatants", who)) or {}
        found: list[tuple[Field, Hashable]] = []
        for field in fields:
            node: Any = live
            for part in field.path:
                node = node.get(part) if isinstance(node, dict) else None
                if node is None:
                    break
            else:
                found.append((field, rounded(node, field.steps)))
        return tuple(found)

    def _stage(self, states: Mapping[str, State]) -> Draft:
        """The fight as it stood at first, with what decides of some."""
        encounter = replace(self._encounter, fight=own(self._encounter.fight))
        draft = Draft(encounter)
        for who, state in states.items():
            for field, value in state:
                draft.put(("fight", "combatants", who, *field.path), thawed(value))
        draft.changes.clear()
        return draft

    # --- what is worth most ---

    def _best(
        self,
        states: Mapping[str, State],
        intent: Intent,
        questions: Sequence[Question],
        people: tuple[str, str],
    ) -> Sequence[Intent]:
        """The ways that are better than the attack as it is, for the one of the two who is named
        first, the best first."""
        key = (ATTACK, people, *states.items(), *written(intent))
        if key not in self._known:
            stage, found = self._stage(states), [Way(intent)]
            for question in questions:
                found = [*self._better(stage, found[0], question, people), *found]
            self._known[key] = [way.intent for way in found if way.intent is not intent]
        known: Sequence[Intent] = self._known[key]
        return known

    def _better(
        self, stage: Draft, usual: Way, question: Question, people: tuple[str, str]
    ) -> Iterator[Way]:
        ways = [usual, *question(stage, usual.intent)]
        attack = self._asked.attack_of(stage, usual.intent)
        if len(ways) == 1 or attack is None:
            return
        sign = 1 if attack.attacker == people[0] else -1
        lost = any(ATTACK in way.spent for way in ways) and self._usual(stage, *people)
        gains = [
            float("-inf") if worth is None else sign * worth - self._price(way, lost)
            for way, worth in ((way, self._worth(stage, way.intent)) for way in ways)
        ]
        for at in sorted(range(1, len(ways)), key=lambda at: -gains[at]):
            if gains[at] > gains[0] + LEAST:
                yield ways[at]

    def _price(self, way: Way, attack: float) -> float:
        prices = {**self._prices, ATTACK: attack}
        return sum(prices[name] * count for name, count in way.spent.items())

    def _best_arm(self, states: Mapping[str, State], who: str, aim: Aim) -> str | None:
        stage = self._stage(states)
        best, most = None, float("-inf")
        for attack in self._asked.arms(stage, who, aim.target):
            worth = self._worth(stage, attack)
            if most == float("-inf"):
                most = BETTER * max(0.0, worth or 0.0)
            elif worth is not None and worth > most + LEAST:
                best, most = attack.options.weapon, worth
        return best

    def _weighed_acts(self, states: Mapping[str, State], who: str, foe: str) -> list[Act]:
        stage = self._stage(states)
        ways = [*self._asked.acts(stage, who, foe)]
        if not ways:
            return []
        own, before = self._stand(stage, who, foe)
        found: list[Act] = []
        for way in ways:
            after = self._stage(states)
            try:
                self._ruleset.resolve(after, forced(way.intent), RandomDice(0))
            except Refusal:
                continue
            mine, theirs = self._stand(after, who, foe)
            price = self._price(way, own)
            found.append(Act(way, mine - own, before - theirs, price))
        return found

    def _stand(self, stage: Draft, who: str, foe: str) -> tuple[float, float]:
        """What the attacks of both on each other are worth."""
        return self._usual(stage, who, foe), self._usual(stage, foe, who)

    def _usual(self, stage: Draft, who: str, foe: str) -> float:
        """What their attack with what is at hand is worth."""
        attack = next(iter(self._asked.arms(stage, who, foe)))
        return max(0.0, self._worth(stage, attack) or 0.0)

    # --- what an attack is worth ---

    def _worth(self, draft: Draft, intent: Intent) -> float | None:
        """In boxes; None where it is refused."""
        attack = self._asked.attack_of(draft, intent)
        if attack is None:
            return None
        states = self._states(draft, attack.attacker, attack.targets[0])
        key = ("worth", *states.items(), *written(attack))
        if key not in self._known:
            self._known[key] = self._weighed(self._stage(states), attack)
        found: float | None = self._known[key]
        return found

    def _weighed(self, draft: Draft, attack: Attack) -> float | None:
        options = attack.options._replace(planning=self._planning)
        asked = Attack(attack.attacker, attack.targets, options=options)
        try:
            total = self._odds(draft.encounter, asked)
        except Refusal:
            return None
        harm = self._harm(draft, total, attack.targets[0])
        return harm - self._harm(draft, total.risk, attack.attacker)

    def _odds(self, encounter: Encounter, attack: Attack) -> Any:
        try:
            search = Search(self._ruleset, encounter, attack, lambda everything: everything)
            return search.odds(MOST_RUNS).total
        except TooMany:
            found = sampled(
                self._ruleset, encounter, [attack], lambda dice: dice,
                lambda draft, blocks: results(self._ruleset, draft, blocks), most=TRIALS,
            )  # fmt: skip
            return found.total

    def _harm(self, draft: Draft, harm: Harm, who: str) -> float:
        """To somebody."""
        left = self._left(draft, who) if who in self._whole else 0
        boxes = sum(min(amount, left) * float(chance) for amount, chance in harm.damage.items())
        return boxes + OUT * self._whole.get(who, 0) * float(harm.down)

    def _left(self, draft: Draft, who: str) -> int:
        tracks = self._played.tracks(draft, who)
        return sum(part.count for track in tracks for part in track.segments if part.kind in LEFT)


def written(intent: Intent) -> tuple[Hashable, ...]:
    """An attack, or what declares one, as it tells it from others of the same two."""
    options = intent.options
    return (
        getattr(intent, "action", ""), options.weapon, options.words, options.called,
        options.defense,
    )  # fmt: skip


def forced(intent: Intent) -> Intent:
    """As if it were their turn."""
    return changed(intent, options=intent.options._replace(force=True))


def rounded(value: Any, steps: Sequence[int]) -> Hashable:
    """Numbers down to one of the steps, lists and maps as they can be keys."""
    if isinstance(value, dict):
        return frozenset((key, rounded(one, steps)) for key, one in value.items())
    if isinstance(value, list | tuple):
        return tuple(rounded(one, steps) for one in value)
    if steps and type(value) is int:
        return max((step for step in steps if step <= value), default=steps[0])
    return cast("Hashable", value)


def thawed(value: Hashable) -> Any:
    """What was rounded, as it stands in a file."""
    if isinstance(value, frozenset):
        return {key: thawed(one) for key, one in sorted(value)}
    return [thawed(one) for one in value] if isinstance(value, tuple) else value
