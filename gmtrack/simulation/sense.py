"""Choose for sensible combatants: of the options that the ruleset says are worth weighing, the
one that is expected to help most, by what attacks are worth (`worth.py`).

An option is worth what the attack is worth by it, less the price of what it spends. A target's
option is worth what the attack loses by it. An option that costs an attack or a turn has to save or
bring as much within the next `ROUNDS`."""

from collections.abc import (
    Callable,
    Collection,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import contextmanager
from typing import Any, NamedTuple

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Intervene
from gmtrack.core.values import replace as changed
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import (
    AutoPlayer,
    Hold,
    Question,
    Ruleset,
    WantedAttack,
    Way,
)
from gmtrack.simulation import habits as kinds
from gmtrack.simulation.acts import (
    ROUNDS,
    ActionOption,
    Threat,
    ThreatTo,
    single_foe_threat,
    with_force,
)
from gmtrack.simulation.aims import AimChooser
from gmtrack.simulation.declarations import choose_declarations
from gmtrack.simulation.habits import NO_HABITS, Habits, is_cover
from gmtrack.simulation.reach import Reach, share_after
from gmtrack.simulation.several import SeveralChooser
from gmtrack.simulation.states import MEANS, STANCE, State
from gmtrack.simulation.treatments import TreatmentChooser
from gmtrack.simulation.walks import Walk, Walks
from gmtrack.simulation.weighed import (
    ACTION,
    DEFENSE,
    JUST_ATTACK,
    STRIKE,
    WEAPON,
    WeighingLog,
)
from gmtrack.simulation.worth import (
    ATTACK,
    LEAST,
    AttackWorth,
    FoundHarm,
    make_attack_key,
    weighing_of,
)

BETTER = 2.0
"""The factor by which another weapon has to do more than the one at hand, since it takes a turn to
get."""
HARDLY = 0.2
"""The share of an attack past a foe's cover up to which hardly anything gets through."""
OWN_COVER = "cover"
"""The field of a live state for what somebody is behind."""
ATTACKS_OF_PLAIN = 4
"""The attacks in a turn of several that cover holds off, of a foe who never walks round it."""
Pair = tuple[str, str, bool]
"""An attacker, a target, and whether the target's cover is none for the attacker."""
NOTHING: Mapping[str, tuple[str, ...]] = {}
NOBODY: Mapping[str, Sequence[str]] = {}


class PayingWalk(NamedTuple):
    """A walk round a cover that pays: how to make it, and the boxes that it gains."""

    walk: Walk
    intent: Intent
    gain: float
    foe: str


class Sense:
    """Chooses for the sensible combatants of one setup. All fights of the setup share its caches,
    since they meet the same states.

    `sensible` are the combatants for whom it chooses. Others fight plainly, also against them.
    `prices` replace those of the ruleset, by name. `friends` maps each combatant whose targets are
    chosen as well to its side; the others have aims by a tactic."""

    def __init__(
        self,
        ruleset: Ruleset,
        auto_player: AutoPlayer,
        encounter: Encounter,
        sensible: Iterable[str],
        prices: Mapping[str, float],
        friends: Mapping[str, Sequence[str]] = NOBODY,
    ) -> None:
        self._ruleset, self._auto_player = ruleset, auto_player
        asked = weighing_of(auto_player)
        self._prices = {**(asked.PRICES if asked else {}), **prices}
        self._worth = AttackWorth(ruleset, auto_player, encounter, self._prices)
        self._weighing = self._worth.weighing
        self._chooses_weapons = getattr(
            self._weighing, "WEAPONS_AMONG_CHOICES", False
        )
        self._sensible = frozenset(sensible)
        self._known: dict[Hashable, Any] = {}
        """A cache of every choice, by the kind of choice and the states that decide it."""
        self.log = WeighingLog()
        """What was weighed, for somebody who listens."""
        self._reach = Reach(self._worth)
        self._treatments = TreatmentChooser(
            ruleset, auto_player, self._worth, self._price, self.log
        )
        self._aim_chooser = AimChooser(
            self._worth, auto_player, friends, self._best_of, self.log
        )
        self._several = SeveralChooser(
            self._worth,
            self._sensible,
            self._price,
            self._gain_of_best,
            self._answer_to,
            self.log,
        )

    # --- what is known ---

    def take_new_harm(self) -> list[FoundHarm]:
        """Return the harm of attacks that was worked out since the last call."""
        found, self._worth.new_entries = self._worth.new_entries, []
        return found

    def known_harm(self) -> list[FoundHarm]:
        """Return all harm of attacks that is known."""
        return self._worth.known_harm()

    def learn(self, found: Iterable[FoundHarm]) -> None:
        """Take over the harm of attacks that other processes have worked out."""
        self._worth.learn(found)

    def chooses_aims_for(self, who: str) -> bool:
        """Whether the combatant attacks whom it pays most."""
        return self._aim_chooser.chooses_for(who)

    def weigh_at_first(self, who: str, foe: str) -> None:
        """Work out, for the cache, what an attack of a combatant on a foe pays at first. This is
        what most of the first fight's time goes into."""
        self._aim_chooser.weigh_at_first(who, foe)

    # --- in a fight ---

    def next_intents(
        self,
        draft: Draft,
        who: str,
        aims: Sequence[WantedAttack],
        threat_to: ThreatTo,
        habits: Habits = NO_HABITS,
        walks: Walks | None = None,
    ) -> Iterator[Intent]:
        """Yield what a combatant tries now, the best first. `walks` are those of the fight; None:
        nobody has walked.

        These are the intents that the ruleset proposes for its aims, each with the options that
        attacker and target choose. If the combatant is sensible, it aims at foes whom it can harm,
        takes a better weapon, and weighs treatments, attacks at an area and other actions against
        its attack. Whoever has spent its turn is asked about actions that cost no attack alone."""
        acts: Sequence[Way] = ()
        walks = Walks(self._weighing) if walks is None else walks
        if who in self._sensible and aims:
            foes = [aim.target for aim in aims]
            passed = walks.list_passed(draft, who, foes)
            aims = self._order_aims(draft, who, aims, habits, passed)
            foe = aims[0].target
            acts = self._worthwhile_acts(
                draft,
                who,
                foe,
                threat_to(who),
                habits,
                past=foe in passed,
                taken=walks.list_pieces(draft, foes),
            )
            if self._is_spent(draft, who):
                yield from (way.intent for way in acts if is_free(way))
                return
            aims = [self._with_best_weapon(draft, who, aims[0]), *aims[1:]]
            aims = [
                self._reach.with_weapon_in_reach(draft, who, aims[0]),
                *aims[1:],
            ]
            foes = [aim.target for aim in aims]

            def find_best_attack() -> float:
                several = self._several.most_gained(
                    draft, who, foes, threat_to, habits, walks
                )
                with self.log.set_aside():
                    single = self._worth_now(
                        draft, who, foes[0], threat_to=threat_to
                    )
                return max(single, several)

            yield from self._treatments.choose(
                draft, who, foe, find_best_attack
            )
            yield from self._helping_acts(draft, who, aims, acts)
            if self._attacks_left(draft, who) <= 1:
                yield from (way.intent for way in acts if way.last)
            yield from self._other_than_usual_attack(
                draft, who, foes, threat_to, habits, walks
            )
        for number, intent in enumerate(
            self._auto_player.next_intents(draft, who, aims)
        ):
            if not number:
                # Acts that cost the attack stand in its place, so they come only if there is one.
                yield from (
                    way.intent
                    for way in acts
                    if ATTACK in way.spent and not way.last
                )
            if who not in self._sensible:
                yield from self.chosen(draft, intent, threat_to, habits)
                yield from self._several.carry_out(
                    draft, intent, threat_to, habits
                )
            elif not self._is_idle(draft, who, aims, intent, acts):
                yield from self._sensible_ways(
                    draft, intent, threat_to, habits, walks
                )
        # Acts that cost no attack come last: the next attack may undo them.
        yield from (
            way.intent for way in acts if is_free(way) and not way.first
        )

    def _helping_acts(
        self,
        draft: Draft,
        who: str,
        aims: Sequence[WantedAttack],
        acts: Sequence[Way],
    ) -> Iterator[Intent]:
        """Yield those of the worthwhile `acts` that come before the attack which they help, if
        there is one now."""
        helping = [way.intent for way in acts if way.first]
        if helping and any(
            isinstance(intent, Attack)
            for intent in self._auto_player.next_intents(draft, who, aims)
        ):
            yield from helping

    def _other_than_usual_attack(
        self,
        draft: Draft,
        who: str,
        foes: Sequence[str],
        threat_to: ThreatTo,
        habits: Habits,
        walks: Walks,
    ) -> Iterator[Intent]:
        """Yield what pays more for a sensible combatant than an attack on the first foe: attacks on
        several, grapples, a walk round a cover, and what it had better declare."""
        yield from self._several.choose(
            draft, who, foes, threat_to, habits, walks
        )
        walk = self._find_walk(draft, who, foes, threat_to, walks)
        for hold in self._worthwhile_holds(
            draft,
            who,
            foes,
            threat_to,
            past=walks.is_past(draft, who, foes[0]),
            gain_of_walk=0.0 if walk is None else walk.gain,
        ):
            yield from self._several.carry_out(draft, hold, threat_to, habits)
        if walk is not None:
            walks.offer(walk.walk, walk.intent)
            yield walk.intent
        threat = threat_to(who)
        better = choose_declarations(self._worth, draft, who, foes, threat)
        if better and habits.note_and_allow(who, kinds.DEFENSE):
            for declared in better:
                yield from self.chosen(draft, declared, threat_to, habits)
                yield declared

    def _sensible_ways(
        self,
        draft: Draft,
        intent: Intent,
        threat_to: ThreatTo,
        habits: Habits,
        walks: Walks,
    ) -> Iterator[Intent]:
        """Yield the ways in which a sensible combatant carries an intent out, the best first:
        within reach, past a cover that is none, and not at all if it can do nothing."""
        approach = self._reach.approach(draft, intent)
        if approach is not None:
            # A spell that is better than the strike needs no way there.
            yield from (
                one
                for one in self.chosen(draft, intent, threat_to, habits)
                if self._reach.approach(draft, one) is None
            )
            yield approach.intent
            return
        intent = walks.past_cover(draft, intent)
        ways = (*self.chosen(draft, intent, threat_to, habits), intent)
        if not self._is_in_vain(draft, ways):
            yield from ways[:-1]
            yield from self._several.carry_out(draft, intent, threat_to, habits)

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
        states = self._worth.attacker_states(draft, attacker, target)
        states[attacker] += self._worth.decisive_state(draft, attacker, MEANS)
        return self._better_choices(
            states,
            intent,
            self._weighing.CHOICES,
            people,
            threat_to(attacker),
            with_extras_too=with_extras_too,
        )

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
        states = self._worth.decisive_states(draft, attacker, target)
        states[target] += self._worth.decisive_state(draft, target, MEANS)
        # The attacker chooses `extras` only when the dice have fallen: the target does not know
        # them yet.
        seen = with_extras(intent, NOTHING)
        answers = self._better_choices(
            states,
            seen,
            self._weighing.ANSWERS,
            (target, attacker),
            threat_to(target),
        )
        return [
            with_extras(way.intent, intent.options.extras) for way in answers
        ]

    def _answer_to(
        self, draft: Draft, attack: Attack, threat_to: ThreatTo
    ) -> Intent | None:
        """Return an attack on one target with the target's best answer; None if that is none."""
        people = attack.attacker, attack.targets[0]
        return next(
            iter(self._answers_to(draft, attack, people, threat_to)), None
        )

    def _gain_of_best(
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
        return worth - self._price(best, lost_attack)

    def _best_of(self, draft: Draft, intent: Intent) -> Intent:
        """Return an attack with the options that both sides would choose before the dice fall."""
        found = self.chosen(draft, intent, with_extras_too=False)
        return next(iter(found), intent)

    def _order_aims(
        self,
        draft: Draft,
        who: str,
        aims: Sequence[WantedAttack],
        habits: Habits,
        passed: Collection[str],
    ) -> Sequence[WantedAttack]:
        """Return the aims of a sensible combatant, those first against whom an attack pays most. If
        a tactic or a habit of its side says whom to attack, it only prefers foes whom it can harm,
        and of these those that it reaches soonest. `passed` are the foes whose cover is none for
        it."""
        is_told = habits.varied_habit(who, kinds.TARGET) is not None
        if self._aim_chooser.chooses_for(who) and not is_told:
            return self._aim_chooser.order_aims(draft, who, aims, passed)
        aims = self._harmable_first(draft, who, aims)
        if passed:
            # Whoever has walked round a cover attacks those who were behind it.
            aims = sorted(aims, key=lambda aim: aim.target not in passed)
        return self._reach.nearest_first(draft, who, aims)

    def _harmable_first(
        self, draft: Draft, who: str, aims: Sequence[WantedAttack]
    ) -> Sequence[WantedAttack]:
        """Return the aims with the foes first whom a combatant can harm now."""
        if len(aims) < 2 or self._can_harm(draft, who, aims[0].target):
            return aims
        return sorted(
            aims, key=lambda aim: not self._can_harm(draft, who, aim.target)
        )

    def _is_idle(
        self,
        draft: Draft,
        who: str,
        aims: Sequence[WantedAttack],
        intent: Intent,
        acts: Sequence[Way],
    ) -> bool:
        """Whether an intent takes a turn in which a combatant can harm nobody and has none of the
        worthwhile `acts` to do, or is an action that is weighed (getting up, say) and none of
        them."""
        if isinstance(intent, Intervene):
            targets = [aim.target for aim in aims]
            can_harm = any(self._can_harm(draft, who, one) for one in targets)
            return not acts and not can_harm
        if not isinstance(intent, Act) or not aims:
            return False
        action = repr(intent)
        ways = self._weighing.other_actions(draft, who, aims[0].target)
        is_weighed = any(repr(way.intent) == action for way in ways)
        return is_weighed and all(repr(way.intent) != action for way in acts)

    def _is_in_vain(self, draft: Draft, ways: Sequence[Intent]) -> bool:
        """Whether these are the ways to carry out an attack on one target, and none of them can do
        anything to it."""
        usual = ways[-1]
        if not isinstance(usual, Attack) or len(usual.targets) != 1:
            return False
        return all(self._does_nothing(draft, way) for way in ways)

    def _does_nothing(self, draft: Draft, attack: Intent) -> bool:
        """Whether an attack can neither harm its target nor do anything else to it that counts.
        Of an attack that is refused, or whose odds are not exact, that is not known: then it is
        False."""
        return self._worth.does_nothing(draft, attack)

    def _can_harm(self, draft: Draft, who: str, foe: str) -> bool:
        """Whether a combatant can harm a foe with any of its weapons."""
        states = self._worth.attacker_states(draft, who, foe)
        key = ("harms", *states.items())
        if key not in self._known:
            fight = self._worth.fight_with(states)
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

    def _with_best_weapon(
        self, draft: Draft, who: str, aim: WantedAttack
    ) -> WantedAttack:
        """Return an aim with another weapon than the one at hand, if that does `BETTER` times as
        much. An aim that names a weapon keeps it, and one of a ruleset that weighs weapons among
        the choices of an attack stays without one."""
        if aim.weapon is not None or self._chooses_weapons:
            return aim
        # What is spent in this turn does not decide which weapon is better.
        states = {who: self._worth.decisive_state(draft, who, STANCE)}
        turns = self._reach.turns_by_weapon(draft, who, aim.target)
        key = ("attacks_at_hand", *states.items(), aim.target, turns)
        weapon = self.log.recall(
            self._known,
            key,
            lambda: self._best_weapon(states, who, aim, turns),
        )
        return aim._replace(weapon=weapon)

    def _worthwhile_acts(
        self,
        draft: Draft,
        who: str,
        foe: str,
        threat: Threat,
        habits: Habits = NO_HABITS,
        *,
        past: bool = False,
        taken: Collection[str] = (),
    ) -> Sequence[Way]:
        """Return the actions that are worth more now than an attack, the best first. `past`: the
        foe's cover is none for the combatant. Those that lead behind one of the pieces in `taken`
        are left out: where a foe is, is no cover."""
        acts = [
            act
            for act in self._list_acts(draft, who, foe, threat, past=past)
            if act.way.behind not in taken
        ]
        if not acts:
            return ()
        if any(is_cover(act.way.intent) for act in acts):
            habits.note(who, kinds.OFFERED)
        if threat.quiet:
            # Hiding and dodging led nowhere: keep what helps an attack, and what goes along with
            # one that does harm.
            can_harm = self._can_harm(draft, who, foe)
            acts = [
                act
                for act in acts
                if act.brings > 0 or (can_harm and ATTACK not in act.way.spent)
            ]
        gains = [
            (act.worth(threat), act.way)
            for act in acts
            if act.worth(threat) <= LEAST or act.is_allowed(who, habits)
        ]
        self.log.note(
            who,
            ACTION,
            [(JUST_ATTACK, 0.0), *((way.intent, gain) for gain, way in gains)],
        )
        worthwhile = [gain for gain in gains if gain[0] > LEAST]
        worthwhile.sort(key=lambda gain: -gain[0])
        return [way for _, way in worthwhile]

    def _list_acts(
        self, draft: Draft, who: str, foe: str, threat: Threat, *, past: bool
    ) -> Sequence[ActionOption]:
        """Return every action of a combatant that may be worth it, with what it changes. `past`:
        the foe's cover is none for the combatant."""
        stance = self._worth.decisive_state(draft, who, STANCE)
        states = {who: stance + self._worth.decisive_state(draft, who, MEANS)}
        by = threat.by or (foe,)
        key = ("other_actions", *states.items(), foe, by, past)
        if key not in self._known:
            self._known[key] = self._weigh_acts(states, who, foe, by, past=past)
        acts: Sequence[ActionOption] = self._known[key]
        return acts

    def _worthwhile_holds(
        self,
        draft: Draft,
        who: str,
        foes: Sequence[str],
        threat_to: ThreatTo,
        *,
        past: bool,
        gain_of_walk: float,
    ) -> Sequence[Intent]:
        """Return the steps of a grapple, and other actions on foes, that are worth more than the
        combatant's best attack on the first foe, the best first: they hurt a foe, and take its
        attacks from it. A grab pays in the `ROUNDS` after it. An action that leaves time for the
        attack is worth that as well. `past`: the cover of the first foe is none. `gain_of_walk`:
        what a walk round a cover gains against that attack."""
        holds: Callable[[Draft, str, Sequence[str]], Iterable[Hold]] | None
        holds = getattr(self._weighing, "holds", None)
        found = [*holds(draft, who, foes)] if holds else []
        if not found:
            return ()
        bar = LEAST + gain_of_walk
        bar += self._worth_now(
            draft, who, foes[0], past=past, threat_to=threat_to
        )
        gains: list[tuple[float, Intent]] = []
        for hold in found:
            danger = self._worth.of_usual_attack(draft, hold.foe, who)
            worth = hold.boxes + hold.binds * danger
            if hold.chance < 1:
                worth *= hold.chance * ROUNDS / (ROUNDS + 1)
            if hold.way.spent:
                worth += bar - self._price(hold.way, bar)
            gains.append((worth, hold.way.intent))
        self.log.note(
            who,
            ACTION,
            [(JUST_ATTACK, bar), *((intent, gain) for gain, intent in gains)],
        )
        gains.sort(key=lambda gain: -gain[0])
        return [intent for gain, intent in gains if gain > bar]

    def _find_walk(
        self,
        draft: Draft,
        who: str,
        foes: Sequence[str],
        threat_to: ThreatTo,
        walks: Walks,
    ) -> "PayingWalk | None":
        """Return the walk round the cover of the foe against whom attacks pay most then; None if
        no walk pays, or if the combatant has walked round a foe's cover already."""
        way_round = getattr(self._weighing, "way_round", None)
        if way_round is None or walks.list_passed(draft, who, foes):
            return None
        hidden = [foe for foe in foes if walks.cover_of(draft, foe)]
        if not hidden:
            return None
        threat = threat_to(who)
        with self.log.set_aside():
            now = max(self._worth_now(draft, who, foe) for foe in foes)
            ways = {foe: way_round(draft, who, foe) for foe in hidden}
            ways = {foe: way for foe, way in ways.items() if way is not None}
            worths = self._worths_past_cover(draft, who, ways)
            found = [
                PayingWalk(
                    Walk(who, walks.cover_of(draft, foe)),
                    way.intent,
                    self._gain_of_walk(
                        draft, who, foe, way, now, worths[foe], threat
                    ),
                    foe,
                )
                for foe, way in ways.items()
            ]
        in_order = sorted(found, key=lambda one: one.gain)
        # The same step may lead past several pieces: the best of them is told.
        weighed = {repr(one.intent): (one.intent, one.gain) for one in in_order}
        self.log.note(who, ACTION, [(JUST_ATTACK, 0.0), *weighed.values()])
        paying = [walk for walk in found if walk.gain > LEAST]
        if len(paying) > 1 and self._aim_chooser.chooses_for(who):
            paying.sort(
                key=lambda walk: (
                    -self._aim_chooser.pay_of_attack(
                        draft, who, walk.foe, past=True
                    )
                )
            )
        return next(iter(paying), None)

    def _worth_now(
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

    def _worths_past_cover(
        self, draft: Draft, who: str, ways: Mapping[str, Way]
    ) -> Mapping[str, float]:
        """Return the boxes that a combatant's best attack on each foe is worth after a walk round
        its cover, by what the walk leaves besides the own cover."""
        # Without their own cover many shoot better. That is left out: whoever counts on it leaves
        # cover too often, and in the car park won 15 of 40 fights in place of 28.
        walked = {
            foe: way._replace(
                leaves={
                    name: value
                    for name, value in way.leaves.items()
                    if name != OWN_COVER
                }
            )
            for foe, way in ways.items()
        }
        foes_by_leaves: dict[str, list[str]] = {}
        for foe, way in walked.items():
            foes_by_leaves.setdefault(repr(way.leaves), []).append(foe)
        worths: dict[str, float] = {}
        for foes in foes_by_leaves.values():
            with as_it_leaves(draft, who, walked[foes[0]]) as after:
                for foe in foes:
                    worths[foe] = self._worth_now(after, who, foe, past=True)
        return worths

    def _gain_of_walk(
        self,
        draft: Draft,
        who: str,
        foe: str,
        way: Way,
        now: float,
        past: float,
        threat: Threat,
    ) -> float:
        """Return the boxes that a walk round a foe's cover gains, against attacks on the spot.
        `now` is the worth of the best of these, `past` that of the best one after the walk. The
        walk leaves the own cover, which does not count where nobody has been harmed for long, as
        hardly anything gets through.

        Where a turn has one attack, the walk has to pay within `ROUNDS`. Where it has several, the
        attacks of this turn count, the last of which may be spent to hide, and that the next turn
        need not begin with the walk."""
        if past <= now:
            return 0.0
        exposed = 0.0
        if threat.quiet and now <= HARDLY * past:
            threat = threat._replace(foes=0.0)
        if way.leaves and threat.foes:
            exposed = threat.foes * self._exposure_of_stance(
                draft, way, (who, foe)
            )
        price = self._price(way, now)
        if not hasattr(self._weighing, "attacks_left"):
            return ROUNDS * (past - now - exposed) - price
        left = self._attacks_left(draft, who)
        shelter = self._shelter(draft, who, foe, threat)
        # A foe with sense walks round a cover, too, and so loses few attacks by it.
        attacks = ROUNDS if foe in self._sensible else ATTACKS_OF_PLAIN
        if shelter is None:
            return left * past - attacks * exposed - left * now
        stays = max(left * now - attacks * shelter, (left - 1) * now)
        walks = left * past - attacks * (exposed + shelter)
        return max(walks, (left - 2) * past) - stays

    def _is_spent(self, draft: Draft, who: str) -> bool:
        """Whether the ruleset says that a combatant has nothing left in this turn for an attack."""
        is_spent: Callable[[Draft, str], bool] | None
        is_spent = getattr(self._weighing, "is_spent", None)
        return is_spent is not None and is_spent(draft, who)

    def _attacks_left(self, draft: Draft, who: str) -> int:
        """Return the attacks that a combatant can still make in this turn."""
        left: Callable[[Draft, str], int] | None
        left = getattr(self._weighing, "attacks_left", None)
        return 1 if left is None else left(draft, who)

    def _shelter(
        self, draft: Draft, who: str, foe: str, threat: Threat
    ) -> float | None:
        """Return the boxes that the best cover which a combatant could take with the last attack of
        a turn saves in a round, against how it stands now; None if there is none."""
        if not threat.foes:
            return 0.0
        behind: Any = self._weighing
        taken = behind.cover_of(draft, foe)
        saves = [
            threat.foes * act.saves
            for act in self._list_acts(draft, who, foe, threat, past=False)
            if act.way.last and act.way.behind not in taken
        ]
        if not saves:
            return None
        return max(0.0, *saves)

    def _exposure_of_stance(
        self, draft: Draft, way: Way, people: tuple[str, str]
    ) -> float:
        """Return the exposure by an option of the first of `people` to the second, from the cache
        if both have stood alike before. Wounds of both are left out."""
        states = {
            one: self._worth.decisive_state(draft, one, STANCE)
            for one in people
        }
        left = sorted((name, repr(way.leaves[name])) for name in way.leaves)
        key = ("exposure", *states.items(), *left)
        if key not in self._known:
            fight = self._worth.fight_with(states)
            self._known[key] = self._exposure(fight, way, people)
        return float(self._known[key])

    # --- what is worth most ---

    def _better_choices(
        self,
        states: Mapping[str, State],
        intent: Intent,
        questions: Sequence[Question],
        people: tuple[str, str],
        threat: Threat,
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
            threat[:2],
            with_extras_too,
            *states.items(),
            *make_attack_key(intent),
        )

        def find_better() -> Sequence[Way]:
            fight = self._worth.fight_with(states)

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
                gains = self._gains_of(fight, [best, *options], people, threat)
                most = gains.index(max(gains[1:]), 1)
                if before is not None and gains[most] <= gains[0] + LEAST:
                    others = options_on(before, question)
                    # The same option has the same place, if both are offered as many.
                    if len(others) == len(options):
                        others = [others[most - 1]]
                        options = [*options, *others]
                        gains += self._gains_of(fight, others, people, threat)
                self._note_gains(fight, [best, *options], gains, people)
                better = best_first(options, gains)
                if better:
                    before = best
                ways = [*better, *ways]
            return [way for way in ways if way.intent is not intent]

        return self.log.recall(self._known, key, find_better)

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
        self.log.note(
            people[0],
            DEFENSE if is_target else STRIKE,
            zip((way.intent for way in ways), gains, strict=True),
        )

    def _gains_of(
        self,
        fight: Draft,
        ways: Sequence[Way],
        people: tuple[str, str],
        threat: Threat,
    ) -> list[float]:
        """Return the boxes that each of several ways of the same attack gains the one who chooses,
        the first of `people`."""
        if not ways:
            return []
        attack = self._weighing.attack_of(fight, ways[0].intent)
        if attack is None:
            return [0.0] * len(ways)
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
            exposed = (
                threat.foes * self._exposure(fight, way, people)
                if way.leaves
                else 0.0
            )
            return sign * worth - self._price(way, lost_attack) - exposed

        return [gain_of(way) for way in ways]

    def _exposure(
        self, fight: Draft, way: Way, people: tuple[str, str]
    ) -> float:
        """Return the boxes that a foe's attack is worth more in a round because of the state in
        which an option leaves the one who chooses it."""
        who, foe = people
        before = self._worth.of_usual_attack(fight, foe, who)
        with as_it_leaves(fight, who, way) as after:
            return self._worth.of_usual_attack(after, foe, who) - before

    def _price(self, way: Way, lost_attack: float) -> float:
        """Return the boxes that all that an option spends is worth. `lost_attack` is the worth of
        the attack that cannot be made, which counts only if the option spends it."""
        prices = {**self._prices, ATTACK: lost_attack}
        return sum(prices[name] * count for name, count in way.spent.items())

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
        fight = self._worth.fight_with(states)
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
        self.log.note(who, WEAPON, weighed)
        return best

    def _worth_at_best(self, fight: Draft, attack: Attack) -> float | None:
        """Return the boxes that a weapon's attack brings a turn on average, with what both sides
        choose about it and less the price of what the attacker spends; None if it is refused."""
        if self._worth.of_attack(fight, attack) is None:
            return None
        with self.log.set_aside():
            gain = self._gain_of_best(fight, attack, single_foe_threat)
        return gain * self._pace_of(fight, attack)

    def _pace_of(self, fight: Draft, attack: Attack) -> float:
        """Return the share of the turns in which such an attack can be made."""
        pace: Callable[[Draft, Attack], float] | None
        pace = getattr(self._weighing, "pace_of", None)
        return 1.0 if pace is None else pace(fight, attack)

    def _weigh_acts(
        self,
        states: Mapping[str, State],
        who: str,
        foe: str,
        by: Sequence[str],
        *,
        past: bool,
    ) -> list[ActionOption]:
        """Try every action that may be worth it, and return what each changes in the attack on
        `foe` and in those of the foes in `by`. Refused actions are left out. `past`: the cover of
        `foe` is none, until `who` takes cover; to walk round it again costs an attack."""
        own = who, foe, past
        theirs = [(other, who, False) for other in by]
        acts: list[ActionOption] = []
        for way in self._list_ways(states, who, foe, by):
            worths = self._worths_after(states, way, [own, *theirs])
            own_before, *own_after = worths[own]
            theirs_before = sum(worths[pair][0] for pair in theirs)
            best: ActionOption | None = None
            for times, own_then in enumerate(own_after, 1):
                brings = own_then - own_before
                if past and way.behind:
                    brings = max(brings, -own_before / ROUNDS)
                theirs_then = sum(worths[pair][times] for pair in theirs)
                saves = (theirs_before - theirs_then) / len(by)
                price = times * self._price(way, own_before)
                if best is None or brings - price > best.brings - best.price:
                    best = ActionOption(way, brings, saves, price)
            if best is not None:
                acts.append(best)
        return acts

    def _worths_after(
        self,
        states: Mapping[str, State],
        way: Way,
        pairs: Iterable[Pair],
    ) -> Mapping[Pair, Sequence[float]]:
        """Return what the usual attack of each pair is worth: before an action, then after each
        time that it is repeated, until it is refused. These are cached pair by pair, since who
        threatens a combatant varies more than what an action changes. Whoever takes cover is past
        nobody's any more."""
        key = ("after", *states.items(), repr(way.intent), way.repeats)
        known: dict[Pair, list[float]]
        known = self._known.setdefault(key, {})
        missing = [pair for pair in pairs if pair not in known]
        if not missing:
            return known
        fight = self._worth.fight_with(states)
        for pair in missing:
            known[pair] = [self._worth_of_pair(fight, pair)]
        for _ in range(way.repeats):
            try:
                self._ruleset.resolve(
                    fight, with_force(way.intent), RandomDice(0)
                )
            except Refusal:
                break
            for pair in missing:
                attacker, target, past = pair
                after = attacker, target, past and not way.behind
                known[pair].append(self._worth_of_pair(fight, after))
        return known

    def _worth_of_pair(self, fight: Draft, pair: Pair) -> float:
        """Return what the attack of a pair is worth: with the weapon at hand, or with the best one
        where no turn is spent to change weapons."""
        attacker, target, past = pair
        if self._chooses_weapons and not past:
            return self._worth.of_best_at_hand(fight, attacker, target)
        return self._worth.of_usual_attack(fight, attacker, target, past=past)

    def _list_ways(
        self,
        states: Mapping[str, State],
        who: str,
        foe: str,
        by: Sequence[str],
    ) -> Sequence[Way]:
        """Return the actions that the ruleset proposes against a foe, then what it proposes besides
        against those who threaten the combatant, unless that is about them alone."""
        found = {
            repr(way.intent): way
            for way in self._ways_against(states, who, foe)
        }
        for other in by:
            if other == foe:
                continue
            for way in self._ways_against(states, who, other):
                if other not in getattr(way.intent, "args", ()):
                    found.setdefault(repr(way.intent), way)
        return [*found.values()]

    def _ways_against(
        self, states: Mapping[str, State], who: str, foe: str
    ) -> Sequence[Way]:
        """Return the actions that the ruleset proposes against a foe, from the cache."""
        key = ("ways", *states.items(), foe)
        if key not in self._known:
            fight = self._worth.fight_with(states)
            self._known[key] = [*self._weighing.other_actions(fight, who, foe)]
        ways: Sequence[Way] = self._known[key]
        return ways


def is_free(way: Way) -> bool:
    """Whether an action costs no attack, or only the last one of a turn."""
    return way.last or ATTACK not in way.spent


def best_first(options: Sequence[Way], gains: Sequence[float]) -> list[Way]:
    """Return the options that gain more than the usual way, the best first. `gains` begin with that
    of the usual way."""
    usual, *found = gains
    better = [place for place, gain in enumerate(found) if gain > usual + LEAST]
    better.sort(key=lambda place: -found[place])
    return [options[place] for place in better]


@contextmanager
def as_it_leaves(draft: Draft, who: str, way: Way) -> Iterator[Draft]:
    """Yield the fight with what an option leaves in the state of `who`: the draft itself if that is
    nothing. At the end the fight is as before."""
    if not way.leaves:
        yield draft
        return
    after = Draft(draft.encounter, of_file=draft.cache.values_of_file)
    try:
        for name, value in way.leaves.items():
            after.put(("fight", "combatants", who, *name.split(".")), value)
        yield after
    finally:
        after.rollback()


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
