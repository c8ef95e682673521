"""Decisive states: what of the live states of attacker and target decides an attack. The fight as
it stood at first, with nothing but these states put into it, is where attacks are weighed."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from gmtrack.core.draft import Draft, copy_maps
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Attack
from gmtrack.core.record import fixed_defaults
from gmtrack.rulesets.auto_player import CompletePlayer
from gmtrack.rulesets.port import Ruleset
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

NO_LIVE_STATES: Mapping[str, Data] = {}


class WeighedFight(Draft):
    """A draft of the fight as it stood at first, with some decisive fields as they were put. Nobody
    is on turn in it, but who attacks is taken to be."""

    def __init__(
        self,
        encounter: Encounter,
        of_file: dict[str, Any],
        circumstances: Mapping[str, State],
    ) -> None:
        super().__init__(encounter, of_file=of_file)
        self.circumstances = circumstances
        """What combatants have done in their turn, and who is around them, as far as it counts for
        an attack."""


def to_state(fields: Mapping[str, Any]) -> State:
    """Return fields of a live state, by name, as a state whose values count as they stand."""
    return tuple(
        (StateField((name,), ()), round_state(value, ()))
        for name, value in fields.items()
    )


class DecisiveStates:
    """The decisive states of combatants in the fights of one setup, by what the ruleset calls
    decisive. `encounter` is the fight as it stood at first."""

    def __init__(
        self, ruleset: Ruleset, weighing: CompletePlayer, encounter: Encounter
    ) -> None:
        self._ruleset, self._weighing = ruleset, weighing
        self._encounter = encounter
        self._fields = read_decisive_fields(weighing)
        self._parts = {
            kind: frozenset(field.path[0] for field in fields)
            for kind, fields in self._fields.items()
        }
        """The keys of a live state under which these fields are."""
        self._parts[STRIKING] |= {*weighing.WOUNDS}
        self._usual: dict[str, Mapping[StateField, Hashable]] = {}
        """What `_usual_values` has returned, by combatant."""
        self._wounds_at_first: dict[str, Mapping[str, Hashable]] = {}
        """The wounds of each combatant at first, as `wounds_that_count` returns them."""
        self._places = Places(weighing, self.place_of, self.fight_with)
        self.of_file: dict[str, Any] = {}
        """The cache of drafts for what follows from the sheets, which are the same in every
        fight."""

    @cached_property
    def _at_first(self) -> Draft:
        """The draft of the fight as it stood at first, which nothing changes."""
        return Draft(self._encounter, of_file=self.of_file)

    @cached_property
    def twins(self) -> dict[str, str]:
        """The first combatant with the same side, sheet and live state at first, for each: the
        cache has one entry for all of them. Where they stand counts only if the ruleset does not
        say which fields that are (`PLACE`)."""
        place = self._weighing.PLACE
        first: dict[str, str] = {}
        return {
            who: first.setdefault(
                describe_combatant(self._encounter, who, place), who
            )
            for who in self._encounter.combatants
        }

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
        decisive fields, and what they have done in this turn; in a weighed fight all circumstances
        that it was made with. Who is around decides whom somebody attacks alone: how, it seldom
        changes."""
        state = self.decisive_state(draft, attacker, STRIKING)
        return state + self.state_of_turn(draft, attacker, targets)

    def circumstances_of(self, draft: Draft, attack: Attack) -> State:
        """Return what counts for an attack besides how the two are: what its attacker has done in
        this turn, and who is around. Empty if that is nothing, or the ruleset does not say."""
        who, targets = attack.attacker, attack.targets
        of_turn = self.state_of_turn(draft, who, targets)
        if not self._weighing.says("fields_around"):
            return of_turn
        return of_turn + to_state(self._weighing.fields_around(draft, attack))

    def state_of_turn(
        self, draft: Draft, attacker: str, targets: Sequence[str]
    ) -> State:
        """Return what an attacker has done in the turn that they are taking, as far as it hinders
        an attack on these targets; empty if they are not on turn, and if the ruleset does not
        say."""
        if isinstance(draft, WeighedFight):
            return draft.circumstances.get(attacker, ())
        if not self._weighing.says("fields_of_turn"):
            return ()
        fields = self._weighing.fields_of_turn(draft, attacker, targets)
        return to_state(fields)

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
                if self._weighing.says("value_that_counts"):
                    value = self._weighing.value_that_counts(
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
        wounds_that_count = self._weighing.wounds_that_count
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
        circumstances = {
            who: tuple(
                one for one in state if one[0].name in self._weighing.TURN
            )
            for who, state in states.items()
        }
        draft = WeighedFight(encounter, self.of_file, circumstances)
        for who, state in states.items():
            for field, value in state:
                draft.put(
                    ("fight", "combatants", who, *field.path), thaw_state(value)
                )
        draft.changes.clear()
        return draft

    def states_that_count(
        self, states: Mapping[str, State], attack: Attack
    ) -> Mapping[str, State]:
        """Return the states without the fields of which the ruleset says that they cannot change
        the odds of this attack (`is_decisive`), so that states that differ in nothing else share
        an entry of the cache."""
        is_decisive = self._weighing.is_decisive
        if not self._weighing.says("is_decisive"):
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

    def reach_of(self, attack: Attack, here: State, there: State) -> Hashable:
        """Return what the places of attacker and target mean for an attack on one
        (`Places.reach_of`)."""
        return self._places.reach_of(attack, here, there)
