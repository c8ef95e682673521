"""What an attack is worth, in boxes of harm, by its exact odds.

Harm is as many boxes as an attack is expected to take of those that its target has left, for
whoever may be put out by it half of all that they had at first, and for what else comes over them
(`EFFECTS` of the ruleset) the rounds that it takes from them, each as much as their own attack is
worth. An attack is worth the harm to its target, less that to its attacker.

It is asked of the fight as it stood at first with no more of both sides than what decides, rounded:
what is found follows from that alone, whoever asks first, in whichever process.
"""

import json
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple, cast

from gmtrack.core.draft import Draft, own
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack, Intent, Planning
from gmtrack.core.screen import LEFT
from gmtrack.errors import Refusal
from gmtrack.odds.chances import Harm
from gmtrack.odds.engine import Search, TooMany, results
from gmtrack.odds.sampled import sampled
from gmtrack.rulesets.port import AutoPlayer, Lost, Ruleset, Weighing

OUT = 0.5
"""Of the boxes that somebody had at first: what it is worth besides to put them out."""
MOST_RUNS = 150
"""Of the rules, for exact odds; what would take more is found by `TRIALS`."""
TRIALS = 40
PLACED = ("effect", "location")
UNLIKE = ("name", "notes", "hidden")
"""What is no matter to the rules: who differ in nothing else are as good as each other."""


class StateField(NamedTuple):
    """One of somebody's live state, and what its numbers are rounded down to; of a list of effects
    the names that count."""

    path: tuple[str, ...]
    steps: tuple[Any, ...]

    @property
    def rounds(self) -> bool:
        """Whether it counts by how much it is."""
        return any(type(step) is int for step in self.steps)


State = tuple[tuple[StateField, Hashable], ...]


STRIKING, STRUCK = "what decides of who attacks", "what decides of who is attacked"
STANCE = "of both without wounds and points"
"""What acts are asked by."""
MEANS = "what can be spent"


def _decisive_fields(asked: Weighing) -> Mapping[str, Sequence[StateField]]:
    def of(decides: Mapping[str, Sequence[Any]]) -> list[StateField]:
        return [StateField(tuple(name.split(".")), tuple(steps)) for name, steps in decides.items()]

    striking, struck = of(asked.STRIKING), of(asked.STRUCK)
    stance = [field for field in dict.fromkeys((*striking, *struck)) if not field.rounds]
    means = of(getattr(asked, "MEANS", {}))
    return {STRIKING: striking, STRUCK: struck, STANCE: stance, MEANS: means}


def weighing_of(played: AutoPlayer) -> Weighing | None:
    """What a ruleset says is worth asking; None where it does not."""
    return cast("Weighing", played) if hasattr(played, "PRICES") else None


class ExpectedHarm(NamedTuple):
    """What an attack is expected to do: the boxes to its target less those to its attacker; the
    chance of each effect that has a price, on both."""

    boxes: float
    theirs: Mapping[str, float]
    mine: Mapping[str, float]


FoundHarm = tuple[Hashable, ExpectedHarm | None]
"""What an attack does, by what decides it: plain data."""


class AttackWorth:
    """Of the attacks of one setup; what was found is kept."""

    def __init__(self, ruleset: Ruleset, played: AutoPlayer, encounter: Encounter) -> None:
        self._ruleset, self._played = ruleset, played
        self.weighing = cast("Weighing", played)
        self._encounter = encounter
        self._effects: Mapping[str, Lost] = getattr(played, "EFFECTS", {})
        self._fields = _decisive_fields(self.weighing)
        self._known: dict[Hashable, ExpectedHarm | None] = {}
        self._settled: dict[str, Any] = {}
        """What follows from the sheets, which are the same in all that is asked."""
        self.found: list[FoundHarm] = []
        """What was not known before, since somebody has looked here."""
        self._planning = Planning((*ruleset.WORDS.turn, *ruleset.WORDS.price))

    @cached_property
    def whole(self) -> dict[str, int]:
        """The boxes that everybody had at first."""
        draft = Draft(self._encounter)
        return {
            who: count_boxes_left(self._played, draft, who) for who in self._encounter.combatants
        }

    @cached_property
    def _alike(self) -> dict[str, str]:
        """The first of those who have the same sheet and the same state at first: all of them are
        asked about once."""
        encounter = self._encounter
        live = encounter.fight.get("combatants") or {}

        def written_down(who: str) -> str:
            sheet = {key: one for key, one in encounter.sheet(who).items() if key not in UNLIKE}
            return json.dumps((encounter.side(who), sheet, live.get(who)), default=str)

        first: dict[str, str] = {}
        return {who: first.setdefault(written_down(who), who) for who in encounter.combatants}

    # --- what decides ---

    def decisive_states(self, draft: Draft, attacker: str, target: str) -> dict[str, State]:
        return {
            attacker: self.decisive_state(draft, attacker, STRIKING),
            target: self.decisive_state(draft, target, STRUCK),
        }

    def decisive_state(self, draft: Draft, who: str, decides: str) -> State:
        """What decides of somebody, rounded: `STRIKING`, `STRUCK`, `STANCE` or `MEANS`."""
        window = draft.windows.get(who)
        if window is None:
            return self._state(draft, who, decides)
        return window.once(decides, lambda: self._state(draft, who, decides))

    def _state(self, draft: Draft, who: str, decides: str) -> State:
        live = draft.get(("fight", "combatants", who)) or {}
        found: list[tuple[StateField, Hashable]] = []
        for field in self._fields[decides]:
            node: Any = live
            for part in field.path:
                node = node.get(part) if isinstance(node, dict) else None
                if node is None:
                    break
            else:
                found.append((field, round_state(node, field.steps)))
        return tuple(found)

    def fight_with(self, states: Mapping[str, State]) -> Draft:
        """The fight as it stood at first, with what decides of some."""
        encounter = replace(self._encounter, fight=own(self._encounter.fight))
        draft = Draft(encounter, settled=self._settled)
        for who, state in states.items():
            for field, value in state:
                draft.put(("fight", "combatants", who, *field.path), thaw_state(value))
        draft.changes.clear()
        return draft

    # --- what an attack is worth ---

    def of_attack(self, draft: Draft, intent: Intent) -> float | None:
        """In boxes; None where it is refused."""
        attack = self.weighing.attack_of(draft, intent)
        found = None if attack is None else self._weighed(draft, attack)
        if attack is None or found is None:
            return None
        attacker, target = attack.attacker, attack.targets[0]
        lost = self.lost_to_effects(draft, found.theirs, target, attacker)
        return found.boxes + lost - self.lost_to_effects(draft, found.mine, attacker, target)

    def of_usual_attack(self, draft: Draft, who: str, foe: str) -> float:
        """What their attack with what is at hand is worth."""
        attack = next(iter(self.weighing.arms(draft, who, foe)), None)
        return 0.0 if attack is None else max(0.0, self.of_attack(draft, attack) or 0.0)

    def lost_to_effects(
        self, draft: Draft, effects: Mapping[str, float], who: str, foe: str
    ) -> float:
        """What effects, each with its chance, take from somebody who would else attack the
        other."""
        lost = [(chance, self._effects[name]) for name, chance in effects.items()]
        boxes = sum(chance * one.boxes for chance, one in lost)
        rounds = sum(chance * one.rounds for chance, one in lost)
        if not rounds:
            return boxes
        attack = next(iter(self.weighing.arms(draft, who, foe)), None)
        found = None if attack is None else self._weighed(draft, attack)
        return boxes + (rounds * max(0.0, found.boxes) if found else 0.0)

    def _weighed(self, draft: Draft, attack: Attack) -> ExpectedHarm | None:
        attacker, target = attack.attacker, attack.targets[0]
        states = self.decisive_states(draft, attacker, target)
        people = ((self._alike.get(who, who), state) for who, state in states.items())
        key = (*people, *attack_key(attack))
        if key not in self._known:
            self._known[key] = self._odds(self.fight_with(states), attack)
            self.found.append((key, self._known[key]))
        return self._known[key]

    def learn(self, found: Iterable[FoundHarm]) -> None:
        self._known.update(found)

    def _odds(self, draft: Draft, attack: Attack) -> ExpectedHarm | None:
        options = attack.options._replace(planning=self._planning)
        asked = Attack(attack.attacker, attack.targets, options=options)
        try:
            total = self._total(draft.encounter, asked)
        except Refusal:
            return None
        target, attacker = attack.targets[0], attack.attacker
        boxes = self._harm(draft, total, target) - self._harm(draft, total.risk, attacker)
        return ExpectedHarm(boxes, self._priced(total), self._priced(total.risk))

    def _total(self, encounter: Encounter, attack: Attack) -> Any:
        try:
            search = Search(
                self._ruleset,
                encounter,
                attack,
                lambda everything: everything,
                settled=self._settled,
            )
            return search.odds(MOST_RUNS).total
        except TooMany:
            found = sampled(
                self._ruleset, encounter, [attack], lambda dice: dice,
                lambda draft, blocks: results(self._ruleset, draft, blocks), most=TRIALS,
            )  # fmt: skip
            return found.total

    def _harm(self, draft: Draft, harm: Harm, who: str) -> float:
        """To somebody."""
        left = count_boxes_left(self._played, draft, who) if who in self.whole else 0
        boxes = sum(min(amount, left) * float(chance) for amount, chance in harm.damage.items())
        return boxes + OUT * self.whole.get(who, 0) * float(harm.down)

    def _priced(self, harm: Harm) -> dict[str, float]:
        """What comes over somebody who still stands."""
        up = 1.0 - float(harm.down)
        found = harm.effects.items()
        return {name: min(float(chance), up) for name, chance in found if name in self._effects}


def count_boxes_left(played: AutoPlayer, draft: Draft, who: str) -> int:
    """The boxes that somebody has left."""
    tracks = played.tracks(draft, who)
    return sum(part.count for track in tracks for part in track.segments if part.kind in LEFT)


def attack_key(intent: Intent) -> tuple[Hashable, ...]:
    """An attack, or what declares one, as it tells it from others of the same two."""
    options = intent.options
    return (
        getattr(intent, "action", ""), options.weapon, options.words, options.called,
        options.defense, *sorted(options.extras.items()),
    )  # fmt: skip


def round_state(value: Any, steps: Sequence[Any]) -> Hashable:
    """Numbers down to one of the steps, lists and maps as they can be keys, of effects those with
    one of the names, with no more than these and their places."""
    if steps and type(steps[0]) is str:
        found = {(one["effect"], one.get("location")) for one in value if one["effect"] in steps}
        kept = sorted(found, key=str)
        return tuple(frozenset(zip(PLACED, one, strict=True)) for one in kept)
    if isinstance(value, dict):
        return frozenset((key, round_state(one, steps)) for key, one in value.items())
    if isinstance(value, list | tuple):
        return tuple(round_state(one, steps) for one in value)
    if steps and type(value) is int:
        return int(max((step for step in steps if step <= value), default=steps[0]))
    return cast("Hashable", value)


def thaw_state(value: Hashable) -> Any:
    """What was rounded, as it stands in a file."""
    if isinstance(value, frozenset):
        return {key: thaw_state(one) for key, one in sorted(value)}
    return [thaw_state(one) for one in value] if isinstance(value, tuple) else value
