"""Find the rolls of a command that do not wait for each other, so that everybody who makes one can
be asked at once.

The rules do not say which rolls depend on others. So the command is tried several times with
different dice: rolls that are asked for in the same way each time are independent."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from gmtrack.dice.fallen import FallenRoll, KeptRolls
from gmtrack.dice.kept_dice import KeptDice
from gmtrack.dice.port import (
    Answer,
    Ask,
    Dice,
    Key,
    read_faces,
    roll_kinds,
)
from gmtrack.dice.sources import RandomDice

Attempt = Callable[[Dice], None]
"""Callback that carries the command out with the given dice and rolls its changes back."""
SEEDS = 4
"""The number of attempts with random dice, besides those with the lowest and the highest faces."""


def find_independent_rolls(
    ask: Ask,
    attempt: Attempt,
    made: Sequence[tuple[Ask, Answer]],
    kept: KeptRolls,
    is_asked: Callable[[Ask], bool],
) -> list[Ask]:
    """Return `ask` and the rolls of the same name that others make in every attempt, each the same
    whatever falls for the rest.

    Only rolls for which `is_asked` holds count. `made` are the rolls that have fallen in this
    command already, `kept` those that fell before. A roll that proves to be another one after all
    does no harm: its dice are checked when it is made."""
    common: dict[str, Ask] | None = None

    def is_probed(other: Ask) -> bool:
        return other.name == ask.name and is_asked(other)

    for chance in _probing_dice():
        probe = _Probe(chance, made, kept, is_probed)
        attempt(probe)
        common = (
            probe.asked
            if common is None
            else _asked_in_both(common, probe.asked)
        )
        if len(common) < 2 or ask.who not in common:
            return [ask]
    return [
        ask,
        *(other for who, other in (common or {}).items() if who != ask.who),
    ]


def expects_more_rolls(
    attempt: Attempt,
    fallen: Iterable[FallenRoll],
    is_asked: Callable[[Ask], bool],
) -> bool:
    """Whether people may be asked for more rolls of the command than the one that they are asked
    for now. `fallen` are the rolls that were made already, `is_asked` says for which rolls people
    are asked."""
    fallen = list(fallen)
    for chance in (
        _SameFaces(lambda sides: sides),
        RandomDice(0),
        _SameFaces(lambda sides: 1),
    ):
        probe = _Probe(chance, (), KeptRolls(fallen), is_asked)
        attempt(probe)
        if probe.times > 1:
            return True
    return False


def _asked_in_both(
    requests: Mapping[str, Ask], others: Mapping[str, Ask]
) -> dict[str, Ask]:
    """Return the roll requests that two attempts have in common, by roller."""
    common = {}
    for who, ask in requests.items():
        if who in others and vars(ask) == vars(others[who]):
            common[who] = ask
    return common


def _probing_dice() -> Iterator[Dice]:
    """Yield the dice of every attempt: all ones, all highest faces, then random ones."""
    yield _SameFaces(lambda sides: 1)
    yield _SameFaces(lambda sides: sides)
    yield from map(RandomDice, range(SEEDS))


class _SameFaces(Dice):
    """Dice that all show the same face, by the number of sides; dice that are rolled again show a
    one. A repeated roll gets random dice: a tie that is rolled off would never end."""

    def __init__(self, face: Callable[[int], int]) -> None:
        self._face = face
        self._rolled: set[Key] = set()
        self._chance = RandomDice(0)

    def roll(self, ask: Ask) -> Answer:
        """Roll the same face with all dice; at random if the roll was made before."""
        if (ask.name, ask.key) in self._rolled:
            return self._chance.roll(ask)
        self._rolled.add((ask.name, ask.key))
        if ask.kinds:
            return roll_kinds(ask, self._roll_alike)
        return self._roll_alike(ask)

    def _roll_alike(self, ask: Ask) -> Answer:
        """Roll the same face with all dice of one kind."""
        faces = (self._face(ask.sides),) * ask.count
        return read_faces(
            faces, ask.reading, given=False, throw=lambda count: (1,) * count
        )


class _Probe(Dice):
    """Dice for one attempt, which note the rolls that people would make.

    They give the rolls in `made`, in their order, then those that are kept; `chance` rolls all
    others, and those for which `is_probed` holds are noted."""

    def __init__(
        self,
        chance: Dice,
        made: Sequence[tuple[Ask, Answer]],
        kept: KeptRolls,
        is_probed: Callable[[Ask], bool],
    ) -> None:
        self.asked: dict[str, Ask] = {}
        """The first noted roll of each roller."""
        self.times = 0
        """The number of noted rolls."""
        self._chance = chance
        self._made = list(made)
        self._kept = kept.copy_untaken()
        self._is_probed = is_probed

    def roll(self, ask: Ask) -> Answer:
        """Return the answer that has fallen for a roll. If none has, let chance roll, and note the
        request if people would make the roll."""
        if self._made:
            return self._made.pop(0)[1]
        old = self._kept.take(ask)
        if old is not None:
            return KeptDice({}, self._chance, "dice", [old]).roll(ask)
        if ask.count and self._is_probed(ask):
            self.asked.setdefault(ask.who, ask)
            self.times += 1
        return self._chance.roll(ask)
