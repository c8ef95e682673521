"""An encounter as plain data: the validated content of a file, with nothing derived."""

import copy
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, fields
from fnmatch import fnmatchcase
from typing import Any, TypeVar, cast

from gmtrack.core.names import CastNames, distinct_names, hyphenate, squash

Data = dict[str, Any]
"""Plain data as a file can hold it: None, bool, int, float, str, lists and maps of these."""

T = TypeVar("T")

FORMAT = 1
ENCOUNTER, PARTY = "encounter", "party"
"""The kinds of a file."""
FRIENDS = {"pc", "ally"}
"""The sides that are friends of each other."""
ASK_SCOPES = ("dice", "all")
"""Words at the end of `table.ask`, and of `ask` in a session, that say for what people are asked:
for dice alone, or for points too."""
SIDES = ("pc", "foe", "ally")
"""The usual sides; any other word is one too."""
ID_PATTERN = r"[a-z0-9][a-z0-9-]*"
"""The regular expression of a combatant's id."""
UNCHANGING = frozenset({str, int, float, bool, type(None)})
"""The kinds of values that are never changed, so that a copy can hold the value itself."""


def copy_data(value: T, memo: dict[int, object] | None = None) -> T:
    """Return a copy of plain data that shares no map and no list with it. What stands in several
    places stays one thing in the copy, as with `copy.deepcopy`, which copies all that is not
    plain data. `memo` is that of the `deepcopy` in which this copies a part. `deepcopy` asks each
    value how it is copied, and takes several times as long."""
    if type(value) in UNCHANGING:
        return value
    return cast(T, _copy(value, {} if memo is None else memo))


def _copy(value: object, memo: dict[int, object]) -> object:
    """Return the copy of a value that can change, or the one that `memo` has of it already."""
    if type(value) is not dict and type(value) is not list:
        return copy.deepcopy(value, memo)
    known = memo.get(id(value))
    if known is not None:
        return known
    if isinstance(value, dict):
        copied_map: dict[object, object] = {}
        memo[id(value)] = copied_map
        for key, one in value.items():
            copied_map[key] = (
                one if type(one) in UNCHANGING else _copy(one, memo)
            )
        return copied_map
    copied_list: list[object] = []
    memo[id(value)] = copied_list
    for one in value:
        copied_list.append(one if type(one) in UNCHANGING else _copy(one, memo))
    return copied_list


class _EncounterCaches:
    """What an encounter knows besides its data. `shown`: the map of combatants and their display
    names, valid as long as the encounter has this map. `writer`: the id of the draft that has
    written last (0: something else than a draft). `find_dead`: a callback of the ruleset, which
    alone knows who is dead; a function of a module, so that an encounter can be copied and sent
    to other processes. `book_effects`: the definitions of effects that the ruleset brings and that
    work like own effects; the ruleset sets them before it looks at an encounter."""

    __slots__ = ("book_effects", "find_dead", "shown", "writer")
    book_effects: dict[str, Data]
    shown: tuple[dict[str, Data], dict[str, str]] | None
    writer: int
    find_dead: "FindDead"

    def note_writer(self, by: int) -> None:
        """Note that the draft with id `by` has written or restored something; 0 for something
        else than a draft."""
        self.writer = by

    def is_written_by(self, draft: int) -> bool:
        """Whether the draft with this id was the last writer."""
        return getattr(self, "writer", 0) == draft

    def note_book_effects(self, effects: "dict[str, Data]") -> None:
        """Note the definitions of the ruleset's effects that work like own effects."""
        self.book_effects = effects

    def drop_names(self) -> None:
        """Drop the cached display names: a sheet or a template has changed."""
        self.shown = None

    def _cache_names(
        self, cast: dict[str, Data], names: dict[str, str]
    ) -> dict[str, str]:
        """Cache the display names of these combatants, and return them."""
        self.shown = cast, names
        return names


@dataclass(slots=True)
class Encounter(_EncounterCaches):
    """A fight with its people and place; or a party, the people of one side between fights
    (`kind`: `party`).

    - `party`: the party that comes along, by name or by the path of its file.
    - `table`: how people play: `ask` (the sides and combatants who roll real dice), `groups`
      (those who share one initiative), `next` (`auto`: a session ends spent turns by itself),
      `odds` (whether a session tells how likely each attack was).
    - `combatants` and `templates`: sheets by id, in the file's order.
    - `effects`: definitions of own effects. `counters`: those of the fight (`core/counters.py`).
    - `fight`: everything that play changes, with one map per combatant under
      `fight["combatants"]`."""

    name: str
    ruleset: str
    kind: str = ENCOUNTER
    party: str = ""
    notes: str = ""
    house_rules: Data = field(default_factory=dict)
    table: Data = field(default_factory=dict)
    scene: Data = field(default_factory=dict)
    templates: dict[str, Data] = field(default_factory=dict)
    effects: dict[str, Data] = field(default_factory=dict)
    counters: dict[str, Data] = field(default_factory=dict)
    combatants: dict[str, Data] = field(default_factory=dict)
    fight: Data = field(default_factory=dict)

    def __deepcopy__(self, memo: dict[int, object]) -> "Encounter":
        """Return a copy that shares no data with this encounter, apart from the ruleset's
        definitions of effects, which nobody changes."""
        copied = copy.copy(self)
        for one in fields(self):
            data = copy_data(getattr(self, one.name), memo)
            setattr(copied, one.name, data)
        shown = getattr(self, "shown", None)
        if shown is not None:
            combatants, names = shown
            copied._cache_names(copy_data(combatants, memo), names)
        return copied

    @property
    def is_party(self) -> bool:
        """Whether this is a party rather than a fight."""
        return self.kind == PARTY

    def sheet(self, who: str) -> Data:
        """Return the combatant's sheet, completed by the fields of its template. A template that
        is missing adds nothing, because values are checked only after they were set. Raises
        KeyError for an unknown id."""
        own = self.combatants[who]
        template = own.get("template")
        if not template or not isinstance(template, str):
            return own
        return {**self.templates.get(template, {}), **own}

    def display_name(self, who: str) -> str:
        """Return the name that screens show for a combatant's id; any other word is returned as
        it is."""
        return self._names().get(who, who)

    def names(self, things: Iterable[str] = ()) -> dict[str, str]:
        """Return id to display name of every combatant, in the file's order, as a new map; the
        ids of `things` of the scene follow, as their own names.
        Combatants with the same name get the number of their id appended, or the id. Those who
        are away, dead or hidden count too, so that nobody's name changes when they go."""
        return CastNames(
            {**self._names(), **{thing: thing for thing in things}},
            self.find_out,
        )

    def _names(self) -> dict[str, str]:
        """Return the display names from the cache, after computing them if the combatants have
        changed."""
        known: tuple[dict[str, Data], dict[str, str]] | None = getattr(
            self, "shown", None
        )
        if (
            known
            and known[0] is self.combatants
            and len(known[1]) == len(known[0])
        ):
            return known[1]
        called = {who: self.called(who) for who in self.combatants}
        return self._cache_names(self.combatants, distinct_names(called))

    def called(self, who: str) -> str:
        """Return the name that a combatant's sheet or template gives, or else the id. Unlike
        `display_name`, two combatants may have the same."""
        return str(self._field(who, "name") or who)

    def _field(self, who: str, key: str) -> Any:
        """Return one field of a combatant's sheet or else of its template; None if neither has
        it."""
        own = self.combatants[who]
        if key in own:
            return own[key]
        template = own.get("template")
        known = (
            self.templates.get(template, {})
            if isinstance(template, str)
            else {}
        )
        return known.get(key) if isinstance(known, dict) else None

    @property
    def has_effects(self) -> bool:
        """Whether there are own effects, or effects of the ruleset that work like them."""
        # Asked at every look at a combatant, so without the call of `effects_of_book`.
        return bool(self.effects or getattr(self, "book_effects", None))

    @property
    def known_effects(self) -> dict[str, Data]:
        """The definitions of own effects, and of effects of the ruleset that work like them. An
        own one replaces one of the ruleset with the same id."""
        book = self.effects_of_book
        return {**book, **self.effects} if book else self.effects

    @property
    def effects_of_book(self) -> dict[str, Data]:
        """The definitions of the ruleset's effects that work like own effects; empty if it has
        none."""
        found: dict[str, Data] = getattr(self, "book_effects", {})
        return found

    @property
    def has_own(self) -> bool:
        """Whether there are effects or counters that play has to look after."""
        if self.has_effects or self.counters:
            return True
        return any(self._field(who, "counters") for who in self.combatants)

    def away(self, who: str) -> str:
        """Return the word for the way in which a combatant has left the fight for the time being
        (`fled`); empty for everybody who is there."""
        state = (self.fight.get("combatants") or {}).get(who)
        return str((state or {}).get("away") or "")

    def find_out(self, people: Collection[str]) -> set[str]:
        """Return who of these combatants is dead or has left the fight. Nobody is dead as long
        as the encounter has no `find_dead`."""
        left = {who for who in people if self.away(who)}
        find_dead: FindDead | None = getattr(self, "find_dead", None)
        there = [
            who for who in people if who in self.combatants and who not in left
        ]
        return left | find_dead(self, there) if find_dead else left

    def present(self) -> list[str]:
        """Return the ids of the combatants who are not away, in the file's order."""
        states = self.fight.get("combatants") or {}
        return [
            who
            for who in self.combatants
            if not (states.get(who) or {}).get("away")
        ]

    def ids_like(self, pattern: str) -> list[str]:
        """Return the ids of combatants whose id or name matches a pattern with `*`, in any case;
        empty if none does."""
        wanted = squash(pattern)
        found: list[str] = []
        for who, name in self._names().items():
            forms = (squash(who), squash(name), hyphenate(name))
            if any(fnmatchcase(form, wanted) for form in forms):
                found.append(who)
        return found

    def side(self, who: str) -> str:
        """Return a combatant's side; `foe` if the sheet names none, in a party `pc`. The usual
        sides are returned in lower case."""
        side = str(
            self._field(who, "side") or ("pc" if self.is_party else "foe")
        )
        return side.lower() if side.lower() in SIDES else side

    def are_friends(self, who: str, other: str) -> bool:
        """Whether two combatants are on the same side, or both among player characters and
        allies. False for one and the same combatant, and for ids of nobody."""
        people = self.combatants
        if who == other or who not in people or other not in people:
            return False
        side, of_other = self.side(who), self.side(other)
        return side == of_other or (side in FRIENDS and of_other in FRIENDS)


FindDead = Callable[[Encounter, Collection[str]], set[str]]
"""A callback that returns who of some combatants is dead."""
