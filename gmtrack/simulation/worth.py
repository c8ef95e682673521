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
from functools import cached_property
from typing import cast

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Attack, Intent, Planning
from gmtrack.dice.sources import ChanceDice, SpreadDice
from gmtrack.errors import Refusal
from gmtrack.odds.chances import Harm, Odds
from gmtrack.odds.engine import Search, TooManyBranches, attack_results
from gmtrack.odds.sampling import sample_odds
from gmtrack.rulesets.auto_player import complete
from gmtrack.rulesets.port import AutoPlayer, Lost, Ruleset
from gmtrack.simulation.decisive import DecisiveStates
from gmtrack.simulation.harm.cache import (
    ALIKE,
    SEVERAL,
    ExpectedHarm,
    HarmCache,
)
from gmtrack.simulation.states import (
    STRUCK,
    State,
    add_places,
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
        self.states = DecisiveStates(ruleset, weighing, encounter)
        self.harm_cache = HarmCache()
        self._keys: dict[Hashable, tuple[Hashable, Mapping[str, State]]] = {}
        """The keys of `_key_of_harm`, by attacker, target, their states and the attack."""
        self._harmful: dict[Hashable, bool] = {}
        """Whether a few rolls of an attack did something to its target, by its key."""
        passing = (*ruleset.WORDS.turn, *ruleset.WORDS.price)
        self._planning = Planning(passing, in_turn=True)

    @cached_property
    def boxes_at_first(self) -> dict[str, int]:
        """The boxes that each combatant had left at first."""
        draft = Draft(self._encounter)
        return {
            who: self.weighing.boxes_left(draft, who)
            for who in self._encounter.combatants
        }

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
            one: self.states.decisive_state(draft, one, STRUCK)
            for one in attack.targets
        }
        states[attacker] = self.states.striking_state(
            draft, attacker, attack.targets
        )
        decisive = self.states.states_that_count(states, attack)
        people = (
            (self.states.twins.get(one, one), state)
            for one, state in decisive.items()
        )
        places = {one: self.states.place_of(draft, one) for one in states}
        reaches = (
            self.states.reach_of(
                Attack(attacker, (one,), options=attack.options),
                places[attacker],
                places[one],
            )
            for one in attack.targets
        )
        key = (SEVERAL, *people, *make_attack_key(attack), *reaches)

        def find() -> float | None:
            fight = self.states.fight_with(add_places(decisive, places))
            return self._find_worth_of_several(fight, attack)

        return cast("float | None", self.harm_cache.recall(key, find))

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
        if key not in self.harm_cache.by_key:
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
        fight = self.states.fight_with(states)
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
            return self._find_harm(self.states.fight_with(states), attack)

        return cast("ExpectedHarm | None", self.harm_cache.recall(key, find))

    def _key_of_harm(
        self, draft: Draft, attack: Attack
    ) -> tuple[Hashable, Mapping[str, State]]:
        """Return the key of an attack on one in the cache, and the states that decide its harm."""
        attacker, target = attack.attacker, attack.targets[0]
        striking = self.states.striking_state(draft, attacker, (target,))
        struck = self.states.decisive_state(draft, target, STRUCK)
        here, there = (
            self.states.place_of(draft, attacker),
            self.states.place_of(draft, target),
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
        states = self.states.states_that_count(states, attack)
        target = attack.targets[0]
        places = {attack.attacker: here, target: there}
        placed = add_places(states, places)
        odds_key = self._ask_for_odds_key(placed, attack)
        if odds_key is not None:
            return (
                ALIKE,
                self.states.twins.get(target, target),
                odds_key,
            ), placed
        people = (
            (self.states.twins.get(who, who), state)
            for who, state in states.items()
        )
        reach = self.states.reach_of(attack, here, there)
        key = (*people, *make_attack_key(attack), reach)
        return key, placed

    def _ask_for_odds_key(
        self, states: Mapping[str, State], attack: Attack
    ) -> Hashable:
        """Return what the ruleset says decides the odds of an attack between people in these
        states; None if it does not say."""
        if not self.weighing.says("find_odds_key"):
            return None
        fight = self.states.fight_with(states)
        return self.weighing.find_odds_key(fight, self.plan(attack))

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
        begun = self.weighing.boxes_left(self.states.fight_with(states), target)
        made = ended = lost = 0
        for trial in range(FALLS):
            dice = ChanceDice(f"fall/{trial}")
            live: dict[str, Data] = {}
            for _ in range(MOST_ATTACKS):
                # Only the target keeps what has happened; the attacker begins anew each time.
                draft = self.states.fight_with(states, live)
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
                of_file=self.states.of_file,
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
