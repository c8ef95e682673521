"""The encounter as plain data: what the file says, validated, with nothing derived."""

from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from gmtrack.core.names import apart, hyphened, squash

Data = dict[str, Any]
"""Plain data as a file can hold it: None, bool, int, float, str, lists and maps of these."""

FORMAT = 1
ENCOUNTER, PARTY = "encounter", "party"
"""The kinds of a file."""
FRIENDS = {"pc", "ally"}
"""Sides that are one."""
SIDES = ("pc", "foe", "ally")
"""The usual sides; any other word is one too."""
ID_PATTERN = r"[a-z0-9][a-z0-9-]*"


class _Called:
    """What is known of an encounter besides its fields: `shown`, the combatants and what they are
    called as long as these are they; `writer`, the id of the draft that has written last (0: what
    is no draft)."""

    __slots__ = ("shown", "writer")
    shown: tuple[dict[str, Data], dict[str, str]] | None
    writer: int

    def written(self, by: int) -> None:
        """Something was written, or put back."""
        self.writer = by

    def is_written_by(self, draft: int) -> bool:
        """Whether nobody else has written since."""
        return getattr(self, "writer", 0) == draft

    def renamed(self) -> None:
        """A sheet or a template is another one: what anybody is called may be, too."""
        self.shown = None

    def _is_called(self, cast: dict[str, Data], names: dict[str, str]) -> dict[str, str]:
        self.shown = cast, names
        return names


@dataclass(slots=True)
class Encounter(_Called):
    """One fight, or the people of one side between fights (`kind`: `party`). `party`: whom it
    brings along, a party by name or the path of its file. `table` says how the people play it:
    `ask`, the sides and combatants who roll real dice, `groups`, those who share one initiative,
    and `odds`, whether a session tells how likely each attack was. `combatants` and `templates`
    hold sheets by id, in the file's order; `effects` are the definitions of the GM's own,
    `counters` those of the fight itself (`core/counters.py`); `fight` holds all that play changes,
    with one map per combatant under `fight["combatants"]`.
    """

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
        """The combatant's sheet with its template's fields underneath its own. A template that is
        not there gives nothing: while values are being set, nobody has checked them yet."""
        own = self.combatants[who]
        template = own.get("template")
        if not template or not isinstance(template, str):
            return own
        return {**self.templates.get(template, {}), **own}

    def display_name(self, who: str) -> str:
        """The name to show for an id; ids that are no combatant's are shown as they are."""
        return self._names().get(who, who)

    def names(self) -> dict[str, str]:
        """Id to display name of every combatant, in the file's order. Two who are called alike
        have the number of their id behind it, or the id; also those who are away, dead or hidden,
        so that nobody's name changes by that."""
        return dict(self._names())

    def _names(self) -> dict[str, str]:
        known: tuple[dict[str, Data], dict[str, str]] | None = getattr(self, "shown", None)
        if known and known[0] is self.combatants and len(known[1]) == len(known[0]):
            return known[1]
        called = {who: self.called(who) for who in self.combatants}
        return self._is_called(self.combatants, apart(called))

    def called(self, who: str) -> str:
        """The name that a combatant has been given; else the id."""
        return str(self._field(who, "name") or who)

    def _field(self, who: str, key: str) -> Any:
        """One field of the sheet; None where it is not there."""
        own = self.combatants[who]
        if key in own:
            return own[key]
        template = own.get("template")
        known = self.templates.get(template, {}) if isinstance(template, str) else {}
        return known.get(key) if isinstance(known, dict) else None

    @property
    def has_own(self) -> bool:
        """Whether there is anything of the GM's own that play has to look after."""
        if self.effects or self.counters:
            return True
        return any(self._field(who, "counters") for who in self.combatants)

    def away(self, who: str) -> str:
        """In what word somebody is out of the fight (`fled`), for the time being; empty for those
        who are there."""
        state = (self.fight.get("combatants") or {}).get(who)
        return str((state or {}).get("away") or "")

    def present(self) -> list[str]:
        """The ids of those who are there, in the file's order."""
        states = self.fight.get("combatants") or {}
        return [who for who in self.combatants if not (states.get(who) or {}).get("away")]

    def like(self, pattern: str) -> list[str]:
        """The ids that a pattern with `*` means, over ids and names."""
        wanted = squash(pattern)
        return [
            who
            for who, name in self._names().items()
            if any(fnmatchcase(one, wanted) for one in (squash(who), squash(name), hyphened(name)))
        ]

    def side(self, who: str) -> str:
        """The faction; where the sheet says nothing `foe`, in a party `pc`. The usual ones are the
        same in capital letters."""
        side = str(self._field(who, "side") or ("pc" if self.is_party else "foe"))
        return side.lower() if side.lower() in SIDES else side

    def are_friends(self, who: str, other: str) -> bool:
        """Whether two are of the same side, or both among player characters and allies."""
        if who == other or not {who, other} <= set(self.combatants):
            return False
        sides = {self.side(who), self.side(other)}
        return len(sides) == 1 or sides <= FRIENDS
