"""Choose actions that are no attacks, by what they change in the attacks of both sides."""

from collections.abc import (
    Collection,
    Hashable,
    Iterable,
    Mapping,
    Sequence,
)
from typing import Any

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Attack
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Ruleset, Way
from gmtrack.simulation import habits as kinds
from gmtrack.simulation.acts import (
    ROUNDS,
    ActionOption,
    Threat,
    single_foe_threat,
    with_force,
)
from gmtrack.simulation.habits import NO_HABITS, Habits, is_cover
from gmtrack.simulation.options import OptionChooser
from gmtrack.simulation.points import SURE
from gmtrack.simulation.states import MEANS, STANCE, State
from gmtrack.simulation.weapons import WeaponChooser
from gmtrack.simulation.weighed import ACTION, JUST_ATTACK, WeighingLog
from gmtrack.simulation.worth import ATTACK, LEAST, AttackWorth

Pair = tuple[str, str, bool]
"""An attacker, a target, and whether the target's cover is none for the attacker."""


class ActionChooser:
    """Chooses actions that are no attacks, with a cache. `options` say what attacks are worth with
    what both sides choose about them, and what ways spend. `log` gets what was weighed."""

    def __init__(
        self,
        ruleset: Ruleset,
        worth: AttackWorth,
        weapons: WeaponChooser,
        options: OptionChooser,
        log: WeighingLog,
    ) -> None:
        self._ruleset, self._worth = ruleset, worth
        self._states = worth.states
        self._weighing, self._weapons = worth.weighing, weapons
        self._options, self._log = options, log
        self._chooses_weapons = self._weighing.WEAPONS_AMONG_CHOICES
        self._known: dict[Hashable, Any] = {}
        """Actions and what each changes, by the states that decide it."""

    def worthwhile(
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
            for act in self.list_acts(draft, who, foe, threat, past=past)
            if act.way.behind not in taken
        ]
        if not acts:
            return ()
        if any(is_cover(act.way.intent) for act in acts):
            habits.note(who, kinds.OFFERED)
        if threat.quiet:
            # Hiding and dodging led nowhere: keep what helps an attack, and what goes along with
            # one that does harm.
            can_harm = self._weapons.can_harm(draft, who, foe)
            acts = [
                act
                for act in acts
                if act.brings > 0 or (can_harm and ATTACK not in act.way.spent)
            ]
        if self._states.state_of_turn(draft, who, (foe,)):
            acts = [
                self._with_hindered_attack(draft, (who, foe), act, past=past)
                for act in acts
            ]
        acts = [
            self._with_best_attacks(draft, (who, foe), act, threat, past=past)
            if act.only_stalls and act.worth(threat) > LEAST
            else act
            for act in acts
        ]
        gains = [
            (act.worth(threat), act.way)
            for act in acts
            if act.worth(threat) <= LEAST or act.is_allowed(who, habits)
        ]
        self._log.note(
            who,
            ACTION,
            [(JUST_ATTACK, 0.0), *((way.intent, gain) for gain, way in gains)],
        )
        worthwhile = [gain for gain in gains if gain[0] > LEAST]
        worthwhile.sort(key=lambda gain: -gain[0])
        return [way for _, way in worthwhile]

    def _with_hindered_attack(
        self,
        draft: Draft,
        people: tuple[str, str],
        act: ActionOption,
        *,
        past: bool,
    ) -> ActionOption:
        """Return an action of the first of `people`, whose attack on the second is hindered by what
        they have done in this turn. It takes the attack as it is now; what it brings comes in the
        next turn, if that comes to pass."""
        act = act._replace(brings=SURE * act.brings)
        if ATTACK not in act.way.spent:
            return act
        worth = self._worth.of_usual_attack(draft, *people, past=past)
        return act.with_lost_attack(worth)

    def _with_best_attacks(
        self,
        draft: Draft,
        people: tuple[str, str],
        act: ActionOption,
        threat: Threat,
        *,
        past: bool,
    ) -> ActionOption:
        """Return an action of the first of `people` that wins time, by the attacks as they would be
        made now, with what both sides choose about them: that on the second, which it takes, and
        those of the foes who attack. `list_acts` has weighed plain ones, with all as they were at
        first."""
        who, foe = people
        by = threat.by or (foe,)
        with self._log.set_aside():
            before = self._count_best_of(draft, who, by)
            after = Draft(draft.encounter, of_file=draft.cache.values_of_file)
            try:
                self._ruleset.resolve(
                    after, with_force(act.way.intent), RandomDice(0)
                )
                saved = before - self._count_best_of(after, who, by)
            except Refusal:
                return act
            finally:
                after.rollback()
            if ATTACK in act.way.spent:
                usual = self._worth.usual_attack(draft, who, foe)
                act = act.with_lost_attack(
                    self._find_best_gain(draft, usual, threat, past=past)
                )
        return act._replace(saves=saved / len(by))

    def _count_best_of(
        self, fight: Draft, who: str, foes: Collection[str]
    ) -> float:
        """Return what the best attacks of several foes on a combatant are worth together."""
        return sum(self._options.worth_now(fight, foe, who) for foe in foes)

    def _find_best_gain(
        self, draft: Draft, usual: Attack | None, threat: Threat, *, past: bool
    ) -> float:
        """Return what an attack is worth to somebody under a threat, with what both sides choose
        about it; at least 0, and 0 for none. `past`: the cover of its target is none."""
        if usual is None:
            return 0.0
        if past:
            usual = self._worth.leave_cover_out(usual)

        def threat_to(one: str) -> Threat:
            is_own = one == usual.attacker
            return threat if is_own else single_foe_threat(one)

        return max(0.0, self._options.gain_of_best(draft, usual, threat_to))

    def list_acts(
        self, draft: Draft, who: str, foe: str, threat: Threat, *, past: bool
    ) -> Sequence[ActionOption]:
        """Return every action of a combatant that may be worth it, with what it changes. `past`:
        the foe's cover is none for the combatant."""
        stance = self._states.decisive_state(draft, who, STANCE)
        states = {who: stance + self._states.decisive_state(draft, who, MEANS)}
        by = threat.by or (foe,)
        states = self._states.with_places(draft, states, who, (foe, *by))
        key = ("other_actions", *states.items(), foe, by, past)
        if key not in self._known:
            self._known[key] = self.weigh_acts(states, who, foe, by, past=past)
        acts: Sequence[ActionOption] = self._known[key]
        return acts

    def weigh_acts(
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
                price = times * self._options.price(way, own_before)
                if best is None or brings - price > best.brings - best.price:
                    lost = times * way.spent.get(ATTACK, 0) * own_before
                    best = ActionOption(way, brings, saves, price, lost)
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
        fight = self._states.fight_with(states)
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
            fight = self._states.fight_with(states)
            self._known[key] = [*self._weighing.other_actions(fight, who, foe)]
        ways: Sequence[Way] = self._known[key]
        return ways
