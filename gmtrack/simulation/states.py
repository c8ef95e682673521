"""The decisive fields of live states: those that a ruleset calls decisive for what an attack is
worth, rounded, so that states that differ in nothing else share what is worked out. And what the
places of combatants mean for their attacks, where a ruleset knows places (`Weighing.PLACE`): the
metres themselves seldom matter, but the range in which they lie."""

import json
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
from typing import Any, NamedTuple, cast

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack
from gmtrack.rulesets.auto_player import CompletePlayer
from gmtrack.rulesets.port import Way

PLACED = ("effect", "location")
"""The keys of an effect that count in the cache."""
UNLIKE = ("name", "notes", "hidden", "players")
"""The keys of a sheet that the rules do not look at."""


def describe_combatant(
    encounter: Encounter, who: str, without: Collection[str] = ()
) -> str:
    """Return all that the rules know of a combatant at first, as text: those of whom it is the same
    are treated as one. `without` names the keys of its live state that are left out."""
    sheet = {
        key: one
        for key, one in encounter.sheet(who).items()
        if key not in UNLIKE
    }
    live = (encounter.fight.get("combatants") or {}).get(who) or {}
    state = {key: one for key, one in live.items() if key not in without}
    return json.dumps((encounter.side(who), sheet, state), default=str)


class StateField(NamedTuple):
    """A decisive field of a combatant's live state, and how it is rounded for the cache."""

    path: tuple[str, ...]
    steps: tuple[Any, ...]
    """The numbers that the value is rounded down to, or the names of the effects that count in a
    list of effects, or the words that count of a word. Empty: the value counts as it stands."""

    @property
    def name(self) -> str:
        """The name of the field, with dots between the keys of its path."""
        return ".".join(self.path)

    @property
    def is_amount(self) -> bool:
        """Whether the field holds numbers that are rounded down."""
        return any(type(step) is int for step in self.steps)

    def is_unlisted_word(self, value: Any) -> bool:
        """Whether the value is a word that does not count, as it is none of the `steps`."""
        return (
            isinstance(value, str)
            and bool(self.steps)
            and value not in self.steps
        )


State = tuple[tuple[StateField, Hashable], ...]
"""The decisive fields that a combatant's live state has, with their rounded values."""


STRIKING = "decisive fields of the attacker"
STRUCK = "decisive fields of the target"
STANCE = "decisive fields of both that are no amounts"
"""The fields that decide which actions are worth it. Wounds and points are left out."""
WOUNDED_STANCE = "those of a target, with its wounds where they decide how it is best attacked"
MEANS = "fields of what can be spent"
RESERVE = "amounts that can be spent and that decide how an attack on their owner goes"
PATIENT = "decisive fields of a patient"
PLACE = "fields that say where somebody stands"


def read_decisive_fields(
    weighing: CompletePlayer,
) -> Mapping[str, Sequence[StateField]]:
    """Return the fields of `STRIKING`, `STRUCK`, `STANCE`, `WOUNDED_STANCE`, `MEANS`, `RESERVE`,
    `PATIENT` and `PLACE`, as the ruleset names them."""

    def parse_fields(
        steps_by_name: Mapping[str, Sequence[Any]],
    ) -> list[StateField]:
        return [
            StateField(tuple(name.split(".")), tuple(steps))
            for name, steps in steps_by_name.items()
        ]

    striking, struck = (
        parse_fields(weighing.STRIKING),
        parse_fields(weighing.STRUCK),
    )
    stance = merge_fields(
        field for field in (*striking, *struck) if not field.is_amount
    )
    means = parse_fields(weighing.MEANS)
    spendable = {field.path for field in means}
    reserve = [
        field for field in struck if field.is_amount and field.path in spendable
    ]
    hurt = [field for field in struck if field.name in weighing.HURT]
    patient = parse_fields(weighing.PATIENT)
    place = parse_fields(dict.fromkeys(weighing.PLACE, ()))
    return {
        STRIKING: striking,
        STRUCK: struck,
        STANCE: stance,
        MEANS: means,
        RESERVE: reserve,
        WOUNDED_STANCE: [*stance, *hurt],
        PATIENT: patient,
        PLACE: place,
    }


def merge_fields(fields: Iterable[StateField]) -> list[StateField]:
    """Return fields, each path once: with the steps of all, or none where a value counts as it
    stands."""
    merged: dict[tuple[str, ...], StateField] = {}
    for field in fields:
        before = merged.get(field.path, field)
        is_whole = not before.steps or not field.steps
        steps = () if is_whole else (*before.steps, *field.steps)
        merged[field.path] = StateField(field.path, tuple(dict.fromkeys(steps)))
    return [*merged.values()]


def is_same(one: Hashable, other: Hashable) -> bool:
    """Whether two rounded values are equal and of the same type: 0 is not false."""
    return type(one) is type(other) and one == other


def round_state(value: Any, steps: Sequence[Any]) -> Hashable:
    """Make a value of the live state a key of the cache.

    Whole numbers are rounded down to one of `steps`; below the first of them they become the first.
    Words stay, lists become tuples and maps frozen sets. If `steps` are names of effects, a list of
    effects keeps those of these names, with their places alone. Without `steps` numbers stay as
    they are."""
    if value is None or isinstance(value, str):
        return value
    if steps and type(steps[0]) is str:
        effects = {
            (one["effect"], one.get("location"))
            for one in value
            if one["effect"] in steps
        }
        in_order = sorted(effects, key=str)
        return tuple(
            frozenset(zip(PLACED, one, strict=True)) for one in in_order
        )
    if isinstance(value, dict):
        return frozenset(
            (key, round_state(one, steps)) for key, one in value.items()
        )
    if isinstance(value, list | tuple):
        return tuple(round_state(one, steps) for one in value)
    if steps and type(value) is int:
        return int(
            max((step for step in steps if step <= value), default=steps[0])
        )
    return cast("Hashable", value)


def thaw_state(value: Hashable) -> Any:
    """Turn a rounded value back into the lists and maps of a live state."""
    if isinstance(value, frozenset):
        return {key: thaw_state(one) for key, one in sorted(value)}
    return (
        [thaw_state(one) for one in value]
        if isinstance(value, tuple)
        else value
    )


NOWHERE: Mapping[str, State] = {}
"""The places of people who stand where they stood at first, or in effect so."""
Reaches = Mapping[str | None, Hashable]
"""What `reach_of` says of each weapon with which somebody could attack somebody else."""


class Pair(NamedTuple):
    """An attacker and a target, and where each of them stands."""

    attacker: str
    target: str
    here: State
    there: State


class Places:
    """The places of combatants, by what they mean for attacks among them, with a cache.

    Of places that mean the same, those that were met first stand for all others (`list_alike`). So
    a cache that is keyed by them has as many entries as there are ranges, and not as metres.

    Callbacks: `place_of` returns where somebody stands now, empty for where they stood at first;
    `fight_with` returns the fight as it stood at first, with these states of some combatants."""

    def __init__(
        self,
        weighing: CompletePlayer,
        place_of: Callable[[Draft, str], State],
        fight_with: Callable[[Mapping[str, State]], Draft],
    ) -> None:
        self._weighing = weighing
        self._place_of, self._fight_with = place_of, fight_with
        self._reaches: dict[Pair, Reaches] = {}
        self._of_attacks: dict[Hashable, Hashable] = {}
        """The reach of an attack (`reach_of`), by its weapon and pair."""
        self._alike: dict[Hashable, Mapping[str, State]] = {}
        """What `list_alike` returns, by people and places."""
        self._first: dict[Hashable, Mapping[str, State]] = {}
        """The places that were met first, by people and meaning."""

    def list_alike(
        self, draft: Draft, who: str, others: Sequence[str]
    ) -> Mapping[str, State]:
        """Return places of `who` and of others that mean the same as those where they stand now,
        for the attacks of `who` on each of them and of each on `who`. Those who stand where they
        stood at first, or in effect so, are left out."""
        if not self._weighing.PLACE:
            return NOWHERE
        people = (who, *others)
        places = tuple(self._place_of(draft, one) for one in people)
        if not any(places):
            return NOWHERE
        key = people, places
        alike = self._alike.get(key)
        if alike is None:
            alike = self._alike[key] = self._find_alike(people, places)
        return alike

    def _find_alike(
        self, people: Sequence[str], places: Sequence[State]
    ) -> Mapping[str, State]:
        """Return the places that were met first of those that mean the same as these."""
        at_first: Sequence[State] = ((),) * len(people)
        usual = people, self._meaning_of(people, at_first)
        self._first.setdefault(usual, NOWHERE)
        key = people, self._meaning_of(people, places)
        moved = {
            one: place
            for one, place in zip(people, places, strict=True)
            if place
        }
        return self._first.setdefault(key, moved)

    def _meaning_of(
        self, people: Sequence[str], places: Sequence[State]
    ) -> Hashable:
        """Return what places mean for the attacks between the first of these people and each of
        the others."""
        (who, *others), (here, *there) = people, places
        found: list[Hashable] = []
        for other, place in zip(others, there, strict=True):
            own = self._reaches_of(Pair(who, other, here, place))
            theirs = self._reaches_of(Pair(other, who, place, here))
            found.append((*own.items(), None, *theirs.items()))
        return tuple(found)

    def _reaches_of(self, pair: Pair) -> Reaches:
        """Return what the places of a pair mean for each weapon with which the attacker could
        attack."""
        if pair not in self._reaches:
            fight = self._fight_of(pair)
            attacks = self._weighing.attacks_at_hand(
                fight, pair.attacker, pair.target
            )
            self._reaches[pair] = {
                attack.options.weapon: self._weighing.reach_of(fight, attack)
                for attack in attacks
            }
        return self._reaches[pair]

    def reach_of(self, attack: Attack, here: State, there: State) -> Hashable:
        """Return what the places of attacker and target mean for an attack on one; None if the
        ruleset knows no places."""
        if not self._weighing.PLACE:
            return None
        pair = Pair(attack.attacker, attack.targets[0], here, there)
        key = pair, attack.options.weapon
        if key not in self._of_attacks:
            self._of_attacks[key] = self._weighing.reach_of(
                self._fight_of(pair), attack
            )
        return self._of_attacks[key]

    def _fight_of(self, pair: Pair) -> Draft:
        """Return the fight as it stood at first, with a pair at its places."""
        return self._fight_with(
            {pair.attacker: pair.here, pair.target: pair.there}
        )


def add_places(
    states: Mapping[str, State], places: Mapping[str, State]
) -> dict[str, State]:
    """Return states with the places of those who have moved."""
    joined = {**states}
    for who, place in places.items():
        joined[who] = (*joined.get(who, ()), *place)
    return joined


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
