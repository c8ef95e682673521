"""Work out what an attack is worth, in boxes of harm, by its exact odds.

Harm is the expected number of boxes that the target loses of those that it has left. Putting the
target out counts half of the boxes that it had at first besides. Effects that have a price in the
ruleset (`EFFECTS`) count the rounds that they cost the target, each worth the target's own attack.
An attack is worth the harm to its target less the harm to its attacker.

Results are cached under a coarse key: the fields of both combatants that the ruleset calls decisive
(`STRIKING`, `STRUCK`), rounded down, and what their places mean for the attack (`reach_of`). The
odds are worked out for the fight as it stood at first with nothing but these rounded fields and
these places. So the result follows from the key alone, and every process finds the same one.

A ruleset may say what alone decides the odds of an attack on one (`find_odds_key`), such as its
dice: then that is the key, and attacks of different people share an entry."""

from collections.abc import (
    Hashable,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import replace
from functools import cached_property
from typing import Any, cast

from gmtrack.core.draft import Draft, copy_maps
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Attack, Intent, Planning
from gmtrack.core.record import fixed_defaults
from gmtrack.dice.sources import ChanceDice, SpreadDice
from gmtrack.errors import Refusal
from gmtrack.odds.chances import Harm, Odds
from gmtrack.odds.engine import Search, TooManyBranches, attack_results
from gmtrack.odds.sampling import sample_odds
from gmtrack.rulesets.auto_player import complete
from gmtrack.rulesets.port import AutoPlayer, Lost, Ruleset
from gmtrack.simulation.harm_cache import (
    ALIKE,
    SEVERAL,
    ExpectedHarm,
    HarmCache,
)
from gmtrack.simulation.states import (
    PLACE,
    STRIKING,
    STRUCK,
    WOUNDED_STANCE,
    Places,
    State,
    StateField,
    add_places,
    describe_combatant,
    is_same,
    read_decisive_fields,
    round_state,
    thaw_state,
)
from gmtrack.simulation.walks import leave_cover_out

OUT = 0.5
"""The share of a combatant's first boxes that putting it out is worth besides."""
FRIEND = 2.0
"""The weight of a box of a friend or of the attacker in an attack on several; one of a foe has
1."""
LEAST = 0.01
"""Boxes: a smaller gain is not worth a choice."""
ATTACK = "attack"
"""The name in `Way.spent` of an attack that cannot be made. Its price is what the attack is
worth."""
MOST_RUNS = 150
"""The most runs of the rules for exact odds. An attack that needs more is rolled `TRIALS` times."""
TRIALS = 40
MANY_TRIALS = 150
"""The rolls of an attack that the ruleset says has many branches (`has_many_branches`); they take
no longer than finding out that exact odds take too long."""
SAMPLED = "worth"
"""The seed of these rolls."""
FALLS, MOST_ATTACKS = 6, 12
"""The trials, and the most attacks of each, that find how fast somebody falls."""
NO_LIVE_STATES: Mapping[str, Data] = {}


class WeighedFight(Draft):
    """A draft of the fight as it stood at first, with some decisive fields as they were put. Nobody
    is on turn in it, but who attacks is taken to be."""

    def __init__(
        self,
        encounter: Encounter,
        of_file: dict[str, Any],
        of_turn: Mapping[str, State],
    ) -> None:
        super().__init__(encounter, of_file=of_file)
        self.of_turn = of_turn
        """What combatants have done in their turn, as far as it hinders an attack."""


def price_points(lost: Lost, prices: Mapping[str, float]) -> Lost:
    """Return the price of an effect with its points as boxes."""
    boxes = sum(prices[name] * count for name, count in lost.points.items())
    return Lost(lost.rounds, lost.boxes + boxes)


class AttackWorth:
    """The worth of attacks in the fights of one setup, with a cache. `prices` are the boxes that a
    point of each name is worth; those of the ruleset, if they are not given."""

    def __init__(
        self,
        ruleset: Ruleset,
        auto_player: AutoPlayer,
        encounter: Encounter,
        prices: Mapping[str, float] | None = None,
    ) -> None:
        self._ruleset = ruleset
        self.weighing = weighing = complete(auto_player)
        self._encounter = encounter = weighing.outside_of_round(encounter)
        if prices is None:
            prices = weighing.PRICES
        self._effects = {
            name: price_points(lost, prices)
            for name, lost in weighing.EFFECTS.items()
        }
        self._fields = read_decisive_fields(self.weighing)
        self._parts = {
            kind: frozenset(field.path[0] for field in fields)
            for kind, fields in self._fields.items()
        }
        """The keys of a live state under which these fields are."""
        self._parts[STRIKING] |= {*weighing.WOUNDS}
        self.known = HarmCache()
        self._usual: dict[str, Mapping[StateField, Hashable]] = {}
        """What `_usual_values` has returned, by combatant."""
        self._keys: dict[Hashable, tuple[Hashable, Mapping[str, State]]] = {}
        """What `_key_of_harm` has returned, by attacker, target, their states and the attack."""
        self._harmful: dict[Hashable, bool] = {}
        """Whether a few rolls of an attack did something to its target, by its key."""
        self._places = Places(self.weighing, self.place_of, self.fight_with)
        self._of_file: dict[str, Any] = {}
        """The cache of drafts for what follows from the sheets, which are the same in every
        fight."""
        self._wounds_at_first: dict[str, Mapping[str, Hashable]] = {}
        """What `wounds_that_count` said of the fight at first, by combatant."""
        passing = (*ruleset.WORDS.turn, *ruleset.WORDS.price)
        self._planning = Planning(passing, in_turn=True)

    @cached_property
    def _at_first(self) -> Draft:
        """The draft of the fight as it stood at first, which nothing changes."""
        return Draft(self._encounter, of_file=self._of_file)

    @cached_property
    def boxes_at_first(self) -> dict[str, int]:
        """The boxes that each combatant had left at first."""
        draft = Draft(self._encounter)
        return {
            who: self.weighing.boxes_left(draft, who)
            for who in self._encounter.combatants
        }

    @cached_property
    def _twins(self) -> dict[str, str]:
        """The first combatant with the same side, sheet and live state at first, for each: the
        cache has one entry for all of them. Where they stand counts only if the ruleset does not
        say which fields that are (`PLACE`)."""
        place = self.weighing.PLACE
        first: dict[str, str] = {}
        return {
            who: first.setdefault(
                describe_combatant(self._encounter, who, place), who
            )
            for who in self._encounter.combatants
        }

    # --- what decides ---

    def decisive_states(
        self, draft: Draft, attacker: str, target: str
    ) -> dict[str, State]:
        """Return what decides the odds of an attack: the rounded decisive fields of attacker and
        target, by id, and what their places mean (`with_places`)."""
        states = {
            attacker: self.striking_state(draft, attacker, (target,)),
            target: self.decisive_state(draft, target, STRUCK),
        }
        return self.with_places(draft, states, attacker, (target,))

    def attacker_states(
        self, draft: Draft, attacker: str, target: str
    ) -> dict[str, State]:
        """Return what decides the attacker's choice. Of the target it is the stance, with its
        wounds where the ruleset names them (`HURT`)."""
        states = {
            attacker: self.striking_state(draft, attacker, (target,)),
            target: self.decisive_state(draft, target, WOUNDED_STANCE),
        }
        return self.with_places(draft, states, attacker, (target,))

    def striking_state(
        self, draft: Draft, attacker: str, targets: Sequence[str]
    ) -> State:
        """Return what decides the odds of an attack on these targets of its attacker: the rounded
        decisive fields, and what they have done in this turn."""
        state = self.decisive_state(draft, attacker, STRIKING)
        return state + self.state_of_turn(draft, attacker, targets)

    def state_of_turn(
        self, draft: Draft, attacker: str, targets: Sequence[str]
    ) -> State:
        """Return what an attacker has done in the turn that they are taking, as far as it hinders
        an attack on these targets; empty if they are not on turn, and if the ruleset does not
        say."""
        if not self.weighing.says("fields_of_turn"):
            return ()
        if isinstance(draft, WeighedFight):
            return draft.of_turn.get(attacker, ())
        fields = self.weighing.fields_of_turn(draft, attacker, targets)
        return tuple(
            (StateField((name,), ()), round_state(value, ()))
            for name, value in fields.items()
        )

    def with_places(
        self,
        draft: Draft,
        states: Mapping[str, State],
        who: str,
        others: Sequence[str],
    ) -> dict[str, State]:
        """Return states with places of `who` and of others that mean the same as those where they
        stand now (`Places.list_alike`)."""
        return add_places(states, self._places.list_alike(draft, who, others))

    def place_of(self, draft: Draft, who: str) -> State:
        """Return the fields that say where somebody stands now; empty for where they stood at
        first, and if the ruleset knows no places."""
        place = self.decisive_state(draft, who, PLACE)
        return () if place == self._first_places.get(who, ()) else place

    @cached_property
    def _first_places(self) -> Mapping[str, State]:
        """The fields that say where each combatant stood at first."""
        return {
            who: self.decisive_state(self._at_first, who, PLACE)
            for who in self._encounter.combatants
        }

    def decisive_state(self, draft: Draft, who: str, fields: str) -> State:
        """Return the decisive fields of a combatant, rounded. `fields` is `STRIKING`, `STRUCK`,
        `STANCE`, `WOUNDED_STANCE`, `MEANS`, `RESERVE`, `PATIENT` or `PLACE`."""
        key = fields, who
        state: State | None = draft.cache.find(key)
        if state is None:
            state = self._read_state(draft, who, fields)
            draft.cache.keep(key, state, parts=(who, self._parts[fields]))
        return state

    def _read_state(self, draft: Draft, who: str, fields: str) -> State:
        """Read the decisive fields from the live state. Fields that are missing are left out, and
        those that hold what stands for a missing one."""
        live = draft.get(("fight", "combatants", who)) or {}
        usual = self._usual_values(who)
        state: list[tuple[StateField, Hashable]] = []
        for field in self._fields[fields]:
            node: Any = live
            for key in field.path:
                # A value that is None counts: somebody has left the cover of their sheet.
                if not isinstance(node, dict) or key not in node:
                    break
                node = node[key]
            else:
                if field.is_unlisted_word(node):
                    continue
                value = round_state(node, field.steps)
                if self.weighing.says("value_that_counts"):
                    value = self.weighing.value_that_counts(
                        self._at_first, who, field.name, value
                    )
                    if value is None:
                        continue
                if field not in usual or not is_same(usual[field], value):
                    state.append((field, value))
        if fields == STRIKING:
            state += self._read_wounds(draft, who)
        return tuple(state)

    def _read_wounds(self, draft: Draft, who: str) -> State:
        """Return the fields that stand for the wounds of an attacker; empty if they hinder as much
        as those at first."""
        wounds_that_count = self.weighing.wounds_that_count
        if who not in self._wounds_at_first:
            at_first = wounds_that_count(self._at_first, who)
            self._wounds_at_first[who] = at_first
        wounds = wounds_that_count(draft, who)
        if wounds == self._wounds_at_first[who]:
            return ()
        return tuple(
            (StateField(tuple(name.split(".")), ()), value)
            for name, value in wounds.items()
        )

    def state_of(self, values: Mapping[str, Hashable]) -> State:
        """Return a target's state with these values of fields that decide how it is struck, by the
        fields' dotted names."""
        return tuple(
            (field, values[field.name])
            for field in self._fields[STRUCK]
            if field.name in values
        )

    def _usual_values(self, who: str) -> Mapping[StateField, Hashable]:
        """Return the values of decisive fields that say no more than a missing field: the defaults
        of the ruleset's records. A field that the combatant had at first is left out, since
        `fight_with` begins with it."""
        if who not in self._usual:
            live = (self._encounter.fight.get("combatants") or {}).get(who)
            self._usual[who] = {
                field: value
                for field, value in self._defaults.items()
                if field.path[0] not in (live or {})
            }
        return self._usual[who]

    @cached_property
    def _defaults(self) -> Mapping[StateField, Hashable]:
        """The default of each decisive field that has a fixed one."""
        draft = Draft(self._encounter)
        for who in self._encounter.combatants:
            # Whoever asks how a combatant stands makes its record.
            self._ruleset.standing_of(draft, who)
        records = [
            draft.cache.records[who]
            for who in self._encounter.combatants
            if who in draft.cache.records
        ]
        fixed = fixed_defaults(type(records[0])) if records else {}
        return {
            field: round_state(fixed[field.path], ())
            for fields in self._fields.values()
            for field in fields
            if field.path in fixed
        }

    def fight_with(
        self,
        states: Mapping[str, State],
        live: Mapping[str, Data] = NO_LIVE_STATES,
    ) -> Draft:
        """Return a draft of the fight as it stood at first, with these states of some combatants.
        `live` holds whole live states, which replace those of the fight before that."""
        fight = copy_maps(self._encounter.fight)
        for who, whole in live.items():
            fight.setdefault("combatants", {})[who] = copy_maps(whole)
        encounter = replace(self._encounter, fight=fight)
        of_turn = {
            who: tuple(
                one for one in state if one[0].name in self.weighing.TURN
            )
            for who, state in states.items()
        }
        draft = WeighedFight(encounter, self._of_file, of_turn)
        for who, state in states.items():
            for field, value in state:
                draft.put(
                    ("fight", "combatants", who, *field.path), thaw_state(value)
                )
        draft.changes.clear()
        return draft

    # --- what an attack is worth ---

    def of_attack(self, draft: Draft, intent: Intent) -> float | None:
        """Return the net worth, in boxes, of the attack that an intent makes or declares: what
        harm and effects cost the target, less what they cost the attacker; may be negative. None
        if the attack is refused, or the intent is no attack."""
        attack = self.weighing.attack_of(draft, intent)
        return None if attack is None else self.of_known_attack(draft, attack)

    def of_known_attack(self, draft: Draft, attack: Attack) -> float | None:
        """Return the net worth of an attack as odds are asked for it, in boxes; None if it is
        refused."""
        harm = self._expected_harm(draft, attack)
        if harm is None:
            return None
        attacker, target = attack.attacker, attack.targets[0]
        lost = self.lost_to_effects(draft, harm.theirs, target, attacker)
        return (
            harm.boxes
            + lost
            - self.lost_to_effects(draft, harm.mine, attacker, target)
        )

    def of_several(self, draft: Draft, attack: Attack) -> float | None:
        """Return the net worth, in boxes, of an attack on several at once: what it costs the foes
        among them, less what it costs the attacker and friends, who count more; may be negative.
        None if it is refused."""
        attacker = attack.attacker
        states = {
            one: self.decisive_state(draft, one, STRUCK)
            for one in attack.targets
        }
        states[attacker] = self.striking_state(draft, attacker, attack.targets)
        decisive = self._states_that_count(states, attack)
        people = (
            (self._twins.get(one, one), state)
            for one, state in decisive.items()
        )
        places = {one: self.place_of(draft, one) for one in states}
        reaches = (
            self._places.reach_of(
                Attack(attacker, (one,), options=attack.options),
                places[attacker],
                places[one],
            )
            for one in attack.targets
        )
        key = (SEVERAL, *people, *make_attack_key(attack), *reaches)

        def find() -> float | None:
            fight = self.fight_with(add_places(decisive, places))
            return self._find_worth_of_several(fight, attack)

        return cast("float | None", self.known.recall(key, find))

    def _find_worth_of_several(
        self, fight: Draft, attack: Attack
    ) -> float | None:
        """Work out the worth of an attack on several; None if it is refused."""
        try:
            odds = self._find_odds(fight.encounter, self.plan(attack))
        except Refusal:
            return None
        attacker, worth = attack.attacker, 0.0
        harms: dict[str, list[Harm]] = {}
        for _, target, chances in odds.blocks:
            harms.setdefault(target, []).append(chances)
            harms.setdefault(attacker, []).append(chances.risk)
        for who, own in harms.items():
            if who == attacker:
                foe = attack.targets[0]
                worth -= FRIEND * self._cost_of_harms(fight, own, who, foe)
                continue
            is_friend = self._encounter.are_friends(attacker, who)
            alone = Attack(attacker, (who,), options=attack.options)
            cost = self._cost_of_harms(fight, own, who, attacker, alone)
            worth += -FRIEND * cost if is_friend else cost
        return worth

    def _cost_of_harms(
        self,
        fight: Draft,
        harms: Sequence[Harm],
        who: str,
        foe: str,
        attack: Attack | None = None,
    ) -> float:
        """Return the boxes that the harms of one attack, one after the other, and their effects
        cost a combatant who would otherwise attack `foe`. Together they take no more boxes than
        there are. `attack`: the one that does the harm to its target, whose kind of damage counts
        then."""
        left = self._boxes_now(fight, who)
        down = max(float(harm.down) for harm in harms)
        each = (
            expected_loss(harm, left)
            if attack is None
            else self._expected_worth(fight, attack, harm, left)
            for harm in harms
        )
        boxes = min(left, sum(each))
        boxes += OUT * self.boxes_at_first.get(who, 0) * down
        effects: dict[str, float] = {}
        for harm in harms:
            for name, chance in self._priced_effects(harm).items():
                effects[name] = min(1 - down, effects.get(name, 0.0) + chance)
        return boxes + self.lost_to_effects(fight, effects, who, foe)

    def harm_of(self, draft: Draft, intent: Intent) -> ExpectedHarm | None:
        """Return the expected harm of the attack that an intent makes or declares; None if the
        attack is refused, or the intent is no attack."""
        attack = self.weighing.attack_of(draft, intent)
        return None if attack is None else self._expected_harm(draft, attack)

    def does_nothing(self, draft: Draft, intent: Intent) -> bool:
        """Whether the attack that an intent makes or declares can neither harm its target nor put a
        priced effect on it. False if that is not known: if the attack is refused, or its odds are
        not exact. A few rolls come first, since one that does something answers it at once."""
        attack = self.weighing.attack_of(draft, intent)
        if attack is None:
            return False
        key, states = self._key_of_harm(draft, attack)
        if key not in self.known.by_key:
            if key not in self._harmful:
                self._harmful[key] = self._does_something(states, attack)
            if self._harmful[key]:
                return False
        harm = self._expected_harm(draft, attack)
        return harm is not None and harm.exact and not has_results(harm)

    def _does_something(
        self, states: Mapping[str, State], attack: Attack
    ) -> bool:
        """Whether one of a few rolls of an attack does something to its target; False if the attack
        is refused."""
        fight = self.fight_with(states)
        try:
            odds = self._roll_odds(fight.encounter, self.plan(attack), FALLS)
        except Refusal:
            return False
        total = odds.total
        return bool(total.mean or total.down or self._priced_effects(total))

    def of_usual_attack(
        self, draft: Draft, who: str, foe: str, *, past: bool = False
    ) -> float:
        """Return the worth of a combatant's attack with the weapon at hand; 0 if it has none, if
        the attack is refused, or if it would do more harm to the attacker. `past`: the cover of
        the foe does not count."""
        attack = self.usual_attack(draft, who, foe)
        if past and attack is not None:
            attack = self.leave_cover_out(attack)
        return (
            0.0
            if attack is None
            else max(0.0, self.of_attack(draft, attack) or 0.0)
        )

    def of_best_at_hand(self, draft: Draft, who: str, foe: str) -> float:
        """Return the worth of a combatant's attack with the weapon that does most; 0 if it has
        none, if all attacks are refused, or if they would do more harm to the attacker."""
        worths = (
            self.of_attack(draft, attack) or 0.0
            for attack in self.weighing.attacks_at_hand(draft, who, foe)
        )
        return max(0.0, *worths, 0.0)

    def lost_to_effects(
        self, draft: Draft, effects: Mapping[str, float], who: str, foe: str
    ) -> float:
        """Return the boxes that effects, each with its chance, cost a combatant who would otherwise
        attack `foe`: their own boxes, and for each lost round the boxes of that attack."""
        if not effects:
            return 0.0
        losses = [
            (chance, self._loss_of_effect(draft, who, name))
            for name, chance in effects.items()
        ]
        boxes = sum(chance * loss.boxes for chance, loss in losses)
        rounds = sum(chance * loss.rounds for chance, loss in losses)
        if not rounds:
            return boxes
        return boxes + rounds * self._boxes_of_round(draft, who, foe)

    def _loss_of_effect(self, draft: Draft, who: str, name: str) -> Lost:
        """Return what an effect costs a combatant as it stands now, or its usual price if the
        ruleset does not say."""
        loss = self.weighing.loss_of_effect(draft, who, name)
        return self._effects[name] if loss is None else loss

    def _boxes_of_round(self, draft: Draft, who: str, foe: str) -> float:
        """Return the boxes of harm to `foe` that a combatant does in a round: with the weapon at
        hand, or with the one that does most where no turn is spent to change weapons."""
        attacks: Iterable[Attack | None] = [self.usual_attack(draft, who, foe)]
        if self.weighing.WEAPONS_AMONG_CHOICES:
            attacks = self.weighing.attacks_at_hand(draft, who, foe)
        harms = [
            self._expected_harm(draft, attack)
            for attack in attacks
            if attack is not None
        ]
        boxes = [harm.boxes for harm in harms if harm is not None]
        return max(0.0, *boxes, 0.0)

    def is_out(self, draft: Draft, who: str) -> bool:
        """Whether a combatant is out of the fight now; False for a thing of the scene."""
        return (
            who in self._encounter.combatants
            and self._ruleset.standing_of(draft, who).out
        )

    def leave_cover_out(self, attack: Attack) -> Attack:
        """Return an attack against which the cover of its target does not count."""
        return leave_cover_out(attack, self.weighing)

    def usual_attack(self, draft: Draft, who: str, foe: str) -> Attack | None:
        """Return a combatant's attack with the weapon at hand; if that can do nothing, such as a
        stick across a street, the one that does most harm. None if there is none."""
        return draft.cache.of_moment(
            ("usual attack", who, foe),
            lambda: self._find_usual_attack(draft, who, foe),
        )

    def _find_usual_attack(
        self, draft: Draft, who: str, foe: str
    ) -> Attack | None:
        """Find what `usual_attack` returns."""
        attacks = iter(self.weighing.attacks_at_hand(draft, who, foe))
        best = next(attacks, None)
        if best is None:
            return None
        at_hand = self._expected_harm(draft, best)
        if at_hand is not None and has_results(at_hand):
            return best
        most = LEAST
        for attack in attacks:
            harm = self._expected_harm(draft, attack)
            if harm is not None and harm.boxes > most:
                best, most = attack, harm.boxes
        return best

    def _expected_harm(
        self, draft: Draft, attack: Attack
    ) -> ExpectedHarm | None:
        """Return the harm of an attack from the cache, or work it out; None if it is refused."""
        key, states = self._key_of_harm(draft, attack)

        def find() -> ExpectedHarm | None:
            return self._find_harm(self.fight_with(states), attack)

        return cast("ExpectedHarm | None", self.known.recall(key, find))

    def _key_of_harm(
        self, draft: Draft, attack: Attack
    ) -> tuple[Hashable, Mapping[str, State]]:
        """Return the key of an attack on one in the cache, and the states that decide its harm."""
        attacker, target = attack.attacker, attack.targets[0]
        striking = self.striking_state(draft, attacker, (target,))
        struck = self.decisive_state(draft, target, STRUCK)
        here, there = (
            self.place_of(draft, attacker),
            self.place_of(draft, target),
        )
        asked = (
            attacker,
            target,
            striking,
            struck,
            here,
            there,
            *make_attack_key(attack),
        )
        known = self._keys.get(asked)
        if known is None:
            states = {attacker: striking, target: struck}
            known = self._keys[asked] = self._make_key_of_harm(
                states, attack, here, there
            )
        return known

    def _make_key_of_harm(
        self,
        states: Mapping[str, State],
        attack: Attack,
        here: State,
        there: State,
    ) -> tuple[Hashable, Mapping[str, State]]:
        """Return what `_key_of_harm` returns, by the decisive states of attacker and target, and
        by the places where they stand. The key is what the ruleset says of the odds
        (`find_odds_key`), if it says that."""
        states = self._states_that_count(states, attack)
        target = attack.targets[0]
        places = {attack.attacker: here, target: there}
        placed = add_places(states, places)
        odds_key = self._ask_for_odds_key(placed, attack)
        if odds_key is not None:
            return (ALIKE, self._twins.get(target, target), odds_key), placed
        people = (
            (self._twins.get(who, who), state) for who, state in states.items()
        )
        reach = self._places.reach_of(attack, here, there)
        key = (*people, *make_attack_key(attack), reach)
        return key, placed

    def _ask_for_odds_key(
        self, states: Mapping[str, State], attack: Attack
    ) -> Hashable:
        """Return what the ruleset says decides the odds of an attack between people in these
        states; None if it does not say."""
        if not self.weighing.says("find_odds_key"):
            return None
        fight = self.fight_with(states)
        return self.weighing.find_odds_key(fight, self.plan(attack))

    def _states_that_count(
        self, states: Mapping[str, State], attack: Attack
    ) -> Mapping[str, State]:
        """Return the states without the fields of which the ruleset says that they cannot change
        the odds of this attack (`is_decisive`), so that states that differ in nothing else share
        an entry of the cache."""
        is_decisive = self.weighing.is_decisive
        if not self.weighing.says("is_decisive"):
            return states
        at_first = self._at_first
        return {
            who: tuple(
                (field, value)
                for field, value in state
                if is_decisive(at_first, attack, who, field.name, value)
            )
            for who, state in states.items()
        }

    def _find_harm(self, draft: Draft, attack: Attack) -> ExpectedHarm | None:
        """Work out the harm of an attack from its odds; None if it is refused for another reason
        than whose turn it is and what is left to pay."""
        try:
            odds = self._find_odds(draft.encounter, self.plan(attack))
        except Refusal:
            return None
        total = odds.total
        target, attacker = attack.targets[0], attack.attacker
        boxes = self._count_boxes(draft, total, target, attack)
        boxes -= self._count_boxes(draft, total.risk, attacker)
        return ExpectedHarm(
            boxes,
            self._priced_effects(total),
            self._priced_effects(total.risk),
            float(total.mean),
            float(total.down),
            not odds.trials,
        )

    def plan(self, attack: Attack) -> Attack:
        """Return an attack that neither whose turn it is nor what is left to pay stops."""
        options = attack.options._replace(planning=self._planning)
        return Attack(attack.attacker, attack.targets, options=options)

    def attacks_to_fall(
        self, states: Mapping[str, State], attack: Attack
    ) -> float:
        """Return after how many such attacks the target is out, on average of a few trials; at
        most `MOST_ATTACKS` are made in each. Infinity if none of the trials does any harm."""
        target = attack.targets[0]
        planned = self.plan(attack)
        begun = self.weighing.boxes_left(self.fight_with(states), target)
        made = ended = lost = 0
        for trial in range(FALLS):
            dice = ChanceDice(f"fall/{trial}")
            live: dict[str, Data] = {}
            for _ in range(MOST_ATTACKS):
                # Only the target keeps what has happened; the attacker begins anew each time.
                draft = self.fight_with(states, live)
                made += 1
                try:
                    self._ruleset.resolve(draft, planned, dice)
                except Refusal:
                    return float("inf")
                people = draft.encounter.fight.get("combatants") or {}
                live = {target: people.get(target) or {}}
                if self._ruleset.standing_of(draft, target).out:
                    ended += 1
                    break
            else:
                left = self.weighing.boxes_left(draft, target)
                lost += begun - left
        if not ended and not lost:
            return float("inf")
        # Who has not fallen would have fallen at the same pace.
        return made / (ended + lost / max(1, begun))

    def _find_odds(self, encounter: Encounter, attack: Attack) -> Odds:
        """Return the odds of an attack: exact ones, or those of `TRIALS` rolls if exact ones take
        too many runs, or those of `MANY_TRIALS` if the ruleset knows that. Raises Refusal if the
        attack is refused."""
        if self.weighing.has_many_branches(attack):
            return self._roll_odds(encounter, attack, MANY_TRIALS)
        try:
            search = Search(
                self._ruleset,
                encounter,
                attack,
                lambda everything: everything,
                of_file=self._of_file,
            )
            return search.odds(MOST_RUNS)
        except TooManyBranches:
            return self._roll_odds(encounter, attack, TRIALS)

    def _roll_odds(
        self, encounter: Encounter, attack: Attack, trials: int
    ) -> Odds:
        """Return the odds of an attack by so many rolls. Raises Refusal if it is refused."""
        # One stream of dice for all rolls: twins share an entry of the cache, so what falls
        # must not depend on who is called what.
        dice = SpreadDice(SAMPLED)
        return sample_odds(
            self._ruleset, encounter, [attack], lambda _: dice,
            lambda draft, blocks: attack_results(self._ruleset, draft, blocks), most=trials,
        )  # fmt: skip

    def _count_boxes(
        self, draft: Draft, harm: Harm, who: str, attack: Attack | None = None
    ) -> float:
        """Return the boxes that harm is expected to cost a combatant, with `OUT` for the chance to
        put it out. `attack`: the one that does the harm to its target, whose kind of damage counts
        then."""
        left = self._boxes_now(draft, who)
        if attack is None:
            boxes = expected_loss(harm, left)
        else:
            boxes = self._expected_worth(draft, attack, harm, left)
        return boxes + OUT * self.boxes_at_first.get(who, 0) * float(harm.down)

    def _expected_worth(
        self, draft: Draft, attack: Attack, harm: Harm, left: int
    ) -> float:
        """Return what the damage of an attack to somebody who has so many boxes left is worth on
        average, in boxes."""
        find = self.weighing.boxes_of_damage
        return sum(
            find(draft, attack, amount, left) * float(chance)
            for amount, chance in harm.damage.items()
            if amount
        )

    def _boxes_now(self, draft: Draft, who: str) -> int:
        """Return the boxes that a combatant has left; 0 for a thing of the scene."""
        if who not in self.boxes_at_first:
            return 0
        return self.weighing.boxes_left(draft, who)

    def _priced_effects(self, harm: Harm) -> dict[str, float]:
        """Return the chances of the effects that have a price. They count for a combatant that
        still stands, so no chance is above that of standing."""
        up = 1.0 - float(harm.down)
        return {
            name: min(float(chance), up)
            for name, chance in harm.effects.items()
            if name in self._effects
        }


def has_results(harm: ExpectedHarm) -> bool:
    """Whether the target of an attack may be harmed, put out, or get a priced effect."""
    return bool(harm.damage or harm.down or any(harm.theirs.values()))


def expected_loss(harm: Harm, left: int) -> float:
    """Return the boxes that harm is expected to take from somebody who has so many left."""
    return sum(
        min(amount, left) * float(chance)
        for amount, chance in harm.damage.items()
    )


def make_attack_key(intent: Intent) -> tuple[Hashable, ...]:
    """Return what tells an attack, or the declaration of one, from others with the same attacker
    and target."""
    options = intent.options
    return (
        getattr(intent, "action", ""), options.weapon, options.words, options.without,
        options.called, options.defense, options.mods, *sorted(options.extras.items()),
    )  # fmt: skip
