"""Choose whom a sensible combatant attacks: the foe against whom an attack pays most.

An attack on a foe pays by the danger that it takes from the fight: the harm that the foe does in a
round, times the share of the way to putting the foe out that one attack goes. So of equal foes the
one who falls first is attacked, a whole side gathers its attacks on the same foe without an
agreement, and a foe who can do little is left for later. A foe who has to be reached first counts
for the share of the turns that is left for attacks, and one who would hurt the attacker more comes
last.

Where a round is declared first, an attack on somebody counts for less on whom friends have declared
theirs: they may be out before it comes, or evade all of them at once.

A foe who brings friends back into the fight is as dangerous as they are as well: whoever is put out
before that foe does not stay out."""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import NamedTuple

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Attack, Intent
from gmtrack.rulesets.port import WantedAttack
from gmtrack.simulation.harm.cache import ExpectedHarm
from gmtrack.simulation.reach import Reach, share_after
from gmtrack.simulation.states import RESERVE, STANCE, STRIKING, State
from gmtrack.simulation.weighed import AIM, WeighingLog
from gmtrack.simulation.worth import LEAST, AttackWorth

MOST_FOES = 8
"""The foes that are weighed: half of them the first aims, the others those with the fewest boxes
left. More foes follow in the order in which they come."""
MOST_VICTIMS = 2
"""The friends among whom a foe finds the one to whom it is most dangerous."""
LEAST_DANGER = 0.05
"""Boxes in a round: the least danger that a foe counts for. It has to be put out in the end even if
it can do nothing now."""
LITTLE_HARM = 0.01
"""Boxes: the harm of an attack that is not worth making."""
LASTING = 3
"""The rounds of danger that putting a foe out ends: an attack that takes rounds from a foe without
harming it, such as a spell of sleep, pays by its share of these."""


class Progress(NamedTuple):
    """The progress of one attack towards putting a foe out."""

    boxes: float
    """The boxes that the attack is expected to take."""
    down: float
    """The chance that it puts an unhurt foe out at once."""
    net: float = 0.0
    """The boxes that the attack is worth: less than nothing if it costs the attacker more."""
    attack: Attack | None = None
    """The attack; None if there is none that does harm or binds."""
    binds: bool = False
    """Whether the attack takes turns from the foe in place of boxes."""

    def share_of(self, boxes_to_fall: float) -> float:
        """Return the share of the way to putting a foe out, who has so many boxes to fall, from 0
        to 1."""
        return min(1.0, max(self.down, self.boxes / max(1.0, boxes_to_fall)))


NONE = Progress(0.0, 0.0)


class AimChooser:
    """Orders the aims of the combatants in `friends`, which maps each to its side, itself
    included. Others keep their aims. All fights of a setup share its caches.

    `best_of` is a callback that returns an attack with what both sides choose about it,
    `strike_without_points` one that returns it with what its attacker chooses if no points that
    come back by themselves are left. `log` gets what was weighed."""

    def __init__(
        self,
        worth: AttackWorth,
        friends: Mapping[str, Sequence[str]],
        best_of: Callable[[Draft, Intent], Intent],
        strike_without_points: Callable[[Draft, Attack], Intent],
        log: WeighingLog,
    ) -> None:
        self._worth = worth
        self._states = worth.states
        self._reach = Reach(worth)
        self._friends, self._best_of, self._log = friends, best_of, log
        self._strike_without_points = strike_without_points
        self._progress: dict[Hashable, Progress] = {}
        self._dangers: dict[Hashable, float] = {}

    def chooses_for(self, who: str) -> bool:
        """Whether a combatant attacks whom it pays most, since nobody told it whom to attack."""
        return who in self._friends

    def order_aims(
        self,
        draft: Draft,
        who: str,
        aims: Sequence[WantedAttack],
        passed: Collection[str] = (),
    ) -> Sequence[WantedAttack]:
        """Return the aims of a combatant, those first against whom an attack pays most. Equal ones
        keep their order. The cover of the foes in `passed` is none for the combatant."""
        if len(aims) < 2:
            return aims
        weighed, others = self._split_aims(draft, aims)
        with self._log.set_aside():
            gains = [
                self.pay_of_attack(
                    draft, who, aim.target, past=aim.target in passed
                )
                for aim in weighed
            ]
        targets = [aim.target for aim in weighed]
        self._log.note(who, AIM, zip(targets, gains, strict=True))
        in_order = sorted(range(len(weighed)), key=lambda place: -gains[place])
        return [*(weighed[place] for place in in_order), *others]

    def weigh_at_first(self, who: str, foe: str) -> None:
        """Work out what an attack of a combatant on a foe pays as the fight stood at first, so that
        it is cached."""
        self.pay_of_attack(self._states.fight_with({}), who, foe)

    def pay_of_attack(
        self, draft: Draft, who: str, foe: str, *, past: bool = False
    ) -> float:
        """Return the danger in boxes a round, at least `LEAST_DANGER`, that an attack on a foe is
        expected to end, or to bind for a while. 0 if the attack can do neither; below 0, and what
        the attack is worth, if it costs the attacker more. `past`: the foe's cover does not
        count."""
        danger = self._danger_of(draft, foe, who)
        danger *= share_after(self._worth.weighing.turns_missed(draft, foe))
        declared = self._worth.weighing.declared_attackers(draft, foe)
        progress = self._progress_against(draft, who, foe, past=past)
        turns = 0
        if progress.attack is not None:
            turns = self._reach.turns_before(draft, progress.attack)
        if turns:
            progress = self._progress_against(
                draft, who, foe, past=past, later=True
            )
        if declared:
            progress = self._progress_beside(
                draft, who, foe, progress, declared, danger
            )
        if progress.net < 0:
            return progress.net
        if progress.attack is None:
            return 0.0
        if progress.binds:
            return progress.net / LASTING * share_after(turns)
        share = progress.share_of(
            self._count_boxes_to_fall_by(draft, progress.attack)
        )
        share *= share_after(turns)
        for friend in declared:
            # Until somebody has got there, a friend attacks in each turn.
            share *= 1 - self._chance_to_fall(draft, friend, foe, 1 + turns)
        weighing = self._worth.weighing
        for friend in weighing.revivable_friends(draft, foe, who):
            danger += self._danger_of(draft, friend, who)
        return share * max(LEAST_DANGER, danger)

    def _split_aims(
        self, draft: Draft, aims: Sequence[WantedAttack]
    ) -> tuple[Sequence[WantedAttack], Sequence[WantedAttack]]:
        """Return the aims that are weighed, and the others, both in their order."""
        if len(aims) <= MOST_FOES:
            return aims, ()
        half = MOST_FOES // 2
        later = range(half, len(aims))
        weakest = sorted(
            later,
            key=lambda place: self._count_boxes_to_fall(
                draft, aims[place].target
            ),
        )
        chosen = {*range(half), *weakest[: MOST_FOES - half]}
        weighed = [aims[place] for place in sorted(chosen)]
        others = [aim for place, aim in enumerate(aims) if place not in chosen]
        return weighed, others

    def _progress_beside(
        self,
        draft: Draft,
        who: str,
        foe: str,
        progress: Progress,
        declared: Sequence[str],
        danger: float,
    ) -> Progress:
        """Return the progress of an attack beside those that the `declared` ones make on the same
        foe. It is that of the attack alone, `progress`, unless the foe would evade all of them:
        since that saves more than the foe's own attack is worth, its `danger`. Then what the others
        lose by it counts against the attack."""
        evasion = self._worth.weighing.evasion_of(draft, who, foe)
        if not evasion:
            return progress
        state = self._states.state_of(evasion)
        own = self._progress_against(
            draft, who, foe, past=False, expected=state
        )
        saved, lost = progress.net - own.net, 0.0
        for other in declared:
            usual = self._progress_against(draft, other, foe, past=False)
            evaded = self._progress_against(
                draft, other, foe, past=False, expected=state
            )
            saved += max(0.0, usual.net - evaded.net)
            lost += max(0.0, usual.boxes - evaded.boxes)
        if saved <= danger:
            return progress
        return own._replace(boxes=max(0.0, own.boxes - lost), down=0.0)

    def _chance_to_fall(
        self, draft: Draft, who: str, foe: str, attacks: int
    ) -> float:
        """Estimate the chance that so many attacks put a foe out who is hurt as now: the square of
        their share of the way, since attacks that go half of it seldom go all of it."""
        progress = self._progress_against(draft, who, foe, past=False)
        if progress.attack is None:
            return 0.0
        share = progress.share_of(
            self._count_boxes_to_fall_by(draft, progress.attack)
        )
        return min(1.0, share * attacks) ** 2

    def _count_boxes_to_fall(self, draft: Draft, who: str) -> float:
        """Return the boxes that a combatant still loses before it is out, from the draft's cache
        until something about it changes."""
        return draft.cache.of_fight(
            ("boxes to fall", who),
            lambda: self._worth.weighing.boxes_to_fall(draft, who),
            owners=(who,),
        )

    def _count_boxes_to_fall_by(self, draft: Draft, attack: Attack) -> float:
        """Return the boxes that the target of an attack still loses before such attacks put it out,
        from the draft's cache until something about the two changes."""
        attacker, target = attack.attacker, attack.targets[0]
        return draft.cache.of_fight(
            ("boxes to fall by", attacker, attack.options.weapon, target),
            lambda: self._worth.weighing.boxes_to_fall_by(
                draft, target, attack
            ),
            owners=(attacker, target),
        )

    def _progress_against(
        self,
        draft: Draft,
        who: str,
        foe: str,
        *,
        past: bool,
        later: bool = False,
        expected: State = (),
    ) -> Progress:
        """Return how far an attack goes: with the weapon at hand, or with the first one that does
        harm if that does none. Wounds of both and points of the attacker are left out; what the foe
        has spent of points that protect it counts, unless the attack comes `later`, when the foe
        may have them back. So does what the attacker has done in this turn, and who is around;
        the attack is then made as it would have been without that. `expected` is what the foe is
        expected to declare."""
        states = {
            one: self._states.decisive_state(draft, one, STANCE)
            for one in (who, foe)
        }
        if not later:
            states[foe] += self._states.decisive_state(draft, foe, RESERVE)
        states[foe] += expected
        states = self._states.with_places(draft, states, who, (foe,))
        key = (who, foe, past, *states.values())
        if key not in self._progress:
            self._progress[key] = self._find_progress(
                states, who, foe, past=past
            )
        progress = self._progress[key]
        if later or progress.attack is None:
            return progress
        circumstances = self._states.circumstances_of(draft, progress.attack)
        if not circumstances:
            return progress
        states[who] += circumstances
        key = (*key, circumstances)
        if key not in self._progress:
            fight = self._states.fight_with(states)
            self._progress[key] = self._progress_by(fight, progress.attack)
        return self._progress[key]

    def _progress_by(self, fight: Draft, attack: Attack) -> Progress:
        """Return the progress of exactly this attack."""
        harm = self._worth.harm_of(fight, attack)
        found = NONE if harm is None else self._progress_of(harm)
        net = self._worth.of_known_attack(fight, attack) or 0.0
        return found._replace(net=net, attack=attack)

    def _find_progress(
        self, states: Mapping[str, State], who: str, foe: str, *, past: bool
    ) -> Progress:
        """Work out the progress of an attack from where the attacker stands, or else once they have
        got to the foe."""
        found = self._find_first_progress(states, who, foe, past=past)
        if found.attack is None:
            there = self._reach.find_way(states, who, foe)
            if there is not None:
                return self._find_first_progress(
                    there.states, who, foe, past=past
                )
        return found

    def _find_first_progress(
        self, states: Mapping[str, State], who: str, foe: str, *, past: bool
    ) -> Progress:
        """Work out the progress of the first attack at hand that does harm. Without one it is none,
        with the last attack that takes something else from the foe, or else with the worth of the
        attack that costs the attacker least."""
        fight = self._states.fight_with(states)
        nets: list[float] = []
        binding: Progress | None = None
        weighing = self._worth.weighing
        for at_hand in weighing.attacks_at_hand(fight, who, foe):
            usual = self._worth.leave_cover_out(at_hand) if past else at_hand
            attack = weighing.attack_of(fight, self._best_of(fight, usual))
            if attack is None:
                continue
            if weighing.FALLS_BY_PLACE:
                attacks = self._worth.attacks_to_fall(states, attack)
                begun = self._count_boxes_to_fall(fight, foe)
                found = Progress(begun / attacks, 0.0)
            else:
                harm = self._worth.harm_of(fight, attack)
                found = NONE if harm is None else self._progress_of(harm)
            net = self._worth.of_known_attack(fight, attack) or 0.0
            if max(found.boxes, found.down) > LITTLE_HARM:
                return found._replace(net=net, attack=attack)
            if net > LEAST:
                binding = NONE._replace(net=net, attack=attack, binds=True)
            nets.append(net)
        if binding is not None:
            return binding
        return NONE._replace(net=min(0.0, max(nets, default=0.0)))

    def _progress_of(self, harm: ExpectedHarm) -> Progress:
        """Return how far an attack with this harm goes. What the foe takes instead of damage counts
        as well if the ruleset says how much that is, since they cannot take it twice."""
        instead = self._worth.weighing.damage_absorbed(harm.theirs)
        return Progress(harm.damage + instead, harm.down)

    def _danger_of(self, draft: Draft, foe: str, who: str) -> float:
        """Return the boxes that a foe's attacks in a round are worth against the one to whom they
        do most, of the first `MOST_VICTIMS` of a combatant's side: that one would be attacked. All
        of them are as they stood at first, but for their places and for what has changed for the
        rest of the fight. Those to whom the foe has to get first count for the share of the rounds
        after that."""
        friends = self._friends[who][:MOST_VICTIMS]
        lasting = {foe: self._lasting_state(draft, foe)}
        states = self._states.with_places(draft, lasting, foe, friends)
        key = (foe, *states.items(), *friends)
        if key not in self._dangers:
            self._dangers[key] = max(
                self._find_danger_to(states, foe, one) or 0.0 for one in friends
            )
        return self._dangers[key]

    def _find_danger_to(
        self, states: Mapping[str, State], foe: str, victim: str
    ) -> float | None:
        """Return the boxes that a foe's attacks in a round on a victim are worth, on average of the
        rounds in which it gets there and those after; None if they are refused."""
        fight = self._states.fight_with(states)
        worth = self._find_worth_of_attack(fight, foe, victim)
        if worth is not None:
            return worth
        there = self._reach.find_way(states, foe, victim)
        if there is None:
            return None
        fight = self._states.fight_with(there.states)
        worth = self._find_worth_of_attack(fight, foe, victim) or 0.0
        return worth * share_after(there.turns)

    def _lasting_state(self, draft: Draft, who: str) -> State:
        """Return the decisive fields of an attacker that stay as they are for the rest of the
        fight."""
        is_lasting = self._worth.weighing.is_lasting
        return tuple(
            (field, value)
            for field, value in self._states.decisive_state(
                draft, who, STRIKING
            )
            if is_lasting(draft, who, field.name, value)
        )

    def _find_worth_of_attack(
        self, fight: Draft, who: str, target: str
    ) -> float | None:
        """Return the boxes that the attacks of a round with the weapon at hand are worth, at least
        0, with what both sides choose about them; None if they are refused. Points that come back
        by themselves are spent on the first attack alone. Cover that can be walked round does not
        count."""
        usual = self._worth.usual_attack(fight, who, target)
        if usual is None:
            return None
        weighing = self._worth.weighing
        if weighing.says("way_round") and weighing.cover_of(fight, target):
            usual = self._worth.leave_cover_out(usual)
        best = self._best_of(fight, usual)
        worth = self._worth.of_attack(fight, best)
        if worth is None:
            return None
        count = self._count_in_round(fight, best)
        first = later = max(0.0, worth)
        if count > 1 and weighing.RENEWED:
            plain = self._strike_without_points(fight, usual)
            later = max(0.0, self._worth.of_attack(fight, plain) or 0.0)
        return first * min(1.0, count) + later * max(0.0, count - 1)

    def _count_in_round(self, fight: Draft, intent: Intent) -> float:
        """Return how many such attacks their attacker makes in a round."""
        weighing = self._worth.weighing
        attack = weighing.attack_of(fight, intent)
        return (
            1.0 if attack is None else weighing.attacks_in_round(fight, attack)
        )
