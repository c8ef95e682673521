"""Which rolls of a command do not wait for each other, so that all who make them can be asked at
once."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from gmtrack.dice.fallen import KeptDice, KeptRolls
from gmtrack.dice.port import Answer, Ask, Dice, Key, read_faces
from gmtrack.dice.sources import RandomDice

Attempt = Callable[[Dice], None]
"""Carries the command out with other dice, and leaves nothing of it."""
SEEDS = 4
"""How often chance is asked what else may come, besides the least and the most."""


def find_independent_rolls(
    ask: Ask,
    attempt: Attempt,
    made: Sequence[tuple[Ask, Answer]],
    kept: KeptRolls,
    asked: Callable[[Ask], bool],
) -> list[Ask]:
    """This roll, and those of the same name that others make whatever falls for it and for each
    other: the same in every attempt. `made` has fallen, what was `kept` will fall. It is found by
    trying; where it is another roll after all, its dice are looked at again when it is made."""
    common: dict[str, Ask] | None = None
    for chance in _probing_dice():
        probe = _Probe(chance, made, kept, lambda one: one.name == ask.name and asked(one))
        attempt(probe)
        found = probe.asked
        common = found if common is None else _asked_in_both(common, found)
        if len(common) < 2 or ask.who not in common:
            return [ask]
    return [ask, *(one for who, one in (common or {}).items() if who != ask.who)]


def _asked_in_both(some: Mapping[str, Ask], others: Mapping[str, Ask]) -> dict[str, Ask]:
    return {
        who: one for who, one in some.items() if who in others and vars(one) == vars(others[who])
    }


def _probing_dice() -> Iterator[Dice]:
    yield _Faces(lambda sides: 1)
    yield _Faces(lambda sides: sides)
    yield from map(RandomDice, range(SEEDS))


class _Faces(Dice):
    """All dice show the same, those that are rolled on a one; a roll that comes again, as of those
    who are tied, is left to chance."""

    def __init__(self, face: Callable[[int], int]) -> None:
        self._face = face
        self._rolled: set[Key] = set()
        self._chance = RandomDice(0)

    def roll(self, ask: Ask) -> Answer:
        if (ask.name, ask.key) in self._rolled:
            return self._chance.roll(ask)
        self._rolled.add((ask.name, ask.key))
        faces = (self._face(ask.sides),) * ask.count
        return read_faces(faces, ask.reading, given=False, throw=lambda count: (1,) * count)


class _Probe(Dice):
    """What has fallen, and after that whatever chance says; `asked` are the rolls that people would
    make then, the first of each."""

    def __init__(
        self,
        chance: Dice,
        made: Sequence[tuple[Ask, Answer]],
        kept: KeptRolls,
        asks: Callable[[Ask], bool],
    ) -> None:
        self.asked: dict[str, Ask] = {}
        self._chance = chance
        self._made = list(made)
        self._kept = kept.copy_untaken()
        self._asks = asks

    def roll(self, ask: Ask) -> Answer:
        if self._made:
            return self._made.pop(0)[1]
        old = self._kept.take(ask)
        if old is not None:
            return KeptDice({}, self._chance, "dice", [old]).roll(ask)
        if ask.count and self._asks(ask):
            self.asked.setdefault(ask.who, ask)
        return self._chance.roll(ask)
