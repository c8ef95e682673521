"""One roll for several who are alike: what the first of a group rolls, all of it have rolled."""

from collections.abc import Iterable, Mapping

from gmtrack.dice.port import Answer, Ask, Dice, Key


class GroupedDice:
    """Rolls `name` once for every group; `group_of` maps combatants to theirs. One who rolls
    another number of dice, the wounded one for instance, rolls alone."""

    def __init__(self, rest: Dice, group_of: Mapping[str, str], name: str) -> None:
        self._rest = rest
        self._group_of = group_of
        self._name = name
        self._rolled: dict[tuple[object, ...], Answer] = {}

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        self._rest.expect(rolls, either)

    def roll(self, ask: Ask) -> Answer:
        group = self._group_of.get(ask.who)
        if group is None or ask.name != self._name:
            return self._rest.roll(ask)
        key = (group, ask.count, ask.sides, ask.reading)
        if key not in self._rolled:
            self._rolled[key] = self._rest.roll(ask)
        return self._rolled[key]

    def unused(self) -> list[str]:
        return self._rest.unused()
