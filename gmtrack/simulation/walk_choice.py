"""Choose whether to walk round a foe's cover, and which."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Intent
from gmtrack.rulesets.port import Way
from gmtrack.simulation.action_choice import ActionChooser
from gmtrack.simulation.acts import FOES, ROUNDS, Threat, ThreatTo
from gmtrack.simulation.aims import AimChooser
from gmtrack.simulation.options import OptionChooser
from gmtrack.simulation.states import STANCE, as_it_leaves
from gmtrack.simulation.walks import Walk, Walks
from gmtrack.simulation.weighed import ACTION, JUST_ATTACK, WeighingLog
from gmtrack.simulation.worth import LEAST, AttackWorth

HARDLY = 0.2
"""The share of an attack past a foe's cover up to which hardly anything gets through."""
OWN_COVER = "cover"
"""The field of a live state for what somebody is behind."""
ATTACKS_OF_PLAIN = 4
"""The attacks in a turn of several that cover holds off, of a foe who never walks round it."""


class PayingWalk(NamedTuple):
    """A walk round a cover that pays: how to make it, and the boxes that it gains."""

    walk: Walk
    intent: Intent
    gain: float
    foe: str


class Stay(NamedTuple):
    """What the best attack of somebody who does not walk is worth, in boxes."""

    now: float
    """From where they are; 0 if they cannot attack from there."""
    in_the_open: float
    """Once they have left their own cover."""

    def best(self, exposed: float) -> float:
        """Return the boxes of a round: from behind the own cover, or in the open, where foes do so
        many more. Whoever cannot attack from behind it comes out in any case."""
        if not self.now:
            return self.in_the_open - exposed
        return max(self.now, self.in_the_open - exposed)


class WalkChooser:
    """Chooses walks, with a cache. `sensible` are the combatants who walk round a cover, too.
    `log` gets what was weighed."""

    def __init__(
        self,
        worth: AttackWorth,
        options: OptionChooser,
        actions: ActionChooser,
        aims: AimChooser,
        sensible: Collection[str],
        log: WeighingLog,
    ) -> None:
        self._worth, self._weighing = worth, worth.weighing
        self._states = worth.states
        self._options, self._actions = options, actions
        self._aim_chooser, self._sensible = aims, sensible
        self._log = log
        self._known: dict[Hashable, float] = {}
        """The exposure by a walk, by the states that decide it."""

    def find_walk(
        self,
        draft: Draft,
        who: str,
        foes: Sequence[str],
        threat_to: ThreatTo,
        walks: Walks,
    ) -> PayingWalk | None:
        """Return the walk round the cover of the foe against whom attacks pay most then; None if
        no walk pays, or if the combatant has walked round a foe's cover already."""
        if walks.list_passed(draft, who, foes):
            return None
        hidden = [foe for foe in foes if walks.cover_of(draft, foe)]
        if not hidden:
            return None
        threat = threat_to(who)
        attackers = tuple(dict.fromkeys((*threat.by, *foes)))[:FOES]
        with self._log.set_aside():
            asked = {
                foe: self._weighing.way_round(draft, who, foe) for foe in hidden
            }
            ways = {foe: way for foe, way in asked.items() if way is not None}
            stay = self._find_stay(draft, who, foes, ways)
            worths = self._worths_past_cover(draft, who, ways)
            found = [
                PayingWalk(
                    Walk(who, walks.cover_of(draft, foe)),
                    way.intent,
                    self._gain_of_walk(
                        draft,
                        (who, foe),
                        way,
                        stay,
                        worths[foe],
                        threat,
                        attackers,
                    ),
                    foe,
                )
                for foe, way in ways.items()
            ]
        in_order = sorted(found, key=lambda one: one.gain)
        # The same step may lead past several pieces: the best of them is told.
        weighed = {repr(one.intent): (one.intent, one.gain) for one in in_order}
        self._log.note(who, ACTION, [(JUST_ATTACK, 0.0), *weighed.values()])
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

    def _find_stay(
        self,
        draft: Draft,
        who: str,
        foes: Sequence[str],
        ways: Mapping[str, Way],
    ) -> Stay:
        """Return what the best attack of a combatant who does not walk is worth: from where it is,
        and once it has left its cover as it would by one of these `ways`."""

        def find_best(fight: Draft) -> float:
            return max(self._options.worth_now(fight, who, foe) for foe in foes)

        now = find_best(draft)
        leaves = next(
            (way for way in ways.values() if OWN_COVER in way.leaves), None
        )
        if leaves is None or not self._weighs_own_cover(draft, who):
            return Stay(now, now)
        alone = leaves._replace(leaves={OWN_COVER: leaves.leaves[OWN_COVER]})
        with as_it_leaves(draft, who, alone) as after:
            return Stay(now, find_best(after))

    def _weighs_own_cover(self, draft: Draft, who: str) -> bool:
        """Whether a combatant is in a cover which it could leave without a walk as well. Where a
        turn has several attacks, it takes cover again with the last of them."""
        if self._weighing.says("attacks_left"):
            return False
        behind: Any = self._weighing
        return bool(behind.cover_of(draft, who))

    def _worths_past_cover(
        self, draft: Draft, who: str, ways: Mapping[str, Way]
    ) -> Mapping[str, float]:
        """Return the boxes that a combatant's best attack on each foe is worth after a walk round
        its cover, by what the walk leaves: without the own cover, too, where that could be left
        without a walk (`_weighs_own_cover`)."""
        kept = () if self._weighs_own_cover(draft, who) else (OWN_COVER,)
        walked = {
            foe: way._replace(
                leaves={
                    name: value
                    for name, value in way.leaves.items()
                    if name not in kept
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
                    worths[foe] = self._options.worth_now(
                        after, who, foe, past=True
                    )
        return worths

    def _gain_of_walk(
        self,
        draft: Draft,
        people: tuple[str, str],
        way: Way,
        stay: Stay,
        past: float,
        threat: Threat,
        attackers: Sequence[str],
    ) -> float:
        """Return the boxes that a walk of the first of `people` round the second one's cover gains,
        against attacks without a walk. `past` is the worth of the best attack after the walk. The
        walk leaves the own cover, on average of the `attackers`, who may attack then. It does not
        count where nobody has been harmed for long, as hardly anything gets through.

        Where a turn has one attack, the walk has to pay within `ROUNDS`, in which others may attack
        than now, and more than leaving the own cover alone. Where it has several, the attacks of
        this turn count, the last of which may be spent to hide, and that the next turn need not
        begin with the walk."""
        who, foe = people
        now = stay.now
        has_several = self._weighing.says("attacks_left")
        if not has_several:
            threat = threat._replace(foes=max(threat.foes, threat.later))
        if past <= max(now, stay.in_the_open):
            return 0.0
        exposed = 0.0
        if threat.quiet and now <= HARDLY * past:
            threat = threat._replace(foes=0.0)
        if way.leaves and threat.foes:
            each = [
                self._exposure_of_stance(draft, way, (who, one))
                for one in attackers
            ]
            exposed = threat.foes * sum(each) / len(each)
        if not has_several:
            best = stay.best(exposed)
            lost = best + exposed if best > now else now
            price = self._options.price(way, lost)
            return ROUNDS * (past - exposed - best) - price
        left = self.attacks_left(draft, who)
        shelter = self._shelter(draft, who, foe, threat)
        # A foe with sense walks round a cover, too, and so loses few attacks by it.
        attacks = ROUNDS if foe in self._sensible else ATTACKS_OF_PLAIN
        if shelter is None:
            return left * past - attacks * exposed - left * now
        stays = max(left * now - attacks * shelter, (left - 1) * now)
        walks = left * past - attacks * (exposed + shelter)
        return max(walks, (left - 2) * past) - stays

    def attacks_left(self, draft: Draft, who: str) -> int:
        """Return the attacks that a combatant can still make in this turn."""
        return self._weighing.attacks_left(draft, who)

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
            for act in self._actions.list_acts(
                draft, who, foe, threat, past=False
            )
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
        stances = {
            one: self._states.decisive_state(draft, one, STANCE)
            for one in people
        }
        states = self._states.with_places(draft, stances, people[0], people[1:])
        left = sorted((name, repr(way.leaves[name])) for name in way.leaves)
        key = ("exposure", *states.items(), *left)
        if key not in self._known:
            fight = self._states.fight_with(states)
            self._known[key] = self._options.exposure(fight, way, people)
        return float(self._known[key])
