"""Dice for many rolls in a row, all of one seed."""

import random
from collections.abc import Iterable

from gmtrack.dice.port import Answer, Ask, Key, read


class ChanceDice:
    """Dice by chance in the order in which they are asked for: one source for a whole fight, where
    `RandomDice` makes one for each roll."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed).random

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        """Chance can roll anything."""

    def roll(self, ask: Ask) -> Answer:
        chance, sides = self._random, ask.sides

        def throw(count: int) -> tuple[int, ...]:
            return tuple([int(chance() * sides) + 1 for _ in range(count)])

        return read(throw(ask.count), ask.reading, given=False, throw=throw)

    def unused(self) -> list[str]:
        return []
