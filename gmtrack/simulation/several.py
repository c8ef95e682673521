"""Choose the attacks on several at once that a sensible combatant makes: at an area, or on each of
those whom it names."""

from collections.abc import (
    Callable,
    Collection,
    Iterator,
    Mapping,
    Sequence,
)
from typing import NamedTuple

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Attack, Intent
from gmtrack.core.values import replace as changed
from gmtrack.rulesets.port import Area, Way
from gmtrack.simulation import habits as kinds
from gmtrack.simulation.acts import ThreatTo
from gmtrack.simulation.habits import Habits
from gmtrack.simulation.walks import Walks
from gmtrack.simulation.weighed import AREA, JUST_ATTACK, WeighingLog
from gmtrack.simulation.worth import FRIEND, LEAST, AttackWorth

MOST_FOES = 8
"""The most foes among whom the targets of an attack on several are chosen."""
Answers = dict[str, Intent]
"""What each target does about an attack on several, as the attack on that target alone with the
target's answer."""
GainOfBest = Callable[[Draft, Attack, ThreatTo], float]
AnswerTo = Callable[[Draft, Attack, ThreatTo], Intent | None]


class Volley(NamedTuple):
    """An attack on several foes, and what those do about it."""

    way: Way
    attack: Attack
    """The attack, as odds are asked for it."""
    answers: Answers


class SeveralChooser:
    """Chooses attacks on several for the combatants in `sensible`.

    Callbacks: `price_of` returns the boxes that all that a way spends is worth, given the worth of
    an attack that cannot be made; `gain_of_best` returns the boxes that the best attack on one foe
    brings, less its price, given the usual one; `answer_to` returns an attack on one target with
    what the target does about it, or None if that is nothing. `log` gets what was weighed."""

    def __init__(
        self,
        worth: AttackWorth,
        sensible: Collection[str],
        price_of: Callable[[Way, float], float],
        gain_of_best: GainOfBest,
        answer_to: AnswerTo,
        log: WeighingLog,
    ) -> None:
        self._worth, self._weighing = worth, worth.weighing
        self._sensible = sensible
        self._price_of, self._gain_of_best = price_of, gain_of_best
        self._answer_to, self._log = answer_to, log

    def choose(
        self,
        draft: Draft,
        who: str,
        foes: Sequence[str],
        threat_to: ThreatTo,
        habits: Habits,
        walks: Walks,
    ) -> Iterator[Intent]:
        """Yield the attacks on several that are worth more than the combatant's best attack on the
        first foe, the best first. The foe whose cover it has walked round comes before the first
        one. Yields nothing if its side makes none."""
        worthwhile = self._find_worthwhile(
            draft, who, foes, threat_to, habits, walks
        )
        if worthwhile:
            habits.note(who, kinds.AREA)
        for _, way in worthwhile:
            yield from self.carry_out(draft, way.intent, threat_to, habits)

    def most_gained(
        self,
        draft: Draft,
        who: str,
        foes: Sequence[str],
        threat_to: ThreatTo,
        habits: Habits,
        walks: Walks,
    ) -> float:
        """Return the boxes that the best attack on several is worth, less its price; 0 if the best
        attack on the first foe is worth more, or there is none."""
        with self._log.set_aside():
            worthwhile = self._find_worthwhile(
                draft, who, foes, threat_to, habits, walks
            )
        return worthwhile[0][0] if worthwhile else 0.0

    def _find_worthwhile(
        self,
        draft: Draft,
        who: str,
        foes: Sequence[str],
        threat_to: ThreatTo,
        habits: Habits,
        walks: Walks,
    ) -> Sequence[tuple[float, Way]]:
        """Return the attacks on several that are worth more than the best attack on the first foe,
        each behind what it gains, the best first."""
        if is_never(habits, who, kinds.AREA):
            return ()
        areas = self._find_areas(draft, who)
        volleys = self._find_volleys(draft, who, foes, threat_to, habits)
        if not areas and not volleys:
            return ()
        passed = (foe for foe in foes if walks.is_past(draft, who, foe))
        foe = next(passed, foes[0])
        usual = self._worth.usual_attack(draft, who, foe)
        bar, lost_attack = LEAST, 0.0
        if usual is not None:
            if walks.is_past(draft, who, foe):
                usual = self._worth.leave_cover_out(usual)
            worth = self._worth.of_attack(draft, usual)
            lost_attack = max(0.0, worth or 0.0)
            bar = max(LEAST, self._gain_of_best(draft, usual, threat_to))
        for volley in volleys:
            least = bar + self._price_of(volley.way, lost_attack)
            worth = self._find_worth(draft, volley, least)
            if worth is not None:
                areas.append(Area(volley.way, worth))
        gains = [
            (area.worth - self._price_of(area.way, lost_attack), area.way)
            for area in areas
        ]
        weighed = ((way.intent, gain) for gain, way in gains)
        self._log.note(who, AREA, [(JUST_ATTACK, bar), *weighed])
        worthwhile = [gain for gain in gains if gain[0] > bar]
        return sorted(worthwhile, key=lambda gain: -gain[0])

    def carry_out(
        self, draft: Draft, intent: Intent, threat_to: ThreatTo, habits: Habits
    ) -> Iterator[Intent]:
        """Yield an intent that strikes several with what those do about it who are sensible, then
        without, in case they cannot. Any other intent is yielded as it is."""
        intent = self._weighing.refine(draft, intent, self._sensible)
        if isinstance(intent, Attack) and len(intent.targets) > 1:
            answers = self._find_answers(draft, intent, threat_to, habits)
            for target in answers:
                habits.note(target, kinds.DEFENSE)
            if answers:
                yield join_answers(intent, answers)
        yield intent

    def _find_areas(self, draft: Draft, who: str) -> list[Area]:
        """Return the attacks at an area that the ruleset estimates, with the attacks that they take
        from foes."""
        found: list[Area] = []
        for area in self._weighing.areas(draft, who):
            taken = sum(
                attacks * self._worth.of_usual_attack(draft, foe, who)
                for foe, attacks in area.takes.items()
            )
            found.append(area._replace(worth=area.worth + taken))
        return found

    def _find_volleys(
        self,
        draft: Draft,
        who: str,
        foes: Sequence[str],
        threat_to: ThreatTo,
        habits: Habits,
    ) -> list[Volley]:
        """Return the attacks on several foes that the ruleset proposes, with what those do about
        them who are sensible."""
        if len(foes) < 2:
            return []
        volleys: list[Volley] = []
        for proposed in self._weighing.attacks_on_several(draft, who, foes):
            named = self._name_best_targets(draft, proposed, foes)
            way = self._without_unharmed(draft, named)
            if way is None:
                continue
            attack = self._weighing.attack_of(draft, way.intent)
            if attack is None:
                continue
            with self._log.set_aside():
                answers = self._find_answers(draft, attack, threat_to, habits)
            volleys.append(Volley(way, attack, answers))
        return volleys

    def _name_best_targets(
        self, draft: Draft, way: Way, foes: Sequence[str]
    ) -> Way:
        """Return an attack on several with those among the first `MOST_FOES` of `foes` as targets
        to whom it does most, as many as before. Unchanged unless the ruleset says that attackers
        name whom they strike (`NAMES_EACH_TARGET`)."""
        attack, count = way.intent, min(len(foes), MOST_FOES)
        names_each = self._weighing.NAMES_EACH_TARGET
        if not names_each or not isinstance(attack, Attack):
            return way
        if count <= len(attack.targets):
            return way
        worths = {
            foe: self._worth.of_attack(draft, attack_alone(attack, foe))
            for foe in foes[:count]
        }
        possible = [foe for foe, worth in worths.items() if worth is not None]
        best = sorted(possible, key=lambda foe: -(worths[foe] or 0.0))
        targets = tuple(best[: len(attack.targets)])
        return way._replace(intent=changed(attack, targets=targets))

    def _without_unharmed(self, draft: Draft, way: Way) -> Way | None:
        """Return an attack on several without the foes to whom it can do nothing, such as those who
        are immune to it; None if fewer than two are left. Unchanged unless the ruleset says that
        attackers name whom they strike (`NAMES_EACH_TARGET`)."""
        attack = way.intent
        names_each = self._weighing.NAMES_EACH_TARGET
        if not names_each or not isinstance(attack, Attack):
            return way
        struck = tuple(
            target
            for target in attack.targets
            if not self._worth.does_nothing(draft, attack_alone(attack, target))
        )
        if len(struck) < 2:
            return None
        return way._replace(intent=changed(attack, targets=struck))

    def _find_worth(
        self, draft: Draft, volley: Volley, least: float
    ) -> float | None:
        """Return what an attack on several is worth; None if it is refused, or if the attacks on
        each one alone say that it is not worth more than `least`.

        An attack on several does no more to each foe than the same attack on that foe alone. These
        take a fraction of the time to work out, and there are far fewer of them. Where the ruleset
        says that it does as much (`strikes_each_alone`), or which attacks on one do
        (`part_of_several`), they are all that it takes."""
        parts = self._parts_of(draft, volley)
        if parts is not None:
            worths = self._worths_of_parts(draft, parts)
            return None if worths is None else sum(worths)
        alone = self._worths_alone(draft, volley)
        if alone is not None:
            if sum(max(0.0, worth) for worth in alone) + LEAST < least:
                return None
            if self._weighing.strikes_each_alone(draft, volley.attack):
                return sum(alone)
        struck = join_answers(volley.attack, volley.answers)
        return self._worth.of_several(draft, struck)

    def _worths_alone(self, draft: Draft, volley: Volley) -> list[float] | None:
        """Return what an attack on several is worth against each of them alone; that on a friend
        counts against it. None if one of these is refused."""
        return self._worths_of_parts(draft, strikes_alone(volley))

    def _worths_of_parts(
        self, draft: Draft, parts: Mapping[str, Intent]
    ) -> list[float] | None:
        """Return what attacks on one are worth, by target; that on a friend counts against it. None
        if one of them is refused."""
        found: list[float] = []
        for target, alone in parts.items():
            worth = self._worth.of_attack(draft, alone)
            if worth is None:
                return None
            attack = self._weighing.attack_of(draft, alone)
            is_friend = attack is not None and draft.encounter.are_friends(
                attack.attacker, target
            )
            found.append(-FRIEND * worth if is_friend else worth)
        return found

    def _parts_of(
        self, draft: Draft, volley: Volley
    ) -> Mapping[str, Intent] | None:
        """Return the attacks on one that do what an attack on several does, by target; None if the
        ruleset does not say."""
        parts: dict[str, Intent] = {}
        for target, alone in strikes_alone(volley).items():
            struck = self._weighing.attack_of(draft, alone)
            if struck is None:
                return None
            part = self._weighing.part_of_several(draft, volley.attack, struck)
            if part is None:
                return None
            parts[target] = part
        return parts

    def _find_answers(
        self, draft: Draft, attack: Attack, threat_to: ThreatTo, habits: Habits
    ) -> Answers:
        """Return what the sensible ones among the targets do about an attack on several. Each
        answers as if attacked alone; those who do nothing, or are out, are left out."""
        answers: Answers = {}
        if not self._weighing.ANSWERS:
            return answers
        for target in dict.fromkeys(attack.targets):
            if target not in self._sensible:
                continue
            if is_never(habits, target, kinds.DEFENSE):
                continue
            if self._worth.is_out(draft, target):
                continue
            alone = attack_alone(attack, target)
            answer = self._answer_to(draft, alone, threat_to)
            if answer is not None:
                answers[target] = answer
        return answers


def is_never(habits: Habits, who: str, choice: str) -> bool:
    """Whether it is a habit of a combatant's side that it never makes this choice."""
    habit = habits.varied_habit(who, choice)
    return habit is not None and habit.how == kinds.NEVER


def strikes_alone(volley: Volley) -> Mapping[str, Intent]:
    """Return the part of an attack on several that strikes each of them, by target, with what the
    target does about it."""
    return {
        target: volley.answers.get(target)
        or attack_alone(volley.attack, target)
        for target in dict.fromkeys(volley.attack.targets)
    }


def attack_alone(attack: Attack, target: str) -> Attack:
    """Return the part of an attack on several that strikes one target: the attack on that target
    alone, without the words that are tied to others."""
    others = {*attack.targets} - {target}
    words = tuple(
        word
        for word in attack.options.words
        if word.partition(":")[0] not in others
    )
    options = attack.options._replace(words=words)
    return Attack(attack.attacker, (target,), options=options)


def join_answers(attack: Attack, answers: Answers) -> Attack:
    """Return an attack on several with the answers of its targets: each word that an answer adds,
    and each defense, tied to the target."""
    if not answers:
        return attack
    options = attack.options
    words, defenses = [*options.words], [*options.defense]
    for target, answer in answers.items():
        before = attack_alone(attack, target).options
        added = answer.options.words[len(before.words) :]
        words += [f"{target}:{word}" for word in added]
        defenses += [f"{target}:{word}" for word in answer.options.defense]
    options = options._replace(words=tuple(words), defense=tuple(defenses))
    return changed(attack, options=options)
