"""Where dice come from: chance, a seed, or the table."""

import random
from collections.abc import Iterable

from gmtrack.core.names import listed, squash
from gmtrack.dice.port import Answer, Ask, Dice, read
from gmtrack.errors import Refusal


class RandomDice:
    """Dice by chance, or by a seed: the same seed gives each roll of a command, by its name and
    roller, the same dice, whatever else is rolled or typed in."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._chance = random.SystemRandom() if seed is None else None
        self._times: dict[tuple[str, str], int] = {}

    def expect(self, rolls: Iterable[tuple[str, str]]) -> None:
        """Chance can roll anything."""

    def roll(self, ask: Ask) -> Answer:
        source: random.Random = self._chance or self._seeded(ask)
        dice = tuple(source.randint(1, ask.sides) for _ in range(ask.count))
        return read(dice, ask.reading, given=False)

    def unused(self) -> list[str]:
        return []

    def _seeded(self, ask: Ask) -> random.Random:
        key = (ask.name, ask.who)
        self._times[key] = self._times.get(key, 0) + 1
        return random.Random(f"{self._seed}/{ask.name}/{ask.who}/{self._times[key]}")


class TableDice:
    """What fell on the table, by `NAME` or `NAME.WHO`; the rest comes from another source.

    `typed` maps the name as typed (normalised to `_`) to the faces.
    `kind` is the word for refused dice in the ruleset in play.
    """

    def __init__(self, typed: dict[str, tuple[int, ...]], rest: Dice, kind: str) -> None:
        self._typed = typed
        self._rest = rest
        self._kind = kind
        self._used: set[str] = set()

    def expect(self, rolls: Iterable[tuple[str, str]]) -> None:
        known = list(dict.fromkeys(rolls))
        for typed in self._typed:
            name, _, who = typed.partition(".")
            rollers = [w for n, w in known if n == name and (not who or squash(w) == squash(who))]
            if not rollers:
                raise Refusal(self._kind, self._no_such_roll(typed, known))
            if not who and len(rollers) > 1:
                exact = listed(f"{name}.{w}" for w in rollers)
                raise Refusal(self._kind, f"'{typed}' is rolled by several here: type {exact}")

    def roll(self, ask: Ask) -> Answer:
        for typed in (f"{ask.name}.{ask.who}", ask.name):
            if typed in self._typed and typed not in self._used:
                self._used.add(typed)
                return self._given(typed, ask)
        return self._rest.roll(ask)

    def unused(self) -> list[str]:
        return [typed for typed in self._typed if typed not in self._used]

    def _given(self, typed: str, ask: Ask) -> Answer:
        dice = self._typed[typed]
        if len(dice) != ask.count:
            wanted = "1 die" if ask.count == 1 else f"{ask.count} dice"
            raise Refusal(self._kind, f"{typed} is {wanted}, but {len(dice)} were given")
        wrong = [face for face in dice if not 1 <= face <= ask.sides]
        if wrong:
            raise Refusal(self._kind, f"{typed}: {wrong[0]} is no face of a d{ask.sides}")
        return read(dice, ask.reading, given=True)

    def _no_such_roll(self, typed: str, known: list[tuple[str, str]]) -> str:
        if not known:
            return f"'{typed}': nothing is rolled here"
        names = listed(dict.fromkeys(name for name, _ in known))
        return f"'{typed}' is never rolled here; this command can roll {names}"
