"""Choose for sensible combatants: of the options that the ruleset says are worth weighing, the
one that is expected to help most, by what attacks are worth (`worth.py`).

An option is worth what the attack is worth by it, less the price of what it spends. A target's
option is worth what the attack loses by it. An option that costs an attack or a turn has to save or
bring as much within the next `ROUNDS`.

Each kind of choice has a module of its own (`aims.py`, `options.py`, `weapons.py`, `several.py`,
`action_choice.py`, `walk_choice.py`, `treatments.py`, `declarations.py`); here they are put in
order."""

from collections.abc import (
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Intervene
from gmtrack.rulesets.auto_player import CompletePlayer
from gmtrack.rulesets.port import (
    Ruleset,
    WantedAttack,
    Way,
)
from gmtrack.simulation import habits as kinds
from gmtrack.simulation.action_choice import ActionChooser
from gmtrack.simulation.acts import (
    ROUNDS,
    ThreatTo,
)
from gmtrack.simulation.aims import AimChooser
from gmtrack.simulation.declarations import choose_declarations
from gmtrack.simulation.habits import NO_HABITS, Habits
from gmtrack.simulation.harm.cache import HarmCache
from gmtrack.simulation.options import OptionChooser
from gmtrack.simulation.reach import Reach
from gmtrack.simulation.several import SeveralChooser
from gmtrack.simulation.treatments import TreatmentChooser
from gmtrack.simulation.walk_choice import WalkChooser
from gmtrack.simulation.walks import Walks
from gmtrack.simulation.weapons import WeaponChooser
from gmtrack.simulation.weighed import (
    ACTION,
    JUST_ATTACK,
    WeighingLog,
)
from gmtrack.simulation.worth import (
    ATTACK,
    LEAST,
    AttackWorth,
)

NOBODY: Mapping[str, Sequence[str]] = {}


class Sense:
    """Chooses for the sensible combatants of one setup. All fights of the setup share its caches,
    since they meet the same states.

    `sensible` are the combatants for whom it chooses. Others fight plainly, also against them.
    `prices` replace those of the ruleset, by name. `friends` maps each combatant whose targets are
    chosen as well to its side; the others have aims by a tactic."""

    def __init__(
        self,
        ruleset: Ruleset,
        auto_player: CompletePlayer,
        encounter: Encounter,
        sensible: Iterable[str],
        prices: Mapping[str, float],
        friends: Mapping[str, Sequence[str]] = NOBODY,
    ) -> None:
        self._auto_player = auto_player
        all_prices = {**auto_player.PRICES, **prices}
        self._worth = AttackWorth(ruleset, auto_player, encounter, all_prices)
        self._weighing = self._worth.weighing
        self._sensible = frozenset(sensible)
        self.log = WeighingLog()
        """The options that were weighed, with their worth; empty unless a shown fight opens it."""
        self._reach = Reach(self._worth)
        self.options = options = OptionChooser(
            self._worth, self._sensible, all_prices, self.log, prices
        )
        """Chooses how an attack is made, and what its target does."""
        self._weapons = WeaponChooser(
            ruleset, self._worth, options, self._reach, self.log
        )
        self._actions = ActionChooser(
            ruleset, self._worth, self._weapons, options, self.log
        )
        self._aim_chooser = AimChooser(
            self._worth,
            friends,
            options.best_of,
            options.strike_without_points,
            self.log,
        )
        self._walk_chooser = WalkChooser(
            self._worth,
            options,
            self._actions,
            self._aim_chooser,
            self._sensible,
            self.log,
        )
        self._treatments = TreatmentChooser(
            ruleset, self._worth, options.price, self.log
        )
        self._several = SeveralChooser(
            self._worth,
            self._sensible,
            options.price,
            options.gain_of_best,
            options.answer_to,
            self.log,
        )

    @property
    def harm_cache(self) -> HarmCache:
        """The cache of what attacks are worth; `share` replaces it by that of other fights."""
        return self._worth.harm_cache

    def share(self, harm_cache: HarmCache) -> None:
        """Take this cache in place of an own one. Call it before the first fight."""
        self._worth.harm_cache = harm_cache

    def chooses_aims_for(self, who: str) -> bool:
        """Whether the combatant attacks whom it pays most."""
        return self._aim_chooser.chooses_for(who)

    def weigh_at_first(self, who: str, foe: str) -> None:
        """Work out, for the cache, what an attack of a combatant on a foe pays at first. This is
        what most of the first fight's time goes into."""
        self._aim_chooser.weigh_at_first(who, foe)

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
            acts = self._actions.worthwhile(
                draft,
                who,
                foe,
                threat_to(who),
                habits,
                past=foe in passed,
                taken=walks.list_pieces(draft, foes),
            )
            if self._weighing.is_spent(draft, who):
                yield from (way.intent for way in acts if is_free(way))
                return
            if self._weighing.is_short_of_attack(draft, who):
                # What is left of the turn suffices for one of these, or to prepare for the next.
                yield from (way.intent for way in acts if is_free(way))
            aims = [
                self._weapons.with_best_weapon(draft, who, aims[0]),
                *aims[1:],
            ]
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
                    single = self.options.worth_now(
                        draft, who, foes[0], threat_to=threat_to
                    )
                return max(single, several)

            yield from self._treatments.choose(
                draft, who, foe, find_best_attack
            )
            yield from self._helping_acts(draft, who, aims, acts)
            if self._walk_chooser.attacks_left(draft, who) <= 1:
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
                yield from self.options.chosen(draft, intent, threat_to, habits)
                yield from self._several.carry_out(
                    draft, intent, threat_to, habits
                )
            elif not self._is_idle(draft, who, aims, intent, acts):
                yield from self._sensible_ways(
                    draft, intent, aims, threat_to, habits, walks
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
        walk = self._walk_chooser.find_walk(draft, who, foes, threat_to, walks)
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
        better = choose_declarations(
            self._worth,
            draft,
            who,
            foes,
            threat,
            self._weapon_to_declare(draft, who, foes, threat_to),
        )
        if better and habits.note_and_allow(who, kinds.DEFENSE):
            for declared in better:
                yield from self.options.chosen(
                    draft, declared, threat_to, habits
                )
                yield declared

    def _weapon_to_declare(
        self,
        draft: Draft,
        who: str,
        foes: Sequence[str],
        threat_to: ThreatTo,
    ) -> str | None:
        """Return the weapon with which a combatant would declare an attack on the first of the
        foes; None for the one at hand, and where nothing is declared."""
        if not self._weighing.says("declarations"):
            return None
        aims = [WantedAttack(foe) for foe in foes]
        usual = next(
            iter(self._auto_player.next_intents(draft, who, aims)), None
        )
        if usual is None:
            return None
        with self.log.set_aside():
            chosen = self.options.chosen(draft, usual, threat_to)
        best = next(iter(chosen), usual)
        is_other = best.options.weapon != usual.options.weapon
        return best.options.weapon if is_other else None

    def _sensible_ways(
        self,
        draft: Draft,
        intent: Intent,
        aims: Sequence[WantedAttack],
        threat_to: ThreatTo,
        habits: Habits,
        walks: Walks,
    ) -> Iterator[Intent]:
        """Yield the ways in which a sensible combatant carries an intent out, the best first:
        within reach, past a cover that is none, and not at all if it can do nothing. An attack that
        is better than to get ready for another one comes before it."""
        if aims:
            instead = self._weapons.attack_instead(
                draft, intent, aims[0].target, threat_to
            )
            if instead is not None:
                yield from self._sensible_ways(
                    draft, instead, (), threat_to, habits, walks
                )
        approach = self._reach.approach(draft, intent)
        if approach is not None:
            # A spell that is better than the strike needs no way there.
            yield from (
                one
                for one in self.options.chosen(draft, intent, threat_to, habits)
                if self._reach.approach(draft, one) is None
            )
            yield approach.intent
            return
        intent = walks.past_cover(draft, intent)
        ways = (*self.options.chosen(draft, intent, threat_to, habits), intent)
        if not self._is_in_vain(draft, ways):
            step = self._reach.step_before(draft, ways[0], threat_to)
            if step is not None:
                yield step
            yield from ways[:-1]
            yield from self._several.carry_out(draft, intent, threat_to, habits)

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
        if len(aims) < 2 or self._weapons.can_harm(draft, who, aims[0].target):
            return aims
        return sorted(
            aims,
            key=lambda aim: not self._weapons.can_harm(draft, who, aim.target),
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
            can_harm = any(
                self._weapons.can_harm(draft, who, one) for one in targets
            )
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
        found = [*self._weighing.possible_holds(draft, who, foes)]
        if not found:
            return ()
        bar = LEAST + gain_of_walk
        bar += self.options.worth_now(
            draft, who, foes[0], past=past, threat_to=threat_to
        )
        gains: list[tuple[float, Intent]] = []
        for hold in found:
            danger = self._worth.of_usual_attack(draft, hold.foe, who)
            worth = hold.boxes + hold.binds * danger
            if hold.chance < 1:
                worth *= hold.chance * ROUNDS / (ROUNDS + 1)
            if hold.way.spent:
                worth += bar - self.options.price(hold.way, bar)
            gains.append((worth, hold.way.intent))
        self.log.note(
            who,
            ACTION,
            [(JUST_ATTACK, bar), *((intent, gain) for gain, intent in gains)],
        )
        gains.sort(key=lambda gain: -gain[0])
        return [intent for gain, intent in gains if gain > bar]


def is_free(way: Way) -> bool:
    """Whether an action costs no attack, or only the last one of a turn."""
    return way.last or ATTACK not in way.spent
