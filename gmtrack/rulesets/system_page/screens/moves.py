"""Simulated combatants of a page: whose turn it is, what they try first, and the options worth
weighing."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property, partial, wraps
from inspect import isgeneratorfunction
from itertools import islice
from typing import Any, ParamSpec, Protocol, TypeVar, cast
from weakref import WeakKeyDictionary

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Options, Test
from gmtrack.core.screen import Track
from gmtrack.rulesets.kit.choices import attack_or_none, extend_intent
from gmtrack.rulesets.port import (
    Hold,
    Lost,
    Question,
    TurnState,
    WantedAttack,
    Way,
)
from gmtrack.rulesets.system_page.formula.errors import FormulaError
from gmtrack.rulesets.system_page.page.parts import DeedShape
from gmtrack.rulesets.system_page.page.rolls_and_deeds import (
    ABSORB,
    ATTACK,
    IF_NEEDED,
    NO_DEFENSE,
    PUSH,
    absorbing_steps,
    late_words,
)
from gmtrack.rulesets.system_page.page.shapes import (
    AttackShape,
    ModifierShape,
    StepShape,
    SystemPage,
)
from gmtrack.rulesets.system_page.screens.board import tracks_of
from gmtrack.rulesets.system_page.screens.what_counts import (
    are_alike_but_for_chance,
    harm_tracks,
    is_choice,
    is_place_worth_calling,
    known_number,
    last_tracks,
    losses_of,
    losses_of_late_words,
    losses_of_steps,
    may_harm_to_defend,
    points_of_deed,
    prices_of,
    sign_of,
    spent_by,
    striking_conditions,
    striking_fields,
    struck_conditions,
    struck_fields,
    tracks_of_ones,
    tracks_of_told_steps,
)
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.game import Scene
from gmtrack.rulesets.system_page.sheet.scopes import ROLLER, PersonScope
from gmtrack.rulesets.system_page.turn.order import actors
from gmtrack.rulesets.system_page.wounds.tracks import (
    lost_points,
    tracks_before,
)

P = ParamSpec("P")
T = TypeVar("T")
CAUGHT = 3
"""The foes that an attack on several is taken to reach at the most, since nothing says who stands
together."""
MOST_WEAPONS, MOST_PLACES, MOST_WORDS = 8, 8, 6
"""The weapons, the places and the modifiers that are weighed."""
BY_TARGET = "target"
"""The word for ways to attack in which the target rolls."""
EFFECTS_FIELD = "own_effects"
"""The field of the live state with the conditions."""
SPENT_FIELD = "spent"
"""The field of the live state with what is spent of the turn."""
ACT = "act"
"""The word of `stops` for actions."""
LOST_ATTACK = "attack"
"""The price that stands for the attack that cannot be made."""
MEANS_STEPS = (0, 1, 2, 3, 5)
"""The numbers to which points are rounded down that may be spent."""


class AloneScope(PersonScope):
    """One person, of whose foe nothing is known."""

    def has_condition(self, person: str, condition: str) -> bool:
        if person != ROLLER:
            raise FormulaError(f"'{person} is {condition}' cannot be known")
        return super().has_condition(person, condition)


class RulesOfPage(Protocol):
    """The ruleset of a page, as far as it is needed to play its combatants."""

    page: SystemPage

    @property
    def Scene(self) -> type[Scene]:  # noqa: N802
        """The class of a fight's views."""

    def prepare(self, encounter: Encounter) -> None:
        """Let an encounter know the conditions of the page."""

    def refuse_faults(self) -> AbstractContextManager[None]:
        """Turn a formula that cannot be worked out in the block into a Refusal."""


def refuses_faults(method: Callable[P, T]) -> Callable[P, T]:
    """Let a method of a PagePlayer raise Refusal (`system`) for a formula that cannot be worked
    out, such as a division by 0."""
    if isgeneratorfunction(method):

        @wraps(method)
        def generate(self: Any, *args: Any, **named: Any) -> Iterator[Any]:
            with self.ruleset.refuse_faults():
                yield from method(self, *args, **named)

        return cast("Callable[P, T]", generate)

    @wraps(method)
    def find(self: Any, *args: Any) -> Any:
        with self.ruleset.refuse_faults():
            return method(self, *args)  # type: ignore[call-arg]

    return cast("Callable[P, T]", find)


def field_of_conditions(words: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Return the field of the live state with these conditions; empty if there are none."""
    return {EFFECTS_FIELD: words} if words else {}


class Deeds:
    """What each combatant has done in the round of a fight that nothing in the live state tells:
    the tests of their own, and in a page without turns that they have attacked."""

    def __init__(self) -> None:
        self._round = -1
        self._done: set[tuple[str, str]] = set()

    def has_done(self, round_now: int, who: str, what: str) -> bool:
        """Whether WHO has done a thing in this round."""
        return self._round == round_now and (who, what) in self._done

    def note(self, round_now: int, who: str, what: str) -> None:
        """Note that WHO does a thing in this round."""
        if self._round != round_now:
            self._round, self._done = round_now, set()
        self._done.add((who, what))


class PagePlayer:
    """Plays the combatants of one page with attacks (`AutoPlayer`), and says what is worth
    weighing for them (`Weighing`).

    Every name of the port that a page decides is worked out once."""

    FALLS_BY_PLACE = False
    WEAPONS_AMONG_CHOICES = True
    NAMES_EACH_TARGET = True
    attack_of = staticmethod(attack_or_none)

    def __init__(self, ruleset: RulesOfPage) -> None:
        self.ruleset = ruleset
        self._page: SystemPage = ruleset.page
        self._deeds: WeakKeyDictionary[Draft, Deeds] = WeakKeyDictionary()
        """What was done in each fight that is played."""

    def _scene(self, draft: Draft) -> Scene:
        self.ruleset.prepare(draft.encounter)
        return self.ruleset.Scene(draft)

    def _deeds_in(self, draft: Draft) -> Deeds:
        return self._deeds.setdefault(draft, Deeds())

    # --- what everybody does ---

    @refuses_faults
    def turn_state(self, draft: Draft) -> TurnState:
        """Return the turn: the round, and who may act. Without turns everybody acts once in a
        round."""
        scene = self._scene(draft)
        round_now = scene.fight.round
        if not round_now:
            return TurnState(0, running=False)
        acting = tuple(who.id for who in actors(scene))
        if scene.rolls_initiative:
            return TurnState(round_now, bool(acting), acting)
        deeds = self._deeds_in(draft)
        waiting = tuple(
            who for who in acting if not deeds.has_done(round_now, who, ATTACK)
        )
        return TurnState(round_now, True, waiting)

    @refuses_faults
    def next_intents(
        self, draft: Draft, who: str, aims: Sequence[WantedAttack]
    ) -> Iterator[Intent]:
        """Yield what WHO might do now: the test or action that lets them attack again, then the
        attack with the first weapon that they can pay for in this turn. Who can neither attack nor
        act tries no attack."""
        scene = self._scene(draft)
        me = scene.fighter(who)
        yield from self._due_tests(me)
        if me.standing.out:
            return
        yield from self._recoveries(scene, me)
        if self._is_helpless(me):
            return
        if not scene.rolls_initiative:
            self._deeds_in(draft).note(scene.fight.round, who, ATTACK)
        payable = [
            weapon
            for weapon in self._weapons_of(me)
            if self._can_pay(scene, me, self._row_of(me, weapon).costs)
        ]
        for aim in aims:
            wanted = (aim.weapon,) if aim.weapon else payable[:1]
            for weapon in (one for one in wanted if one in payable):
                options = Options(
                    weapon=self._typed(me, weapon), words=aim.words
                )
                yield Attack(who, (aim.target,), options=options)

    def _due_tests(self, me: Fighter) -> Iterator[Intent]:
        """Yield the test that the status of somebody asks for in their turn, until it is made."""
        words = me.due_line.split()
        if len(words) == 3 and words[:2] == ["test", me.id]:
            yield Test(me.id, words[2])

    def _recoveries(self, scene: Scene, me: Fighter) -> Iterator[Intent]:
        """Yield the tests and actions with which somebody can end a condition that keeps them from
        attacking, each once in a round."""
        stopped = self._stops_of(me)
        if not stopped:
            return
        for word, ended in self._ends_by_tests.items():
            if not stopped.isdisjoint(ended):
                yield from self._once(scene, me, Test(me.id, word), word)
        for word, ended in self._ends_by_actions.items():
            if not stopped.isdisjoint(ended):
                yield from self._once(scene, me, Act(me.id, word), word)

    def _stops_of(self, me: Fighter) -> set[str]:
        """Return the conditions of somebody that keep them from attacking."""
        return {word for word in self._stopping if me.has_condition(word)}

    def _is_helpless(self, me: Fighter) -> bool:
        """Whether a condition of somebody stops attacks and actions alike. Who only cannot attack
        may still take an action in place of the attack."""
        stops = {
            one
            for word in self._stops_of(me)
            for one in self._page.conditions[word].stops
        }
        return {ATTACK, ACT} <= stops

    @cached_property
    def _stopping(self) -> tuple[str, ...]:
        """The conditions that keep whoever has them from attacking."""
        return tuple(
            word
            for word, row in self._page.conditions.items()
            if ATTACK in row.stops
        )

    @cached_property
    def _ends_by_tests(self) -> Mapping[str, frozenset[str]]:
        """The conditions that each test may end for whoever makes it."""
        return {
            word: frozenset(
                condition
                for band in test.bands.values()
                if band.self
                for condition in band.self.end
            )
            for word, test in self._page.tests.items()
        }

    @cached_property
    def _ends_by_actions(self) -> Mapping[str, frozenset[str]]:
        """The conditions that each action on nobody else ends for whoever takes it."""
        return {
            word: frozenset(action.self.end)
            for word, action in self._page.actions.items()
            if action.self and not action.target
        }

    @refuses_faults
    def misses_next_turn(self, draft: Draft, who: str) -> bool:
        """Whether a condition that WHO has no test or action against keeps them from attacking in
        their next turn."""
        return bool(self._lasting_stops_of(draft, who))

    def _lasting_stops_of(self, draft: Draft, who: str) -> set[str]:
        """Return the conditions that keep somebody from attacking and that they have no test or
        action against."""
        if not self._stopping:
            return set()
        return self._stops_of(self._scene(draft).fighter(who)) - self._curable

    @cached_property
    def _curable(self) -> frozenset[str]:
        """The conditions that whoever has them may end by a test or an action."""
        return frozenset().union(
            *self._ends_by_tests.values(), *self._ends_by_actions.values()
        )

    @refuses_faults
    def turns_missed(self, draft: Draft, who: str) -> float:
        """Return the rounds that conditions which keep WHO from attacking are likely to last."""
        return max(
            (
                self.EFFECTS[word].rounds
                for word in self._lasting_stops_of(draft, who)
                if word in self.EFFECTS
            ),
            default=0.0,
        )

    def _once(
        self, scene: Scene, me: Fighter, intent: Intent, what: str
    ) -> Iterator[Intent]:
        """Yield an intent unless it was yielded for the same combatant in this round."""
        deeds, round_now = self._deeds_in(scene.draft), scene.fight.round
        if not deeds.has_done(round_now, me.id, what):
            deeds.note(round_now, me.id, what)
            yield intent

    @refuses_faults
    def tracks(self, draft: Draft, who: str) -> tuple[Track, ...]:
        """Return the tracks of WHO that the board shows. Those that damage does not go to have no
        boxes: they are no health."""
        harm = set(self._harm_tracks)
        return tuple(
            track._replace(segments=(), counted=track.now)
            if harm.isdisjoint(track.fields)
            else track
            for track in tracks_of(self._scene(draft).fighter(who))
        )

    def distance_between(
        self, draft: Draft, who: str, other: str
    ) -> float | None:
        """Return None: a page keeps no distances."""
        del draft, who, other
        return None

    @refuses_faults
    def boxes_to_fall(self, draft: Draft, who: str) -> float:
        """Return the points that WHO still loses on the track that is empty first, with what the
        steps of the damage take that they have left (ABSORB)."""
        me = self._scene(draft).fighter(who)
        spare = sum(
            known_number(step.less) or 0
            for step in absorbing_steps(self._page).values()
            if self._can_take(me, step)
        )
        left = [
            sum(
                self._points_left(me, one)
                for one in (*tracks_before(self._page, track), track)
            )
            for track in self._last_tracks
        ]
        return float(min(left, default=1) + spare)

    def damage_absorbed(self, effects: Mapping[str, float]) -> float:
        """Return the damage that the steps which a target may take for it (ABSORB) have taken, by
        the chance of each."""
        return sum(
            (known_number(step.less) or 0) * effects.get(word, 0.0)
            for word, step in absorbing_steps(self._page).items()
        )

    def _points_left(self, me: Fighter, track: str) -> int:
        """Return the points that are left of a track, or the boxes that are empty."""
        now = int(getattr(me, track))
        if self._page.tracks[track].counts == "up":
            return max(0, me.most_of(track) - now)
        return now

    # --- what of the page counts ---

    @cached_property
    def _harm_tracks(self) -> tuple[str, ...]:
        return tuple(harm_tracks(self._page)) or tuple(self._page.tracks)

    @cached_property
    def _last_tracks(self) -> tuple[str, ...]:
        return tuple(last_tracks(self._page))

    @cached_property
    def _conditions(self) -> frozenset[str]:
        """The conditions that count for attacker or target."""
        page = self._page
        return frozenset((*striking_conditions(page), *struck_conditions(page)))

    @cached_property
    def PRICES(self) -> Mapping[str, float]:  # noqa: N802 - a name of the port
        """The price of a point of each track that may be spent."""
        return prices_of(self._page)

    @cached_property
    def STRIKING(self) -> Mapping[str, Sequence[Any]]:  # noqa: N802
        """The fields and conditions of an attacker that change what an attack comes to."""
        words = striking_conditions(self._page)
        return {**striking_fields(self._page), **field_of_conditions(words)}

    @cached_property
    def STRUCK(self) -> Mapping[str, Sequence[Any]]:  # noqa: N802
        """The fields and conditions of a target that change what an attack comes to."""
        words = struck_conditions(self._page)
        return {**struck_fields(self._page), **field_of_conditions(words)}

    @cached_property
    def _tracks_of_told_steps(self) -> frozenset[str]:
        return tracks_of_told_steps(self._page)

    @cached_property
    def _step_words(self) -> frozenset[str]:
        """The words of `--with` by which a told step of the damage may count."""
        steps = self._page.damage.steps if self._page.damage else {}
        return frozenset(
            (ABSORB, *(word for word, step in steps.items() if step.told))
        )

    def is_decisive(
        self, draft: Draft, attack: Attack, who: str, field: str, value: object
    ) -> bool:
        """Whether a field can change the odds of an attack. Tracks that only told steps of the
        damage read cannot, unless such a step was told."""
        del draft, who, value
        if field not in self._tracks_of_told_steps:
            return True
        words = (word.rpartition(":")[2] for word in attack.options.words)
        return not self._step_words.isdisjoint(words)

    @cached_property
    def MEANS(self) -> Mapping[str, Sequence[int]]:  # noqa: N802
        """The points that may be spent, and, where weapons take different things of a turn, what is
        spent of it."""
        costs = [self._costs(row.costs) for row in self._page.attacks.values()]
        differ = any(one != costs[0] for one in costs)
        points = {
            track: MEANS_STEPS
            for track in self.PRICES
            if track not in self.STRIKING
        }
        return {**points, SPENT_FIELD: ()} if differ else points

    @cached_property
    def PATIENT(self) -> Mapping[str, Sequence[int]]:  # noqa: N802
        """The tracks of a patient that damage goes to, with the steps that count."""
        return {
            track: steps
            for track, steps in struck_fields(self._page).items()
            if track in self._harm_tracks
        }

    @cached_property
    def EFFECTS(self) -> Mapping[str, Lost]:  # noqa: N802
        """The price of each condition that an attack may put on somebody, of each step of the
        damage that they may take, and of each modifier for which they may decide when the dice have
        fallen."""
        page = self._page
        return {
            **losses_of_late_words(page),
            **losses_of_steps(page),
            **losses_of(page),
        }

    @cached_property
    def CHOICES(self) -> Sequence[Question]:  # noqa: N802
        """The questions of an attacker. Each word is one of its own, since several may be chosen
        together."""
        words = islice(self._chosen_words, MOST_WORDS)
        return (
            self.other_weapons,
            self.called_attacks,
            *(partial(self.attacks_with_word, word=word) for word in words),
            self.pushed_attacks,
        )

    @cached_property
    def ANSWERS(self) -> Sequence[Question]:  # noqa: N802
        """The questions of a target."""
        words = islice(self._chosen_words, MOST_WORDS)
        return (
            self.defended_attacks,
            *(partial(self.attacks_with_answer, word=word) for word in words),
            self.attacks_with_steps,
        )

    @cached_property
    def _places(self) -> tuple[str, ...]:
        """The places that are worth calling."""
        found = [
            word
            for word, row in self._page.places.items()
            if is_place_worth_calling(self._page, word, row)
        ]
        return tuple(found[:MOST_PLACES])

    @cached_property
    def _chosen_words(self) -> Mapping[str, ModifierShape]:
        """The modifiers that are the choice of whoever rolls."""
        return {
            word: row
            for word, row in self._page.modifiers.items()
            if is_choice(row)
        }

    # --- weapons and turns ---

    def _weapons_of(self, me: Fighter) -> list[str]:
        """Return the ids of somebody's weapons, as many as are weighed."""
        return [*me.sheet.weapons][:MOST_WEAPONS]

    def _typed(self, me: Fighter, weapon: str) -> str | None:
        """Return the word of `--weapon` for a weapon: None for the first, which is the usual
        one."""
        first = next(iter(me.sheet.weapons), None)
        return None if weapon == first else weapon

    def _row_of(self, me: Fighter, weapon: str | None) -> AttackShape:
        """Return the way to attack with a weapon; None is the first one."""
        name = weapon or next(iter(me.sheet.weapons))
        return self._page.attacks[str(me.sheet.weapons[name].way)]

    def _row_of_attack(
        self, scene: Scene, attack: Attack
    ) -> AttackShape | None:
        """Return the way of an attack; None for somebody without such a weapon."""
        me = scene.fighter(attack.attacker)
        weapon = attack.options.weapon
        if not me.sheet.weapons or (weapon and weapon not in me.sheet.weapons):
            return None
        return self._row_of(me, weapon)

    def _costs(self, costs: Mapping[str, int]) -> Mapping[str, int]:
        """Return what something takes of a turn; one of the first thing in it if the page does
        not say."""
        return costs or {next(iter(self._page.turn.budget)): 1}

    def _can_pay(
        self, scene: Scene, me: Fighter, costs: Mapping[str, int]
    ) -> bool:
        """Whether somebody has enough left in this turn."""
        if not scene.rolls_initiative or not scene.fight.running:
            return True
        return self._has_left(me, costs)

    def _has_left(self, me: Fighter, costs: Mapping[str, int]) -> bool:
        """Whether somebody has not yet spent so much of their turn that these costs are too
        high."""
        left = me.left
        return all(
            left.get(word, 0) >= price
            for word, price in self._costs(costs).items()
        )

    def _attacks_in_a_turn(
        self, costs: Mapping[str, int], spent: Mapping[str, int]
    ) -> int:
        """Return how many attacks of these costs a turn has room for besides what is spent."""
        room = [
            (self._page.turn.budget.get(word, 0) - spent.get(word, 0)) // price
            for word, price in self._costs(costs).items()
            if price
        ]
        return max(0, min(room, default=1))

    def _lost_attacks(self, me: Fighter, costs: Mapping[str, int]) -> float:
        """Return how many attacks with the usual weapon an action of these costs takes from a
        turn."""
        if not me.sheet.weapons:
            return 0.0
        usual = self._row_of(me, None).costs
        whole = self._attacks_in_a_turn(usual, {})
        return float(whole - self._attacks_in_a_turn(usual, self._costs(costs)))

    # --- what an attacker may choose ---

    @refuses_faults
    def attacks_at_hand(
        self, draft: Draft, who: str, target: str
    ) -> Iterator[Attack]:
        """Yield an attack with each weapon, the usual one first."""
        me = self._scene(draft).fighter(who)
        for weapon in self._weapons_of(me):
            options = Options(weapon=self._typed(me, weapon))
            yield Attack(who, (target,), options=options)

    @refuses_faults
    def other_weapons(self, draft: Draft, attack: Attack) -> Iterator[Way]:
        """Yield the attack with each other weapon for which enough is left of the turn. One that
        leaves fewer attacks in a turn costs the share that is lost."""
        me = self._scene(draft).fighter(attack.attacker)
        if not me.sheet.weapons:
            return
        now = attack.options.weapon or next(iter(me.sheet.weapons))
        if now not in me.sheet.weapons:
            return
        usual = self._attacks_in_a_turn(self._row_of(me, now).costs, {})
        for weapon in self._weapons_of(me):
            costs = self._row_of(me, weapon).costs
            if weapon == now or not self._has_left(me, costs):
                continue
            most = self._attacks_in_a_turn(costs, {})
            spent = {}
            if most != usual and most:
                spent = {LOST_ATTACK: usual / most - 1}
            yield extend_intent(
                attack, weapon=self._typed(me, weapon), spent=spent
            )

    @refuses_faults
    def called_attacks(self, draft: Draft, attack: Attack) -> Iterator[Way]:
        """Yield the attack at each place that is worth calling."""
        row = self._row_of_attack(self._scene(draft), attack)
        if row is not None and row.places:
            for place in self._places:
                yield extend_intent(attack, called=place)

    @refuses_faults
    def attacks_with_word(
        self, draft: Draft, attack: Attack, word: str
    ) -> Iterator[Way]:
        """Yield the attack with a modifier that the attacker may choose, if they can pay for
        it."""
        scene = self._scene(draft)
        row = self._row_of_attack(scene, attack)
        if row is None or row.by == BY_TARGET:
            return
        me, modifier = scene.fighter(attack.attacker), self._chosen_words[word]
        if ATTACK in modifier.roll and self._may_choose(me, modifier):
            yield self._way_with_word(attack, me, word, tie="")

    def _way_with_word(
        self, attack: Attack, who: Fighter, word: str, tie: str
    ) -> Way:
        """Return an attack with a modifier that somebody chooses, `tie` (`bob:`) before its word.
        One that may be decided for when the dice have fallen is: its points are among the EFFECTS,
        since it takes none where it is not needed."""
        modifier = self._chosen_words[word]
        late = word + IF_NEEDED
        if late in late_words(self._page):
            return extend_intent(attack, f"{tie}{late}")
        return extend_intent(
            attack,
            f"{tie}{word}",
            spent=spent_by(self._page, modifier),
            leaves=self._state_after(who, modifier.self),
        )

    @refuses_faults
    def pushed_attacks(self, draft: Draft, attack: Attack) -> Iterator[Way]:
        """Yield the attack with its roll pushed. Each die is taken to show a one as often as
        another face."""
        scene = self._scene(draft)
        row = self._row_of_attack(scene, attack)
        if row is None or not row.roll.push or row.roll.pool is None:
            return
        me = scene.fighter(attack.attacker)
        try:
            dice = row.roll.pool.number(PersonScope(me))
        except FormulaError:
            # The dice of the weapon are among them: about as many as most have.
            dice = row.roll.sides
        ones = max(0, dice) / row.roll.sides
        tracks = tracks_of_ones(self._page, row.bands.values())
        spent = dict.fromkeys(tracks, ones)
        yield extend_intent(attack, PUSH, spent=spent)

    @refuses_faults
    def attacks_on_several(
        self, draft: Draft, who: str, foes: Sequence[str]
    ) -> Iterator[Way]:
        """Yield the attacks on several foes, as many as are taken to stand together."""
        scene = self._scene(draft)
        me, caught = scene.fighter(who), tuple(foes[:CAUGHT])
        if me.standing.out or not scene.rolls_initiative or len(caught) < 2:
            return
        for weapon in self._weapons_of(me):
            row = self._row_of(me, weapon)
            if row.several and self._can_pay(scene, me, row.costs):
                options = Options(weapon=self._typed(me, weapon))
                yield Way(Attack(who, caught, options=options))

    def _can_spend(self, me: Fighter, points: Mapping[str, float]) -> bool:
        """Whether somebody has so many points left of each track. Odds do not say so: they are
        asked for as if all could be paid."""
        return all(
            self._points_left(me, track) >= wanted
            for track, wanted in points.items()
        )

    def _may_choose(self, who: Fighter, modifier: ModifierShape) -> bool:
        """Whether somebody can pay for a modifier, and its condition holds for them, as far as that
        hangs on them alone."""
        if not self._can_spend(who, modifier.costs):
            return False
        if modifier.when is None:
            return True
        try:
            return bool(modifier.when.holds(AloneScope(who)))
        except FormulaError:
            return True

    def _state_after(
        self, me: Fighter, deed: DeedShape | None
    ) -> Mapping[str, Any]:
        """Return the conditions that somebody has after a deed, by the field of the live state;
        empty if none comes."""
        if deed is None or not deed.put:
            return {}
        more = [{"effect": word} for word in deed.put]
        return {EFFECTS_FIELD: [*me.own_effects, *more]}

    # --- what a target may choose ---

    @refuses_faults
    def defended_attacks(self, draft: Draft, attack: Attack) -> Iterator[Way]:
        """Yield the attack with each other defense of the target, and with none. One that cannot
        be better than the usual one is left out."""
        scene = self._scene(draft)
        row = self._row_of_attack(scene, attack)
        if row is None or not row.against or not row.against.defenses:
            return
        usual = row.against.default or next(iter(row.against.defenses))
        target = scene.fighter(attack.targets[0])
        for word in row.against.defenses:
            if word != usual and not self._is_worse(target, row, word, usual):
                yield extend_intent(attack, defense=(word,))
        if usual != NO_DEFENSE and may_harm_to_defend(row):
            yield extend_intent(attack, defense=(NO_DEFENSE,))

    def _is_worse(
        self, target: Fighter, row: AttackShape, word: str, usual: str
    ) -> bool:
        """Whether a defense cannot be better than the usual one: the same roll under no higher
        chance, and a defense never does harm."""
        page, against = self._page, row.against
        if may_harm_to_defend(row) or against is None:
            return False
        if not are_alike_but_for_chance(page, row, word, usual):
            return False
        chances = [against.defenses[one].under for one in (word, usual)]
        scope = PersonScope(target)
        try:
            other, now = (one.number(scope) for one in chances if one)
        except FormulaError:
            # A chance that hangs on the attack as well.
            return False
        return other <= now

    @refuses_faults
    def attacks_with_answer(
        self, draft: Draft, attack: Attack, word: str
    ) -> Iterator[Way]:
        """Yield the attack with a modifier that the target may choose for the roll that they make,
        if they can pay for it: their defense, or the roll of a way in which targets roll."""
        scene = self._scene(draft)
        row = self._row_of_attack(scene, attack)
        if row is None:
            return
        rolls = set(row.against.defenses) if row.against else set[str]()
        if row.by == BY_TARGET:
            rolls.add(ATTACK)
        target = scene.fighter(attack.targets[0])
        modifier = self._chosen_words[word]
        is_for_roll = not rolls.isdisjoint(modifier.roll)
        if is_for_roll and self._may_choose(target, modifier):
            yield self._way_with_word(attack, target, word, f"{target.id}:")

    @refuses_faults
    def attacks_with_steps(self, draft: Draft, attack: Attack) -> Iterator[Way]:
        """Yield the attack with the target's choice among the told steps of the damage: those that
        keep them up, once the damage is known (ABSORB), and each other one that costs them
        something. The points are among the EFFECTS, since a step that does not hold takes none."""
        if self._page.damage is None:
            return
        target = self._scene(draft).fighter(attack.targets[0])
        absorbing = absorbing_steps(self._page)
        if any(self._can_take(target, one) for one in absorbing.values()):
            yield extend_intent(attack, f"{target.id}:{ABSORB}")
        for word, step in self._page.damage.steps.items():
            is_choice_alone = (
                step.told and step.target and word not in absorbing
            )
            if is_choice_alone and self._can_take(target, step):
                yield extend_intent(
                    attack,
                    f"{target.id}:{word}",
                    leaves=self._state_after(target, step.target),
                )

    def _can_take(self, target: Fighter, step: StepShape) -> bool:
        """Whether somebody has the points that a step of the damage costs."""
        return self._can_spend(target, points_of_deed(self._page, step.target))

    # --- what else somebody may do ---

    @refuses_faults
    def other_actions(self, draft: Draft, who: str, foe: str) -> Iterator[Way]:
        """Yield the actions that put a condition on WHO that counts, or end one. They cost the
        attacks that they leave no room for in the turn."""
        del foe
        scene = self._scene(draft)
        me = scene.fighter(who)
        if not scene.rolls_initiative:
            return
        counts = self._conditions
        for word, row in self._page.actions.items():
            deed = row.self
            if deed is None or row.target or deed.damage:
                continue
            news = [
                one
                for one in deed.put
                if one in counts and not me.has_condition(one)
            ]
            ended = [
                one
                for one in deed.end
                if one in counts and me.has_condition(one)
            ]
            if news or ended:
                spent = dict(points_of_deed(self._page, deed))
                spent[LOST_ATTACK] = self._lost_attacks(me, row.costs)
                yield Way(Act(who, word), spent, rounds=self._rounds_of(news))

    def _rounds_of(self, put: Sequence[str]) -> float | None:
        """Return the rounds in which conditions have to pay that somebody puts on themselves: one
        if they end soon; None for as long as any other action."""
        lasting = [self._page.conditions[word].lasts for word in put]
        is_short = any(one not in ("fight", "ended") for one in lasting)
        return 1.0 if is_short else None

    @refuses_faults
    def possible_holds(
        self, draft: Draft, who: str, foes: Sequence[str]
    ) -> Iterator[Hold]:
        """Yield the actions on each of the first foes that put a condition on them which costs
        them something, or take health from them."""
        scene = self._scene(draft)
        me = scene.fighter(who)
        if me.standing.out or not scene.rolls_initiative:
            return
        for word, row in self._page.actions.items():
            if row.target is None or not self._can_pay(scene, me, row.costs):
                continue
            spent = dict(points_of_deed(self._page, row.self))
            spent[LOST_ATTACK] = self._lost_attacks(me, row.costs)
            # What costs nothing could be done again and again.
            is_paid = any(self._costs(row.costs).values())
            taken = self._health_taken(row.target) if is_paid else 0.0
            for foe in foes[:CAUGHT]:
                lost = self._loss_by_conditions(
                    scene.fighter(foe), row.target.put
                )
                boxes = lost.boxes
                if taken:
                    boxes += min(taken, self.boxes_to_fall(draft, foe))
                if boxes or lost.rounds:
                    way = Way(Act(who, word, (foe,)), spent)
                    yield Hold(way, foe, 1.0, boxes, lost.rounds)

    def _loss_by_conditions(self, foe: Fighter, put: Sequence[str]) -> Lost:
        """Return what the conditions among these cost a foe that they do not have yet."""
        losses = [
            self.EFFECTS[word]
            for word in put
            if word in self.EFFECTS and not foe.has_condition(word)
        ]
        return Lost(
            rounds=sum(one.rounds for one in losses),
            boxes=sum(one.boxes for one in losses),
        )

    def _health_taken(self, deed: DeedShape) -> float:
        """Return the points of health that a deed takes. A number that the page alone does not
        tell counts as 1."""
        by_track = points_of_deed(self._page, deed)
        points = sum(
            taken
            for track, taken in by_track.items()
            if track in self._harm_tracks
        )
        if deed.damage is None:
            return points
        known = known_number(deed.damage)
        return points + (1.0 if known is None else max(0, known))

    @refuses_faults
    def treatments(self, draft: Draft, who: str) -> Iterator[Way]:
        """Yield the actions with which WHO ends a condition of a friend that costs them attacks,
        or gives health back to a friend or to themselves."""
        scene = self._scene(draft)
        me = scene.fighter(who)
        if me.standing.out or not scene.rolls_initiative:
            return
        for word, row in self._page.actions.items():
            deed = row.target or row.self
            helps = deed is not None and (
                set(deed.end) & self.EFFECTS.keys() or self._gives_health(deed)
            )
            if not helps or not self._can_pay(scene, me, row.costs):
                continue
            spent = dict(points_of_deed(self._page, row.self))
            spent[LOST_ATTACK] = self._lost_attacks(me, row.costs)
            for patient in self._patients(scene, me, row.target is not None):
                yield from self._treatments_of(
                    me, patient, word, deed, spent, row.target is not None
                )

    def _patients(
        self, scene: Scene, me: Fighter, has_target: bool
    ) -> Iterator[Fighter]:
        """Yield those whom somebody may treat: friends who are in the fight and not dead, or only
        themselves for an action without a target."""
        if not has_target:
            yield me
            return
        for other in scene.everybody():
            is_friend = scene.draft.encounter.are_friends(me.id, other.id)
            if is_friend and not other.standing.dead:
                yield other

    def _treatments_of(
        self,
        me: Fighter,
        patient: Fighter,
        word: str,
        deed: DeedShape | None,
        spent: Mapping[str, float],
        has_target: bool,
    ) -> Iterator[Way]:
        """Yield what an action does for one patient: it ends a condition, or gives health back."""
        if deed is None:
            return
        args = (patient.id,) if has_target else ()
        treated = Act(me.id, word, args)
        if has_target:
            for condition in deed.end:
                if condition in self.EFFECTS and patient.has_condition(
                    condition
                ):
                    yield Way(treated, spent, cures=(patient.id, condition))
                    return
        is_hurt = any(
            lost_points(patient, track) for track in self._last_tracks
        )
        if is_hurt and self._gives_health(deed):
            yield Way(treated, spent, cures=(patient.id, ""), saves=0.0)

    def _gives_health(self, deed: DeedShape) -> bool:
        """Whether a deed gives points of a track of health back."""
        for track, formula in deed.add.items():
            if track not in self._harm_tracks:
                continue
            sign = 1 if self._page.tracks[track].counts == "down" else -1
            # Dice, and fields of a sheet, are taken to be more than 0.
            if sign * (sign_of(formula) or 1) > 0:
                return True
        return False
