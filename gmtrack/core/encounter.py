"""The encounter as plain data: what the file says, validated, with nothing derived."""

from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from gmtrack.core.names import squash

Data = dict[str, Any]
"""Plain data as a file can hold it: None, bool, int, float, str, lists and maps of these."""

FORMAT = 1
FRIENDS = {"pc", "ally"}
"""Sides that are one."""
ID_PATTERN = r"[a-z0-9][a-z0-9-]*"


@dataclass(slots=True)
class Encounter:
    """One fight. `table` says how the people play it: `ask`, the sides and combatants who roll
    real dice, `groups`, those who share one initiative, and `odds`, whether a session tells how
    likely each attack was. `combatants` and `templates` hold
    sheets by id, in the file's order;
    `fight` holds all that play changes, with one map per combatant under `fight["combatants"]`.
    """

    name: str
    ruleset: str
    notes: str = ""
    house_rules: Data = field(default_factory=dict)
    table: Data = field(default_factory=dict)
    scene: Data = field(default_factory=dict)
    templates: dict[str, Data] = field(default_factory=dict)
    combatants: dict[str, Data] = field(default_factory=dict)
    fight: Data = field(default_factory=dict)

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
        if who not in self.combatants:
            return who
        return str(self.combatants[who].get("name") or self._field(who, "name") or who)

    def _field(self, who: str, key: str) -> Any:
        """One field of the sheet; None where it is not there."""
        own = self.combatants[who]
        if key in own:
            return own[key]
        template = own.get("template")
        known = self.templates.get(template, {}) if isinstance(template, str) else {}
        return known.get(key)

    def names(self) -> dict[str, str]:
        """Id to display name of every combatant, in the file's order."""
        return {who: self.display_name(who) for who in self.combatants}

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
            for who in self.combatants
            if fnmatchcase(squash(who), wanted)
            or fnmatchcase(squash(self.display_name(who)), wanted)
        ]

    def side(self, who: str) -> str:
        """The faction; `foe` where the sheet says nothing."""
        return str(self._field(who, "side") or "foe")

    def are_friends(self, who: str, other: str) -> bool:
        """Whether two are of the same side, or both among player characters and allies."""
        if who == other or not {who, other} <= set(self.combatants):
            return False
        sides = {self.side(who), self.side(other)}
        return len(sides) == 1 or sides <= FRIENDS
