"""What was worked out for the last board. A session looks at the board after every line, and a line
changes few combatants: the others need not be worked out again."""

from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import partial
from typing import Any, Generic, TypeVar

from gmtrack.core.encounter import Data, Encounter
from gmtrack.rulesets.kit.commands import Identified

T = TypeVar("T")
F = TypeVar("F", bound=Identified)


class RowCache(Generic[T]):
    """One value for each combatant, kept as long as what it is made from stays the same: the live
    state, what else is named with it, and all that is not the live state of somebody."""

    def __init__(self) -> None:
        self._common: tuple[object, ...] | None = None
        self._live: dict[str, Data] = {}
        self._kept: dict[str, tuple[object, T]] = {}

    def look_at(self, encounter: Encounter) -> None:
        """Forget everything if more has changed than the live state of combatants."""
        fight = {key: value for key, value in encounter.fight.items() if key != "combatants"}
        common = (
            encounter.ruleset,
            encounter.house_rules,
            encounter.scene,
            encounter.templates,
            encounter.effects,
            encounter.combatants,
            fight,
        )
        if common != self._common:
            self._common = deepcopy(common)
            self._kept.clear()
        self._live = encounter.fight.get("combatants") or {}

    def get(self, who: str, make: Callable[[], T], *besides: Any) -> T:
        """The value for a combatant, made anew if the live state or what is named `besides` is
        not as it was."""
        live = self._live.get(who)
        kept = self._kept.get(who)
        if kept is not None and kept[0] == (live, besides):
            return kept[1]
        value = make()
        self._kept[who] = (deepcopy((live, besides)), value)
        return value

    def each(
        self,
        encounter: Encounter,
        people: Iterable[F],
        make: Callable[..., T],
        besides: Callable[[F], tuple[Any, ...]] = lambda who: (),
    ) -> tuple[T, ...]:
        """The value of everybody: `make(who, *besides(who))`, where it is not as it was."""
        self.look_at(encounter)
        named = [(who, besides(who)) for who in people]
        return tuple(self.get(who.id, partial(make, who, *more), *more) for who, more in named)
