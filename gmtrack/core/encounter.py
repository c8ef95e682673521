"""The encounter as plain data: what a file says, validated, with nothing derived."""

from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from gmtrack.core.names import distinct_names, hyphened, squash

Data = dict[str, Any]
"""Plain data as a file can hold it: None, bool, int, float, str, lists and maps of these."""

FORMAT = 1
ENCOUNTER, PARTY = "encounter", "party"
"""The kinds of a file."""
FRIENDS = {"pc", "ally"}
"""The sides that are friends of each other."""
SIDES = ("pc", "foe", "ally")
"""The usual sides; any other word is one too."""
ID_PATTERN = r"[a-z0-9][a-z0-9-]*"


class _EncounterCaches:
    """Caches of an encounter. `shown`: combatants and their display names, valid as long as the
    combatants are these. `writer`: the id of the draft that has written last (0: something else
    than a draft)."""

    __slots__ = ("shown", "writer")
    shown: tuple[dict[str, Data], dict[str, str]] | None
    writer: int

    def note_writer(self, by: int) -> None:
        """Note that the draft `by` has written something, or put it back."""
        self.writer = by

    def is_written_by(self, draft: int) -> bool:
        """Whether this draft was the last writer."""
        return getattr(self, "writer", 0) == draft

    def drop_names(self) -> None:
        """Drop the cached display names: a sheet or a template has changed."""
        self.shown = None

    def _cache_names(
        self, cast: dict[str, Data], names: dict[str, str]
    ) -> dict[str, str]:
        self.shown = cast, names
        return names


@dataclass(slots=True)
class Encounter(_EncounterCaches):
    """One fight, or the people of one side between fights (`kind`: `party`).

    `party`: the party that comes along, by name or by the path of its file. `table`: how people
    play: `ask` (the sides and combatants who roll real dice), `groups` (those who share one
    initiative), `odds` (whether a session tells how likely each attack was). `combatants` and
    `templates`: sheets by id, in the file's order. `effects`: definitions of own effects.
    `counters`: those of the fight (`core/counters.py`). `fight`: everything that play changes,
    with one map per combatant under `fight["combatants"]`."""

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

    @property
    def is_party(self) -> bool:
        return self.kind == PARTY

    def sheet(self, who: str) -> Data:
        """Return the combatant's sheet, completed by the fields of its template. A missing
        template adds nothing: while values are being set, nothing is checked yet."""
        own = self.combatants[who]
        template = own.get("template")
        if not template or not isinstance(template, str):
            return own
        return {**self.templates.get(template, {}), **own}

    def display_name(self, who: str) -> str:
        """Return the name to show for an id. An id that is no combatant's is returned as it is."""
        return self._names().get(who, who)

    def names(self) -> dict[str, str]:
        """Return id to display name of every combatant, in the file's order. Combatants with the
        same name get the number of their id appended, or the id. Those who are away, dead or
        hidden count too, so that nobody's name changes when they go."""
        return dict(self._names())

    def _names(self) -> dict[str, str]:
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
        """Return the name that the sheet gives, or the id."""
        return str(self._field(who, "name") or who)

    def _field(self, who: str, key: str) -> Any:
        """Return one field of the sheet; None if it is not there."""
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
    def has_own(self) -> bool:
        """Whether there are own effects or counters that play has to look after."""
        if self.effects or self.counters:
            return True
        return any(self._field(who, "counters") for who in self.combatants)

    def away(self, who: str) -> str:
        """Return the word in which somebody is out of the fight for the time being (`fled`);
        empty for those who are there."""
        state = (self.fight.get("combatants") or {}).get(who)
        return str((state or {}).get("away") or "")

    def present(self) -> list[str]:
        """Return the ids of those who are there, in the file's order."""
        states = self.fight.get("combatants") or {}
        return [
            who
            for who in self.combatants
            if not (states.get(who) or {}).get("away")
        ]

    def ids_like(self, pattern: str) -> list[str]:
        """Return the ids that match a pattern with `*`, by id or by name."""
        wanted = squash(pattern)
        return [
            who
            for who, name in self._names().items()
            if any(
                fnmatchcase(one, wanted)
                for one in (squash(who), squash(name), hyphened(name))
            )
        ]

    def side(self, who: str) -> str:
        """Return the combatant's side. Default: `foe`, in a party `pc`. The usual sides may be
        written in capital letters."""
        side = str(
            self._field(who, "side") or ("pc" if self.is_party else "foe")
        )
        return side.lower() if side.lower() in SIDES else side

    def are_friends(self, who: str, other: str) -> bool:
        """Whether two are of the same side, or both among player characters and allies."""
        if who == other or not {who, other} <= set(self.combatants):
            return False
        sides = {self.side(who), self.side(other)}
        return len(sides) == 1 or sides <= FRIENDS
